"""Runs a finding's program on a release, as its first lines tell people to."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Final

from findings.records import Answer
from jarparity.originals import Originals, OriginalsError
from jarparity.originals.errors import OriginalsUnavailableError
from jarparity.originals.toolchain import require_java

if TYPE_CHECKING:
    from pathlib import Path

    from findings.declared import Program
    from jarparity.lines import Line

FAULTY: Final = 3
"""The exit code that says that the fault is there. A program that fails for another reason ends with another one."""

_SECONDS: Final = 180
"""For one run. Programs bound themselves to seconds; this is for a machine that is very busy."""

_BUILD: Final = 900
"""For what fetches a library and what it needs."""

_WORDS: Final = 2000
"""Characters kept of what a command that failed has said."""


class MissingError(RuntimeError):
    """This machine lacks what a program needs; the message says how one gets it."""


class FailedError(RuntimeError):
    """A program didn't say whether the fault is there, and why."""


def ask(program: Program, release: Line, cache: Path) -> Answer:
    """What a release says to the program.

    Args:
        program: The program.
        release: One of its releases.
        cache: Where libraries of other languages are installed, each in a folder of its own.

    Raises:
        MissingError: A toolchain, or the release's JARs, are not here.
        FailedError: The program, or what fetches the library, failed.
    """
    command, environ, folder = _COMMANDS[program.language](program.path, release, cache)
    done = _run(command, folder, _SECONDS, environ)
    if done.returncode not in (0, FAULTY) or not done.stdout.strip():
        raise FailedError(f"{_said(command, done)}")
    return Answer(done.returncode == FAULTY, tuple(done.stdout.splitlines()))


_Command = tuple[list[str], dict[str, str], "Path"]


def _java(program: Path, release: Line, cache: Path) -> _Command:
    try:
        java = require_java()
        jars = Originals.default().jars(release)
    except OriginalsUnavailableError as missing:
        raise MissingError(str(missing)) from None
    except OriginalsError as missing:
        raise MissingError(f"{missing}\n`jarparity originals fetch --line '{release}'` gets them") from None
    cache.mkdir(parents=True, exist_ok=True)
    return [str(java.command), "-cp", os.pathsep.join(map(str, jars)), str(program)], {}, cache


def _python(program: Path, release: Line, cache: Path) -> _Command:
    # Another Python may need another build of it.
    target = cache / f"{release.folder}-{sys.implementation.cache_tag}"
    if not target.exists():
        part = target.with_name(f"{target.name}.part")
        shutil.rmtree(part, ignore_errors=True)
        requirement = f"{release.family}=={release.version}"
        _fetch([sys.executable, "-m", "pip", "install", "--quiet", "--target", str(part), requirement], cache)
        part.rename(target)
    return [sys.executable, str(program)], {"PYTHONPATH": str(target), "PYTHONUTF8": "1"}, cache


def _javascript(program: Path, release: Line, cache: Path) -> _Command:
    _need("npm", "it comes with Node.js")
    built = _copied(program.parent, cache)
    _fetch(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], built)
    package = json.loads((built / "node_modules" / release.family / "package.json").read_text("utf-8"))
    _same(release, package["version"])
    return [_need("node", "install Node.js, 18 or newer"), program.name], {}, built


def _go(program: Path, release: Line, cache: Path) -> _Command:
    go = _need("go", "install Go, 1.26 or newer")
    built = _copied(program.parent, cache)
    required = re.search(
        rf"^\s*\S+/{re.escape(release.family)} v(\S+)$", (built / "go.mod").read_text("utf-8"), re.MULTILINE
    )
    _same(release, required[1] if required else "none")
    _fetch([go, "build", "-o", "repro", program.name], built)
    return [str(built / "repro")], {}, built


_COMMANDS: Final = {"java": _java, "python": _python, "javascript": _javascript, "go": _go}


def _need(program: str, how: str) -> str:
    found = shutil.which(program)
    if found is None:
        raise MissingError(f"{program} is not here: {how}")
    return found


def _same(release: Line, found: str) -> None:
    if release.version != found:
        raise FailedError(f"{release} is to be asked, and what is locked is {found}")


def _copied(folder: Path, cache: Path) -> Path:
    """A copy of the finding in the cache: builds leave nothing in the checkout."""
    built = cache / folder.name
    shutil.copytree(folder, built, dirs_exist_ok=True)
    return built


def _fetch(command: list[str], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    done = _run(command, folder, _BUILD, {})
    if done.returncode:
        raise FailedError(_said(command, done))


def _run(command: list[str], folder: Path, seconds: float, environ: dict[str, str]) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(  # noqa: S603 - our own programs
            command,
            cwd=folder,
            env=os.environ | environ,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=seconds,
            check=False,
        )
    except OSError as error:
        raise FailedError(f"`{shlex.join(command)}` can't be started: {error}") from error
    except subprocess.TimeoutExpired:
        raise FailedError(f"`{shlex.join(command)}` took more than {seconds:g} s") from None


def _said(command: list[str], done: subprocess.CompletedProcess[str]) -> str:
    said = (done.stdout + done.stderr).strip()[-_WORDS:] or "it wrote nothing"
    return f"`{shlex.join(command)}` ended with {done.returncode}:\n{said}"
