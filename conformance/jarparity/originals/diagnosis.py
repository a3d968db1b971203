"""What this machine has of all that the kit can use; each part looked at on its own, and nothing changed."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from importlib import metadata
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from jarparity import data
from jarparity.fixtures import sums
from jarparity.originals import Originals, OriginalsError, advice
from jarparity.originals.lock import read_lock
from jarparity.originals.store import Store
from jarparity.originals.toolchain import OLDEST_JAVA, find_java, find_javac, find_maven, no_java, no_library

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from jarparity.answers import JSON
    from jarparity.originals import Progress
    from jarparity.originals.toolchain import Java

_OLDEST_PYTHON = (3, 11)
_OLDEST_SPARK = 4
_FETCH = "jarparity originals fetch"


@dataclass(frozen=True, slots=True)
class Ok:
    """The part is here, as it has to be."""

    state: ClassVar = "ok"
    name: str
    detail: str


@dataclass(frozen=True, slots=True)
class Lacking:
    """The part is missing, or not as it has to be.

    Attributes:
        name: The part.
        detail: What is wrong with it.
        fix: The command that fixes it.
        on_first_use: Whether the first use fixes it unasked, where Maven and a compiler are here.
        hinders: Whether a reference that uses the part can't be used.
    """

    state: ClassVar = "missing"
    name: str
    detail: str
    fix: str
    on_first_use: bool = False
    hinders: bool = True


Finding: TypeAlias = Ok | Lacking

_CARRIED_BY = {
    "golden": ("Python", "vectors"),
    "jpype": ("Java", "JPype", "lock", "JARs", "bridge"),
    "gateway": ("Java", "PySpark", "pandas", "lock", "JARs", "bridge"),
}
"""What each reference stands on."""

_MAY_LACK = {"pandas"}
"""What hinders only if it is wrong: PySpark refuses a pandas that is too new, but the gateway has no Python workers."""

_FETCHED_BY = {"javac", "Maven", "cache"}
"""What fetching and building stand on, beside Java itself."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Everything that was looked at."""

    findings: tuple[Finding, ...]

    @property
    def golden(self) -> bool:
        """Whether golden vectors can be checked."""
        return self.references()["golden"] is None

    def references(self) -> dict[str, str | None]:
        """For each reference None if it can be used (fetching first, if need be), else what it lacks."""
        lacking = {f.name: f for f in self.findings if isinstance(f, Lacking)}
        fixed = not lacking.keys() & _FETCHED_BY
        hindered = {name for name, f in lacking.items() if f.hinders and not (f.on_first_use and fixed)}
        return {
            name: ", ".join(part for part in parts if part in hindered) or None for name, parts in _CARRIED_BY.items()
        }

    def document(self) -> JSON:
        """The diagnosis as JSON: findings, and for each reference whether it is available."""
        references = {
            name: {"available": lacks is None} | ({"lacks": lacks} if lacks else {})
            for name, lacks in self.references().items()
        }
        return {"findings": [_document(f) for f in self.findings], "references": references}


def diagnose(progress: Progress) -> Diagnosis:
    """Looks at Python, Java, Maven, the optional packages, and the cache with its JARs and the bridge."""
    java = find_java()
    return Diagnosis((_python(), _vectors(), *_toolchain(java), *_packages(java), *_cache(progress)))


def _python() -> Finding:
    version = sys.version.split()[0]
    if sys.version_info >= _OLDEST_PYTHON:
        return Ok("Python", f"{version} ({sys.executable})")
    return Lacking("Python", f"{version} is older than 3.11", "install Python 3.11 or newer")


def _vectors() -> Finding:
    fix = "install jarparity from a wheel, or with `pip install -e .` from a whole checkout"
    try:
        folder = data.fixtures()
    except data.DataNotFoundError as error:
        return Lacking("vectors", str(error), fix)
    files = [path for pattern in ("*.jsonl", "*.jsonl.gz") for path in folder.glob(pattern)]
    if not files:
        return Lacking("vectors", f"none in {folder}", f"{fix}; in a checkout: jarparity fixtures generate")
    for damaged in sums.problems(folder, sorted(files), (), fix):
        return Lacking("vectors", str(damaged).removesuffix(f"; {fix}"), fix)
    return Ok("vectors", f"{len(files)} files in {folder}")


