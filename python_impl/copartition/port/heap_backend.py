"""The operation `flink.state.heap-backend`: a keyed backend gets reads and writes, and is restored elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from copartition.flink.state import VOID, Entry, HeapKeyedStateBackend, Namespace, TimeWindow, VoidNamespace
from copartition.port.fields import Fields, array, boolean, int32, int64, nullable, objects, one_of, text
from copartition.port.flink_values import key_groups
from copartition.port.rows import FLINK, answer, history
from copartition.port.state_documents import KeyDocuments, dump_document, entry_documents, order

if TYPE_CHECKING:
    from collections.abc import Mapping

    from copartition.flink.key_group_range import KeyGroupRange
    from copartition.flink.state import KeyedStateSnapshot
    from copartition.flink.state.state_table import StateTable
    from copartition.port.fields import JSON
    from copartition.port.rows import Handler, Operation

_NAMESPACES: Final[dict[str, type]] = {"void": VoidNamespace, "string": str, "time-window": TimeWindow}


class _History:
    """A backend, and those that are restored from its snapshots."""

    def __init__(self, document: Fields, version: str) -> None:
        self._version = version
        self._max_parallelism = document.get("maxParallelism", int32)
        self._declared = [
            (state.get("name", text), state.maybe("default", text, None), state.get("namespace", one_of(_NAMESPACES)))
            for state in document.get("states", objects)
        ]
        self.keys = KeyDocuments()
        self._snapshots: dict[str, KeyedStateSnapshot | None] = {}
        self._open(document.get("range", key_groups), [])

    def _open(self, key_group_range: KeyGroupRange, restored: list[KeyedStateSnapshot]) -> None:
        backend = HeapKeyedStateBackend(self._max_parallelism, key_group_range, restored, version=self._version)
        self.backend = backend
        self._states = {declared[0]: backend.value_state(*declared) for declared in self._declared}

    def state(self, step: Fields) -> Any:  # noqa: ANN401 - a state of strings
        """The state of a step, in the step's namespace."""
        state = step.get("state", one_of(self._states, f"one of {', '.join(self._states) or 'input.states'}"))
        if "namespace" in step:
            state.set_current_namespace(step.get("namespace", _namespace))
        return state

    def table(self, step: Fields) -> StateTable:
        """The table of the step's state."""
        self.state(step)
        return self.backend.table(step.document["state"])

    def set_current_key_and_key_group(self, step: Fields) -> None:
        key, group = step.get("key", self.keys.read), step.get("keyGroup", int32)
        self.backend.set_current_key_and_key_group(key, group)

    def update(self, step: Fields) -> None:
        value = step.get("value", nullable(text))
        self.state(step).update(value)

    def keys_of(self, step: Fields) -> JSON:
        found = self.backend.keys(step.get("state", text), step.get("namespace", _namespace, VOID))
        return sorted(map(self.keys.of, found), key=order)

    def size(self, step: Fields) -> JSON:
        if "namespace" in step:
            return self.backend.entries_in_namespace(step.get("namespace", _namespace))
        return len(self.backend)

    def rewrite(self, step: Fields) -> None:
        value = step.get("value", text)
        self.table(step).transform_all(lambda _: value)

    def visit(self, step: Fields) -> JSON:
        table, expired = self.table(step), step.get("value", text)
        visited = [
            Entry(table.name, namespace, key, value)
            for key, namespace, value in table.visit(lambda value: value == expired)
        ]
        return entry_documents(visited, self.keys, str)

    def snapshot(self, step: Fields) -> None:
        name = step.get("name", text, "")
        self._snapshots.pop(name, None)
        self._snapshots[name] = None
        self._snapshots[name] = self.backend.snapshot()

    def restore(self, step: Fields) -> None:
        groups = step.get("range", key_groups)
        taken = one_of(self._snapshots, "the name of a snapshot taken before")
        restored = step.get("from", array(taken), list(self._snapshots.values())[-1:])
        whole = step.get("whole", boolean, default=False)
        cut = [part if whole else part.intersection(groups) for part in restored if part is not None]
        self._open(groups, [part for part in cut if part is not None])


def heap_backend(document: Fields, version: str) -> JSON:
    """The observations of a history of keyed state.

    Raises:
        ValueError: A field is missing or of another type; the message names it.
    """
    job = _History(document, version)
    handlers: dict[str, Handler] = {
        "setCurrentKey": lambda step: job.backend.set_current_key(step.get("key", job.keys.read)),
        "setCurrentKeyAndKeyGroup": job.set_current_key_and_key_group,
        "getCurrentKey": lambda _: job.keys.of(job.backend.current_key),
        "getCurrentKeyGroup": lambda _: job.backend.current_key_group,
        "value": lambda step: job.state(step).value(),
        "update": job.update,
        "clear": lambda step: job.state(step).clear(),
        "keys": job.keys_of,
        "size": job.size,
        "isEmpty": lambda step: not len(job.table(step)),
        "rewrite": job.rewrite,
        "visit": job.visit,
        "dump": lambda _: dump_document(job.backend, job.keys, str),
        "snapshot": job.snapshot,
        "restore": job.restore,
    }
    return history(document, handlers)


def _namespace(value: JSON, path: str) -> Namespace | None:
    if value is None:
        return None
    if isinstance(value, dict):
        window = Fields(value, path)
        return TimeWindow(window.get("start", int64), window.get("end", int64))
    return text(value, path)


OPERATIONS: Final[Mapping[str, Operation]] = {
    "flink.state.heap-backend": answer(heap_backend, FLINK),
}
