"""Hand-written cases: each kind of state and namespace, tables that grow, what is not written, damaged streams."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity.areas.flink_savepoints.header_edits import edited
from jarparity.areas.flink_savepoints.snappy_cases import packed, unpacked
from jarparity.areas.flink_savepoints.sql_cases import of_sql
from jarparity.areas.flink_savepoints.timer_cases import timers
from jarparity.case_collector import Cases
from jarparity.values.boundary.keys import KEYS, key
from jarparity.values.boundary.state import COMPOSITES, OBJECTS
from jarparity.values.state_values import KEY_SCALARS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jarparity.answers import JSON
    from jarparity.cases import Case

_NULL: Final = key("null", None)
_COUNTS: Final = {"type": "map", "key": "string", "value": "long"}
_LONGS: Final = {"type": "list", "element": "long"}
_STREAMS: Final = Path(__file__).with_name("streams.json")
_TABLE: Final = (96, 97, 98, 99, 100, 101, 110, 120, 130, 150, 193, 194, 195, 200, 260)
"""Numbers of entries around the growth of a table of 128 bins, and of one of 256."""


def savepoints() -> Iterable[Case]:
    """Cases of `flink.state.savepoint`."""
    return _all("flink.state.savepoint")


def checkpoints() -> Iterable[Case]:
    """Cases of `flink.state.checkpoint`."""
    return _all("flink.state.checkpoint")


def _all(operation: str) -> Iterable[Case]:
    cases = Cases(operation)
    for name, document in (*_kinds(), *_namespaces(), *_keys(), *_tables(), *_states(), *_ranges(), *_nulls()):
        cases.add(name, document)
    for name, document in (*timers(), *_with_time(), *_objects(), *packed()):
        cases.add(name, document)
    for name, document in unpacked(operation, dict(_of(operation))["small"]):
        cases.add(name, document)
    for name, document in (*_whole(operation), *_cut(operation), *_wrong(operation), *of_sql(operation)):
        cases.add(name, document)
    for stream in ("small", "timers"):
        for name, document in edited(dict(_of(operation))[stream]):
            cases.add(f"read/header/{stream}/{name}", document)
    return cases


def _state(kind: str = "value", of: JSON = "string", namespace: str = "void-namespace", name: str = "state") -> JSON:
    return {"name": name, "kind": kind, "namespaceType": namespace, "type": of}


def _put(of: JSON, value: JSON, **more: JSON) -> JSON:
    return {"op": "update", "state": "state", "key": of, "value": value, **more}


def _text(text: str) -> JSON:
    return key("string", text)


def _long(number: int) -> JSON:
    return key("long", str(number))


def _history(states: list[JSON], entries: list[JSON], groups: int = 128, kind: JSON = "string", **more: JSON) -> JSON:
    whole = {"start": 0, "end": groups - 1}
    return {"maxParallelism": groups, "range": whole, "keyType": kind, "states": states, "entries": entries, **more}


def _kinds() -> Iterator[tuple[str, JSON]]:
    """Each kind of state, with values, and with nothing in them."""
    pairs = key("map", [[_text(name), _long(i)] for i, name in enumerate(("b", "a", "é", "", "Aa", "BB"))])
    of_kind = {
        "value": ("long", _long(7), None),
        "list": (_LONGS, key("list", [_long(1), _long(2)]), key("list", [])),
        "map": (_COUNTS, pairs, key("map", [])),
        "reducing": ("long", _long(7), None),
        "aggregating": ("long", _long(7), None),
    }
    for kind, (of, value, empty) in of_kind.items():
        states = [_state(kind, of)]
        yield f"kind/{kind}/nothing", _history(states, [])
        yield f"kind/{kind}/one", _history(states, [_put(_text("user_1"), value)])
        several = [_put(_text(f"user_{i}"), value) for i in range(12)]
        yield f"kind/{kind}/several", _history(states, several, 2)
        yield f"kind/{kind}/updated", _history(states, [*several, *several[:5]], 2)
        cleared = [{"op": "clear", "state": "state", "key": _text(f"user_{i}")} for i in (0, 3, 11, 99)]
        yield f"kind/{kind}/cleared", _history(states, [*several, *cleared], 2)
        yield f"kind/{kind}/all-cleared", _history(states, [_put(_text("a"), value), {**cleared[0], "key": _text("a")}])
        if empty is not None:
            yield f"kind/{kind}/empty", _history(states, [_put(_text("user_1"), empty)])
            yield f"kind/{kind}/empty-between", _history(states, [*several, _put(_text("user_5"), empty)], 1)
    more = [_put(_text("a"), key("map", [[_text(f"k{i}"), _long(i)]])) for i in range(30)]
    yield "small", _history([_state("value", "long")], [_put(_long(7), _long(1))], 1, "long")
    yield "two-groups", _history([_state()], [_put(_text(f"user_{i}"), _text(f"v{i}")) for i in range(6)], 2)
    yield "kind/map/grown", _history([_state("map", _COUNTS)], more)
    yield (
        "kind/list/of-strings-with-commas",
        _history(
            [_state("list", {"type": "list", "element": "string"})],
            [_put(_text("a"), key("list", [_text(","), _text(""), _text(",,")]))],
        ),
    )


def _namespaces() -> Iterator[tuple[str, JSON]]:
    """Each type of namespaces, under keys of fixed and of variable length."""
    namespaces = {
        "string": [_text("a"), _text("b"), _text(""), _text("a")],
        "time-window": [key("time-window", {"start": str(i), "end": str(i + 10)}) for i in (0, 5, -10, 2**62)],
        "global-window": [key("global-window", None)],
        "long": [_long(1), _long(-1), _long(2**40)],
    }
    for kind, of in namespaces.items():
        for keys in ("string", "long"):
            for state, value in ((_state("value", "string", kind), _text("v")), (_state("map", _COUNTS, kind), None)):
                pairs = key("map", [[_text("k"), _long(1)]])
                entries = [
                    _put(key(keys, name), value or pairs, namespace=namespace)
                    for name in ("1", "2", "3")
                    for namespace in of
                ]
                yield f"namespace/{kind}/{keys}/{state['kind']}", _history([state], entries, 2, keys)


def _keys() -> Iterator[tuple[str, JSON]]:
    """Keys of each type; keys that are equal with other bytes; keys of one hash code."""
    for kind in KEY_SCALARS:
        entries = [_put(key(kind, of), _text(label)) for label, of in KEYS[kind].items()]
        yield f"key/{kind}", _history([_state()], entries, 1, kind)
    for name, (kind, of) in COMPOSITES.items():
        yield f"key/{name}", _history([_state()], [_put(of, _text("v"))], 128, kind)
    for first in (False, True):
        numbers = [{**key("big-integer", "0"), "constant": constant} for constant in (first, not first)]
        label = "constant-first" if first else "other-first"
        yield f"equal-keys/{label}", _history([_state()], [_put(of, _text("v")) for of in numbers], 128, "big-integer")
    colliding = [_put(_text(name), _text(name)) for name in ("AaAa", "BBBB", "AaBB", "BBAa", "C#Aa", "C#BB")]
    yield "one-bin/put", _history([_state()], colliding, 1)
    removed = [{"op": "clear", "state": "state", "key": _text(name)} for name in ("BBBB", "AaAa")]
    yield "one-bin/removed", _history([_state()], [*colliding, *removed, colliding[0]], 1)


def _tables() -> Iterator[tuple[str, JSON]]:
    """A key group's table while it grows: by puts, by reads, by what is removed."""
    states = [_state("value", "long")]
    for count in _TABLE:
        entries = [_put(_text(f"user_{i}"), _long(i)) for i in range(count)]
        yield f"table/{count}", _history(states, entries, 1)
    full = [_put(_text(f"user_{i}"), _long(i)) for i in range(98)]
    read = {"op": "value", "state": "state", "key": _text("user_1")}
    gone = {"op": "clear", "state": "state", "key": _text("nobody")}
    for accesses in (1, 5, 12, 24, 25, 26, 30):
        yield f"table/98-and-{accesses}-reads", _history(states, [*full, *[read] * accesses], 1)
        yield f"table/98-and-{accesses}-removals", _history(states, [*full, *[gone] * accesses], 1)
    half = [{**gone, "key": _text(f"user_{i}")} for i in range(0, 98, 2)]
    yield "table/98-and-half-removed", _history(states, [*full, *half], 1)
    yield "table/half-removed-before", _history(states, [*full[:96], *half, *full], 1)
    longs = [_put(_long(i * 2**32), _long(i)) for i in range(130)]
    yield "table/longs", _history(states, longs, 1, "long")
    windows = [
        _put(_text("user"), _long(i), namespace=key("time-window", {"start": str(i), "end": str(i + 1)}))
        for i in range(140)
    ]
    yield "table/windows", _history([_state("reducing", "long", "time-window")], windows, 1)
    pairs = [_put(_text(f"user_{i}"), key("map", [[_text("k"), _long(i)]])) for i in range(120)]
    yield "table/maps", _history([_state("map", _COUNTS)], pairs, 1)


