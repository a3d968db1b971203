"""The operations `flink.state.*`: histories of keyed state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from copartition.flink.key_group_range import KeyGroupRange
from copartition.flink.state import VOID, Entry, HeapKeyedStateBackend, Namespace, TimeWindow, VoidNamespace
from copartition.port import inputs
from copartition.port.held_keys import order
from copartition.port.keyed_operator import keyed_operator
from copartition.port.rescale_operations import release
from copartition.port.state_documents import KeyDocuments, dump_document, entry_documents, key_range, kind_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from copartition.flink.state import KeyedStateSnapshot
    from copartition.flink.state.state_table import StateTable
    from copartition.port.inputs import JSON

_NAMESPACES: Final[dict[str, type]] = {"void": VoidNamespace, "string": str, "time-window": TimeWindow}


class _History:
    """A backend, and those that are restored from its snapshots."""

    def __init__(self, document: JSON, version: str) -> None:
        self._version = version
        self._max_parallelism = inputs.int32(document, "maxParallelism")
        self._declared = [
            _declared(state, f"input.states[{i}]") for i, state in enumerate(inputs.items(document, "states"))
        ]
        self._keys = KeyDocuments()
        self._snapshots: dict[str, KeyedStateSnapshot | None] = {}
        self._open(KeyGroupRange(*key_range(inputs.field(document, "range"), "input.range")), [])

    def make(self, step: JSON, path: str) -> JSON:
        """What a step gives, or the original's error."""
        op = inputs.checked_text(inputs.field(step, "op", path), f"{path}.op")
        make = _STEPS.get(op)
        if make is None:
            raise inputs.wrong(f"{path}.op", f"one of {', '.join(sorted(_STEPS))}", op)
        return make(self, step, path)

    def _open(self, key_group_range: KeyGroupRange, restored: list[KeyedStateSnapshot]) -> None:
        self._backend = HeapKeyedStateBackend(self._max_parallelism, key_group_range, restored, version=self._version)
        self._states = {
            name: self._backend.value_state(name, default, namespaces) for name, namespaces, default in self._declared
        }

    def _set_current_key(self, step: JSON, path: str) -> JSON:
        self._backend.set_current_key(self._keys.read(inputs.field(step, "key", path), f"{path}.key"))

    def _set_current_key_and_key_group(self, step: JSON, path: str) -> JSON:
        key = self._keys.read(inputs.field(step, "key", path), f"{path}.key")
        group = inputs.checked_int32(inputs.field(step, "keyGroup", path), f"{path}.keyGroup")
        self._backend.set_current_key_and_key_group(key, group)

    def _get_current_key(self, _step: JSON, _path: str) -> JSON:
        return self._keys.of(self._backend.current_key)

    def _get_current_key_group(self, _step: JSON, _path: str) -> JSON:
        return self._backend.current_key_group

    def _state(self, step: JSON, path: str) -> Any:  # noqa: ANN401 - a state of strings
        name = inputs.checked_text(inputs.field(step, "state", path), f"{path}.state")
        state = self._states.get(name)
        if state is None:
            raise inputs.wrong(f"{path}.state", f"one of {', '.join(self._states) or 'input.states'}", name)
        if "namespace" in step:
            state.set_current_namespace(_namespace(step["namespace"], f"{path}.namespace"))
        return state

    def _value(self, step: JSON, path: str) -> JSON:
        return self._state(step, path).value()

    def _update(self, step: JSON, path: str) -> JSON:
        value = inputs.field(step, "value", path)
        if value is not None:
            value = inputs.checked_text(value, f"{path}.value")
        self._state(step, path).update(value)

    def _clear(self, step: JSON, path: str) -> JSON:
        self._state(step, path).clear()

    def _keys_of(self, step: JSON, path: str) -> JSON:
        name = inputs.checked_text(inputs.field(step, "state", path), f"{path}.state")
        namespace = _namespace(step["namespace"], f"{path}.namespace") if "namespace" in step else VOID
        found = self._backend.keys(name, namespace)
        return sorted(map(self._keys.of, found), key=order)

    def _size(self, step: JSON, path: str) -> JSON:
        if "namespace" in step:
            return self._backend.entries_in_namespace(_namespace(step["namespace"], f"{path}.namespace"))
        return len(self._backend)

    def _is_empty(self, step: JSON, path: str) -> JSON:
        return not len(self._table(step, path))

    def _rewrite(self, step: JSON, path: str) -> JSON:
        value = inputs.checked_text(inputs.field(step, "value", path), f"{path}.value")
        self._table(step, path).transform_all(lambda _: value)

    def _visit(self, step: JSON, path: str) -> JSON:
        table = self._table(step, path)
        expired = inputs.checked_text(inputs.field(step, "value", path), f"{path}.value")
        visited = [
            Entry(table.name, namespace, key, value)
            for key, namespace, value in table.visit(lambda value: value == expired)
        ]
        return entry_documents(visited, self._keys, lambda value: value)

    def _table(self, step: JSON, path: str) -> StateTable:
        self._state(step, path)
        return self._backend.table(step["state"])

    def _dump(self, _step: JSON, _path: str) -> JSON:
        return dump_document(self._backend, self._keys, lambda value: value)

    def _snapshot(self, step: JSON, path: str) -> JSON:
        name = inputs.checked_text(step.get("name", ""), f"{path}.name")
        self._snapshots.pop(name, None)
        self._snapshots[name] = None
        self._snapshots[name] = self._backend.snapshot()

    def _restore(self, step: JSON, path: str) -> JSON:
        key_group_range = KeyGroupRange(*key_range(inputs.field(step, "range", path), f"{path}.range"))
        names = list(self._snapshots)[-1:]
        if "from" in step:
            names = [
                self._taken(name, f"{path}.from[{place}]")
                for place, name in enumerate(inputs.checked_items(step["from"], f"{path}.from"))
            ]
        whole = inputs.checked_boolean(step.get("whole", False), f"{path}.whole")
        taken = [snapshot for name in names if (snapshot := self._snapshots[name]) is not None]
        cut = [snapshot if whole else snapshot.intersection(key_group_range) for snapshot in taken]
        self._open(key_group_range, [snapshot for snapshot in cut if snapshot is not None])

    def _taken(self, name: JSON, path: str) -> str:
        text = inputs.checked_text(name, path)
        if text not in self._snapshots:
            raise inputs.wrong(path, "the name of a snapshot taken before", name)
        return text


