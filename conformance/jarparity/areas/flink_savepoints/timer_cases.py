"""Hand-written cases of timers in streams: of one time, of several, in windows, beside other states, deleted ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.values.boundary.keys import key
from jarparity.values.boundary.state import COMPOSITES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON

_USERS: Final = tuple(key("string", f"user_{i}") for i in range(12))
_TIMES: Final = (30, 10, 20, 10, -10, 2**63 - 1, 0, 5, -(2**63), 10, 30, 7)
_LONG: Final = key("long", "-1")
_KEYS: Final = {**COMPOSITES, "long": ("long", _LONG), "boolean": ("boolean", {"type": "boolean", "value": True})}
_NAMESPACES: Final = {
    "time-window": [key("time-window", {"start": str(i), "end": str(10 - i)}) for i in range(4)],
    "string": [key("string", name) for name in ("a", "", "é", "a")],
    "long": [key("long", "1"), _LONG],
    "global-window": [key("global-window", None)],
}


def _state(name: str, kind: str = "timers", of: JSON = "long", namespace: str = "void-namespace") -> JSON:
    return {"name": name, "kind": kind, "namespaceType": namespace, "type": of}


_EVENT: Final = _state("_timer_state/event_t")
_PROCESSING: Final = _state("_timer_state/processing_t")


def _timer(of: JSON, time: int, state: JSON = _EVENT, **more: JSON) -> JSON:
    return {"op": "update", "state": state["name"], "key": of, "value": key("long", str(time)), **more}


def _stream(states: list[JSON], entries: list[JSON], groups: int = 128, kind: JSON = "string", **more: JSON) -> JSON:
    whole = {"start": 0, "end": groups - 1}
    return {"maxParallelism": groups, "range": whole, "keyType": kind, "states": states, "entries": entries, **more}


def timers() -> Iterator[tuple[str, JSON]]:
    """The cases by their ids; they are the same for both operations."""
    yield "timers/nothing", _stream([_EVENT, _PROCESSING], [])
    yield "timers/one", _stream([_EVENT], [_timer(_USERS[1], -1)])
    yield "timers/small", _stream([_EVENT], [_timer(_LONG, 7)], 1, "long")
    ties = [_timer(of, 10) for of in _USERS]
    for groups in (1, 2, 128, 129):
        yield f"timers/ties/{groups}", _stream([_EVENT], ties, groups)
    several = [_timer(of, time) for of, time in zip(_USERS, _TIMES, strict=True)]
    yield "timers/several", _stream([_EVENT], several, 2)
    yield "timers/registered-again", _stream([_EVENT], [*several, *several], 2)
    for name, gone in (("first", (8,)), ("several", (1, 3, 11, 4)), ("all", range(12)), ("unknown", ())):
        deleted = [{**several[i], "op": "clear"} for i in gone]
        missing = {**_timer(_USERS[0], 31), "op": "clear"}
        yield f"timers/deleted/{name}", _stream([_EVENT], [*several, *deleted, missing], 2)
    yield from _beside()
    yield from _types()
    yield from _ranges()


def _beside() -> Iterator[tuple[str, JSON]]:
    """Timers of two kinds, and states beside them."""
    both = [entry for of in _USERS[:5] for entry in (_timer(of, 10, _PROCESSING), _timer(of, 20))]
    yield "timers/of-two-kinds", _stream([_EVENT, _PROCESSING], both, 2)
    yield "timers/of-two-kinds-turned", _stream([_PROCESSING, _EVENT], both, 2)
    value = _state("value", "value", "string")
    counts = _state("map", "map", {"type": "map", "key": "string", "value": "long"})
    states = [_EVENT, value, _PROCESSING, counts, _state("zz", "value", "string")]
    mixed = [{"op": "update", "state": "value", "key": of, "value": key("string", "v")} for of in _USERS]
    yield "timers/beside-states", _stream(states, [*mixed, *both], 2)
    yield "timers/beside-empty-states", _stream(states, both, 2)


def _types() -> Iterator[tuple[str, JSON]]:
    """Each type of namespaces, and keys of some types."""
    for kind, namespaces in _NAMESPACES.items():
        entries = [_timer(of, 10, namespace=each) for of in _USERS[:3] for each in namespaces]
        yield f"timers/namespace/{kind}", _stream([{**_EVENT, "namespaceType": kind}], entries, 2)
    for name, (kind, of) in _KEYS.items():
        yield f"timers/key/{name}", _stream([_EVENT], [_timer(of, 10), _timer(of, 5)], 128, kind)
    for first in (False, True):
        numbers = [{**key("big-integer", "0"), "constant": constant} for constant in (first, not first)]
        label = "constant-first" if first else "other-first"
        yield f"timers/equal-keys/{label}", _stream([_EVENT], [_timer(of, 10) for of in numbers], 128, "big-integer")
    nothing = key("tuple", [key("null", None), _LONG])
    pair = {"type": "tuple", "fields": ["string", "long"]}
    yield "timers/null-in-key", _stream([_EVENT], [_timer(nothing, 10)], 128, pair)


def _ranges() -> Iterator[tuple[str, JSON]]:
    """user_1 is in key group 53 of 128, and 5173 of 32768."""
    for start, end in ((53, 53), (0, 52)):
        bounds = {"start": start, "end": end}
        yield f"timers/range/{start}-to-{end}", _stream([_EVENT], [_timer(_USERS[1], 10)], range=bounds)
    bounds = {"start": 5170, "end": 5175}
    yield "timers/range/of-32768", _stream([_EVENT], [_timer(_USERS[1], 10)], 32768, range=bounds)
