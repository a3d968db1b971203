"""A fault: a way in which real ports went wrong, made in a correct port, so that it can be run."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, TypeAlias

from jarparity.answers import Error, Value, same
from jarparity.faults.applying import Replaced, Rewritten, applied
from jarparity.ports.callables import CallablePort
from jarparity.ports.load import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from jarparity.answers import JSON, Answer
    from jarparity.lines import Line

    Change: TypeAlias = "Reads | Answers | Replaced | Rewritten"

__all__ = ["NOT_APPLICABLE", "Answers", "Fault", "NotApplicable", "Reads", "Replaced", "Rewritten", "Wrong", "answers"]


@dataclass(frozen=True, slots=True)
class NotApplicable:
    """The fault says nothing about an input."""


NOT_APPLICABLE: Final = NotApplicable()

Wrong: TypeAlias = "Answer | NotApplicable"


@dataclass(frozen=True, slots=True)
class Reads:
    """The port answers another question than the one that was asked.

    Attributes:
        transform: From the input to what the port makes of it.
    """

    transform: Callable[[JSON], JSON]


@dataclass(frozen=True, slots=True)
class Answers:
    """The port gives another answer than the correct one; its errors stay.

    Attributes:
        transform: From the input and the correct answer to the one that is given.
    """

    transform: Callable[[JSON, JSON], JSON]


@dataclass(frozen=True, slots=True)
class Fault:
    """A known way to be wrong. A replaced function or a transform that raises `NotImplementedError` says nothing.

    Attributes:
        tag: Its name in fixtures and verdicts.
        title: What the port does, in a few words.
        explanation: What the original does instead, and which inputs show it.
        operations: The operations whose answers it affects.
        sources: Where it was met or described: `owner/repo#n`, or a document.
        changes: What makes a correct port wrong.
        once_right: Whether an older release of the original answers so; then only the newest one's answers catch it.
        tagged: Whether cases that catch it have its tag.
        alike: Whether a port's answer is the one that this fault gives.
        port: The correct port.
    """

    tag: str
    title: str
    explanation: str
    operations: tuple[str, ...]
    sources: tuple[str, ...]
    changes: tuple[Change, ...]
    once_right: bool = False
    tagged: bool = True
    alike: Callable[[Answer, Answer], bool] = same
    port: str = DEFAULT

    @classmethod
    def of(  # noqa: PLR0913 - the parts of a fault
        cls,
        operations: str | tuple[str, ...],
        sources: str | tuple[str, ...],
        tag: str,
        title: str,
        explanation: str,
        *changes: Change,
        once_right: bool = False,
    ) -> Fault:
        """A fault with which cases are tagged; one operation and one source may be given as text."""
        operations = (operations,) if isinstance(operations, str) else operations
        sources = (sources,) if isinstance(sources, str) else sources
        return cls(tag, title, explanation, operations, sources, changes, once_right)

    def answer(self, operation: str, document: JSON) -> Wrong:
        """What a port with this fault answers; right on the inputs that don't show it."""
        return answers([self], operation, [document])[0]


def answers(faults: Sequence[Fault], operation: str, inputs: Sequence[JSON], line: Line | None = None) -> list[Wrong]:
    """What a port with all of these faults answers.

    Args:
        faults: Those of one port; without any the answers are the correct ones of `copartition`.
        operation: The operation; a fault that doesn't affect it says nothing.
        inputs: Its inputs.
        line: For which release; the newest, where none is named.

    Raises:
        TargetError: Two faults rewrite one place, or the port has changed.
    """
    if any(operation not in fault.operations for fault in faults):
        return [NOT_APPLICABLE] * len(inputs)
    changes = [change for fault in faults for change in fault.changes]
    asked: list[JSON | NotApplicable] = list(inputs)
    for change in changes:
        if isinstance(change, Reads):
            asked = [_made(change.transform, document) for document in asked]
    port = correct_port(faults[0].port if faults else DEFAULT)
    with applied([change for change in changes if isinstance(change, Replaced | Rewritten)]):
        replies = iter(list(port.replies(operation, line, [one for one in asked if one is not NOT_APPLICABLE])))
    found: list[Wrong] = []
    for document in asked:
        reply = NOT_APPLICABLE if document is NOT_APPLICABLE else next(replies)
        for change in changes:
            if isinstance(change, Answers) and isinstance(reply, Value):
                made = _made(change.transform, document, reply.value)
                reply = made if isinstance(made, NotApplicable) else Value(made)
        found.append(reply if isinstance(reply, Value | Error) else NOT_APPLICABLE)
    return found


def _made(transform: Callable[..., JSON], *arguments: JSON | NotApplicable) -> JSON | NotApplicable:
    if NOT_APPLICABLE in arguments:
        return NOT_APPLICABLE
    try:
        return transform(*arguments)
    except NotImplementedError:
        return NOT_APPLICABLE


@cache
def correct_port(name: str = DEFAULT) -> CallablePort:
    """The port in which faults are made, loaded once."""
    return CallablePort.load(name)
