"""Groups that take branches of the assignors which no other case takes: found by counting what the originals run.

`jarparity coverage` lists what is left. Each group is the smallest that we know to go there; some hardly happen on a
cluster (racks without a name, a partition claimed three times), and a port has to answer them all the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.values import sticky_bytes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from jarparity.answers import JSON
    from jarparity.case_collector import Cases


def _topic(*racks: str) -> list[JSON]:
    """Partitions with the racks of their replicas, written as one letter each; no letter is no rack."""
    return [{"partition": i, "racks": list(of)} for i, of in enumerate(racks)]


def _group(topics: Mapping[str, JSON], racks: Mapping[str, str | None]) -> JSON:
    """Members in racks, who subscribe to everything."""
    return {
        "topics": dict(topics),
        "members": [{"id": member, "topics": list(topics), "rack": rack} for member, rack in racks.items()],
    }


_SEVEN: Final = _topic("c", "c", "a", "a", "a", "c", "c")

_RACKED: Final[dict[str, JSON]] = {
    # C has its two partitions when A takes the third of the only member with three: then C matches again.
    "full-member-meets-its-rack": _group({"t": _SEVEN, "u": _SEVEN}, {"A": "a", "B": "b", "C": "c"}),
    "every-member-filled-in-its-rack": _group(
        {t: _topic("a", "a", "b", "b", "c", "c") for t in "tu"}, {"A": "a", "B": "b", "C": "c"}
    ),
    "rack-without-a-name": _group({"t": _topic("a", "b")}, {"A": "", "B": "a"}),
    "unequal-topics-and-partitions-without-racks": {
        "topics": {"u": 5, "t": _topic("", "", "", "", "a")},
        "members": [{"id": "A", "topics": ["u", "t"], "rack": "a"}, {"id": "B", "topics": ["t"], "rack": "b"}],
    },
    "moves-away-and-back": {
        "topics": {"v": 5, "u": _topic("", "a", "a"), "t": _topic("", "c")},
        "members": [
            {"id": "A", "topics": ["t", "v", "u"], "rack": "c"},
            {"id": "B", "topics": ["v", "u"], "rack": "a"},
            {"id": "D", "topics": ["t"]},
            {"id": "C", "topics": ["u", "t"]},
        ],
    },
}
"""Groups without a past, for every assignor."""


_REMEMBERED: Final[dict[str, tuple[JSON, Mapping[str, tuple[Sequence[tuple[str, int]], int]]]]] = {
    "claimed-twice-then-by-a-newer": (
        _group({"t": 4}, {"A": None, "B": None, "C": None}),
        {"A": ([("t", 0)], 1), "B": ([("t", 0)], 1), "C": ([("t", 0)], 2)},
    ),
    "gone-partition-in-a-rack": (_group({"t": _topic("a", "b")}, {"A": "a", "B": "b"}), {"A": ([("t", 5)], 1)}),
    # Two members have nothing, and one partition is free: the other one's comes from A or B.
    "free-partitions-run-out": (
        _group({"t": 5}, dict.fromkeys("ABCD")),
        {"A": ([("t", 0), ("t", 1)], 1), "B": ([("t", 2), ("t", 3)], 1)},
    ),
    # One of two partitions that moved the same way moves on.
    "moves-on-and-leaves-another": (
        {
            "topics": {"v": _topic("", "a"), "u": 2, "t": 2, "w": 4},
            "members": [
                {"id": "A", "topics": ["t"], "rack": "a"},
                {"id": "B", "topics": ["v", "u", "t"]},
                {"id": "C", "topics": ["w", "u", "t"], "rack": "a"},
            ],
        },
        {"B": ([("u", 0), ("v", 2)], 1)},
    ),
}
"""Groups with a past, for the sticky assignors."""


def _with_past(assignor: str, document: JSON, past: Mapping[str, tuple[Sequence[tuple[str, int]], int]]) -> JSON:
    """Members remember partitions, each of a generation that stands in both places where lines look for it."""
    members = []
    for member in document["members"]:
        owned, generation = past.get(member["id"], ((), -1))
        told: dict[str, JSON] = {"generation": generation}
        if assignor == "sticky":
            told["userData"] = sticky_bytes.write(owned, generation).hex()
        else:
            told |= {
                "owned": [list(pair) for pair in owned],
                "userData": sticky_bytes.write_generation(generation).hex(),
            }
        members.append({**member, **told})
    return {**document, "members": members}


def add_branches(cases: Cases, assignor: str) -> None:
    """Adds them for an assignor, named `branch/…`."""
    for name, document in _RACKED.items():
        cases.add(f"branch/{name}", document)
    if assignor in ("sticky", "cooperative-sticky"):
        for name, (document, past) in _REMEMBERED.items():
            cases.add(f"branch/{name}", _with_past(assignor, document, past))
