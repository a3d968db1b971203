"""What the steps of a rehearsal share: the commit that is released, a scratch folder, and programs that are run."""

from __future__ import annotations

import os
import sys
import tomllib
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from quality.programs import run

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from quality.programs import Ran

_NOT_INHERITED: Final = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "TOX_ENV_DIR", "TOX_ENV_NAME", "TOX_WORK_DIR")
"""What would let a clean environment see this one."""


def sources(folder: Path) -> dict[str, str]:
    """The variable by which a Python sees the packages of a checkout or clone, whatever is installed."""
    return {"PYTHONPATH": os.pathsep.join((str(folder / "conformance"), str(folder / "python_impl")))}


class StepFailedError(Exception):
    """A step of the rehearsal found faults.

    Attributes:
        faults: A sentence each.
    """

    def __init__(self, *faults: str) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Done:
    """A step that found no fault.

    Attributes:
        answer: What was seen, in a sentence without anything that changes from commit to commit: it goes to the page.
        tables: More for the page, in Markdown.
        open: Why the step could not say all that it should; None where it could.
    """

    answer: str
    tables: tuple[str, ...] = ()
    open: str | None = None


@dataclass(eq=False)
class ReleaseContext:
    """One rehearsal.

    Attributes:
        root: The checkout.
        scratch: An empty folder for all that is thrown away.
        dist: Where the release's files go.
        offline: Whether what can't be asked without a network is left open instead of being a fault.
        everything: Whether the README's test command runs whole.
        patterns: Globs of the operations whose fixtures are made again; all, where there are none.
        key: The maintainer's private SSH key; None for a throwaway one.
        signers: The file of keys that may sign, as `ssh-keygen` reads it; needed with a key.
        advisories: A copy of an advisory database, asked instead of a service; None for the service.
        environ: The environment of programs.
    """

    root: Path
    scratch: Path
    dist: Path
    offline: bool = False
    everything: bool = False
    patterns: tuple[str, ...] = ()
    key: Path | None = None
    signers: Path | None = None
    advisories: Path | None = None
    environ: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))

    @cached_property
    def project(self) -> dict[str, Any]:
        """What `pyproject.toml` declares of the project."""
        table: dict[str, Any] = tomllib.loads((self.root / "pyproject.toml").read_text("utf-8"))["project"]
        return table

    @cached_property
    def version(self) -> str:
        """The version that `pyproject.toml` declares."""
        return str(self.project["version"])

    @cached_property
    def commit(self) -> str:
        """The commit that is released: the checkout's own."""
        return self.must(["git", "rev-parse", "HEAD"], self.root).output.strip()

    @cached_property
    def epoch(self) -> str:
        """The commit's time, as `SOURCE_DATE_EPOCH` wants it."""
        return self.must(["git", "log", "-1", "--format=%ct", self.commit], self.root).output.strip()

    @cached_property
    def clone(self) -> Path:
        """A fresh clone of the commit. What is not committed is not in it."""
        folder = self.scratch / "clone"
        self.must(["git", "clone", "--quiet", "--no-hardlinks", str(self.root), str(folder)], self.scratch)
        self.must(["git", "checkout", "--quiet", "--detach", self.commit], folder)
        return folder

    def run(
        self, command: Sequence[str], folder: Path, *, clean: bool = False, more: Mapping[str, str] | None = None
    ) -> Ran:
        """Runs a program to its end.

        Args:
            command: What to run.
            folder: Where.
            clean: Without the variables by which this Python's packages are seen.
            more: More variables.

        Raises:
            StepFailedError: There is no such program.
        """
        inherited = {k: v for k, v in self.environ.items() if not (clean and k in _NOT_INHERITED)}
        try:
            return run(command, folder, inherited | dict(more or {}))
        except FileNotFoundError:
            raise StepFailedError(f"{command[0]} is not installed (or {folder} is missing)") from None

    def must(
        self, command: Sequence[str], folder: Path, *, clean: bool = False, more: Mapping[str, str] | None = None
    ) -> Ran:
        """Runs a program that has to succeed.

        Raises:
            StepFailedError: It didn't, or there is none.
        """
        ran = self.run(command, folder, clean=clean, more=more)
        if ran.code:
            raise StepFailedError(f"`{' '.join(command)}` ended with {ran.code}:\n{ran.tail()}")
        return ran

    def tool(self, module: str, *arguments: str) -> Ran:
        """Runs a Python tool of the dependency group `release`, whatever its exit code."""
        return self.run([sys.executable, "-m", module, *arguments], self.root)
