"""The state of the code that a measure has measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quality import pages, programs

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class State:
    """What was measured.

    Attributes:
        commit: The last commit that changed anything but what the measures write.
        changes: Whether there was something that isn't committed; then the commit doesn't say what was measured.
    """

    commit: str
    changes: bool

    @classmethod
    def of_checkout(cls, root: Path = pages.ROOT) -> State:
        """The state of a checkout.

        Raises:
            OSError: git is not here, or the folder is no clone.
        """
        code = ["--", ".", *(f":(exclude){name}" for name in pages.WRITTEN)]
        commit = _git(root, "log", "-1", "--format=%h", "--abbrev=12", *code).strip()
        return cls(commit, bool(_git(root, "status", "--porcelain", *code).strip()))

    def until_now(self) -> State:
        """The same, if the checkout still is what it was; what has come meanwhile counts as changes."""
        return State(self.commit, self.changes or State.of_checkout() != self)

    def __str__(self) -> str:
        return f"`{self.commit}`{', and changes' if self.changes else ''}"


def _git(root: Path, *arguments: str) -> str:
    done = programs.run(["git", *arguments], root)
    if done.code:
        raise OSError(f"{root} is no clone:\n{done.tail()}")
    return done.output
