"""Key groups that are compressed: Snappy's framed format, as Flink writes and reads it.

A stream begins with the ten bytes of `STREAM_HEADER`; chunks follow: a kind in one byte, a length in three, the lowest
first, and as many bytes. Chunks of data begin with a checksum of what they hold unpacked, and hold it as a block of
Snappy (kind 0), or as it is (kind 1). Chunks of the kinds 128 to 255 are stepped over.
"""

from __future__ import annotations

from collections import deque
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from copartition.errors import IOException
from copartition.flink.savepoint.files import FileInput
from copartition.flink.savepoint.snappy_blocks import unpacked_block
from copartition.java.crc32c import crc32c

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeAlias

    from copartition.flink.savepoint.files import Target
    from copartition.java.data_streams import DataInput

STREAM_HEADER: Final = b"\xff\x06\x00\x00sNaPpY"
"""`SnappyFramed.HEADER_BYTES`: a chunk of the kind 255."""
BLOCK: Final = 1 << 16
"""`SnappyStreamCompressionDecorator.COMPRESSION_BLOCK_SIZE`: a chunk holds so many bytes at most."""

_RATIO: Final = 0.85
"""`SnappyStreamCompressionDecorator.MIN_COMPRESSION_RATIO`: how long a block may be, its data being 1."""
_HEAD: Final = 4
_CHECKSUM: Final = 4
_SHORTEST: Final = 5
_PACKED, _AS_IT_IS = 0, 1
_SKIPPED: Final = 0x80
_HEADER_KIND: Final = 0xFF
_HEADER_LENGTH: Final = 6
_MASK: Final = 0xA282EAD8
_ALL: Final = 0xFFFFFFFF

if TYPE_CHECKING:
    Compress: TypeAlias = Callable[[bytes], bytes]
    """Makes a raw block of Snappy: `cramjam.snappy.compress_raw`, or pyarrow's `Codec("snappy").compress`."""
    WrongChecksum: TypeAlias = Callable[[int, str], None]
    """Is told of a chunk whose checksum is not that of its data: at which byte it begins, and what is wrong."""


def checksum(data: bytes) -> int:
    """`SnappyFramed.maskedCrc32c`: CRC-32C, turned by 15 bits, and a constant more."""
    crc = crc32c(data)
    return (crc >> 15 | crc << 17) + _MASK & _ALL


class UnpackedInput(FileInput):
    """Reads what a framed stream holds, a chunk at a time: `SnappyFramedInputStream`.

    As in Flink, checksums decide nothing, and where a stream follows another one, its data does, too.

    Args:
        packed: The stream. Chunks are taken from it as far as they are wanted.
        wrong: Is told of wrong checksums; None: they are not computed.

    Raises:
        EOFException: The stream's header is cut.
        IOException: It is another one. When read: a chunk can't be unpacked; the message names its byte.
    """

    __slots__ = ("_chunks",)

    def __init__(self, packed: DataInput, wrong: WrongChecksum | None = None) -> None:
        self._chunks = _Chunks(packed, wrong)
        super().__init__(self._chunks)

    def place(self, ahead: int = 0) -> int:
        """At which byte of the file the chunk begins that has the byte so many ahead, or that couldn't be unpacked."""
        return self._chunks.place(self.offset + ahead)

    def forget(self) -> None:
        """See `DataInput`."""
        super().forget()
        self._chunks.forget(self.offset)


