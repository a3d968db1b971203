"""Running a program to its end: its output is followed, its silence has a limit, and it ends with this process.

It is not `child_process`, which talks to a port: here the program is only heard, errors among the rest of its output.
It stays in our process group, so that Control-C is for it, too, and it inherits a lock that we hold (`store.exclusive`)
and keeps it until it has ended, if we are killed.
"""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
from collections import deque
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Final

from jarparity.originals import watchdog

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

_KEPT: Final = 400
"""Lines of output that are kept, to explain a failure."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a program ended.

    Attributes:
        code: Its exit code.
        said: The end of its output, by line.
        silent: Whether it was ended, for it had said nothing for too long.
    """

    code: int
    said: list[str]
    silent: bool


def follow(
    command: Sequence[str],
    silence: float,
    heard: Callable[[str], None] = lambda _: None,
    folder: Path | None = None,
) -> Ended:
    """Runs a program until it ends, or says nothing for too long.

    Args:
        command: The program and its arguments.
        silence: Seconds that it may be without a line of output.
        heard: Told each line. What it raises ends the program.
        folder: Where it runs; here, by default.
    """
    program = subprocess.Popen(  # noqa: S603 - our caller's
        [sys.executable, "-IS", watchdog.__file__, *command],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        close_fds=False,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    # What the program leaves behind may hold its output open: this thread isn't waited for.
    threading.Thread(target=_read, args=(_pipe(program.stdout), lines), daemon=True).start()
    said: deque[str] = deque(maxlen=_KEPT)
    silent = False
    try:
        while (line := lines.get(timeout=silence)) is not None:
            said.append(line)
            heard(line)
        program.wait(silence)
    except (queue.Empty, subprocess.TimeoutExpired):
        silent = True
    finally:
        # Now the watchdog ends the program, if it still runs.
        _pipe(program.stdin).close()
        program.wait()
    return Ended(program.returncode, list(said), silent)


def _read(output: IO[str], lines: queue.SimpleQueue[str | None]) -> None:
    with output:
        for line in output:
            lines.put(line.rstrip())
    lines.put(None)


def _pipe(pipe: IO[str] | None) -> IO[str]:
    if pipe is None:  # pragma: no cover - Popen was asked for both
        raise AssertionError("the program was started without a pipe")
    return pipe
