"""Cases of `flink.rescale.operator-state`: who restores which elements of lists, unions and broadcasts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.case_collector import Cases
from jarparity.values.boundary import COLLIDING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Protocol

    from jarparity.answers import JSON
    from jarparity.cases import Case

    class _Add(Protocol):
        """Adds a case of these subtasks at another parallelism."""

        def __call__(
            self, name: str, subtasks: list[JSON], new: int, *, old: int | None = None, source: str | None = None
        ) -> None: ...


_MODES = {"split": "SPLIT_DISTRIBUTE", "union": "UNION", "broadcast": "BROADCAST"}
_NAMES = ("s", "t", "offsets", "Aa", "BB", "reader-states", "topic-partition-offset-states", "é", "\U0001f600")


def operator_state() -> Iterable[Case]:
    """Cases of `flink.rescale.operator-state`."""
    cases = Cases("flink.rescale.operator-state")

    def add(name: str, subtasks: list[JSON], new: int, *, old: int | None = None, source: str | None = None) -> None:
        document = _rescale(subtasks, new)
        cases.add(name, document if old is None else {**document, "oldParallelism": old}, source=source)

    _partly_finished(add)
    for label, mode in _MODES.items():
        for new in (1, 2, 3, 4, 7):
            add(f"{label}/3-to-{new}", [[_handle(f"h{i}", s=(mode, 2 + i))] for i in range(3)], new)
        add(f"{label}/one-has-none", [[_handle("h0", s=(mode, 3))], [_handle("h1", s=(mode, 0))], []], 2)
        add(f"{label}/nobody-has-any", [[_handle("h0", s=(mode, 0))], [_handle("h1")]], 3)
        add(f"{label}/empty-between", [[_handle(f"h{i}", s=(mode, n))] for i, n in enumerate((2, 0, 0, 3))], 2)
        for new in (1, 2, 3):
            add(f"{label}/one-file-twice/to-{new}", [[_handle("h", s=(mode, 2))], [_handle("h", s=(mode, 3))]], new)
        twice = [[_handle("h", s=(mode, 2)), _handle("h", t=(mode, 1), s=("BROADCAST", 2))], [_handle("k")]]
        add(f"{label}/one-file-twice-in-a-subtask", twice, 2)
    _orders(add)
    mixed = [
        [_handle(f"h{i}", a=("SPLIT_DISTRIBUTE", 2), b=("UNION", 1), c=("BROADCAST", 1), d=("SPLIT_DISTRIBUTE", i))]
        for i in range(4)
    ]
    for new in (1, 3, 4, 6):
        add(f"mixed/4-to-{new}", mixed, new)
    first, second, third = ("UNION", 2), ("BROADCAST", 1), ("BROADCAST", 3)
    changed = [[_handle("h0", s=first)], [_handle("h1", s=second)], [_handle("h0", s=third)]]
    for new in (2, 3):
        add(f"one-name-two-modes/to-{new}", changed, new)
    for name, subtasks, new, old in (
        ("no-new-subtask", mixed, 0, 4),
        ("negative", mixed, -1, 4),
        ("fewer-than-said", mixed, 2, 5),
        ("more-than-said", mixed, 2, 3),
        ("nobody", [], 2, 0),
        ("nobody-refused", [], 0, 0),
        ("negative-old", [], 2, -1),
    ):
        add(f"edge/{name}", subtasks, new, old=old)
    return cases


def _partly_finished(add: _Add) -> None:
    """Broadcast state at an equal parallelism: the test of FLINK-38131, by the number of those that reported."""
    broadcast = "BROADCAST"
    two_files = [
        [_handle("h0a", s=(broadcast, 2)), _handle("h0b", s=(broadcast, 1))],
        [_handle("h1", s=(broadcast, 2))],
        [_handle("h2", s=(broadcast, 2))],
    ]
    add("broadcast/all-reported/two-files", two_files, 3, source="FLINK-38131")
    one_finished = [[_handle("h0", s=(broadcast, 2))], [], [_handle("h2", s=(broadcast, 2))]]
    add("broadcast/one-finished", one_finished, 3, source="FLINK-23475")
    for parallelism in (63, 64, 65, 128):
        files = [[_handle(f"h{i}", s=(broadcast, 1))] for i in range(parallelism)]
        files[0].append(_handle("more", s=(broadcast, 1)))
        add(f"broadcast/all-reported/of-{parallelism}", files, parallelism, source="FLINK-38131")
    union = [[_handle("h0", u=("UNION", 1), s=(broadcast, 1))], [], [_handle("h2", u=("UNION", 2))]]
    add("union/one-finished", union, 3)
    split = [[_handle("h0", s=("SPLIT_DISTRIBUTE", 5))], [], [_handle("h2", s=("SPLIT_DISTRIBUTE", 1))]]
    add("split/one-finished", split, 3)


def _orders(add: _Add) -> None:
    """The odd elements of one state go on where those of the state before it ended, in the order of a HashMap."""
    for label, names in {
        "few": _NAMES,
        "colliding": COLLIDING[:12],
        "resized": [f"state-{i}" for i in range(13)],
        "resized-twice": [f"state-{i}" for i in range(30)],
    }.items():
        handles = [[_handle(f"h{i}", **dict.fromkeys(names, ("SPLIT_DISTRIBUTE", 1)))] for i in range(2)]
        for new in (3, 5):
            add(f"order/{label}/to-{new}", handles, new)
    odd = [[_handle("h0", **{name: ("SPLIT_DISTRIBUTE", 1 + i % 3) for i, name in enumerate(_NAMES)})]]
    for new in (2, 3, 4):
        add(f"order/odd-counts/to-{new}", odd, new)


def _rescale(subtasks: list[JSON], new: int) -> JSON:
    return {"oldParallelism": len(subtasks), "newParallelism": new, "subtasks": subtasks}


def _handle(file: str, **states: tuple[str, int]) -> JSON:
    """A file with so many elements of each state."""
    found, at = {}, 0
    for name, (mode, count) in states.items():
        found[name] = {"mode": mode, "offsets": [str(at + 8 * i) for i in range(count)]}
        at += 8 * count
    return {"handle": file, "states": found}
