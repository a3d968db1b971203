"""What a caller may hand over, as blocks of rows that a kernel can work on.

The array's own type says which Java type its rows are: nothing is guessed from values. A block holds a
bounded number of rows and bytes, so that the kernels' temporary buffers stay in the processor's cache,
however long the column is.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from copartition._bulk import arrow, other_types, texts
from copartition._bulk.other_types import GIVE

if TYPE_CHECKING:
    from collections.abc import Iterator

Text: TypeAlias = Literal["utf8", "utf16", "binary"]
Java: TypeAlias = Literal["Long", "Integer", "Short", "Byte", "Double", "Float", "Boolean"]

BLOCK_ROWS = 1 << 14
"""Rows of a block: with its int32 answers and a temporary or two it fits the second-level cache."""

BLOCK_BYTES = 1 << 16
"""Bytes of a block of strings, unless a single row is longer."""

_JAVA: dict[str, Java] = {
    "i8": "Long",
    "i4": "Integer",
    "i2": "Short",
    "i1": "Byte",
    "f8": "Double",
    "f4": "Float",
    "b1": "Boolean",
}
_ARROW_FIXED = {"l": "i8", "i": "i4", "s": "i2", "c": "i1", "g": "f8", "f": "f4"}
_TEXTS = "UTOSV"
"""Kinds of numpy arrays whose rows are strings or bytes."""
_PLAIN = {str, bytes, type(None)}
_VIEW = np.dtype([("size", "<i4"), ("prefix", "<u4"), ("buffer", "<i4"), ("offset", "<i4")])
_INLINE = 12


@dataclass(frozen=True, slots=True, eq=False)
class Fixed:
    """Rows of a primitive type, in native byte order, C-contiguous.

    Attributes:
        start: The first row's number in the whole column.
        java: The class that Java would box a row to.
        values: The rows; a Boolean is a uint8 of 0 or 1.
    """

    start: int
    java: Java
    values: np.ndarray

    @property
    def rows(self) -> int:
        """How many rows."""
        return len(self.values)


@dataclass(frozen=True, slots=True, eq=False)
class Packed:
    """Rows of different lengths, one behind the other.

    Attributes:
        start: The first row's number in the whole column.
        kind: `utf8` and `binary` are bytes, `utf16` is Java's chars.
        offsets: Where each row begins in `data`, and where the last one ends.
        data: uint8, or uint16 for `utf16`.
    """

    start: int
    kind: Text
    offsets: np.ndarray
    data: np.ndarray

    @property
    def rows(self) -> int:
        """How many rows."""
        return len(self.offsets) - 1


@dataclass(frozen=True, slots=True)
class Null:
    """A row that is null; the rows behind it are not looked at.

    Attributes:
        start: Its number in the whole column.
        rows: 1.
    """

    start: int
    rows: int = 1


Block: TypeAlias = Fixed | Packed | Null


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """A caller's column.

    Attributes:
        rows: How many rows it has.
        parts: Its contiguous parts: numpy arrays, or Arrow chunks (which know of their own nulls).
        null: The row behind the parts that is null, or None.
    """

    rows: int
    parts: tuple[np.ndarray | arrow.ArrowChunk, ...]
    null: int | None = None

    def blocks(self, text: Literal["utf8", "utf16"]) -> Iterator[Block]:
        """The rows in order, cut into blocks.

        Args:
            text: How Python strings are to be encoded. Arrow's strings stay UTF-8.

        Raises:
            TypeError: The column's type has no Java class that could be a key.
        """
        start = 0
        for part in self.parts:
            if isinstance(part, arrow.ArrowChunk):
                yield from _arrow_blocks(start, part)
                start += part.rows
            else:
                yield from _numpy_blocks(start, part, text)
                start += len(part)
        if self.null is not None:
            yield Null(self.null)


def read(source: Any) -> Column:  # noqa: ANN401 - numpy, Arrow, or anything with a buffer
    """Reads a numpy array, an Arrow array or stream, or any object with a typed buffer; copies nothing.

    Raises:
        TypeError: It is none of these (a list has no element type).
        ValueError: It has not exactly one dimension.
    """
    if isinstance(source, np.ma.MaskedArray):
        masked = np.flatnonzero(np.ma.getmaskarray(source))
        if len(masked):
            return Column(len(source), (source.data[: masked[0]],), int(masked[0]))
        source = source.data
    if not isinstance(source, np.ndarray):
        if _is_of_pandas(source):
            return _pandas(source)
        _refuse_addresses(source)
        if hasattr(source, "__arrow_c_array__") or hasattr(source, "__arrow_c_stream__"):
            parts = tuple(arrow.chunks(source))
            return Column(sum(part.rows for part in parts), parts)
        if hasattr(source, "__arrow_array__"):
            return read(_arrow_array(source))
        if _is_one_value(source) or not (hasattr(source, "__array__") or _has_buffer(source)):
            raise TypeError(f"{type(source).__name__}: {GIVE}")
        source = _as_numpy(source)
    return _of_numpy(source)


def _of_numpy(values: np.ndarray) -> Column:
    if values.ndim != 1:
        raise ValueError(f"a column has one dimension, got {values.ndim}")
    return Column(len(values), (values,))


def _is_of_pandas(source: Any) -> bool:  # noqa: ANN401 - anything
    """Whether it is a Series or an Index: an array of a kind of its own stands inside."""
    return hasattr(source, "array") and hasattr(source, "dtype") and hasattr(source, "__array__")


def _pandas(source: Any) -> Column:  # noqa: ANN401 - a Series or an Index
    """What its own type says: as Arrow's stream pandas infers a type from the values, from 3 on."""
    if hasattr(source.array, "__arrow_array__") and not isinstance(source.dtype, np.dtype):
        # Nullable columns: numpy would get doubles of integers with a null among them.
        return read(_arrow_array(source.array))
    values = _as_numpy(source)
    missing = np.flatnonzero(np.asarray(source.isna() if hasattr(source, "isna") else ()))
    if not len(missing):
        return _of_numpy(values)
    first = int(missing[0])
    if values.dtype.kind == "f":
        raise TypeError(
            f"row {first} is NaN, and pandas makes doubles of integers with a null among them: give a column of "
            "dtype Int64 or Float64, in Spark's UDFs Arrow's own columns (`mapInArrow`), or `.to_numpy()` where the "
            "keys are doubles, and NaN is one"
        )
    return Column(len(values), (values[:first],), first)


