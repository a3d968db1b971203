"""Programs that measures run to their end: one way to start them, and to quote those that fail."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from quality.pages import ROOT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

_SHOWN: Final = 12
"""Lines of a failed program's output that are shown."""
_WRONG: Final = re.compile("DIFFERS |ERRORED |FAILED |ERROR ")
"""How the kit and pytest begin a line about what is wrong."""
_ABOUT: Final = 6
"""Lines that say what it is."""


@dataclass(frozen=True, slots=True)
class Ran:
    """A program that ended.

    Attributes:
        code: Its exit code.
        output: What it wrote to standard output.
        errors: What it wrote to standard error.
    """

    code: int
    output: str
    errors: str = ""

    def tail(self) -> str:
        """The last lines that it wrote, indented; before them what it named as wrong further up."""
        lines = [line for line in (self.output + "\n" + self.errors).splitlines() if line.strip()]
        before = lines[:-_SHOWN]
        named = [i + more for i, line in enumerate(before) if _WRONG.match(line) for more in range(_ABOUT)]
        shown = [before[i] for i in sorted(set(named))[:_SHOWN] if i < len(before)]
        return "\n".join(f"    {line}" for line in (*shown, *lines[-_SHOWN:]))


def run(
    command: Sequence[str], folder: Path = ROOT, environ: Mapping[str, str] | None = None, *, aloud: bool = False
) -> Ran:
    """Runs a program that reads nothing, whatever its exit code.

    Args:
        command: What to run.
        folder: Where.
        environ: Its whole environment; None for this process's own.
        aloud: Let it write to this process's streams; then nothing of it is known.

    Raises:
        FileNotFoundError: There is no such program, or no such folder.
    """
    stream = None if aloud else subprocess.PIPE
    ended = subprocess.run(  # noqa: S603 - the measures' own commands
        list(command),
        cwd=folder,
        env=os.environ if environ is None else environ,
        stdin=subprocess.DEVNULL,
        stdout=stream,
        stderr=stream,
        text=True,
        errors="replace",
        check=False,
    )
    return Ran(ended.returncode, ended.stdout or "", ended.stderr or "")
