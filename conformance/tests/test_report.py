"""The failure text is the product: these are snapshots of it."""

from __future__ import annotations

import dataclasses
import json

import pytest

from jarparity import varying
from jarparity.answers import IN_BATCH, Error, NoAnswer, Value
from jarparity.cases import FOUND, Case
from jarparity.check.events import CutShort, NotCompared
from jarparity.check.outcome import Outcome
from jarparity.check.tally import KEPT, Tally
from jarparity.faults import wrong_port
from jarparity.grades import Grade
from jarparity.ports import PortInfo
from jarparity.references.golden import GoldenReference
from jarparity.report.as_text import as_text
from jarparity.report.junit import as_junit
from jarparity.report.machine import IN_DOCUMENT, document, ndjson_footer, ndjson_line
from jarparity.report.reproducing import reproduce
from jarparity.report.text import SHOWN, failure_section, shorten, text
from jarparity.verdicts import Agrees, Differs, Errored, Skipped

PORT = PortInfo("my-port", "1.0", "python", ("*",))
LINES = ("flink 1.16.3", "flink 2.3.0")
MURMUR = "flink.math.murmur-hash"


def failure_lines(failure, total, options):
    return as_text([failure_section(failure, (total, 1), (), reproduce(failure, options))]).splitlines()


def case(value):
    return Case(MURMUR, f"value/{value}", {"value": value})


def outcome(*events, **changes):
    tally = Tally()
    for event in events:
        tally.add(event)
    return dataclasses.replace(Outcome(tally, PORT, ("--port", "my_port:PORT"), 7, 1.25), **changes)


def test_a_difference():
    # What Java answers to 1, 2 and 5, and the same with the sign bit dropped in place of a negation.
    found = [
        Differs(case(1), LINES, "golden", Value(68075478), Value(2079408170)),
        Agrees(case(0), LINES, "golden", Value(593689054)),
    ]
    assert (
        text(outcome(*found))
        == """\
DIFFERS flink.math.murmur-hash [value/1]
  input      {"value":1}
  port       2079408170
  original   68075478
             flink 1.16.3, 2.3.0
             org.apache.flink.util.MathUtils.murmurHash(int)
  reproduce  jarparity check --operation flink.math.murmur-hash --reference golden --case value/1 --port my_port:PORT

operation               inputs  answers  agree  differ  errored
flink.math.murmur-hash       2        4      2       2        0

reference: golden (flink 1.16.3, 2.3.0) on 4 answers
in 1.2 s, seed 7
FAIL my-port 1.0 against golden: 1 operation, 4 answers, 2 differ"""
    )


def endless(case, *lines):
    return Agrees(case, lines, "jpype", Value([{"error": {"kind": "EndlessLoop"}}]))


def test_a_fault_of_the_original_that_the_port_shares_is_counted_and_shown():
    operation = "kafka.assignor.rebalances"
    long, short = (Case.generated(operation, {"steps": [{"op": "rebalance"}] * n}, FOUND) for n in (2, 1))
    recorded = dataclasses.replace(short, id="fault/never-ends")
    twice = endless(long, "kafka-clients 2.0.1"), endless(long, "kafka-clients 4.4.0")
    written = text(outcome(*twice, endless(short, "kafka-clients 4.4.0"), endless(recorded, "kafka-clients 4.4.0")))
    assert (
        "\nknown fault of the original, reproduced by the port: kafka-assignment-never-ends, in 2 cases of "
        "kafka.assignor.rebalances: The assignment of a group with different subscriptions never ends.\n"
        "  jarparity check --operation kafka.assignor.rebalances --reference jpype "
        '--input \'{"steps":[{"op":"rebalance"}]}\' --port my_port:PORT\n'
    ) in written


def test_an_input_that_is_too_long_to_read_is_not_shown_as_a_command():
    long = Case.generated("kafka.assignor.rebalances", {"steps": [{"op": "rebalance"}] * 100}, FOUND)
    written = text(outcome(endless(long, "kafka-clients 4.4.0")))
    assert "kafka-assignment-never-ends, in 1 case of kafka.assignor.rebalances: The assignment" in written
    assert "jarparity check" not in written


def test_a_port_that_broke():
    broken = Errored(case(3), LINES, "jpype", "the port timed out", "no answer within 10 s")
    assert failure_lines(broken, 1, ()) == [
        "ERRORED flink.math.murmur-hash [value/3]",
        '  input      {"value":3}',
        "  reason     the port timed out",
        "  detail     no answer within 10 s",
        "             flink 1.16.3, 2.3.0",
        "  reproduce  jarparity check --operation flink.math.murmur-hash --reference jpype --input '{\"value\":3}'",
    ]


