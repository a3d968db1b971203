"""`docs/rebalances.md`: `explain rebalances` says what the page shows; what it says of histories."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from jarparity import registry
from jarparity.advice.rebalances import REBALANCES
from jarparity.check.outcome import Exit
from jarparity.cli import main
from jarparity.operation_documents import document
from jarparity.references.golden import GoldenReference

TEXT = (Path(__file__).parents[2] / "docs" / "rebalances.md").read_text("utf-8")
REBALANCE = {"op": "rebalance"}
JOIN = {"op": "join", "member": "A", "topics": ["t"]}
OTHER = {**JOIN, "member": "B"}


def explained(history: object, *options: str) -> str:
    shown = CliRunner().invoke(main, ["explain", "rebalances", "-", *options], input=json.dumps(history))
    assert shown.exit_code == 0, shown.output
    return shown.stdout


def test_the_page_shows_what_is_said() -> None:
    (history,) = re.findall(r"^```json\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    options = ("--line", "* 3.7.0", "--line", "* 3.9.2")
    shown = explained(json.loads(history), *options)
    assert f"$ jarparity explain rebalances history.json {shlex.join(options)}\n{shown}```" in TEXT


def test_the_page_has_every_step() -> None:
    definitions = document(registry.operation(REBALANCES), ())["input"]["$defs"]
    steps = definitions["group-step"]["properties"]["op"]["enum"]
    (table,) = re.findall(r"^\| step .*?\n\n", TEXT, re.MULTILINE | re.DOTALL)
    assert {name for name in re.findall(r"`(\w+)`", table) if name in steps} == {*steps}


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ([REBALANCE], "rebalance 1 (steps[0]): the group has no members"),
        ([JOIN, REBALANCE], "range: all members stop reading while they rebalance"),
        (
            [JOIN, REBALANCE, OTHER, REBALANCE],
            "rebalance 2 (steps[3]): 2 of 2 partitions have a reader; 1 taken from mem",
        ),
        ([{**JOIN, "topics": ["t", "x"]}, REBALANCE], "A subscribes to x, where there is nothing to read"),
        ([{**JOIN, "instance": "i", "member": "A\x1b[31m"}, REBALANCE], "  A\\x1b[31m (i)  t-0 t-1"),
        ([JOIN, REBALANCE, OTHER, REBALANCE, *[REBALANCE] * 40], "… and 2 more rebalances; --format json has them all"),
    ],
)
def test_what_is_said_of_a_history(steps: list[object], words: str) -> None:
    assert words in explained({"topics": {"t": 2}, "steps": steps}, "--line", "* 4.4.0")


def test_a_rebalance_that_fails_is_told_by_release() -> None:
    history = {"assignor": "sticky", "topics": {"t": 2}, "steps": [{**JOIN, "topics": ["x"]}, REBALANCE]}
    said = explained(history)
    assert "Kafka 2.0.1, 2.2.2\n  rebalance 1 (steps[1]) fails with NullPointerException\n" in said
    assert "0 of 0 partitions have a reader" in said


def test_an_assignor_may_be_named_by_its_class() -> None:
    history = {"topics": {"t": 2}, "steps": [JOIN, REBALANCE]}
    named = explained({**history, "assignor": "org.apache.kafka.clients.consumer.RoundRobinAssignor"})
    assert named == explained({**history, "assignor": "round-robin"})


def test_the_known_fault_of_a_history_is_named_and_no_other_is() -> None:
    fault = "this is a fault of Kafka: docs/findings/kafka-subscribed-to-nothing.md"
    vectors = GoldenReference.default().vectors(REBALANCES)
    told = {vector.case.id for vector in vectors if "a fault of Kafka" in explained(vector.case.input)}
    shown = {v.case.id for v in vectors if v.case.id in told and fault in explained(v.case.input, "--line", "* 4.4.0")}
    assert (
        shown
        == told
        == {
            "generated/cooperative-sticky/static/of-6/ff851c0352f2",
            "generated/sticky/dynamic/of-14/735f6d22c15b",
        }
    )


@pytest.mark.parametrize(
    ("history", "words"),
    [
        ("[]", "Error: standard input: the history must be an object with topics and steps"),
        ("{}", 'the history has no topics: write by name how many partitions each has, such as {"orders": 3}'),
        ('{"topics": {}}', "the history has no steps: write joins, leaves and rebalances, one after another"),
        ('{"topics": {}, "steps": []}', 'steps have no rebalance: add {"op": "rebalance"} where members get their'),
        ('{"topics": {}, "steps": 7}', "steps: "),
        ('{"topics": {"t": "3"}, "steps": [{"op": "rebalance"}]}', "topics.t: "),
        ('{"topics": {}, "assignor": "ranges", "steps": [{"op": "rebalance"}]}', "assignor: "),
        ('{"topics": {}, "assignor": 7, "steps": [{"op": "rebalance"}]}', "assignor: "),
        ('{"topics": {}, "steps": [{"op": "leave", "member": "A"}, {"op": "rebalance"}]}', "steps[0].member: "),
    ],
)
def test_what_is_no_history_is_refused_with_the_field(history: str, words: str) -> None:
    shown = CliRunner().invoke(main, ["explain", "rebalances", "-"], input=history)
    assert shown.exit_code == Exit.USAGE
    assert words in shown.stderr


def test_a_release_without_static_members_is_refused() -> None:
    history = {"topics": {"t": 1}, "steps": [{**JOIN, "instance": "i"}, REBALANCE]}
    shown = CliRunner().invoke(main, ["explain", "rebalances", "-", "--line", "* 2.3.1"], input=json.dumps(history))
    assert shown.exit_code == Exit.USAGE
    assert "static members are there from kafka-clients 2.4 on; this asks kafka-clients 2.3.1 at most" in shown.stderr
