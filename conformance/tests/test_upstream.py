"""The originals' own tests: what is chosen, what stands in, what is recorded and what is reported. No JVM."""

import dataclasses
import json
import zipfile
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from jarparity import registry
from jarparity.check.outcome import Exit
from jarparity.cli import main
from jarparity.lines import Line
from jarparity.measures.upstream import delegation, run
from jarparity.measures.upstream import wrong as wrong_ports
from jarparity.measures.upstream.delegation import ClassRecord, Delegation
from jarparity.measures.upstream.report import LineOutcome, UpstreamOutcome, report
from jarparity.measures.upstream.request_handler import RequestHandler
from jarparity.measures.upstream.run import Prepared, Ran, refuse_missing
from jarparity.measures.upstream.suite import FLINK_SUITES, FLINK_WRONG, KAFKA_SUITES, KAFKA_WRONG, JavaTests, Suite
from jarparity.measures.upstream.wrong import WrongPort, wrong
from jarparity.originals import OriginalsError, read_lock
from jarparity.page_section import read_section
from jarparity.ports import PortError, PortInfo
from jarparity.ports.callables import CallablePort

SUITES = (*KAFKA_SUITES, *FLINK_SUITES)
LINE = "kafka-clients 4.3.1"
SUITE = Suite("kafka", Line.parse(LINE), (JavaTests("p.ATest", ("kafka.assignor.range",)), JavaTests("p.BTest")))


def ran(method, *, calls=1, status="SUCCESSFUL", test_class="p.ATest", name=None):
    message = None if status == "SUCCESSFUL" else "java.lang.AssertionError: \x01 no"
    return Ran(test_class, method, name or f"{method}()", status, 12, calls, message)


@pytest.mark.parametrize("suite", SUITES, ids=lambda suite: str(suite.line))
def test_every_suite_is_locked_and_asks_for_operations_that_there_are(suite):
    lock = read_lock()
    assert set(suite.operations) <= set(registry.OPERATIONS)
    assert any("junit-platform-console-standalone" in jar for jar in lock.jars(suite.tests))
    assert lock.jars(suite.line)
    assert len({tests.name for tests in suite.classes}) == len(suite.classes)


def test_classes_are_chosen_by_either_name():
    assert [c.name for c in SUITE.chosen(["A*"]).classes] == ["p.ATest"]
    assert [c.name for c in SUITE.chosen(["p.B*"]).classes] == ["p.BTest"]
    assert SUITE.chosen([]) == SUITE


def jar(path, *classes):
    with zipfile.ZipFile(path, "w") as archive:
        for name in classes:
            archive.writestr(f"{name}.class", b"")
    return path


@pytest.fixture
def sources(tmp_path):
    for path in (
        "common/io/jarparity/upstream/Python.java",
        "kafka/since-2.4/org/Both.java",
        "kafka/since-2.4/org/Old.java",
        "kafka/since-3.4/org/Both.java",
        "kafka/since-10/org/Both.java",
    ):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("")
    return tmp_path


@pytest.mark.parametrize(
    ("version", "folder"), [("2.8.2", "since-2.4"), ("3.4.0", "since-3.4"), ("4.3.1", "since-3.4")]
)
def test_the_newest_class_that_the_line_has_reached_stands_in(sources, version, folder):
    chosen = run.sources(sources, Suite("kafka", Line("k", version), ()), [jar(sources / "k.jar", "org/Both")])
    assert chosen == {
        "io/jarparity/upstream/Python.java": sources / "common/io/jarparity/upstream/Python.java",
        "org/Both.java": sources / f"kafka/{folder}/org/Both.java",
    }


def test_nothing_stands_in_for_a_line_without_such_classes(sources):
    with pytest.raises(OriginalsError, match="no class that replaces"):
        run.sources(sources, SUITE, [jar(sources / "k.jar", "org/Other")])


def test_a_folder_of_another_name_is_refused(sources):
    (sources / "kafka" / "newer").mkdir()
    with pytest.raises(OriginalsError, match="since-<version>"):
        run.sources(sources, SUITE, [jar(sources / "k.jar", "org/Both")])


