"""Builds a example port in the cache, and checks it in a process of its own."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jarparity.grades import Grade
from jarparity.verdicts import Agrees
from ports.recipes import COUNTS, Range

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ports.recipes import Recipe, Run

_BUILD = 1200
"""Seconds for one command of a build; the first fetches what the library needs."""

_CHECK = 600
"""Seconds for one check."""

_LIVE = ("--seed", "20261121", "--max-examples", "50", "--volume", "50000")

_WORDS = 2000
"""Characters kept of what a command that failed has said."""

_NONE = Range(0, 0)


class FailedError(RuntimeError):
    """A port can't be built or checked, and why."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one run.

    Attributes:
        report: The JSON report of `jarparity check` on the recorded answers.
        wrong: What is not as it was recorded.
        live: Which reference answered, or why none did.
    """

    run: Run
    report: Mapping[str, Any]
    wrong: tuple[str, ...]
    live: str

    @property
    def grades(self) -> dict[str, Grade]:
        """The grade of each of these operations."""
        return {name: Grade.of(self.report["grades"][name]["grade"]) for name in self.counts}

    @property
    def looks_like(self) -> dict[str, list[str]]:
        """By operation that differs, the known bugs that it looks like."""
        return {row["operation"]: row["looksLike"] for row in reversed(self.report["failures"]) if "looksLike" in row}

    @property
    def counts(self) -> dict[str, dict[str, int]]:
        """The verdicts of each operation that the port claims."""
        return _claimed(self.report)


def missing(recipe: Recipe) -> list[str]:
    """What this machine lacks for a port, and how one gets it."""
    lacks = [f"{program} is not here: {how}" for program, how in recipe.needs.items() if not shutil.which(program)]
    for package in recipe.packages:
        name, _, version = package.partition("==")
        try:
            installed = metadata.version(name)
        except metadata.PackageNotFoundError:
            lacks.append(f"{package} is not installed")
            continue
        if installed != version:
            lacks.append(f"{package} is not installed, {installed} is")
    return lacks


def build(recipe: Recipe, cache: Path) -> Path:
    """The folder of the built port: builds happen in a copy, and leave nothing in the checkout.

    Raises:
        FailedError: A command of the build failed.
    """
    # All of them: a port may need its neighbour, as the Go ones do.
    for source in recipe.folder.parent.iterdir():
        if source.is_dir() and not source.name.startswith("__"):
            # What was built there before stays, and is brought up to date by the build.
            shutil.copytree(source, cache / source.name, dirs_exist_ok=True, ignore=_links)
    folder = cache / recipe.folder.name
    for command in recipe.build:
        done = _run(shlex.split(command), folder, _BUILD)
        if done.returncode:
            raise FailedError(f"`{command}` ended with {done.returncode}:\n{(done.stderr + done.stdout)[-_WORDS:]}")
    return folder


def check(run: Run, folder: Path, report: Path, *, live: bool) -> Result:
    """One run, on all recorded answers; what agrees there is then searched against the live JARs.

    Raises:
        FailedError: The check itself failed.
    """
    golden = _check(run, folder, report, "--reference", "golden")
    seen = Result(run, golden, (), "")
    wrong = list(_differences(run, seen.counts, seen.grades))
    answered = "not asked"
    agreeing = [name for name, counts in _claimed(golden).items() if not counts["differs"] + counts["errored"]]
    if live and agreeing:
        chosen = [word for name in agreeing for word in ("--operation", name)]
        searched = _check(run, folder, report.with_suffix(".live.json"), *_LIVE, *chosen)
        answered = searched["unavailable"].get("jpype") or f"{searched['verdicts'][Agrees.name]:,} cases agree"
        wrong += [
            f"{name}: {counts['differs'] + counts['errored']} cases differ under the search: {report.stem}.live.json"
            for name, counts in _claimed(searched).items()
            if counts["differs"] + counts["errored"]
        ]
    return Result(run, golden, tuple(wrong), answered)


def _check(run: Run, folder: Path, report: Path, *options: str) -> Mapping[str, Any]:
    report.unlink(missing_ok=True)
    command = [sys.executable, "-m", "jarparity", "check", *run.options, *options, "--format", "json"]
    done = _run([*command, "--output", str(report)], folder, _CHECK)
    if not report.exists():
        raise FailedError(f"`jarparity check` ended with {done.returncode}:\n{(done.stderr + done.stdout)[-_WORDS:]}")
    document: Mapping[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    return document


def _links(folder: str, names: list[str]) -> list[str]:
    """What a build by hand has led elsewhere: followed, it would be copied whole."""
    return [name for name in names if Path(folder, name).is_symlink()]


def _run(command: list[str], folder: Path, seconds: float) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=seconds,
            check=False,
            # A library that iterates over sets of strings answers by the seed, and with another one may not end.
            env=os.environ | {"PYTHONUTF8": "1", "PYTHONHASHSEED": "1"},
        )
    except OSError as error:
        raise FailedError(f"`{shlex.join(command)}` can't be started: {error}") from error
    except subprocess.TimeoutExpired:
        raise FailedError(f"`{shlex.join(command)}` took more than {seconds:g} s") from None


def _claimed(report: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    """Operations that were answered at all; the rest the port doesn't claim."""
    answered = (Agrees.name, "differs", "errored")
    return {name: counts for name, counts in report["operations"].items() if any(counts[one] for one in answered)}


def _differences(run: Run, seen: Mapping[str, Mapping[str, int]], grades: Mapping[str, Grade]) -> Iterator[str]:
    """Both ways: more differences than were recorded, and fewer; a worse grade, and a better one."""
    if run.expected is None:
        yield "nothing is recorded of it: `python -m ports --record` does"
        return
    for name in run.expected.keys() - seen.keys():
        yield f"{name}: recorded, but no longer answered"
    for name, counts in seen.items():
        if name not in run.expected:
            yield f"{name}: answered, but not recorded"
            continue
        for verdict in COUNTS:
            known = run.expected[name].counts.get(verdict, _NONE)
            if counts[verdict] not in known:
                yield f"{name}: {verdict} {counts[verdict]:,}, where {known} was recorded"
        if not run.expected[name].allows(grades[name]):
            yield f"{name}: its grade is {grades[name]}, where {run.expected[name].shown} was recorded"
