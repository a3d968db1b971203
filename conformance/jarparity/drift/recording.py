"""What a search leaves behind: the page, and the inputs from which the vectors are made."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jarparity import catalogue, whole_file
from jarparity.drift import page
from jarparity.vectors import found_changes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from jarparity.answers import JSON
    from jarparity.drift.search import Found

PAGE = "docs/behaviour-changes.md"
INPUTS = f"conformance/jarparity/vectors/{found_changes.FILE}"


@dataclass(frozen=True, slots=True)
class Written:
    """A file that a search makes.

    Attributes:
        path: Where.
        changed: Whether it was another before.
    """

    path: Path
    changed: bool


def record(checkout: Path, found: Sequence[Found], sections: Mapping[str, str], *, check: bool) -> list[Written]:
    """Writes both files, each whole or not at all; what belongs to other operations stays.

    Args:
        checkout: The repository's folder.
        found: What was searched.
        sections: By operation its section of the page.
        check: Write nothing; only say what would change.

    Raises:
        OSError: A file can't be read or written.
        ValueError: The inputs' file is no JSON.
    """
    text = _read(checkout / PAGE)
    inputs: dict[str, JSON] = json.loads(_read(checkout / INPUTS) or "{}")
    for one in found:
        inputs[one.operation.name] = _inputs(one)
    # Sorted throughout: an input's fields may come in any order, and are the same input.
    kept = {name: inputs[name] for name in catalogue.OPERATIONS if inputs.get(name)}
    made = {
        checkout / PAGE: page.updated(text, sections),
        checkout / INPUTS: json.dumps(kept, indent=1, sort_keys=True) + "\n",
    }
    written = [Written(path, _read(path) != content) for path, content in made.items()]
    for file in written:
        if file.changed and not check:
            whole_file.replace(file.path, made[file.path].encode())
    return written


def _inputs(found: Found) -> dict[str, list[JSON]]:
    """By change the input of the newer line, and that of the older one where it is another."""
    return {
        change: [shown.input, *([shown.narrowed] if shown.narrowed != shown.input else [])]
        for change, shown in sorted(found.smallest.items())
    }


def _read(path: Path) -> str:
    return path.read_text("utf-8") if path.is_file() else ""