def _states() -> Iterator[tuple[str, JSON]]:
    """Several states: their order, names of all sorts, key groups in which some have nothing."""
    yield "states/none", _history([], [])
    names = (
        "value",
        "map",
        "list",
        "window-contents",
        "_timer",
        "é",
        "😀",
        "",
        "a\0b",
        "Aa",
        "BB",
        "\ud800",
        "x" * 300,
    )
    for count in (2, 3, 7, 13):
        states = [_state(name=name) for name in names[:count]]
        entries = [
            {**_put(_text(f"user_{i}"), _text(name)), "state": name}
            for i in range(6)
            for j, name in enumerate(names[:count])
            if (i + j) % 3
        ]
        yield f"states/{count}", _history(states, entries, 2)
        yield f"states/{count}-turned", _history(states[::-1], entries[::-1], 2)
    yield "states/name-too-long", _history([_state(name="x" * 65536)], [])
    mixed = [_state("list", _LONGS, name="list"), _state(name="value"), _state("map", _COUNTS, name="map")]
    entries = []
    for i in range(5):
        of = _text(f"user_{i}")
        entries.append({**_put(of, _text(f"v{i}")), "state": "value"})
        if i % 2 == 0:
            entries.append({**_put(of, key("map", [[_text("a"), _long(i)], [_text("b"), _long(-1)]])), "state": "map"})
        entries.append({**_put(of, key("list", [_long(i), _long(i * 10)])), "state": "list"})
    yield "states/value-list-map", _history(mixed, entries)


