"""What a search leaves behind: the page, and inputs that are to be recorded as vectors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from jarparity import whole_file
from jarparity.answers import canonical
from jarparity.cases import Case
from jarparity.measures.drift import page
from jarparity.text_difference import first_difference

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping
    from pathlib import Path

    from jarparity.answers import JSON
    from jarparity.measures.drift.search import Found

PAGE = "docs/behaviour-changes.md"
KIND: Final = "change"
"""What ids of such inputs begin with."""


@dataclass(frozen=True, slots=True)
class Written:
    """A file that a search makes.

    Attributes:
        path: Where.
        change: None where it was so before; else what differs first.
    """

    path: Path
    change: str | None


def record(checkout: Path, sections: Mapping[str, str], *, check: bool) -> Written:
    """Writes the page, whole or not at all; what belongs to other operations stays.

    Args:
        checkout: The repository's folder.
        sections: By operation its section of the page.
        check: Write nothing; only say what would change.

    Raises:
        OSError: The file can't be read or written.
    """
    path = checkout / PAGE
    text = path.read_text("utf-8") if path.is_file() else ""
    made = page.updated(text, sections)
    if made != text and not check:
        whole_file.replace(path, made.encode())
    return Written(path, first_difference(text, made))


def examples(cases: Iterable[Case]) -> dict[str, JSON]:
    """By change its recorded example: the input of the newer line, which has all fields that the older one's has."""
    found: dict[str, JSON] = {}
    for case in cases:
        kind, _, rest = case.id.partition("/")
        change = rest.rpartition("/")[0]
        if kind == KIND and len(canonical(case.input)) > len(canonical(found.get(change, ""))):
            found[change] = case.input
    return found


def new_cases(found: Iterable[Found], recorded: Container[str]) -> list[Case]:
    """The smallest inputs of the changes, of both lines, less those whose ids are recorded."""
    return [
        case
        for one in found
        for change, shown in sorted(one.smallest.items())
        for document in (shown.input, *([shown.narrowed] if shown.narrowed != shown.input else []))
        if (case := Case.generated(one.operation.name, document, f"{KIND}/{change}")).id not in recorded
    ]
