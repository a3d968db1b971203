"""The operation `flink.prekeyed.mapping`: splits and records of a keyed operator, subtask by subtask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition.errors import IllegalArgumentException
from copartition.flink.assignment import range_of_operator
from copartition.flink.prekeyed import PreKeyedOperator, redistribute_splits
from copartition.flink.state import HeapKeyedStateBackend
from copartition.java.strings import utf16_key
from copartition.port.fields import Fields, int32, nullable, one_of, text
from copartition.port.rows import answer, history

if TYPE_CHECKING:
    from collections.abc import Mapping

    from copartition.flink.state import KeyedStateSnapshot, ValueState
    from copartition.port.fields import JSON
    from copartition.port.rows import Handler, Operation


class _Subtask:
    """An operator on a heap backend, whose user knows each record's split from the record."""

    def __init__(self, job: _Job, index: int, mapped: dict[str, int], snapshots: list[KeyedStateSnapshot]) -> None:
        owned = range_of_operator(job.max_parallelism, job.parallelism, index)
        mine = [part for snapshot in snapshots if (part := snapshot.intersection(owned)) is not None]
        self._split = ""
        self.backend = HeapKeyedStateBackend(job.max_parallelism, owned, mine)
        self.state: ValueState[str | None] = self.backend.value_state("value")
        self.operator: PreKeyedOperator[str | None] = PreKeyedOperator(
            job.max_parallelism,
            job.parallelism,
            index,
            split_of=lambda _: self._split,
            backend=self.backend,
            mapped=mapped,
        )

    def mapped(self, group: int) -> JSON:
        unused = [[free.start, free.end] for free in self.operator.splits.unused()]
        return {"keyGroup": group, "free": unused}

    def record(self, key: str | None, split: str) -> JSON:
        self._split = split
        return {"keyGroup": self.operator.set_current_key(key), "value": self.state.value()}

    def dump(self) -> JSON:
        return {
            str(group): sorted(([entry.key, entry.value] for entry in entries), key=lambda entry: utf16_key(entry[0]))
            for group, entries in self.backend.dump().items()
        }


class _Job:
    """The subtasks of an operator; one that no step has touched isn't made."""

    def __init__(self, max_parallelism: int, parallelism: int) -> None:
        self.max_parallelism = max_parallelism
        self.parallelism = parallelism
        self._subtasks: dict[int, _Subtask] = {}

    def subtask(self, index: int) -> _Subtask:
        if not 0 <= index < self.parallelism:
            raise IllegalArgumentException(f"operator must be in 0..{self.parallelism - 1}, not {index}")
        if index not in self._subtasks:
            self._subtasks[index] = _Subtask(self, index, {}, [])
        return self._subtasks[index]

    def rescale(self, parallelism: int) -> JSON:
        before = list(self._subtasks.values())
        mappings = [subtask.operator.splits.mapping() for subtask in before]
        splits = redistribute_splits(mappings, self.max_parallelism, parallelism)
        snapshots = [subtask.backend.snapshot() for subtask in before]
        self.parallelism = parallelism
        restored = [_Subtask(self, index, mapped, snapshots) for index, mapped in enumerate(splits)] if before else []
        self._subtasks = dict(enumerate(restored))
        return {str(index): mapped for index, mapped in enumerate(splits) if mapped}


def mapping(document: Fields) -> JSON:
    """The observations of a history of a job.

    Raises:
        IllegalArgumentException: There is no such subtask.
        ValueError: A field is missing or of another type; the message names it.
    """
    operator = document.get("operator", int32)
    job = _Job(document.get("maxParallelism", int32), document.get("parallelism", int32))
    range_of_operator(job.max_parallelism, job.parallelism, operator)

    def subtask(step: Fields) -> _Subtask:
        return job.subtask(step.get("operator", int32, operator))

    def add(step: Fields) -> JSON:
        split, found = step.get("split", text), subtask(step)
        return found.mapped(found.operator.splits.add(split))

    def remove(step: Fields) -> JSON:
        split, found = step.get("split", text), subtask(step)
        return found.mapped(found.operator.splits.remove(split))

    def record(step: Fields) -> JSON:
        split, key, value = step.get("split", text), step.get("key", _key), step.get("value", nullable(text), None)
        found = subtask(step)
        seen = found.record(key, split)
        if "value" in step:
            found.state.update(value)
        return seen

    handlers: dict[str, Handler] = {
        "addSplit": add,
        "removeSplit": remove,
        "record": record,
        "dump": lambda step: subtask(step).dump(),
        "rescale": lambda step: job.rescale(step.get("parallelism", int32)),
    }
    return history(document, handlers)


def _key(value: JSON, path: str) -> str | None:
    fields = Fields(value, path)
    return fields.get("value", text) if fields.get("type", _has_text) else None


_has_text: Final = one_of({"string": True, "null": False})


OPERATIONS: Final[Mapping[str, Operation]] = {
    "flink.prekeyed.mapping": answer(mapping),
}
