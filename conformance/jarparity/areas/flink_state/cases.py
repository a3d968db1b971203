"""Cases of `flink.state.*`: what a newcomer to keyed state trips over, as histories, and seeded ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.areas.flink_state import inputs
from jarparity.case_collector import Cases
from jarparity.values import boundary as edges
from jarparity.values.boundary.keys import key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jarparity.answers import JSON
    from jarparity.cases import Case

_FLINK_29430 = "https://issues.apache.org/jira/browse/FLINK-29430"
_INSIDE = key("string", "user_123")
"""A key of key group 37 of 128."""
_OUTSIDE = key("string", "1")
"""A key of key group 54 of 128."""
_GROUP_AGGREGATE = "apache/flink:GroupAggFunction.processElement"
_ROWS: dict[str, JSON] = {
    "string": {"type": "row-data", "fields": ["STRING"]},
    "int-and-string": {"type": "row-data", "fields": ["INT", "STRING"]},
}
_LOWER = {"start": 0, "end": 42}
_LOOK: list[JSON] = [{"op": "getCurrentKey"}, {"op": "getCurrentKeyGroup"}, {"op": "size"}, {"op": "dump"}]


def heap_backends() -> Iterable[Case]:
    """Cases of `flink.state.heap-backend`."""
    cases = Cases("flink.state.heap-backend")
    for name, document, source in _worked():
        cases.add(f"worked/{name}", document, source=source)
    for name, document in _building():
        cases.add(f"building/{name}", document)
    for kind in inputs.SCALARS:
        cases.add(f"key-type/{kind}", _every_edge(kind))
    for name, document in _whole_tables():
        cases.add(f"table/{name}", document)
    cases.add("worked/read-back-as-null/in-a-namespace", _least_date())
    return cases


def keyed_operators() -> Iterable[Case]:
    """Cases of `flink.state.keyed-operator`."""
    cases = Cases("flink.state.keyed-operator")
    for name, document in _aggregates():
        cases.add(f"worked/{name}", document, source=_GROUP_AGGREGATE)
    return cases


def _history(*steps: JSON, states: list[JSON] | None = None, within: JSON = None, groups: int = 128) -> JSON:
    return {
        "maxParallelism": groups,
        "range": within or _LOWER,
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
    whole: JSON = {"start": 0, "end": 127}
    sizes: list[JSON] = [{"op": "size"}, *({"op": "size", "namespace": name} for name in ("n", "m", "none"))]
    empty: list[JSON] = [{"op": "isEmpty", "state": state} for state in "vw"]
    cleaned: list[JSON] = [{"op": "visit", "state": state, "value": value} for state in "vw" for value in "zxy"]
    look: list[JSON] = [*sizes, *empty, {"op": "dump"}]

    def history(*steps: JSON) -> JSON:
        return _history(*steps, states=both, within=whole)

    yield "empty", history(*sizes, *empty, *cleaned, {"op": "size", "namespace": None})
    yield "sizes", history(*filled, *sizes, *empty, {"op": "size", "namespace": None})
    yield "one-state-empty", history(_set(keys[0]), _update("x", "w"), *sizes, *empty, *cleaned, *sizes, *empty)
    yield "cleaned", history(*filled, *(step for visit in cleaned for step in (visit, *look)))
    yield "cleaned/and-written-again", history(*filled, cleaned[1], *filled, *look, cleaned[2], *look)
    one: JSON = {"start": 42, "end": 42}
    yield (
        "cleaned/one-group",
        _history(_set(_INSIDE), _update("x"), *empty[:1], cleaned[1], *empty[:1], sizes[0], within=one),
    )
    snapshot: JSON = {"op": "snapshot"}
    yield "cleaned/restored", history(*filled, cleaned[1], snapshot, {"op": "restore", "range": whole}, *cleaned, *look)
    rewrite: list[JSON] = [{"op": "rewrite", "state": state, "value": "z"} for state in "vw"]
    yield "rewritten/empty", history(*rewrite, *look)
    yield "rewritten", history(*filled, rewrite[0], *look, rewrite[1], *look, cleaned[0], *look)
    dumped: JSON = {"op": "dump"}
    yield "rewritten/twice", history(*filled, rewrite[0], {**rewrite[0], "value": "x"}, dumped)
    yield "rewritten/then-read", history(*filled, *rewrite, *(s for k in keys for s in (_set(k), _value("w"))))
    yield "rewritten/then-restored", history(*filled, *rewrite, snapshot, {"op": "restore", "range": whole}, dumped)
    yield "rewritten/restored", history(*filled, snapshot, *rewrite, {"op": "restore", "range": whole}, *look)


def _worked() -> Iterator[tuple[str, JSON, str | None]]:
    clear: JSON = {"op": "clear", "state": "v"}
    yield (
        "refused-key-leaves-a-half-updated-context",
        _history(_set(_INSIDE), _update("x"), _set(_OUTSIDE), *_LOOK, _value(), _update("lost"), *_LOOK, clear, *_LOOK),
        _FLINK_29430,
    )
    yield (
        "value-lost-after-a-refused-key",
        _history(
            _set(_INSIDE), _set(_OUTSIDE), _update("lost"), {"op": "snapshot"},
            {"op": "restore", "range": {"start": 43, "end": 127}}, _set(_OUTSIDE), _value(), *_LOOK,
            {"op": "restore", "range": _LOWER}, _set(_OUTSIDE), _value(), *_LOOK,
        ),
        _FLINK_29430,
    )  # fmt: skip
    yield "refused-key-before-any-other", _history(_set(_OUTSIDE), *_LOOK, _value(), _update("x"), *_LOOK), _FLINK_29430
    yield (
        "refused-key-before-any-other-away-from-group-0",
        _history(_set(_OUTSIDE), *_LOOK, _value(), _update("x"), clear, within={"start": 64, "end": 127}),
        _FLINK_29430,
    )
    yield "no-key", _history(_value(), _update("x"), _update(None), clear, *_LOOK), None
    yield (
        "null-key",
        _history(_set(_INSIDE), _update("x"), _set(key("null", None)), _value(), _update("y"), *_LOOK),
        None,
    )
    yield (
        "update-with-null-clears",
        _history(_set(_INSIDE), _update("x"), _value(), _update(None), _value(), clear, *_LOOK),
        None,
    )
    yield (
        "default-value",
        _history(
            _set(_INSIDE), _value(), *_LOOK, _update("x"), _value(), clear, _value(),
            states=[{"name": "v", "namespace": "void", "default": "d"}],
        ),
        None,
    )  # fmt: skip
    yield "namespaces", _namespaces(), None
    yield "wrong-namespaces", _wrong_namespaces(), None
    yield "scale-up-and-down", _rescaled(), None
    yield (
        "keys-of-unknown-states",
        _history({"op": "keys", "state": "nope"}, {"op": "keys", "state": "v"}, states=[]),
        None,
    )
    yield (
        "restore-without-snapshot",
        _history(_set(_INSIDE), _update("x"), {"op": "restore", "range": _LOWER}, *_LOOK),
        None,
    )
    yield (
        "restore-uncut",
        _history(
            _set(_INSIDE), _update("x"), {"op": "snapshot"},
            {"op": "restore", "range": {"start": 20, "end": 60}, "whole": True}, *_LOOK,
            {"op": "restore", "range": {"start": 0, "end": 127}, "whole": True}, *_LOOK,
        ),
        None,
    )  # fmt: skip
    yield (
        "restore-into-inverted-ranges",
        _history(
            _set(_INSIDE), _update("x"), {"op": "snapshot"},
            *({"op": "restore", "range": {"start": s, "end": e}} for s, e in ((3, 2), (-1, 4), (0, 128), (0, -1))),
            *_LOOK,
        ),
        None,
    )  # fmt: skip
    for group in (-1, 0, 5, 42, 43, 128, 2**31 - 1, -(2**31)):
        yield f"key-and-key-group/{group}".replace("/-", "/minus-"), _key_and_group(group), None
    yield (
        "null-key-and-key-group",
        _history(
            {"op": "setCurrentKeyAndKeyGroup", "key": key("null", None), "keyGroup": 5}, *_LOOK, _value(), _update("x")
        ),
        None,
    )


def _key_and_group(group: int) -> JSON:
    both: JSON = {"op": "setCurrentKeyAndKeyGroup", "key": _INSIDE, "keyGroup": group}
    return _history(both, *_LOOK, _update("x"), _value(), *_LOOK, _set(_INSIDE), _value(), _update("y"), *_LOOK)


def _namespaces() -> JSON:
    windows: list[JSON] = [{"start": "0", "end": "10"}, {"start": "10", "end": "20"}]
    states: list[JSON] = [
        {"name": "s", "namespace": "string"},
        {"name": "t", "namespace": "time-window", "default": "d"},
    ]
    steps: list[JSON] = [_value("s"), _set(_INSIDE), _value("s"), _update("x", "s"), {"op": "clear", "state": "t"}]
    for state, namespaces in (("s", ["w1", "w2"]), ("t", windows)):
        steps += [_update(f"x{i}", state, namespace=ns) for i, ns in enumerate(namespaces)]
        steps += [_value(state), *(_value(state, namespace=ns) for ns in namespaces), _value(state)]
        steps += [{"op": "keys", "state": state, "namespace": namespaces[0]}, {"op": "keys", "state": state}]
        steps += [{"op": "clear", "state": state, "namespace": namespaces[0]}, _value(state, namespace=namespaces[1])]
    steps += [*_LOOK, {"op": "snapshot"}, {"op": "restore", "range": _LOWER}, *_LOOK, _set(_INSIDE), _value("s")]
    return _history(*steps, _value("s", namespace="w2"), _value("t", namespace=windows[1]), states=states)


def _wrong_namespaces() -> JSON:
    states: list[JSON] = [{"name": "v", "namespace": "void"}, {"name": "s", "namespace": "string"}]
    return _history(
        _set(_INSIDE),
        _update("x", "s", namespace=None),
        _update("x", "s", namespace={"start": "0", "end": "1"}),
        _value("s"),
        *_LOOK,
        {"op": "snapshot"},
        {"op": "clear", "state": "s"},
        {"op": "snapshot"},
        _update("y", "v", namespace="w1"),
        {"op": "snapshot", "name": "broken"},
        {"op": "restore", "range": _LOWER, "from": ["broken"]},
        *_LOOK,
        states=states,
    )


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
    steps += [{"op": "restore", "range": {"start": 0, "end": 127}, "from": ["half 1", "half 0"]}, {"op": "dump"}]
    return _history(*steps, *(step for k in keys for step in (_set(k), _value())), *_LOOK)


def _building() -> Iterator[tuple[str, JSON]]:
    """Backends that can't be opened, and the smallest ones that can."""
    for start, end in ((3, 2), (-1, 0), (0, -1), (0, 128), (127, 127), (128, 128), (0, 0)):
        label = f"{start}-to-{end}".replace("--", "-minus-").replace("to--", "to-minus-").replace("-1-to", "minus-1-to")
        yield f"range/{label}", _history(*_LOOK, within={"start": start, "end": end})
    for groups in (0, 1, -1, 42, 43, 32768, 40000):
        label = str(groups).replace("-", "minus-")
        yield f"max-parallelism/{label}", _history(_set(_INSIDE), _value(), *_LOOK, groups=groups)


