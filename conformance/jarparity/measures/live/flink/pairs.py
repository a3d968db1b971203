"""The pairs of a canonical stream in the order in which they stand there, which no operation tells: framing alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON

_LAST: Final = 0x80
"""The bit of a key's first byte that says that the number of another state follows, or the end."""

_END: Final = 0xFFFF


def pairs(stream: bytes, offsets: JSON) -> Iterator[tuple[int, str]]:
    """The number of the state and the bytes of the key of each pair.

    Args:
        stream: A subtask's stream, whose key groups are not compressed.
        offsets: By key group where it begins; 0 where there is none.
    """
    for group in sorted(offsets, key=int):
        if place := int(offsets[group]):
            yield from _group(stream, place)


def _group(stream: bytes, place: int) -> Iterator[tuple[int, str]]:
    state = _number(stream, place, 2)
    place += 2
    while state != _END:
        key, place = _bytes(stream, place)
        _, place = _bytes(stream, place)
        yield state, (bytes((key[0] & ~_LAST,)) + key[1:]).hex()
        if key[0] & _LAST:
            state = _number(stream, place, 2)
            place += 2


def _bytes(stream: bytes, place: int) -> tuple[bytes, int]:
    """What stands behind its length of four bytes, and where that ends."""
    begin = place + 4
    end = begin + _number(stream, place, 4)
    return stream[begin:end], end


def _number(stream: bytes, place: int, size: int) -> int:
    return int.from_bytes(stream[place : place + size], "big")
