"""Hand-written histories of timers: ties, duplicates, what a callback does, other subtasks' keys, rescaled jobs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.case_collector import Cases
from jarparity.values.boundary.keys import KEYS, key
from jarparity.values.boundary.state import COMPOSITES
from jarparity.values.state_values import KEY_SCALARS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON

_NULL: Final = key("null", None)
_VOID: Final = key("void-namespace", None)
_WHOLE: Final = {"start": 0, "end": 127}
_USERS: Final = tuple(f"user_{i}" for i in range(16))
_MOST, _LEAST = 2**63 - 1, -(2**63)
_EVENT, _PROCESSING = "EventTimeTimer", "ProcessingTimeTimer"
_LABELS: Final = {_EVENT: "event", _PROCESSING: "processing"}
_TIMES: Final = {_EVENT: "advanceWatermark", _PROCESSING: "advanceProcessingTime"}


def cases() -> Cases:
    """Cases of `flink.state.timers`."""
    found = Cases("flink.state.timers")
    for name, document in (*_ties(), *_ends(), *_same(), *_callbacks(), *_refused(), *_rescaled(), *_types()):
        found.add(name, document)
    return found


def _history(*steps: JSON, namespaces: str = "void-namespace", within: JSON = None) -> JSON:
    return {
        "maxParallelism": 128,
        "range": within or _WHOLE,
        "keyType": "string",
        "namespaceType": namespaces,
        "steps": list(steps),
    }


def _set(name: str) -> JSON:
    return {"op": "setCurrentKey", "key": key("string", name)}


def _register(time: int, kind: str = _EVENT, namespace: JSON = _VOID) -> JSON:
    return {"op": f"register{kind}", "namespace": namespace, "timestamp": str(time)}


def _delete(time: int, kind: str = _EVENT, namespace: JSON = _VOID) -> JSON:
    return {"op": f"delete{kind}", "namespace": namespace, "timestamp": str(time)}


def _advance(time: int, kind: str = _EVENT, *on_timer: list[JSON]) -> JSON:
    step: JSON = {"op": _TIMES[kind], "timestamp": str(time)}
    return {**step, "onTimer": list(on_timer)} if on_timer else step


def _each(users: tuple[str, ...], *times: int, kind: str = _EVENT) -> list[JSON]:
    return [step for user in users for step in (_set(user), *(_register(time, kind) for time in times))]


def _ties() -> Iterator[tuple[str, JSON]]:
    """Timers of one time; some go before they fire."""
    for count in (1, 2, 3, 4, 5, 7, 8, 9, 16):
        for kind in (_EVENT, _PROCESSING):
            steps = [*_each(_USERS[:count], 10, kind=kind), _advance(9, kind), _advance(10, kind), _advance(11, kind)]
            yield f"ties/{count}/{_LABELS[kind]}", _history(*steps)
    mixed = [step for i, user in enumerate(_USERS) for step in (_set(user), _register((7 * i) % 4))]
    yield "ties/of-four-times", _history(*mixed, _advance(3))
    yield "ties/of-four-times-one-by-one", _history(*mixed, *map(_advance, range(-1, 4)))
    falling = [step for i, user in enumerate(_USERS) for step in (_set(user), _register(-i))]
    yield "ties/falling", _history(*falling, _advance(0))
    for place in range(0, 16, 3):
        gone = [_set(_USERS[place]), _delete(10)]
        yield f"ties/without-{place}", _history(*_each(_USERS, 10), *gone, _advance(10))
        again = [*gone, _register(10)]
        yield f"ties/again-{place}", _history(*_each(_USERS, 10), *again, _advance(10))
    # The last of the heap is before the parent of the one that goes: it takes its place, and rises.
    times = (0, 50, 10, 60, 70, 20, 30, 80, 90, 100, 110, 25, 26, 35, 36)
    heap = [step for user, time in zip(_USERS, times, strict=False) for step in (_set(user), _register(time))]
    for place in (3, 4, 8, 9, 13, 14):
        gone = [_set(_USERS[place]), _delete(times[place])]
        yield f"heap/without-{place}", _history(*heap, *gone, _advance(200))
        yield f"heap/without-{place}-then-restored", _history(*heap, *gone, *_taken(), _advance(200))
    for stride in (7, 11, 13, 29):
        thirty = [stride * i % 31 for i in range(30)]
        many = [step for i, time in enumerate(thirty) for step in (_set(f"user_{i}"), _register(time))]
        deleted = [step for i in range(3, 30, 5) for step in (_set(f"user_{i}"), _delete(thirty[i]))]
        yield f"heap/of-30/{stride}", _history(*many, *deleted, _advance(12), _advance(31))
        backwards = [step for i in range(27, 3, -4) for step in (_set(f"user_{i}"), _delete(thirty[i]))]
        yield f"heap/of-30/{stride}-backwards", _history(*many, *backwards, _advance(31))


def _ends() -> Iterator[tuple[str, JSON]]:
    """The first and the last time; time that stands still or goes back."""
    for kind in (_EVENT, _PROCESSING):
        one = [_set("a"), _register(_MOST, kind), _advance(_MOST, kind)]
        yield (
            f"ends/last-alone/{_LABELS[kind]}",
            _history(*one, _register(5, kind), _advance(5, kind), _advance(_MOST, kind)),
        )
        two = [_set("a"), _register(_MOST, kind), _register(5, kind)]
        yield f"ends/last-behind-another/{_LABELS[kind]}", _history(*two, _advance(5, kind), _advance(_MOST, kind))
        yield f"ends/last-restored/{_LABELS[kind]}", _history(*one[:2], *_taken(), _advance(_MOST - 1, kind), one[2])
        first = [_set("a"), _register(_LEAST, kind), _register(_LEAST + 1, kind), _register(-1, kind)]
        yield (
            f"ends/first/{_LABELS[kind]}",
            _history(*first, _advance(_LEAST, kind), _advance(-2, kind), _advance(0, kind)),
        )
        back = [_advance(20, kind), _register(15, kind), _register(25, kind), _advance(10, kind), _advance(16, kind)]
        yield f"ends/goes-back/{_LABELS[kind]}", _history(_set("a"), *back)
        late = [_advance(20, kind), _register(10, kind), _advance(20, kind)]
        yield f"ends/registered-late/{_LABELS[kind]}", _history(_set("a"), *late)
        head = [_register(10, kind), _register(15, kind), _delete(10, kind), _advance(12, kind), _advance(15, kind)]
        yield f"ends/first-deleted/{_LABELS[kind]}", _history(_set("a"), *head)
        only = [_register(10, kind), _delete(10, kind), _register(20, kind), _advance(15, kind), _advance(20, kind)]
        yield f"ends/only-one-deleted/{_LABELS[kind]}", _history(_set("a"), *only)

    again = [_register(_MOST, _PROCESSING), _advance(_MOST - 1, _PROCESSING), _advance(_MOST, _PROCESSING)]
    more = [_set("b"), _register(_MOST, _PROCESSING)]
    yield "ends/last-alone-behind-the-time-before", _history(_set("a"), *again, *more)
    fired = [_register(5, _PROCESSING), _advance(5, _PROCESSING), _register(_MOST, _PROCESSING)]
    yield "ends/last-alone-behind-a-fired-one", _history(_set("a"), *fired, _advance(_MOST, _PROCESSING))
    other = [_register(5, _PROCESSING), _delete(5, _PROCESSING), _register(_MOST, _PROCESSING)]
    yield "ends/last-behind-a-deleted-one", _history(_set("a"), *other, _advance(_MOST, _PROCESSING))
    keys = [_set("a"), _register(_MOST, _PROCESSING), _set("b"), _register(_MOST, _PROCESSING)]
    yield "ends/last-of-two-keys", _history(*keys, _advance(_MOST, _PROCESSING), _advance(_MOST, _PROCESSING))


def _same() -> Iterator[tuple[str, JSON]]:
    """Timers that are there already, or are not there."""
    for kind in (_EVENT, _PROCESSING):
        twice = [_register(10, kind), _register(10, kind)]
        yield f"same/twice/{_LABELS[kind]}", _history(_set("a"), *twice, _advance(10, kind))
        gone = [*twice, _delete(10, kind), _delete(10, kind), _delete(11, kind)]
        yield f"same/deleted/{_LABELS[kind]}", _history(_set("a"), *gone, _advance(10, kind))
        fired = [_register(10, kind), _advance(10, kind), _register(10, kind), _advance(10, kind), _delete(10, kind)]
        yield f"same/after-it-fired/{_LABELS[kind]}", _history(_set("a"), *fired)
    both = [_register(10), _register(10, _PROCESSING), _delete(10), _advance(10), _advance(10, _PROCESSING)]
    yield "same/time-of-two-kinds", _history(_set("a"), *both)
    spaces = [key("string", name) for name in ("a", "b", "", "Aa", "BB")]
    windows = [key("time-window", {"start": str(i), "end": str(10 - i)}) for i in range(5)]
    for name, of in (("string", spaces), ("time-window", windows)):
        steps = [step for user in "xy" for step in (_set(user), *(_register(10, namespace=each) for each in of))]
        removed = [_delete(10, namespace=of[1]), _register(10, namespace=of[3]), _delete(10, namespace=of[0])]
        yield f"same/namespaces/{name}", _history(*steps, *removed, _advance(10), namespaces=name)


def _callbacks() -> Iterator[tuple[str, JSON]]:
    """What is registered and deleted while a timer fires."""
    for kind in (_EVENT, _PROCESSING):
        start = _each(_USERS[:5], 10, 20, kind=kind)

        def fires(*on_timer: list[JSON], kind: str = kind, start: list[JSON] = start) -> JSON:
            return _history(*start, _advance(15, kind, *on_timer), _advance(20, kind), _advance(30, kind))

        yield f"callback/again/{_LABELS[kind]}", fires([_register(10, kind)])
        yield f"callback/again-twice/{_LABELS[kind]}", fires([_register(10, kind)], [], [_register(10, kind)])
        yield f"callback/earlier/{_LABELS[kind]}", fires([_register(5, kind), _register(3, kind)], [_register(4, kind)])
        yield f"callback/later/{_LABELS[kind]}", fires([_register(12, kind), _register(30, kind)])
        yield f"callback/deletes-its-next/{_LABELS[kind]}", fires([_delete(20, kind)], [_delete(10, kind)])
        yield f"callback/past-the-clock/{_LABELS[kind]}", fires([_register(25, kind)], [_register(16, kind)])
        single = [_set("a"), _register(10, kind), _advance(10, kind, [_register(20, kind)]), _advance(20, kind)]
        yield f"callback/one-after-the-other/{_LABELS[kind]}", _history(*single)
        last = [_set("a"), _register(10, kind), _advance(10, kind, [_register(_MOST, kind)]), _advance(_MOST, kind)]
        yield f"callback/last/{_LABELS[kind]}", _history(*last)
    other = [_register(10, _PROCESSING), _register(5, _PROCESSING), _delete(7, _PROCESSING)]
    steps = [*_each(_USERS[:3], 7, kind=_PROCESSING), *_each(_USERS[:3], 10)]
    yield "callback/of-the-other-kind", _history(*steps, _advance(10, _EVENT, other), _advance(10, _PROCESSING))
    key_stays = [*_each(_USERS[:3], 10), _advance(10), _register(20), _advance(20)]
    yield "callback/its-key-stays", _history(*key_stays)


def _refused() -> Iterator[tuple[str, JSON]]:
    """No key, no namespace, another subtask's key: user_123 is in key group 37 of 128, 1 in 54."""
    calls = [
        _register(5),
        _delete(5),
        _register(5, _PROCESSING),
        _delete(5, _PROCESSING),
        _advance(9),
        _advance(9, _PROCESSING),
    ]
    yield "refused/no-key", _history(*calls)
    null = {"op": "setCurrentKey", "key": _NULL}
    yield "refused/key-null", _history(_set("a"), *calls[:3], null, *calls)
    part: JSON = {"start": 0, "end": 42}
    yield "refused/foreign-key", _history(_set("1"), *calls, _set("user_123"), *calls, within=part)
    alone: JSON = _history(_set("a"), within={"start": 0, "end": 0})
    yield "refused/foreign-key-alone", {**alone, "maxParallelism": 2}
    half = [_set("user_123"), _register(5), _set("1"), _register(7), _delete(5), _set("user_123"), _register(6)]
    yield "refused/foreign-key-between", _history(*half, _advance(9), _register(8), _advance(9), within=part)
    named = [{**call, "namespace": _NULL} if "namespace" in call else call for call in calls]
    yield "refused/no-namespace", _history(_set("a"), *named, namespaces="string")
    yield "refused/no-namespace-and-foreign", _history(_set("1"), *named, namespaces="string", within=part)
    yield "refused/no-key-no-namespace", _history(*named, namespaces="string")


