"""Known faults of keys' hash codes."""

from __future__ import annotations

import struct
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from jarparity.faults.fault import Answers, Fault, Reads, Replaced, Rewritten
from jarparity.values.hashing import fnv_1a, polynomial, utf_8
from jarparity.values.key_texts import decimal
from jarparity.values.utf16 import signed

if TYPE_CHECKING:
    from collections.abc import Callable

    from jarparity.answers import JSON

_OF_KEY: Final = (
    "flink.key.hash",
    "flink.key-group.of-key",
    "flink.key-group.operator-of-key",
    "flink.partitioner.channel",
)
_string: Final = partial(Fault.of, ("java.string.hash", *_OF_KEY), "openjdk/jdk:java.lang.String.hashCode")
_text: Final = partial(Fault.of, ("java.string.hash", *_OF_KEY))
_double: Final = partial(Fault.of, _OF_KEY, "openjdk/jdk:java.lang.Double.hashCode")
_long: Final = partial(Fault.of, _OF_KEY, "openjdk/jdk:java.lang.Long.hashCode")
_decimal: Final = partial(Fault.of, _OF_KEY, "openjdk/jdk:java.math.BigDecimal.hashCode")
_row: Final = partial(Fault.of, _OF_KEY, "apache/flink:RowUtils.deepHashCodeRow")
_identity: Final = partial(Fault.of, _OF_KEY, "apache/flink:KeyedStream.validateKeyTypeIsHashable")
_of_key: Final = partial(Fault.of, _OF_KEY)
_CODES: Final = "copartition.java.hash_codes"
_STRING_HASH: Final = "copartition.java.strings:string_hash"
_FLAT: Final = "lambda field: bytes_hash(field) if type(field) is bytes else hash_code_or_zero(field)"
_REFUSED: Final = "raise IdentityHashedKey(IDENTITY_HASHED_BYTES)"
_BITS: Final = {"double": 64, "float": 32}


def _key(kind: str, value: object) -> JSON:
    return {"type": kind, "value": value if kind == "string" else str(value)}


def _read(**by_type: Callable[[str, Any], JSON]) -> Reads:
    """Keys of these types, alone and in others, are taken for another key; `_` in a name is a hyphen of the type."""

    def read(key: JSON) -> JSON:
        kind, value = key["type"], key.get("value")
        if kind in ("tuple", "list"):
            return {**key, "value": [read(part) for part in value]}
        if kind == "row":
            return {**key, "value": {**value, "fields": [read(part) for part in value["fields"]]}}
        other = by_type.get(kind.replace("-", "_"))
        return key if other is None else other(kind, value)

    return Reads(lambda document: {**document, "key": read(document["key"])})


def _strings(hash_of: Callable[[str], int]) -> tuple[Replaced, ...]:
    """Strings and characters are hashed so."""

    def of_key(original: Callable[..., int], key: Any) -> int:  # noqa: ANN401 - a key of the port
        return hash_of(key.value) if type(key).__name__ == "Character" else original(key)

    return Replaced(_STRING_HASH, lambda _, text: hash_of(text)), Replaced(f"{_CODES}:hash_code", of_key)


def _python_2(text: str) -> int:
    """The unsalted hash of CPython 2, cut to 32 bits."""
    data = utf_8(text)
    code = data[0] << 7 if data else 0
    for byte in data:
        code = (1000003 * code ^ byte) & (1 << 64) - 1
    return signed(code ^ len(data))


class _Outermost:
    """Turns the hash code -1 into -2: of a key, not of its parts."""

    depth = 0

    def __call__(self, original: Callable[..., int], key: Any) -> int:  # noqa: ANN401 - a key of the port
        self.depth += 1
        try:
            code = original(key)
        finally:
            self.depth -= 1
        return -2 if code == -1 and not self.depth else code


_OUTERMOST: Final = _Outermost()


