"""Wheels and sdists, looked into: in what two of them differ, and what has no business in one."""

from __future__ import annotations

import re
import tarfile
import zipfile
from typing import TYPE_CHECKING, Final, NamedTuple

from jarparity.originals.lock import sha256

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

_TESTS: Final = (re.compile(r"(^|/)(tests?|recorded|nightly)/|(^|/)(test_\w+|conftest)\.py$"), "a test")
_FOREIGN: Final = (
    (re.compile(r"(^|/)(__pycache__|\.\w+_cache|\.hypothesis|\.tox|\.git|target|node_modules)/|\.pyc$"), "a cache"),
    (re.compile(r"\.(jar|class|war)$"), "compiled Java: the originals are never redistributed"),
    (re.compile(r"\.(so|pyd|dll|dylib)$"), "a native library, in what is for any platform"),
    (re.compile(r"(^|/)\.DS_Store$|~$|\.orig$|\.rej$|\.swp$"), "an editor's leftover"),
)
_HEADER_OF_OTHERS: Final = re.compile(rb"^\W*Licensed to the Apache Software Foundation", re.MULTILINE)
"""How sources of Flink and Kafka begin. Ours don't: where this is found, another project's file was taken along."""


class Member(NamedTuple):
    """A file in an archive.

    Attributes:
        content: Its bytes.
        facts: All else that makes the archive's bytes: time, mode, owner and the like.
    """

    content: bytes
    facts: tuple[object, ...]


def members(path: Path) -> dict[str, Member]:
    """All members of a wheel or an sdist, in their order.

    Raises:
        OSError, zipfile.BadZipFile, tarfile.TarError: It can't be read as one.
    """
    return dict(_of_zip(path) if path.suffix == ".whl" else _of_tar(path))


def _of_zip(path: Path) -> Iterator[tuple[str, Member]]:
    with zipfile.ZipFile(path) as archive:
        for info in archive.infolist():
            facts = (info.date_time, oct(info.external_attr >> 16), info.compress_type, info.create_system, info.extra)
            yield info.filename, Member(archive.read(info), facts)


def _of_tar(path: Path) -> Iterator[tuple[str, Member]]:
    with tarfile.open(path) as archive:
        for info in archive:
            file = archive.extractfile(info) if info.isreg() else None
            facts = (info.mtime, oct(info.mode), info.uid, info.gid, info.uname, info.gname, info.type)
            yield info.name, Member(file.read() if file else info.linkname.encode(), facts)


def differences(one: Path, other: Path) -> list[str]:
    """In what two archives differ, a sentence each; none where their bytes are equal."""
    if sha256(one) == sha256(other):
        return []
    a, b = members(one), members(other)
    found = [f"{name}: only in one of the two" for name in sorted(a.keys() ^ b.keys())]
    for name in sorted(a.keys() & b.keys()):
        if a[name].content != b[name].content:
            found.append(f"{name}: {_where(a[name].content, b[name].content)}")
        if a[name].facts != b[name].facts:
            found.append(f"{name}: {a[name].facts} in one and {b[name].facts} in the other")
    if not found and list(a) != list(b):
        found.append("the same members in another order")
    return found or ["the members are equal, the archives are not: another compression, or another head"]


def _where(a: bytes, b: bytes) -> str:
    """The first line in which two contents differ."""
    for number, (was, now) in enumerate(zip(a.split(b"\n"), b.split(b"\n"), strict=False), 1):
        if was != now:
            return f"line {number} is {was[:60]!r} in one and {now[:60]!r} in the other"
    return "one is the beginning of the other"


def foreign(path: Path, machine: Sequence[str]) -> Iterator[str]:
    """What should not be in a wheel or an sdist, a sentence each. An sdist has tests.

    Args:
        path: The archive.
        machine: Texts of this machine that must not be in any file, such as the home folder.
    """
    patterns = (_TESTS, *_FOREIGN) if path.suffix == ".whl" else _FOREIGN
    for name, member in members(path).items():
        yield from (f"{name} is {what}" for pattern, what in patterns if pattern.search(name))
        for mark in machine:
            if mark.encode() in member.content:
                yield f"{name} names a place of this machine: {mark}"
        if _HEADER_OF_OTHERS.search(member.content):
            yield f"{name} has the licence header of another project's file"