def _refuse_addresses(source: Any) -> None:  # noqa: ANN401 - anything
    """Objects of polars look like bytes in Arrow: these are where they lie in memory."""
    if type(source).__module__.partition(".")[0] == "polars" and str(getattr(source, "dtype", "")) == "Object":
        raise TypeError(f"a column of polars' Object has no Java key type; {GIVE}")


def _is_one_value(source: object) -> bool:
    """Whether it is one value, or bytes without a type, though it has a buffer."""
    return isinstance(source, bytes | bytearray | str) or type(source).__module__.partition(".")[0] == "pyarrow"


def packed_blocks(start: int, kind: Text, offsets: np.ndarray, data: np.ndarray) -> Iterator[Packed]:
    """Cuts packed rows into blocks; views, no copies."""
    row, rows = 0, len(offsets) - 1
    offsets, data = _read_only(offsets), _read_only(data)
    while row < rows:
        stop = min(row + BLOCK_ROWS, rows)
        if offsets[stop] - offsets[row] > BLOCK_BYTES:
            fits = int(np.searchsorted(offsets[row : stop + 1], offsets[row] + BLOCK_BYTES, "right")) - 1
            stop = row + max(fits, 1)
        yield Packed(start + row, kind, offsets[row : stop + 1], data)
        row = stop


def _read_only(values: np.ndarray) -> np.ndarray:
    """A read-only view: numba compiles a kernel anew for writable input, so every input is of one sort."""
    view = values.view()
    view.flags.writeable = False
    return view


def _arrow_array(source: Any) -> Any:  # noqa: ANN401 - an Arrow array, of whatever library
    try:
        return source.__arrow_array__()
    except ImportError as error:
        raise TypeError(f"{type(source).__name__} is read by pyarrow, which is missing ({error}); {GIVE}") from None


def _as_numpy(source: Any) -> np.ndarray:  # noqa: ANN401 - whatever has a buffer or gives an array
    values = np.asarray(source)
    own = getattr(source, "dtype", values.dtype)
    if not isinstance(own, np.dtype) and values.dtype.kind not in _TEXTS:
        # pandas' categories, for one: a null among integers would be NaN among doubles.
        raise TypeError(f"a column of {own} has no Java key type, and numpy's {values.dtype} may be another; {GIVE}")
    return values


def _has_buffer(source: object) -> bool:
    try:
        memoryview(source)  # type: ignore[arg-type]  # asking is the point
    except TypeError:
        return False
    return True


def _numpy_blocks(start: int, values: np.ndarray, text: Literal["utf8", "utf16"]) -> Iterator[Block]:
    form = f"{values.dtype.kind}{values.dtype.itemsize}"
    if form in _JAVA:
        yield from _fixed_blocks(start, _JAVA[form], values)
    elif values.dtype.kind in _TEXTS and values.dtype.names is None:
        for row in range(0, len(values), BLOCK_ROWS):
            yield from _text_block(start + row, values[row : row + BLOCK_ROWS], text)
    else:
        raise other_types.of_numpy(values.dtype)


