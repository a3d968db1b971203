"""Steps: what a port predicted, what was observed on a real cluster, and whether it is the same, exactly."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jarparity.answers import JSON, Value, same, to_json
from jarparity.check.outcome import Exit

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from jarparity.lines import Line
    from jarparity.ports import Port, PortInfo


@dataclass(frozen=True, slots=True)
class Step:
    """One comparison.

    Attributes:
        scene: Which scene it belongs to, as `--scene` calls it.
        name: What was done, for people.
        predicted: What the port said would be seen.
        observed: What was seen, in the same form.
    """

    scene: str
    name: str
    predicted: JSON
    observed: JSON

    @property
    def agrees(self) -> bool:
        """Whether both are the same, type by type."""
        return same(Value(self.predicted), Value(self.observed))

    def differences(self) -> Iterator[tuple[str, JSON, JSON]]:
        """Where they differ: a path, what was predicted there and what was observed; `None` where there is nothing."""
        return _differences("", self.predicted, self.observed)


@dataclass(frozen=True, slots=True)
class LiveOutcome:
    """A finished run.

    Attributes:
        cluster: `flink` or `kafka`.
        port: What was under test.
        options: How the port was named on the command line.
        about: Versions of what really ran.
        steps: Every comparison, in order.
        seconds: Wall clock.
        interrupted: Whether the user stopped it.
    """

    cluster: str
    port: PortInfo
    options: tuple[str, ...]
    steps: tuple[Step, ...]
    seconds: float
    about: Mapping[str, str] = field(default_factory=dict)
    interrupted: bool = False

    @property
    def exit_code(self) -> Exit:
        """As `check`: red where a step differs; nothing compared is not green."""
        if self.interrupted:
            return Exit.INTERRUPTED
        if any(not step.agrees for step in self.steps):
            return Exit.DIFFERS
        return Exit.OK if self.steps else Exit.NOTHING_CHECKED


class Prophet:
    """Asks a port about a line."""

    def __init__(self, port: Port, line: Line) -> None:
        self._port = port
        self._line = line

    def ask(self, operation: str, document: JSON) -> JSON:
        """What the port answers to one input; see `ask_all`."""
        return self.ask_all(operation, [document])[0]

    def ask_all(self, operation: str, documents: Sequence[JSON]) -> list[JSON]:
        """What the port answers to each input.

        A value is given as it is. An error, a refusal or a crash of the port becomes an object that no observation
        equals, so that the step is red and shows it.
        """
        replies = self._port.replies(operation, self._line, documents)
        return [reply.value if isinstance(reply, Value) else to_json(reply) for reply in replies]


def _differences(path: str, predicted: JSON, observed: JSON) -> Iterator[tuple[str, JSON, JSON]]:
    if isinstance(predicted, dict) and isinstance(observed, dict):
        for name in [*predicted, *(name for name in observed if name not in predicted)]:
            yield from _differences(f"{path}/{name}", predicted.get(name), observed.get(name))
    elif isinstance(predicted, list) and isinstance(observed, list) and len(predicted) == len(observed):
        for i, (one, other) in enumerate(zip(predicted, observed, strict=True)):
            yield from _differences(f"{path}/{i}", one, other)
    elif not same(Value(predicted), Value(observed)):
        yield path, predicted, observed
