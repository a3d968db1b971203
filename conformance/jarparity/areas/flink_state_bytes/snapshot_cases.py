"""Hand-written cases of snapshots of serializers: each type, nested ones, other versions, cut and damaged ones."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from jarparity.areas.flink_state_bytes.class_snapshots import CLASSES, RESTORED, SUBCLASSES
from jarparity.areas.flink_state_bytes.row_snapshots import rows, types_of_rows, with_version
from jarparity.case_collector import Cases, named
from jarparity.values import state_values as values
from jarparity.values.boundary.state import COMPOSITES, OBJECTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jarparity.cases import Case


def _snapshot(name: str, *numbers: int, version: int = 3) -> bytes:
    """The snapshot of a class, and ints behind it."""
    data = name.encode()
    return struct.pack(f">H{len(data)}s{1 + len(numbers)}i", len(data), data, version, *numbers)


_BASE: Final = "org.apache.flink.api.common.typeutils.base"
_LONG: Final = f"{_BASE}.LongSerializer$LongSerializerSnapshot"
_LIST: Final = f"{_BASE}.ListSerializerSnapshot"
_RUNTIME: Final = "org.apache.flink.api.java.typeutils.runtime"
_ROW: Final = f"{_RUNTIME}.RowSerializer$RowSerializerSnapshot"
_TTL: Final = "org.apache.flink.runtime.state.ttl.TtlStateFactory$TtlSerializerSnapshot"
_TUPLE: Final = f"{_RUNTIME}.TupleSerializerSnapshot"
_TUPLE1: Final = b"org.apache.flink.api.java.tuple.Tuple1"
_ROW_DATA: Final = "org.apache.flink.table.runtime.typeutils.BinaryRowDataSerializer$BinaryRowDataSerializerSnapshot"
_OUTER, _NESTED = (911_108, 1), (1_333_245, 1)


def _tuple_of(parts: int) -> bytes:
    return struct.pack(f">H{len(_TUPLE1)}s3i", len(_TUPLE1), _TUPLE1, *_NESTED, parts)


_COMPOSITES: Final = {
    "list": _snapshot(_LIST, *_OUTER, *_NESTED, 1) + _snapshot(_LONG),
    "map": _snapshot(f"{_BASE}.MapSerializerSnapshot", *_OUTER, *_NESTED, 2) + 2 * _snapshot(_LONG),
    "tuple": _snapshot(_TUPLE, 911_108, 2) + _tuple_of(1) + _snapshot(_LONG),
    "tuple-0": _snapshot(f"{_RUNTIME}.Tuple0SerializerSnapshot"),
    "row": _snapshot(_ROW, 911_108, 4) + struct.pack(">b3i", 1, *_NESTED, 1) + _snapshot(_LONG),
    "row-data": _snapshot(_ROW_DATA, 3),
    "ttl": _snapshot(_TTL, 911_108, 2, *_NESTED, 2) + 2 * _snapshot(_LONG),
}
_VERSIONS: Final = (-1, 0, 1, 2, 4)
_SNAPSHOTS: Final = {
    "long": _snapshot(_LONG),
    **_COMPOSITES,
    "ttl-of-one-part": _snapshot(_TTL, 911_108, 2, *_NESTED, 1) + _snapshot(_LONG),
    "ttl-of-three-parts": _snapshot(_TTL, 911_108, 2, *_NESTED, 3) + 3 * _snapshot(_LONG),
    "ttl-in-ttl": 2 * (_snapshot(_TTL, 911_108, 2, *_NESTED, 2) + _snapshot(_LONG)) + _snapshot(_LONG),
    "ttl-other-version": _snapshot(_TTL, 911_108, 1, *_NESTED, 2) + 2 * _snapshot(_LONG),
    "list-of-a-later-version": _snapshot(_LIST, 911_108, 7, *_NESTED, 1) + _snapshot(_LONG),
    "map-of-no-version": _snapshot(f"{_BASE}.MapSerializerSnapshot", 911_108, 0, *_NESTED, 2) + 2 * _snapshot(_LONG),
    "row-of-a-later-version": _snapshot(_ROW, 911_108, 5) + struct.pack(">b3i", 1, *_NESTED, 1) + _snapshot(_LONG),
    **{
        f"row-of-version-{named(version)}": _snapshot(_ROW, 911_108, version)
        + struct.pack(">3i", *_NESTED, 1)
        + _snapshot(_LONG)
        for version in (-1, 0, 1, 2, 3)
    },
    "row-without-kind": _snapshot(_ROW, 911_108, 4) + struct.pack(">b3i", 0, *_NESTED, 1) + _snapshot(_LONG),
    "row-of-a-later-version-without-kind": _snapshot(_ROW, 911_108, 9)
    + struct.pack(">b3i", 0, *_NESTED, 1)
    + _snapshot(_LONG),
    "row-of-version-3-with-a-flag": _snapshot(_ROW, 911_108, 3)
    + struct.pack(">b3i", 1, *_NESTED, 1)
    + _snapshot(_LONG),
    **{f"long-of-version-{named(version)}": _snapshot(_LONG, version=version) for version in _VERSIONS},
    "long-of-version-2-with-a-class": _snapshot(_LONG, version=2) + b"\0\4Long",
    **{
        f"{name}-in-a-snapshot-of-version-{named(version)}": with_version(
            data, 2 + int.from_bytes(data[:2], "big"), version
        )
        for version in _VERSIONS
        for name, data in _COMPOSITES.items()
    },
    "list-before-magic-numbers": _snapshot(_LIST, *_NESTED, 1, version=2) + _snapshot(_LONG),
    "ttl-before-magic-numbers": _snapshot(_TTL, *_NESTED, 2, version=0) + 2 * _snapshot(_LONG),
    "tuple-before-magic-numbers": _snapshot(_TUPLE, version=2) + _tuple_of(1) + _snapshot(_LONG),
    "row-before-magic-numbers": _snapshot(_ROW, *_NESTED, 1, version=2) + _snapshot(_LONG),
    "list-of-minus-one-parts": _snapshot(_LIST, *_OUTER, *_NESTED, -1),
    "tuple-of-minus-one-parts": _snapshot(_TUPLE, 911_108, 2) + _tuple_of(-1),
    "row-of-minus-one-parts": _snapshot(_ROW, 911_108, 4) + struct.pack(">b3i", 1, *_NESTED, -1),
    "list-of-no-parts": _snapshot(_LIST, *_OUTER, *_NESTED, 0),
    "list-of-two-parts": _snapshot(_LIST, *_OUTER, *_NESTED, 2) + 2 * _snapshot(_LONG),
    "no-such-class": _snapshot("org.example.Serializer"),
    "other-version": _snapshot(_LONG, version=4),
    "other-outer-magic": _snapshot(_LIST, 911_109, 1, *_NESTED, 1) + _snapshot(_LONG),
    "other-nested-magic": _snapshot(_LIST, *_OUTER, 1_333_246, 1, 1) + _snapshot(_LONG),
    "other-nested-version": _snapshot(_LIST, *_OUTER, 1_333_245, 2, 1) + _snapshot(_LONG),
}


def snapshots() -> Iterable[Case]:
    """Cases of `flink.state.serializer-snapshot`: each type, nested ones, every beginning of two snapshots."""
    cases = Cases("flink.state.serializer-snapshot")
    for kind in (*values.KEY_SCALARS, "bytes", "void-namespace", "time-window", "global-window"):
        cases.add(f"scalar/{kind}", {"type": kind})
    for name, (kind, _) in COMPOSITES.items():
        cases.add(f"composite/{name}", {"type": kind})
        cases.add(f"composite/{name}/in-map", {"type": {"type": "map", "key": "string", "value": kind}})
        cases.add(f"composite/{name}/in-ttl", {"type": {"type": "ttl", "value": kind}})
    for kind in ("string", "long"):
        with_time = {"type": "ttl", "value": kind}
        cases.add(f"ttl/{kind}", {"type": with_time})
        cases.add(f"ttl/{kind}/in-list", {"type": {"type": "list", "element": with_time}})
        cases.add(f"ttl/{kind}/in-map", {"type": {"type": "map", "key": "string", "value": with_time}})
    for name, (kind, _) in OBJECTS.items():
        cases.add(f"object/{name}", {"type": kind})
        cases.add(f"object/{name}/in-map", {"type": {"type": "map", "key": "string", "value": kind}})
    for arity in (1, 2, 25):
        cases.add(f"tuple/{arity}", {"type": {"type": "tuple", "fields": ["long"] * arity}})
        cases.add(f"row/{arity}", {"type": {"type": "row", "fields": ["long"] * arity}})
        cases.add(f"row-data/{arity}", {"type": {"type": "row-data", "fields": ["INT"] * arity}})
    for name, data in _to_read():
        cases.add(f"decode/{name}", {"direction": "decode", "bytes": data.hex()})
    for name, data in types_of_rows():
        cases.add(f"rows-of/{name}", {"type": {"type": "row-data", "snapshot": data.hex()}})
    return cases


def _to_read() -> Iterator[tuple[str, bytes]]:
    for name, data in CLASSES.items():
        yield name, data
        yield from ((f"{name}/first-{length}", data[:length]) for length in range(0, len(data), 8))
    yield from SUBCLASSES.items()
    yield from RESTORED.items()
    for name, data in rows():
        yield f"rows-of/{name}", data
    for name, data in _SNAPSHOTS.items():
        yield name, data
        for length in range(0, len(data), 1 if name == "list" else 16):
            yield f"{name}/first-{length}", data[:length]
        yield f"{name}/longer", data + b"\7"
