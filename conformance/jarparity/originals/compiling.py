"""Java that is compiled where it is used, by the JDK's own compiler."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jarparity import data
from jarparity.lines import Line
from jarparity.originals import advice
from jarparity.originals.errors import OriginalsError, OriginalsUnavailableError
from jarparity.originals.toolchain import OLDEST_JAVA, find_java, find_javac

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path


_SHOWN = 20
"""Lines of the compiler's complaints that are shown."""

QUIET = ("-nowarn", "-Xlint:none")
"""Options of the compiler where its warnings would only be in the way."""


ALWAYS = ("-g", "-proc:none", "-encoding", "UTF-8")
"""Options of every compilation. -g: texts of NullPointerExceptions name local variables, and are recorded so."""

_STARTS_FAST = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")


@dataclass(frozen=True, slots=True)
class Compilation:
    """Sources that are compiled together.

    Attributes:
        what: What they are, for messages: `the classes that …`.
        sources: Files.
        class_path: JARs and folders.
        destination: An existing folder, which then goes first on the class path.
    """

    what: str
    sources: tuple[Path, ...]
    class_path: tuple[Path, ...]
    destination: Path


def compile_java(sources: Iterable[Path], class_path: Iterable[Path], destination: Path, what: str) -> None:
    """Compiles sources into a folder; see `Compilation`.

    Raises:
        OriginalsUnavailableError: There is no compiler.
        OriginalsError: They don't compile; the message has the compiler's own words.
    """
    compile_all([Compilation(what, tuple(sources), tuple(class_path), destination)])


def compile_all(wanted: Sequence[Compilation], options: Sequence[str] = QUIET) -> None:
    """Compiles each of them, in one JVM: the compiler is slow until it is warm.

    The classes are for Java 17, whichever newer JDK compiles them: a cache outlives the JDK.

    Raises:
        OriginalsUnavailableError: There is no compiler.
        OriginalsError: One doesn't compile; the message has the compiler's own words.
    """
    if not wanted:
        return
    java, javac = find_java(), find_javac()
    if java is None or javac is None:
        raise OriginalsUnavailableError(
            f"No Java compiler (javac) was found, which {wanted[0].what} need.\n{advice.JAVA}"
        )
    files = [str(_arguments(one, options)) for one in wanted]
    several: list[str | Path] = [java.command, *_STARTS_FAST, data.java() / "Javac.java", *files]
    done = subprocess.run(  # noqa: S603 - the user's own compiler
        several if len(files) > 1 else [javac, f"@{files[0]}"],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        failed = wanted[min(done.returncode, len(wanted)) - 1]
        complaints = "\n  ".join((done.stderr + done.stdout).splitlines()[:_SHOWN])
        raise OriginalsError(f"{failed.what} don't compile:\n  {complaints}")


def _arguments(one: Compilation, options: Sequence[str]) -> Path:
    """The compiler's arguments, in a file: Windows knows no long command lines."""
    path = os.pathsep.join(map(str, one.class_path))
    target = ["--release", str(OLDEST_JAVA), "-d", str(one.destination), "-cp", path]
    arguments = [*target, *ALWAYS, *options, *map(str, one.sources)]
    file = one.destination.with_name(f"{one.destination.name}.args")
    file.write_text("\n".join(_quoted(text) for text in arguments), "utf-8")
    return file


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


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
