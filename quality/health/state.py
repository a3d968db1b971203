"""At which state of the code something is measured: what the table's last column says."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quality.health.desk import ROOT
from quality.health.table import PAGE

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class State:
    """What was measured.

    Attributes:
        commit: The last commit that changed anything but the page of the measures.
        changes: Whether there was something that isn't committed; then the commit doesn't say what was measured.
    """

    commit: str
    changes: bool

    @classmethod
    def of_checkout(cls, root: Path = ROOT) -> State:
        """The state of a checkout.

        Raises:
            OSError: git is not here.
            subprocess.CalledProcessError: The folder is no clone.
        """
        code = ["--", ".", f":(exclude){PAGE.relative_to(ROOT).as_posix()}"]
        commit = _git(root, "log", "-1", "--format=%h", "--abbrev=12", *code).strip()
        changes = _git(root, "status", "--porcelain", *code).strip()
        return cls(commit, bool(changes))

    def until_now(self) -> State:
        """The same, if the checkout still is what it was; what has come meanwhile counts as changes."""
        return State(self.commit, self.changes or State.of_checkout() != self)

    def __str__(self) -> str:
        return f"`{self.commit}`{', and changes' if self.changes else ''}"


def _git(root: Path, *arguments: str) -> str:
    return subprocess.run(  # noqa: S603 - literal arguments
        ["git", *arguments],  # noqa: S607 - the git that is here
        cwd=root,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
