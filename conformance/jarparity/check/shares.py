"""Which process asks the originals about which operation: neighbours stay together, for they load the same classes.

An area's operations stand beside each other. A class that two processes load is loaded, verified and compiled twice,
which costs as much as asking it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Sequence
    from multiprocessing.context import BaseContext
    from multiprocessing.sharedctypes import SynchronizedArray


@dataclass(frozen=True, slots=True)
class Shares:
    """Places in a list, shared by processes: each takes those of its part, from the front, and helps others then.

    Where its part is done, it takes the last place of the part that has most left.
    """

    _ends: SynchronizedArray[int]
    """Of each part where it begins and ends now; how many processes have joined comes last."""

    @classmethod
    def of(cls, context: BaseContext, shared: Sequence[range]) -> Self:
        """The parts that were made for as many processes, none of which has joined yet."""
        ends = [end for part in shared for end in (part.start, part.stop)]
        return cls(context.Array("i", [*ends, 0]))

    def join(self) -> int:
        """The number of one more process."""
        with self._ends:
            self._ends[-1] += 1
            return self._ends[-1] - 1

    def take(self, process: int) -> tuple[int, int]:
        """The place that is the process's next, and how many places its part had left, with this one.

        Raises:
            IndexError: All places are taken.
        """
        with self._ends:
            left = [self._ends[i + 1] - self._ends[i] for i in range(0, len(self._ends) - 1, 2)]
            if process < len(left) and left[process]:
                self._ends[2 * process] += 1
                return self._ends[2 * process] - 1, left[process]
            if not any(left):
                raise IndexError("all places are taken")
            fullest = left.index(max(left))
            self._ends[2 * fullest + 1] -= 1
            return self._ends[2 * fullest + 1], left[fullest]


def parts(costs: Sequence[int], processes: int) -> list[range]:
    """The list, cut into as many parts as there are processes, that cost about the same.

    Args:
        costs: What each place costs, in any unit.
        processes: How many share it.
    """
    until = list(accumulate(costs))
    middles = [sum_until - costs[place] / 2 for place, sum_until in enumerate(until)]
    share = until[-1] / processes if until else 0
    cuts = [sum(middle < number * share for middle in middles) for number in range(1, processes)]
    return [range(*ends) for ends in zip([0, *cuts], [*cuts, len(costs)], strict=True)]


def in_turns(costs: Sequence[int], shared: Sequence[range]) -> list[int]:
    """The places, in about the order in which they are done when each part has a process.

    Args:
        costs: What each place costs, in any unit.
        shared: The parts.
    """
    done = {place: at for part in shared for place, at in zip(part, accumulate(costs[i] for i in part), strict=True)}
    return sorted(done, key=done.__getitem__)
