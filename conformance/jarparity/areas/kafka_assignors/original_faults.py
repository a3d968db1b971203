"""The smallest groups that show what the sticky assignors themselves do wrong; `docs/originals-faults.md` tells.

A port has to answer as the originals do; each fault has beside it, where there is one, the same group without it.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from jarparity.areas.kafka_assignors.groups import group
from jarparity.values import sticky_bytes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from jarparity.answers import JSON
    from jarparity.case_collector import Cases

Past: TypeAlias = "Mapping[str, tuple[Sequence[tuple[str, int]], int]]"
"""By member what it remembers to own, and of which generation."""

_FAULTS: dict[str, tuple[Mapping[str, JSON], Mapping[str, Sequence[str]], Past]] = {
    "given-twice": ({"a": 1, "t": 1}, {"A": ["a"], "B": ["t"]}, {"A": ([("a", 3)], 1), "B": ([("t", 0)], 1)}),
    "given-though-gone": ({"t": 2}, {"A": ["t"]}, {"A": ([("t", 5)], 1)}),
    "gone-and-fails": ({"t": 1}, {"A": ["t"]}, {"A": ([("t", 1)], 1)}),
    "subscribed-to-nothing-first": ({"t": 1}, {"A": [], "B": ["t"]}, {}),
    "subscribed-to-nothing-last": ({"t": 1}, {"A": ["t"], "B": []}, {}),
    "owner-set-aside": (
        {"t": 1, "u": 1},
        {"A": [], "B": ["t"], "C": ["t", "u"]},
        {"A": ([("t", 0)], 0), "C": ([("t", 0)], 1)},
    ),
    "topic-twice-hides-a-difference": ({"t": 1, "u": 3}, {"A": ["u", "t"], "B": ["t", "t"]}, {}),
    "topic-once-shows-it": ({"t": 1, "u": 3}, {"A": ["u", "t"], "B": ["t"]}, {}),
    "topic-twice-for-all": (
        {"t": 4},
        {"A": ["t", "t"], "B": ["t", "t"]},
        {"A": ([("t", 0), ("t", 1), ("t", 2), ("t", 3)], 1)},
    ),
    "older-claim-wins": ({"t": 2}, {"A": ["t"], "B": ["t"]}, {"A": ([("t", 0)], 5), "B": ([("t", 0)], 4)}),
    "newer-claim-wins": ({"t": 2}, {"A": ["t"], "B": ["t"]}, {"A": ([("t", 0)], 4), "B": ([("t", 0)], 5)}),
}


_GENERAL: dict[str, tuple[Mapping[str, JSON], Mapping[str, Sequence[str]], Past]] = {
    # Members without topics of others are set aside, and partitions remember them as former owners all the same.
    "aside-with-another-s-claim": (
        {"b": 2, "c": 1},
        {"A": ["c"], "B": ["b"], "D": [], "E": ["c"]},
        {"B": ([("c", 0)], 3), "D": ([("c", 0)], 1), "E": ([("c", 0)], 3)},
    ),
    "aside-after-one-that-is-not": (
        {"a": 5, "b": 4},
        {"A": ["a", "b"], "B": [], "D": ["a"], "E": ["a"]},
        {"B": ([("a", 3)], 1), "D": ([], 2)},
    ),
    "aside-though-others-can-move": (
        {"a": 4, "b": 1},
        {"A": ["a"], "B": [], "C": ["b"], "D": ["a"]},
        {"A": ([("a", 3), ("a", 1)], 1), "B": ([("a", 1)], 1), "D": ([("a", 3)], 1)},
    ),
    "aside-and-balanced-but-for-one": (
        {"a": 5},
        {"A": [], "B": [], "D": ["a"], "E": ["a"]},
        {"A": ([("a", 0)], 1), "B": ([("a", 0)], 2)},
    ),
    "aside-and-balanced-member-by-member": (
        {"a": 6, "b": 4, "c": 4},
        {"A": [], "B": ["a", "b"], "C": ["b"], "D": ["b", "c", "c"]},
        {"A": ([("c", 2)], 1), "B": ([("a", 3)], 2), "C": ([("a", 3)], 1)},
    ),
    "back-to-a-former-owner": (
        {"a": 2, "b": 6},
        {"A": ["a", "b"], "D": ["a", "a"], "E": ["b"]},
        {"A": ([("a", 0), ("a", 1)], 2), "D": ([("a", 0), ("a", 1)], 1)},
    ),
    "nothing-but-a-gone-partition": (
        {"a": 1, "b": 2},
        {"A": ["a", "b"], "B": ["b"], "C": [], "D": ["a"]},
        {"C": ([("a", 2)], 1)},
    ),
    "moves-that-even-out": (
        {"a": 3, "c": 1},
        {"B": ["c"], "D": ["a", "c"], "E": ["a"]},
        {"D": ([("c", 0)], 1), "E": ([("c", 0)], 1)},
    ),
    "owned-twice-by-one": (
        {"a": 2, "b": 1, "c": 2},
        {"A": ["a", "b", "b"], "C": ["a", "c", "a"]},
        {
            "A": ([("a", 1), ("b", 0), ("b", 0)], 1),
            "C": ([("a", 0), ("a", 1), ("b", 0), ("a", 0), ("a", 1)], 1),
        },
    ),
}
"""Groups that lead the general algorithm astray: what changes of a port's code showed to be missing."""