def _number_or_text(_: str, value: Any) -> JSON:  # noqa: ANN401 - a number or a boolean
    return _key("string", str(value).lower())


def _positive_zero(kind: str, value: str) -> JSON:
    sign = 1 << _BITS[kind] - 1
    return {"type": kind, "value": f"0x{0:0{_BITS[kind] // 4}x}" if int(value, 16) == sign else value}


def _with_payload(kind: str, value: str) -> JSON:
    bits = int(value, 16)
    if kind == "float":
        return _key("integer", signed(bits))
    return _key("long", bits - (bits >> 63 << 64))


def _widened(_: str, value: str) -> JSON:
    number = struct.unpack(">f", bytes.fromhex(value[2:]))[0]
    return {"type": "double", "value": f"0x{struct.pack('>d', number).hex()}"}


def _stripped(_: str, value: str) -> JSON:
    unscaled, scale = decimal(value)
    while unscaled % 10 == 0 and unscaled:
        unscaled, scale = unscaled // 10, scale - 1
    return _key("big-decimal", f"{unscaled}E{-scale:+d}" if unscaled and scale else unscaled)


def _nanos_too(original: Callable[..., int], key: Any) -> int:  # noqa: ANN401 - a key of the port
    code = original(key)
    return signed(code + key.nanos) if type(key).__name__ == "SqlTimestamp" else code


def _null_as_zero(document: JSON) -> JSON:
    return {**document, "key": _key("integer", 0)} if document["key"]["type"] == "null" else document


