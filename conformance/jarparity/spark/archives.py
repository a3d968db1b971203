"""A line's JARs as one archive, which Spark unpacks on every executor."""

from __future__ import annotations

import hashlib
import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from jarparity.originals.lock import digest

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from jarparity.lines import Line
    from jarparity.originals import Originals, Progress

_HASH_LENGTH: Final = 12
_ALGORITHM: Final = "sha256:"


@dataclass(frozen=True, slots=True)
class LineArchive:
    """A line, packed.

    Attributes:
        line: The line.
        path: The archive; its name has the hash of its content, so that no two builds share one.
        sums: A line for each JAR: its SHA-256, two spaces, its name. The executors compare with it.
    """

    line: Line
    path: Path
    sums: str


def line_archives(lines: Iterable[Line], originals: Originals, progress: Progress) -> list[LineArchive]:
    """The archives of these lines, with the adapters; packed once for each state of the lock and of the bridge.

    Raises:
        OriginalsUnavailableError: JARs are absent and can't be fetched here; the message says the fix.
        OriginalsRefusedError: A JAR is not the locked one.
    """
    lines = list(lines)
    if not lines:
        return []
    originals.ensure(lines, progress)
    adapters = originals.bridge(progress).adapters
    progress("comparing digests")
    return [_archive(line, [*originals.jars(line), *adapters], originals, progress) for line in lines]


def _archive(line: Line, jars: Sequence[Path], originals: Originals, progress: Progress) -> LineArchive:
    sums = "\n".join(f"{digest(jar).removeprefix(_ALGORITHM)}  {jar.name}" for jar in jars)
    name = f"{line.folder}-{hashlib.sha256(sums.encode()).hexdigest()[:_HASH_LENGTH]}"
    place = originals.store.root / "spark" / name
    archive = place / f"{name}.zip"
    if not archive.is_file():
        with originals.store.changing(progress) as scratch:
            # Only now: another process may have packed it while this one waited.
            if not archive.is_file():
                progress(f"packing {line}")
                made = scratch / name
                made.mkdir()
                with zipfile.ZipFile(made / archive.name, "w", zipfile.ZIP_STORED) as packed:
                    for jar in jars:
                        packed.write(jar, jar.name)
                originals.store.put(made, place, scratch)
    return LineArchive(line, archive, sums)
