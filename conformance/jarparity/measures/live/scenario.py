"""Scenarios and their steps: what a port predicted of a cluster beside what was observed on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, TypeAlias

from jarparity.answers import Error, NoAnswer, Skip, Value, canonical, to_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager

    from jarparity.answers import JSON, Reply
    from jarparity.lines import Line
    from jarparity.originals import Originals, Progress
    from jarparity.ports import Port


@dataclass(frozen=True, slots=True)
class Step:
    """One prediction, and what was observed.

    Attributes:
        name: What it is about.
        predicted: By the port.
        observed: On the cluster.
        note: For the report, beside it.
    """

    name: str
    predicted: JSON
    observed: JSON
    note: str = ""

    @property
    def agrees(self) -> bool:
        """Whether both are exactly equal."""
        return canonical(self.predicted) == canonical(self.observed)

    def differences(self) -> Iterator[tuple[str, JSON, JSON]]:
        """Where objects differ, field by field: the path, what was predicted, what was observed; None for nothing."""
        return _differences("", self.predicted, self.observed)


@dataclass(frozen=True, slots=True)
class NotRun:
    """A part of a scenario that can't run here. It says nothing about the port, and is never green.

    Attributes:
        name: What would have been observed.
        reason: Why it can't.
    """

    name: str
    reason: str


Scenario: TypeAlias = "Callable[[], Iterator[Step | NotRun]]"
"""Does something on a cluster, and yields what it observed, and what it could not observe."""


class LiveError(RuntimeError):
    """The cluster can't be observed: the kit's failure, or the machine's. No port or original is to blame."""


class NoPredictionError(Exception):
    """The port gave no value where a scenario needs one; the message says what it gave."""


@dataclass(frozen=True, slots=True)
class Oracle:
    """The port, asked for predictions.

    Attributes:
        port: Asked.
        line: The release whose answers are wanted.
    """

    port: Port
    line: Line

    def ask(self, operation: str, document: JSON) -> JSON:
        """The port's value.

        Raises:
            NoPredictionError: It gave an error, declined or broke.
        """
        return self.ask_all(operation, [document])[0]

    def ask_all(self, operation: str, documents: Sequence[JSON]) -> list[JSON]:
        """The port's values, in order.

        Raises:
            NoPredictionError: It gave an error, declined or broke.
        """
        return [self._value(operation, reply) for reply in self.port.replies(operation, self.line, documents)]

    def values_or_replies(self, operation: str, documents: Sequence[JSON]) -> list[JSON]:
        """What the port gives for each input.

        Where that is no value, it is the reply as the protocol writes it: an object that no observation is equal to.
        """
        replies = self.port.replies(operation, self.line, documents)
        return [reply.value if isinstance(reply, Value) else to_json(reply) for reply in replies]

    def _value(self, operation: str, reply: Reply) -> JSON:
        match reply:
            case Value(value):
                return value
            case Error(kind, message):
                given = f"the error {kind}: {message}"
            case Skip(reason, _):
                given = f"no answer, since it declines: {reason}"
            case NoAnswer(reason, detail):
                given = f"no answer: it {reason}: {detail}"
        raise NoPredictionError(f"{operation} on {self.line} gave {given}")


def _differences(path: str, predicted: JSON, observed: JSON) -> Iterator[tuple[str, JSON, JSON]]:
    if isinstance(predicted, dict) and isinstance(observed, dict):
        for name in [*predicted, *(name for name in observed if name not in predicted)]:
            yield from _differences(f"{path}/{name}", predicted.get(name), observed.get(name))
    elif canonical(predicted) != canonical(observed):
        yield path, predicted, observed


@dataclass(frozen=True, slots=True)
class Environment:
    """A cluster that is ready.

    Attributes:
        scenarios: By name, in order: those that were chosen.
        figures: What was measured, with its unit; scenarios add to it.
    """

    scenarios: Mapping[str, Scenario]
    figures: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LiveSuite:
    """All scenarios of one kind of cluster.

    Attributes:
        cluster: `kafka` or `flink`.
        originals: The sets of JARs that it needs.
        scenarios: Their names, in order.
        opened: Starts the cluster for a port and the names of the chosen scenarios; it lasts as long as the context.
        on_demand: Of scenarios that run only when they are asked for, the sets of JARs that they need beside.
    """

    cluster: str
    originals: tuple[Line, ...]
    scenarios: tuple[str, ...]
    opened: Callable[[Port, Sequence[str], Originals, Progress], AbstractContextManager[Environment]]
    on_demand: Mapping[str, Line] = field(default_factory=dict)

    def chosen(self, globs: Sequence[str]) -> list[str]:
        """The names of those that run: all that match one, or without any all but those that must be asked for."""
        if not globs:
            return [name for name in self.scenarios if name not in self.on_demand]
        return [name for name in self.scenarios if any(fnmatchcase(name, glob) for glob in globs)]

    def needed(self, chosen: Sequence[str]) -> tuple[Line, ...]:
        """The sets of JARs of these scenarios, and those that every run may need."""
        return (*self.originals, *(jars for name, jars in self.on_demand.items() if name in chosen))
