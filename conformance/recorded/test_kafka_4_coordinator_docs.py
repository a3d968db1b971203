"""`docs/kafka-4-coordinator.md`: its program runs, and `explain group` says what the page shows."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from jarparity.advice.groups import completed
from jarparity.check.outcome import Exit
from jarparity.cli import main
from jarparity.references.golden import GoldenReference

TEXT = (Path(__file__).parents[2] / "docs" / "kafka-4-coordinator.md").read_text("utf-8")


def block(kind: str) -> str:
    (found,) = re.findall(rf"^```{kind}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    return str(found)


def explained(history: object, *options: str) -> str:
    shown = CliRunner().invoke(main, ["explain", "group", "-", *options], input=json.dumps(history))
    assert shown.exit_code == 0, shown.output
    return shown.stdout


def test_the_program_runs() -> None:
    exec(block("python"), {})  # noqa: S102 - the page's own


def test_why_a_member_waits_is_as_shown() -> None:
    assert f"$ jarparity explain group history.json\n{explained(json.loads(block('json')))}```" in TEXT


def test_a_program_reads_by_release_who_waits_for_whom() -> None:
    said = json.loads(explained(json.loads(block("json")), "--line", "* 4.4.0", "--format", "json"))["releases"][
        "4.4.0"
    ]
    a, b = said["members"]
    assert (a["state"], a["givesBack"]) == ("UNREVOKED_PARTITIONS", [["t", 2]])
    assert (b["state"], b["waitsFor"]) == ("UNRELEASED_PARTITIONS", [["t", 2, "A"]])


def test_a_group_that_a_fault_left_without_partitions_is_told_so() -> None:
    told = [
        vector.case.id
        for vector in GoldenReference.default().vectors("kafka.group.coordinator")
        if vector.case.tags or vector.case.id.startswith("subscriptions/")
        if "a fault of Kafka: docs/findings/kafka-group-left-without-partitions.md"
        in explained(vector.case.input, "--line", "* 4.4.0")
    ]
    assert told
    assert all(id_.startswith("subscriptions/type-") for id_ in told)  # those of the fault


JOIN = {"op": "heartbeat", "member": "A", "epoch": 0, "timeoutMs": 1, "topics": ["t"], "owned": {}}
BY_REGEX = {key: value for key, value in JOIN.items() if key != "topics"}
SLEEP = {"op": "sleep", "ms": 45_000}
GIVING_BACK: list[object] = [
    {"op": "topics", "topics": {"t": 2}},
    JOIN,
    {**SLEEP, "ms": 1000},
    {**JOIN, "member": "B"},
    {"op": "heartbeat", "member": "A"},
]
AWAY = {"op": "heartbeat", "member": "A", "epoch": -2, "instance": "i"}


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ([], "Kafka 4.4.0: there is no group"),
        ([JOIN, {**JOIN, "epoch": -1}], "the group has no members"),
        ([{**JOIN, "instance": "i"}, AWAY], "A (i)   -2     t-0  t-0         is away: its partitions wait for it"),
        ([JOIN, {"op": "topics", "topics": {"t": 2}}], "A       2      t-0  t-0"),
        (
            [JOIN, JOIN, {"op": "heartbeat", "member": "", "epoch": 1}],
            "steps[2] was refused with InvalidRequestException: MemberId can",
        ),
        ([JOIN, {"op": "topics", "topics": {}}], "t (deleted)-0  t (deleted)-0  there is nothing to read in t"),
        ([JOIN, {"op": "topics", "topics": {"t": 2}}], "; its topics have changed, which the next heartbeat finds out"),
        ([JOIN, {**JOIN, "member": "B"}], "the target is of epoch 2 and stays so for another 1,000 ms"),
        ([JOIN, {**JOIN, "member": "B"}], "nothing     the target is from before it came"),
        ([{**BY_REGEX, "regex": "t.*"}], "its regular expression is not resolved yet: step tasks"),
        ([{**BY_REGEX, "regex": "x.*"}, {"op": "tasks"}], "its regular expression matches no topic"),
        ([{**JOIN, "topics": ["u", "v"]}], "nothing     there is nothing to read in u, v"),
        ([{**JOIN, "topics": []}], "subscribes to no topic"),
        ([{**JOIN, "member": "A\x1b[31m\n\ud800"}], "  A\\x1b[31m\\n\\ud800  2 "),
        ([{**JOIN, "owned": {"t": [0]}, "epoch": 3}], "roup g not found"),
        ([JOIN, SLEEP], "steps[1]: A was removed: it was silent for its session"),
        (GIVING_BACK, "has to give t-1 back first, within 1 ms"),
        (GIVING_BACK, "A has not given t-1 back yet: it has 1 ms left for that"),
        ([*GIVING_BACK, {**SLEEP, "ms": 1}], "steps[5]: A was removed: it kept partitions for its rebalance timeout"),
        (GIVING_BACK[:-1], "A has not given t-1 back yet: its next heartbeat tells it to"),
    ],
)
def test_what_is_said_of_a_group(steps: list[object], words: str) -> None:
    assert words in explained({"topics": {"t": 1}, "steps": steps}, "--line", "* 4.4.0")


@pytest.mark.parametrize(
    ("history", "words"),
    [
        ("[1", "Error: standard input: no JSON at line 1, column 3: Expecting ',' delimiter"),
        ('{"topics": {"t": 1, "t": 2}, "steps": []}', "an object of the JSON has 't' twice: write each name once"),
        ("{}", 'the history has no topics: write by name how many partitions each has, such as {"orders": 3}'),
        ('{"topics": {}}', "the history has no steps: write what happens, one after another, as `jarparity explain"),
        ('{"topics": ["t"], "steps": []}', 'topics must be an object, such as {"orders": 3}, not ["t"]'),
        ('{"topics": {"t": true}, "steps": []}', "topics.t must be a number of partitions, 0 or more, or an object"),
        ('{"topics": {}, "steps": [], "assignors": []}', "assignors: [] has fewer items than 1; write: group.consumer"),
        (
            json.dumps({"topics": {"t": 1}, "steps": [{**JOIN, "owned": {"t": [0, 0]}}]}),
            "[0, 0] has an item twice; write each once",
        ),
        (
            json.dumps({"topics": {"t": 1}, "steps": [{**JOIN, "owned": {"tt": [0]}}]}),
            "steps[0].owned names tt, which is no topic of the history (it has t), nor an id",
        ),
        ("[]", "Error: standard input: the history must be an object with topics and steps"),
        (
            '{"topics": {"t": "3"}, "steps": []}',
            'topics.t must be a number of partitions, 0 or more, or an object with id and partitions, not "3"',
        ),
        ('{"topics": {}, "steps": [{"op": "topics", "topics": {"t": null}}]}', "steps[0].topics.t must be a number of"),
        ('{"topics": {}, "steps": [], "config": 3}', "config: 3 is not of type object"),
        ('{"topics": {"t": 1}, "steps": 7}', "steps: "),
        ('{"topics": {"t": -1}, "steps": []}', "topics.t must be a number of partitions, 0 or more, or an object"),
        ('{"topics": {}, "steps": [{"op": "sleep"}]}', "steps[0]: the field 'ms' is missing"),
        ('{"topics": {}, "steps": [], "config": {"maxSize": 0}}', "config.maxSize: "),
    ],
)
def test_what_is_no_history_is_refused_with_the_field(history: str, words: str) -> None:
    shown = CliRunner().invoke(main, ["explain", "group", "-"], input=history)
    assert shown.exit_code == Exit.USAGE
    assert words in shown.stderr


def test_long_names_have_ids_of_their_own_and_short_ones_themselves() -> None:
    long = {"prod.orders.events.v1": 1, "test.orders.events.v1": 1}
    topics = completed({"topics": {"t": 1, **long}, "steps": []})["topics"]
    assert topics["t"]["id"] == f"{'A' * 20}dA"
    assert len({topic["id"] for topic in topics.values()}) == 3
    assert {len(topic["id"]) for topic in topics.values()} == {22}


def test_what_a_member_owns_may_be_said_by_name() -> None:
    steps = [
        {**JOIN, "owned": {"t": [0]}},
        {"op": "topics", "topics": {"u": 1}},
        {"op": "heartbeat", "member": "A", "owned": {"t": [], "u": [0], "AAAAAAAAAAAAAAAAAAAABw": []}},
    ]
    done = completed({"topics": {"t": 1}, "steps": steps})["steps"]
    assert [[*step["owned"]] for step in (done[0], done[2])] == [
        [f"{'A' * 20}dA"],
        [f"{'A' * 20}dA", f"{'A' * 20}dQ", "AAAAAAAAAAAAAAAAAAAABw"],
    ]


def test_a_release_that_is_not_compared_is_refused() -> None:
    shown = CliRunner().invoke(
        main, ["explain", "group", "-", "--line", "* 3.9.2"], input='{"topics": {}, "steps": []}'
    )
    assert shown.exit_code == Exit.USAGE
    assert "no release that matches * 3.9.2 has kafka.group.coordinator; it is compared on " in shown.stderr
