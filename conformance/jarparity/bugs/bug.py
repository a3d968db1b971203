"""A known bug: a way in which real ports went wrong, as a wrong implementation that can be run."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from jarparity.bugs import model
from jarparity.bugs.rules import NotModelledError, Rules

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from jarparity.answers import JSON, Answer


@dataclass(frozen=True, slots=True)
class NotApplicable:
    """The bug says nothing about an input."""


NOT_APPLICABLE: Final = NotApplicable()

Wrong: TypeAlias = "Answer | NotApplicable"


@dataclass(frozen=True, slots=True)
class Bug:
    """A known way to be wrong.

    Attributes:
        tag: Its name in fixtures and verdicts.
        title: What the port does, in a few words.
        explanation: What Java does instead, and which inputs show it.
        operations: The operations whose answers it spoils.
        rules: The model's rules with the bug's switches turned.
        sources: Where it was met or described: `owner/repo#n`, or a document.
        once_right: Whether an older release of the original answers so; then only the newest one's answers catch it.
    """

    tag: str
    title: str
    explanation: str
    operations: tuple[str, ...]
    rules: Rules
    sources: tuple[str, ...] = ()
    once_right: bool = False

    def answer(self, operation: str, document: JSON) -> Wrong:
        """What a port with this bug answers; right on the inputs that don't show it."""
        if operation not in self.operations:
            return NOT_APPLICABLE
        try:
            return model.answer(operation, document, self.rules)
        except NotModelledError:
            return NOT_APPLICABLE

    @property
    def wrong(self) -> Mapping[str, Callable[[JSON], Wrong]]:
        """By operation: input to wrong answer."""
        return {operation: partial(self.answer, operation) for operation in self.operations}
