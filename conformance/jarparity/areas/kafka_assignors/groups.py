"""Groups that people worked out by hand: the examples of Kafka's own documentation, and faults of the originals."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from jarparity.values import sticky_bytes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from jarparity.answers import JSON

ARTICLE = "Kafka's partition assignment strategies, worked examples"
"""The examples that articles on assignors have taken from the documentation of the assignors' classes."""

TWO_TOPICS = {"T1": 3, "T2": 2}
FOUR_TOPICS = {"T0": 2, "T1": 2, "T2": 2, "T3": 2}
GROWING_TOPICS = {"T0": 1, "T1": 2, "T2": 3}
GROWING_SUBSCRIPTIONS = {"C0": ["T0"], "C1": ["T0", "T1"], "C2": ["T0", "T1", "T2"]}


def group(topics: Mapping[str, JSON], subscriptions: Mapping[str, Sequence[str]]) -> JSON:
    """A group without a past."""
    members = [{"id": member, "topics": list(subscribed)} for member, subscribed in subscriptions.items()]
    return {"topics": dict(topics), "members": members}


def all_to_all(topics: Mapping[str, JSON], members: Sequence[str]) -> JSON:
    """A group in which everybody subscribes to everything."""
    return group(topics, {member: list(topics) for member in members})


EXAMPLES: dict[str, JSON] = {
    "two-members-two-topics": all_to_all(TWO_TOPICS, ["C0", "C1"]),
    "three-members-four-topics": all_to_all(FOUR_TOPICS, ["C0", "C1", "C2"]),
    "three-members-four-topics-c1-died": all_to_all(FOUR_TOPICS, ["C0", "C2"]),
    "different-subscriptions": group(GROWING_TOPICS, GROWING_SUBSCRIPTIONS),
    "different-subscriptions-c0-left": group(GROWING_TOPICS, dict(list(GROWING_SUBSCRIPTIONS.items())[1:])),
    "four-partitions-three-members": all_to_all({"T0": 4}, ["C0", "C1", "C2"]),
    "two-topics-of-four-partitions-three-members": all_to_all({"T0": 4, "T1": 4}, ["C0", "C1", "C2"]),
}
"""Groups without a past, for every assignor."""

Past: TypeAlias = "tuple[Mapping[str, int], Mapping[str, Sequence[str]], Mapping[str, Sequence[tuple[str, int]]]]"
"""Topics, subscriptions, and what each member remembers to own."""

REMEMBERED: dict[str, Past] = {
    "three-members-four-topics-c1-died-remembered": (
        FOUR_TOPICS,
        {member: list(FOUR_TOPICS) for member in ("C0", "C2")},
        {"C0": [("T0", 0), ("T1", 1), ("T3", 0)], "C2": [("T1", 0), ("T2", 1)]},
    ),
    "different-subscriptions-c0-left-remembered": (
        GROWING_TOPICS,
        dict(list(GROWING_SUBSCRIPTIONS.items())[1:]),
        {"C1": [("T1", 0), ("T1", 1)], "C2": [("T2", 0), ("T2", 1), ("T2", 2)]},
    ),
    # Faults of the originals that a port has to reproduce.
    "stale-partition": (
        {"a": 2, "t": 2},
        {"A": ["a", "t"], "B": ["a", "t"]},
        {"A": [("a", 2)], "B": [("t", 0)]},
    ),
    "empty-subscription-first": ({"t": 3}, {"A": [], "B": ["t"]}, {"A": [("t", 2)]}),
    # Assignors compare each member's topics with those of the members before it, in the order of a HashMap: A, B.
    "empty-subscription-last": ({"t": 3}, {"A": ["t"], "B": []}, {"B": [("t", 2)]}),
    "claimed-twice": (
        {"t": 4},
        {"A": ["t"], "B": ["t"]},
        {"A": [("t", 0), ("t", 1)], "B": [("t", 0), ("t", 1)]},
    ),
    "all-claimed-by-both": (
        {"t": 2, "u": 2},
        {"A": ["t", "u"], "B": ["t", "u"]},
        {m: [("t", 0), ("t", 1), ("u", 0), ("u", 1)] for m in "AB"},
    ),
    "left-topic-still-owned": (
        {"t": 2, "u": 2},
        {"A": ["t"], "B": ["t", "u"], "C": ["u"]},
        {"A": [("u", 0)], "B": [("t", 0), ("u", 1)], "C": [("t", 1)]},
    ),
    "more-owners-than-quota": (
        {"t": 7},
        {"A": ["t"], "B": ["t"], "C": ["t"]},
        {"A": [("t", 0), ("t", 1), ("t", 2)], "B": [("t", 3), ("t", 4), ("t", 5)], "C": [("t", 6)]},
    ),
}
"""Groups with a past: topics, subscriptions, and what each member remembers."""


def remembering(
    assignor: str,
    name: str,
    generations: Mapping[str, int | None],
    *,
    fields: bool = False,
) -> JSON:
    """A group of `REMEMBERED`.

    Args:
        assignor: `sticky` or `cooperative-sticky`.
        name: Which of them.
        generations: By member the generation that it remembers; 5 where it is left out.
        fields: Generations stand in the subscription (from 3.4 on), too.
    """
    topics, subscriptions, claims = REMEMBERED[name]
    document = group(topics, subscriptions)
    for member in document["members"]:
        owned = list(claims.get(member["id"], ()))
        generation = generations.get(member["id"], 5)
        if assignor == "sticky":
            member["userData"] = sticky_bytes.write(owned, generation).hex()
        else:
            member["owned"] = [list(pair) for pair in owned]
            if generation is not None:
                member["userData"] = sticky_bytes.write_generation(generation).hex()
        if fields:
            member["generation"] = generation
    return document
