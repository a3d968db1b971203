"""Steps and scenes: what a port predicted of a cluster beside what was seen on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from jarparity.answers import Error, Fault, Skip, Value, canonical, to_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from jarparity.answers import JSON, Reply
    from jarparity.lines import Line
    from jarparity.ports import Port


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that was predicted, and looked at.

    Attributes:
        name: What it is about.
        predicted: What was to be seen.
        observed: What was seen.
        note: What a reader of the report is told beside it.
    """

    name: str
    predicted: JSON
    observed: JSON
    note: str = ""

    @property
    def agrees(self) -> bool:
        """Whether it was seen as predicted, exactly."""
        return canonical(self.predicted) == canonical(self.observed)

    def differences(self) -> Iterator[tuple[str, JSON, JSON]]:
        """Where objects differ, field by field: the path, and what was predicted and seen there; None for nothing."""
        return _differences("", self.predicted, self.observed)


Scene: TypeAlias = "Callable[[], Iterator[Step]]"
"""Does something on a cluster, and yields what it saw."""


class NoPredictionError(Exception):
    """The port gave no value where a scene needs one; the message says what it gave."""


class Oracle:
    """The port, asked for what will be seen."""

    def __init__(self, port: Port, line: Line) -> None:
        """Takes the port, and the line of which its answers are wanted."""
        self._port = port
        self._line = line

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
        return [self._value(operation, reply) for reply in self._port.replies(operation, self._line, documents)]

    def _value(self, operation: str, reply: Reply) -> JSON:
        match reply:
            case Value(value):
                return value
            case Error(kind, message):
                said = f"the error {kind}: {message}"
            case Skip(reason, _):
                said = f"no answer, since it declines: {reason}"
            case Fault(reason, detail):
                said = f"no answer: it {reason}: {detail}"
        raise NoPredictionError(f"{operation} on {self._line} gave {said}")

    def said_to_all(self, operation: str, documents: Sequence[JSON]) -> list[JSON]:
        """What the port gives for each input.

        Where that is no value, it is the reply as the protocol writes it: an object that nothing seen is equal to.
        """
        replies = self._port.replies(operation, self._line, documents)
        return [reply.value if isinstance(reply, Value) else to_json(reply) for reply in replies]


def _differences(path: str, predicted: JSON, observed: JSON) -> Iterator[tuple[str, JSON, JSON]]:
    if isinstance(predicted, dict) and isinstance(observed, dict):
        for name in [*predicted, *(name for name in observed if name not in predicted)]:
            yield from _differences(f"{path}/{name}", predicted.get(name), observed.get(name))
    elif canonical(predicted) != canonical(observed):
        yield path, predicted, observed
