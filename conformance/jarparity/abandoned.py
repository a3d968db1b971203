"""What a killed process left half made: its name ends with the process's id, so that the next one can tell."""

from __future__ import annotations

import glob
import os
import shutil
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def remove(folder: Path, prefix: str) -> None:
    """Removes files and folders named `<prefix><process id>` or `<prefix><process id>-…` of processes that are no more.

    Raises:
        OSError: One can't be removed.
    """
    for path in folder.glob(f"{glob.escape(prefix)}*"):
        pid = path.name.removeprefix(prefix).partition("-")[0]
        if not pid.isdecimal() or _runs(int(pid)):
            continue
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


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
