"""Hand-written cases of values: boundaries of every type, nulls, lengths, identities, every beginning of bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.case_collector import Cases
from jarparity.values import state_values as values
from jarparity.values.boundary.keys import key, labelled
from jarparity.values.boundary.state import COMPOSITES, OBJECTS
from jarparity.values.state_rules import ARRAYS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jarparity.answers import JSON
    from jarparity.cases import Case

NULL: Final = key("null", None)
_VOID: Final = key("void-namespace", None)
_ROW_KINDS: Final = {"insert": "+I", "update-before": "-U", "update-after": "+U", "delete": "-D"}
_DECIMALS: Final = {
    "0": "0",
    "1": "1",
    "10": "10",
    "zero-and-two-decimals": "0.00",
    "a-tenth": "0.1",
    "ten-hundredths": "0.10",
    "ten-tenths": "1.0",
    "zero-thousands": "0E+3",
    "thousand": "1E+3",
    "tiny": "1E-10",
}
"""Decimals whose digits are 0, 1 or 10."""
LENGTHS: Final = (0, 1, 126, 127, 128, 254, 255, 256, 16382, 16383, 16384, 65533, 65534, 65535, 65536)
"""Around so many characters a length of the original takes a byte more."""
TEXTS: Final = {
    "ascii": "user_1",
    "umlaut": "hé",
    "emoji": "hé😀",
    "del": "\x7f\x80",
    "two-bytes": "\u3fff\u4000",
    "nul": "\0",
    "lone-high": "\ud800",
    "lone-low": "\udc00a",
    "last": "\uffff",
}
_WRITTEN: Final = {
    "sql-timestamp": {
        "first-second": "8000000000000001" + "00000000",
        "first-second-a-milli": "8000000000000001" + "000f4240",
        "first-second-own-millis": "80000000000000c0" + "0b71b000",
        "first-second-most-nanos": "8000000000000001" + "3b9ac9ff",
        "second-second": "8000000000000328" + "00000000",
        "last-second": "7fffffffffffffff" + "00000000",
        "last-second-own-millis": "7fffffffffffffff" + "3019d3c0",
        "last-second-most-nanos": "7fffffffffffffff" + "3b9ac9ff",
    },
    "local-date": {
        "year-0": "000000000101",
        "year-before-0": "ffffffff0c1f",
        "last-plain-year": "0000270f0c1f",
        "first-signed-year": "000027100101",
    },
    "local-time": {
        "seconds": "0a0f1e00000000",
        "a-nano": "0a0f0000000001",
        "micros": "0a0f1e075bca00",
        "millis": "173b001dcd6500",
    },
    "instant": {
        "year-0": "fffffff1868b840000000000",
        "year-before-0": "fffffff1868b83ff00000000",
        "last-plain-year": "0000003afff4417f00000000",
        "first-signed-year": "0000003afff4418000000000",
        "micros": "000000006b0381c4075bca00",
        "late-hour": "000000006b03751c1dcd6500",
        "carried-around": "7fffffffffffffff" + "3b9aca00",
        "carried-to-the-last": "7ffffffffffffffe" + "3b9aca00",
        "carried-back-around": "8000000000000000" + "ffffffff",
        "carried-back-to-the-first": "8000000000000001" + "ffffffff",
    },
    "big-decimal": {
        "minus-a-tenth": "00000005ff00000001",
    },
}
"""Bytes of values whose text says something more, or nothing: a year with a sign, no seconds, a part of a second."""


def serialized() -> Iterable[Case]:
    """Cases of `flink.state.serialized`."""
    cases = Cases("flink.state.serialized")
    for name, kind, of in (*_scalars(), *_composites(), *_numbers(), *_maps(), *_with_time()):
        cases.add(name, {"type": kind, "value": of})
    for name, kind, data in _stored():
        document = {"direction": "decode", "type": kind}
        for length in range(len(data) // 2 + 1):
            cases.add(f"decode/{name}/first-{length}", {**document, "bytes": data[: 2 * length]})
        cases.add(f"decode/{name}/longer", {**document, "bytes": f"{data}00"})
    for kind, texts in _WRITTEN.items():
        for name, data in texts.items():
            cases.add(f"decode/{kind}/{name}", {"direction": "decode", "type": kind, "bytes": data})
    return cases


def _scalars() -> Iterator[tuple[str, JSON, JSON]]:
    """Each type at its boundaries, and its null alone, in a tuple, a list, a row and a map."""
    for kind in (*values.KEY_SCALARS, "bytes"):
        for name, of in labelled([kind]):
            yield f"key/{name}", kind, of
        yield f"null/{kind}", kind, NULL
        in_tuple = {"type": "tuple", "fields": ["long", kind]}
        yield f"null-in-tuple/{kind}", in_tuple, key("tuple", [key("long", "1"), NULL])
        yield f"null-in-list/{kind}", {"type": "list", "element": kind}, key("list", [NULL])
        row = key("row", {"kind": "-U", "fields": [NULL, key("byte", "1")]})
        yield f"null-in-row/{kind}", {"type": "row", "fields": [kind, "byte"]}, row
        pair = key("map", [[key("string", "k"), NULL]])
        yield f"null-in-map/{kind}", {"type": "map", "key": "string", "value": kind}, pair
    for kind in ("void-namespace", "global-window"):
        yield f"namespace/{kind}", kind, key(kind, None)
        yield f"namespace/{kind}/null", kind, NULL
    ends = {"start": "-9223372036854775808", "end": "9223372036854775807"}
    yield "namespace/time-window", "time-window", key("time-window", ends)
    yield "namespace/time-window/null", "time-window", NULL
    for label, text in TEXTS.items():
        yield f"text/{label}", "string", key("string", text)
    for length in LENGTHS:
        yield f"length/{length}/string", "string", key("string", "x" * length)


def _composites() -> Iterator[tuple[str, JSON, JSON]]:
    """Composites, their nulls, and rows around a byte of their masks."""
    for name, (kind, of) in {**COMPOSITES, **OBJECTS}.items():
        yield f"composite/{name}", kind, of
        yield f"composite/{name}/null", kind, NULL
        yield f"composite/{name}/null-in-tuple", {"type": "tuple", "fields": [kind]}, key("tuple", [NULL])
        nested = {"type": "tuple", "fields": ["byte", kind]}
        yield f"composite/{name}/in-tuple", nested, key("tuple", [key("byte", "1"), of])
    for arity in (5, 6, 7, 13, 14, 15):
        for name, kind in _ROW_KINDS.items():
            parts = [key("byte", "1") if place % 3 else NULL for place in range(arity)]
            row = key("row", {"kind": kind, "fields": parts})
            yield f"row-mask/{arity}/{name}", {"type": "row", "fields": ["byte"] * arity}, row
    for arity in (1, 7, 8, 9, 16, 17):
        parts = [key("byte", "1") if place % 3 else NULL for place in range(arity)]
        kind = {"type": "row", "fields": ["byte"] * arity, "kinds": False}
        yield f"row-mask/{arity}/without-kind", kind, key("row", {"kind": "-D", "fields": parts})
    for count in (1, 2, 5):
        of = [key("string", f"user_{i}") for i in range(count)]
        yield f"string-array/{count}", "string-array", key("string-array", of)
    for kind in ARRAYS:
        yield f"null/{kind}", kind, NULL
        yield f"null-in-tuple/{kind}", {"type": "tuple", "fields": [kind]}, key("tuple", [NULL])


def _numbers() -> Iterator[tuple[str, JSON, JSON]]:
    """0, 1 and 10: the constants of Java, and other objects that are equal."""
    for constant in (False, True):
        label = "constant" if constant else "other"
        for number in ("0", "1", "10"):
            of = {**key("big-integer", number), "constant": constant}
            yield f"identity/{label}/big-integer/{number}", "big-integer", of
        for name, text in _DECIMALS.items():
            of = {**key("big-decimal", text), "constant": constant}
            yield f"identity/{label}/big-decimal/{name}", "big-decimal", of


def _maps() -> Iterator[tuple[str, JSON, JSON]]:
    """Maps: their order, and their nulls."""
    counts = {"type": "map", "key": "string", "value": "long"}
    pairs = [[key("string", name), key("long", "1")] for name in ("b", "a", "é", "")]
    yield "map/empty", counts, key("map", [])
    yield "map/null", counts, NULL
    yield "map/order-of-insertion", counts, key("map", pairs)
    yield "map/key-twice", counts, key("map", [*pairs, [key("string", "b"), key("long", "2")]])
    yield "map/null-key", counts, key("map", [[NULL, key("long", "1")]])
    yield "map/null-key-of-a-long", {**counts, "key": "long"}, key("map", [[NULL, key("long", "1")]])
    lists, items = COMPOSITES["list"]
    yield "map/of-lists", {**counts, "value": lists}, key("map", [[key("string", "k"), items]])


def _with_time() -> Iterator[tuple[str, JSON, JSON]]:
    """Values with a time to live: the times' boundaries, nulls, and where such values stand in others."""
    for name, of in {"string": key("string", "v"), "long": key("long", "7"), "void-namespace": _VOID}.items():
        kind = {"type": "ttl", "value": name}
        for label, time in {"zero": "0", "first": str(-(2**63)), "last": str(2**63 - 1), "minus-one": "-1"}.items():
            yield f"ttl/{name}/{label}", kind, _held(time, of)
        yield f"ttl/{name}/null", kind, NULL
        yield f"ttl/{name}/of-null", kind, _held("5", NULL)
        yield f"ttl/{name}/in-list", {"type": "list", "element": kind}, key("list", [_held("5", of), _held("6", of)])
        for label, each in {"": _held("5", of), "-null": NULL, "-of-null": _held("5", NULL)}.items():
            pair = key("map", [[key("string", "k"), each]])
            yield f"ttl/{name}/in-map{label}", {"type": "map", "key": "string", "value": kind}, pair
    for name, (kind, of) in COMPOSITES.items():
        yield f"ttl/{name}", {"type": "ttl", "value": kind}, _held("5", of)


