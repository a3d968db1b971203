"""The key group at the front of a key in RocksDB, ForSt and canonical savepoints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition.java.data_streams import DataInput, whole_bytes

if TYPE_CHECKING:
    from copartition.java.data_streams import DataInput as Source

_ONE_BYTE: Final = 128
"""Up to so many key groups the prefix is one byte: their numbers end at 127."""


def prefix_length(max_parallelism: int) -> int:
    """How many bytes the prefix has: 1 up to a max parallelism of 128, 2 from 129 on.

    Args:
        max_parallelism: The number of key groups, int32; it isn't checked.

    Original: `CompositeKeySerializationUtils.computeRequiredBytesInKeyGroupPrefix(int)`.
    """
    return 1 if max_parallelism <= _ONE_BYTE else 2


def prefix_bytes(key_group: int, max_parallelism: int) -> bytes:
    """The prefix of a key group, big endian; of a number that takes more bytes the lowest ones.

    Args:
        key_group: int32; it isn't checked.
        max_parallelism: The number of key groups, int32.

    Original: `CompositeKeySerializationUtils.writeKeyGroup(int, int, DataOutputView)`.

    >>> prefix_bytes(53, 128).hex(), prefix_bytes(53, 129).hex()
    ('35', '0035')
    """
    length = prefix_length(max_parallelism)
    return (key_group & (1 << 8 * length) - 1).to_bytes(length, "big")


def key_group_of(data: bytes, max_parallelism: int) -> int:
    """The key group of a key that begins with a prefix.

    Args:
        data: The key, or the prefix alone.
        max_parallelism: The number of key groups, int32.

    Raises:
        EOFException: There are fewer bytes than the prefix has.
        WrongTypeError: They are no bytes.

    Original: `CompositeKeySerializationUtils.readKeyGroup(int, DataInputView)`.
    """
    return read_key_group(DataInput(whole_bytes(data)), max_parallelism)


def read_key_group(source: Source, max_parallelism: int) -> int:
    """As `key_group_of`, where the key is read further."""
    return int.from_bytes(source.raw(prefix_length(max_parallelism), "the key group's prefix"), "big")
