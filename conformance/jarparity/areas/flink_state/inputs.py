"""How histories of keyed state are drawn: keys inside and outside its range, namespaces, snapshots, restores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.values import fields, keys
from jarparity.values.boundary.keys import key
from jarparity.values.state_values import KEY_SCALARS

if TYPE_CHECKING:
    from random import Random

    from jarparity.answers import JSON

COMPOSITES: dict[str, JSON] = {
    "tuple": {"type": "tuple", "fields": ["string", "long"]},
    "nested-tuple": {"type": "tuple", "fields": ["integer", {"type": "tuple", "fields": ["double", "big-decimal"]}]},
    "list": {"type": "list", "element": "string"},
    "row": {"type": "row", "fields": ["string", "integer", "bytes"]},
    "row-data": {"type": "row-data", "fields": ["STRING", "BIGINT"]},
}
"""Types of keys that are made of others, by a name for ids."""

_MAX_PARALLELISMS = (1, 2, 3, 7, 16, 128, 128, 720)
_ROW_KINDS = ("+I", "-U", "+U", "-D")
_VALUES = ("x", "y", "", "é")
_STRINGS = ("w1", "w2", "")
_WINDOWS = tuple(
    {"start": start, "end": end} for start, end in (("0", "10"), ("10", "20"), ("-5", "9223372036854775807"))
)

_SHORT, _LONG = 16, 60
_KEY_TYPES: Final[tuple[JSON, ...]] = (*KEY_SCALARS, *COMPOSITES.values())
_ROWS: Final[tuple[JSON, ...]] = tuple(
    {"type": "row-data", "fields": names} for names in (["STRING"], ["INT", "STRING"], ["BIGINT"])
)


def heap_backend(random: Random) -> JSON:
    """An input of `flink.state.heap-backend`; half of them set keys with their groups."""
    kind = random.choice(_KEY_TYPES)
    return history(random, kind, steps=_steps(random), sets_groups=random.getrandbits(1) == 1)


def keyed_operator(random: Random) -> JSON:
    """An input of `flink.state.keyed-operator`."""
    return operator_history(random, random.choice(_ROWS), steps=_steps(random))


def _steps(random: Random) -> int:
    """Mostly short ones; one in 32 may be long."""
    return 1 + random.randrange(_LONG if random.randrange(32) == 0 else _SHORT)


def key_of(random: Random, kind: JSON) -> JSON:
    """A key of a declared type."""
    if isinstance(kind, str):
        return _scalar(random, kind)
    match kind["type"]:
        case "list":
            return key("list", [key_of(random, kind["element"]) for _ in range(random.randrange(4))])
        case "tuple":
            return key("tuple", [key_of(random, part) for part in kind["fields"]])
        case "row":
            parts = [key("null", None) if random.randrange(6) == 0 else key_of(random, part) for part in kind["fields"]]
            return key("row", {"kind": random.choice(_ROW_KINDS), "fields": parts})
    return key("row-data", [fields.field(random, part) for part in kind["fields"]])


def _scalar(random: Random, kind: str) -> JSON:
    if kind == "boolean":
        return key(kind, random.randrange(2) == 0)
    if kind == "bytes":
        return key(kind, random.randbytes(random.randrange(4)).hex())
    return keys.make(random, kind)


def history(random: Random, kind: JSON, *, steps: int, sets_groups: bool) -> JSON:
    """A history of keys of one type.

    Args:
        random: What it is drawn from.
        kind: The keys' type.
        steps: About how many steps there are.
        sets_groups: Some keys are set together with a key group, which is possible from Flink 2.0 on.
    """
    backend = _Backend(random, kind, sets_groups=sets_groups)
    made: list[JSON] = []
    while len(made) < steps:
        made += backend.step()
    made += [{"op": "size"}, {"op": "dump"}]
    return {
        "maxParallelism": backend.max_parallelism,
        "range": backend.first_range,
        "keyType": kind,
        "states": backend.states,
        "steps": made,
    }


class _Backend:
    """What can be done next while a history is drawn."""

    def __init__(self, random: Random, kind: JSON, *, sets_groups: bool) -> None:
        self._random, self._sets_groups = random, sets_groups
        self.max_parallelism = random.choice(_MAX_PARALLELISMS)
        self.first_range = self._range()
        self.states = [
            self._state(name, namespace)
            for name, namespace in (("v", "void"), ("s", "string"), ("t", "time-window"))[: 1 + random.randrange(3)]
        ]
        self._keys = [key_of(random, kind) for _ in range(1 + random.randrange(6))]
        self._snapshots: list[str] = []

    def step(self) -> list[JSON]:
        """One step, or a few that belong together."""
        random = self._random
        (make,) = random.choices(
            (
                self._key_and_access,
                lambda: [self._access()],
                self._context,
                lambda: [self._keys_of()],
                self._look,
                self._move,
            ),
            (8, 6, 1, 1, 1, 3),
        )
        return make()

    def _key_and_access(self) -> list[JSON]:
        steps = [self._set_key(), self._access(), {"op": "getCurrentKeyGroup"}]
        return steps[: 1 + self._random.randrange(3)]

    def _context(self) -> list[JSON]:
        return [{"op": "getCurrentKey"}, {"op": "getCurrentKeyGroup"}]

    def _look(self) -> list[JSON]:
        random = self._random
        state = random.choice(self.states)["name"]
        match random.randrange(12):
            case 0:
                return [{"op": "isEmpty", "state": state}]
            case 1:
                return [{"op": "size", "namespace": random.choice(("w1", "n"))}]
            case 2:
                return [{"op": "visit", "state": state, "value": random.choice(_VALUES)}]
            case 3 if self._sets_groups:
                return [{"op": "rewrite", "state": state, "value": random.choice(_VALUES)}]
            case _:
                return [{"op": random.choice(("size", "dump"))}]

    def _move(self) -> list[JSON]:
        snapshot = [self._snapshot()]
        return snapshot if self._random.randrange(3) == 0 else [*snapshot, self._restore()]

    def _state(self, name: str, namespace: str) -> JSON:
        state: JSON = {"name": name, "namespace": namespace}
        return {**state, "default": self._random.choice(("d", ""))} if self._random.randrange(3) == 0 else state

    def _range(self) -> JSON:
        last = self.max_parallelism - 1
        if self._random.randrange(3) == 0:
            return {"start": 0, "end": last}
        ends = sorted((self._random.randrange(last + 1), self._random.randrange(last + 1)))
        return {"start": ends[0], "end": ends[1]}

    def _set_key(self) -> JSON:
        random = self._random
        chosen = key("null", None) if random.randrange(25) == 0 else random.choice(self._keys)
        if self._sets_groups and random.randrange(2):
            group = random.randrange(-1, self.max_parallelism + 1)
            return {"op": "setCurrentKeyAndKeyGroup", "key": chosen, "keyGroup": group}
        return {"op": "setCurrentKey", "key": chosen}

    def _access(self) -> JSON:
        random = self._random
        state = random.choice(self.states)
        step: JSON = {"op": random.choice(("value", "update", "update", "clear")), "state": state["name"]}
        if state["namespace"] != "void" and random.randrange(4):
            step["namespace"] = self._namespace(state)
        if step["op"] == "update":
            step["value"] = None if random.randrange(8) == 0 else random.choice(_VALUES)
        return step

    def _namespace(self, state: JSON) -> JSON:
        if self._random.randrange(40) == 0:  # of another type, or none
            return self._random.choice((None, "w1", _WINDOWS[0]))
        return self._random.choice(_STRINGS if state["namespace"] == "string" else _WINDOWS)

    def _keys_of(self) -> JSON:
        state = self._random.choice([*self.states, {"name": "unknown", "namespace": "void"}])
        step: JSON = {"op": "keys", "state": state["name"]}
        return step if state["namespace"] == "void" else {**step, "namespace": self._namespace(state)}

    def _snapshot(self) -> JSON:
        name = self._random.choice(("", "", "a", "b"))
        self._snapshots = [known for known in self._snapshots if known != name] + [name]
        return {"op": "snapshot", "name": name} if name else {"op": "snapshot"}

    def _restore(self) -> JSON:
        random = self._random
        step: JSON = {"op": "restore", "range": self._range()}
        if random.randrange(10) == 0:
            step["range"] = random.choice(
                ({"start": 3, "end": 2}, {"start": -1, "end": 0}, {"start": 0, "end": 40_000})
            )
        if self._snapshots and random.randrange(3) == 0:
            step["from"] = random.sample(self._snapshots, 1 + random.randrange(len(self._snapshots)))
        return {**step, "whole": True} if random.randrange(6) == 0 else step


def operator_history(random: Random, kind: JSON, *, steps: int) -> JSON:
    """A history of a keyed operator: elements of a few keys, most of them its own, snapshots, and rescaled jobs."""
    groups = random.choice((1, 2, 7, 128, 128, 720))
    subtasks = 1 + random.randrange(min(groups, 4))
    known = [key_of(random, kind) for _ in range(1 + random.randrange(5))]
    document: JSON = {
        "maxParallelism": groups,
        "parallelism": subtasks,
        "operator": random.randrange(subtasks),
        "keyType": kind,
        "updateBefore": random.randrange(2) == 0,
        "steps": [],
    }
    taken: list[str] = []
    for _ in range(steps):
        choice = random.randrange(12)
        if choice == 0:
            taken.append(f"s{len(taken)}")
            document["steps"].append({"op": "snapshot", "name": taken[-1]})
        elif choice == 1:
            subtasks = 1 + random.randrange(min(groups, 4))
            moved = {"op": "restore", "parallelism": subtasks, "operator": random.randrange(subtasks)}
            document["steps"].append({**moved, "from": taken[-1:] if random.randrange(4) else taken[:2]})
        elif choice == 2:  # noqa: PLR2004 - one of twelve
            document["steps"].append({"op": random.choice(("getCurrentKey", "getCurrentKeyGroup", "dump"))})
        else:
            change = random.choice(("+I", "+I", "+U", "-U", "-D", "-D"))
            chosen = key("null", None) if random.randrange(40) == 0 else random.choice(known)
            value = random.choice(("0", "0", "1", "-1", "5", str(2**63 - 1), str(-(2**63))))
            document["steps"].append({"op": "element", "kind": change, "key": chosen, "value": value})
    return document
