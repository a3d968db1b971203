"""The bridge's sources: their hash, which names their build, and the copy from which Maven builds."""

from __future__ import annotations

import hashlib
import shutil
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_HASH_LENGTH = 16

_LATE = ("upstream", "live", "spark")
"""Folders of classes that are compiled when they are used, and are no part of the bridge: those that stand in for
originals, those that run real clusters, and Spark's functions."""


def source_hash(folder: Path) -> str:
    """The hash of all that a build depends on: `pom.xml` and `java_ref`, without tests and earlier builds."""
    total = hashlib.sha256()
    for path in _sources(folder):
        content = path.read_bytes().replace(b"\r\n", b"\n")
        total.update(f"{path.relative_to(folder).as_posix()}\n{len(content)}\n".encode())
        total.update(content)
    return total.hexdigest()[:_HASH_LENGTH]


def copy_sources(folder: Path, destination: Path) -> Path:
    """Copies these sources, so that a build never writes where they are installed; the copy's `pom.xml`."""
    for path in _sources(folder):
        copy = destination / path.relative_to(folder)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    return destination / "pom.xml"


def _sources(folder: Path) -> Iterator[Path]:
    yield folder / "pom.xml"
    for path in sorted((folder / "java_ref").rglob("*")):
        parts = path.relative_to(folder).parts
        tests = any(pair == ("src", "test") for pair in pairwise(parts))
        hidden = any(part.startswith(".") for part in parts)
        if (
            path.is_file()
            and not tests
            and not hidden
            and "target" not in parts
            and parts[1] not in _LATE
            and path.name != "dependency-reduced-pom.xml"
        ):
            yield path