def test_a_port_that_lacks_an_operation_is_told_what_to_leave_out():
    info = PortInfo("p", "1", "python", ("kafka.partitioner.*",))
    with pytest.raises(PortError, match=r"p lacks kafka\.assignor\.range, which ATest .* --class"):
        refuse_missing(SUITE, info)
    refuse_missing(SUITE.chosen(["BTest"]), info)
    refuse_missing(SUITE, PortInfo("p", "1", "python", ("kafka.*",)))


KNOWN = Delegation({"java": "It is Java's."}, {LINE: {"p.ATest": ClassRecord(3, {"kept": "java"}, {"partly": "java"})}})
SAME = [ran("kept", calls=0), ran("partly", calls=0), ran("partly")]


def changed(tests, whole=("p.ATest",)):
    return delegation.changes(KNOWN, LINE, tests, whole=whole)


def test_a_run_as_recorded_has_no_changes():
    assert changed(SAME) == []


@pytest.mark.parametrize(
    ("tests", "sentence"),
    [
        ([ran("kept", calls=1), *SAME[1:]], "ATest.kept no longer asks the port nothing"),
        ([*SAME[:2], ran("partly", calls=0)], "ATest.partly asks the port nothing, and no reason"),
        ([SAME[0], ran("partly"), ran("partly")], "ATest.partly no longer asks the port in some"),
        ([*SAME, ran("more")], "ATest has 4 tests; 3 are recorded"),
        ([*SAME[1:], ran("new", calls=0)], "ATest.new asks the port nothing"),
        (SAME[1:], "ATest has 2 tests; 3 are recorded"),
    ],
)
def test_a_run_otherwise_than_recorded_is_told(tests, sentence):
    assert any(change.startswith(sentence) for change in changed(tests))


def test_part_of_a_class_is_not_counted_and_a_failed_test_not_blamed():
    assert changed([SAME[0]], whole=()) == []
    assert changed([ran("kept", calls=2, status="FAILED"), *SAME[1:]]) == []


def test_a_record_is_updated_with_its_reasons_kept(tmp_path):
    new = delegation.updated(KNOWN, LINE, [*SAME, ran("other", calls=0)])
    assert new.lines[LINE]["p.ATest"] == ClassRecord(4, {"kept": "java", "other": "unexplained"}, {"partly": "java"})
    delegation.write(new, tmp_path / "d.json")
    assert delegation.read(tmp_path / "d.json") == new


def test_every_test_that_does_not_ask_the_port_has_its_reason():
    known = delegation.read()
    assert set(known.lines) == {str(suite.line) for suite in SUITES}
    used = set()
    for suite in SUITES:
        classes = known.lines[str(suite.line)]
        assert set(classes) == {tests.name for tests in suite.classes}
        for tests in suite.classes:
            record = classes[tests.name]
            used |= {*record.kept.values(), *record.partly.values()}
            assert len(record.kept) <= record.tests
            assert tests.operations == record.operations
    assert used == set(known.reasons)


def outcome(*tests, changes=(), interrupted=False):
    info = PortInfo("a port", "1", "python", ("*",))
    return UpstreamOutcome("kafka", info, ("--port", "m:P"), (LineOutcome(LINE, tests, 1.5, changes),), interrupted)


@pytest.mark.parametrize(
    ("made", "code"),
    [
        (outcome(*SAME), Exit.OK),
        (outcome(*SAME, ran("red", status="FAILED")), Exit.DIFFERS),
        (outcome(*SAME, ran("left out", status="SKIPPED")), Exit.OK),
        (outcome(ran("left out", status="SKIPPED", calls=0)), Exit.NOTHING_CHECKED),
        (outcome(*SAME, changes=("x",)), Exit.DIFFERS),
        (outcome(SAME[0]), Exit.NOTHING_CHECKED),
        (outcome(), Exit.NOTHING_CHECKED),
        (outcome(*SAME, interrupted=True), Exit.INTERRUPTED),
    ],
)
def test_exit_codes(made, code):
    assert made.exit_code == code


