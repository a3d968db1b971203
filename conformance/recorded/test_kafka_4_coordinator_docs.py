"""`docs/kafka-4-coordinator.md`: its program runs, and `explain group` says what the page shows."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from jarparity.check.outcome import Exit
from jarparity.cli import main

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
    said = json.loads(explained(json.loads(block("json")), "--release", "4.4.0", "--format", "json"))["releases"][
        "4.4.0"
    ]
    a, b = said["members"]
    assert (a["state"], a["givesBack"]) == ("UNREVOKED_PARTITIONS", [["t", 2]])
    assert (b["state"], b["waitsFor"]) == ("UNRELEASED_PARTITIONS", [["t", 2, "A"]])


JOIN = {"op": "heartbeat", "member": "A", "epoch": 0, "timeoutMs": 1, "topics": ["t"], "owned": {}}
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
        ([JOIN, {"op": "topics", "topics": {}}], f"{'A' * 20}dA-0"),
    ],
)
def test_what_is_said_of_a_group(steps: list[object], words: str) -> None:
    assert words in explained({"topics": {"t": 1}, "steps": steps}, "--release", "4.4.0")


@pytest.mark.parametrize(
    ("history", "words"),
    [
        ("[1", "Error: standard input: Expecting ',' delimiter"),
        ("[]", "Error: standard input: the history must be an object with topics and steps"),
        (
            '{"topics": {"t": "3"}, "steps": []}',
            'standard input: topics.t must be a number of partitions, or an object with id and partitions, not "3"',
        ),
        ('{"topics": {}, "steps": [{"op": "topics", "topics": {"t": null}}]}', "steps[0].topics.t must be a number of"),
        ('{"topics": {}, "steps": [], "config": 3}', "config: 3 is not of type object"),
        ('{"topics": {"t": 1}, "steps": 7}', "steps: "),
        ('{"topics": {"t": -1}, "steps": []}', "topics.t.partitions: "),
        ('{"topics": {}, "steps": [{"op": "sleep"}]}', "steps[0]: the field 'ms' is missing"),
        ('{"topics": {}, "steps": [], "config": {"maxSize": 0}}', "config.maxSize: "),
    ],
)
def test_what_is_no_history_is_refused_with_the_field(history: str, words: str) -> None:
    shown = CliRunner().invoke(main, ["explain", "group", "-"], input=history)
    assert shown.exit_code == Exit.USAGE
    assert words in shown.stderr


def test_a_release_that_is_not_compared_is_refused() -> None:
    shown = CliRunner().invoke(
        main, ["explain", "group", "-", "--release", "3.9.2"], input='{"topics": {}, "steps": []}'
    )
    assert "--release 3.9.2 is not compared; write one of 4.0.0, " in shown.stderr