def _every_edge(kind: str) -> JSON:
    """A value under each edge of a type of keys, then a snapshot and a restore: does each key come back as it was?"""
    values = {"true": True, "false": False} if kind == "boolean" else edges.KEYS[kind]
    steps = [step for name, v in values.items() for step in (_set(key(kind, v)), _value(), _update(name))]
    steps += [
        {"op": "keys", "state": "v"},
        *_LOOK,
        {"op": "snapshot"},
        {"op": "restore", "range": {"start": 0, "end": 127}},
    ]
    again = [step for v in values.values() for step in (_set(key(kind, v)), _value())]
    return {**_history(*steps, *again, *_LOOK, within={"start": 0, "end": 127}), "keyType": kind}


def _least_date() -> JSON:
    """The milliseconds that a date's serializer writes for null, as a key with a namespace."""
    date = _set(key("sql-date", str(-(2**63))))
    states: list[JSON] = [{"name": "s", "namespace": "string"}]
    whole = {"start": 0, "end": 127}
    kept: list[JSON] = [{"op": "snapshot"}, {"op": "restore", "range": whole}]
    document = _history(date, _update("x", "s", namespace="w1"), *_LOOK, *kept, *_LOOK, states=states, within=whole)
    return {**document, "keyType": "sql-date"}


