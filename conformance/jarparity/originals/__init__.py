"""The originals: the real JARs of every line, fetched by Maven, locked by SHA-256, and the bridge into them.

`Originals.default()` is the way in; everything that it hands out has been compared with the lock.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jarparity import data
from jarparity.originals.bridge import BridgeJars, bridge_jars, examine_bridge, seal_bridge
from jarparity.originals.errors import OriginalsError, OriginalsRefusedError, OriginalsUnavailableError
from jarparity.originals.lock import Lock, LockError, digest, read_lock
from jarparity.originals.maven import Progress, build_bridge, copy_lines
from jarparity.originals.pom import declared_lines, declared_suites
from jarparity.originals.sources import copy_sources, source_hash
from jarparity.originals.store import Store
from jarparity.originals.verify import Finding, examine

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from jarparity.lines import Line

__all__ = [
    "BridgeJars",
    "Lock",
    "LockError",
    "Originals",
    "OriginalsError",
    "OriginalsRefusedError",
    "OriginalsUnavailableError",
    "Progress",
    "locked_lines",
    "read_lock",
    "silent",
]


def silent(_: str) -> None:
    """Progress that nobody follows."""


def locked_lines() -> list[Line]:
    """The lines of the kit's own lock, in order; all that can be asked.

    Raises:
        LockError: The lock is missing or damaged.
    """
    return read_lock().locked()


@dataclass(frozen=True, slots=True)
class Originals:
    """The originals of one lock in one cache.

    Attributes:
        lock: What every line consists of.
        store: Where the JARs are kept.
        java: The folder of `pom.xml` and `java_ref`.
    """

    lock: Lock
    store: Store
    java: Path

    @classmethod
    def default(cls) -> Originals:
        """The kit's own lock and sources, and the user's cache (`JARPARITY_CACHE`).

        Raises:
            LockError: The lock is missing or damaged.
            DataNotFoundError: The installation is not whole.
        """
        return cls(read_lock(), Store.default(), data.java())

    def lines(self) -> list[Line]:
        """Every locked line, in order."""
        return self.lock.locked()

    def examine(self, line: Line) -> list[Finding]:
        """Everything in which a line's folder differs from the lock.

        Raises:
            LockError: The lock doesn't have the line.
        """
        return examine(line, self.store.line(line), self.lock.jars(line))

    def lacks(self, line: Line) -> bool:
        """Whether any JAR of the line is still to be fetched. Looks at names only: `jars` compares contents.

        Raises:
            LockError: The lock doesn't have the line.
        """
        folder = self.store.line(line)
        return not all((folder / name).is_file() for name in self.lock.jars(line))

    def ensure(self, lines: Iterable[Line], progress: Progress = silent, *, offline: bool = False) -> None:
        """Fetches the lines that are not there. A JAR that is there but differs is left for `jars` to refuse.

        Raises:
            OriginalsUnavailableError: They are absent and can't be fetched here; the message says the fix.
            OriginalsError: Fetching failed otherwise.
        """
        absent = [line for line in lines if self.lacks(line)]
        if absent:
            self.fetch(absent, progress, offline=offline)

    def fetch(self, lines: Iterable[Line], progress: Progress = silent, *, offline: bool = False) -> list[Line]:
        """Fetches every line that differs from the lock in any way, with one Maven process; returns those.

        Raises:
            OriginalsUnavailableError: Maven, Java or the network is missing; the message says what mends it.
            OriginalsRefusedError: Maven delivered JARs that are not the locked ones; nothing is kept of them.
            OriginalsError: Maven failed otherwise, or the cache can't be written.
        """
        lines = list(lines)
        for line in lines:
            self.lock.jars(line)
        with self.store.changing(progress) as scratch:
            # Only now: another process may have fetched them while this one waited.
            wanted = [line for line in lines if self.examine(line)]
            if not wanted:
                return []
            delivered = self._deliver(wanted, scratch, progress, ["-o"] if offline else [])
            progress("comparing digests")
            findings = [f for line in wanted for f in examine(line, delivered / line.folder, self.lock.jars(line))]
            if findings:
                raise OriginalsRefusedError(
                    "Maven delivered other JARs than the locked ones; none was kept. If pom.xml was changed "
                    "on purpose, run `jarparity originals lock`; else Maven's local repository or its mirror "
                    "is damaged.\n" + "\n".join(finding.fact for finding in findings)
                )
            for line in wanted:
                self.store.put(delivered / line.folder, self.store.line(line), scratch)
        return wanted

    def jars(self, line: Line) -> list[Path]:
        """A line's JARs, each compared with the lock just now.

        Raises:
            OriginalsRefusedError: Any of them is missing or differs, or a file is there that doesn't belong.
            LockError: The lock doesn't have the line.
        """
        findings = self.examine(line)
        if findings:
            raise OriginalsRefusedError("\n".join(map(str, findings)))
        return [self.store.line(line) / name for name in sorted(self.lock.jars(line))]

    def bridge(self, progress: Progress = silent, *, offline: bool = False) -> BridgeJars:
        """The bridge, built once for each state of its sources; compared just now with what was stored.

        One that is damaged in the cache is built anew.

        Raises:
            OriginalsUnavailableError: It is not built yet, and Maven, a JDK or the network is missing.
            OriginalsRefusedError: It is damaged, and can't be built anew here.
            OriginalsError: The build failed.
        """
        place = self.bridge_folder()
        if not place.is_dir() or examine_bridge(place):
            with self.store.changing(progress) as scratch:
                # Only now: another process may have built it while this one waited.
                findings = examine_bridge(place) if place.is_dir() else []
                try:
                    if findings or not place.is_dir():
                        self._build(place, scratch, progress, ["-o"] if offline else [])
                except OriginalsUnavailableError as error:
                    if not findings:
                        raise
                    raise OriginalsRefusedError(_damaged(findings, error)) from error
        return bridge_jars(place)

    def examine_bridge(self) -> list[str] | None:
        """Everything in which the built bridge differs from what was stored; None where it isn't built yet."""
        place = self.bridge_folder()
        return examine_bridge(place) if place.is_dir() else None

    def bridge_folder(self) -> Path:
        """Where the bridge of the present sources is, or will be."""
        return self.store.bridge(source_hash(self.java))

    def relock(self, progress: Progress = silent, *, keep: bool = True, offline: bool = False) -> Lock:
        """The lock of what Maven delivers now for every line and suite of `pom.xml`.

        Args:
            progress: Told what goes on.
            keep: Whether the delivered JARs go into the cache.
            offline: Whether Maven may use its local repository only.

        Raises:
            OriginalsError: As for `fetch`, or a line has no JARs.
        """
        pom = self.java / "pom.xml"
        lines, suites = declared_lines(pom), declared_suites(pom)
        with self.store.changing(progress) as scratch:
            # -C: a download that doesn't match its published checksum fails, rather than being locked.
            delivered = self._deliver([*lines, *suites], scratch, progress, ["-C", *(["-o"] if offline else [])])
            progress("computing digests")
            folders = {line: delivered / line.folder for line in (*lines, *suites)}
            digests = {line: _digests(folder) for line, folder in folders.items()}
            lock = Lock({str(line): digests[line] for line in lines}, {str(suite): digests[suite] for suite in suites})
            if empty := [str(line) for line, jars in digests.items() if not jars]:
                raise OriginalsError(f"Maven delivered no JAR for {', '.join(empty)}: look at pom.xml")
            if keep:
                for line, folder in folders.items():
                    self.store.put(folder, self.store.line(line), scratch)
        return lock

    def _build(self, place: Path, scratch: Path, progress: Progress, options: Sequence[str]) -> None:
        built = scratch / "bridge"
        build_bridge(copy_sources(self.java, scratch / "java"), built, progress, options)
        seal_bridge(built)
        self.store.put(built, place, scratch)

    def _deliver(self, lines: Sequence[Line], scratch: Path, progress: Progress, options: Sequence[str]) -> Path:
        delivered = scratch / "lines"
        copy_lines(lines, copy_sources(self.java, scratch / "java"), delivered, progress, options)
        return delivered


def _damaged(findings: Sequence[str], why: OriginalsError) -> str:
    found = "\n".join(findings)
    return f"the bridge in the cache is damaged, and can't be built anew:\n{found}\n{why}"


def _digests(folder: Path) -> dict[str, str]:
    return {jar.name: digest(jar) for jar in sorted(folder.glob("*.jar"))}