_STEPS: Final[dict[str, Callable[[_History, JSON, str], JSON]]] = {
    "setCurrentKey": _History._set_current_key,  # noqa: SLF001 - the steps of this class
    "setCurrentKeyAndKeyGroup": _History._set_current_key_and_key_group,  # noqa: SLF001
    "getCurrentKey": _History._get_current_key,  # noqa: SLF001
    "getCurrentKeyGroup": _History._get_current_key_group,  # noqa: SLF001
    "value": _History._value,  # noqa: SLF001
    "update": _History._update,  # noqa: SLF001
    "clear": _History._clear,  # noqa: SLF001
    "keys": _History._keys_of,  # noqa: SLF001
    "size": _History._size,  # noqa: SLF001
    "isEmpty": _History._is_empty,  # noqa: SLF001
    "rewrite": _History._rewrite,  # noqa: SLF001
    "visit": _History._visit,  # noqa: SLF001
    "dump": _History._dump,  # noqa: SLF001
    "snapshot": _History._snapshot,  # noqa: SLF001
    "restore": _History._restore,  # noqa: SLF001
}


def _declared(state: JSON, path: str) -> tuple[str, type, str | None]:
    name = inputs.checked_text(inputs.field(state, "name", path), f"{path}.name")
    namespace = inputs.field(state, "namespace", path)
    if namespace not in _NAMESPACES:
        raise inputs.wrong(f"{path}.namespace", f"one of {', '.join(_NAMESPACES)}", namespace)
    default = state.get("default")
    return name, _NAMESPACES[namespace], None if default is None else inputs.checked_text(default, f"{path}.default")


def _namespace(document: JSON, path: str) -> Namespace | None:
    if document is None:
        return None
    if isinstance(document, dict):
        start, end = (
            inputs.checked_decimal(inputs.field(document, bound, path), f"{path}.{bound}") for bound in ("start", "end")
        )
        return TimeWindow(start, end)
    return inputs.checked_text(document, path)


def _heap_backend(document: JSON, line: str | None = None) -> JSON:
    history = _History(document, release(line))
    observations: list[JSON] = []
    for place, step in enumerate(inputs.items(document, "steps")):
        try:
            observations.append(history.make(step, f"input.steps[{place}]"))
        except Exception as error:  # noqa: BLE001 - kind_of raises again what isn't the original's
            observations.append({"error": {"kind": kind_of(error)}})
    return observations


OPERATIONS: Final[dict[str, Callable[..., JSON]]] = {
    "flink.state.heap-backend": _heap_backend,
    "flink.state.keyed-operator": keyed_operator,
}
