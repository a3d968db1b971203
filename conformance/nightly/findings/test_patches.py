"""`jarparity patch check` on the real JARs: our fixes of originals are green, wrong ones are red with the example."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

FINDINGS = Path(__file__).parents[3] / "findings"
KAFKA = ("--line", "kafka-clients 4.4.0", "--operation", "kafka.assignor.*sticky")
FEW = ("--draw", "300", "--scope", "4000", "--pairs", "1")


def check(*arguments):
    command = [sys.executable, "-m", "jarparity", "patch", "check", "--format", "json", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1, 5), done.stderr
    document = json.loads(done.stdout)
    assert document["exit"] == done.returncode
    return document


def changes(document):
    return {change["reason"]: change for operation in document["operations"] for change in operation["changes"]}


@pytest.mark.parametrize(
    ("name", "faults"),
    [
        ("kafka-assignment-never-ends", ["kafka-assignment-never-ends"]),
        ("kafka-topic-made-anew", ["kafka-topic-made-anew", "kafka-owner-set-aside"]),
        ("kafka-subscribed-to-nothing", ["kafka-subscribed-to-nothing", "kafka-owner-set-aside"]),
    ],
)
def test_a_fix_of_kafka_removes_its_fault_and_changes_nothing_else(name, faults):
    folder = FINDINGS / name
    options = [option for fault in faults for option in ("--fault", fault)]
    document = check(
        *KAFKA, *FEW, "--no-tests", "--patch", folder / "fix.patch", "--program", folder / "Repro.java", *options
    )
    assert document["complaints"] == document["doubts"] == []
    assert {fault["fault"]: fault["gone"] for fault in document["faults"]} == dict.fromkeys(faults, True)
    (program,) = document["programs"]
    assert (program["release"], program["patched"]) == (True, False)
    assert set(changes(document)) <= set(faults)
    assert document["sources"].startswith("kafka-clients 4.3.1 (")


def test_the_fix_of_in_flight_records_changes_no_answer_and_passes_its_own_tests_and_a_job_loses_none():
    folder = FINDINGS / "flink-lost-in-flight-records"
    document = check(
        "--line", "flink 2.3.0", "--operation", "flink.rescale.*", *FEW, "--patch", folder / "fix.patch",
        "--tests", "SubtaskStateMapperTest", "--tests", "KeyGroupStreamPartitionerTest",
        "--program", folder / "Job.java", "--with", "flink-live 2.3.0",
    )  # fmt: skip
    assert document["complaints"] == document["doubts"] == []
    assert changes(document) == {}
    assert document["tests"]["ran"] > 10
    (job,) = document["programs"]
    assert (job["release"], job["patched"]) == (True, False)


def test_a_consumer_of_the_fixed_release_remains_in_its_group_and_no_other_one_goes_otherwise():
    folder = FINDINGS / "kafka-consumer-leaves-anyway"
    document = check(
        "--line", "kafka-clients 4.3.1", "--operation", "kafka.assignor.range", "--draw", "10", "--scope", "0",
        "--pairs", "0", "--no-tests", "--patch", folder / "fix.patch", "--program", folder / "Repro.java",
    )  # fmt: skip
    assert document["complaints"] == document["doubts"] == []
    (program,) = document["programs"]
    assert (program["release"], program["patched"]) == (True, False)
    before, after = (program[said].splitlines() for said in ("saidBefore", "saidAfter"))
    assert [(one, other) for one, other in zip(before, after, strict=True) if one != other] == [
        ("dynamic member, REMAIN_IN_GROUP: says that it leaves", "dynamic member, REMAIN_IN_GROUP: says nothing")
    ]


BATCHES = ("--line", "kafka-clients 4.3.1", "--operation", "kafka.batch.bytes")


@pytest.mark.parametrize(
    ("name", "faults"),
    [
        ("kafka-header-key-unreadable", ["kafka-header-key-unreadable"]),
        ("kafka-unreadable-records-accepted", []),  # what a broker looks at is no operation of the kit's
    ],
)
def test_a_fix_of_batches_removes_its_fault_and_changes_nothing_else(name, faults):
    folder = FINDINGS / name
    options = [option for fault in faults for option in ("--fault", fault)]
    document = check(
        *BATCHES, *FEW, "--no-tests",
        "--patch", folder / "fix.patch", "--program", folder / "ReproBefore44.java", *options,
    )  # fmt: skip
    assert document["complaints"] == document["doubts"] == []
    assert [fault["gone"] for fault in document["faults"]] == [True] * len(faults)
    (program,) = document["programs"]
    assert (program["release"], program["patched"]) == (True, False)
    assert [*changes(document)] == faults


CONNECTOR = ("--line", "flink-connector-kafka 5.0.0-2.2", "--operation", "flink.kafka-source.*")


@pytest.mark.parametrize(
    ("name", "faults"),
    [
        ("flink-kafka-left-out-partition", ["flink-kafka-left-out-partition"]),
        ("flink-kafka-dynamic-split-ids", ["flink-kafka-dynamic-split-ids"]),
        ("flink-kafka-global-owner-waits", []),  # no operation of the kit's comes that far
    ],
)
def test_a_fix_of_the_kafka_source_removes_its_fault_and_changes_nothing_else(name, faults):
    folder = FINDINGS / name
    options = [option for fault in faults for option in ("--fault", fault)]
    document = check(
        *CONNECTOR, *FEW, "--no-tests", "--patch", folder / "fix.patch", "--program", folder / "Repro.java", *options
    )
    assert document["complaints"] == document["doubts"] == []
    assert [fault["gone"] for fault in document["faults"]] == [True] * len(faults)
    (program,) = document["programs"]
    assert (program["release"], program["patched"]) == (True, False)
    assert [*changes(document)] == faults


CONTROLLER = ("--line", "kafka-metadata 4.3.1", "--operation", "kafka.controller.reassignment")


@pytest.mark.parametrize(
    "name",
    [
        "kafka-reassignment-never-ends",
        "kafka-reassignment-loses-a-replica",
        "kafka-cancel-keeps-a-replica",
        "kafka-partitions-added-during-a-move",
    ],
)
def test_a_fix_of_the_controller_removes_its_fault_and_changes_nothing_else(name):
    folder = FINDINGS / name
    document = check(
        *CONTROLLER, *FEW, "--no-tests", "--patch", folder / "fix.patch", "--program", folder / "Repro.java",
        "--fault", name,
    )  # fmt: skip
    assert document["complaints"] == document["doubts"] == []
    assert [fault["gone"] for fault in document["faults"]] == [True]
    (program,) = document["programs"]
    assert (program["release"], program["patched"]) == (True, False)
    assert [*changes(document)] == [name]


def test_a_fix_of_the_controller_that_forgets_who_is_on_the_way_is_red(tmp_path):
    wrong = edited(
        tmp_path,
        "kafka-reassignment-never-ends",
        "+            adding.removeAll(reassignment.removing());",
        "+            adding.clear();",
    )
    document = check(*CONTROLLER, *FEW, "--no-tests", "--patch", wrong, "--fault", "kafka-reassignment-never-ends")
    assert document["exit"] == 1
    assert any(said.startswith("unexpected changes: ") for said in document["complaints"])


TIMESTAMP = "flink-null-sql-timestamp"
BYTES = ("--line", "flink 2.3.0", "--operation", "flink.state.serialized", "--operation", "flink.state.composite-key")


def test_the_fix_of_null_timestamps_changes_only_what_is_read_of_them():
    folder = FINDINGS / TIMESTAMP
    document = check(
        *BYTES, *FEW, "--no-tests", "--patch", folder / "fix.patch", "--fault", TIMESTAMP,
        "--program", folder / "Repro.java",
    )  # fmt: skip
    assert document["complaints"] == document["doubts"] == []
    assert [fault["gone"] for fault in document["faults"]] == [True]
    assert changes(document).keys() == {TIMESTAMP}
    (program,) = document["programs"]
    assert (program["release"], program["patched"]) == (True, False)


def test_a_fix_of_null_timestamps_that_changes_all_others_is_red(tmp_path):
    place = tmp_path / "wrong.patch"
    right = (FINDINGS / TIMESTAMP / "fix.patch").read_text()
    place.write_text(right.replace("t.setNanos(nanos);", "t.setNanos(nanos / 2);"))
    document = check(*BYTES, *FEW, "--no-tests", "--patch", place, "--fault", TIMESTAMP)
    assert document["exit"] == 1
    assert any(said.startswith("unexpected changes: ") for said in document["complaints"])
    example = changes(document)[None]["example"]
    assert example["release"] != example["patched"]


def edited(tmp_path, name, old, new):
    text = (FINDINGS / name / "fix.patch").read_text()
    assert text.count(old) == 1
    place = tmp_path / "wrong.patch"
    place.write_text(text.replace(old, new))
    return place


def test_a_fix_that_ends_every_group_after_one_pass_is_red_with_a_small_group(tmp_path):
    wrong = edited(
        tmp_path,
        "kafka-assignment-never-ends",
        "+                if (score < bestScore) {",
        "+                if (false) {",
    )
    wrong.write_text(wrong.read_text().replace("modified && !assignmentsSeen.add(", "modified || assignmentsSeen.add("))
    document = check(*KAFKA, *FEW, "--no-tests", "--patch", wrong, "--fault", "kafka-assignment-never-ends")
    assert document["exit"] == 1
    assert any(said.startswith("unexpected changes: ") for said in document["complaints"])
    example = changes(document)[None]["example"]
    assert example["release"] != example["patched"]
    assert len(example["input"]["members"]) <= 5


UNGUARDED = """\
+                            currentAssignment.containsKey(prevAssignment.get(partition).consumer) &&
"""


def test_a_fix_that_throws_where_nothing_was_thrown_is_red_though_its_fault_is_gone(tmp_path):
    place = edited(tmp_path, "kafka-subscribed-to-nothing", UNGUARDED, "")
    head = "@@ -1408,7 +1408,9 @@"
    text = place.read_text()
    assert head in text
    place.write_text(text.replace(head, "@@ -1408,7 +1408,8 @@"))
    document = check(
        *KAFKA, "--draw", "3000", "--scope", "0", "--pairs", "0", "--no-tests", "--patch", place,
        "--fault", "kafka-subscribed-to-nothing",
    )  # fmt: skip
    assert document["exit"] == 1
    (fault,) = document["faults"]
    assert fault["gone"] is True
    example = changes(document)[None]["example"]
    assert example["patched"]["error"]["kind"] == "NullPointerException"
    assert "value" in example["release"]


def test_a_patch_for_another_release_and_one_that_does_not_compile_are_refused(tmp_path):
    place = edited(
        tmp_path, "kafka-topic-made-anew", "+                if (tp.partition() <", "+                if (tp.number() <"
    )
    for line, said in (("3.3.2", "doesn't apply to "), ("4.3.1", "cannot find symbol")):
        done = subprocess.run(
            [sys.executable, "-m", "jarparity", "patch", "check", "--line", f"kafka-clients {line}", "--patch", place],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 4
        assert said in done.stderr
