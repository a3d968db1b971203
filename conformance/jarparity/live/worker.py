"""A process that does what JSON lines tell it: `{"do":…}` in, `{"value":…}` or `{"error":{"kind","message"}}` out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, Self

from jarparity.ports.child import BrokenChildError, Child

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType

    from jarparity.answers import JSON

SECONDS: Final = 120.0
"""What one command may take at most; a busy machine needs a good part of it to start a cluster."""

GRACE: Final = 5.0
"""Seconds that a process has to remove its data and end by itself."""

_LINE: Final = 64 * 2**20
"""Bytes of an answer at most: all records of a topic are one."""


class LiveError(RuntimeError):
    """A cluster or its process broke: what was to be seen was not seen. Neither port nor original is to blame."""


class RefusedError(Exception):
    """The process refused a command.

    Attributes:
        kind: Simple name of what was thrown there.
        message: What it said.
    """

    def __init__(self, command: str, kind: str, message: str) -> None:
        super().__init__(f"{command}: {kind}: {message}")
        self.kind = kind
        self.message = message


class Worker:
    """Such a process, running; a context manager that ends it."""

    def __init__(self, name: str, command: Sequence[str]) -> None:
        """Starts it.

        Args:
            name: What it is called in messages.
            command: The program and its arguments.

        Raises:
            PortError: The program can't be started.
        """
        self._name = name
        self._child = Child(command, _LINE)

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._child.pid

    def ask(self, command: str, seconds: float = SECONDS, **fields: JSON) -> JSON:
        """Has it do something, and waits for the value.

        Args:
            command: What is to be done.
            seconds: How long that may take.
            fields: What the command needs.

        Raises:
            RefusedError: It said that it can't.
            LiveError: It broke, or took longer.
        """
        self._child.send(json.dumps({"do": command, **fields}).encode() + b"\n")
        try:
            line = self._child.line(seconds)
        except BrokenChildError as broken:
            self._child.end()
            raise LiveError(self._with_last_words(f"{self._name} {broken}, at {command}")) from None
        try:
            reply = json.loads(line)
        except ValueError:
            reply = None
        match reply:
            case {"value": value, **rest} if not rest:
                return value
            case {"error": {"kind": str(kind), "message": message}}:
                raise RefusedError(command, kind, str(message))
            case _:
                self._child.end()
                raise LiveError(self._with_last_words(f"{self._name} answered {command} with {line[:200]!r}"))

    def end(self) -> None:
        """Lets it remove its data and end; ends it, if it doesn't."""
        self._child.end(GRACE)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.end()

    def _with_last_words(self, what: str) -> str:
        words = self._child.last_words()
        return f"{what}\n{words}" if words else what
