"""Steps `build` and `contents`: the same bytes from anywhere, and nothing in the wheel that isn't ours."""

from __future__ import annotations

import os
import sys
import tarfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity import whole_file
from quality.release import archives
from quality.release.desk import Done, StepFailedError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from quality.release.desk import Desk

_TOP_LEVEL: Final = "copartition,jarparity"
"""Two packages in one wheel, on purpose: the port and the kit."""

SURROUNDINGS: Final[tuple[Mapping[str, str], Mapping[str, str]]] = (
    {"TZ": "UTC0", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "1"},
    {"TZ": "<+14>-14", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONHASHSEED": "4242", "COLUMNS": "40"},
)
"""Of the first and the second build: apart in locale, in the encoding of text files, and by 14 hours.

Both locales are on every Linux, and these time zones need no database: a name that a machine doesn't know changes
nothing there, and nobody is told.
"""


@dataclass(frozen=True, slots=True)
class Built:
    """What one build made."""

    wheel: Path
    sdist: Path


def build(desk: Desk) -> Done:
    """Builds twice, as differently as one machine can, and once from the sdist; puts the result into `dist`.

    Raises:
        StepFailedError: The archives differ; each member that does is named.
    """
    first = _built(desk, desk.clone, "first", mask=0o022, more=SURROUNDINGS[0])
    exported = _exported(desk)
    second = _built(desk, exported, "second", mask=0o077, more=SURROUNDINGS[1])
    unpacked = _unpacked(desk, second.sdist)
    third = _built(desk, unpacked, "third", mask=0o002)
    faults = [
        f"{kind} of {where}: {what}"
        for kind, where, other in (
            ("wheel", "a clone and an export", second.wheel),
            ("sdist", "a clone and an export", second.sdist),
            ("wheel", "a clone and the sdist", third.wheel),
        )
        for what in archives.differences(first.wheel if kind == "wheel" else first.sdist, other)
    ]
    if faults:
        raise StepFailedError(*faults)
    _deliver(desk, first)
    return Done(
        "wheel and sdist are the same bytes from a clone and from an export, in other folders, under another umask, "
        "time zone, locale and hash seed; the wheel that is built from the sdist is that wheel"
    )


def contents(desk: Desk) -> Done:
    """Looks into the wheel, and at its description.

    Raises:
        StepFailedError: Something is in it that should not be, or its description would not be shown.
    """
    made = delivered(desk)
    home = [str(Path.home()), str(desk.root), str(desk.scratch)]
    machine = [place for place in home if place != os.sep]
    faults = [f"{path.name}: {fault}" for path in (made.wheel, made.sdist) for fault in archives.foreign(path, machine)]
    checks = (
        ("check_wheel_contents", "--toplevel", _TOP_LEVEL, str(made.wheel)),
        ("twine", "check", "--strict", str(made.wheel), str(made.sdist)),
    )
    for module, *arguments in checks:
        ran = desk.tool(module, *arguments)
        if ran.code:
            faults.append(f"{module} ended with {ran.code}:\n{ran.tail()}")
    if faults:
        raise StepFailedError(*faults)
    return Done(
        "no caches, compiled Java, native libraries or places of this machine in wheel and sdist, no tests in the "
        "wheel; no file with another's licence header, so that no NOTICE is owed; the README renders on an "
        "index (`twine check --strict`, `check-wheel-contents`)"
    )


def delivered(desk: Desk) -> Built:
    """The wheel and the sdist in `dist`, made from this commit if they aren't there."""
    made = _in(desk.dist, desk.version)
    if not (made.wheel.is_file() and made.sdist.is_file() and _stamp(desk).is_file()):
        _deliver(desk, _built(desk, desk.clone, "alone", mask=0o022))
    elif _stamp(desk).read_text("utf-8").strip() != desk.commit:
        raise StepFailedError(f"{desk.dist} holds another commit's build: run the step `build` again, or empty it")
    return made


def _deliver(desk: Desk, made: Built) -> None:
    """Puts them into `dist`. The stamp goes first and comes last: what a killed run leaves is nobody's build."""
    _stamp(desk).unlink(missing_ok=True)
    for path in (made.wheel, made.sdist):
        whole_file.replace(desk.dist / path.name, path.read_bytes())
    whole_file.replace(_stamp(desk), f"{desk.commit}\n".encode())


def _stamp(desk: Desk) -> Path:
    return desk.dist / "COMMIT"


def _in(folder: Path, version: str) -> Built:
    return Built(folder / f"jarparity-{version}-py3-none-any.whl", folder / f"jarparity-{version}.tar.gz")


def _built(desk: Desk, source: Path, name: str, *, mask: int, more: Mapping[str, str] | None = None) -> Built:
    """Builds a wheel and an sdist of `source`, in the environment of this Python, each from the folder itself."""
    out = desk.scratch / f"dist-{name}"
    previous = os.umask(mask)
    try:
        desk.must(
            [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--sdist", "--outdir", str(out), str(source)],
            source,
            more={"SOURCE_DATE_EPOCH": desk.epoch} | dict(more or {}),
        )
    finally:
        os.umask(previous)
    return _in(out, desk.version)


def _exported(desk: Desk) -> Path:
    """The commit as `git archive` gives it, in a folder whose name has spaces; files for their owner alone, of 1970."""
    folder = desk.scratch / "an export of the commit"
    folder.mkdir()
    packed = desk.scratch / "export.tar"
    desk.must(["git", "archive", "--output", str(packed), desk.commit], desk.root)
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    for path in folder.rglob("*"):
        path.chmod(path.stat().st_mode & 0o700)
        os.utime(path, (0, 0))
    return folder


def _unpacked(desk: Desk, sdist: Path) -> Path:
    folder = desk.scratch / "from-sdist"
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    return next(folder.iterdir())
