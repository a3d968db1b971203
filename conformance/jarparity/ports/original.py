"""The real JARs in the shape of a port, so that they can be served to programs in any language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.answers import NoAnswer, Reply, Skip
from jarparity.ports import PortInfo
from jarparity.references import BridgeError
from jarparity.registry import OPERATIONS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import numpy as np

    from jarparity.answers import JSON
    from jarparity.columns import Column
    from jarparity.lines import Line
    from jarparity.operations import Operation
    from jarparity.references import LiveReference


class OriginalPort:
    """A live reference that answers like a port.

    A case that names no line is answered by the newest line that has the operation; the reference's own
    failures are faults, never answers of an original.
    """

    def __init__(self, reference: LiveReference) -> None:
        self._reference = reference
        about = reference.about()
        lines = tuple(map(str, sorted(reference.lines)))
        served = tuple(name for name, operation in OPERATIONS.items() if self._newest(operation) is not None)
        java = f"{about.get('java.version', 'unknown')} ({reference.name})"
        self._info = PortInfo("the originals", java, "java", served, lines, messages=True)

    @property
    def info(self) -> PortInfo:
        """The JVM's version as the port's; all operations that a served line has."""
        return self._info

    def replies(self, operation: str, line: Line | None, inputs: Sequence[JSON]) -> Iterator[Reply]:
        """The originals' answers, from one round trip."""
        declared = OPERATIONS.get(operation)
        asked = self._newest(declared) if declared is not None and line is None else line
        if declared is None or asked is None:
            yield from [Skip(f"no release that is served has {operation}")] * len(inputs)
        elif asked not in self._reference.lines:
            served = ", ".join(self._info.lines)
            yield from [Skip(f"line {asked} is not served; these are: {served}")] * len(inputs)
        elif not declared.has(asked):
            yield from [Skip(f"line {asked} has no {operation}")] * len(inputs)
        else:
            yield from self._ask(operation, asked, inputs)

    def bulk(self, operation: str, parameters: Mapping[str, JSON], column: Column, width: int = 1) -> np.ndarray | None:
        """The original's answers to a column, on the newest line that has the operation."""
        declared = OPERATIONS.get(operation)
        newest = None if declared is None else self._newest(declared)
        if declared is None or declared.bulk is None or newest is None:
            return None
        return self._reference.bulk(operation, newest, parameters, column, width)

    def close(self) -> None:
        """Closes the reference."""
        self._reference.close()

    def _newest(self, operation: Operation) -> Line | None:
        return max((line for line in self._reference.lines if operation.has(line)), default=None)

    def _ask(self, operation: str, line: Line, inputs: Sequence[JSON]) -> Sequence[Reply]:
        try:
            return self._reference.answers(operation, line, inputs)
        except BridgeError as wrong:
            if len(inputs) == 1:
                return [NoAnswer("failed", str(wrong))]
        # One input that the bridge can't read makes a whole round trip fail; the others are asked without it.
        return [reply for one in inputs for reply in self._ask(operation, line, [one])]
