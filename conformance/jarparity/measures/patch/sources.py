"""The published sources of a release, against which a diff is made: locked and fetched as its JARs are.

A release that publishes none may have, for the classes that a patch touches, the very class files of one that does:
then the sources are the same, too.
"""

from __future__ import annotations

import difflib
import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from jarparity.lines import Line
from jarparity.measures.patch.errors import PatchError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from jarparity.measures.patch.diff import Diff, FileDiff
    from jarparity.originals import Originals, Progress

SUFFIX: Final = "-sources"
_JAR: Final = "-sources.jar"
_INSTEAD: Final = "compile the patch yourself, and give --classes FOLDER"


@dataclass(frozen=True, slots=True)
class Sources:
    """What a diff is applied to.

    Attributes:
        release: Whose sources these are.
        line: For which line they serve; the same, or one whose class files are the same.
        places: By path in the diff, the path in the sources' JAR: `org/apache/…/Name.java`.
        before: By path in the diff, the content; files that the diff makes are not among them.
        also: JARs that compiling them takes, beside the line's own.
    """

    release: Line
    line: Line
    places: Mapping[str, str]
    before: Mapping[str, bytes]
    also: tuple[Path, ...]

    @property
    def shown(self) -> str:
        """Whose sources these are, in words."""
        if self.release == self.line:
            return str(self.release)
        return f"{self.release} (locked with no sources of {self.line}; the class files of both are the same)"


def find_sources(originals: Originals, line: Line, diff: Diff, progress: Progress) -> Sources:
    """The sources of a line for a diff, fetched where they are absent.

    Raises:
        PatchError: There are none, or they lack a file of the diff.
        OriginalsError: They can't be fetched, or aren't the locked ones.
    """
    ofs = [Line.parse(name) for name in originals.lock.suites if name.startswith(f"{line.family}{SUFFIX} ")]
    having = [Line(line.family, one.version) for one in ofs]
    if not having:
        raise PatchError(f"no sources of {line.family} are locked: {_INSTEAD}")
    if line in having:
        return _read(originals, line, line, diff, progress)
    # The nearest release first, newer or older.
    ordered = sorted([*having, line])
    place = ordered.index(line)
    refused: list[PatchError] = []
    for other in sorted(having, key=lambda one: abs(ordered.index(one) - place)):
        try:
            found = _read(originals, other, line, diff, progress)
        except PatchError as lacks:
            refused.append(lacks)
            continue
        if _same_classes(originals, found, progress):
            return found
    if len(refused) == len(having):
        raise refused[0]
    touched = ", ".join(one.path.rpartition("/")[2] for one in diff.sources)
    raise PatchError(
        f"no sources of {line} are locked, and no release that has some has the same class files for {touched}: "
        f"{_INSTEAD}"
    )


def _same_classes(originals: Originals, found: Sources, progress: Progress) -> bool:
    """Whether the sources' own release has the class files of the line that they are to serve for."""
    both = [found.release, found.line]
    if found.release not in originals.lines():
        return False
    originals.ensure(both, progress)
    wanted = [found.places[path].removesuffix(".java") for path in found.before]
    theirs, ours = (class_files(originals.jars(one), wanted) for one in both)
    return theirs == ours


def class_files(jars: Iterable[Path], names: Sequence[str]) -> dict[str, bytes]:
    """The class files of some classes, `org/apache/…/Name`, and of what is nested in them; the first JAR wins."""
    found: dict[str, bytes] = {}
    for jar in jars:
        with zipfile.ZipFile(jar) as archive:
            for entry in archive.namelist():
                if entry.endswith(".class") and top_level(entry) in names:
                    found.setdefault(entry, archive.read(entry))
    return found


def top_level(entry: str) -> str:
    """The outermost class of a class file: `org/apache/…/Name` of `org/apache/…/Name$1.class`."""
    folder, slash, name = entry.removesuffix(".class").rpartition("/")
    return f"{folder}{slash}{name.split('$')[0]}"


def _read(originals: Originals, release: Line, line: Line, diff: Diff, progress: Progress) -> Sources:
    locked = Line(f"{release.family}{SUFFIX}", release.version)
    originals.ensure([locked], progress)
    jars = originals.jars(locked)
    entries: dict[str, Path] = {}
    for jar in jars:
        if jar.name.endswith(_JAR):
            with zipfile.ZipFile(jar) as archive:
                for name in archive.namelist():
                    if name.endswith(".java"):
                        entries.setdefault(name, jar)
    places = _places(diff, entries, release)
    before = {}
    for one in diff.sources:
        if not one.is_new:
            with zipfile.ZipFile(entries[places[one.path]]) as archive:
                before[one.path] = archive.read(places[one.path])
    return Sources(release, line, places, before, tuple(jar for jar in jars if not jar.name.endswith(_JAR)))


def _places(diff: Diff, entries: Mapping[str, Path], release: Line) -> dict[str, str]:
    """By path in the diff the path in the JAR: a checkout has folders before the packages, `clients/src/main/java`."""
    places: dict[str, str] = {}
    roots: set[str] = set()
    for one in diff.sources:
        if one.is_new:
            continue
        parts = one.path.split("/")
        entry = next((tail for i in range(len(parts)) if (tail := "/".join(parts[i:])) in entries), None)
        if entry is None:
            raise PatchError(_unknown(diff, one, entries, release))
        places[one.path] = entry
        roots.add(one.path.removesuffix(entry))
    for one in diff.sources:
        if one.is_new:
            root = next((root for root in sorted(roots, key=len, reverse=True) if one.path.startswith(root)), None)
            if root is None:
                raise PatchError(f"{diff.place}: makes {one.path}, beside no file that {release} has: {_INSTEAD}")
            places[one.path] = one.path.removeprefix(root)
    return places


def _unknown(diff: Diff, one: FileDiff, entries: Mapping[str, Path], release: Line) -> str:
    name = one.path.rpartition("/")[2]
    named = [entry for entry in entries if entry.endswith(f"/{name}")]
    near = named or difflib.get_close_matches(one.path, entries, n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    return (
        f"{diff.place}: touches {one.path}, which the sources of {release} don't have{hint} "
        "Is it for another release? Give that one by --line"
    )
