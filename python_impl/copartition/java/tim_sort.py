"""`java.util.TimSort`: Java's sort of objects, for comparisons that contradict each other.

Any stable sort gives what this one does, unless a comparison isn't one: then the order, or the exception, depends on
which elements are compared, and which of two comes first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Generic, TypeVar

from copartition.errors import IllegalArgumentException

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

T = TypeVar("T")

_MIN_MERGE: Final = 32
_MIN_GALLOP: Final = 7
_CONTRACT: Final = "Comparison method violates its general contract!"


def tim_sorted(values: Iterable[T], compare: Callable[[T, T], int]) -> list[T]:
    """`List.sort(comparator)`: a new list of the values.

    Args:
        values: In the order in which they stand.
        compare: `comparator.compare(a, b)`.

    Raises:
        IllegalArgumentException: Comparisons contradict each other, and the sort has noticed.
    """
    sort = _TimSort(list(values), compare)
    sort.run()
    return sort.values


class _TimSort(Generic[T]):
    """One sort: the array, and the runs that wait to be merged."""

    def __init__(self, values: list[T], compare: Callable[[T, T], int]) -> None:
        self.values = values
        self._compare = compare
        self._min_gallop = _MIN_GALLOP
        self._runs: list[tuple[int, int]] = []
        """The first place of each run, and its length."""

    def run(self) -> None:
        """`sort(a, lo, hi, c)` of the whole array."""
        low, left = 0, len(self.values)
        if left < _MIN_MERGE:
            self._insert(low, left, low + self._ascending_run(low, left))
            return
        least = _least_run(left)
        while left:
            length = self._ascending_run(low, low + left)
            if length < least:
                forced = min(left, least)
                self._insert(low, low + forced, low + length)
                length = forced
            self._runs.append((low, length))
            self._merge_collapse()
            low += length
            left -= length
        self._merge_force_collapse()

    def _insert(self, low: int, high: int, start: int) -> None:
        """`binarySort`: from `start` on, each element goes to its place among those before it."""
        values, compare = self.values, self._compare
        for at in range(start, high):
            pivot = values[at]
            left, right = low, at
            while left < right:
                middle = (left + right) // 2
                if compare(pivot, values[middle]) < 0:
                    right = middle
                else:
                    left = middle + 1
            values.insert(left, values.pop(at))

    def _ascending_run(self, low: int, high: int) -> int:
        """`countRunAndMakeAscending`: the length of the run at `low`; one that descends is turned round."""
        values, compare = self.values, self._compare
        end = low + 1
        if end >= high:
            return high - low
        if compare(values[end], values[low]) < 0:
            end += 1
            while end < high and compare(values[end], values[end - 1]) < 0:
                end += 1
            values[low:end] = values[low:end][::-1]
        else:
            end += 1
            while end < high and compare(values[end], values[end - 1]) >= 0:
                end += 1
        return end - low

    # --- which runs are merged

    def _merge_collapse(self) -> None:
        runs = self._runs
        while len(runs) > 1:
            at = len(runs) - 2
            length = [size for _, size in runs]
            if (at > 0 and length[at - 1] <= length[at] + length[at + 1]) or (
                at > 1 and length[at - 2] <= length[at] + length[at - 1]
            ):
                at -= length[at - 1] < length[at + 1]
            elif length[at] > length[at + 1]:
                break
            self._merge_at(at)

    def _merge_force_collapse(self) -> None:
        runs = self._runs
        while len(runs) > 1:
            at = len(runs) - 2
            at -= at > 0 and runs[at - 1][1] < runs[at + 1][1]
            self._merge_at(at)

    def _merge_at(self, at: int) -> None:
        (base, length), (other_base, other) = self._runs[at : at + 2]
        self._runs[at : at + 2] = [(base, length + other)]
        values = self.values
        kept = self._gallop_right(values[other_base], values, base, length, 0)
        base, length = base + kept, length - kept
        if not length:
            return
        other = self._gallop_left(values[base + length - 1], values, other_base, other, other - 1)
        if not other:
            return
        merge = self._merged_from_front if length <= other else self._merged_from_back
        values[base : base + length + other] = merge(
            values[base : base + length], values[other_base : other_base + other]
        )
        self._min_gallop = max(1, self._min_gallop)

    # --- where a key belongs in a run

    def _gallop_left(self, key: T, run: list[T], base: int, length: int, hint: int) -> int:
        """Its place before all that equal it."""
        return self._gallop(key, run, base, length, hint, lambda order: order > 0)

    def _gallop_right(self, key: T, run: list[T], base: int, length: int, hint: int) -> int:
        """Its place behind all that equal it."""
        return self._gallop(key, run, base, length, hint, lambda order: order >= 0)

    def _gallop(  # noqa: PLR0913 - the original's arguments
        self, key: T, run: list[T], base: int, length: int, hint: int, behind: Callable[[int], bool]
    ) -> int:
        compare = self._compare
        last, offset = 0, 1
        if behind(compare(key, run[base + hint])):
            most = length - hint
            while offset < most and behind(compare(key, run[base + hint + offset])):
                last, offset = offset, 2 * offset + 1
            last, offset = last + hint, min(offset, most) + hint
        else:
            most = hint + 1
            while offset < most and not behind(compare(key, run[base + hint - offset])):
                last, offset = offset, 2 * offset + 1
            last, offset = hint - min(offset, most), hint - last
        last += 1
        while last < offset:
            middle = last + (offset - last) // 2
            if behind(compare(key, run[base + middle])):
                last = middle + 1
            else:
                offset = middle
        return offset

    # --- two runs become one

    def _merged_from_front(self, short: list[T], long: list[T]) -> list[T]:
        """`mergeLo`: until one element of the short run is left, or none of the long one."""
        merged = [long[0]]
        at, of_long, last, end = 0, 1, len(short) - 1, len(long)
        while at < last and of_long < end:
            at, of_long = self._in_turn_from_front(short, long, at, of_long, merged)
            if at < last and of_long < end:
                at, of_long = self._galloped_from_front(short, long, at, of_long, merged)
        if at > last:
            raise IllegalArgumentException(_CONTRACT)
        return merged + long[of_long:] + short[at:]

    def _in_turn_from_front(
        self, short: list[T], long: list[T], at: int, of_long: int, merged: list[T]
    ) -> tuple[int, int]:
        """Elements one by one, until so many come from one run in a row that it looks as if more would."""
        compare, last, end = self._compare, len(short) - 1, len(long)
        in_row = of_long_in_row = 0
        while at < last and of_long < end and max(in_row, of_long_in_row) < self._min_gallop:
            if compare(long[of_long], short[at]) < 0:
                merged.append(long[of_long])
                of_long, of_long_in_row, in_row = of_long + 1, of_long_in_row + 1, 0
            else:
                merged.append(short[at])
                at, in_row, of_long_in_row = at + 1, in_row + 1, 0
        return at, of_long

    def _galloped_from_front(
        self, short: list[T], long: list[T], at: int, of_long: int, merged: list[T]
    ) -> tuple[int, int]:
        """Many elements at once, as long as there are many."""
        last, end = len(short) - 1, len(long)
        in_row = of_long_in_row = _MIN_GALLOP
        while max(in_row, of_long_in_row) >= _MIN_GALLOP:
            in_row = self._gallop_right(long[of_long], short, at, len(short) - at, 0)
            merged += short[at : at + in_row]
            at += in_row
            if at >= last:
                return at, of_long
            merged.append(long[of_long])
            of_long += 1
            if of_long == end:
                return at, of_long
            of_long_in_row = self._gallop_left(short[at], long, of_long, end - of_long, 0)
            merged += long[of_long : of_long + of_long_in_row]
            of_long += of_long_in_row
            if of_long == end:
                return at, of_long
            merged.append(short[at])
            at += 1
            if at == last:
                return at, of_long
            self._min_gallop -= 1
        self._min_gallop = max(0, self._min_gallop) + 2
        return at, of_long

    def _merged_from_back(self, long: list[T], short: list[T]) -> list[T]:
        """`mergeHi`: until one element of the short run is left, or none of the long one."""
        merged = [long[-1]]
        """The last comes first."""
        left, of_long = len(short), len(long) - 1
        while left > 1 and of_long:
            left, of_long = self._in_turn_from_back(long, short, of_long, left, merged)
            if left > 1 and of_long:
                left, of_long = self._galloped_from_back(long, short, of_long, left, merged)
        if not left:
            raise IllegalArgumentException(_CONTRACT)
        return short[:left] + long[:of_long] + merged[::-1]

    def _in_turn_from_back(
        self, long: list[T], short: list[T], of_long: int, left: int, merged: list[T]
    ) -> tuple[int, int]:
        compare = self._compare
        in_row = of_long_in_row = 0
        while left > 1 and of_long and max(in_row, of_long_in_row) < self._min_gallop:
            if compare(short[left - 1], long[of_long - 1]) < 0:
                of_long, of_long_in_row, in_row = of_long - 1, of_long_in_row + 1, 0
                merged.append(long[of_long])
            else:
                left, in_row, of_long_in_row = left - 1, in_row + 1, 0
                merged.append(short[left])
        return left, of_long

    def _galloped_from_back(
        self, long: list[T], short: list[T], of_long: int, left: int, merged: list[T]
    ) -> tuple[int, int]:
        in_row = of_long_in_row = _MIN_GALLOP
        while max(in_row, of_long_in_row) >= _MIN_GALLOP:
            kept = self._gallop_right(short[left - 1], long, 0, of_long, of_long - 1)
            merged += long[kept:of_long][::-1]
            of_long_in_row, of_long = of_long - kept, kept
            if not of_long:
                return left, of_long
            left -= 1
            merged.append(short[left])
            if left == 1:
                return left, of_long
            kept = self._gallop_left(long[of_long - 1], short, 0, left, left - 1)
            merged += short[kept:left][::-1]
            in_row, left = left - kept, kept
            if left <= 1:
                return left, of_long
            of_long -= 1
            merged.append(long[of_long])
            if not of_long:
                return left, of_long
            self._min_gallop -= 1
        self._min_gallop = max(0, self._min_gallop) + 2
        return left, of_long


def _least_run(length: int) -> int:
    """`minRunLength`: shorter runs are filled up to it, so that the number of runs is about a power of two."""
    odd = 0
    while length >= _MIN_MERGE:
        odd |= length & 1
        length >>= 1
    return length + odd