def _held(time: str, of: JSON) -> JSON:
    return key("ttl", {"timestamp": time, "value": of})


def _stored() -> Iterator[tuple[str, JSON, str]]:
    """Bytes of each type by a name: what serializers write, and what none does."""
    yield from _stored_objects()
    text = {"type": "list", "element": "string"}
    shifted = {"type": "tuple", "fields": ["sql-timestamp", "integer", "string"]}
    yield from (
        ("string", "string", "04e901bdb00380bc03"),
        ("string-null", "string", "00"),
        ("string-long-length", "string", "828000" + "61"),
        ("string-negative-length", "string", "8000"),
        ("string-unit-of-four-bytes", "string", "0281808004"),
        ("long", "long", "fffffffffffffffe"),
        ("boolean-2", "boolean", "02"),
        ("double-nan", "double", "7ff0000000000001"),
        ("float-nan", "float", "ffc00001"),
        ("char", "char", "d800"),
        ("big-integer", "big-integer", "0000000680ff"),
        ("big-integer-zero", "big-integer", "0000000500"),
        ("big-integer-ten", "big-integer", "00000003"),
        ("big-integer-empty", "big-integer", "00000004"),
        ("big-integer-negative", "big-integer", "ffffffff"),
        ("big-decimal", "big-decimal", "00000006303400000003"),
        ("big-decimal-zero", "big-decimal", "000000050000000002"),
        ("big-decimal-constant", "big-decimal", "0000000100000002"),
        ("big-decimal-exponent", "big-decimal", "0000000507fffffffd"),
        ("big-decimal-null", "big-decimal", "00000000"),
        ("local-date", "local-date", "000007ea0b16"),
        ("local-date-far", "local-date", "3b9ac9ff0c1f"),
        ("local-date-no-such-day", "local-date", "000007e7021d"),
        ("local-date-no-such-year", "local-date", "7fffffff0101"),
        ("local-date-null", "local-date", "800000008000"),
        ("local-date-almost-null", "local-date", "800000000102"),
        ("local-time", "local-time", "1229000754d4c0"),
        ("local-time-no-such-hour", "local-time", "18000000000000"),
        ("local-time-null", "local-time", "80800080000000"),
        ("local-date-time", "local-date-time", "000007ea0b161229000754d4c0"),
        ("local-date-time-null", "local-date-time", "80000000800080800080000000"),
        ("local-date-time-half-null", "local-date-time", "8000000080001229000754d4c0"),
        ("instant", "instant", "ffffffffffffffff3b9ac9ff"),
        ("instant-nanos-carried", "instant", "0000000000000001ffffffff"),
        ("instant-too-far", "instant", "7fffffffffffffff00000000"),
        ("instant-null", "instant", "800000000000000080000000"),
        ("sql-date-null", "sql-date", "8000000000000000"),
        ("sql-timestamp", "sql-timestamp", "ffffffffffffffff3b9ac9ff"),
        ("sql-timestamp-other-millis", "sql-timestamp", "00000000000003e900000001"),
        ("sql-timestamp-no-such-nanos", "sql-timestamp", "00000000000000003b9aca00"),
        ("sql-timestamp-null", "sql-timestamp", "800000000000000000000000"),
        ("sql-timestamp-null-shifts", shifted, "800000000000000000000000" + "00000007" + "0261"),
        ("bytes", "bytes", "000000030102ff"),
        ("bytes-negative", "bytes", "ffffffff"),
        ("list", text, "0000000202610362" + "63"),
        ("list-minus-one", text, "ffffffff"),
        ("list-minus-two", text, "fffffffe"),
        ("map", {"type": "map", "key": "string", "value": "long"}, "0000000202620000000000000000010261" + "01"),
        ("map-key-twice", {"type": "map", "key": "string", "value": "byte"}, "0000000202610001026100" + "02"),
        ("map-minus-one", {"type": "map", "key": "string", "value": "long"}, "ffffffff"),
        ("ttl", {"type": "ttl", "value": "string"}, "7fffffffffffffff" + "0261"),
        ("ttl-of-null", {"type": "ttl", "value": "string"}, "ffffffffffffffff" + "00"),
        ("tuple-0", {"type": "tuple", "fields": []}, "2a"),
        ("tuple-0-other", {"type": "tuple", "fields": []}, "00"),
        ("tuple", {"type": "tuple", "fields": ["string", "integer"]}, "026100000001"),
        ("row", {"type": "row", "fields": ["string", "long"]}, "5002610000000000000007"[:6]),
        ("row-of-all-bits", {"type": "row", "fields": ["string"] * 7}, "ffff"),
        ("row-data", {"type": "row-data", "fields": ["INT"]}, "0000001000000000000000000700000000000000"),
        ("time-window", "time-window", "00" * 15 + "0a"),
        ("void-namespace", "void-namespace", "07"),
        ("global-window", "global-window", "07"),
    )


