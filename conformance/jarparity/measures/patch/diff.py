"""A unified diff: which files it changes, and the files as it makes them.

`git apply` does the work, in a temporary folder that has the files of the diff and no others.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from jarparity.measures.patch.errors import PatchError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

_HUNK: Final = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_NOWHERE: Final = "/dev/null"
_SIDES: Final = ("a/", "b/")
_REFUSED: Final = re.compile(r"error: patch failed: (.+):(\d+)$", re.MULTILINE)
_TESTS: Final = re.compile(r"(^|/)src/test/")

MADE: Final = "make one with `git diff` or `diff -u OLD NEW`"


@dataclass(frozen=True, slots=True)
class Hunk:
    """One place of a file.

    Attributes:
        first: The line of the old file at which it begins.
        text: Its first line: `@@ -120,7 +120,9 @@ …`.
        added: Lines that it adds.
        removed: Lines that it takes away.
    """

    first: int
    text: str
    added: int
    removed: int


@dataclass(frozen=True, slots=True)
class FileDiff:
    """What a diff does to one file.

    Attributes:
        path: The file, as the diff names it, without `a/` or `b/`.
        strips: Whether the diff writes `a/` or `b/` before it.
        is_new: Whether the diff makes the file.
        is_gone: Whether it takes it away.
        hunks: Its places, in order.
    """

    path: str
    strips: bool
    is_new: bool
    is_gone: bool
    hunks: tuple[Hunk, ...]

    @property
    def added(self) -> int:
        """How many lines it adds."""
        return sum(hunk.added for hunk in self.hunks)

    @property
    def removed(self) -> int:
        """How many lines it takes away."""
        return sum(hunk.removed for hunk in self.hunks)

    @property
    def is_test(self) -> bool:
        """Whether it is a test of the original's, which no sources JAR has."""
        return _TESTS.search(self.path) is not None


@dataclass(frozen=True, slots=True)
class Diff:
    """A unified diff.

    Attributes:
        place: The file that has it.
        files: What it does, file by file.
    """

    place: Path
    files: tuple[FileDiff, ...]

    @property
    def sources(self) -> tuple[FileDiff, ...]:
        """Its files that are compiled: no tests, nothing but Java."""
        return tuple(one for one in self.files if one.path.endswith(".java") and not one.is_test)

    @property
    def left_out(self) -> tuple[str, ...]:
        """Its other files."""
        return tuple(one.path for one in self.files if one not in self.sources)


def read_diff(place: Path) -> Diff:
    """Reads a diff.

    Raises:
        PatchError: It can't be read, or is no unified diff of Java sources.
    """
    try:
        # Not splitlines: a form feed in a line of Java doesn't end it.
        lines = place.read_text("utf-8").removesuffix("\n").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise PatchError(f"{place}: {error}; {MADE}") from None
    files = tuple(_files(place, lines))
    if not files:
        raise PatchError(f"{place}: no unified diff: it has no lines '--- a/File.java' and '+++ b/File.java'; {MADE}")
    found = Diff(place, files)
    if not found.sources:
        raise PatchError(f"{place}: changes no Java source: {', '.join(found.left_out)}; give compiled --classes")
    if gone := [one.path for one in found.sources if one.is_gone]:
        raise PatchError(f"{place}: takes {gone[0]} away: a class of a JAR can't be taken away; leave it empty")
    return found


def _files(place: Path, lines: Sequence[str]) -> Iterator[FileDiff]:
    at = 0
    while at < len(lines):
        if lines[at].startswith(("rename from ", "GIT binary patch", "Binary files ")):
            raise PatchError(f"{place}:{at + 1}: {lines[at]!r}: only changes of texts are taken; {MADE} --no-renames")
        is_header = lines[at].startswith("--- ") and at + 1 < len(lines) and lines[at + 1].startswith("+++ ")
        if not is_header:
            at += 1
            continue
        old, new = (_name(line) for line in lines[at : at + 2])
        hunks, after = _hunks(place, lines, at + 2)
        shown = new if old == _NOWHERE else old
        strips = shown.startswith(_SIDES)
        path = shown[2:] if strips else shown
        yield FileDiff(path, strips, old == _NOWHERE, new == _NOWHERE, hunks)
        at = after


def _name(header: str) -> str:
    """The name in a header, without the time that `diff` writes behind it."""
    return header[4:].split("\t")[0].rstrip()


def _hunks(place: Path, lines: Sequence[str], at: int) -> tuple[tuple[Hunk, ...], int]:
    """The places of a file, and where they end: by the lengths that their heads say, as a body may look like a head."""
    hunks: list[Hunk] = []
    while at < len(lines) and (head := _HUNK.match(lines[at])):
        old, new = (1 if head[group] is None else int(head[group]) for group in (2, 4))
        start, added, removed = at, 0, 0
        at += 1
        while old > 0 or new > 0:
            sign = lines[at][:1] if at < len(lines) else None
            if sign not in ("+", "-", " ", "", "\\"):
                raise PatchError(f"{place}:{at + 1}: hunk {len(hunks) + 1} ({lines[start]}) is cut short; {MADE}")
            added, removed = added + (sign == "+"), removed + (sign == "-")
            old -= sign in ("-", " ", "")
            new -= sign in ("+", " ", "")
            at += 1
        if at < len(lines) and lines[at].startswith("\\"):
            at += 1
        hunks.append(Hunk(int(head[1]), lines[start], added, removed))
    return tuple(hunks), at


def applied(diff: Diff, before: Mapping[str, bytes], release: str, folder: Path) -> dict[str, bytes]:
    """The files of a diff, as it makes them.

    Args:
        diff: What is applied; only its sources are.
        before: By path in the diff, the files as the release has them; those that it makes are not among them.
        release: Whose files these are, for messages.
        folder: An empty folder to work in.

    Raises:
        PatchError: A place doesn't fit, or there is no `git`.
    """
    git = shutil.which("git")
    if git is None:
        raise PatchError("`git` was not found, which applies the diff: install it, or give compiled --classes")
    for path, content in before.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    kept = [f"--include={one.path}" for one in diff.sources]
    strip = "-p1" if all(one.strips for one in diff.sources) else "-p0"
    # No repository around the folder, and no settings of the user's, may change what is done.
    quiet = {"GIT_CEILING_DIRECTORIES": str(folder.parent), "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    done = subprocess.run(  # noqa: S603 - the user's own git, on files of ours
        [git, "apply", strip, "--whitespace=nowarn", *kept, str(diff.place.absolute())],
        cwd=folder,
        env={**os.environ, **quiet},
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        raise PatchError(_refusal(diff, release, done.stderr))
    return {one.path: (folder / one.path).read_bytes() for one in diff.sources}


def _refusal(diff: Diff, release: str, said: str) -> str:
    fix = f"is it for another release? Make it against the sources of {release}"
    failed = _REFUSED.search(said)
    if failed is None:
        return f"{diff.place} doesn't apply to {release}: {said.strip()}\n{fix}"
    path, line = failed[1], int(failed[2])
    file = next((one for one in diff.files if one.path == path), None)
    hunks = file.hunks if file else ()
    number = next((number for number, hunk in enumerate(hunks, 1) if hunk.first == line), None)
    which = f"hunk {number} of {len(hunks)} ({hunks[number - 1].text})" if number else f"the hunk at line {line}"
    return f"{diff.place}: {which} doesn't apply to {path} of {release}: {fix}"
