"""Timers over a clock that is set by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable


class _Timeout(NamedTuple):
    deadline: int
    order: int
    fire: Callable[[], None]


class Timers:
    """What is to happen later, by name: setting a name again puts it off.

    Attributes:
        now: The time in milliseconds.
    """

    def __init__(self, now: int) -> None:
        self.now = now
        self._timeouts: dict[str, _Timeout] = {}
        self._order = 0

    def schedule(self, name: str, delay: int, fire: Callable[[], None]) -> None:
        """Has `fire` called after so many milliseconds, in place of what the name stood for."""
        self._order += 1
        self._timeouts[name] = _Timeout(self.now + delay, self._order, fire)

    def cancel(self, name: str) -> None:
        """Forgets what the name stands for."""
        self._timeouts.pop(name, None)

    def advance(self, end: int) -> None:
        """Sets the clock forward; whatever is due happens at its time, the one set first before another."""
        while due := [(timeout, name) for name, timeout in self._timeouts.items() if timeout.deadline <= end]:
            timeout, name = min(due, key=lambda entry: entry[0][:2])
            del self._timeouts[name]
            self.now = timeout.deadline
            timeout.fire()
        self.now = end