def _stored_objects() -> Iterator[tuple[str, JSON, str]]:
    """As above, of arrays, constants, objects, and rows whose bytes have no kind."""
    longs: JSON = {"type": "array", "element": "long"}
    yield from (
        ("array", longs, "00000002" + "010000000000000007" + "00"),
        ("array-flag-2", {"type": "array", "element": "byte"}, "00000001" + "0207"),
        ("array-negative", longs, "ffffffff"),
        ("array-empty", longs, "00000000"),
        ("string-array-empty", "string-array", "00000000"),
        ("array-of-arrays", {"type": "array", "element": longs}, "0000000101" + "0000000100"),
        ("string-array", "string-array", "00000003" + "0261" + "00" + "01"),
        ("string-array-negative", "string-array", "fffffffe"),
        ("boolean-array", "boolean-array", "00000003" + "000102"),
        ("short-array", "short-array", "00000002" + "fffe012c"),
        ("integer-array", "integer-array", "00000001" + "fffffffe"),
        ("long-array", "long-array", "00000001" + "fffffffffffffffe"),
        ("float-array", "float-array", "00000002" + "7f800001" + "3f800000"),
        ("double-array", "double-array", "00000001" + "7ff0000000000001"),
        ("char-array", "char-array", "00000002" + "d8000061"),
        ("char-array-negative", "char-array", "ffffff00"),
    )
    for kind, of in (OBJECTS["enum"], OBJECTS["enum-with-a-body"]):
        for number in ("00000000", "00000001", "00000002", "00000003", "ffffffff", "7fffffff"):
            yield f"enum/{of['value'].lower()}/{number}", kind, number
    pojo, _ = OBJECTS["pojo-with-nulls"]
    yield from (
        ("pojo", pojo, "02" + "000261" + "000000000000000007" + "0000000001" + "00"),
        ("pojo-of-nulls", pojo, "02" + "01" + "01" + "01"),
        ("pojo-null-field-flag-2", pojo, "02" + "02" + "01" + "ff"),
        ("pojo-null", pojo, "01"),
        ("pojo-null-and-more", pojo, "ff"),
        ("pojo-more-flags", pojo, "f2" + "010101"),
        ("pojo-empty", OBJECTS["pojo-of-no-fields"][0], "02"),
        ("pojo-not-sorted", OBJECTS["pojo-not-sorted"][0], "02" + "0002" + "0001"),
    )
    row, _ = OBJECTS["row-without-kind"]
    yield from (
        ("row-without-kind", row, "00" + "0261" + "0000000000000007"),
        ("row-without-kind-null", row, "40" + "0261"),
        ("row-without-kind-more-bits", row, "ff"),
        ("row-without-kind-of-no-fields", OBJECTS["row-without-kind-of-no-fields"][0], ""),
    )
