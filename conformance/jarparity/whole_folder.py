"""Folders that are written whole or not at all: under another name first, then renamed."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING

from jarparity import abandoned

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def replacing(folder: Path) -> Iterator[Path]:
    """Gives an empty folder to write into, which takes the place of this one at the end; of an old one, as a whole.

    Where the block raises, the old folder stays as it was. Half folders of processes that were killed while they wrote
    this one go away; an old folder that one of them had only moved aside comes back first.

    Raises:
        OSError: It can't be written.
    """
    if not folder.exists():
        for aside in abandoned.of(folder.parent, f".{folder.name}.old."):
            aside.rename(folder)
            break
    for what in ("new", "old"):
        abandoned.remove(folder.parent, f".{folder.name}.{what}.")
    new, old = (folder.with_name(f".{folder.name}.{what}.{os.getpid()}") for what in ("new", "old"))
    try:
        new.mkdir(parents=True)
        yield new
        _put_in_place(new, folder, old)
    finally:
        shutil.rmtree(new, ignore_errors=True)
        if folder.exists():  # else what stands aside is all that there is
            shutil.rmtree(old, ignore_errors=True)


def _put_in_place(new: Path, folder: Path, old: Path) -> None:
    """Two renames; if the second fails, the first is undone."""
    if not folder.exists():
        new.rename(folder)
        return
    folder.rename(old)
    try:
        new.rename(folder)
    except OSError:
        old.rename(folder)
        raise
