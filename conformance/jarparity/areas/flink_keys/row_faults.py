"""Known faults of binary rows."""

from __future__ import annotations

from functools import partial
from typing import Final

from jarparity.faults.fault import Fault, Rewritten

_row: Final = partial(Fault.of, "flink.table.row-hash", "apache/flink:BinaryRowWriter")

_state: Final = partial(Fault.of, "flink.table.row-bytes", "apache/flink:RowDataSerializer")

_SERIALIZER: Final = "copartition.flink.serializers.rows:RowDataSerializer"
_FIELDS: Final = "copartition.flink.binary_row_fields"
_WRITTEN: Final = "copartition.flink.binary_row:binary_row_bytes"
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
        Rewritten(_WRITTEN, "header_size(len(typed))", "0"),
        Rewritten(_WRITTEN, 'nulls.to_bytes(header, "little")', 'b""'),
    ),
    _row(
        "row-big-endian",
        "writes slots with the high byte first",
        "Slots are little-endian.",
        Rewritten(_WRITTEN, 'stored.low).to_bytes(WORD, "little")', 'stored.low).to_bytes(WORD, "big")'),
        Rewritten(_WRITTEN, 'stored.word.to_bytes(WORD, "little")', 'stored.word.to_bytes(WORD, "big")'),
        Rewritten(
            f"{_VALUES}:_variable", _INLINE, 'int.from_bytes(data.ljust(7, b"\\0") + bytes([0x80 | len(data)]), "big")'
        ),
        Rewritten(f"{_VALUES}:_timestamp", '"little"', '"big"'),
    ),
    _row(
        "row-narrow-slots",
        "gives a field a slot as wide as its type",
        "Every slot has eight bytes: INT 1 and BIGINT 1 are the same bytes.",
        Rewritten(_WRITTEN, "WORD * len(typed)", f"sum({_WIDTHS}.get(sql.name, 8) for sql, _ in typed)"),
        Rewritten(
            _WRITTEN,
            'stored.word.to_bytes(WORD, "little")',
            f'stored.word.to_bytes(WORD, "little")[: {_WIDTHS}.get(sql.name, 8)]',
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
        Rewritten(f"{_VALUES}:_string", "utf8(value)", 'value.encode("utf-16-le", "surrogatepass")'),
    ),
    _state(
        "row-bytes-null-keeps-room",
        "keeps room behind the slots for NULL of a wide DECIMAL or a fine TIMESTAMP",
        "So a key is written by generated code; in state NULL is a bit alone.",
        Rewritten(f"{_SERIALIZER}.serialize", "room_for_null=False", "room_for_null=True"),
    ),
    _state(
        "row-bytes-kind-forgotten",
        "writes every row as an insert",
        "The first byte is the row's kind.",
        Rewritten(f"{_SERIALIZER}.serialize", "value.kind", '"+I"'),
    ),
    _state(
        "row-bytes-length-missing",
        "writes a row without its length",
        "Four bytes in front, big endian, say how many the row has.",
        Rewritten(
            f"{_SERIALIZER}.serialize",
            "self._binary.serialize(binary_row_bytes(fields, value.kind, room_for_null=False), target)",
            "target += binary_row_bytes(fields, value.kind, room_for_null=False)",
        ),
    ),
    _state(
        "row-bytes-inline-unseen",
        "reads each text and each array of bytes behind the slots",
        "The highest bit of the slot's last byte says that up to seven bytes stand in the slot itself.",
        Rewritten(f"{_FIELDS}:_Bytes.variable", "mark & _INLINE_MARK", "False"),
    ),
    _state(
        "row-bytes-decimal-little-endian",
        "reads the digits of a wide DECIMAL with the lowest byte first",
        "They are BigInteger.toByteArray's: the highest byte first, in two's complement.",
        Rewritten(f"{_FIELDS}:_decimal", '"big"', '"little"'),
    ),
    _state(
        "row-bytes-slot-as-long",
        "reads a number of a slot's eight bytes, whatever its type",
        "Of an INT four bytes count, of a SMALLINT two, of a TINYINT one.",
        Rewritten(f"{_FIELDS}:_whole", "_SIZES[sql.name]", "8"),
    ),
    _state(
        "row-bytes-kind-is-a-null",
        "looks for the fields' NULL bits from the first bit on",
        "The first byte is the row's kind; the bits of the fields begin behind it.",
        Rewritten(f"{_FIELDS}:row_of_bytes", "KIND_BITS + place", "place"),
    ),
)