def _with_time() -> Iterator[tuple[str, JSON]]:
    """State with a time to live: a time beside each value, each element of a list, each value of a map."""
    of: JSON = {"type": "ttl", "value": "string"}
    held = [key("ttl", {"timestamp": time, "value": _text(text)}) for time, text in (("5", "v"), ("-1", ""))]
    null = key("ttl", {"timestamp": "7", "value": _NULL})
    pairs = key("map", [[_text("k"), held[0]], [_text("l"), null]])
    states = {
        "value": (of, held[0]),
        "list": ({"type": "list", "element": of}, key("list", held)),
        "map": ({"type": "map", "key": "string", "value": of}, pairs),
        "reducing": (of, held[1]),
        "aggregating": (of, null),
    }
    for kind, (type_of, value) in states.items():
        entries = [_put(_text(f"user_{i}"), value) for i in range(3)]
        yield f"ttl/{kind}", _history([_state(kind, type_of)], entries, 2)
    longs = key("ttl", {"timestamp": "7", "value": _NULL})
    counts = {"type": "map", "key": "string", "value": {"type": "ttl", "value": "long"}}
    yield "ttl/null-of-a-long", _history([_state("map", counts)], [_put(_text("a"), key("map", [[_text("k"), longs]]))])
    beside = [_state("value", of), _state("value", "string", name="other")]
    yield (
        "ttl/beside-another",
        _history(beside, [_put(_text("a"), held[0]), {**_put(_text("a"), _text("v")), "state": "other"}]),
    )


def _objects() -> Iterator[tuple[str, JSON]]:
    """States of arrays, constants, objects, and rows whose bytes have no kind."""
    for name, (of, value) in OBJECTS.items():
        entries = [_put(_text(f"user_{i}"), value) for i in range(3)]
        yield f"object/{name}/value", _history([_state("value", of)], entries, 2)
        lists = _state("list", {"type": "list", "element": of})
        yield f"object/{name}/list", _history([lists], [_put(_text("a"), key("list", [value, value]))])
        maps = _state("map", {"type": "map", "key": "string", "value": of})
        pairs = key("map", [[_text("k"), value], [_text("l"), value]])
        yield f"object/{name}/map", _history([maps], [_put(_text("a"), pairs)])


def _ranges() -> Iterator[tuple[str, JSON]]:
    """Prefixes of one and of two bytes, parts of the key groups, keys that belong elsewhere."""
    entries = [_put(_text("user_1"), _text("v"))]
    for groups in (1, 2, 127, 128, 129, 256):
        yield f"groups/{groups}", _history([_state()], entries, groups)
    for start, end in ((53, 53), (0, 53), (53, 127), (54, 127), (0, 52)):
        bounds = {"start": start, "end": end}
        yield f"range/{start}-to-{end}", _history([_state()], entries, range=bounds)
    yield "range/of-32768", _history([_state()], entries, 32768, range={"start": 5170, "end": 5175})
    yield "range/no-entries", _history([_state()], [], range={"start": 3, "end": 5})