def test_the_text_has_failures_counts_and_reasons():
    text = report(outcome(*SAME, ran("red", status="FAILED"), changes=("ATest.x changed",)), KNOWN, "text")
    assert f"FAILED {LINE} ATest.red red()" in text
    assert f"reproduce  jarparity upstream kafka --line '{LINE}' --class ATest --test red --port m:P" in text
    assert f"{LINE}: 4 tests, 3 passed, 1 failed in 1.5 s; 2 asked the port, 2 times" in text
    assert "not delegated: 2 tests\n  It is Java's.\n    ATest.kept\n    ATest.partly" in text
    assert f"CHANGED {LINE}: ATest.x changed" in text


def test_what_the_original_leaves_out_is_no_failure_and_is_told():
    made = outcome(*SAME, ran("off", calls=0, status="SKIPPED"))
    text = report(made, KNOWN, "text")
    assert "4 tests, 3 passed, 0 failed, 1 left out by the original in 1.5 s" in text
    assert "left out by the original: ATest.off: java.lang.AssertionError" in text
    assert ET.fromstring(report(made, KNOWN, "junit")).find("testsuite/testcase/skipped") is not None  # noqa: S314 - ours


def test_the_json_has_every_test():
    document = json.loads(report(outcome(*SAME, ran("red", status="FAILED")), KNOWN, "json"))
    line = document["lines"][0]
    assert (document["exit"], line["tests"], line["failed"], line["notDelegated"]) == (1, 4, 1, 2)
    assert [test.get("notDelegated") for test in line["ran"]] == ["It is Java's.", "It is Java's.", None, None]


def test_the_junit_has_failures_as_failures_and_changes_as_errors():
    root = ET.fromstring(report(outcome(*SAME, ran("red", status="FAILED"), changes=("c",)), KNOWN, "junit"))  # noqa: S314 - ours
    suite = root.find("testsuite")
    assert {k: suite.get(k) for k in ("tests", "failures", "errors")} == {"tests": "5", "failures": "1", "errors": "1"}
    assert suite.find("testcase/failure").get("message").endswith("\\u0001 no")
    assert [o.text for o in suite.findall("testcase/system-out")] == ["not delegated: It is Java's."] * 2


def handler(operations):
    return RequestHandler(CallablePort(operations), Line.parse(LINE))


def test_the_handler_passes_values_and_errors_on():
    def raises(_):
        raise ValueError("no such")

    asked = handler({"a.value": lambda document: document["n"] + 1, "an.error": raises})
    assert json.loads(asked.answer("a.value", b'{"n":1}')) == {"value": 2}
    assert json.loads(asked.answer("an.error", b"{}")) == {"error": {"kind": "ValueError", "message": "no such"}}
    assert "declined" in json.loads(asked.answer("another", b"{}"))["fault"]


def test_the_handler_remembers_what_was_asked():
    asked = handler({"b": lambda _: 1, "a": lambda _: 2})
    for operation in ("b", "a", "b"):
        asked.answer(operation, b"{}")
    assert asked.take_asked() == ["a", "b"]
    assert asked.take_asked() == []


def test_the_handler_never_raises():
    assert "the kit failed" in json.loads(handler({}).answer("a", b"no JSON"))["fault"]


def test_a_group_is_unpacked_for_the_port_and_its_assignment_packed():
    asked = {}

    def assign(document):
        asked.update(document)
        return {"B": [["u", 0], ["t", 1]], "A": [["t", 0]]}

    packed = {"t": {"racks": [["r"], []], "of": [1, 0]}, "u": 1}
    text = json.dumps({"topics": packed, "members": []}).encode()
    reply = json.loads(handler({"kafka.assignor.range": assign}).answer("kafka.assignor.range", text))
    assert asked["topics"] == {"t": [{"partition": 0, "racks": []}, {"partition": 1, "racks": ["r"]}], "u": 1}
    assert reply == {"value": {"topics": ["u", "t"], "members": {"B": [0, 0, 1, 1], "A": [1, 0]}}}


@pytest.mark.parametrize("answer", [5, {"a": 5}, {"a": [["t"]]}, {"a": ["t0"]}, {"a": [["t", "0"]]}])
def test_what_is_no_assignment_is_the_ports_fault(answer):
    asked = handler({"kafka.assignor.sticky": lambda _: answer})
    reply = json.loads(asked.answer("kafka.assignor.sticky", b'{"topics":{},"members":[]}'))
    assert reply["fault"].startswith("the port gave no assignment")


