"""`jarparity list`, and how far a long command is: on a terminal, and now and then in a log."""

import io
import json
import sys
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from jarparity import registry
from jarparity.cli import main, output
from jarparity.cli.output import progress

NAME = "flink.math.round-up-to-power-of-two"


def listed(*arguments, code=0):
    shown = CliRunner().invoke(main, ["list", *arguments])
    assert shown.exit_code == code, shown.output
    return shown.output


def test_an_operation_is_listed_with_its_method_its_function_and_its_lines():
    assert listed(NAME) == (
        f"{NAME}\n"
        "  The next power of two, with Java's overflow.\n"
        "  java      org.apache.flink.util.MathUtils.roundUpToPowerOfTwo(int)\n"
        "  python    copartition.flink.round_up_to_power_of_two\n"
        "  releases  flink 1.16.3, 1.20.5, 2.1.3, 2.3.0\n"
        '  input     {"value":-392}\n'
        "  answer    0\n"
    )


def test_what_schema_and_example_do_not_say_is_said():
    history = "kafka.assignor.rebalances"
    assert "  notes     An entry is the assignment, or {'error': {'kind'}}. With 'userData': true it is " in listed(
        history
    )
    (document,) = json.loads(listed("--format", "json", history))
    assert document["notes"] == registry.operation(history).notes


def test_the_schema_of_an_input_stands_alone_and_an_example_is_in_it():
    (document,) = json.loads(listed("--format", "json", "kafka.assignor.range"))
    # Plain jsonschema, which knows nothing of the kit.
    takes, gives = Draft202012Validator(document["input"]), Draft202012Validator(document["answer"])
    example = document["example"]
    assert len(example["input"]["members"]) > 1
    assert takes.is_valid(example["input"])
    assert gives.is_valid(example["value"])
    assert not takes.is_valid({**example["input"], "members": [{"id": 1}]})
    assert not gives.is_valid({"A": 1})


def test_every_operation_is_told_whole_with_an_example_that_its_schema_takes():
    for document in json.loads(listed("--format", "json")):
        assert "urn:" not in json.dumps([document["input"], document["answer"]]), document["operation"]
        Draft202012Validator(document["input"]).validate(document["example"]["input"])
        Draft202012Validator(document["answer"]).validate(document["example"]["value"])


def test_examples_have_no_character_that_cannot_be_seen():
    shown = {document["operation"]: document["example"]["input"] for document in json.loads(listed("--format", "json"))}
    assert [name for name, seen in shown.items() if not json.dumps(seen, ensure_ascii=False).isprintable()] == []


def test_programs_and_pages_are_told_of_the_same_operations():
    (document,) = json.loads(listed("--format", "json", NAME))
    assert document["operation"] == NAME
    rows = listed("--format", "markdown", "flink.math.*").splitlines()[2:]
    assert [row.split("`")[1] for row in rows] == [o.name for o in registry.select(["flink.math.*"])]
    assert f"| `{NAME}` | `MathUtils.roundUpToPowerOfTwo(int)` | `copartition.flink.round_up_to_power_of_two` |" in rows


def test_globs_that_match_nothing_are_refused():
    assert "no operation matches flnk.*; `jarparity list` shows all" in listed("flnk.*", code=4)
    assert "did you mean kafka.assignor.range?" in listed("kafka.assignor.rang", code=4)
    assert "range; did you mean kafka.assignor.range or kafka.group.assignor.range?" in listed("range", code=4)
    assert "did you mean flink.window.start or flink.window.merge?" in listed("window.*", code=4)


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize("total", [2, None])
def test_a_terminal_sees_how_far_it_is(monkeypatch, total):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(sys, "stderr", Terminal())
    with progress("searching", total) as report:
        report("one", 1)
        report("two", 1)
    shown = sys.stderr.getvalue()
    assert "searching: two" in shown
    assert ("2/2" in shown) == (total is not None)


def test_a_log_sees_nothing_of_what_is_soon_done(monkeypatch):
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with progress("searching", 2) as report:
        report("one", 1)
    assert sys.stderr.getvalue() == ""


@pytest.mark.parametrize(("total", "done"), [(1200, " (1,100 of 1,200 done)"), (None, "")])
def test_a_log_sees_a_line_a_while_of_what_takes_long(monkeypatch, total, done):
    clock = iter([0.0, 29.0, 31.0, 31.0, 60.0])
    monkeypatch.setattr(output, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with progress("searching", total) as report:
        report("one", 100)
        report("two", 1000)
        report("three", 100)
    assert sys.stderr.getvalue() == f"searching: two{done}\n"


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["explain", "tag", "nope"], 4, "no tag 'nope'; `jarparity explain tag '*'` lists all that there are"),
        (["explain", "tag", "*"], 0, "finish-masked"),
        (["explain", "tag", "sign-a*"], 0, "sign-abs-of-remainder  takes abs(hash % n)"),
        (["explain", "tag", "nope*"], 4, "no tag matches nope*"),
        (["explain", "tag", "finish-maskd"], 4, "no tag 'finish-maskd'; did you mean finish-masked"),
        (
            ["explain", "case", "hash-of-min-value/partition-50", "--operation", "kafka.group.*"],
            4,
            "hash-of-min-value/partition-50; did you mean hash-of-min-value/partitions-50?",
        ),
        (
            ["explain", "case", "partitions-100", "--operation", "kafka.group.partition-for"],
            4,
            "did you mean accent-and-emoji/partitions-100 or ",
        ),
        (["explain", "case", "zzz", "--operation", NAME], 4, "called zzz; globs such as 'string/*' find what there is"),
        (
            ["check", "--reference", "golden", "--operation", NAME, "--case", "nope/*"],
            4,
            "no case of the chosen operations matches --case 'nope/*'",
        ),
    ],
)
def test_what_is_misnamed_has_a_suggestion(arguments, code, said):
    shown = CliRunner().invoke(main, arguments)
    assert shown.exit_code == code
    assert said in shown.output


def test_without_a_glob_each_operation_is_one_line():
    *shown, last = CliRunner().invoke(main, ["list"]).output.splitlines()
    assert [line.split()[0] for line in shown] == list(registry.OPERATIONS)
    assert last == "`jarparity list GLOB` tells their Java methods, releases, inputs and answers"