def _toolchain(java: Java | None) -> Iterator[Finding]:
    javac, maven = find_javac(), find_maven()
    if java is None:
        yield Lacking("Java", f"none that runs{no_java()}", advice.JAVA)
    elif java.major < OLDEST_JAVA:
        yield Lacking("Java", f"{java.version} ({java.command}) is older than {OLDEST_JAVA}", advice.JAVA)
    else:
        yield Ok("Java", f"{java.version} ({java.command})")
    yield Ok("javac", str(javac)) if javac else Lacking("javac", "needed to build the bridge", advice.JAVA)
    yield Ok("Maven", str(maven)) if maven else Lacking("Maven", "needed to fetch and build", advice.MAVEN)


def _packages(java: Java | None) -> Iterator[Finding]:
    yield _jpype(java)
    yield _package("PySpark", "pyspark", "for the reference gateway", advice.SPARK, (_OLDEST_SPARK, sys.maxsize))
    pandas = (0, advice.FIRST_BAD_PANDAS)
    yield _package("pandas", "pandas", "for Spark's Python workers", advice.PANDAS, pandas)
    yield _package("numba", "numba", "makes copartition's bulk forms faster", advice.FAST)


def _jpype(java: Java | None) -> Finding:
    found = _package("JPype", "jpype1", "for the reference jpype", advice.JPYPE)
    if isinstance(found, Ok) and java is not None and java.library() is None:
        return Lacking("JPype", no_library(java), advice.JAVA)
    return found


def _package(name: str, distribution: str, use: str, fix: str, versions: tuple[int, int] = (0, sys.maxsize)) -> Finding:
    """Looks for a distribution with a major version from the first of `versions` to below the second."""
    try:
        version = metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return Lacking(name, f"not installed; {use}", fix, hinders=name not in _MAY_LACK)
    oldest, below = versions
    major = int(version.split(".")[0])
    if major < oldest:
        return Lacking(name, f"{version} is older than {oldest}", fix)
    if major >= below:
        return Lacking(name, f"PySpark does not support {version}", fix)
    return Ok(name, version)


def _cache(progress: Progress) -> Iterator[Finding]:
    store = Store.default()
    yield _folder(store.root)
    try:
        lock = read_lock()
        ours = Originals(lock, store, data.java(), data.roots())
        findings = ours.examine_builds(ours.lines())
    except (OriginalsError, data.DataNotFoundError) as error:
        yield Lacking("lock", str(error), "restore the file, or in a checkout: jarparity originals lock")
        return
    yield Ok("lock", f"{len(lock.lines)} releases, {sum(map(len, lock.lines.values()))} JARs")
    yield _jars(ours, progress)
    yield _bridge(store, findings)


def _folder(cache: Path) -> Finding:
    there = next(folder for folder in (cache, *cache.absolute().parents) if folder.exists())
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        return Lacking(
            "cache", f"{cache} can't be written", "make it writable, or let JARPARITY_CACHE name another folder"
        )
    return Ok("cache", f"{cache}{'' if there == cache else ' (made on first use)'}")


def _jars(ours: Originals, progress: Progress) -> Finding:
    absent = [line for line in ours.lines() if ours.lacks(line)]
    wrong: list[str] = []
    for line in ours.lines():
        progress(f"comparing {line}")
        if line not in absent:
            wrong += map(str, ours.examine(line))
    if wrong:
        return Lacking("JARs", wrong[0].splitlines()[0], _FETCH)
    if absent:
        return Lacking("JARs", f"not fetched: {', '.join(map(str, absent))}", _FETCH, on_first_use=True)
    return Ok("JARs", f"those of {len(ours.lines())} releases are the locked ones")


def _bridge(store: Store, findings: list[str] | None) -> Finding:
    if findings is None:
        return Lacking("bridge", "not built yet", _FETCH, on_first_use=True)
    if findings:
        return Lacking("bridge", findings[0].splitlines()[0].rstrip(":"), _FETCH, on_first_use=True)
    return Ok("bridge", f"as it was built, in {store.root / 'bridge'}")


def _document(finding: Finding) -> JSON:
    document = {"name": finding.name, "state": finding.state, "detail": finding.detail}
    return document | ({"fix": finding.fix} if isinstance(finding, Lacking) else {})