def _taken(within: JSON = None) -> list[JSON]:
    return [{"op": "snapshot", "name": "taken"}, {"op": "restore", "range": within or _WHOLE, "from": ["taken"]}]


def _rescaled() -> Iterator[tuple[str, JSON]]:
    """A job goes on at another parallelism: the order of what is read decides among timers of one time."""
    filled = [*_each(_USERS, 10, 20), *_each(_USERS, 10, 30, kind=_PROCESSING)]
    fires = [_advance(10), _advance(10, _PROCESSING), _advance(30), _advance(30, _PROCESSING)]
    yield "rescaled/same-range", _history(*filled, *_taken(), *fires)
    yield "rescaled/twice", _history(*filled, *_taken(), *_taken(), *fires)
    yield "rescaled/some-fired", _history(*filled, _advance(10), *_taken(), *fires)
    yield "rescaled/no-key-then", _history(*filled, *_taken(), _register(10), _set("user_3"), _register(10), *fires)
    yield "rescaled/nothing", _history(*_taken(), *fires)
    for groups in (1, 2, 3):
        users = [step for i, user in enumerate(_USERS) for step in (_set(user), _register(30 - 10 * (i % 3)))]
        within = {"start": 0, "end": groups - 1}
        few = _history(*users, *_taken(within), _advance(10), *_taken(within), _advance(30), within=within)
        yield f"rescaled/groups-{groups}", {**few, "maxParallelism": groups}
    taken: list[JSON] = [{"op": "snapshot", "name": "one"}]
    halves: list[JSON] = [{"start": 0, "end": 63}, {"start": 64, "end": 127}]
    for i, half in enumerate(halves):
        taken += [{"op": "restore", "range": half, "from": ["one"]}, {"op": "snapshot", "name": f"half {i}"}]
        yield f"rescaled/half-{i}", _history(*filled, *_taken(half), *fires)
    for name, order in (("in-order", ["half 0", "half 1"]), ("turned", ["half 1", "half 0"])):
        back: JSON = {"op": "restore", "range": _WHOLE, "from": order}
        yield f"rescaled/up-and-down/{name}", _history(*filled, *taken, back, *fires)
    third: JSON = {"op": "restore", "range": {"start": 43, "end": 85}, "from": ["half 0", "half 1"]}
    yield "rescaled/to-three", _history(*filled, *taken, third, *fires)
    doubled: JSON = {"op": "restore", "range": _WHOLE, "from": ["one", "half 0", "half 1"]}
    yield "rescaled/read-twice", _history(*filled, *taken, doubled, *fires)
    yield "rescaled/none", _history(*filled, {"op": "restore", "range": _WHOLE, "from": []}, *fires)
    again = [{"op": "snapshot", "name": "taken"}, _set("b"), _register(10), *_taken()]
    yield "rescaled/name-again", _history(*filled, *again, *fires)


