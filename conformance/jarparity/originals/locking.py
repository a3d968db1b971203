"""One process at a time: a lock on a file, which the operating system releases even from a killed process.

On POSIX the lock goes to the children that inherit open files, too: whoever comes next waits until the Maven of a
killed process has ended (`watchdog`).
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@contextmanager
def exclusive(path: Path, waiting: Callable[[], None]) -> Iterator[None]:
    """Holds the lock file at `path`; calls `waiting` once if somebody else holds it, and waits for them.

    The file itself stays: removing it would let two processes hold two different files of the same name.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as file:
        if not _try(file):
            waiting()
            _wait(file)
        os.set_inheritable(file.fileno(), True)  # noqa: FBT003 - its signature
        try:
            yield
        finally:
            _release(file)


if sys.platform == "win32":
    import msvcrt

    _PAUSE = 0.2
    """Seconds between two tries: fetches take many seconds, and Windows has no way to wait for as long as it takes."""

    def _try(file: IO[bytes]) -> bool:
        file.seek(0)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _wait(file: IO[bytes]) -> None:
        while not _try(file):
            time.sleep(_PAUSE)

    def _release(file: IO[bytes]) -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _try(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _wait(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX)

    def _release(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)
