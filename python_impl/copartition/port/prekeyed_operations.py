"""The operation `flink.prekeyed.mapping`: splits and records of a keyed operator, subtask by subtask."""

from __future__ import annotations

from functools import cmp_to_key
from typing import TYPE_CHECKING

from copartition.errors import IllegalArgumentException, NullPointerException
from copartition.flink.assignment import range_of_operator
from copartition.flink.prekeyed import PreKeyedOperator, redistribute_splits
from copartition.java.strings import compare
from copartition.port import inputs

if TYPE_CHECKING:
    from collections.abc import Callable

    from copartition.port.inputs import JSON

_JAVA_ORDER = cmp_to_key(compare)


class _Values:
    """One value state: by key group, by key."""

    def __init__(self, groups: dict[int, dict[str, str]]) -> None:
        self.groups = groups
        self._entries: dict[str, str] = {}
        self._key: str | None = None

    def set_current_key_and_key_group(self, key: str | None, key_group: int) -> None:
        self._key = key
        self._entries = self.groups.setdefault(key_group, {})

    def value(self) -> str | None:
        return self._entries.get(self._checked())

    def update(self, value: str | None) -> None:
        if value is None:
            self._entries.pop(self._checked(), None)
        else:
            self._entries[self._checked()] = value

    def dump(self) -> JSON:
        return {
            str(group): [[key, entries[key]] for key in sorted(entries, key=_JAVA_ORDER)]
            for group, entries in sorted(self.groups.items())
            if entries
        }

    def _checked(self) -> str:
        if self._key is None:
            raise NullPointerException("No key set. This method should not be called outside of a keyed context.")
        return self._key


class _Subtask:
    """An operator whose user knows each record's split from the record."""

    def __init__(self, job: _Job, index: int, mapped: dict[str, int], groups: dict[int, dict[str, str]]) -> None:
        self._split = ""
        self.values = _Values(groups)
        self.operator: PreKeyedOperator[str | None] = PreKeyedOperator(
            job.max_parallelism,
            job.parallelism,
            index,
            split_of=lambda _: self._split,
            backend=self.values,
            mapped=mapped,
        )

    def mapped(self, group: int) -> JSON:
        unused = [[free.start, free.end] for free in self.operator.splits.unused()]
        return {"keyGroup": group, "free": unused}

    def record(self, key: str | None, split: str) -> JSON:
        self._split = split
        return {"keyGroup": self.operator.set_current_key(key), "value": self.values.value()}


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
            self._subtasks[index] = _Subtask(self, index, {}, {})
        return self._subtasks[index]

    def rescale(self, parallelism: int) -> JSON:
        before = list(self._subtasks.values())
        mappings = [subtask.operator.splits.mapping() for subtask in before]
        splits = redistribute_splits(mappings, self.max_parallelism, parallelism)
        state = {group: entries for subtask in before for group, entries in subtask.values.groups.items()}
        self.parallelism, self._subtasks = parallelism, {}
        for index, mapped in enumerate(splits):
            owned = range_of_operator(self.max_parallelism, parallelism, index)
            groups = {group: entries for group, entries in state.items() if group in owned}
            if mapped or groups:
                self._subtasks[index] = _Subtask(self, index, mapped, groups)
        return {str(index): mapped for index, mapped in enumerate(splits) if mapped}


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
            return lambda job: job.subtask(index).values.dump()
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
            subtask.values.update(value)
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
