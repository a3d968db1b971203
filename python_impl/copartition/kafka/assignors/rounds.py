"""Rounds of balancing that may never end: `AbstractStickyAssignor.performReassignments` repeats until nothing moves.

A partition may be held back in favour of another one that moved the other way before
(`PartitionMovements.getTheActualPartitionToBeMoved`), and that one may then leave a member which has few. So partitions
can move in a circle, even in a group in which nothing is out of order, and the original goes on for ever. A state that
comes again proves that it does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition.errors import EndlessLoop

if TYPE_CHECKING:
    from collections.abc import Callable

_ROUNDS = 8
"""Rounds before states are compared: a group that comes to an end takes a handful."""

_MESSAGE = (
    "the original never ends on this group: partitions move between its members in a circle; "
    "it ends if a member comes without the partitions that it remembers"
)


class Rounds:
    """Compares the state after each round with one that is kept for twice as long each time (Brent's algorithm).

    Args:
        state: What the next round depends on, and nothing else.
    """

    __slots__ = ("_keep_until", "_kept", "_passed", "_state")

    def __init__(self, state: Callable[[], object]) -> None:
        self._state = state
        self._kept: object = None
        self._keep_until = _ROUNDS
        self._passed = 0

    def passed(self) -> None:
        """Says that a round has passed that moved something.

        Raises:
            EndlessLoop: The state is one that has been there before.
        """
        self._passed += 1
        if self._passed < _ROUNDS:
            return
        state = self._state()
        if state == self._kept:
            raise EndlessLoop(_MESSAGE)
        if self._passed == self._keep_until:
            self._kept = state
            self._keep_until *= 2
