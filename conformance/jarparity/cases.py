"""A case: an operation, one input, and an id that never changes."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jarparity.answers import JSON, canonical

if TYPE_CHECKING:
    from pathlib import Path

    from jarparity.answers import Answer

FOUND = "found"
"""What the ids of cases begin with that the search draws in a run."""

VOLUME = "volume"
"""What the ids of cases begin with that are drawn in bulk."""


@dataclass(frozen=True, slots=True)
class Case:
    """One input of one operation.

    Attributes:
        operation: The operation's name.
        id: Path-like and stable: written by hand (`long/minus-one/max-128`), or `generated/<content hash>`.
        input: The input, in the operation's schema.
        tags: Names of the bugs that this case catches (`fixtures/tags.json` explains them).
        source: Where the case was published, or None.
    """

    operation: str
    id: str
    input: JSON
    tags: tuple[str, ...] = ()
    source: str | None = None

    @classmethod
    def generated(cls, operation: str, document: JSON, prefix: str = "generated") -> Case:
        """A case whose id is the hash of its content."""
        digest = hashlib.sha256(canonical(document).encode()).hexdigest()[:12]
        return cls(operation, f"{prefix}/{digest}", document)

    @property
    def is_found(self) -> bool:
        """Whether the search has drawn it in this run."""
        return self.id.startswith(f"{FOUND}/")

    @property
    def is_drawn(self) -> bool:
        """Whether it was drawn in this run, by the search or in bulk: it is none of the recorded cases."""
        return self.id.startswith((f"{FOUND}/", f"{VOLUME}/"))


def read_cases(path: Path) -> list[Case]:
    """Cases of a file of JSON Lines: each `{"operation", "id", "input"}`, and optionally `source`.

    Raises:
        ValueError: A line is no such object; the message names the file, the line and the fix.
        OSError: The file can't be read.
    """
    found: list[Case] = []
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                row = json.loads(line)
                found.append(Case(row["operation"], row["id"], row["input"], source=row.get("source")))
            except (ValueError, KeyError, TypeError) as error:
                wanted = 'write {"operation": …, "id": …, "input": …} on each line'
                raise ValueError(f"{path}:{number}: {error!r}: {wanted}") from error
    return found


@dataclass(frozen=True, slots=True)
class Recorded:
    """The answer that a group of lines gave, as the fixtures keep it."""

    lines: tuple[str, ...]
    answer: Answer


@dataclass(frozen=True, slots=True)
class Vector:
    """A case with the originals' recorded answers; more than one means that the originals changed."""

    case: Case
    answers: tuple[Recorded, ...]
