"""Known faults of key groups that are compressed: what is compressed on its own, chunks, blocks, checksums."""

from __future__ import annotations

from functools import partial
from typing import Final

from jarparity.faults.fault import Fault, Rewritten

_SAVEPOINT: Final = "flink.state.savepoint"
_CHECKPOINT: Final = "flink.state.checkpoint"
_BOTH: Final = (_SAVEPOINT, _CHECKPOINT)
_PACKAGE: Final = "copartition.flink.savepoint"
_SNAPPY: Final = f"{_PACKAGE}.snappy"
_DATA: Final = f"{_SNAPPY}:_Chunks._data"
_COPY: Final = f"{_PACKAGE}.snappy_blocks:_copy"
_written: Final = partial(Fault.of, _BOTH, "xerial/snappy-java:SnappyFramedOutputStream")
_read: Final = partial(Fault.of, _BOTH, "xerial/snappy-java:SnappyFramedInputStream")
_block: Final = partial(Fault.of, _BOTH, "google/snappy:format_description.txt")

FAULTS: Final = (
    _written(
        "snappy-checksum-not-masked",
        "writes the checksum of a chunk as it is",
        "It is turned by 15 bits, and a constant is added.",
        Rewritten(f"{_SNAPPY}:checksum", "(crc >> 15 | crc << 17) + _MASK & _ALL", "crc"),
    ),
    _written(
        "snappy-checksum-of-zip",
        "writes the checksum that ZIP files have",
        "It is CRC-32C: another polynomial.",
        Rewritten("copartition.java.crc32c:_table", "_POLYNOMIAL if", "0xEDB88320 if"),
    ),
    _written(
        "snappy-chunks-of-32-kib",
        "writes chunks of 32 KiB",
        "A chunk has 64 KiB of data.",
        Rewritten(f"{_SNAPPY}:_PackedTarget.write", ">= BLOCK", ">= BLOCK >> 1"),
        Rewritten(f"{_SNAPPY}:_PackedTarget.write", "bytes(self._block[:BLOCK])", "bytes(self._block[: BLOCK >> 1])"),
        Rewritten(f"{_SNAPPY}:_PackedTarget.write", "del self._block[:BLOCK]", "del self._block[: BLOCK >> 1]"),
    ),
    _written(
        "snappy-header-once",
        "writes the header of Snappy's format once, before the first key group",
        "Each stream begins with it: readers jump to a key group.",
        Rewritten(
            f"{_SNAPPY}:_PackedTarget.__init__",
            "target.write(STREAM_HEADER)",
            "getattr(target, 'begun', False) or target.write(STREAM_HEADER); target.begun = True",
        ),
        Rewritten(
            f"{_PACKAGE}.writing:_write_empty",
            "+ empty)",
            "+ empty[10 * (empty[:2] == b'\\xff\\x06' and getattr(written, 'begun', False)) :]); written.begun = True",
        ),
    ),
    Fault.of(
        _CHECKPOINT,
        "apache/flink:HeapSnapshotStrategy",
        "snappy-one-stream-for-a-group",
        "compresses the states of a key group together",
        "In a heap backend's checkpoint each state in a key group is a stream of its own.",
        Rewritten(
            f"{_PACKAGE}.writing:_write_states",
            "for number, state in enumerate(header.states):\n        with written.part() as own:\n",
            "with written.part() as own:\n        for number, state in enumerate(header.states):\n",
        ),
    ),
    Fault.of(
        _CHECKPOINT,
        "apache/flink:HeapRestoreOperation",
        "snappy-number-of-group-unpacked",
        "looks for a key group's number in what is compressed",
        "The number stands before the first stream, as it is.",
        Rewritten(
            f"{_PACKAGE}.restored:_entries",
            "heap_format.read_number(whole, group)",
            "pass",
        ),
        Rewritten(
            f"{_PACKAGE}.restored:_entries",
            "source = unpacked(whole, compressed=header.compressed)\n",
            "source = unpacked(whole, compressed=header.compressed); heap_format.read_number(source, group)\n",
        ),
    ),
    _read(
        "snappy-checksums-compared",
        "refuses a chunk whose checksum is not that of its data",
        "Flink doesn't compare checksums.",
        Rewritten(
            f"{_SNAPPY}:_Chunks._compare",
            "if self._wrong is not None and masked",
            "if masked == checksum(data): return\n        raise IOException('checksum')\n        if masked",
        ),
    ),
    _read(
        "snappy-one-chunk",
        "reads the first chunk of a stream only",
        "A stream has a chunk for each 64 KiB, and readers take each.",
        Rewritten(f"{_SNAPPY}:_Chunks.read", "while True:", "while not self._size:"),
        Rewritten(
            f"{_SNAPPY}:_Chunks.read", "                return data", "                return data\n        return b''"
        ),
    ),
    _read(
        "snappy-skippable-refused",
        "refuses chunks of the kinds 128 to 254",
        "They are stepped over.",
        Rewritten(_DATA, "if kind < _SKIPPED:", "if kind < 255:"),
    ),
    _read(
        "snappy-unknown-skipped",
        "steps over chunks of the kinds 2 to 127",
        "They are an error: what they hold is needed.",
        Rewritten(_DATA, "if kind < _SKIPPED:", "if False:"),
    ),
    _block(
        "snappy-copy-of-what-is-there",
        "copies only bytes that were there when a copy began",
        "A copy that is longer than its distance repeats what it has just copied.",
        Rewritten(_COPY, "(unpacked[begin:] * (size // back + 1))[:size]", "unpacked[begin:]"),
    ),
    _block(
        "snappy-distance-of-eight-bits",
        "takes the distance of a short copy from one byte",
        "Three of its eleven bits are in the byte before.",
        Rewritten(_COPY, "back | tag >> 5 << 8", "back"),
    ),
    _block(
        "snappy-long-lengths",
        "takes a piece's length from the byte before it, whatever that is",
        "From 60 on it says in how many bytes the length follows.",
        Rewritten(f"{_PACKAGE}.snappy_blocks:_literal", "size >= _INLINE", "False"),
    ),
    _block(
        "snappy-promised-length-not-compared",
        "takes a block as it is unpacked, whatever length it promises",
        "More or fewer bytes than are promised are an error.",
        Rewritten(f"{_PACKAGE}.snappy_blocks:unpacked_block", "if len(unpacked) > size:", "if False:"),
        Rewritten(f"{_PACKAGE}.snappy_blocks:unpacked_block", "if len(unpacked) < size:", "if False:"),
    ),
)
