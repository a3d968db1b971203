"""Known faults of state's bytes: prefixes, lengths, texts, numbers by identity, masks, ids."""

from __future__ import annotations

from functools import partial
from typing import Final

from jarparity.faults.fault import Fault, Rewritten

_KEY: Final = "flink.state.composite-key"
_VALUE: Final = "flink.state.serialized"
_PACKAGE: Final = "copartition.flink.serializers"
_UTILS: Final = "apache/flink:CompositeKeySerializationUtils"
_prefix: Final = partial(Fault.of, ("flink.state.key-group-prefix", _KEY), _UTILS)
_BOTH_VARY: Final = "self.key.length is Length.VARIABLE and self.namespace.length is Length.VARIABLE"
_lengths: Final = partial(Fault.of, _KEY, _UTILS)
_string: Final = partial(Fault.of, (_VALUE, _KEY), "apache/flink:StringValue.writeString")
_number: Final = partial(Fault.of, (_VALUE, _KEY), "apache/flink:BigIntSerializer.writeBigInteger")
_row: Final = partial(Fault.of, (_VALUE, _KEY), "apache/flink:RowSerializer")
_time: Final = partial(Fault.of, _VALUE, "apache/flink:TtlStateFactory.TtlSerializer")
_map: Final = partial(Fault.of, _VALUE, "apache/flink:MapSerializer")
_snapshot: Final = partial(Fault.of, "flink.state.serializer-snapshot", "apache/flink:TypeSerializerSnapshot")
_id: Final = partial(Fault.of, "flink.operator.id", "apache/flink:AbstractID.toHexString")
_LENGTH: Final = f"{_PACKAGE}.key_group_prefix:prefix_length"
_WRITE_PREFIX: Final = f"{_PACKAGE}.key_group_prefix:prefix_bytes"
_READ_PREFIX: Final = f"{_PACKAGE}.key_group_prefix:read_key_group"
_WRITE_LENGTH: Final = f"{_PACKAGE}.composite_key:length_bytes"
_WRITE_STRING: Final = f"{_PACKAGE}.strings:string_bytes"
_WRITE_NUMBER: Final = f"{_PACKAGE}.numbers:big_integer_bytes"
_MURMUR: Final = "copartition.flink.operator_id:murmur3_128"

