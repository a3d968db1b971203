"""Timers over a clock that is set by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable


class Late(NamedTuple):
    """A member whose time is over.

    Attributes:
        group: Its group's id.
        member: Its id.
        epoch: At which epoch it is late; None: at any.
    """

    group: str
    member: str
    epoch: int | None = None


class _Timeout(NamedTuple):
    deadline: int
    order: int
    late: Late


class Timers:
    """Who is late at which time, by name: setting a name again puts it off.

    They are data, so that a copy of a coordinator has timers of its own.

    Attributes:
        now: The time in milliseconds.
    """

    def __init__(self, now: int) -> None:
        self.now = now
        self._timeouts: dict[str, _Timeout] = {}
        self._order = 0

    def schedule(self, name: str, delay: int, late: Late) -> None:
        """A member is late after so many milliseconds, in place of what the name stood for."""
        self._order += 1
        self._timeouts[name] = _Timeout(self.now + delay, self._order, late)

    def cancel(self, name: str) -> None:
        """Forgets what the name stands for."""
        self._timeouts.pop(name, None)

    def advance(self, end: int, fire: Callable[[Late], None]) -> None:
        """Sets the clock forward and calls `fire` with who is late, each at their time, in the order set."""
        while due := [(timeout, name) for name, timeout in self._timeouts.items() if timeout.deadline <= end]:
            timeout, name = min(due, key=lambda entry: entry[0][:2])
            del self._timeouts[name]
            self.now = timeout.deadline
            fire(timeout.late)
        self.now = end
