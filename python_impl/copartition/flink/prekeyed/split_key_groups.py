"""Which key group of a subtask each of its splits has."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, SupportsIndex

from copartition import _arguments
from copartition.errors import IllegalArgumentException, IllegalStateException
from copartition.flink.key_group_range import KeyGroupRange

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


class SplitKeyGroups:
    """The assigner of one subtask: a split that comes takes the lowest unused key group, one that goes frees its own.

    Making one costs nothing, whatever the range's size; a split costs O(log n) in the splits that ever went.

    Args:
        key_groups: The subtask's own key groups.
        mapped: Splits that have a key group already, as a snapshot says.

    Raises:
        IllegalArgumentException: A key group of `mapped` is outside of the range, or two splits have it.
    """

    def __init__(self, key_groups: KeyGroupRange, mapped: Mapping[str, SupportsIndex] | None = None) -> None:
        self._range = key_groups
        self._groups: dict[str, int] = {}
        for split, number in (mapped or {}).items():
            self._groups[split] = self._checked(split, number)
        used = set(self._groups.values())
        if len(used) < len(self._groups):
            raise IllegalArgumentException(f"mapped gives two splits one key group: {self._groups}")
        # All key groups from here on are unused; of those before, the ones in the heap are.
        self._untouched = max(used, default=key_groups.start - 1) + 1
        self._freed = [group for group in range(key_groups.start, self._untouched) if group not in used]

    @property
    def key_groups(self) -> KeyGroupRange:
        """The subtask's own key groups."""
        return self._range

    def __len__(self) -> int:
        return len(self._groups)

    def __iter__(self) -> Iterator[str]:
        return iter(self._groups)

    def __contains__(self, split: object) -> bool:
        return split in self._groups

    def add(self, split: str) -> int:
        """Gives a split the lowest unused key group.

        Returns:
            The key group.

        Raises:
            IllegalArgumentException: The split has one already.
            IllegalStateException: Every key group of the subtask has a split.
        """
        if split in self._groups:
            raise IllegalArgumentException(
                f"split {split!r} has key group {self._groups[split]} already; remove it before it is added again"
            )
        self._groups[split] = group = self._lowest_unused()
        return group

    def remove(self, split: str) -> int:
        """Frees a split's key group for others. State in it stays where it is: clear it if another may take over.

        Returns:
            The key group.

        Raises:
            IllegalArgumentException: The subtask has no such split.
        """
        group = self.key_group(split)
        del self._groups[split]
        heapq.heappush(self._freed, group)
        return group

    def key_group(self, split: str) -> int:
        """The key group of a split.

        Raises:
            IllegalArgumentException: The subtask has no such split.
        """
        try:
            return self._groups[split]
        except KeyError:
            raise IllegalArgumentException(
                f"split {split!r} has no key group in this subtask ({self._range}): add the split before its records "
                "come, and let the function from key to split name only splits that are read here"
            ) from None

    def mapping(self) -> dict[str, int]:
        """By split its key group: what a snapshot has to keep beside the keyed state."""
        return dict(self._groups)

    def unused(self) -> list[KeyGroupRange]:
        """The unused key groups, as few ranges as hold them, in order; O(n) in the splits that ever went."""
        ranges: list[KeyGroupRange] = []
        for group in sorted(self._freed):
            if ranges and ranges[-1].end == group - 1:
                ranges[-1] = KeyGroupRange(ranges[-1].start, group)
            else:
                ranges.append(KeyGroupRange(group, group))
        if self._untouched <= self._range.end:
            touching = bool(ranges) and ranges[-1].end == self._untouched - 1
            start = ranges.pop().start if touching else self._untouched
            ranges.append(KeyGroupRange(start, self._range.end))
        return ranges

    def _lowest_unused(self) -> int:
        if self._freed:
            return heapq.heappop(self._freed)  # below all that are untouched
        if self._untouched > self._range.end:
            raise IllegalStateException(
                f"all {len(self._range)} key groups of this subtask ({self._range}) have a split each: raise the "
                "maximum parallelism, which is the number of key groups, or give the subtask fewer splits"
            )
        self._untouched += 1
        return self._untouched - 1

    def _checked(self, split: str, number: SupportsIndex) -> int:
        group = _arguments.int32(f"mapped[{split!r}]", number)
        if group not in self._range:
            raise IllegalArgumentException(f"mapped[{split!r}] must be in {self._range}, not {group}")
        return group
