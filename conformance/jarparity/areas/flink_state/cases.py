"""Cases of `flink.state.*`: histories in which keys, states or subtasks take turns; all others are in `cases.json`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity.case_collector import Cases
from jarparity.values import boundary as edges
from jarparity.values.boundary.keys import key
from jarparity.values.state_values import KEY_SCALARS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON

_FILE: Final = Path(__file__).with_name("cases.json")
_GROUP_AGGREGATE = "apache/flink:GroupAggFunction.processElement"
_WHOLE: Final[JSON] = {"start": 0, "end": 127}
_LOOK: list[JSON] = [{"op": "getCurrentKey"}, {"op": "getCurrentKeyGroup"}, {"op": "size"}, {"op": "dump"}]


def heap_backends() -> Cases:
    """Cases of `flink.state.heap-backend`."""
    cases = Cases("flink.state.heap-backend").read(_FILE)
    cases.add("worked/scale-up-and-down", _rescaled())
    for kind in KEY_SCALARS:
        cases.add(f"key-type/{kind}", _every_edge(kind))
    for name, document in _whole_tables():
        cases.add(f"table/{name}", document)
    return cases


def keyed_operators() -> Cases:
    """Cases of `flink.state.keyed-operator`."""
    cases = Cases("flink.state.keyed-operator").read(_FILE)
    users = [f"user_{i}" for i in range(10)]
    look: list[JSON] = [{"op": "getCurrentKey"}, {"op": "getCurrentKeyGroup"}, {"op": "dump"}]
    for subtask in range(3):
        steps = [step for user in users for step in (_element(user, 1), {"op": "getCurrentKeyGroup"})]
        others = _operator(*steps, *look, parallelism=3, operator=subtask)
        cases.add(f"worked/keys-of-others/subtask-{subtask}", others, source=_GROUP_AGGREGATE)
    cases.add("worked/rescaled", _rescaled_operator(users), source=_GROUP_AGGREGATE)
    return cases


def _history(*steps: JSON, states: list[JSON] | None = None, within: JSON = None) -> JSON:
    return {
        "maxParallelism": 128,
        "range": within or {"start": 0, "end": 42},
        "keyType": "string",
        "states": [{"name": "v", "namespace": "void"}] if states is None else states,
        "steps": list(steps),
    }


def _set(chosen: JSON) -> JSON:
    return {"op": "setCurrentKey", "key": chosen}


def _update(value: str | None, state: str = "v", **namespace: JSON) -> JSON:
    return {"op": "update", "state": state, **namespace, "value": value}


def _value(state: str = "v", **namespace: JSON) -> JSON:
    return {"op": "value", "state": state, **namespace}


def _whole_tables() -> Iterator[tuple[str, JSON]]:
    """Steps that are about all entries of a state: counted, visited, rewritten."""
    both: list[JSON] = [{"name": "v", "namespace": "string"}, {"name": "w", "namespace": "void"}]
    keys = [{"type": "string", "value": f"k{number}"} for number in range(12)]
    filled = [
        step
        for number, chosen in enumerate(keys)
        for step in (
            _set(chosen),
            _update("x" if number % 3 else "y", namespace="n"),
            *([_update("x", namespace="m")] if number % 2 else []),
            *([_update("y", "w")] if number % 4 == 0 else []),
        )
    ]
    sizes: list[JSON] = [{"op": "size"}, *({"op": "size", "namespace": name} for name in ("n", "m", "none"))]
    empty: list[JSON] = [{"op": "isEmpty", "state": state} for state in "vw"]
    cleaned: list[JSON] = [{"op": "visit", "state": state, "value": value} for state in "vw" for value in "zxy"]
    look: list[JSON] = [*sizes, *empty, {"op": "dump"}]

    def history(*steps: JSON) -> JSON:
        return _history(*steps, states=both, within=_WHOLE)

    yield "empty", history(*sizes, *empty, *cleaned, {"op": "size", "namespace": None})
    yield "sizes", history(*filled, *sizes, *empty, {"op": "size", "namespace": None})
    yield "one-state-empty", history(_set(keys[0]), _update("x", "w"), *sizes, *empty, *cleaned, *sizes, *empty)
    yield "cleaned", history(*filled, *(step for visit in cleaned for step in (visit, *look)))
    yield "cleaned/and-written-again", history(*filled, cleaned[1], *filled, *look, cleaned[2], *look)
    one: JSON = {"start": 42, "end": 42}
    yield (
        "cleaned/one-group",
        _history(
            _set(key("string", "user_123")), _update("x"), *empty[:1], cleaned[1], *empty[:1], sizes[0], within=one
        ),
    )
    kept: list[JSON] = [{"op": "snapshot"}, {"op": "restore", "range": _WHOLE}]
    yield "cleaned/restored", history(*filled, cleaned[1], *kept, *cleaned, *look)
    rewrite: list[JSON] = [{"op": "rewrite", "state": state, "value": "z"} for state in "vw"]
    yield "rewritten/empty", history(*rewrite, *look)
    yield "rewritten", history(*filled, rewrite[0], *look, rewrite[1], *look, cleaned[0], *look)
    dumped: JSON = {"op": "dump"}
    yield "rewritten/twice", history(*filled, rewrite[0], {**rewrite[0], "value": "x"}, dumped)
    twice = key("string", "user_123")
    yield (
        "cleaned/one-key-in-two-groups",
        history(
            {"op": "setCurrentKeyAndKeyGroup", "key": twice, "keyGroup": 0},
            _update("y", "w"),
            {"op": "setCurrentKeyAndKeyGroup", "key": twice, "keyGroup": 1},
            _update("x", "w"),
            {"op": "visit", "state": "w", "value": "z"},
            dumped,
        ),
    )
    yield "rewritten/then-read", history(*filled, *rewrite, *(s for k in keys for s in (_set(k), _value("w"))))
    yield "rewritten/then-restored", history(*filled, *rewrite, *kept, dumped)
    yield "rewritten/restored", history(*filled, kept[0], *rewrite, kept[1], *look)


def _every_edge(kind: str) -> JSON:
    """A value under each edge of a type of keys, then a snapshot and a restore: does each key come back as it was?"""
    values = {"true": True, "false": False} if kind == "boolean" else edges.KEYS[kind]
    steps = [step for name, v in values.items() for step in (_set(key(kind, v)), _value(), _update(name))]
    steps += [
        {"op": "keys", "state": "v"},
        *_LOOK,
        {"op": "snapshot"},
        {"op": "restore", "range": _WHOLE},
    ]
    again = [step for v in values.values() for step in (_set(key(kind, v)), _value())]
    return {**_history(*steps, *again, *_LOOK, within=_WHOLE), "keyType": kind}


def _rescaled() -> JSON:
    """Three subtasks of one job become two, which become one: every key is found again."""
    keys = [key("string", f"user_{i}") for i in range(12)]
    steps: list[JSON] = []
    thirds = [{"start": 0, "end": 42}, {"start": 43, "end": 85}, {"start": 86, "end": 127}]
    for i, third in enumerate(thirds):
        steps += [] if i == 0 else [{"op": "restore", "range": third, "from": []}]
        steps += [step for k in keys for step in (_set(k), {"op": "getCurrentKeyGroup"})]
        steps += [step for k in keys[4 * i : 4 * i + 4] for step in (_set(k), _update(f"by {i}"))]
        steps += [{"op": "size"}, {"op": "snapshot", "name": f"third {i}"}]
    for i, half in enumerate(({"start": 0, "end": 63}, {"start": 64, "end": 127})):
        steps += [{"op": "restore", "range": half, "from": [f"third {j}" for j in range(3)]}, {"op": "dump"}]
        steps += [step for k in keys for step in (_set(k), _value())]
        steps += [{"op": "snapshot", "name": f"half {i}"}]
    steps += [{"op": "restore", "range": _WHOLE, "from": ["half 1", "half 0"]}, {"op": "dump"}]
    return _history(*steps, *(step for k in keys for step in (_set(k), _value())), *_LOOK)


def _element(user: str, value: int) -> JSON:
    chosen = key("row-data", [{"type": "STRING", "value": user}])
    return {"op": "element", "kind": "+I", "key": chosen, "value": str(value)}


def _operator(*steps: JSON, parallelism: int = 1, operator: int = 0) -> JSON:
    return {
        "maxParallelism": 128,
        "parallelism": parallelism,
        "operator": operator,
        "keyType": {"type": "row-data", "fields": ["STRING"]},
        "updateBefore": True,
        "steps": list(steps),
    }


def _rescaled_operator(users: list[str]) -> JSON:
    """Two subtasks become three, which become one; each goes on where the one before was."""
    steps: list[JSON] = []
    taken: list[str] = []
    for count in (2, 3, 1):
        names = [f"{count}-{subtask}" for subtask in range(count)]
        for subtask, name in enumerate(names):
            steps.append({"op": "restore", "parallelism": count, "operator": subtask, "from": taken})
            steps += [_element(user, count) for user in users]
            steps += [{"op": "dump"}, {"op": "snapshot", "name": name}]
        taken = names
    return _operator(*steps)
