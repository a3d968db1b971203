"""Cases of the assignors: worked examples, faults of the originals, edges, and seeded groups of every family."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.areas.kafka_assignors import random_groups
from jarparity.areas.kafka_assignors.branch_cases import add_branches
from jarparity.areas.kafka_assignors.duplicate_claims import add_contested
from jarparity.areas.kafka_assignors.general_cases import add_unsettled
from jarparity.areas.kafka_assignors.groups import (
    ARTICLE,
    EXAMPLES,
    REMEMBERED,
    all_to_all,
    group,
    remembering,
)
from jarparity.areas.kafka_assignors.original_faults import add_faults
from jarparity.areas.kafka_assignors.round_robin_ties import add_dealt_topics
from jarparity.case_collector import Cases

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.answers import JSON
    from jarparity.cases import Case

_SMALL, _LARGE = (7, 6, 8), (60, 40, 20)
_GENERATIONS: dict[str, dict[str, int | None]] = {
    "a-is-older": {"A": 4},
    "b-is-older": {"B": 4},
    "a-knows-none": {"A": None},
    "nobody-knows": dict.fromkeys(("A", "B", "C", "C0", "C1", "C2")),
}
_HOMES = {"racks": ("r1", "r2", "r3"), "racks-one-without": ("r1", None, "r2"), "racks-far": ("r7", "r7", "r7")}


def ranges() -> Iterable[Case]:
    """Cases of `kafka.assignor.range`."""
    return _of("range")


def round_robins() -> Iterable[Case]:
    """Cases of `kafka.assignor.round-robin`."""
    return _of("round-robin")


def stickies() -> Iterable[Case]:
    """Cases of `kafka.assignor.sticky`."""
    return _of("sticky")


def cooperatives() -> Iterable[Case]:
    """Cases of `kafka.assignor.cooperative-sticky`."""
    return _of("cooperative-sticky")


def _of(assignor: str) -> Iterable[Case]:
    cases = Cases(f"kafka.assignor.{assignor}")
    for name, document in EXAMPLES.items():
        cases.add(f"worked/{name}", document, source=ARTICLE)
    if assignor in ("sticky", "cooperative-sticky"):
        _remembered(cases, assignor)
    for name, document in _edges().items():
        cases.add(f"edge/{name}", document)
    if assignor in ("sticky", "cooperative-sticky"):
        add_faults(cases, assignor)
    add_branches(cases, assignor)
    add_dealt_topics(cases, assignor)
    if assignor == "sticky":
        add_contested(cases)
        add_unsettled(cases)
    return cases


def _remembered(cases: Cases, assignor: str) -> None:
    for name in REMEMBERED:
        cases.add(f"worked/{name}", remembering(assignor, name, {}), source=ARTICLE)
        for way, generations in _GENERATIONS.items():
            cases.add(f"worked/{name}/{way}", remembering(assignor, name, generations))
            cases.add(f"worked/{name}/{way}/in-field", remembering(assignor, name, generations, fields=True))
        cases.add(f"worked/{name}/in-field", remembering(assignor, name, {}, fields=True))


def _edges() -> dict[str, JSON]:
    static = all_to_all({"t": 3, "u": 2}, ["C", "A", "B"])
    for member, instance in zip(static["members"], ("i2", None, "i1"), strict=True):
        member["instance"] = instance
    between = all_to_all({"t": 3}, ["A", "B", "C"])
    between["members"][1]["instance"] = "i"
    equal = all_to_all({"t": 5}, ["C", "A", "B"])
    for member in equal["members"]:
        member["instance"] = "i"
    edges = {
        "nobody": {"topics": {"t": 2}, "members": []},
        "nobody-nothing": {"topics": {}, "members": []},
        "one-member": all_to_all({"t": 3}, ["A"]),
        "no-topics": group({}, {"A": ["t"], "B": ["t"]}),
        "no-partitions": all_to_all({"t": 0, "u": 1}, ["A", "B"]),
        "no-subscriptions": group({"t": 2}, {"A": [], "B": []}),
        "one-without-subscription": group({"t": 2}, {"A": ["t"], "B": []}),
        "topic-twice": group({"t": 3, "u": 1}, {"A": ["t", "t"], "B": ["t", "u"]}),
        "topic-twice-for-all": group({"t": 3}, {"A": ["t", "t"], "B": ["t", "t"]}),
        "more-members-than-partitions": all_to_all({"t": 2}, ["A", "B", "C", "D"]),
        "members-by-utf16": all_to_all({"t": 5}, ["😀", "\uffff", "é", "z", "\ue000"]),
        "topics-by-utf16": all_to_all({"😀": 2, "\uffff": 2, "é": 1, "\ue000": 1}, ["A", "B"]),
        "members-with-one-hash": all_to_all({"t": 20}, list(random_groups.COLLIDING[:14])),
        "topics-with-one-hash": all_to_all(dict.fromkeys(random_groups.COLLIDING[:14], 1), ["A", "B", "C"]),
        "static-members": static,
        "static-between-dynamic": between,
        "equal-instances": equal,
        "empty-names": all_to_all({"": 2}, ["", "A"]),
    }
    racks = [["r1", "r2"], ["r2", "r3"], ["r3", "r1"], ["r1"], [], ["r9"]]
    for name, homes in _HOMES.items():
        racked = all_to_all(
            {t: [{"partition": p, "racks": of} for p, of in enumerate(racks)] for t in ("t", "u")}, ["A", "B", "C"]
        )
        for member, home in zip(racked["members"], homes, strict=True):
            member["rack"] = home
        edges[name] = racked
    one = all_to_all({"t": [{"partition": 0, "racks": []}, {"partition": 1}]}, ["A", "B"])
    return edges | {"partitions-listed-without-racks": one}