def test_a_port_that_breaks_on_a_batch_is_asked_the_whole_operation_again():
    broken = Errored(case(3), LINES, "golden", f"the port crashed{IN_BATCH}", "in a batch of 512, …")
    assert failure_lines(broken, 1, ("--port-cmd", "./p"))[-1] == (
        "  reproduce  jarparity check --operation flink.math.murmur-hash --reference golden --port-cmd ./p"
    )


def test_references_that_disagree_name_the_dissenter():
    apart = Errored(case(3), LINES, "golden+jpype", "references disagree with each other", "a; b", "golden")
    lines = failure_lines(apart, 1, ())
    assert "  dissenter  golden" in lines
    assert lines[-1].endswith("--reference jpype --input '{\"value\":3}'")


def test_the_smallest_wrong_value_is_shown_before_a_missing_error():
    missing = Differs(case(1), LINES, "golden", Error("ArithmeticException", "/ by zero"), Value(0))
    wrong = Differs(case(1000), LINES, "golden", Value(1), Value(2))
    broken = Errored(case(2), LINES, "golden", "the port crashed")
    (failure,) = outcome(missing, broken, wrong).tally.smallest.values()
    assert failure == wrong


@pytest.mark.parametrize(
    ("expected", "got", "hint"),
    [
        (
            Error("ArithmeticException", "/ by zero"),
            Error("ZeroDivisionError", "x", "my_port.py, line 3, in f"),
            [
                "an error of the kind ArithmeticException is wanted: in Python, raise an exception whose class has "
                "this name",
                "ZeroDivisionError was raised in my_port.py, line 3, in f",
            ],
        ),
        (
            Error("ArithmeticException"),
            Error("RangeError"),
            ['an error of the kind ArithmeticException is wanted: answer "error":{"kind":"ArithmeticException"}'],
        ),
        (
            Error("ArithmeticException"),
            Error("java.lang.ArithmeticException"),
            ["an error of the kind ArithmeticException is wanted: the simple name of its class"],
        ),
        (Value(1), Error("KeyError", "'byte'"), ["no original throws KeyError: the port has a fault of its own"]),
        (Value(1), Error("ArithmeticException"), []),
        (Value(1), Error("error", "x", "my_port.py, line 3, in f"), ["error was raised in my_port.py, line 3, in f"]),
        (Error("IllegalArgumentException"), Value(1), []),
    ],
)
def test_an_error_of_another_kind_has_a_hint(expected, got, hint):
    lines = failure_lines(Differs(case(1), LINES, "golden", expected, got), 1, ())
    assert [line.split("hint", 1)[1].strip() for line in lines if line.startswith("  hint")] == hint


@pytest.mark.parametrize("name", ["kafka.assignor.range", "kafka.assignor.round-robin"])
@pytest.mark.parametrize("second", ["i", "j"])
def test_a_tie_between_equal_instance_ids_is_called_one(name, second):
    members = [{"id": id_, "topics": ["t"], "instance": its} for id_, its in (("A", "i"), ("B", second))]
    document = {"topics": {"t": 1}, "members": members}
    given = (Value({"A": [["t", 0]], "B": []}), Value({"A": [], "B": [["t", 0]]}))
    differs = Differs(Case(name, "tie", document), ("kafka-clients 4.4.0",), "golden", *given)
    lines = failure_lines(dataclasses.replace(differs, grade=Grade.EQUIVALENT), 1, ())
    assert [line.split(None, 1)[1] for line in lines if line.startswith("  hint")] == [
        "a tie that no cluster brings, and that Java leaves in the order of its HashMap of members: "
        "A and B have the instance id i"
    ] * (second == "i")


def test_an_unsigned_hash_is_recognised():
    name, hashes = "kafka.partitioner.murmur2", {"61": -1563381124, "62": -1853091852, "63": -1877468854}
    found = [
        Differs(Case(name, key, {"bytes": key}), LINES, "golden", Value(java), Value(java + 2**32))
        for key, java in hashes.items()
    ]
    assert "looks like  murmur2-unsigned: gives the hash as an unsigned number" in text(outcome(*found))


