"""Keyed state: the model, with the switches of `StateRules`. It models Flink 1.17 and newer (FLINK-29430)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from jarparity.bugs import key_groups
from jarparity.bugs.held_keys import comes_back, held, order
from jarparity.bugs.key_hash import key_hash
from jarparity.bugs.rules import Rules, ThrownError, nothing_else

if TYPE_CHECKING:
    from collections.abc import Callable

    from jarparity.answers import JSON
    from jarparity.bugs.rules import StateRules

_TRUE = Rules()
_VOID = "void"
"""The namespace of state without namespaces; those of a history are JSON texts in quotes or braces."""


def history(document: JSON, rules: StateRules) -> list[JSON]:
    """One observation a step.

    Raises:
        ThrownError: The backend can't be opened.
    """
    backend = opened(document, rules)
    observations = []
    for step in document["steps"]:
        try:
            observations.append(backend.step(step))
        except ThrownError as error:
            observations.append({"error": {"kind": error.kind}})
    return observations


def opened(document: JSON, rules: StateRules) -> _Model:
    """A new backend.

    Raises:
        ThrownError: It can't be opened.
    """
    return _Model(document, rules)


class _Model:
    """Entries by key group, state, namespace and key, each of these as text."""

    def __init__(self, document: JSON, rules: StateRules) -> None:
        self.rules, self.most, self.declared = rules, document["maxParallelism"], document["states"]
        self.snapshots: dict[str, dict[int, dict[tuple[str, str, str], str]]] = {}
        self.given: dict[str, JSON] = {}
        self.key: JSON = None
        self.group = 0
        self.open(document["range"], {})

    def open(self, ends: JSON, entries: dict[int, dict[tuple[str, str, str], str]]) -> None:
        if not 0 <= ends["start"] <= ends["end"] or not self.most >= 1 or ends["end"] - ends["start"] >= self.most:
            raise ThrownError("IllegalArgumentException")
        self.own, self.entries = range(ends["start"], ends["end"] + 1), entries
        self.namespaces = {s["name"]: _VOID if s["namespace"] == "void" else None for s in self.declared}
        if self.rules.restored_context == "none":
            self.key, self.group = None, 0

    def step(self, step: JSON) -> JSON:
        observe = _OBSERVATIONS.get(step["op"])
        if observe is None:
            raise nothing_else(step)
        return observe(self, step)

    def set_both(self, step: JSON) -> None:
        if self.rules.given_group == "must-be-the-keys" and step["keyGroup"] != self.group_of(step["key"]):
            raise ThrownError("IllegalArgumentException")
        self.set_group(step["key"], step["keyGroup"])

    def keys(self, step: JSON) -> JSON:
        wanted = _text(step["namespace"]) if "namespace" in step else _VOID
        found = [key for _, (state, namespace, key) in self.places() if (state, namespace) == (step["state"], wanted)]
        return sorted(map(json.loads, found), key=order)

    def size(self, step: JSON) -> int:
        if "namespace" not in step:
            return len(self.places())
        if step["namespace"] is None and self.places():
            raise ThrownError("NullPointerException")
        return sum(namespace == _text(step["namespace"]) for _, (_, namespace, _) in self.places())

    def rewrite(self, step: JSON) -> None:
        for group, place in self.places():
            if place[0] == step["state"] and (self.rules.rewritten == "all" or group == self.group):
                self.entries[group][place] = step["value"]

    def visit(self, step: JSON) -> JSON:
        visited = []
        for group, place in self.places():
            if place[0] == step["state"]:
                value = self.entries[group][place]
                visited.append(_entry(place, value))
                if value == step["value"] and self.rules.visited == "cleaned":
                    del self.entries[group][place]
        return sorted(visited, key=_sorted)

    def places(self) -> list[tuple[int, tuple[str, str, str]]]:
        return [(group, place) for group, places in self.entries.items() for place in places]

    def group_of(self, key: JSON) -> int:
        return key_groups.group_of_hash(key_hash(key, _TRUE), self.most, _TRUE.group)

    def set_key(self, key: JSON) -> None:
        if key["type"] == "null":
            self.key = None
            raise ThrownError("NullPointerException")
        self.set_group(key, self.group_of(key))

    def set_group(self, key: JSON, group: int) -> None:
        refused = group not in self.own and self.rules.check == "early"
        if not (refused and self.rules.refused == "unchanged"):
            self.key = None if key["type"] == "null" else held(key)
            self.given[_text(self.key)] = key
        if refused:
            raise ThrownError("IllegalArgumentException")
        self.group = group

    def access(self, step: JSON) -> JSON:
        state = next(s for s in self.declared if s["name"] == step["state"])
        if "namespace" in step:
            if step["namespace"] is None:
                raise ThrownError("NullPointerException")
            self.namespaces[step["state"]] = _text(step["namespace"])
        namespace = self.namespaces[step["state"]]
        if self.key is None or namespace is None:
            raise ThrownError("NullPointerException")
        if self.group not in self.own:
            raise ThrownError("IllegalArgumentException")
        place = (step["state"], _VOID if self.rules.namespaces == "ignored" else namespace, _text(self.key))
        places = self.entries.setdefault(self.group, {})
        if step["op"] == "value":
            if self.rules.default == "stored" and "default" in state:
                places.setdefault(place, state["default"])
            return places.get(place, state.get("default"))
        if step["op"] == "update" and (step["value"] is not None or self.rules.null == "kept"):
            places[place] = step["value"]
        else:
            places.pop(place, None)
        return None

    def dump(self) -> JSON:
        first = self.own.start if self.rules.offset == "forgotten" else 0
        dumped: dict[str, Any] = {}
        for group, places in self.entries.items():
            if places:
                dumped[str(group - first)] = sorted((_entry(*item) for item in places.items()), key=_sorted)
        return dumped

    def snapshot(self, name: str) -> None:
        self.snapshots.pop(name, None)
        self.snapshots[name] = {}
        kinds = {state["name"]: _KINDS[state["namespace"]] for state in self.declared}
        if any(not ns.startswith(kinds[state]) for _, (state, ns, _) in self.places()):
            raise ThrownError("ClassCastException")
        self.snapshots[name] = {group: dict(places) for group, places in self.entries.items()}

    def restore(self, step: JSON) -> None:
        read: dict[int, dict[tuple[str, str, str], str]] = {}
        for name in step.get("from", list(self.snapshots)[-1:]):
            for group, places in self.snapshots[name].items():
                for place, value in places.items():
                    into = self.group_of(self.given[place[2]]) if self.rules.restored == "by-key" else group
                    if self.rules.restored == "everything" or step["range"]["start"] <= into <= step["range"]["end"]:
                        if not comes_back(json.loads(place[2])):
                            raise ThrownError("BackendBuildingException")
                        read.setdefault(into, {})[place] = value
        self.open(step["range"], read)


_OBSERVATIONS: Final[dict[str, Callable[[_Model, JSON], JSON]]] = {
    "setCurrentKey": lambda model, step: model.set_key(step["key"]),
    "setCurrentKeyAndKeyGroup": _Model.set_both,
    "getCurrentKey": lambda model, _: model.key,
    "getCurrentKeyGroup": lambda model, _: model.group,
    "value": _Model.access,
    "update": _Model.access,
    "clear": _Model.access,
    "keys": _Model.keys,
    "size": _Model.size,
    "isEmpty": lambda model, step: all(place[0] != step["state"] for _, place in model.places()),
    "rewrite": _Model.rewrite,
    "visit": _Model.visit,
    "dump": lambda model, _: model.dump(),
    "snapshot": lambda model, step: model.snapshot(step.get("name", "")),
    "restore": _Model.restore,
}
_SORTED = ("state", "namespace", "key")
_KINDS = {"void": _VOID, "string": '"', "time-window": "{"}


def _entry(place: tuple[str, str, str], value: str) -> JSON:
    state, namespace, key = place
    said = None if namespace == _VOID else json.loads(namespace)
    return {"state": state, "namespace": said, "key": json.loads(key), "value": value}


def _sorted(entry: JSON) -> JSON:
    return order([entry[name] for name in _SORTED])


def _text(document: JSON) -> str:
    return json.dumps(document, sort_keys=True)
