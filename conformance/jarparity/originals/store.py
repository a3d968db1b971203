"""The cache on disk: a folder a line, one a build of the bridge; each appears whole, by a rename, or not.

Layout: `lines/<family>-<version>/*.jar`, `bridge/<name>-<hash of what it is built from>/{<name>.jar,SHA256SUMS}`.

One process at a time: a lock on a file, which the operating system releases even from a killed process.

On POSIX the lock goes to the children that inherit open files, too: whoever comes next waits until the Maven of a
killed process has ended (`followed`).
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING

from jarparity.originals.errors import OriginalsError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from jarparity.lines import Line
    from jarparity.originals.maven import Progress


@contextmanager
def exclusive(path: Path, waiting: Callable[[], None]) -> Iterator[None]:
    """Holds the lock file at `path`; calls `waiting` once if another process holds it, and waits for that.

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


_SCRATCH = "scratch-"


@dataclass(frozen=True, slots=True)
class Store:
    """The cache in one folder.

    Attributes:
        root: The cache's folder; it is made when something is put there.
    """

    root: Path

    @classmethod
    def default(cls, environ: Mapping[str, str] = os.environ) -> Store:
        """The folder that `JARPARITY_CACHE` names, else the user's cache folder of this system."""
        if named := environ.get("JARPARITY_CACHE"):
            return cls(Path(named).absolute())
        import platformdirs  # noqa: PLC0415 - not needed where the variable is set

        return cls(Path(platformdirs.user_cache_dir("jarparity", appauthor=False)))

    def line(self, line: Line) -> Path:
        """The folder of a line's JARs."""
        return self.root / "lines" / line.folder

    def build(self, name: str) -> Path:
        """The folder of what was built from Java sources under a name."""
        return self.root / "bridge" / name

    @contextmanager
    def changing(self, progress: Progress) -> Iterator[Path]:
        """Alone of all processes, an empty folder on the cache's file system, which is gone afterwards.

        Raises:
            OriginalsError: The cache can't be written.
        """
        try:
            with exclusive(self.root / ".lock", lambda: progress("waiting for another jarparity that fetches")):
                # Only the holder of the lock has a scratch folder: any other is of a process that was killed.
                for stale in self.root.glob(f"{_SCRATCH}*"):
                    shutil.rmtree(stale, ignore_errors=True)
                scratch = Path(tempfile.mkdtemp(prefix=_SCRATCH, dir=self.root))
                try:
                    yield scratch
                finally:
                    shutil.rmtree(scratch, ignore_errors=True)
        except OSError as error:
            raise OriginalsError(
                f"the cache {self.root} can't be written ({error}): make it writable, close programs that "
                "hold its JARs open, or let JARPARITY_CACHE name another folder"
            ) from error

    def put(self, made: Path, place: Path, scratch: Path) -> None:
        """Moves a finished folder to its place; what stood there goes away with `scratch`."""
        place.parent.mkdir(parents=True, exist_ok=True)
        if place.exists():
            place.rename(Path(tempfile.mkdtemp(prefix="old-", dir=scratch)) / place.name)
        made.rename(place)
