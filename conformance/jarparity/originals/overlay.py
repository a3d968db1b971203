"""Java by generation: a folder `since-<version>` is for lines from that version on.

A file in a newer folder takes the place of the file of the same path in an older one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from jarparity.lines import Line
from jarparity.originals.errors import OriginalsError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_SINCE = re.compile(r"since-(\d[\d.]*)")


def reached(folder: Path, line: Line) -> list[tuple[Line, Path]]:
    """The folders that a line has reached, oldest first, each with the first line that it is for.

    Raises:
        OriginalsError: The folder is missing, or has a folder of another name.
    """
    if not folder.is_dir():
        raise OriginalsError(f"{folder} is missing")
    found = []
    for tree in folder.iterdir():
        if tree.name.startswith("."):
            continue
        if (match := _SINCE.fullmatch(tree.name)) is None:
            raise OriginalsError(f"{tree}: call it since-<version>, such as since-2.4")
        first = Line(line.family, match[1])
        if not line < first:
            found.append((first, tree))
    return sorted(found)


def overlaid(trees: Iterable[Path]) -> dict[str, Path]:
    """By path in its package the newest source, of folders that are given oldest first."""
    return {path.relative_to(tree).as_posix(): path for tree in trees for path in sorted(tree.rglob("*.java"))}
