"""`docs/rebalances.md`: `explain rebalances` says what the page shows; what it says of histories."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from jarparity import registry
from jarparity.advice.rebalances import REBALANCES, moved
from jarparity.check.outcome import Exit
from jarparity.cli import main
from jarparity.operation_documents import document
from jarparity.references.golden import GoldenReference
from jarparity.report.as_text import as_text

TEXT = (Path(__file__).parents[2] / "docs" / "rebalances.md").read_text("utf-8")
REBALANCE = {"op": "rebalance"}
JOIN = {"op": "join", "member": "A", "topics": ["t"]}
OTHER = {**JOIN, "member": "B"}


def explained(history: object, *options: str) -> str:
    shown = CliRunner().invoke(main, ["explain", "rebalances", "-", *options], input=json.dumps(history))
    assert shown.exit_code == 0, shown.output
    return shown.stdout


def test_the_page_shows_what_is_said() -> None:
    one, upgrade = re.findall(r"^```json\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    options = ("--line", "* 3.7.0", "--line", "* 3.9.2")
    shown = explained(json.loads(one), *options)
    assert f"$ jarparity explain rebalances history.json {shlex.join(options)}\n{shown}```" in TEXT
    assert f"$ jarparity explain rebalances upgrade.json\n{explained(json.loads(upgrade))}```" in TEXT


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
        ([{**JOIN, "topics": ["x"]}, REBALANCE], "0 of 2 partitions have a reader\n"),
        ([{**JOIN, "topics": ["x"]}, REBALANCE], "  no member subscribes to t\n"),
        ([JOIN, REBALANCE, OTHER], "not shown: 1 step after the last rebalance; add one"),
        ([{**JOIN, "release": "2.8.2"}, OTHER, REBALANCE], "others have Kafka 4.4.0\n"),
        (
            [{**JOIN, "release": "2.8.2"}, OTHER, REBALANCE],
            "  A       2.8.2    t-0  t-0  nothing\n  B                t-1",
        ),
        ([{**JOIN, "release": "2.8.2"}, REBALANCE], "each member with its release\n"),
        ([{**JOIN, "release": "4.4.0"}, REBALANCE], "  A       4.4.0    t-0 t-1"),  # the one that is asked
        (
            [JOIN, *({**JOIN, "member": f"m{n}"} for n in range(41)), REBALANCE],
            "… and 2 more members, 0 of which got or gave up some; --format json has them all",
        ),
    ],
)
def test_what_is_said_of_a_history(steps: list[object], words: str) -> None:
    assert words in explained({"topics": {"t": 2}, "steps": steps}, "--line", "* 4.4.0")


def test_a_rebalance_that_fails_is_told_by_release() -> None:
    history = {"assignor": "sticky", "topics": {"t": 2}, "steps": [{**JOIN, "topics": ["x"]}, REBALANCE]}
    said = explained(history)
    assert "Kafka 2.0.1, 2.2.2\n  rebalance 1 (steps[1]) fails with NullPointerException\n" in said
    assert "0 of 2 partitions have a reader" in said


def test_a_history_that_never_ends_is_told_so() -> None:
    said = {
        "rebalances": [{"step": 1, "error": "EndlessLoop"}],
        "notShown": 0,
        "faults": ["kafka-assignment-never-ends"],
    }
    document = moved({"assignor": "sticky", "mixed": False, "others": True, "releases": {"4.4.0": said}})
    text = as_text(document.blocks)
    assert "rebalance 1 (steps[1]) never ends: the leader doesn't come back from it\n" in text
    assert "this is a fault of Kafka: docs/findings/kafka-assignment-never-ends.md\n" in text


def test_those_that_change_are_shown_of_a_large_group() -> None:
    steps = [*({**JOIN, "member": f"m{n:02}"} for n in range(50)), REBALANCE, {**JOIN, "member": "new"}, REBALANCE]
    said = explained({"assignor": "sticky", "topics": {"t": 102}, "steps": steps}, "--line", "* 4.4.0")
    _, second = said.split("rebalance 2 ")
    assert [line.split()[0] for line in second.splitlines()[2:5]] == ["m00", "m01", "new"]
    assert "… and 11 more members, 0 of which got or gave up some" in second


def test_releases_that_lack_the_assignor_are_named() -> None:
    history = {"assignor": "cooperative-sticky", "topics": {"t": 2}, "steps": [JOIN, REBALANCE]}
    said = explained(history, "--line", "* 2.3.1", "--line", "* 2.5.0")
    assert "\nnot asked: 2.3.1, which lack the assignor, or what members send\n" in said


def test_an_assignor_may_be_named_by_its_class() -> None:
    history = {"topics": {"t": 2}, "steps": [JOIN, REBALANCE]}
    package = "org.apache.kafka.clients.consumer"
    for name in (f"{package}.RoundRobinAssignor", "RoundRobinAssignor", f"{package}.RoundRobinAssignor, {package}.X"):
        assert explained({**history, "assignor": name}) == explained({**history, "assignor": "round-robin"})


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
        (
            '{"topics": {}, "assignor": "roundrobin", "steps": [{"op": "rebalance"}]}',
            "cooperative-sticky, not roundrobin; did you mean round-robin?",
        ),
        (
            '{"topics": {}, "assignor": "com.acme.StickyAssignor", "steps": [{"op": "rebalance"}]}',
            "assignor com.acme.StickyAssignor is none of Kafka's; `jarparity assignor check` is for your own",
        ),
        ('{"topics": {}, "steps": [{"op": "heartbeat"}]}', "`jarparity explain group` explains them"),
        (json.dumps({"topics": {}, "steps": [{**JOIN, "member": ""}, REBALANCE]}), "steps[0] has an empty name: write"),
        (json.dumps({"topics": {}, "steps": [{**JOIN, "release": 3}, REBALANCE]}), "steps[0].release must be a text"),
        (
            json.dumps({"topics": {}, "steps": [{**JOIN, "release": "9.9.9"}, REBALANCE]}),
            "steps[0].release must be a release of Kafka from 2.0.0 to 4.4.0, not 9.9.9",
        ),
        (
            json.dumps({"topics": {}, "steps": [{**JOIN, "instance": "i"}, {**OTHER, "instance": "i"}, REBALANCE]}),
            'steps[1].instance: i is "A"\'s, and a broker lets one of both go: write a leave first.',
        ),
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
