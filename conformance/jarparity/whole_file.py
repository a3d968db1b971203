"""Files that are written whole or not at all: under another name first, then renamed."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

from jarparity import abandoned


def target(path: Path) -> Path:
    """What is written where a path is named: of a symbolic link, what it leads to."""
    return Path(os.path.realpath(path)) if path.is_symlink() else path


def is_stream(path: Path) -> bool:
    """Whether there is a device, a pipe or a socket: it is written into, for a file in its place would end it."""
    return path.exists() and not (path.is_file() or path.is_dir())


def half(path: Path) -> Path:
    """The name under which this process writes a file, whose folder is made where there is none.

    What processes that are gone left of it goes away.

    Raises:
        OSError: The folder can't be made.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except FileExistsError:  # said of a file where a folder is wanted
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path.parent)) from None
    abandoned.remove(path.parent, f".{path.name}.")
    return path.with_name(f".{path.name}.{os.getpid()}")


def check(path: Path) -> None:
    """Looks whether a file can be written there, before what it is to hold is made; an old one stays as it is.

    Raises:
        OSError: It can't be written.
    """
    path = target(path)
    if not is_stream(path):
        temporary = half(path)
        temporary.touch()
        temporary.unlink()


def put(temporary: Path, path: Path) -> None:
    """A finished file takes its name; who may read and write the old one may do so with the new one."""
    if path.exists():
        shutil.copymode(path, temporary)
    temporary.replace(path)


def replace(path: Path, content: bytes) -> None:
    """Puts a whole file in place of an old one, or leaves the old one as it was; writes into what is no file.

    Half files of processes that were killed while they wrote this one go away.

    Raises:
        OSError: It can't be written.
    """
    path = target(path)
    if is_stream(path):
        path.write_bytes(content)
        return
    temporary = half(path)
    try:
        temporary.write_bytes(content)
        put(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
