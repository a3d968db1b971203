"""Who gets which partitions at each rebalance of a group of the classic protocol, and what moves."""

from __future__ import annotations

import difflib
from itertools import groupby
from typing import TYPE_CHECKING, Final

from jarparity.advice import alike, by_originals, counted, member_name, more, named
from jarparity.answers import Value, canonical
from jarparity.original_faults import faults_of
from jarparity.report.charts.amounts import printable
from jarparity.report.tables import Document, Section, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jarparity.answers import JSON
    from jarparity.report.tables import Block

REBALANCES: Final = "kafka.assignor.rebalances"
"""The operation whose histories are explained."""
_PACKAGE: Final = "org.apache.kafka.clients.consumer."
_CLASSES: Final = {
    "RangeAssignor": "range",
    "RoundRobinAssignor": "round-robin",
    "StickyAssignor": "sticky",
    "CooperativeStickyAssignor": "cooperative-sticky",
}
_STOPS: Final = "all members stop reading while they rebalance"
_GOES_ON: Final = "members go on reading what they keep, and a partition that moves takes two rebalances"
_REBALANCE: Final = '{"op": "rebalance"}'
_IDS: Final = (
    "members are sorted by their ids, static ones by their instances; ids are random in a real group: others may "
    "be affected there"
)
_SHOWN: Final = 40
"""Members, and rebalances, that are shown."""
_NAMED: Final = 12
"""Partitions that are told of one by one."""


def completed(history: JSON) -> JSON:
    """The history with an assignor's short name in place of its class, and Kafka's default where it names none.

    Raises:
        ValueError: It is no object, lacks topics, steps or a rebalance, is one of Kafka 4's protocol, names no assignor
            of Kafka's, or has a member without a name or two members with one instance.
    """
    if not isinstance(history, dict):
        raise ValueError("the history must be an object with topics and steps")  # noqa: TRY004 - of a file, not of code
    if "topics" not in history:
        raise ValueError('the history has no topics: write by name how many partitions each has, such as {"orders": 3}')
    steps = history.get("steps")
    if steps is None:
        raise ValueError("the history has no steps: write joins, leaves and rebalances, one after another")
    if isinstance(steps, list):
        _check([step if isinstance(step, dict) else {} for step in steps])
    return {**history, "assignor": _assignor(history.get("assignor", "range"))}


def without_releases(history: JSON) -> JSON:
    """The history as the operation takes it: there all members have one release."""
    steps = history["steps"]
    if not isinstance(steps, list):
        return history
    plain = [{k: v for k, v in step.items() if k != "release"} if isinstance(step, dict) else step for step in steps]
    return {**history, "steps": plain}


def of_own_release(history: JSON) -> list[bool]:
    """Whether a member brings a release of its own, for each that joins."""
    return ["release" in step for step in history["steps"] if step["op"] == "join"]


def _check(steps: list[dict[str, JSON]]) -> None:
    ops = [step.get("op") for step in steps]
    if "heartbeat" in ops:
        raise ValueError("heartbeats are of Kafka 4's protocol: `jarparity explain group` explains them")
    if "rebalance" not in ops:
        raise ValueError(f"steps have no rebalance: add {_REBALANCE} where members get their partitions")
    instances: dict[JSON, JSON] = {}
    for place, step in enumerate(steps):
        member, instance = canonical(step.get("member")), step.get("instance")
        if step.get("member") == "" or instance == "":
            raise ValueError(f"steps[{place}] has an empty name: write the member's id, or its instance")
        if not isinstance(step.get("release", ""), str):
            wanted = f'steps[{place}].release must be a text such as "2.8.2": the member\'s kafka-clients'
            raise ValueError(wanted)  # noqa: TRY004 - of a file, not of code
        if step.get("op") == "leave":
            instances = {known: holder for known, holder in instances.items() if holder != member}
        elif step.get("op") == "join" and isinstance(instance, str):
            if instance in instances:
                raise ValueError(
                    f"steps[{place}].instance: {printable(instance)} is {instances[instance]}'s, and a broker lets one "
                    "of both go: write a leave first. A static member that is back in time causes no rebalance"
                )
            instances[instance] = member


def _assignor(name: JSON) -> JSON:
    """The short name; the first one of a list is what a group takes whose members all have that list."""
    first = name.partition(",")[0].strip() if isinstance(name, str) else name
    if not isinstance(first, str):
        return first
    known = {**{short: short for short in _CLASSES.values()}, **_CLASSES}
    short = known.get(first.removeprefix(_PACKAGE))
    if short is not None:
        return short
    if "." in first:
        raise ValueError(f"assignor {printable(first)} is none of Kafka's; `jarparity assignor check` is for your own")
    folded = {known_name.lower().replace("-", ""): known_name for known_name in known}
    near = difflib.get_close_matches(first.lower().replace("-", ""), folded, n=1)
    meant = f"; did you mean {folded[near[0]]}?" if near else ""
    raise ValueError(f"assignor must be one of {', '.join(_CLASSES.values())}, not {printable(first)}{meant}")


