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


class Removal(NamedTuple):
    """A member that was removed because its time was over.

    Attributes:
        group: Its group's id.
        member: Its id.
        at: When, in milliseconds.
        is_silent: It sent no heartbeat for its session timeout; else it kept partitions for its rebalance timeout.
    """

    group: str
    member: str
    at: int
    is_silent: bool


class _Timeout(NamedTuple):
    deadline: int
    order: int
    late: Late


def session_of(group_id: str, member_id: str) -> str:
    """What the time is called for which a member may be silent."""
    return f"session-{group_id}-{member_id}"


def revocation_of(group_id: str, member_id: str) -> str:
    """What the time is called that a member has to give partitions back."""
    return f"rebalance-{group_id}-{member_id}"


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

    def left(self, name: str) -> int | None:
        """After how many milliseconds what the name stands for comes; None where it stands for nothing."""
        timeout = self._timeouts.get(name)
        return None if timeout is None else timeout.deadline - self.now

    def advance(self, end: int, fire: Callable[[Late], None]) -> None:
        """Sets the clock forward and calls `fire` with who is late, each at their time, in the order set."""
        while due := [(timeout, name) for name, timeout in self._timeouts.items() if timeout.deadline <= end]:
            timeout, name = min(due, key=lambda entry: entry[0][:2])
            del self._timeouts[name]
            self.now = timeout.deadline
            fire(timeout.late)
        self.now = end
