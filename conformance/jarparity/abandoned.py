"""Files and folders that a killed process left half made, recognised by the process's id in their names."""

from __future__ import annotations

import glob
import os
import shutil
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def temporary_folder(prefix: str) -> Iterator[Path]:
    """A folder of this process, as long as the context lasts; those that killed processes left behind are removed."""
    remove(Path(tempfile.gettempdir()), prefix)
    folder = Path(tempfile.mkdtemp(prefix=f"{prefix}{os.getpid()}-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def remove(folder: Path, prefix: str) -> None:
    """Removes what `of` names.

    Raises:
        OSError: One can't be removed.
    """
    for path in of(folder, prefix):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def of(folder: Path, prefix: str) -> Iterator[Path]:
    """Files and folders named `<prefix><process id>` or `<prefix><process id>-…` of processes that are no more."""
    for path in folder.glob(f"{glob.escape(prefix)}*"):
        pid = path.name.removeprefix(prefix).partition("-")[0]
        if pid.isdecimal() and not _runs(int(pid)):
            yield path


def _runs(pid: int) -> bool:
    if sys.platform == "win32":
        # There, asking ends the process.
        return True
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True
