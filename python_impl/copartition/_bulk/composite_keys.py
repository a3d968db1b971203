"""From blocks of keys to composite keys: key group, key and namespace as one row of bytes, and lengths where needed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias, cast

import numpy as np

from copartition._bulk import placement
from copartition._bulk.bytes_column import BytesColumn
from copartition._bulk.columns import Fixed, Packed
from copartition._bulk.hash_codes import hash_codes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from copartition._bulk.columns import Block
    from copartition._bulk.kernels import Kernels

    _Bytes: TypeAlias = NDArray[np.uint8]
    _Places: TypeAlias = NDArray[np.int64]

_BIG_ENDIAN: Final = {"Long": ">i8", "Integer": ">i4", "Short": ">i2", "Byte": ">i1", "Double": ">f8", "Float": ">f4"}
_LENGTHS: Final = (1 << 8, 1 << 16, 1 << 24)
"""From each of these on a length takes a byte more."""


@dataclass(frozen=True, slots=True, eq=False)
class Namespaces:
    """What stands behind each key.

    Attributes:
        data: uint8 of shape (1, width), the same for all rows, or of shape (rows, width).
        varies: Whether their type has values of different lengths: behind keys of which this is true, too, the lengths
            of both are written.
    """

    data: _Bytes
    varies: bool = False

    def of(self, start: int, rows: int) -> _Bytes:
        """Those of some rows."""
        return self.data if len(self.data) == 1 else self.data[start : start + rows]


def composite_keys(
    kernels: Kernels, blocks: Iterable[Block], max_parallelism: int, prefix: int, namespaces: Namespaces
) -> BytesColumn:
    """Each row's composite key.

    Args:
        kernels: Who computes.
        blocks: The keys.
        max_parallelism: The number of key groups.
        prefix: How many bytes a key group takes.
        namespaces: What stands behind each key.

    Raises:
        ArithmeticException: The maximum parallelism is 0.
        NullPointerException: A key is null.
        IdentityHashedKey: The keys are byte strings.
        ValueError: A string is not valid UTF-8.
    """
    data: list[_Bytes] = []
    sizes: list[_Places] = []
    for block in blocks:
        groups = np.empty(block.rows, np.int32)
        hash_codes(kernels, block, groups)
        placement.place(kernels, groups, max_parallelism)
        front = groups.astype(">i4").view(np.uint8).reshape(-1, 4)[:, 4 - prefix :]
        behind = namespaces.of(block.start, block.rows)
        if isinstance(block, Fixed):
            rows = _of_one_width(front, block, behind)
            data.append(rows.reshape(-1))
            sizes.append(np.full(block.rows, rows.shape[1], np.int64))
        else:
            strings = cast("Packed", block)  # nulls have been refused with their hash codes
            of_block, found = _of_texts(kernels, front, strings, behind, ambiguous=namespaces.varies)
            data.append(of_block)
            sizes.append(found)
    offsets = np.zeros(sum(map(len, sizes)) + 1, np.int64)
    np.cumsum(np.concatenate(sizes) if sizes else (), out=offsets[1:])
    return BytesColumn(offsets, np.concatenate(data) if data else np.zeros(0, np.uint8))


def _of_one_width(front: _Bytes, block: Fixed, behind: _Bytes) -> _Bytes:
    """The rows of a type whose values all have one length: no length is written, whatever the namespaces are."""
    values = block.values
    if block.java in {"Double", "Float"}:  # every NaN is the canonical one
        values = np.where(np.isnan(values), values.dtype.type(np.nan), values)
    keys = values.astype(_BIG_ENDIAN.get(block.java, "u1")).view(np.uint8).reshape(block.rows, -1)
    width = front.shape[1] + keys.shape[1] + behind.shape[1]
    rows = np.empty((block.rows, width), np.uint8)
    at = 0
    for part in (front, keys, behind):
        rows[:, at : at + part.shape[1]] = part
        at += part.shape[1]
    return rows


def _of_texts(
    kernels: Kernels, front: _Bytes, block: Packed, behind: _Bytes, *, ambiguous: bool
) -> tuple[_Bytes, _Places]:
    """The rows of strings, and how many bytes each has."""
    utf16 = block.kind == "utf16"
    keys = np.empty(block.rows, np.int64)
    (kernels.string_sizes if utf16 else kernels.utf8_string_sizes)(block.offsets, block.data, keys)
    lengths = _length_bytes(keys) if ambiguous else np.zeros((block.rows, 0), np.uint8)
    counts = _length_sizes(keys) if ambiguous else np.zeros(block.rows, np.int64)
    if ambiguous:
        behind = np.hstack([behind, _shortest(behind.shape[1], len(behind))])
    sizes = front.shape[1] + keys + counts + behind.shape[1]
    begins = np.zeros(block.rows + 1, np.int64)
    np.cumsum(sizes, out=begins[1:])
    rows = np.empty(int(begins[-1]), np.uint8)
    at = begins[:-1]
    _scatter(rows, at, front)
    write = kernels.string_bytes if utf16 else kernels.utf8_string_bytes
    write(block.offsets, block.data, at + front.shape[1], rows)
    at = at + front.shape[1] + keys
    for place in range(lengths.shape[1]):
        longer = counts > place
        rows[at[longer] + place] = lengths[longer, place]
    _scatter(rows, at + counts, behind)
    return rows, sizes


def _scatter(rows: _Bytes, at: _Places, part: _Bytes) -> None:
    """Writes a part of each row from its place on."""
    for place in range(part.shape[1]):
        rows[at + place] = part[:, place]


def _length_sizes(lengths: _Places) -> _Places:
    """How many bytes `CompositeKeySerializationUtils.writeVariableIntBytes` takes for each."""
    sizes = np.ones(len(lengths), np.int64)
    for least in _LENGTHS:
        sizes += lengths >= least
    return sizes


def _length_bytes(lengths: _Places) -> _Bytes:
    """Their bytes, the lowest first, up to four."""
    return lengths.astype("<i4").view(np.uint8).reshape(-1, 4)


def _shortest(length: int, rows: int) -> _Bytes:
    """The bytes of one length, as many as it needs, for so many rows."""
    one = np.array([length], np.int64)
    return np.repeat(_length_bytes(one)[:, : int(_length_sizes(one)[0])], rows, axis=0)
