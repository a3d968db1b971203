"""Steps `build` and `contents`: the same bytes from anywhere, and nothing in the wheel that isn't ours."""

from __future__ import annotations

import os
import sys
import tarfile
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from jarparity import whole_file
from quality.release import archives
from quality.release.context import Done, StepFailedError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from quality.release.context import ReleaseContext

_TOP_LEVEL: Final = "copartition,jarparity"
"""Two packages in one wheel, on purpose: the port and the kit."""

SURROUNDINGS: Final[tuple[Mapping[str, str], Mapping[str, str]]] = (
    {"TZ": "UTC0", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "1"},
    {"TZ": "<+14>-14", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONHASHSEED": "4242", "COLUMNS": "40"},
)
"""Of the first and the second build: apart in locale, in the encoding of text files, and by 14 hours.

Both locales are on every Linux, and these time zones need no database: a name that a machine doesn't know would change
nothing, silently.
"""


class Built(NamedTuple):
    """What one build made."""

    wheel: Path
    sdist: Path


def build(context: ReleaseContext) -> Done:
    """Builds twice, as differently as one machine can, and once from the sdist; puts the result into `dist`.

    Raises:
        StepFailedError: The archives differ; each member that does is named.
    """
    first = _built(context, context.clone, "first", mask=0o022, more=SURROUNDINGS[0])
    second = _built(context, _exported(context), "second", mask=0o077, more=SURROUNDINGS[1])
    third = _built(context, _unpacked(context, second.sdist), "third", mask=0o002)
    pairs = {
        "wheel of a clone and an export": (first.wheel, second.wheel),
        "sdist of a clone and an export": (first.sdist, second.sdist),
        "wheel of a clone and the sdist": (first.wheel, third.wheel),
    }
    faults = [f"{name}: {what}" for name, pair in pairs.items() for what in archives.differences(*pair)]
    if faults:
        raise StepFailedError(*faults)
    _deliver(context, first)
    return Done(
        "wheel and sdist are the same bytes from a clone and from an export, in other folders, under another umask, "
        "time zone, locale and hash seed; the wheel that is built from the sdist is that wheel"
    )


def contents(context: ReleaseContext) -> Done:
    """Looks into the wheel, and at its description.

    Raises:
        StepFailedError: Something is in it that should not be, or its description would not be shown.
    """
    made = delivered(context)
    machine = [place for place in map(str, (Path.home(), context.root, context.scratch)) if place != os.sep]
    faults = [f"{path.name}: {fault}" for path in made for fault in archives.foreign(path, machine)]
    checks = (
        # W002: port and kit know nothing of each other, so that each has the table of Kafka's messages; a test holds
        # both together.
        ("check_wheel_contents", "--toplevel", _TOP_LEVEL, "--ignore", "W002", str(made.wheel)),
        ("twine", "check", "--strict", str(made.wheel), str(made.sdist)),
    )
    for module, *arguments in checks:
        ran = context.tool(module, *arguments)
        if ran.code:
            faults.append(f"{module} ended with {ran.code}:\n{ran.tail()}")
    if faults:
        raise StepFailedError(*faults)
    return Done(
        "no caches, compiled Java, native libraries or places of this machine in wheel and sdist, no tests in the "
        "wheel; no file with another's licence header, so that no NOTICE is owed; the README renders on an "
        "index (`twine check --strict`, `check-wheel-contents`)"
    )


def delivered(context: ReleaseContext) -> Built:
    """The wheel and the sdist in `dist`, made from this commit if they aren't there."""
    made, stamp = _in(context.dist, context.version), context.dist / "COMMIT"
    if not all(path.is_file() for path in (*made, stamp)):
        _deliver(context, _built(context, context.clone, "alone", mask=0o022))
    elif stamp.read_text("utf-8").strip() != context.commit:
        raise StepFailedError(f"{context.dist} holds another commit's build: run the step `build` again, or empty it")
    return made


def _deliver(context: ReleaseContext, made: Built) -> None:
    """Puts them into `dist`. The stamp goes first and comes last: what a killed run leaves is not taken for a build."""
    stamp = context.dist / "COMMIT"
    stamp.unlink(missing_ok=True)
    for path in made:
        whole_file.replace(context.dist / path.name, path.read_bytes())
    whole_file.replace(stamp, f"{context.commit}\n".encode())


def _in(folder: Path, version: str) -> Built:
    return Built(folder / f"jarparity-{version}-py3-none-any.whl", folder / f"jarparity-{version}.tar.gz")


def _built(
    context: ReleaseContext, source: Path, name: str, *, mask: int, more: Mapping[str, str] | None = None
) -> Built:
    """Builds a wheel and an sdist of `source`, in the environment of this Python, each from the folder itself."""
    out = context.scratch / f"dist-{name}"
    previous = os.umask(mask)
    try:
        context.must(
            [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--sdist", "--outdir", str(out), str(source)],
            source,
            more={"SOURCE_DATE_EPOCH": context.epoch} | dict(more or {}),
        )
    finally:
        os.umask(previous)
    return _in(out, context.version)


def _exported(context: ReleaseContext) -> Path:
    """The commit as `git archive` gives it, in a folder whose name has spaces; files for their owner alone, of 1970."""
    packed = context.scratch / "export.tar"
    context.must(["git", "archive", "--output", str(packed), context.commit], context.root)
    folder = _extracted(packed, context.scratch / "an export of the commit")
    for path in folder.rglob("*"):
        path.chmod(path.stat().st_mode & 0o700)
        os.utime(path, (0, 0))
    return folder


def _unpacked(context: ReleaseContext, sdist: Path) -> Path:
    return next(_extracted(sdist, context.scratch / "from-sdist").iterdir())


def _extracted(packed: Path, folder: Path) -> Path:
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    return folder
