"""The operation `flink.state.keyed-operator`: a subtask with a group aggregate gets elements and is rescaled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from copartition.flink.assignment import range_of_operator
from copartition.flink.state import Change, CountAndSum, GroupAggregate, KeyedProcessOperator
from copartition.port import inputs
from copartition.port.rescale_operations import release
from copartition.port.state_documents import KeyDocuments, dump_document, kind_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from copartition.flink.state import KeyedStateSnapshot
    from copartition.port.inputs import JSON


class _History:
    """A subtask, and those that are restored from snapshots of its job."""

    def __init__(self, document: JSON, version: str) -> None:
        self._version = version
        self._max_parallelism = inputs.int32(document, "maxParallelism")
        self._update_before = inputs.checked_boolean(inputs.field(document, "updateBefore"), "input.updateBefore")
        self._keys = KeyDocuments()
        self._snapshots: dict[str, KeyedStateSnapshot] = {}
        self._operator = self._opened(inputs.int32(document, "parallelism"), inputs.int32(document, "operator"), [])

    def make(self, step: JSON, path: str) -> JSON:
        """What a step gives, or the original's error."""
        op = inputs.checked_text(inputs.field(step, "op", path), f"{path}.op")
        make = _STEPS.get(op)
        if make is None:
            raise inputs.wrong(f"{path}.op", f"one of {', '.join(sorted(_STEPS))}", op)
        return make(self, step, path)

    def _opened(
        self, parallelism: int, operator: int, restored: list[KeyedStateSnapshot]
    ) -> KeyedProcessOperator[Change[int], Change[int]]:
        groups = range_of_operator(self._max_parallelism, parallelism, operator)
        parts = [part for snapshot in restored if (part := snapshot.intersection(groups)) is not None]
        function = GroupAggregate(CountAndSum(), update_before=self._update_before)
        return KeyedProcessOperator(
            function,
            lambda change: change.key,
            self._max_parallelism,
            parallelism,
            operator,
            parts,
            version=self._version,
        )

    def _element(self, step: JSON, path: str) -> JSON:
        kind = inputs.checked_text(inputs.field(step, "kind", path), f"{path}.kind")
        key = self._keys.read(inputs.field(step, "key", path), f"{path}.key")
        value = inputs.checked_decimal(inputs.field(step, "value", path), f"{path}.value")
        emitted = self._operator.process_element(Change(kind, key, value))
        output = [
            {"kind": change.kind, "key": self._keys.of(change.key), "sum": str(change.value)} for change in emitted
        ]
        return {
            "output": output,
            "key": self._current_key(step, path),
            "keyGroup": self._current_key_group(step, path),
            "state": self._dump(step, path),
        }

    def _current_key(self, _step: JSON, _path: str) -> JSON:
        return self._keys.of(self._operator.backend.current_key)

    def _current_key_group(self, _step: JSON, _path: str) -> JSON:
        return self._operator.backend.current_key_group

    def _dump(self, _step: JSON, _path: str) -> JSON:
        return dump_document(self._operator.backend, self._keys, _accumulator)

    def _snapshot(self, step: JSON, path: str) -> JSON:
        name = inputs.checked_text(inputs.field(step, "name", path), f"{path}.name")
        self._snapshots[name] = self._operator.snapshot()

    def _restore(self, step: JSON, path: str) -> JSON:
        parallelism, operator = (
            inputs.checked_int32(inputs.field(step, name, path), f"{path}.{name}")
            for name in ("parallelism", "operator")
        )
        names = inputs.checked_items(inputs.field(step, "from", path), f"{path}.from")
        restored = [self._taken(name, f"{path}.from[{place}]") for place, name in enumerate(names)]
        self._operator = self._opened(parallelism, operator, restored)

    def _taken(self, name: JSON, path: str) -> KeyedStateSnapshot:
        text = inputs.checked_text(name, path)
        if text not in self._snapshots:
            raise inputs.wrong(path, "the name of a snapshot taken before", name)
        return self._snapshots[text]


def _accumulator(value: Any) -> JSON:  # noqa: ANN401 - an accumulator of CountAndSum
    return [str(value[0]), str(value[1])]


_STEPS: Final[dict[str, Callable[[_History, JSON, str], JSON]]] = {
    "element": _History._element,  # noqa: SLF001 - the steps of this class
    "getCurrentKey": _History._current_key,  # noqa: SLF001
    "getCurrentKeyGroup": _History._current_key_group,  # noqa: SLF001
    "dump": _History._dump,  # noqa: SLF001
    "snapshot": _History._snapshot,  # noqa: SLF001
    "restore": _History._restore,  # noqa: SLF001
}


def keyed_operator(document: JSON, line: str | None = None) -> JSON:
    """The observations of a history.

    Raises:
        ValueError: It is none; the message names the field.
    """
    history = _History(document, release(line))
    observations: list[JSON] = []
    for place, step in enumerate(inputs.items(document, "steps")):
        try:
            observations.append(history.make(step, f"input.steps[{place}]"))
        except Exception as error:  # noqa: BLE001 - kind_of raises again what isn't the original's
            observations.append({"error": {"kind": kind_of(error)}})
    return observations
