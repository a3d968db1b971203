"""Arrow columns, read through Arrow's C data interface: no Arrow library is imported.

Any object that offers a PyCapsule (`__arrow_c_array__`, `__arrow_c_stream__`: pyarrow, polars, nanoarrow, …)
is read where it lies; nothing is copied but bit-packed booleans and string views.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator


class _Schema(ctypes.Structure):
    """`struct ArrowSchema`."""

    _fields_: ClassVar = [
        ("format", ctypes.c_char_p),
        ("name", ctypes.c_char_p),
        ("metadata", ctypes.c_void_p),
        ("flags", ctypes.c_int64),
        ("n_children", ctypes.c_int64),
        ("children", ctypes.c_void_p),
        ("dictionary", ctypes.c_void_p),
        ("release", ctypes.c_void_p),
        ("private_data", ctypes.c_void_p),
    ]


class _Array(ctypes.Structure):
    """`struct ArrowArray`."""

    _fields_: ClassVar = [
        ("length", ctypes.c_int64),
        ("null_count", ctypes.c_int64),
        ("offset", ctypes.c_int64),
        ("n_buffers", ctypes.c_int64),
        ("n_children", ctypes.c_int64),
        ("buffers", ctypes.POINTER(ctypes.c_void_p)),
        ("children", ctypes.c_void_p),
        ("dictionary", ctypes.c_void_p),
        ("release", ctypes.c_void_p),
        ("private_data", ctypes.c_void_p),
    ]


class _Stream(ctypes.Structure):
    """`struct ArrowArrayStream`."""

    _fields_: ClassVar = [
        ("get_schema", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(_Schema))),
        ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(_Array))),
        ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_void_p)),
        ("release", ctypes.c_void_p),
        ("private_data", ctypes.c_void_p),
    ]


_EXTENSION = b"ARROW:extension:name"
_Release = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class _Owned:
    """A C struct that its producer filled in for us, and that we must release once."""

    def __init__(self, struct: _Array | _Schema) -> None:
        self.struct = struct

    def __del__(self) -> None:
        if self.struct.release:
            _Release(self.struct.release)(ctypes.addressof(self.struct))


class _Memory:
    """A stretch of memory that another library owns, for numpy; keeps its owner alive."""

    def __init__(self, address: int, size: int, owner: object) -> None:
        self.__array_interface__ = {"data": (address, True), "shape": (size,), "typestr": "|u1", "version": 3}
        self.owner = owner


@dataclass(frozen=True, slots=True, eq=False)
class ArrowChunk:
    """One contiguous Arrow array.

    Attributes:
        format: Arrow's format string (`l`, `u`, `Z`, …).
        rows: The number of rows.
        offset: The first row, counted in the buffers.
        null: The first null row, or None.
    """

    format: str
    rows: int
    offset: int
    null: int | None
    _array: _Array
    _owner: object

    def buffer(self, index: int, start: int, size: int) -> np.ndarray:
        """`size` bytes of a buffer from byte `start` on, as uint8; not copied."""
        address = self._array.buffers[index]
        if size == 0 or not address:
            return np.zeros(0, np.uint8)
        return np.asarray(_Memory(address + start, size, self._owner))

    def variadic(self) -> list[np.ndarray]:
        """The data buffers of a view column (all but validity, views and the list of sizes)."""
        last = self._array.n_buffers - 1
        sizes = self.buffer(last, 0, 8 * (last - 2)).view(np.int64)
        return [self.buffer(2 + i, 0, int(size)) for i, size in enumerate(sizes)]


def chunks(source: Any) -> Iterator[ArrowChunk]:  # noqa: ANN401 - whatever offers Arrow's PyCapsules
    """The contiguous arrays of an object with Arrow's PyCapsule interface.

    Raises:
        TypeError: The column is dictionary-encoded, or of an extension type.
        OSError: The producer of a stream failed; the message is its own.
    """
    if hasattr(source, "__arrow_c_array__"):
        schema_capsule, array_capsule = source.__arrow_c_array__()
        schema = _Schema.from_address(_pointer(schema_capsule, b"arrow_schema"))
        array = _Array.from_address(_pointer(array_capsule, b"arrow_array"))
        yield _chunk(_format(schema), array, (array_capsule, source))
        return
    capsule = source.__arrow_c_stream__()
    address = _pointer(capsule, b"arrow_array_stream")
    stream = _Stream.from_address(address)
    schema = _Schema()
    _demand(stream, address, stream.get_schema(address, ctypes.byref(schema)))
    held = _Owned(schema)
    form = _format(schema)
    del held
    while True:
        array = _Array()
        _demand(stream, address, stream.get_next(address, ctypes.byref(array)))
        if not array.release:
            return
        yield _chunk(form, array, _Owned(array))


def _chunk(form: str, array: _Array, owner: object) -> ArrowChunk:
    return ArrowChunk(form, array.length, array.offset, _first_null(form, array), array, owner)


def _format(schema: _Schema) -> str:
    if schema.dictionary:
        raise TypeError(
            "a dictionary-encoded Arrow column: give its values (pyarrow: `array.dictionary_decode()`; "
            "polars: `series.cast(pl.String)`)"
        )
    extension = _metadata(schema).get(_EXTENSION)
    if extension is not None:
        # What is stored need not be what is meant: a UUID is sixteen bytes, and a key of Kafka's by its text.
        raise TypeError(
            f"an Arrow column of the extension type {extension.decode(errors='replace')} has no Java key type: "
            "give what is to be hashed in a type of Arrow's own (pyarrow: `array.storage`, if that is it)"
        )
    return str(schema.format.decode())


def _metadata(schema: _Schema) -> dict[bytes, bytes]:
    """The fields of the metadata: their number, then each name and each value behind its length; native int32s."""
    if not schema.metadata:
        return {}
    at = int(schema.metadata)

    def number() -> int:
        nonlocal at
        at += 4
        return ctypes.c_int32.from_address(at - 4).value

    def text() -> bytes:
        nonlocal at
        size = number()
        at += size
        return ctypes.string_at(at - size, size)

    return {text(): text() for _ in range(number())}


def _first_null(form: str, array: _Array) -> int | None:
    if form == "n":
        return 0 if array.length else None
    validity = array.buffers[0] if array.n_buffers else None
    if array.null_count == 0 or not validity or not array.length:
        return None
    head = array.offset // 8
    size = (array.offset + array.length + 7) // 8 - head
    packed = np.asarray(_Memory(validity + head, size, array))
    valid = np.unpackbits(packed, bitorder="little")[array.offset % 8 :][: array.length]
    nulls = np.flatnonzero(valid == 0)
    return int(nulls[0]) if len(nulls) else None


def _pointer(capsule: object, name: bytes) -> int:
    address: int = _get_pointer(capsule, name)
    return address


def _demand(stream: _Stream, address: int, code: int) -> None:
    if code:
        reason = stream.get_last_error(address)
        raise OSError(
            code,
            f"the Arrow stream failed: {reason.decode(errors='replace') if reason else 'no reason given'}",
        )


_get_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_get_pointer.restype = ctypes.c_void_p
_get_pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
