"""The classes that stand in for originals: which ones a line gets, and their compilation against its JARs.

`java_ref/upstream/common` is for every original; a folder `<original>/since-<version>` is for lines from that version
on, where a file in a newer folder takes the place of the same file in an older one. A class that a line's JARs don't
have has nothing to stand in for there, and is left out.
"""

from __future__ import annotations

import os
import re
import subprocess
import zipfile
from typing import TYPE_CHECKING

from jarparity.lines import Line
from jarparity.originals import OriginalsError, OriginalsUnavailableError, advice
from jarparity.originals.toolchain import find_javac

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from jarparity.upstream.suite import Suite

_OURS = "io/jarparity/"
_SINCE = re.compile(r"since-(\d[\d.]*)")
_SHOWN = 20
"""Lines of the compiler's complaints that are shown."""


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


def compile_sources(chosen: Mapping[str, Path], class_path: Sequence[Path], destination: Path) -> None:
    """Compiles them into a folder, which then goes first on the class path.

    Raises:
        OriginalsUnavailableError: There is no compiler.
        OriginalsError: They don't compile; the message has the compiler's own words.
    """
    javac = find_javac()
    if javac is None:
        raise OriginalsUnavailableError(
            f"No Java compiler (javac) was found, which the classes that stand in for originals need.\n{advice.JAVA}"
        )
    arguments = destination.with_name(f"{destination.name}.args")
    options = ["-nowarn", "-proc:none", "-Xlint:none", "-encoding", "UTF-8", "-d", str(destination)]
    paths = os.pathsep.join(map(str, class_path))
    quoted = (_quoted(text) for text in [*options, "-cp", paths, *map(str, chosen.values())])
    # In a file: Windows knows no long command lines.
    arguments.write_text("\n".join(quoted), "utf-8")
    done = subprocess.run(  # noqa: S603 - the user's own compiler
        [javac, f"@{arguments}"], capture_output=True, text=True, errors="replace", check=False
    )
    if done.returncode:
        complaints = "\n  ".join((done.stderr + done.stdout).splitlines()[:_SHOWN])
        raise OriginalsError(f"the classes that stand in for originals don't compile:\n  {complaints}")


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


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