def _types() -> Iterator[tuple[str, JSON]]:
    """Keys of each type, with timers before and after they were written and read."""
    types = {kind: (kind, [key(kind, of) for of in KEYS[kind].values()]) for kind in KEY_SCALARS}
    types |= {name: (kind, [of]) for name, (kind, of) in COMPOSITES.items()}
    for name, (kind, of) in types.items():
        steps: list[JSON] = [
            step for each in of for step in ({"op": "setCurrentKey", "key": each}, _register(10), _register(20))
        ]
        again = [step for each in of for step in ({"op": "setCurrentKey", "key": each}, _register(20), _delete(10))]
        yield f"key/{name}", {**_history(*steps, _advance(10), *_taken(), *again, _advance(20)), "keyType": kind}
    for first in (False, True):
        numbers = [{**key("big-integer", "0"), "constant": constant} for constant in (first, not first)]
        steps = [step for each in numbers for step in ({"op": "setCurrentKey", "key": each}, _register(10))]
        label = "constant-first" if first else "other-first"
        yield f"equal-keys/{label}", {**_history(*steps, *_taken(), _advance(10)), "keyType": "big-integer"}
    for namespace, of_space in (("long", key("long", "-1")), ("global-window", key("global-window", None))):
        steps = [_set("a"), _register(10, namespace=of_space), *_taken(), _advance(10)]
        yield f"namespace/{namespace}", _history(*steps, namespaces=namespace)