_HANDED_OVER_TWICE: tuple[Mapping[str, Sequence[str]], Past] = (
    {member: ["t"] for member in "ABCDE"},
    {
        "A": ([("t", 0), ("t", 1), ("t", 2)], 1),
        "C": ([("t", 0), ("t", 3), ("t", 4)], 1),
        "D": ([("t", 5), ("t", 6), ("t", 7)], 1),
        "E": ([("t", 8), ("t", 9), ("t", 10)], 1),
    },
)
"""At 2.8.0 two members give B the partition that both claim; one of the two is taken out of B's list again."""


ENDLESS: tuple[Mapping[str, JSON], Mapping[str, Sequence[str]], Past] = (
    {"a": 3, "b": 3, "c": 5, "d": 6},
    {"A": ["b"], "B": ["c", "d", "b"], "C": ["b", "d"], "D": ["b", "d", "a"]},
    {"D": ([("b", 2), ("b", 1), ("b", 0), ("d", 1)], 1)},
)
"""The smallest group found on which the sticky assignors never end; each line takes a second to be sure of it."""


def add_faults(cases: Cases, assignor: str) -> None:
    """Adds them for `sticky` or `cooperative-sticky`, named `fault/…`; with generations in the field, too, from 3.4."""
    for name, (topics, subscriptions, past) in _FAULTS.items():
        cases.add(f"fault/{name}", remembering_past(assignor, group(topics, subscriptions), past, fields=False))
        if past:
            cases.add(
                f"fault/{name}/in-field", remembering_past(assignor, group(topics, subscriptions), past, fields=True)
            )
    for generations in product((4, 5), repeat=3):
        claims: Past = {member: ([("t", 0)], known) for member, known in zip("ABC", generations, strict=True)}
        kind = "-".join(map(str, generations))
        for fields in (False, True):
            document = remembering_past(
                assignor, group({"t": 4}, {member: ["t"] for member in "ABC"}), claims, fields=fields
            )
            cases.add(f"claimed-by-three/{kind}{'/in-field' * fields}", document)
    if assignor == "sticky":
        topics, subscriptions, past = ENDLESS
        cases.add("fault/never-ends", remembering_past(assignor, group(topics, subscriptions), past, fields=False))
    else:
        subscriptions, past = _HANDED_OVER_TWICE
        document = remembering_past(assignor, group({"t": 11}, subscriptions), past, fields=False)
        cases.add("fault/handed-over-twice", document)
        owned: Past = {member: ([("t", 2 * n), ("t", 2 * n + 1)], 1) for n, member in enumerate("ABC")}
        document = remembering_past(assignor, group({"t": 7}, subscriptions), owned, fields=False)
        cases.add("free-partitions-run-out/first-of-two", document)
    for name, (topics, subscriptions, past) in _GENERAL.items():
        cases.add(f"astray/{name}", remembering_past(assignor, group(topics, subscriptions), past, fields=False))


def remembering_past(assignor: str, document: JSON, past: Past, *, fields: bool) -> JSON:
    """Tells the group's members what they remember, in user data; its generation in its field, too, on demand."""
    for member in document["members"]:
        if member["id"] not in past:
            continue
        owned, generation = past[member["id"]]
        if assignor == "sticky":
            member["userData"] = sticky_bytes.write(owned, generation).hex()
        else:
            member["owned"] = [list(pair) for pair in owned]
            member["userData"] = sticky_bytes.write_generation(generation).hex()
        if fields:
            member["generation"] = generation
    return document
