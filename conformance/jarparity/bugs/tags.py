"""Which bugs a case catches; and `fixtures/tags.json`, which explains them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from jarparity.answers import Answer, same
from jarparity.bugs.bug import NotApplicable
from jarparity.bugs.known import BUGS, bugs_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from jarparity.answers import JSON
    from jarparity.lines import Line

SCHEMA: Final = "jarparity-tags-1"


def tags_of(operation: str, document: JSON, answers: Mapping[Line, Answer]) -> tuple[str, ...]:
    """The bugs that answer otherwise than every one of these true answers, sorted.

    Args:
        operation: The operation's name.
        document: The case's input.
        answers: What the originals say, by line. A bug that was once right is compared with the newest alone.
    """
    newest = [answers[max(answers)]]
    every = list(answers.values())
    return tuple(
        sorted(
            bug.tag
            for bug in bugs_of(operation)
            if _catches(bug.answer(operation, document), newest if bug.once_right else every)
        )
    )


def _catches(wrong: Answer | NotApplicable, answers: Iterable[Answer]) -> bool:
    return not isinstance(wrong, NotApplicable) and not any(same(true, wrong) for true in answers)


def tags_text() -> bytes:
    """The text of `fixtures/tags.json`."""
    tags = {
        bug.tag: {
            "title": bug.title,
            "explanation": bug.explanation,
            "operations": sorted(bug.operations),
            "sources": list(bug.sources),
        }
        for bug in sorted(BUGS, key=lambda bug: bug.tag)
    }
    return (json.dumps({"schema": SCHEMA, "tags": tags}, indent=2) + "\n").encode("ascii")
