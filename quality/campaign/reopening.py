"""Spark for as long as a campaign takes: a session that failed, or whose JVM is gone, gives way to a new one."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager
    from types import TracebackType

    from quality.campaign.journal import Outcome
    from quality.campaign.plan import Stage


class Reopening:
    """Does stages, in a session that is opened when it is needed."""

    def __init__(self, opened: Callable[[], AbstractContextManager[Callable[[Stage], Outcome]]]) -> None:
        """Opens nothing yet.

        Args:
            opened: Opens a session, in which stages are done.
        """
        self._opened = opened
        self._stack = ExitStack()
        self._ask: Callable[[Stage], Outcome] | None = None

    def __call__(self, stage: Stage) -> Outcome:
        """The outcome of a stage; whatever it raises, the next one gets a new session."""
        if self._ask is None:
            self._ask = self._stack.enter_context(self._opened())
        try:
            return self._ask(stage)
        except BaseException:
            self._close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def _close(self) -> None:
        self._ask = None
        self._stack.close()
