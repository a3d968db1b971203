"""Ports: what is under test. A Python object in this process, or any program that speaks the protocol."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from jarparity.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence

    import numpy as np

    from jarparity.answers import JSON, Reply
    from jarparity.columns import Column
    from jarparity.lines import Line


@dataclass(frozen=True, slots=True)
class PortInfo:
    """The description of a port.

    Attributes:
        operations: Names or globs of what it implements; `*` for all.
        lines: Names or globs of the lines that it claims to equal; `*` for all.
        messages: Whether it claims the original's error messages, too.
    """

    name: str
    version: str
    language: str
    operations: tuple[str, ...]
    lines: tuple[str, ...] = ("*",)
    messages: bool = False

    def __post_init__(self) -> None:
        """What a port says of itself is one line of a report: a line feed in it would begin another one."""
        for field in ("name", "version", "language"):
            object.__setattr__(self, field, _one_line(getattr(self, field)))


def _one_line(text: str) -> str:
    return "".join(c if " " <= c <= "~" or c >= "\xa0" else c.encode("unicode_escape").decode() for c in text)


@runtime_checkable
class Port(Protocol):
    """Something that answers cases."""

    @property
    def info(self) -> PortInfo:
        """Name, version, language, and what it claims."""

    def replies(self, operation: str, line: Line | None, inputs: Sequence[JSON]) -> Iterator[Reply]:
        """One reply per input, in order. A port that breaks gives a `NoAnswer` for that input and goes on."""

    def bulk(self, operation: str, parameters: Mapping[str, JSON], column: Column, width: int = 1) -> np.ndarray | None:
        """Answers to a whole column (int32, flat), or None where the port has no bulk form of it."""

    def close(self) -> None:
        """Ends what the port started."""


@runtime_checkable
class TellsLinesApart(Protocol):
    """A port that says which lines are one and the same to it; one that doesn't say is asked as each line."""

    def told(self, operation: str, line: Line) -> Hashable:
        """All that the port learns of a line when it is asked: of lines with equal ones it is asked as one only."""


class PortError(UserError, RuntimeError):
    """A port can't be loaded or started; the message says why, and what to do."""


class PortBulkError(PortError):
    """A port's bulk form threw, or returned something that is no column of answers."""