def faults(history: JSON, said: JSON) -> list[str]:
    """The faults of Kafka that show in what is said of a history, by name."""
    answer = Value([_answer(one) for one in said["rebalances"]])
    return [fault.name for fault in faults_of(REBALANCES) if fault.shown(history, answer)]


def _answer(one: JSON) -> JSON:
    """What the operation answers at a rebalance."""
    if "error" in one:
        return {"error": {"kind": one["error"]}}
    return {member["id"]: member["has"] for member in one["members"]}


def moved(document: JSON, left_out: Iterable[str] = ()) -> Document:
    """Who has what and what moved, by release; the document may have whether the `originals` agree.

    Args:
        document: The answers.
        left_out: Releases that the history can't be put to.
    """
    assignor = document["assignor"]
    blocks: list[Block] = [f"{assignor}: {_GOES_ON if assignor == 'cooperative-sticky' else _STOPS}"]
    if left_out := [*left_out]:
        blocks.append(f"not asked: {', '.join(left_out)}, which lack the assignor, or what members send")
    for releases, its in alike(document["releases"]):
        of_others = f"others have Kafka {releases}" if document["others"] else "each member with its release"
        title = of_others if document["mixed"] else f"Kafka {releases}"
        blocks.append(Section(title, tuple(_history(its, document))))
    blocks.append(_IDS)
    if not document["mixed"]:
        blocks += by_originals(document.get("originals"), "the real assignor")
    return Document(tuple(blocks), document)


def _history(its: JSON, document: JSON) -> Iterator[Block]:
    before: set[str] = set()
    for number, one in enumerate(its["rebalances"][:_SHOWN], 1):
        yield from _rebalance(number, one, mixed=document["mixed"])
        lasting = [*_lasting(one)]
        yield from (remark for remark in lasting if remark not in before)
        before = {*lasting}
    yield from more(len(its["rebalances"]), _SHOWN, " rebalances")
    if its["notShown"]:
        yield f"not shown: {counted(its['notShown'], 'step')} after the last rebalance; add one"
    for name in its["faults"]:
        yield f"this is a fault of Kafka: docs/findings/{name}.md"


def _rebalance(number: int, one: JSON, *, mixed: bool) -> Iterator[Block]:
    head = f"rebalance {number} (steps[{one['step']}])"
    if "error" in one:
        ends = "never ends: the leader doesn't come back from it" if one["error"] == "EndlessLoop" else None
        yield f"{head} {ends or 'fails with ' + one['error']}"
        return
    members = one["members"]
    if not members:
        yield f"{head}: the group has no members"
        return
    read = {(*pair,) for member in members for pair in member["has"]}
    taken = sum(member["taken"] for member in members)
    of_those = f"; {taken:,} taken from members that stay" if taken else ""
    yield f"{head}: {len(read):,} of {counted(one['partitions'], 'partition')} have a reader{of_those}"
    # In a large group, those with which something happens.
    rows = sorted(members, key=lambda each: not (each["got"] or each["gaveUp"])) if len(members) > _SHOWN else members
    cells = ("has", "got", "gaveUp")
    yield Table.of(
        ["member", *(["release"] if mixed else []), "has", "got", "gave up"],
        [
            (
                member_name(each),
                *([each["release"] or ""] if mixed else []),
                *(named(each[cell], _NAMED) for cell in cells),
            )
            for each in rows[:_SHOWN]
        ],
    )
    changed = sum(bool(each["got"] or each["gaveUp"]) for each in rows[_SHOWN:])
    yield from more(len(members), _SHOWN, f" members, {changed:,} of which got or gave up some")
    if mixed:
        yield f"{printable(one['leader'])} leads: its release decides"
    yield from _remarks(one)


def _remarks(one: JSON) -> Iterator[str]:
    by_owner = groupby(sorted(one["givenBack"], key=lambda each: each[2]), lambda each: each[2])
    for owner, those in by_owner:
        given = named([each[:2] for each in those], _NAMED)
        yield f"no member reads {given} until the next rebalance: {printable(owner)} has to give it up first"
    for topic, partition, old, new in one["atOnce"][:_NAMED]:
        goes = f"{named([[topic, partition]])} goes from {printable(old)} to {printable(new)}"
        yield f"{goes} in one rebalance: for a while both read it"
    if one["unread"]:
        yield f"no member is given {named(one['unread'], _NAMED)}, though one subscribes"
    for topic, partition, names in one["twice"][:_NAMED]:
        yield f"{named([[topic, partition]])} is given to {' and '.join(map(printable, names))} at once"


def _lasting(one: JSON) -> Iterator[str]:
    """What is said once, and not again while it is so."""
    if one.get("members") and one["unsubscribed"]:
        yield f"no member subscribes to {', '.join(map(printable, one['unsubscribed'][:_NAMED]))}"
    for member in one.get("members", [])[:_SHOWN]:
        if member["notThere"]:
            topics = ", ".join(map(printable, member["notThere"][:_NAMED]))
            yield f"{member_name(member)} subscribes to {topics}, where there is nothing to read"
