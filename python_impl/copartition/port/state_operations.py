"""The operations `flink.state.*`: histories of keyed state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from copartition.flink.key_group_range import KeyGroupRange
from copartition.flink.state import VOID, HeapKeyedStateBackend, Namespace, TimeWindow, VoidNamespace
from copartition.flink.state.stored_keys import StoredKey, stored
from copartition.port import inputs
from copartition.port.held_keys import held, order
from copartition.port.keys import decoded
from copartition.port.rescale_operations import release

if TYPE_CHECKING:
    from collections.abc import Callable

    from copartition.flink.state import KeyedStateSnapshot
    from copartition.java import Key
    from copartition.port.inputs import JSON

_NAMESPACES: Final[dict[str, type]] = {"void": VoidNamespace, "string": str, "time-window": TimeWindow}


def kind_of(error: Exception) -> str:
    """The name by which an error is compared; one that isn't the original's goes on.

    Raises:
        Exception: `error` itself.
    """
    kind: str | None = getattr(error, "kind", None)
    if kind is None:
        raise error
    return kind


def key_range(document: JSON, path: str) -> tuple[int, int]:
    """The ends of a range.

    Raises:
        ValueError: It is no range; the message names the field.
    """
    ends = [inputs.checked_int32(inputs.field(document, end, path), f"{path}.{end}") for end in ("start", "end")]
    return ends[0], ends[1]


class KeyDocuments:
    """The documents of keys that were used, by the keys as a backend holds them."""

    def __init__(self) -> None:
        self._documents: dict[StoredKey, JSON] = {}

    def read(self, document: JSON, path: str) -> Key:
        """The key of a document, which is kept.

        Raises:
            IdentityHashedKey: It has no hash code of its own.
            ValueError: It is no key; the message names the field.
        """
        key = decoded(document, path)
        if key is not None:
            self._documents.setdefault(stored(key), held(document))
        return key

    def of(self, key: Key) -> JSON:
        """The document of a key that was read."""
        return None if key is None else self._documents[stored(key)]


def namespace_document(namespace: Namespace) -> JSON:
    """A namespace in a dump: null for none."""
    if namespace is VOID:
        return None
    if isinstance(namespace, TimeWindow):
        return {"start": str(namespace.start), "end": str(namespace.end)}
    return namespace


def dump_document(backend: HeapKeyedStateBackend, keys: KeyDocuments, value: Callable[[Any], JSON]) -> JSON:
    """What a backend holds, by key group, each group's entries in order."""
    return {
        str(group): sorted(
            (
                {
                    "state": entry.state,
                    "namespace": namespace_document(entry.namespace),
                    "key": keys.of(entry.key),
                    "value": value(entry.value),
                }
                for entry in entries
            ),
            key=lambda entry: order([entry["state"], entry["namespace"], entry["key"]]),
        )
        for group, entries in backend.dump().items()
    }


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

    def _size(self, _step: JSON, _path: str) -> JSON:
        return len(self._backend)

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


OPERATIONS: Final[dict[str, Callable[..., JSON]]] = {"flink.state.heap-backend": _heap_backend}
