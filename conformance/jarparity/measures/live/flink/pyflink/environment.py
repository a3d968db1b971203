"""Environments with PyFlink: its own packages, in the versions of `locks`, on each Python for which it has wheels.

They are made in the kit's cache, once, from the package index that pip is set to, and each takes about 700 MB.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity.lines import Line
from jarparity.originals.followed import follow
from jarparity.originals.store import exclusive

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jarparity.originals import Progress

PYTHONS: Final = ("3.11", "3.12", "3.13")
"""Those that the kit supports."""

LOCKS: Final = Path(__file__).parent / "locks"
BUILD: Final = LOCKS / "build.txt"
"""What builds distributions that have no wheel, such as apache-flink-libraries, which are Flink's JARs."""

_WHOLE: Final = "whole"
"""This file is written last: an environment without it was left half made."""
_SILENCE: Final = 900.0
"""Seconds that a step of an installation, which is quiet unless it fails, may take: the largest package has 200 MB."""

_SHOWN: Final = 5
_PIP: Final = ("--quiet", "--disable-pip-version-check", "--no-input", "--require-hashes")


@dataclass(frozen=True, slots=True)
class PyFlink:
    """A release of PyFlink.

    Attributes:
        flink: The line of Flink, whose JARs come along.
        newest: The newest Python that it has wheels for.
    """

    flink: Line
    newest: str

    @property
    def lock(self) -> Path:
        """Its packages."""
        return LOCKS / f"{self.flink.version}.txt"


RELEASES: Final = (PyFlink(Line("flink", "1.20.5"), "3.11"), PyFlink(Line("flink", "2.3.0"), "3.12"))


class CannotRunError(Exception):
    """PyFlink can't run on a Python here; the message says why."""


def environment(pyflink: PyFlink, python: str, cache: Path, progress: Progress) -> Path:
    """The Python of an environment with PyFlink, which is made if it isn't there.

    Args:
        pyflink: The release.
        python: `3.12`.
        cache: The folder of all these environments.
        progress: Told what goes on.

    Raises:
        CannotRunError: It has no wheel for this Python, this Python isn't here, or its packages can't be installed.
    """
    if PYTHONS.index(python) > PYTHONS.index(pyflink.newest):
        raise CannotRunError(
            f"apache-flink {pyflink.flink.version} has no wheel for it, nor have packages that it needs: "
            f"Python {pyflink.newest} is the newest that has"
        )
    base = interpreter(python)
    if base is None:
        raise CannotRunError(f"no python{python} that runs is on PATH")
    digest = hashlib.sha256(BUILD.read_bytes() + pyflink.lock.read_bytes() + str(base).encode()).hexdigest()
    name = f"{pyflink.flink.version}-py{python}-"
    folder = cache / f"{name}{digest[:12]}"
    made = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    try:
        with exclusive(cache / ".lock", lambda: progress("waiting for another jarparity that installs PyFlink")):
            if not (folder / _WHOLE).is_file():
                # Of another lock, or half made.
                for stale in cache.glob(f"{name}*"):
                    shutil.rmtree(stale)
                progress(f"installing apache-flink {pyflink.flink.version} for Python {python}: a minute or two")
                _install(pyflink, base, folder, made)
                (folder / _WHOLE).touch()
    except OSError as error:
        raise CannotRunError(f"{cache} can't be written: {error}") from error
    return made


def interpreter(python: str) -> Path | None:
    """The executable of a Python, which is this one or on PATH; None if there is none that runs."""
    if python == f"{sys.version_info.major}.{sys.version_info.minor}":
        return Path(os.path.realpath(sys.executable))
    found = shutil.which(f"python{python}")
    if found is None:
        return None
    # A pyenv shim can be there and not run, and which Python it is may change.
    asked = subprocess.run(  # noqa: S603 - the user's own Python
        [found, "-c", "import os, sys; print(os.path.realpath(sys.executable))"],
        capture_output=True,
        text=True,
        check=False,
    )
    return None if asked.returncode else Path(asked.stdout.strip())


def _install(pyflink: PyFlink, base: Path, folder: Path, made: Path) -> None:
    _run([str(base), "-m", "venv", str(folder)])
    pip = [str(made), "-m", "pip", "install", *_PIP]
    _run([*pip, "-r", str(BUILD)])
    _run([*pip, "--no-build-isolation", "-r", str(pyflink.lock)])


def _run(command: Sequence[str]) -> None:
    """Runs a program.

    Raises:
        CannotRunError: It failed, or said nothing for too long.
    """
    what = " ".join(command[1:4])
    ended = follow(command, _SILENCE)
    said = "\n".join(ended.said[-_SHOWN:])
    if ended.silent:
        raise CannotRunError(
            f"{what} wrote no line for {_SILENCE / 60:g} minutes, and was ended: does the package index answer "
            f"that pip is set to (`pip config list`)? Then run it again\n{said}".rstrip()
        )
    if ended.code:
        raise CannotRunError(f"{what} ended with exit code {ended.code}:\n{said}")
