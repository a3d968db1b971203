"""Groups of the sticky assignor that balancing doesn't settle soon, or that it settles by undoing its moves.

A partition that moves from a member that only counts as its owner makes the taker larger and nobody smaller. Then the
balance may be no better than before, and the original takes all moves back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.areas.kafka_assignors.groups import group
from jarparity.areas.kafka_assignors.original_faults import ENDLESS, Past, remembering_past

if TYPE_CHECKING:
    from jarparity.case_collector import Cases

_STEPS: Final = 10

Subscriptions = dict[str, list[str]]

_WORKED: Final[dict[str, tuple[dict[str, int], Subscriptions, Past]]] = {
    # Until 2.2 A seems to have all of its topic, so nothing moves to it.
    "one-partition-claimed-twice-by-one": (
        {"t": 2, "u": 3},
        {"A": ["t"], "B": ["t", "u"]},
        {"A": ([("t", 0), ("t", 0)], 1), "B": ([("t", 1), ("u", 0), ("u", 1), ("u", 2)], 1)},
    ),
    "all-name-their-topics-twice": (
        {"t": 4, "u": 1, "v": 1, "w": 1},
        {"A": ["t", "t"], "B": ["t", "t"], "C": ["u", "u"], "D": ["v", "v"], "E": ["w", "w"]},
        {},
    ),
    # A partition moves on to a third member, and another one goes back to where the first came from.
    "moved-on-and-back": (
        {"a": 11, "b": 8, "c": 24, "d": 14, "e": 30},
        {
            "A": ["b", "a", "d"],
            "B": ["b", "e", "c"],
            "C": ["d", "c"],
            "D": ["d", "b", "a"],
            "E": ["c", "e", "d"],
            "F": ["b", "a", "e"],
            "G": ["a"],
        },
        {
            "D": ([], 1),
            "C": ([], 2),
            "B": ([("b", 3)], 1),
            "E": ([("d", 0), ("c", 2), ("d", 9), ("e", 12), ("e", 20)], 1),
            "A": ([("a", 2), ("a", 9), ("b", 2)], 2),
            "F": (
                [
                    ("d", 5), ("b", 3), ("a", 5), ("b", 2), ("e", 0), ("b", 0), ("c", 3), ("c", 7),
                    ("a", 8), ("a", 7), ("b", 1), ("a", 6), ("a", 1), ("e", 4), ("b", 4), ("a", 4),
                    ("e", 26), ("e", 22), ("a", 0), ("b", 6), ("e", 29),
                ],
                1,
            ),
            "G": ([], 1),
        },
    ),
    # Likewise, and what moved on must be remembered as having moved.
    "moved-on-and-remembered": (
        {"a": 9, "b": 2, "c": 6, "d": 6, "e": 1},
        {
            "A": ["b", "d"],
            "B": ["b", "e", "c"],
            "C": ["b", "e"],
            "D": ["d", "e"],
            "E": ["e"],
            "F": ["c", "e", "b"],
            "G": ["d", "a", "b", "c"],
        },
        {
            "D": (
                [
                    ("b", 1), ("b", 0), ("d", 1), ("d", 4), ("d", 3), ("d", 0),
                    ("d", 5), ("d", 2), ("e", 0),
                ],
                1,
            ),
            "A": ([], 2),
            "B": ([], 2),
            "C": ([], 1),
            "F": ([("e", 0), ("b", 1)], 2),
            "G": ([("d", 4), ("d", 2), ("d", 0), ("a", 2), ("b", 1), ("b", 0)], 1),
            "E": ([], 2),
        },
    ),
}  # fmt: skip


def add_unsettled(cases: Cases) -> None:
    """Adds them for `sticky`, named `unsettled/…`, behind all others."""
    _add_undone(cases)
    for name, (counts, subscribed, past) in _WORKED.items():
        document = remembering_past("sticky", group(counts, subscribed), past, fields=False)
        cases.add(f"unsettled/{name}", document)
    counts, subscribed, past = _stairs()
    stairs = remembering_past("sticky", group(counts, subscribed), past, fields=False)
    cases.add("unsettled/many-rounds", stairs)
    # Out of order through E, so that a port goes step by step.
    topics, subscriptions, owned = ENDLESS
    document = remembering_past(
        "sticky",
        group({**topics, "z": 1, **counts}, {**subscriptions, "E": ["z", "z"], **subscribed}),
        {**owned, **past},
        fields=False,
    )
    cases.add("unsettled/never-ends-after-many-rounds", document)


def _add_undone(cases: Cases) -> None:
    """One member remembers a partition of `t`, to which it doesn't subscribe; one that does, remembers it, too.

    The first counts as the owner and has much else: a third member gets the partition, and the second keeps it.
    """
    topics = {"t": 1, "u": 2, "v": 2}
    idle = {member: ["t"] for member in "CDEF"}
    # Until 2.2 every claim counts.
    past: Past = {
        "G": ([("u", 0), ("u", 1), ("t", 0)], 5),
        "B": ([("t", 0)], 4),
        "A": ([("v", 0), ("v", 1)], 5),
    }
    subscriptions = {"G": ["u"], "B": ["t"], "A": ["u", "v"], **idle}
    document = remembering_past("sticky", group(topics, subscriptions), past, fields=False)
    cases.add("unsettled/all-moves-undone", document)
    # With one idle member fewer the balance is better.
    subscriptions = {member: wanted for member, wanted in subscriptions.items() if member != "F"}
    document = remembering_past("sticky", group(topics, subscriptions), past, fields=False)
    cases.add("unsettled/no-moves-undone", document)
    # From 3.4.1 to 3.5.1 the older claim of B hides A's from C.
    past = {
        "C": ([("u", 0), ("u", 1), ("t", 0)], 5),
        "B": ([("t", 0)], 4),
        "A": ([("t", 0)], 5),
        "D": ([("v", 0), ("v", 1)], 5),
    }
    subscriptions = {"C": ["u"], "B": ["t"], "A": ["t"], "D": ["u", "v"], **{member: ["t"] for member in "EFGH"}}
    document = remembering_past("sticky", group(topics, subscriptions), past, fields=True)
    cases.add("unsettled/all-moves-undone/in-field", document)


def _stairs() -> tuple[dict[str, int], Subscriptions, Past]:
    """Each member has one partition more than the one before, and the last has two more.

    The partition too many goes down one step in each round, for the lower steps are visited first.
    """
    counts = {f"k{step:02}": step for step in range(1, _STEPS + 1)}
    counts[f"k{_STEPS:02}"] += 1
    subscribed: Subscriptions = {f"S{step:02}": [] for step in range(_STEPS + 1)}
    past: dict[str, tuple[list[tuple[str, int]], int]] = {}
    for step, (topic, count) in enumerate(counts.items(), 1):
        subscribed[f"S{step - 1:02}"].append(topic)
        subscribed[f"S{step:02}"].append(topic)
        past[f"S{step:02}"] = ([(topic, partition) for partition in range(count)], 1)
    return counts, subscribed, past
