"""The key groups of a canonical savepoint as bytes: what every state backend reads.

A key group is the number of a state, then pairs of key and value, each with its length in four bytes. The highest bit
of a key's first byte says that this was the last pair of its state: the number of the next one follows, or the end's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from copartition.errors import ArrayIndexOutOfBoundsException
from copartition.java.data_streams import int32_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from copartition.java.data_streams import DataInput

_LAST: Final = 0x80
_END: Final = 0xFFFF
"""`FullSnapshotUtil.END_OF_KEY_GROUP_MARK`, where the number of a state would stand."""


class Record(NamedTuple):
    """A pair of a canonical stream.

    Attributes:
        state: The number of its state: its place in the header.
        key: Key group, key, namespace, and the user's key of a map state.
        value: The value.
    """

    state: int
    key: bytes
    value: bytes


def group_bytes(records: Iterable[Record]) -> Iterator[bytes]:
    """`FullSnapshotAsyncWriter.writeKVStateData`: a key group, in pieces; nothing where it has no record.

    Args:
        records: Those of one key group, the states one after the other.
    """
    last: Record | None = None
    for record in records:
        if last is None:
            yield _number(record.state)
        else:
            ends = record.state != last.state
            yield _pair(last, ends=ends)
            if ends:
                yield _number(record.state)
        last = record
    if last is not None:
        yield _pair(last, ends=True)
        yield _number(_END)


def _number(state: int) -> bytes:
    return state.to_bytes(2, "big")


def _pair(record: Record, *, ends: bool) -> bytes:
    key = record.key
    first = key[0] | _LAST if ends else key[0]
    return b"".join((int32_bytes(len(key)), bytes((first,)), key[1:], int32_bytes(len(record.value)), record.value))


def read_group(source: DataInput) -> Iterator[Record]:
    """`FullSnapshotRestoreOperation.KeyGroupEntriesIterator`: the records of a key group, up to its end mark.

    Raises:
        ArrayIndexOutOfBoundsException: A key has no bytes, and so no room for the bit that says whether it is the last.
        EOFException: The bytes end within a record; the message names the part and the offset.
        NegativeArraySizeException: A length is negative.
    """
    state: int | None = source.uint16("the number of a state")
    while state is not None:
        record, state = read_record(source, state)
        yield record


def read_record(source: DataInput, state: int) -> tuple[Record, int | None]:
    """The next pair of a key group, and the number of the state to which the one behind it belongs; None at the end.

    A key group that begins with the end mark is no empty one: that number is taken for a state's.

    Raises:
        ArrayIndexOutOfBoundsException: As `read_group`.
        EOFException: As `read_group`.
        NegativeArraySizeException: As `read_group`.
    """
    key = source.raw(source.int32("a key's length"), "a key")
    value = source.raw(source.int32("a value's length"), "a value")
    if not key:
        raise ArrayIndexOutOfBoundsException("Index 0 out of bounds for length 0")
    if not key[0] & _LAST:
        return Record(state, key, value), state
    after = source.uint16("the number of a state")
    return Record(state, bytes((key[0] & ~_LAST,)) + key[1:], value), None if after == _END else after
