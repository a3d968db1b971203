"""A process of the kit's own that serves commands: another JVM, or a real cluster.

A request is `{"do":…}` with the command's fields; the reply `{"value":…}` or `{"error":{"kind","message"}}`, after any
number of `{"event":…}`. The process ends with its standard input.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Final, Self

from jarparity.child_process.child import Child, ChildError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import TracebackType

    from jarparity.answers import JSON

SECONDS: Final = 120.0
"""What one command may take at most; a busy machine needs a good part of it to start a cluster."""

GRACE: Final = 5.0
"""Seconds that a process has to remove its data and end by itself."""

_LINE: Final = 64 * 2**20
"""Bytes of a reply at most: all records of a topic are one."""


class WorkerError(RuntimeError):
    """The process broke, or refused a command: the kit's failure, or the machine's. No port or original is to blame."""


class RefusedError(WorkerError):
    """The process refused a command.

    Attributes:
        kind: Simple name of what was thrown there.
        message: Of the exception.
    """

    def __init__(self, command: str, kind: str, message: str, trace: str = "") -> None:
        super().__init__(f"{command}: {kind}: {message}" + (f"\n{trace}" if trace else ""))
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
            WorkerError: The program can't be started.
        """
        self._name = name
        try:
            self._child = Child(command, _LINE)
        except ChildError as error:
            raise WorkerError(f"{name} {error}") from error

    @classmethod
    def python(cls, name: str, module: str, *arguments: str) -> Self:
        """Starts a module that serves commands (`serving`)."""
        return cls(name, [sys.executable, "-m", module, *arguments])

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
            RefusedError: The command failed there.
            WorkerError: The process broke, or took longer.
        """
        self._send(command, fields)
        return self._value(command, self._reply(command, seconds))

    def events(self, command: str, seconds: float = SECONDS, **fields: JSON) -> Iterator[JSON]:
        """As `ask`, of a command with events: each one as it comes, at most so many seconds apart."""
        self._send(command, fields)
        while "event" in (reply := self._reply(command, seconds)):
            yield reply["event"]
        self._value(command, reply)

    def end(self, grace: float = GRACE) -> None:
        """Lets it remove its data and end; ends it, if it doesn't within so many seconds."""
        self._child.end(grace)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.end()

    def _send(self, command: str, fields: dict[str, JSON]) -> None:
        self._child.send(json.dumps({"do": command, **fields}).encode() + b"\n")

    def _reply(self, command: str, seconds: float) -> dict[str, JSON]:
        try:
            line = self._child.receive(seconds)
        except ChildError as error:
            raise self._broken(f"{error}, at {command}") from None
        try:
            reply = json.loads(line)
        except ValueError:
            reply = None
        if isinstance(reply, dict) and len(reply) == 1:
            return reply
        raise self._broken(f"answered {command} with {line[:200]!r}")

    def _value(self, command: str, reply: dict[str, JSON]) -> JSON:
        match reply:
            case {"value": value}:
                return value
            case {"error": {"kind": str(kind), "message": message, **more}}:
                raise RefusedError(command, kind, str(message), str(more.get("trace", "")))
        raise self._broken(f"answered {command} with {str(reply)[:200]}")

    def _broken(self, what: str) -> WorkerError:
        errors = self._child.end()
        return WorkerError(f"{self._name} {what}" + (f"\n{errors}" if errors else ""))
