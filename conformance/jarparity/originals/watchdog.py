"""Parent-death watchdog: runs a program until standard input ends (`watchdog.py PROGRAM ARGUMENT…`).

SIGKILL can't be handled, but an open pipe ends with the process that held it. So Maven stops downloading and compiling
when its fetch was killed. The program stays in its starter's process group, and gets no standard input. The exit code
is the program's, or 128 plus the number of a signal that ended it.

It is run by its path, as a file: importing the kit a second time would slow down each fetch.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading

_CHUNK = 4096
_PATIENCE = 5.0
"""Seconds between asking the program to end and ending it."""


def main(command: list[str]) -> int:
    """Runs the command to its end, or to that of standard input; returns the exit code."""
    # It inherits whatever its starter left open for it, such as the lock of the cache.
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, close_fds=False) as child:  # noqa: S603 - our starter's
        # Only now, for it would be inherited: Control-C is for the program, whose end is then waited for.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        threading.Thread(target=_end_with_input, args=(child,), daemon=True).start()
        code = child.wait()
    return code if code >= 0 else 128 - code


def _end_with_input(child: subprocess.Popen[bytes]) -> None:
    while os.read(0, _CHUNK):
        pass
    child.terminate()
    try:
        child.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        child.kill()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
