"""The classes that replace originals: which ones a line gets.

`java_ref/upstream/common` is for every original, `<original>/since-<version>` for lines from that version on. A class
that a line's JARs don't have replaces nothing there, and is left out.
"""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

from jarparity.originals import OriginalsError
from jarparity.originals.overlay import overlaid, reached

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from jarparity.measures.upstream.suite import Suite

_OURS = "io/jarparity/"


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
    found = overlaid([folder / "common", *(tree for _, tree in reached(folder / suite.original, suite.line))])
    chosen = {
        path: source
        for path, source in found.items()
        if path.startswith(_OURS) or f"{path.removesuffix('.java')}.class" in known
    }
    if not any(not path.startswith(_OURS) for path in chosen):
        raise OriginalsError(f"{folder / suite.original} has no class that replaces one of {suite.line}")
    return chosen


def _classes(jars: Sequence[Path]) -> set[str]:
    names: set[str] = set()
    for jar in jars:
        with zipfile.ZipFile(jar) as archive:
            names.update(archive.namelist())
    return names
