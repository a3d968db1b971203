"""Records within a batch of format 2, as `DefaultRecord` reads them: without what they have from their batch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition.errors import (
    IllegalArgumentException,
    InvalidRecordException,
    NullPointerException,
    StringIndexOutOfBoundsException,
)
from copartition.java.utf8 import decoded
from copartition.kafka.batches.formats import BATCH, unzipped
from copartition.kafka.batches.records import Header
from copartition.kafka.batches.varints import read_varint, read_varlong
from copartition.kafka.protocol.buffers import BufferUnderflowException

if TYPE_CHECKING:
    from collections.abc import Iterator

    from copartition.kafka.group.releases import Release

_TEXTS_ARE_PARTS: Final = (2, 7)
"""The release from which on a header's key is a part of the buffer; before, it was read from the array behind it."""

_Body = tuple[int, int, bytes | None, bytes | None, tuple[Header, ...]]
"""Timestamp and offset less the batch's, key, value, headers."""


class Bodies:
    """The records of a batch.

    Args:
        data: Their bytes, compressed or not.
        release: Whose errors are meant.
        behind: How many bytes follow the batch, in the same array.
    """

    def __init__(self, data: bytes, release: Release, behind: int) -> None:
        self._data, self._release, self._behind = data, release, behind

    def read(self, count: int, *, zipped: bool) -> Iterator[_Body]:
        """So many records, one after the other.

        Args:
            count: How many the batch says that it has.
            zipped: Whether they are compressed.

        Raises:
            JavaError: The next one is damaged.
        """
        if count < 0:
            raise InvalidRecordException(f"Found invalid record count {count} in magic v{BATCH} batch")
        data, position = self._data, 0
        if zipped and count:
            data = unzipped(data)
        for number in range(1, count + 1):
            body, position = self._zipped(data, position) if zipped else self._plain(data, position)
            if number == count and position < len(data):
                raise InvalidRecordException("Incorrect declared batch size, records still remaining in file")
            if body is None:
                raise NullPointerException
            yield body

    def _plain(self, data: bytes, position: int) -> tuple[_Body | None, int]:
        try:
            size, position = read_varint(data, position)
        except BufferUnderflowException:
            raise InvalidRecordException("Incorrect declared batch size, premature EOF reached") from None
        left = len(data) - position
        if left < size:
            if self._release < (3, 0, 1):
                return None, position
            raise InvalidRecordException(
                f"Invalid record size: expected {size} bytes in record payload, but instead the buffer has only {left} "
                "remaining bytes."
            )
        return self._record(data, position, size, self._behind)

    def _zipped(self, data: bytes, position: int) -> tuple[_Body, int]:
        try:
            size, position = read_varint(data, position)
            if size < 0:
                raise IllegalArgumentException(f"capacity < 0: ({size} < 0)")  # noqa: TRY301 - as of a too long one
        except BufferUnderflowException:
            raise InvalidRecordException("Incorrect declared batch size, premature EOF reached") from None
        except IllegalArgumentException:
            if self._release < (3, 6):
                raise
            raise InvalidRecordException("Incorrect declared batch size, premature EOF reached") from None
        if len(data) - position < size:
            raise InvalidRecordException(
                f"Invalid record size: expected {size} bytes in record payload, but the record payload reached EOF."
            )
        end = position + size
        body, _ = self._record(data[position:end], 0, size, 0)
        return body, end

    def _record(self, data: bytes, start: int, size: int, behind: int) -> tuple[_Body, int]:
        try:
            body, position = self._body(data, start, behind)
        except (BufferUnderflowException, IllegalArgumentException):
            raise InvalidRecordException("Found invalid record structure") from None
        if position - start != size:
            raise InvalidRecordException(
                f"Invalid record size: expected to read {size} bytes in record payload, but instead read "
                f"{position - start}"
            )
        return body, position

    def _body(self, data: bytes, position: int, behind: int) -> tuple[_Body, int]:
        if position >= len(data):
            raise BufferUnderflowException
        time, position = read_varlong(data, position + 1)
        delta, position = read_varint(data, position)
        key, position = _sized(data, position)
        value, position = _sized(data, position)
        count, position = read_varint(data, position)
        if count < 0:
            raise InvalidRecordException(f"Found invalid number of record headers {count}")
        if count > len(data) - position and self._release >= _TEXTS_ARE_PARTS:
            # Releases up to 2.8.1 find the same when there are no more bytes.
            raise InvalidRecordException(
                f"Found invalid number of record headers. {count} is larger than the remaining size of the buffer"
            )
        headers = []
        for _ in range(count):
            header, position = self._header(data, position, behind)
            headers.append(header)
        return (time, delta, key, value, tuple(headers)), position

    def _header(self, data: bytes, position: int, behind: int) -> tuple[Header, int]:
        size, position = read_varint(data, position)
        if size < 0:
            raise InvalidRecordException(f"Invalid negative header key size {size}")
        if self._release < _TEXTS_ARE_PARTS and size > len(data) - position + behind:
            # The text is taken from the array before the buffer is asked whether it has so many bytes.
            raise StringIndexOutOfBoundsException(f"offset {position}, count {size}, length {len(data) + behind}")
        key, position = _part(data, position, size)
        value, position = _sized(data, position)
        return Header(decoded(key), value), position


def _sized(data: bytes, position: int) -> tuple[bytes | None, int]:
    size, position = read_varint(data, position)
    return (None, position) if size < 0 else _part(data, position, size)


def _part(data: bytes, position: int, size: int) -> tuple[bytes, int]:
    end = position + size
    if end > len(data):
        raise IllegalArgumentException(f"newLimit > capacity: ({size} > {len(data) - position})")
    return data[position:end], end
