"""The classes that are put in front of a line: compiled from a diff, or the user's own; packed as one JAR."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from jarparity.lines import Line
from jarparity.measures.patch.diff import applied, read_diff
from jarparity.measures.patch.errors import PatchError
from jarparity.measures.patch.sources import class_files, find_sources, top_level
from jarparity.originals.build import compile_java, pack
from jarparity.originals.errors import OriginalsError
from jarparity.originals.lock import digest
from jarparity.originals.toolchain import require_java

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from jarparity.originals import Originals, Progress

_SHORT: Final = 8
_JAVA_1: Final = 44
"""A class file's version is that of Java, and so much more."""


@dataclass(frozen=True, slots=True)
class Touched:
    """A source that a patch changes, or a class that it replaces.

    Attributes:
        name: The class, with its package.
        added: Lines that are new; None where only classes were given.
        removed: Lines that are gone; None as above.
    """

    name: str
    added: int | None = None
    removed: int | None = None


@dataclass(frozen=True, slots=True)
class Patch:
    """Classes, packed, for one line.

    Attributes:
        line: The release that they are for.
        jar: What is put in front of its JARs.
        what: The diff or the folder that they come from, for people.
        touched: What is changed.
        sources: Whose sources were patched; empty where classes were given.
        left_out: Files of the diff that were not compiled: tests, texts.
    """

    line: Line
    jar: Path
    what: str
    touched: tuple[Touched, ...]
    sources: str = ""
    left_out: tuple[str, ...] = ()

    @property
    def patched(self) -> Line:
        """The line with these classes in front: one name for the same bytes, as a JVM keeps its lines."""
        found = hashlib.sha256(digest(self.jar).encode()).hexdigest()[:_SHORT]
        return Line(self.line.family, f"{self.line.version}+patch-{found}")


def compiled(  # noqa: PLR0913 - what a compilation takes
    originals: Originals, line: Line, place: Path, also: Sequence[Path], folder: Path, progress: Progress
) -> Patch:
    """Applies a diff to the sources of a line, and compiles what it changes.

    Args:
        originals: Where sources and JARs are.
        line: The release.
        place: The diff.
        also: More JARs that compiling takes.
        folder: An empty folder, in which the JAR is then.
        progress: Told what goes on.

    Raises:
        PatchError: The diff can't be read, doesn't apply, is for another release, or doesn't compile.
        OriginalsError: JARs or a compiler are missing.
    """
    diff = read_diff(place)
    sources = find_sources(originals, line, diff, progress)
    originals.ensure([line], progress)
    jars = originals.jars(line)
    tree, files, classes = folder / "tree", folder / "sources", folder / "classes"
    for made in (tree, files, classes):
        made.mkdir()
    after = applied(diff, sources.before, str(sources.release), tree)
    written = []
    for path, content in after.items():
        file = files / sources.places[path]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        written.append(file)
    progress("compiling the patch")
    _compile(written, [*jars, *sources.also, *also], classes, f"the sources that {place} changes", files)
    jar = folder / "patch.jar"
    pack(classes, {}, jar)
    touched = tuple(
        Touched(sources.places[one.path].removesuffix(".java").replace("/", "."), one.added, one.removed)
        for one in diff.sources
    )
    return Patch(line, jar, str(place), touched, sources.shown, diff.left_out)


def _compile(written: Sequence[Path], class_path: Sequence[Path], classes: Path, what: str, root: Path) -> None:
    try:
        compile_java(written, class_path, classes, what)
    except OriginalsError as error:
        if "don't compile" not in str(error):
            raise
        said = str(error).replace(f"{root}/", "")
        raise PatchError(f"{said}\nGive JARs that only the compiler needs by --class-path") from None


def given(originals: Originals, line: Line, classes: Path, folder: Path, progress: Progress) -> Patch:
    """The user's compiled classes.

    Args:
        originals: Where JARs are.
        line: The release.
        classes: A folder with `org/apache/…/Name.class`.
        folder: An empty folder, in which the JAR is then.
        progress: Told what goes on.

    Raises:
        PatchError: The folder has no classes, one that the line lacks, or one that is too new for this Java.
        OriginalsError: JARs are missing.
    """
    files = sorted(classes.rglob("*.class")) if classes.is_dir() else []
    if not files:
        raise PatchError(f"{classes}: no folder with .class files below their packages, as `javac -d` writes them")
    originals.ensure([line], progress)
    names = {top_level(path.relative_to(classes).as_posix()): path for path in files}
    known = {top_level(entry) for entry in class_files(originals.jars(line), [*names])}
    if unknown := sorted(names.keys() - known):
        raise PatchError(
            f"{classes}: has {unknown[0].replace('/', '.')}, which {line} doesn't have: "
            "is it for another release, or is the folder not the root of the packages?"
        )
    java = require_java()
    for path in files:
        version = int.from_bytes(path.read_bytes()[6:8], "big") - _JAVA_1
        if version > java.major:
            raise PatchError(f"{path}: is for Java {version}, and this is Java {java.version}: compile with --release")
    jar = folder / "patch.jar"
    pack(classes, {}, jar)
    return Patch(line, jar, str(classes), tuple(Touched(name.replace("/", ".")) for name in sorted(names)))