def _fixed_blocks(start: int, java: Java, values: np.ndarray) -> Iterator[Fixed]:
    native = np.dtype(np.uint8) if java == "Boolean" else values.dtype.newbyteorder("=")
    for row in range(0, len(values), BLOCK_ROWS):
        block = values[row : row + BLOCK_ROWS]
        block = block.view(np.uint8) if java == "Boolean" else block
        yield Fixed(start + row, java, _read_only(np.require(block, native, ["C", "A"])))


def _text_block(start: int, values: np.ndarray, text: Literal["utf8", "utf16"]) -> Iterator[Block]:
    if values.dtype.kind == "S" and values.size:
        other_types.refuse_padded(start, values)
    if values.dtype.kind in "SV":
        items: list[Any] = values.tolist() if values.dtype.kind == "S" else [item.tobytes() for item in values]
    else:
        items = values.tolist()
    kinds = set(map(type, items))
    if kinds & _PLAIN != kinds:
        _refuse_other_texts(start, items)
    if any(not issubclass(kind, str) for kind in kinds) and any(not issubclass(kind, bytes) for kind in kinds):
        wanted = str if issubclass(type(items[0]), str) else bytes
        row = next(row for row, item in enumerate(items) if not isinstance(item, wanted))
        if items[row] is not None:
            raise TypeError(
                f"row {start + row} is of type {type(items[row]).__name__}, where all rows must be str"
                f" (or all bytes); {other_types.of_item(items[row])}"
            )
        if row:
            yield from _text_block(start, values[:row], text)
        yield Null(start + row)
    elif issubclass(type(items[0]), bytes):
        yield from packed_blocks(start, "binary", *texts.packed_bytes(items))
    elif text == "utf8":
        yield from packed_blocks(start, "utf8", *texts.packed_utf8(items))
    else:
        yield from packed_blocks(start, "utf16", *texts.packed_utf16(items))


def _refuse_other_texts(start: int, items: list[Any]) -> None:
    """A string's subclass may be another Java class: a StrEnum is an enum, and a class may have its own hash code."""
    for row, item in enumerate(items, start):
        if isinstance(item, (str, bytes)) and (isinstance(item, enum.Enum) or hasattr(item, "java_hash_code")):
            raise TypeError(f"row {row} is of type {type(item).__name__}, where all rows must be str; {GIVE}")


def _arrow_blocks(start: int, chunk: arrow.ArrowChunk) -> Iterator[Block]:
    rows = chunk.rows if chunk.null is None else chunk.null
    first, form = chunk.offset, chunk.format
    if form in _ARROW_FIXED:
        dtype = np.dtype(_ARROW_FIXED[form])
        values = chunk.buffer(1, first * dtype.itemsize, rows * dtype.itemsize).view(dtype)
        yield from _fixed_blocks(start, _JAVA[_ARROW_FIXED[form]], values)
    elif form == "b":
        for row in range(0, rows, BLOCK_ROWS):
            bit, size = first + row, min(BLOCK_ROWS, rows - row)
            packed = chunk.buffer(1, bit // 8, (bit + size + 7) // 8 - bit // 8)
            yield Fixed(start + row, "Boolean", _read_only(np.unpackbits(packed, bitorder="little")[bit % 8 :][:size]))
    elif form in {"u", "U", "z", "Z"}:
        dtype = np.dtype(np.int32 if form.islower() else np.int64)
        offsets = chunk.buffer(1, first * dtype.itemsize, (rows + 1) * dtype.itemsize).view(dtype)
        data = chunk.buffer(2, 0, int(offsets[-1]) if rows else 0)
        yield from packed_blocks(
            start, "utf8" if form in "uU" else "binary", offsets if rows else np.zeros(1, dtype), data
        )
    elif form in {"vu", "vz"}:
        yield from _view_blocks(start, chunk, rows)
    elif form.startswith("w:"):
        width = int(form[2:])
        data = chunk.buffer(1, first * width, rows * width)
        yield from packed_blocks(start, "binary", np.arange(rows + 1, dtype=np.int64) * width, data)
    elif form != "n":
        raise other_types.of_arrow(form)
    if chunk.null is not None:
        yield Null(start + chunk.null)


def _view_blocks(start: int, chunk: arrow.ArrowChunk, rows: int) -> Iterator[Packed]:
    """String and binary views: rows lie anywhere, so each block is gathered once."""
    views = chunk.buffer(1, chunk.offset * _VIEW.itemsize, rows * _VIEW.itemsize)
    data = [views, *chunk.variadic()]
    kind: Text = "utf8" if chunk.format == "vu" else "binary"
    fields = views.view(_VIEW)
    for row in range(0, rows, BLOCK_ROWS):
        block = fields[row : row + BLOCK_ROWS]
        inline = block["size"] <= _INLINE
        source = np.where(inline, 0, block["buffer"] + 1)
        begin = np.where(inline, (row + np.arange(len(block), dtype=np.int64)) * _VIEW.itemsize + 4, block["offset"])
        yield from packed_blocks(start + row, kind, *texts.gathered(data, source, begin, block["size"]))