class _Chunks:
    """The data of a framed stream's chunks, as a source."""

    def __init__(self, packed: DataInput, wrong: WrongChecksum | None) -> None:
        self._packed, self._wrong = packed, wrong
        self._begin = packed.offset
        self._places: deque[tuple[int, int]] = deque()
        self._size = 0
        if (header := packed.raw(len(STREAM_HEADER), "a Snappy stream's header")) != STREAM_HEADER:
            raise IOException(f"a Snappy stream begins with {header.hex()}, not with {STREAM_HEADER.hex()}")

    def read(self, _: int) -> bytes:
        """The next chunk's data; none at the end."""
        while True:
            self._packed.forget()
            self._begin = self._packed.offset
            head = self._packed.peek(_HEAD)
            if not head:
                return b""
            self._packed.skip(_HEAD, "a chunk's header")
            if data := self._data(head[0], int.from_bytes(head[1:], "little")):
                self._places.append((self._size, self._begin))
                self._size += len(data)
                return data

    def _data(self, kind: int, length: int) -> bytes:
        packed = self._packed
        if kind in {_PACKED, _AS_IT_IS}:
            if length < _SHORTEST:
                raise IOException(f"the chunk at byte {self._begin} has {length} bytes, and one of data {_SHORTEST}")
            masked = packed.raw(_CHECKSUM, "a chunk's checksum")
            data = packed.raw(length - _CHECKSUM, "a chunk's data")
            if kind == _PACKED:
                data = self._unpacked(data)
            self._compare(int.from_bytes(masked, "little"), data)
            return data
        if kind < _SKIPPED:
            raise IOException(f"the chunk at byte {self._begin} is of the kind {kind}, which is not known")
        if kind == _HEADER_KIND and length != _HEADER_LENGTH:
            raise IOException(f"the header at byte {self._begin} has {length} bytes, not {_HEADER_LENGTH}")
        packed.skip(len(packed.peek(length)), "a chunk")  # that it may be cut, the original doesn't see
        return b""

    def _unpacked(self, data: bytes) -> bytes:
        try:
            return unpacked_block(data)
        except IOException as error:
            raise IOException(f"the chunk at byte {self._begin} can't be unpacked: {error}") from error

    def _compare(self, masked: int, data: bytes) -> None:
        if self._wrong is not None and masked != (own := checksum(data)):
            what = f"a chunk's checksum is {masked:08x}, and that of its data {own:08x}"
            self._wrong(self._begin, f"{what}, which Flink doesn't compare")

    def place(self, offset: int) -> int:
        """Where the chunk begins that has this byte of the data; behind all of them, the one that comes next."""
        if offset >= self._size:
            return self._begin
        return next((begin for start, begin in reversed(self._places) if start <= offset), self._begin)

    def forget(self, offset: int) -> None:
        """Lets go of the places of chunks that end before this byte of the data."""
        while len(self._places) > 1 and self._places[1][0] <= offset:
            self._places.popleft()


def snappy_blocks(compress: Compress) -> Compress:
    """The same, of which the first block is read back: what can't be read would be noticed with a restore only.

    Raises:
        ValueError: It is no raw block of Snappy.
    """
    is_proven = False

    def proven(data: bytes) -> bytes:
        nonlocal is_proven
        packed = bytes(compress(data))
        if not is_proven:
            is_proven = _unpacks_to(packed, data)
            if not is_proven:
                raise ValueError(
                    "compress makes no raw blocks of Snappy: what it made can't be read back; take such as "
                    "cramjam.snappy.compress_raw"
                )
        return packed

    return proven


def _unpacks_to(packed: bytes, data: bytes) -> bool:
    try:
        return unpacked_block(packed) == data
    except IOException:
        return False


class _PackedTarget:
    """`SnappyFramedOutputStream`: a chunk of each block."""

    def __init__(self, target: Target, compress: Compress | None) -> None:
        self._target, self._compress = target, compress
        self._block = bytearray()
        target.write(STREAM_HEADER)

    def write(self, data: bytes) -> None:
        self._block += data
        while len(self._block) >= BLOCK:
            self._chunk(bytes(self._block[:BLOCK]))
            del self._block[:BLOCK]

    def close(self) -> None:
        """Writes what is left; the target is not closed."""
        if self._block:
            self._chunk(bytes(self._block))

    def _chunk(self, data: bytes) -> None:
        kind, body = _AS_IT_IS, data
        if self._compress is not None:
            packed = bytes(self._compress(data))
            if len(packed) / len(data) <= _RATIO:
                kind, body = _PACKED, packed
        head = kind | _CHECKSUM + len(body) << 8
        self._target.write(head.to_bytes(_HEAD, "little") + checksum(data).to_bytes(_CHECKSUM, "little") + body)


@contextmanager
def packed(target: Target, compress: Compress | None, *, compressed: bool) -> Iterator[Target]:
    """Where a part of a stream goes: a framed stream of its own, where key groups are compressed."""
    if not compressed:
        yield target
        return
    own = _PackedTarget(target, compress)
    yield own
    own.close()


def unpacked(source: DataInput, *, compressed: bool) -> DataInput:
    """What comes next in a stream, as it is to be read: unpacked, where key groups are compressed.

    Raises:
        EOFException: It is cut before it begins.
        IOException: It doesn't begin as a framed stream.
    """
    return UnpackedInput(source) if compressed else source