def test_a_bug_that_explains_most_is_named_with_its_share():
    # `hash & 0x7fffffff` with Python's %, which differs from Java's for negative max parallelisms, too.
    group = "flink.key-group.of-hash"

    def found(code, maximum, expected, got):
        document = {"hash": code, "maxParallelism": maximum}
        return Differs(Case(group, f"{code}/{maximum}", document), LINES, "golden", Value(expected), Value(got))

    masked = wrong_port("finish-masked")[group]
    usual = [
        found(code, 7, right, masked({"hash": code, "maxParallelism": 7}))
        for code, right in ((1, 2), (3, 1), (6, 0), (8, 0))
        if right != masked({"hash": code, "maxParallelism": 7})
    ]
    shown = text(outcome(*usual, found(1, -5, 3, -2)))
    assert "finish-masked: drops the hash's sign bit (& 0x7fffffff) in place of negating" in shown
    assert f"; explains {len(usual)} of {len(usual) + 1} failures" in shown


def test_time_that_was_over_is_said():
    shown = text(outcome(Agrees(case(0), LINES, "golden", Value(1)), CutShort(MURMUR)))
    assert "the time ran out: search and bulk check cut short for flink.math.murmur-hash" in shown


def test_what_could_not_be_asked_is_said():
    shown = text(
        outcome(
            Skipped(case(1), LINES, "golden", "not ported"),
            unavailable={"jpype": "JPype is not installed"},
            interrupted=True,
        )
    )
    assert "not compared: flink.math.murmur-hash (1 input): not ported" in shown
    assert "not asked: jpype: JPype is not installed" in shown
    last = "INTERRUPTED my-port 1.0 against none: 0 operations, 0 answers, 0 differ, 1 input declined"
    assert shown.splitlines()[-1] == last


def test_what_was_not_compared_is_counted_in_inputs_however_the_port_is_asked():
    declined = [
        Skipped(case(1), LINES, "golden", "too small"),
        *(Skipped(case(value), (line,), "golden", "too large") for value in (8, 9) for line in LINES),
        Skipped(case(9), LINES[1:], "jpype", "too large"),
        Skipped(Case(MURMUR, f"{FOUND}/1", {"value": 10}), LINES, "jpype", "too large"),
    ]
    shown = text(outcome(*declined, NotCompared("java.string.hash", LINES, "golden", 30, "not claimed by the port")))
    assert [line for line in shown.splitlines() if line.startswith("not compared")] == [
        "not compared: java.string.hash (30 inputs): not claimed by the port",
        "not compared: flink.math.murmur-hash (3 inputs): too large",
        "not compared: flink.math.murmur-hash (1 input): too small",
    ]


@pytest.mark.parametrize(
    ("events", "changes", "last"),
    [
        (
            [Agrees(case(0), LINES, "golden", Value(1))],
            {},
            "PASS my-port 1.0 against golden: 1 operation, 2 answers, 0 differ",
        ),
        (
            [
                Agrees(case(0), LINES, "golden", Value(1)),
                Skipped(case(1), LINES, "golden", "not ported"),
                Skipped(case(2), LINES, "jpype", f"holds on Java {varying.JAVA} alone, and this is Java 21"),
                NotCompared("java.string.hash", LINES, "golden", 30),
            ],
            {},
            "PASS my-port 1.0 against golden: 1 operation, 2 answers, 0 differ, 1 input declined",
        ),
        (
            [Differs(case(1), LINES, "golden", Value(1), Value(2), Grade.VALID)],
            {"required": Grade.VALID},
            "PASS my-port 1.0 against golden: 1 operation, 2 answers, 2 differ, all valid or better",
        ),
        (
            [Errored(case(1), LINES, "golden", "the port timed out")],
            {},
            "FAIL my-port 1.0 against golden: 1 operation, 2 answers, 0 differ, 2 errored",
        ),
        (
            [Errored(case(1), LINES, "golden+jpype", "references disagree", "", "golden")],
            {},
            "THE KIT FAILED my-port 1.0 against golden+jpype: 1 operation, 2 answers, 0 differ, 2 errored",
        ),
        (
            [Skipped(case(1), LINES, "golden", "not ported")],
            {},
            "NOTHING COMPARED my-port 1.0: all that was asked was skipped: not ported",
        ),
        ([], {"unavailable": {"jpype": "no Java"}}, "NOTHING COMPARED my-port 1.0: jpype could not be asked"),
        ([], {}, "NOTHING COMPARED my-port 1.0: there was no input to compare"),
    ],
)
def test_the_last_line_says_whether_the_port_passed(events, changes, last):
    assert text(outcome(*events, **changes)).splitlines()[-1] == last


def test_that_nothing_is_recorded_is_said(monkeypatch):
    monkeypatch.setattr(GoldenReference, "extent", lambda _, name: ((), int(name != MURMUR)))
    said = text(outcome(filters={"--operation": ["flink.math.*"]})).splitlines()[-1]
    assert said.endswith(f": {MURMUR}: nothing is recorded; `jarparity fixtures generate` does so in a checkout")


