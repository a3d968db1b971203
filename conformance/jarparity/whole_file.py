"""Files that are written whole or not at all: under another name first, then renamed."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from jarparity import abandoned

if TYPE_CHECKING:
    from pathlib import Path


def replace(path: Path, content: bytes) -> None:
    """Puts a whole file in place of an old one, or leaves the old one as it was.

    Half files of processes that were killed while they wrote this one go away.

    Raises:
        OSError: It can't be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    abandoned.remove(path.parent, f".{path.name}.")
    try:
        temporary.write_bytes(content)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