FAULTS: Final = (
    _text(
        ("apache/texera#8181", "apache/texera#8247"),
        "string-code-points",
        "hashes a string's code points",
        "String.hashCode runs over UTF-16 units: a character above U+FFFF counts as two surrogates.",
        *_strings(lambda text: polynomial(map(ord, text), 0)),
    ),
    _string(
        "string-utf-8",
        "hashes a string's UTF-8 bytes",
        "String.hashCode runs over UTF-16 units; the answers are the same for ASCII only.",
        *_strings(lambda text: polynomial(utf_8(text), 0)),
    ),
    _string(
        "string-utf-8-signed",
        "hashes a string's UTF-8 bytes as signed bytes",
        "String.hashCode runs over UTF-16 units, which have no sign; the answers are the same for ASCII only.",
        *_strings(lambda text: polynomial((byte - (byte >> 7 << 8) for byte in utf_8(text)), 0)),
    ),
    _string(
        "string-fnv-1a",
        "hashes a string with FNV-1a, as many languages' libraries do",
        "String.hashCode is the polynomial in 31; a library's own hash is not it.",
        *_strings(lambda text: fnv_1a(utf_8(text))),
    ),
    _text(
        "dpkp/kafka-python#374",
        "string-python",
        "hashes a string with its own language's hash (here Python 2's)",
        "String.hashCode is the polynomial in 31; newer Pythons also salt theirs in every process.",
        *_strings(_python_2),
    ),
    Fault.of(
        ("java.string.hash", "flink.key.hash"),
        "openjdk/jdk:java.lang.Object.hashCode",
        "hash-unsigned",
        "gives hash codes as unsigned 32-bit numbers",
        "Java's int is signed: hash codes from 0x80000000 on are negative.",
        Answers(lambda _, code: code & 0xFFFFFFFF),
    ),
    _text(
        "apache/texera#8253",
        "hash-minus-one",
        "gives -2 for the hash code -1, as Python's hash() does",
        "Python keeps -1 for errors and turns it into -2; in Java -1 is a hash code like any other.",
        Replaced(_STRING_HASH, _OUTERMOST),
        Replaced(f"{_CODES}:hash_code", _OUTERMOST),
    ),
    _of_key(
        ("apache/flink-agents#1024", "apache/flink-agents#581"),
        "key-as-text",
        "hashes a number or a boolean as its text",
        "A Long hashes its value: 1 is key group 86 of 128 as Long, 54 as String.",
        _read(**dict.fromkeys(("long", "integer", "short", "byte", "boolean"), _number_or_text)),
    ),
    _long(
        "long-low-word",
        "cuts a Long to its low 32 bits",
        "Long.hashCode folds both words: (int)(v ^ (v >>> 32)).",
        _read(long=lambda _, value: _key("integer", signed(int(value)))),
    ),
    _long(
        "long-as-integer",
        "hashes a Long that fits 32 bits as an Integer",
        "Negative Longs differ from Integers: -1 is key group 94 of 128 as Long, 80 as Integer. py4j boxes this way.",
        _read(long=lambda _, value: _key("integer" if signed(int(value)) == int(value) else "long", value)),
    ),
    _of_key(
        "openjdk/jdk:java.lang.Integer.hashCode",
        "integer-as-long",
        "hashes an Integer, Short or Byte as a Long",
        "Negative Integers differ from Longs: -1 is key group 80 of 128 as Integer, 94 as Long. JPype boxes this way.",
        _read(**dict.fromkeys(("integer", "short", "byte"), lambda _, value: _key("long", value))),
    ),
    _of_key(
        "openjdk/jdk:java.lang.Boolean.hashCode",
        "boolean-bit",
        "hashes a Boolean as 1 or 0",
        "Boolean.hashCode is 1231 for true, 1237 for false.",
        _read(boolean=lambda _, value: _key("integer", int(value))),
    ),
    _double(
        "negative-zero",
        "hashes -0.0 as 0.0",
        "Double and Float hash their bits: -0.0 is key group 108 of 128, 0.0 is 94.",
        _read(double=_positive_zero, float=_positive_zero),
    ),
    _double(
        "nan-payload",
        "hashes a NaN's own bits",
        "doubleToLongBits and floatToIntBits give one bit pattern for every NaN.",
        _read(double=_with_payload, float=_with_payload),
    ),
    _of_key(
        "openjdk/jdk:java.lang.Float.hashCode",
        "float-as-double",
        "hashes a Float as a Double",
        "Float.hashCode is floatToIntBits of the 32 bits.",
        _read(float=_widened),
    ),
    _decimal(
        "decimal-stripped",
        "strips a BigDecimal's trailing zeros",
        "Equal numbers of another scale have other hash codes: 1.0 is key group 103 of 128, 1.00 is 69.",
        _read(big_decimal=_stripped),
    ),
    _decimal(
        "decimal-unscaled",
        "leaves a BigDecimal's scale out",
        "BigDecimal.hashCode is 31 times the hash of the unscaled value, plus the scale.",
        _read(big_decimal=lambda _, value: _key("big-integer", decimal(value)[0])),
    ),
    _of_key(
        "openjdk/jdk:java.math.BigInteger.hashCode",
        "big-integer-low-word",
        "cuts a BigInteger to its low 32 bits",
        "BigInteger.hashCode is the polynomial in 31 over the magnitude's words, with the sign.",
        Replaced(f"{_CODES}:big_integer_hash", lambda _, value: signed(value)),
    ),
    _of_key(
        "openjdk/jdk:java.time.LocalDate.hashCode",
        "date-epoch-day",
        "hashes a LocalDate as the number of its day",
        "LocalDate.hashCode mixes year, month and day.",
        Replaced(f"{_CODES}:_local_date_hash", lambda _, date: signed(date.epoch_day ^ date.epoch_day >> 32)),
    ),
    _of_key(
        "openjdk/jdk:java.time.LocalTime.hashCode",
        "time-seconds",
        "hashes a LocalTime as the second of the day",
        "LocalTime.hashCode folds the nanosecond of the day.",
        Rewritten(f"{_CODES}:_local_time_hash", "fold_64(key.nano_of_day)", "key.nano_of_day // 10**9"),
    ),
    _of_key(
        "openjdk/jdk:java.time.Instant.hashCode",
        "instant-millis",
        "hashes an Instant as epoch milliseconds",
        "Instant.hashCode folds the seconds and adds 51 times the nanoseconds.",
        Rewritten(
            f"{_CODES}:_instant_hash",
            "int32(fold_64(key.seconds) + 51 * key.nanos)",
            "fold_64(key.seconds * 1000 + key.nanos // 10**6)",
        ),
    ),
    _of_key(
        "openjdk/jdk:java.util.UUID.hashCode",
        "uuid-text",
        "hashes a UUID's text",
        "UUID.hashCode folds the four words of its 128 bits.",
        _read(uuid=lambda _, value: _key("string", value)),
    ),
    _of_key(
        "openjdk/jdk:java.util.Date.hashCode",
        "timestamp-nanos",
        "lets a Timestamp's nanoseconds count",
        "java.sql.Timestamp.hashCode is that of Date: milliseconds only.",
        Replaced(f"{_CODES}:hash_code", _nanos_too),
    ),
    _of_key(
        "apache/flink:KeyGroupRangeAssignment.assignToKeyGroup",
        "null-as-zero",
        "takes null as a key with hash code 0",
        "A key must not be null: NullPointerException.",
        Reads(_null_as_zero),
    ),
    _of_key(
        "apache/flink:Tuple2.hashCode",
        "tuple-from-1",
        "hashes a Tuple as a List",
        "A Tuple's hash starts with the first field's, a List's starts with 1.",
        Rewritten(f"{_CODES}:_tuple_hash", "key.fields), 0)", "key.fields), 1)"),
    ),
    _of_key(
        "openjdk/jdk:java.util.AbstractList.hashCode",
        "list-from-0",
        "hashes a List as a Tuple",
        "A List's hash starts with 1, a Tuple's with the first field's.",
        Rewritten(f"{_CODES}:_list_hash", "key.items), 1)", "key.items), 0)"),
    ),
    _row(
        "row-as-list",
        "hashes a Row as the list of its fields",
        "A Row's hash also has its kind, and adds 31 for every field that is neither null nor a list.",
        Rewritten(f"{_CODES}:_row_hash", "31 * ROW_KINDS[key.kind] + _folded(map(_deep_hash,", f"_folded(map({_FLAT},"),
    ),
    _row(
        "row-flat",
        "hashes a Row's fields by their own hash codes",
        "Each field that is neither null nor a list is hashed as an array of one element: 31 more.",
        Rewritten(f"{_CODES}:_row_hash", "_deep_hash", _FLAT),
    ),
    _row(
        "row-kind-left-out",
        "leaves a Row's kind out",
        "A Row's hash has 31 times its kind: the same fields as +I and -U go to different groups.",
        Rewritten(f"{_CODES}:_row_hash", "31 * ROW_KINDS[key.kind] + ", ""),
    ),
    _of_key(
        ("apache/texera#8179", "apache/texera#8249"),
        "row-bytes-unsigned",
        "takes bytes inside a Row as unsigned",
        "Arrays.hashCode(byte[]) runs over signed bytes; PyFlink's pickled keys are such rows.",
        Rewritten(f"{_CODES}:bytes_hash", "not data.isascii()", "False"),
    ),
    _identity(
        "bytes-by-content",
        "places a byte array by its content",
        "A byte[] hashes by identity, so that equal keys land in different groups: refuse it.",
        Rewritten("copartition.port.keys:_bytes", _REFUSED, "return hexed(value, path)"),
        Rewritten(f"{_CODES}:_refuse_bytes", _REFUSED, "return bytes_hash(_key)"),
    ),
    _identity(
        "enum-by-name",
        "places an enum by its constant's name",
        "An enum hashes by identity, so that a key's group changes from JVM to JVM: refuse it.",
        _read(enum=lambda _, value: _key("string", value)),
    ),
)