def test_a_port_that_differs_and_breaks_shows_both():
    wrong = [Differs(case(value), LINES, "golden", Value(1), Value(2)) for value in (1, 22)]
    shown = text(outcome(*wrong, Errored(case(3), LINES, "golden", "the port crashed")))
    assert "DIFFERS flink.math.murmur-hash [value/1] (and 1 more case)\n" in shown
    assert "\nERRORED flink.math.murmur-hash [value/3]\n" in shown


def test_a_document_has_both_kinds_however_many_there_are():
    differs = [Differs(case(n), LINES, "golden", Value(1), Value(2)) for n in range(2 * IN_DOCUMENT)]
    broke = Errored(case(10**9), LINES, "golden", "the port crashed")
    rows = document(outcome(*differs, broke))["failures"]
    assert [row["verdict"] for row in rows[:2]] == ["differs", "errored"]
    assert len(rows) == IN_DOCUMENT


def test_the_worst_grade_is_shown_first():
    better = Differs(case(1), LINES, "golden", Value(1), Value(2), Grade.EQUIVALENT)
    worst = Differs(case(1000), LINES, "golden", Value(1), Value(2), Grade.WRONG)
    assert outcome(better, worst).tally.most_telling(MURMUR) == [(worst, 2)]


def test_a_kind_of_failure_that_comes_late_is_kept():
    many = [Differs(case(value), LINES, "golden", Value(1), Value(2)) for value in range(KEPT)]
    broken = Errored(case(10**6), LINES, "golden", "the port crashed")
    assert outcome(*many, broken).tally.most_telling(MURMUR)[-1] == (broken, 1)


def test_long_inputs_are_cut_for_people_only():
    assert shorten("x" * SHOWN) == "x" * SHOWN
    assert shorten("x" * 1000) == "x" * SHOWN + "… (1,000 characters)"
    long = Case("java.string.hash", "long", {"a": "x" * 1000})
    (failure,) = document(outcome(Differs(long, LINES, "golden", Value(1), Value(2))))["failures"]
    assert failure["input"] == long.input


def test_junit_survives_control_characters():
    noisy = Errored(case(1), LINES, "golden", "the port gave no JSON answer", "\x00\x1b[31m")
    assert "\\u0000\\u001b[31m" in as_junit(outcome(noisy))


def test_faults_show_their_detail():
    differs = Differs(case(1), LINES, "golden", Value(1), NoAnswer("crashed", "exit code 139"))
    assert "  port       crashed: exit code 139" in failure_lines(differs, 1, ())


def test_counts_of_lines_that_answer_alike_count_for_each():
    found = document(
        outcome(
            Agrees(case(0), LINES, "golden", Value(1)),
            Agrees(case(2), LINES[1:], "golden", Value(1)),
            Differs(case(1), LINES[:1], "golden", Value(1), Value(2)),
            Skipped(case(3), LINES[1:], "golden", "not ported"),
        )
    )
    assert found["byLine"] == {
        MURMUR: {"flink 1.16.3": {"agrees": 1, "differs": 1}, "flink 2.3.0": {"agrees": 2, "skipped": 1}}
    }
    assert found["reasons"] == {MURMUR: ["not ported"]}


def test_an_operation_that_is_not_claimed_is_one_line_of_a_stream():
    found = outcome(NotCompared(MURMUR, LINES, "golden", 700))
    assert document(found)["byLine"] == {MURMUR: {line: {"skipped": 700} for line in LINES}}
    assert document(found)["verdicts"]["skipped"] == 700
    line = '{"verdict": "skipped", "operation": "%s", "lines": ["flink 1.16.3", "flink 2.3.0"], "reference": "golden"'
    assert ndjson_line(NotCompared(MURMUR, LINES, "golden", 700)) == (
        line % MURMUR + ', "cases": 700, "reason": "not claimed by the port"}'
    )


def test_every_line_that_fails_has_a_failure_in_the_document():
    older = [Differs(case(value), LINES[:1], "golden", Value(1), Value(2)) for value in range(IN_DOCUMENT + 5)]
    newer = Differs(case(1000), LINES[1:], "golden", Value(1), Value(2))
    failures = document(outcome(*older, newer))["failures"]
    assert [failure["lines"] for failure in failures[:2]] == [[LINES[1]], [LINES[0]]]
    assert len(failures) == IN_DOCUMENT


def test_a_stream_ends_with_the_whole_document():
    found = outcome(Differs(case(1), LINES, "golden", Value(1), Value(2)))
    assert json.loads(ndjson_footer(found)) == document(found)