def _row(text: str | None) -> JSON:
    return key("row-data", [{"type": "STRING", "value": text}])


def _element(kind: str, text: str | None, value: int) -> JSON:
    return {"op": "element", "kind": kind, "key": _row(text), "value": str(value)}


def _operator(*steps: JSON, parallelism: int = 1, operator: int = 0, before: bool = True, groups: int = 128) -> JSON:
    return {
        "maxParallelism": groups,
        "parallelism": parallelism,
        "operator": operator,
        "keyType": _ROWS["string"],
        "updateBefore": before,
        "steps": list(steps),
    }


def _aggregates() -> Iterator[tuple[str, JSON]]:
    """An accumulator's life, what is dropped or not emitted, keys of others, and a job that is rescaled."""
    life = [
        _element("+I", "user_1", 5), _element("+I", "user_2", 7), _element("+I", "user_1", 3),
        _element("-U", "user_1", 5), _element("+U", "user_1", 6), _element("-D", "user_1", 3),
        _element("-D", "user_1", 6), _element("+I", "user_1", 1), _element("-D", "user_2", 7),
    ]  # fmt: skip
    yield "life-of-an-accumulator", _operator(*life)
    yield "life-without-update-before", _operator(*life, before=False)
    yield "retraction-of-nothing", _operator(_element("-D", "a", 1), _element("-U", "a", 1), _element("+U", "a", 1))
    yield "result-unchanged", _operator(_element("+I", "a", 0), _element("+I", "a", 0), _element("-D", "a", 0))
    yield "retracted-to-zero-with-another-sum", _operator(_element("+I", "a", 5), _element("-D", "a", 3))
    yield "sum-is-zero-but-records-are-left", _operator(_element("+I", "a", 5), _element("+I", "a", -5))
    top = 2**63 - 1
    yield "overflow", _operator(_element("+I", "a", top), _element("+I", "a", 1), _element("-D", "a", top))
    look: list[JSON] = [{"op": "getCurrentKey"}, {"op": "getCurrentKeyGroup"}, {"op": "dump"}]
    yield "null-key", _operator(_element("+I", "a", 1), {**_element("+I", "a", 1), "key": key("null", None)}, *look)
    yield "null-field", _operator(_element("+I", None, 1), _element("+I", "", 2), *look)
    users = [f"user_{i}" for i in range(10)]
    for subtask in range(3):
        steps = [step for user in users for step in (_element("+I", user, 1), {"op": "getCurrentKeyGroup"})]
        yield f"keys-of-others/subtask-{subtask}", _operator(*steps, *look, parallelism=3, operator=subtask)
    yield "rescaled", _rescaled_operator(users)
    for subtasks, index in ((3, 3), (3, -1), (0, 0), (129, 0), (-1, 0)):
        label = f"{subtasks}-{index}".replace("--", "-minus-").removeprefix("-")
        yield f"building/parallelism-{label}", _operator(*look, parallelism=subtasks, operator=index)
    for groups in (0, 1, 32768):
        yield f"building/max-parallelism-{groups}", _operator(*look, groups=groups)


def _rescaled_operator(users: list[str]) -> JSON:
    """Two subtasks become three, which become one; each goes on where the one before was."""
    steps: list[JSON] = []
    taken: list[str] = []
    for count in (2, 3, 1):
        names = [f"{count}-{subtask}" for subtask in range(count)]
        for subtask, name in enumerate(names):
            steps.append({"op": "restore", "parallelism": count, "operator": subtask, "from": taken})
            steps += [_element("+I", user, count) for user in users]
            steps += [{"op": "dump"}, {"op": "snapshot", "name": name}]
        taken = names
    return _operator(*steps)
