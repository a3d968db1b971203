"""Known faults of binary rows."""

from __future__ import annotations

from functools import partial
from typing import Final

from jarparity.faults.fault import Fault, Rewritten

_row: Final = partial(Fault.of, "flink.table.row-hash", "apache/flink:BinaryRowWriter")

_WRITTEN: Final = "copartition.flink.binary_row:_written"
_VALUES: Final = "copartition.flink.sql_values"
_HASH: Final = "copartition.flink.binary_row:hash_bytes_by_words"
_WHOLE_WORDS: Final = (
    Rewritten(_HASH, "if len(data) % 4", "if False"),
    Rewritten(_HASH, "range(0, len(data), 4)", "range(0, len(data) - 3, 4)"),
)
_WIDTHS: Final = '{"BOOLEAN": 1, "TINYINT": 1, "SMALLINT": 2, "INT": 4, "DATE": 4, "TIME": 4, "FLOAT": 4}'
_INLINE: Final = 'int.from_bytes(data, "little") | (_INLINE_MARK | len(data)) << 56'

FAULTS: Final = (
    Fault.of(
        "flink.table.row-hash",
        "apache/flink:MurmurHashUtils.hashBytesByWords",
        "row-seed-0",
        "hashes a binary row with seed 0",
        "The seed is 42.",
        Rewritten(_HASH, "mixed = seed", "mixed = 0"),
    ),
    _row(
        "row-header-missing",
        "leaves out a binary row's null bits",
        "A row starts with its kind and a bit a field, in words of eight bytes.",
        Rewritten(_WRITTEN, "-(-(len(fields) + _KIND_BITS) // _WORD_BITS) * _WORD", "0"),
        Rewritten(_WRITTEN, 'nulls.to_bytes(header, "little")', 'b""'),
    ),
    _row(
        "row-big-endian",
        "writes slots with the high byte first",
        "Slots are little-endian.",
        Rewritten(_WRITTEN, 'stored.low).to_bytes(_WORD, "little")', 'stored.low).to_bytes(_WORD, "big")'),
        Rewritten(_WRITTEN, 'stored.word.to_bytes(_WORD, "little")', 'stored.word.to_bytes(_WORD, "big")'),
        Rewritten(
            f"{_VALUES}:_variable", _INLINE, 'int.from_bytes(data.ljust(7, b"\\0") + bytes([0x80 | len(data)]), "big")'
        ),
        Rewritten(f"{_VALUES}:_timestamp", '"little"', '"big"'),
    ),
    _row(
        "row-narrow-slots",
        "gives a field a slot as wide as its type",
        "Every slot has eight bytes: INT 1 and BIGINT 1 are the same bytes.",
        Rewritten(_WRITTEN, "_WORD * len(fields)", f"sum({_WIDTHS}.get(sql.name, 8) for sql, _ in fields)"),
        Rewritten(
            _WRITTEN,
            'stored.word.to_bytes(_WORD, "little")',
            f'stored.word.to_bytes(_WORD, "little")[: {_WIDTHS}.get(sql.name, 8)]',
        ),
        *_WHOLE_WORDS,
    ),
    _row(
        "row-length-byte-missing",
        "leaves the length out of a short string's slot",
        "The slot's last byte is 0x80 and the length.",
        Rewritten(f"{_VALUES}:_variable", "(_INLINE_MARK | len(data)) << 56", "0"),
    ),
    _row(
        "row-never-inline",
        "writes short strings behind the slots",
        "Up to seven bytes stand in the slot itself.",
        Rewritten(f"{_VALUES}:_variable", "len(data) <= _MAX_INLINE", "False"),
    ),
    _row(
        "row-unpadded",
        "doesn't pad strings",
        "A string behind the slots is filled with zeros to words of eight bytes.",
        Rewritten(f"{_VALUES}:_variable", " + bytes(-len(data) % _WORD)", ""),
        *_WHOLE_WORDS,
    ),
    _row(
        "row-timestamp-millis",
        "writes any timestamp as milliseconds",
        "A precision above 3 takes eight bytes more, and the nanoseconds in the slot.",
        Rewritten(f"{_VALUES}:_timestamp", "kind.precision <= MAX_COMPACT_TIMESTAMP_PRECISION", "True"),
    ),
    _row(
        "row-string-utf-16",
        "writes strings as UTF-16",
        "A string's bytes are UTF-8.",
        Rewritten(
            f"{_VALUES}:_string", 'joined.encode("utf-8", "replace")', 'value.encode("utf-16-le", "surrogatepass")'
        ),
    ),
)