@pytest.mark.parametrize("tag", [*KAFKA_WRONG, *FLINK_WRONG])
def test_every_wrong_port_changes_what_a_suite_asks_or_the_kit_compares(tag):
    fault = wrong(tag)
    assert fault.title[0].islower()
    assert set(fault.operations) <= set(registry.OPERATIONS)
    port = WrongPort(fault)
    assert set(fault.operations) <= set(port.operations)


def test_a_judgement_counts_what_failed_and_not_what_the_original_leaves_out(monkeypatch):
    tests = JavaTests("p.ATest", ("flink.key-group.default-max-parallelism",))
    ready = Prepared(Suite("flink", Line("flink", "2.3.0"), (tests, JavaTests("p.BTest"))), ())
    seen = []

    def run(narrowed, port, *_, **__):
        seen.append((port, narrowed.suite.classes))
        return [ran("green"), ran("red", status="FAILED"), ran("aborted", status="ABORTED")]

    monkeypatch.setattr(wrong_ports, "run", run)
    judged = wrong_ports.judge(ready, "default-lower-64")
    assert seen == [("jarparity.measures.upstream.wrong:default_lower_64", (tests,))]
    assert (judged.tests, judged.failed) == (2, 1)
    assert 0 < judged.differing < judged.vectors
    table = wrong_ports.table("flink 2.3.0", [judged, dataclasses.replace(judged, tests=0, failed=0)])
    assert "2 wrong ports: the original's tests ask 1 of them and pass 0, the vectors reject 2" in table.blocks


def test_a_wrong_port_is_wrong_where_it_says_and_nowhere_else():
    correct, faulty = (
        CallablePort.load(name) for name in ("copartition.port:PORT", "jarparity.measures.upstream.wrong:seed_0")
    )
    key = {"bytes": "616263", "partitions": 1000}
    asked = [("kafka.partitioner.partition-for-key", key), ("java.string.hash", {"a": "x"})]
    same = [
        next(correct.replies(operation, None, [document])) == next(faulty.replies(operation, None, [document]))
        for operation, document in asked
    ]
    assert same == [False, True]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--line", "kafka-clients 0.1"], "no release matches kafka-clients 0.1"),
        (["--class", "Nothing"], "no class matches Nothing; there are RangeAssignorTest"),
        (["--port", "json:loads"], "port 'json:loads' is of type"),
        (["--record", "--class", "R*"], "leave out --class"),
        (["--mutants", "--port", "a:b"], "--mutants brings its own"),
    ],
)
def test_what_cannot_be_done_is_said(arguments, words):
    result = CliRunner().invoke(main, ["upstream", "kafka", *arguments])
    assert result.exit_code == Exit.USAGE
    assert words in result.output


@pytest.mark.parametrize(("status", "recorded"), [("SUCCESSFUL", True), ("FAILED", False)])
def test_only_a_run_without_failures_is_recorded(monkeypatch, tmp_path, status, recorded):
    page = tmp_path / "doc.md"
    page.write_text("# Head\n<!-- upstream: begin -->\n<!-- upstream: end -->\n", "utf-8")
    made = LineOutcome(LINE, (ran("one", status=status),), 1.0, ())
    written = []
    monkeypatch.setattr("jarparity.data.in_checkout", lambda: True)
    monkeypatch.setattr("jarparity.cli.upstream._line", lambda *_, **__: made)
    monkeypatch.setattr(delegation, "write", written.append)
    monkeypatch.setattr(delegation, "page", lambda: page)
    result = CliRunner().invoke(main, ["upstream", "kafka", "--line", LINE, "--record"])
    assert result.exit_code == (Exit.OK if recorded else Exit.DIFFERS)
    assert bool(written) == ("### Reasons" in page.read_text("utf-8")) == recorded
    assert ("not recorded" in result.output) != recorded


def test_the_page_is_made_of_the_record():
    page = Path(__file__).parents[2] / "docs" / delegation.page().name  # an installed kit has none
    assert read_section(page, delegation.SECTION) == delegation.tables(delegation.read())
