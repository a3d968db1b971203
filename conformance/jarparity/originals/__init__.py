"""The originals: the real JARs of every line, fetched by Maven, locked by SHA-256, and the bridge into them.

`Originals.default()` is the way in; everything that it hands out has been compared with the lock.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jarparity import data
from jarparity.originals.build import (
    Compilation,
    adapter_build,
    bridge_build,
    compile_all,
    digests,
    examine_build,
    pack,
    seal,
)
from jarparity.originals.declared import DeclarationError, Family, read_families
from jarparity.originals.errors import OriginalsError, OriginalsRefusedError, OriginalsUnavailableError
from jarparity.originals.lock import Finding, Lock, LockError, examine, read_lock
from jarparity.originals.maven import Progress, copy_lines
from jarparity.originals.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from jarparity.data import DataRoot
    from jarparity.lines import Line
    from jarparity.originals.build import Build
    from jarparity.originals.declared import Coordinates

__all__ = [
    "DeclarationError",
    "Family",
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
    """Progress that is not shown."""


def locked_lines() -> list[Line]:
    """The lines of all locks, in order; all that can be asked.

    Raises:
        LockError: A lock is missing or damaged.
    """
    return read_lock().locked()


@dataclass(frozen=True, slots=True)
class Originals:
    """The originals of a lock in one cache.

    Attributes:
        lock: What every line consists of.
        store: Where the JARs are kept.
        java: The folder of the bridge's sources, `java_ref`.
        roots: Where lines are declared, and the Java that calls them is.
    """

    lock: Lock
    store: Store
    java: Path
    roots: tuple[DataRoot, ...] = ()

    @classmethod
    def default(cls) -> Originals:
        """All locks and sources that are installed, and the user's cache (`JARPARITY_CACHE`).

        Raises:
            LockError: A lock is missing or damaged.
            DataNotFoundError: The installation is not whole.
        """
        return cls(read_lock(), Store.default(), data.java(), data.roots())

    def lines(self) -> list[Line]:
        """Every locked line, in order."""
        return self.lock.locked()

    def families(self) -> dict[str, Family]:
        """The families that are declared, by name.

        Raises:
            DeclarationError: A `lines.toml` is missing or malformed.
        """
        return read_families(self.roots)

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
            OriginalsUnavailableError: Maven, Java or the network is missing; the message says how to fix it.
            OriginalsRefusedError: Maven delivered JARs that are not the locked ones; nothing is kept of them.
            OriginalsError: Maven failed otherwise, a line is not declared, or the cache can't be written.
        """
        lines = list(lines)
        for line in lines:
            self.lock.jars(line)
        with self.store.changing(progress) as scratch:
            # Only now: another process may have fetched them while this one waited.
            wanted = [line for line in lines if self.examine(line)]
            if not wanted:
                return []
            delivered = self._deliver(self._declared(wanted), scratch, progress, ["-o"] if offline else [])
            progress("comparing digests")
            findings = [f for line in wanted for f in examine(line, delivered / line.folder, self.lock.jars(line))]
            if findings:
                raise OriginalsRefusedError(
                    "Maven delivered other JARs than the locked ones; none was kept. If lines.toml was changed "
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

    def class_paths(
        self, lines: Iterable[Line], progress: Progress = silent, *, offline: bool = False
    ) -> dict[Line, list[Path]]:
        """For each line its JARs and the one of the classes that call them; fetched and built where they are absent.

        Raises:
            OriginalsUnavailableError: Something is absent, and Maven, a JDK or the network is missing.
            OriginalsRefusedError: A JAR is not the locked one, or a damaged build can't be built anew here.
            OriginalsError: Fetching or building failed otherwise.
        """
        lines = list(lines)
        self.ensure(lines, progress, offline=offline)
        adapters = self.adapters(lines, progress, offline=offline)
        progress("comparing digests")
        return {line: [*self.jars(line), adapters[line]] for line in lines}

    def bridge(self, progress: Progress = silent) -> Path:
        """The bridge's own JAR, built once for each state of its sources; compared just now with what was stored.

        One that is damaged in the cache is built anew.

        Raises:
            OriginalsUnavailableError: It is not built yet, and a JDK is missing.
            OriginalsRefusedError: It is damaged, and can't be built anew here.
            OriginalsError: The build failed.
        """
        build = bridge_build(self.java)
        self._make([build], progress)
        return self._place(build)

    def adapters(
        self, lines: Iterable[Line], progress: Progress = silent, *, offline: bool = False
    ) -> dict[Line, Path]:
        """For each line, which need not be locked, the JAR of the classes that call it; see `bridge`. Sets have none.

        Raises:
            OriginalsUnavailableError: As for `class_paths`.
            OriginalsRefusedError: As for `class_paths`.
            OriginalsError: There are no classes for a line, or as for `class_paths`.
        """
        builds = self._adapters(lines)
        self._make(builds.values(), progress, offline=offline)
        return {line: self._place(build) for line, build in builds.items()}

    def examine_builds(self, lines: Iterable[Line]) -> list[str] | None:
        """Everything in which the bridge, and the classes that call these lines, differ from what was stored.

        None where nothing differs, but not all of it is built yet.
        """
        builds = {build.key: build for build in (bridge_build(self.java), *self._adapters(lines).values())}
        places = [self._place(build) for build in builds.values()]
        findings = [found for jar in places if jar.parent.is_dir() for found in examine_build(jar)]
        return findings if findings or all(jar.is_file() for jar in places) else None

    def relock(self, root: DataRoot, progress: Progress = silent, *, keep: bool = True, offline: bool = False) -> Lock:
        """The lock of what Maven delivers now for all that one distribution declares.

        Args:
            root: The distribution's data.
            progress: Told what goes on.
            keep: Whether the delivered JARs go into the cache.
            offline: Whether Maven may use its local repository only.

        Raises:
            OriginalsError: As for `fetch`.
        """
        families = read_families([root])
        declared = {line: jars for family in families.values() for line, jars in family.jars.items()}
        with self.store.changing(progress) as scratch:
            # -C: a download that doesn't match its published checksum fails, rather than being locked.
            delivered = self._deliver(declared, scratch, progress, ["-C", *(["-o"] if offline else [])])
            progress("computing digests")
            found = {line: digests(delivered / line.folder) for line in declared}
            for line, jars in declared.items():
                if found[line].keys() != {jar.jar for jar in jars}:
                    delivery = ", ".join(found[line]) or "no JAR"
                    raise OriginalsError(f"{jars[0].place}: Maven delivered {delivery} for {line}")
            if keep:
                for line in declared:
                    self.store.put(delivered / line.folder, self.store.line(line), scratch)
        lines = {str(line): jars for line, jars in found.items() if families[line.family].has_lines}
        return Lock(lines, {str(line): jars for line, jars in found.items() if str(line) not in lines})

    def _place(self, build: Build) -> Path:
        return self.store.build(build.key) / build.jar

    def _adapters(self, lines: Iterable[Line]) -> dict[Line, Build]:
        families, bridge = self.families(), bridge_build(self.java)
        found = {}
        for line in lines:
            if line.family not in families:
                raise OriginalsError(f"no lines.toml has the family {line.family}")
            if families[line.family].has_lines:
                found[line] = adapter_build(families[line.family], line, bridge, self.lock)
        return found

    def _make(self, builds: Iterable[Build], progress: Progress, *, offline: bool = False) -> None:
        def absent(build: Build) -> bool:
            return not self._place(build).parent.is_dir()

        def damages(build: Build) -> list[str]:
            return [] if absent(build) else examine_build(self._place(build))

        wanted = {build.key: build for build in builds if absent(build) or damages(build)}
        if not wanted:
            return
        against = sorted({build.against for build in wanted.values() if build.against})
        self.ensure(against, progress, offline=offline)
        bridge = [self.bridge(progress)] if against else []
        with self.store.changing(progress) as scratch:
            # Only now: another process may have built it while this one waited.
            needed = [build for build in wanted.values() if absent(build) or damages(build)]
            findings = [found for build in needed for found in damages(build)]
            try:
                self._compile(needed, bridge, scratch, progress)
            except OriginalsUnavailableError as error:
                if not findings:
                    raise
                damaged = "the bridge in the cache is damaged, and can't be built anew"
                raise OriginalsRefusedError("\n".join([f"{damaged}:", *findings, str(error)])) from error

    def _compile(self, builds: Sequence[Build], bridge: Sequence[Path], scratch: Path, progress: Progress) -> None:
        wanted = []
        for build in builds:
            progress(f"building {build.name}")
            classes = scratch / f"classes-{build.key}"
            classes.mkdir()
            class_path = (*bridge, *self.jars(build.against)) if build.against else ()
            wanted.append(Compilation(f"the classes of {build.name}", (*build.sources.values(),), class_path, classes))
        compile_all(wanted)
        for build, compiled in zip(builds, wanted, strict=True):
            made = scratch / build.key
            made.mkdir()
            pack(compiled.destination, build.resources, made / build.jar)
            seal(made)
            self.store.put(made, self.store.build(build.key), scratch)

    def _declared(self, lines: Iterable[Line]) -> dict[Line, tuple[Coordinates, ...]]:
        declared = {line: jars for family in self.families().values() for line, jars in family.jars.items()}
        lines = list(lines)
        if unknown := [line for line in lines if line not in declared]:
            raise OriginalsError(f"{unknown[0]} is locked, but no lines.toml has it: run `jarparity originals lock`")
        return {line: declared[line] for line in lines}

    def _deliver(
        self, lines: Mapping[Line, Iterable[Coordinates]], scratch: Path, progress: Progress, options: Sequence[str]
    ) -> Path:
        delivered = scratch / "lines"
        copy_lines(lines, delivered, scratch, progress, options)
        return delivered