def _nulls() -> Iterator[tuple[str, JSON]]:
    """Nulls: in a map state (FLINK-39909), in lists, as a value."""
    for of in ("long", "string", "local-date", "bytes", {"type": "tuple", "fields": ["long"]}):
        state = _state("map", {"type": "map", "key": "string", "value": of})
        label = of if isinstance(of, str) else of["type"]
        pairs = key("map", [[_text("k"), _NULL]])
        yield f"null/in-map/{label}", _history([state], [_put(_text("a"), pairs)])
        elements = _state("list", {"type": "list", "element": of})
        yield f"null/in-list/{label}", _history([elements], [_put(_text("a"), key("list", [_NULL]))])
    state = _state("map", _COUNTS)
    yield "null/user-key", _history([state], [_put(_text("a"), key("map", [[_NULL, _long(1)]]))])
    yield "null/value", _history([_state()], [_put(_text("a"), _text("v")), _put(_text("a"), _NULL)])
    row = {"type": "row", "fields": ["string"]}
    entry = _put(_text("a"), key("row", {"kind": "+I", "fields": [_NULL]}))
    yield "null/in-row", _history([_state("value", row)], [entry])
    pair = {"type": "tuple", "fields": ["long", "string"]}
    entry = _put(_text("a"), key("tuple", [_NULL, _text("b")]))
    yield "null/in-tuple", _history([_state("value", pair)], [entry])


@cache
def _streams() -> list[JSON]:
    streams: list[JSON] = json.loads(_STREAMS.read_text("utf-8"))
    return streams


def _of(operation: str) -> Iterator[tuple[str, JSON]]:
    """The streams that a release wrote, to be read."""
    for stream in _streams():
        if stream["operation"] == operation:
            fields = ("maxParallelism", "range", "stream", "offsets")
            yield stream["id"], {"direction": "decode", **{name: stream[name] for name in fields}}


def _whole(operation: str) -> Iterator[tuple[str, JSON]]:
    for name, document in _of(operation):
        yield f"read/{name}", document


def _cut(operation: str) -> Iterator[tuple[str, JSON]]:
    """A small stream, cut at each byte, and one that is longer."""
    document = dict(_of(operation))["small"]
    data = document["stream"]
    for length in range(len(data) // 2):
        yield f"read/cut/first-{length}", {**document, "stream": data[: 2 * length]}
    with_timers = dict(_of(operation))["timers"]
    whole = with_timers["stream"]
    end = len(whole) // 2
    for length in (*range(200, end - 40, 8), *range(end - 40, end)):
        yield f"read/cut/timers-first-{length}", {**with_timers, "stream": whole[: 2 * length]}
    yield "read/longer", {**document, "stream": f"{data}00ff"}


def _wrong(operation: str) -> Iterator[tuple[str, JSON]]:
    """Offsets and ranges that are not the stream's, and bytes that are not those of a header."""
    document = dict(_of(operation))["two-groups"]
    offsets = document["offsets"]
    yield "read/offsets-swapped", {**document, "offsets": {"0": offsets["1"], "1": offsets["0"]}}
    yield "read/offset-twice", {**document, "offsets": {"0": offsets["0"], "1": offsets["0"]}}
    yield "read/offset-at-the-end", {**document, "offsets": {**offsets, "1": str(len(document["stream"]) // 2)}}
    for group in (0, 1):
        bounds = {"start": group, "end": group}
        yield f"read/group-{group}", {**document, "range": bounds, "offsets": {str(group): offsets[str(group)]}}
    data = document["stream"]
    for version in ("00000007", "80000006"):
        yield f"read/version-{version}", {**document, "stream": version + data[8:]}
    yield "read/other-class", {**document, "stream": data.replace(b"String".hex(), b"Strong".hex(), 1)}
    begin = int(offsets["1"]) * 2 + (0 if operation == "flink.state.savepoint" else 8)
    for number in ("0001", "7fff", "8000", "fffe", "ffff"):
        yield f"read/state-{number}", {**document, "stream": data[:begin] + number + data[begin + 4 :]}
    if operation == "flink.state.checkpoint":
        for written in ("00000000", "00000002", "ffffffff"):
            yield f"read/written-group-{written}", {**document, "stream": data[: begin - 8] + written + data[begin:]}
