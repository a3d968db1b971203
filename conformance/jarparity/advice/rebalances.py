"""Who gets which partitions at each rebalance of a group of the classic protocol, and what moves."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from jarparity.advice import by_originals, counted, more, named
from jarparity.answers import canonical
from jarparity.original_faults import faults_of
from jarparity.ports.load import open_port
from jarparity.report.charts.amounts import printable
from jarparity.report.tables import Document, Section, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON
    from jarparity.lines import Line
    from jarparity.report.tables import Block

REBALANCES: Final = "kafka.assignor.rebalances"
"""The operation whose histories are explained."""
_CLASSES: Final = {
    "RangeAssignor": "range",
    "RoundRobinAssignor": "round-robin",
    "StickyAssignor": "sticky",
    "CooperativeStickyAssignor": "cooperative-sticky",
}
_STOPS: Final = "all members stop reading while they rebalance"
_GOES_ON: Final = "members go on reading what they keep, and a partition that moves takes two rebalances"
_REBALANCE: Final = '{"op": "rebalance"}'
_SHOWN: Final = 40
"""Members, and rebalances, that are shown."""
_NAMED: Final = 12
"""Partitions that are told of one by one."""


def completed(history: JSON) -> JSON:
    """The history with an assignor's short name in place of its class, and Kafka's default where it names none.

    Raises:
        ValueError: It is no object, or lacks topics, steps or a rebalance.
    """
    if not isinstance(history, dict):
        raise ValueError("the history must be an object with topics and steps")  # noqa: TRY004 - of a file, not of code
    if "topics" not in history:
        raise ValueError('the history has no topics: write by name how many partitions each has, such as {"orders": 3}')
    steps = history.get("steps")
    if steps is None:
        raise ValueError("the history has no steps: write joins, leaves and rebalances, one after another")
    if isinstance(steps, list) and not any(isinstance(step, dict) and step.get("op") == "rebalance" for step in steps):
        raise ValueError(f"steps have no rebalance: add {_REBALANCE} where members get their partitions")
    assignor = history.get("assignor", "range")
    short = _CLASSES.get(assignor.rpartition(".")[2], assignor) if isinstance(assignor, str) else assignor
    return {**history, "assignor": short}


def faults(line: Line, history: JSON) -> list[str]:
    """The faults of Kafka that a release shows in a history, by name."""
    (answer,) = open_port().replies(REBALANCES, line, [history])
    return [fault.name for fault in faults_of(REBALANCES) if fault.shown(history, answer)]  # type: ignore[arg-type] # copartition gives an answer to each


def moved(document: JSON) -> Document:
    """Who has what and what moved, by release; the document may have whether the `originals` agree."""
    assignor = document["assignor"]
    said = f"{assignor}: {_GOES_ON if assignor == 'cooperative-sticky' else _STOPS}"
    sections: list[Block] = []
    for _, entries in groupby(document["releases"].items(), lambda entry: canonical(entry[1])):
        releases, (its, *_) = zip(*entries, strict=True)
        blocks = [block for n, one in enumerate(its["rebalances"][:_SHOWN], 1) for block in _rebalance(n, one)]
        blocks += more(len(its["rebalances"]), _SHOWN, " rebalances")
        blocks += [f"this is a fault of Kafka: docs/findings/{name}.md" for name in its["faults"]]
        sections.append(Section(f"Kafka {', '.join(releases)}", tuple(blocks)))
    return Document((said, *sections, *by_originals(document.get("originals"), "the real assignor")), document)


def _rebalance(number: int, one: JSON) -> Iterator[Block]:
    head = f"rebalance {number} (steps[{one['step']}])"
    if "error" in one:
        yield f"{head} fails with {one['error']}"
        return
    members = one["members"]
    if not members:
        yield f"{head}: the group has no members"
        return
    read = {(*pair,) for member in members for pair in member["has"]}
    taken = sum(len(member["gaveUp"]) for member in members)
    of_those = f"; {taken:,} taken from members that stay" if taken else ""
    yield f"{head}: {len(read):,} of {counted(one['partitions'], 'partition')} have a reader{of_those}"
    rows = [
        (_name(member), *(named(member[which], _NAMED) for which in ("has", "got", "gaveUp")))
        for member in members[:_SHOWN]
    ]
    yield Table.of(["member", "has", "got", "gave up"], rows)
    yield from more(len(members), _SHOWN, " members")
    yield from _remarks(one)


def _remarks(one: JSON) -> Iterator[str]:
    by_owner = groupby(sorted(one["givenBack"], key=lambda each: each[2]), lambda each: each[2])
    for owner, those in by_owner:
        given = named([each[:2] for each in those], _NAMED)
        yield f"no member reads {given} until the next rebalance: {printable(owner)} gives up first"
    if one["unread"]:
        yield f"no member is given {named(one['unread'], _NAMED)}, though one subscribes"
    for topic, partition, names in one["twice"][:_NAMED]:
        yield f"{named([[topic, partition]])} is given to {' and '.join(map(printable, names))} at once"
    for member in one["members"][:_SHOWN]:
        if member["notThere"]:
            topics = ", ".join(map(printable, member["notThere"][:_NAMED]))
            yield f"{_name(member)} subscribes to {topics}, where there is nothing to read"


def _name(member: JSON) -> str:
    return printable(member["id"] if member["instance"] is None else f"{member['id']} ({member['instance']})")
