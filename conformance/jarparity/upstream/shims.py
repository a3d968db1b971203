"""The classes that stand in for originals: which ones a line gets.

`java_ref/upstream/common` is for every original; a folder `<original>/since-<version>` is for lines from that version
on, where a file in a newer folder takes the place of the same file in an older one. A class that a line's JARs don't
have has nothing to stand in for there, and is left out.
"""

from __future__ import annotations

import re
import zipfile
from typing import TYPE_CHECKING

from jarparity.lines import Line
from jarparity.originals import OriginalsError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from jarparity.upstream.suite import Suite

_OURS = "io/jarparity/"
_SINCE = re.compile(r"since-(\d[\d.]*)")


def sources(folder: Path, suite: Suite, jars: Sequence[Path]) -> dict[str, Path]:
    """By path in its package, the source of every class that the suite's line gets.

    Args:
        folder: `java_ref/upstream`.
        suite: For whose line.
        jars: The line's JARs.

    Raises:
        OriginalsError: There are no sources for this original.
    """
    known = _classes(jars)
    found = {path: source for tree in _trees(folder, suite) for path, source in _files(tree).items()}
    chosen = {
        path: source
        for path, source in found.items()
        if path.startswith(_OURS) or f"{path.removesuffix('.java')}.class" in known
    }
    if not any(not path.startswith(_OURS) for path in chosen):
        raise OriginalsError(f"{folder / suite.original} has no class that stands in for one of {suite.line}")
    return chosen


def _trees(folder: Path, suite: Suite) -> list[Path]:
    """`common`, then the original's folders that the line's version has reached, oldest first."""
    reached = []
    for tree in (folder / suite.original).iterdir() if (folder / suite.original).is_dir() else ():
        if (match := _SINCE.fullmatch(tree.name)) is None:
            raise OriginalsError(f"{tree}: call it since-<version>, such as since-2.4")
        first = Line(suite.line.family, match[1])
        if not suite.line < first:
            reached.append((first, tree))
    return [folder / "common", *(tree for _, tree in sorted(reached))]


def _files(tree: Path) -> dict[str, Path]:
    return {path.relative_to(tree).as_posix(): path for path in sorted(tree.rglob("*.java"))}


def _classes(jars: Sequence[Path]) -> set[str]:
    names: set[str] = set()
    for jar in jars:
        with zipfile.ZipFile(jar) as archive:
            names.update(archive.namelist())
    return names