FAULTS: Final = (
    _prefix(
        "prefix-little-endian",
        "writes and reads the key group with its lowest byte first",
        "The prefix is big endian: key groups follow one another when keys are sorted as bytes.",
        Rewritten(_WRITE_PREFIX, '"big"', '"little"'),
        Rewritten(_READ_PREFIX, '"big"', '"little"'),
    ),
    _prefix(
        "prefix-two-bytes-at-128",
        "takes two bytes for 128 key groups already",
        "The numbers of 128 key groups end at 127: they have one byte. Two are from 129 on.",
        Rewritten(_LENGTH, "<= _ONE_BYTE", "< _ONE_BYTE"),
    ),
    _prefix(
        "prefix-one-byte-up-to-256",
        "takes one byte as long as the numbers fit into an unsigned one",
        "Java's bytes have a sign: two bytes are from 129 key groups on.",
        Rewritten(_LENGTH, "<= _ONE_BYTE", "<= 256"),
    ),
    _prefix(
        "prefix-signed",
        "reads the bytes of the key group with their sign",
        "Each byte of the prefix is read without a sign: 0x8001 is 32769.",
        Rewritten(_READ_PREFIX, '"big")', '"big", signed=True)'),
    ),
    _lengths(
        "composite-lengths-always",
        "writes the lengths of key and namespace whatever their types",
        "The lengths are there only where both types vary in length: without one of them nothing is ambiguous.",
        Rewritten(
            f"{_PACKAGE}.composite_key:CompositeKeySerializer.ambiguous",
            _BOTH_VARY,
            _BOTH_VARY.replace(" and ", " or "),
        ),
    ),
    _lengths(
        "composite-lengths-never",
        "writes no lengths behind key and namespace",
        "Where both types vary in length, each part has its length behind it.",
        Rewritten(
            f"{_PACKAGE}.composite_key:CompositeKeySerializer.ambiguous",
            _BOTH_VARY,
            "False",
        ),
    ),
    _lengths(
        "composite-length-with-continuation",
        "writes lengths with seven bits a byte, as those of strings",
        "These lengths have eight bits a byte, and no bit that says that more follow.",
        Rewritten(
            _WRITE_LENGTH,
            "data = bytearray((length & _BYTE,))",
            "data = bytearray((length & 127 | (128 if length > 127 else 0),)); length = length << 1",
        ),
    ),
    _lengths(
        "composite-length-of-four-bytes",
        "writes lengths as ints",
        "A length takes as many bytes as it needs, the lowest first, and at least one.",
        Rewritten(_WRITE_LENGTH, "return bytes(data)", 'return int.from_bytes(data, "little").to_bytes(4, "big")'),
    ),
    _lengths(
        "composite-length-off-by-one",
        "counts the length's own byte, too",
        "The length is that of the part alone.",
        Rewritten(_WRITE_LENGTH, "data = bytearray((length & _BYTE,))", "data = bytearray((length + 1 & _BYTE,))"),
    ),
    _string(
        "string-of-utf-8",
        "writes a string's UTF-8",
        "Each UTF-16 unit is written as a number of seven bits a byte: é is e901.",
        Rewritten(
            _WRITE_STRING,
            'data = text.encode("utf-16-le", "surrogatepass")',
            'return _number(len(text) + 1) + text.encode("utf-8", "surrogatepass"); data = b""',
        ),
    ),
    _string(
        "string-by-code-point",
        "writes characters beyond U+FFFF as one number",
        "A string is its UTF-16 units: an emoji is two.",
        Rewritten(_WRITE_STRING, 'units = struct.unpack(f"<{len(data) // 2}H", data)', "units = tuple(map(ord, text))"),
    ),
    _string(
        "string-length-without-null",
        "writes the length of an ASCII string as it is",
        "The length is one more, for 0 is null.",
        Rewritten(_WRITE_STRING, "_number(len(text) + 1)", "_number(len(text))"),
    ),
    _number(
        "big-integer-constants-by-value",
        "writes the short codes of 0, 1 and 10 for every number that is equal",
        'Only the very objects BigInteger.ZERO, ONE and TEN have them: new BigInteger("0") has a byte.',
        Rewritten(_WRITE_NUMBER, "if number.constant:", "if number.value in CONSTANTS:"),
    ),
    _number(
        "big-integer-without-constants",
        "knows no short codes for 0, 1 and 10",
        "BigInteger.ZERO, ONE and TEN are the lengths 1, 2 and 3, without bytes; so are the digits of most decimals.",
        Rewritten(_WRITE_NUMBER, "if number.constant:", "if False:"),
    ),
    _number(
        "big-integer-length-as-it-is",
        "writes how many bytes a number has",
        "The length is four more: 0 is null, 1 to 3 are constants.",
        Rewritten(_WRITE_NUMBER, "size + _ADDED", "size"),
    ),
    Fault.of(
        (_VALUE, _KEY),
        "apache/flink:SqlTimestampSerializer.deserialize",
        "timestamp-null-read-whole",
        "reads all twelve bytes of a null timestamp",
        "Flink reads eight of them: whatever comes next begins four bytes too early, in every release.",
        Rewritten(
            f"{_PACKAGE}.times:read_sql_timestamp",
            "if millis == MIN_LONG:",
            "if millis == MIN_LONG and source.int32('nanos') is not None:",
        ),
    ),
    Fault.of(
        (_VALUE, _KEY),
        "apache/flink:LocalDateSerializer.serialize",
        "local-date-as-epoch-day",
        "writes a date as the days since 1970, in six bytes",
        "The year takes four bytes, month and day one each.",
        Rewritten(
            f"{_PACKAGE}.times:local_date_bytes",
            "_DATE.pack(day.year, day.month, day.day)",
            'day.epoch_day.to_bytes(6, "big", signed=True)',
        ),
    ),
    _row(
        "row-mask-lowest-bit-first",
        "puts the first field's bit lowest in a row's mask",
        "The first bit of the mask is the highest of its byte.",
        Rewritten(f"{_PACKAGE}.composites:mask_bytes", "0x80 >> place % 8", "1 << place % 8"),
    ),
    _row(
        "row-mask-without-kind",
        "begins a row's mask with the bits of its fields",
        "Two bits of the row's kind come first, since Flink 1.11.",
        Rewritten(
            f"{_PACKAGE}.composites:RowSerializer.serialize",
            "if self.kinds else []",
            "if False else []",
        ),
    ),
    _row(
        "row-kind-highest-bit-first",
        "writes the higher bit of a row's kind first",
        "The lower bit of the kind comes first: -U is 1, and so 10 in the mask.",
        Rewritten(
            f"{_PACKAGE}.composites:RowSerializer.serialize",
            "[kind & 1 != 0, kind & 2 != 0]",
            "[kind & 2 != 0, kind & 1 != 0]",
        ),
    ),
    Fault.of(
        (_VALUE, _KEY),
        "apache/flink:Tuple0Serializer",
        "tuple0-without-bytes",
        "writes nothing for a tuple without fields",
        "Tuple0 has a serializer of its own, which writes the byte 42.",
        Rewritten(f"{_PACKAGE}.composites:TupleSerializer.serialize", "target += _TUPLE0", "pass"),
    ),
    _map(
        "map-flag-says-present",
        "writes 1 before the values that are there",
        "The byte before a value is 1 where the value is null.",
        Rewritten(f"{_PACKAGE}.composites:MapSerializer.serialize", "append(of is None)", "append(of is not None)"),
    ),
    _map(
        "map-sorted-by-key",
        "writes the entries of a map by their keys",
        "Entries stand in the order of the map that was given.",
        Rewritten(
            f"{_PACKAGE}.composites:MapSerializer.serialize", "in value.items()", "in sorted(value.items(), key=str)"
        ),
    ),
    _time(
        "ttl-value-before-time",
        "writes a value before the time of its last access",
        "The time comes first, in eight bytes.",
        Rewritten(f"{_PACKAGE}.ttl:TtlSerializer.serialize", "target += int64_bytes(value.timestamp)", "pass"),
        Rewritten(
            f"{_PACKAGE}.ttl:TtlSerializer.serialize",
            "self.value.serialize(value.value, target)",
            "self.value.serialize(value.value, target); target += int64_bytes(value.timestamp)",
        ),
    ),
    _time(
        "ttl-null-flag",
        "writes a null flag before the value, as in maps",
        "The value is written by its own serializer, null too: one that knows no null fails.",
        Rewritten(
            f"{_PACKAGE}.ttl:TtlSerializer.serialize",
            "self.value.serialize(value.value, target)",
            "target.append(value.value is None); value.value is None or self.value.serialize(value.value, target)",
        ),
    ),
    _snapshot(
        "snapshot-ttl-without-time",
        "names only the value's serializer in that of values with a time to live",
        "It has two parts: the serializer of longs for the time, then that of the values.",
        Rewritten(f"{_PACKAGE}.snapshots:_parts", "[scalars.LONG, serializer.value]", "[serializer.value]"),
    ),
    _snapshot(
        "snapshot-without-nested-head",
        "writes the snapshots of the parts right behind their composite",
        "A magic number, a version and how many parts there are stand before them.",
        Rewritten(
            f"{_PACKAGE}.snapshots:composite_bytes",
            "numbers = (_NESTED_MAGIC, _NESTED_VERSION, len(nested))",
            "numbers = ()",
        ),
    ),
    _snapshot(
        "snapshot-without-version",
        "writes a class without its version",
        "Behind the class stands the version of its snapshot, as an int.",
        Rewritten(f"{_PACKAGE}.snapshots:_begun", " + int32_bytes(version)", ""),
    ),
    _id(
        "operator-id-halves-swapped",
        "shows the second half of the hash first",
        "The lower half comes first, in the file and in hex.",
        Rewritten(_MURMUR, "_BLOCK.pack(first, second + first & _MASK)", "_BLOCK.pack(second + first & _MASK, first)"),
    ),
    _id(
        "operator-id-big-endian",
        "writes each half of the hash with its highest byte first",
        "Guava's asBytes writes each half little endian.",
        Rewritten(
            _MURMUR,
            "_BLOCK.pack(first, second + first & _MASK)",
            'struct.pack(">QQ", first, second + first & _MASK)',
        ),
    ),
    _id(
        "operator-id-of-utf-16",
        "hashes the UTF-16 units of the uid",
        "The uid is hashed as UTF-8.",
        Rewritten(
            "copartition.flink.operator_id:operator_id",
            'paired.encode("utf-8", "replace")',
            'paired.encode("utf-16-le", "surrogatepass")',
        ),
    ),
)
