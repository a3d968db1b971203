"""The order of Scala 2.13's immutable maps and sets, which the Scala tool's texts follow.

Up to four elements are kept as they came. More are in a tree of hash codes, five bits a level (`immutable.HashMap`): a
node has first the elements that are alone in their slot, by slot, then the nodes below it, by slot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

T = TypeVar("T")

_KEPT: Final = 4
"""Elements of a `Set4` or `Map4`."""

_WIDTH: Final = 5
_BITS: Final = 32
_MASK: Final = (1 << _BITS) - 1


def ordered(items: Iterable[T], hash_code: Callable[[T], int]) -> list[T]:
    """`toSet`, and the keys of `toMap`: the distinct elements in the order in which they are gone through."""
    distinct = list(dict.fromkeys(items))
    return distinct if len(distinct) <= _KEPT else hashed(distinct, hash_code)


def hashed(distinct: Iterable[T], hash_code: Callable[[T], int]) -> list[T]:
    """The keys of a `HashMap`, however few; of one hash code those that came first are first."""
    return _below([(_improved(hash_code(item)), item) for item in distinct], 0)


def _below(entries: list[tuple[int, T]], shift: int) -> list[T]:
    if shift >= _BITS:
        return [item for _, item in entries]
    slots: dict[int, list[tuple[int, T]]] = {}
    for entry in entries:
        slots.setdefault((entry[0] >> shift) & ((1 << _WIDTH) - 1), []).append(entry)
    by_slot = [slots[slot] for slot in sorted(slots)]
    listed = [slot[0][1] for slot in by_slot if len(slot) == 1]
    for slot in by_slot:
        if len(slot) > 1:
            listed += _below(slot, shift + _WIDTH)
    return listed


def _improved(code: int) -> int:
    """`scala.collection.Hashing.improve`, without a sign."""
    code = (code + ~(code << 9)) & _MASK
    code ^= code >> 14
    code = (code + (code << 4)) & _MASK
    return code ^ (code >> 10)
