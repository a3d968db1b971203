"""The operation `flink.prekeyed.mapping`: splits and records of a keyed operator, subtask by subtask."""

from __future__ import annotations

from functools import cmp_to_key
from typing import TYPE_CHECKING

from copartition.errors import IllegalArgumentException
from copartition.flink.assignment import range_of_operator
from copartition.flink.prekeyed import PreKeyedOperator, redistribute_splits
from copartition.flink.state import HeapKeyedStateBackend
from copartition.java.strings import compare
from copartition.port import inputs

if TYPE_CHECKING:
    from collections.abc import Callable

    from copartition.flink.state import KeyedStateSnapshot, ValueState
    from copartition.port.inputs import JSON

_JAVA_ORDER = cmp_to_key(compare)


class _Subtask:
    """An operator on a heap backend, whose user knows each record's split from the record."""

    def __init__(self, job: _Job, index: int, mapped: dict[str, int], snapshots: list[KeyedStateSnapshot]) -> None:
        owned = range_of_operator(job.max_parallelism, job.parallelism, index)
        mine = [part for snapshot in snapshots if (part := snapshot.intersection(owned)) is not None]
        self._split = ""
        self.backend = HeapKeyedStateBackend(job.max_parallelism, owned, mine)
        self.state: ValueState[str] = self.backend.value_state("value")
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
            str(group): sorted(([entry.key, entry.value] for entry in entries), key=_by_key)
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


def _by_key(entry: list[str]) -> JSON:
    return _JAVA_ORDER(entry[0])


def _mapping(document: JSON) -> JSON:
    operator = inputs.int32(document, "operator")
    job = _Job(inputs.int32(document, "maxParallelism"), inputs.int32(document, "parallelism"))
    steps = [_step(step, operator, f"input.steps[{i}]") for i, step in enumerate(inputs.items(document, "steps"))]
    range_of_operator(job.max_parallelism, job.parallelism, operator)  # throws where there is no such subtask
    return [_observation(step, job) for step in steps]


def _observation(step: Callable[[_Job], JSON], job: _Job) -> JSON:
    try:
        return step(job)
    except (ValueError, TypeError, RuntimeError) as error:
        kind = getattr(error, "kind", None)
        if kind is None:
            raise
        return {"error": {"kind": kind}}


def _step(step: JSON, operator: int, path: str) -> Callable[[_Job], JSON]:
    """A step as a function of the job; what is no step is refused before any is made."""
    index = inputs.checked_int32(step.get("operator", operator), f"{path}.operator")
    match inputs.field(step, "op", path):
        case "addSplit":
            split = _text(step, "split", path)
            return lambda job: (subtask := job.subtask(index)).mapped(subtask.operator.splits.add(split))
        case "removeSplit":
            split = _text(step, "split", path)
            return lambda job: (subtask := job.subtask(index)).mapped(subtask.operator.splits.remove(split))
        case "record":
            return _record(step, index, path)
        case "dump":
            return lambda job: job.subtask(index).dump()
        case "rescale":
            parallelism = inputs.checked_int32(inputs.field(step, "parallelism", path), f"{path}.parallelism")
            return lambda job: job.rescale(parallelism)
        case other:
            raise inputs.wrong(f"{path}.op", "addSplit, removeSplit, record, dump or rescale", other)


def _record(step: JSON, index: int, path: str) -> Callable[[_Job], JSON]:
    split, key = _text(step, "split", path), _key(inputs.field(step, "key", path), f"{path}.key")
    value = step.get("value")
    value = None if value is None else inputs.checked_text(value, f"{path}.value")

    def make(job: _Job) -> JSON:
        subtask = job.subtask(index)
        seen = subtask.record(key, split)
        if "value" in step:
            subtask.state.update(value)
        return seen

    return make


def _key(key: JSON, path: str) -> str | None:
    match inputs.field(key, "type", path):
        case "string":
            return _text(key, "value", path)
        case "null":
            return None
        case other:
            raise inputs.wrong(f"{path}.type", "string or null", other)


def _text(document: JSON, name: str, path: str) -> str:
    return inputs.checked_text(inputs.field(document, name, path), f"{path}.{name}")


OPERATIONS: dict[str, Callable[..., JSON]] = {"flink.prekeyed.mapping": _mapping}
