"""The operation `flink.state.keyed-operator`: a subtask with a group aggregate gets elements and is rescaled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from copartition.flink.assignment import range_of_operator
from copartition.flink.state import Change, CountAndSum, GroupAggregate, KeyedProcessOperator
from copartition.port.fields import array, boolean, int32, int64, one_of, text
from copartition.port.rows import FLINK, answer, history
from copartition.port.state_documents import KeyDocuments, dump_document

if TYPE_CHECKING:
    from collections.abc import Mapping

    from copartition.flink.state import KeyedStateSnapshot
    from copartition.port.fields import JSON, Fields
    from copartition.port.rows import Handler, Operation


class _History:
    """A subtask, and those that are restored from snapshots of its job."""

    def __init__(self, document: Fields, version: str) -> None:
        self._version = version
        self._max_parallelism = document.get("maxParallelism", int32)
        self._update_before = document.get("updateBefore", boolean)
        self._keys = KeyDocuments()
        self._snapshots: dict[str, KeyedStateSnapshot] = {}
        self._open(document, [])

    def _open(self, placed: Fields, restored: list[KeyedStateSnapshot]) -> None:
        parallelism, operator = placed.get("parallelism", int32), placed.get("operator", int32)
        groups = range_of_operator(self._max_parallelism, parallelism, operator)
        self._operator = KeyedProcessOperator[Change[int], Change[int]](
            GroupAggregate(CountAndSum(), update_before=self._update_before),
            lambda change: change.key,
            self._max_parallelism,
            parallelism,
            operator,
            [part for snapshot in restored if (part := snapshot.intersection(groups)) is not None],
            version=self._version,
        )

    def element(self, step: Fields) -> JSON:
        kind, key, value = step.get("kind", text), step.get("key", self._keys.read), step.get("value", int64)
        emitted = self._operator.process_element(Change(kind, key, value))
        return {
            "output": [
                {"kind": change.kind, "key": self._keys.of(change.key), "sum": str(change.value)} for change in emitted
            ],
            "key": self.current_key(step),
            "keyGroup": self.current_key_group(step),
            "state": self.dump(step),
        }

    def current_key(self, _step: Fields) -> JSON:
        return self._keys.of(self._operator.backend.current_key)

    def current_key_group(self, _step: Fields) -> JSON:
        return self._operator.backend.current_key_group

    def dump(self, _step: Fields) -> JSON:
        return dump_document(self._operator.backend, self._keys, _accumulator)

    def snapshot(self, step: Fields) -> None:
        self._snapshots[step.get("name", text)] = self._operator.snapshot()

    def restore(self, step: Fields) -> None:
        self._open(step, step.get("from", array(one_of(self._snapshots, "the name of a snapshot taken before"))))


def _accumulator(value: Any) -> JSON:  # noqa: ANN401 - an accumulator of CountAndSum
    return [str(value[0]), str(value[1])]


def keyed_operator(document: Fields, version: str) -> JSON:
    """The observations of a history of a keyed operator.

    Raises:
        ValueError: A field is missing or of another type; the message names it.
    """
    subtask = _History(document, version)
    handlers: dict[str, Handler] = {
        "element": subtask.element,
        "getCurrentKey": subtask.current_key,
        "getCurrentKeyGroup": subtask.current_key_group,
        "dump": subtask.dump,
        "snapshot": subtask.snapshot,
        "restore": subtask.restore,
    }
    return history(document, handlers)


OPERATIONS: Final[Mapping[str, Operation]] = {
    "flink.state.keyed-operator": answer(keyed_operator, FLINK),
}
