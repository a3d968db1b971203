"""JaCoCo: fetched and verified like an original, its agent in the JVM, its report from what the agent saw.

What JaCoCo's XML report says, by class: lines, branches, and where each branch stands.

The report counts branches by method, and by line of a source file, but not by both. A line of a method is found by
what is left: methods are gone through from the last to the first, each taking the nearest lines at or after its
beginning until all its branches are placed. So every sum is the report's own.
"""

from __future__ import annotations

import subprocess
import zipfile
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

from jarparity import whole_folder
from jarparity.originals.errors import OriginalsError
from jarparity.originals.toolchain import require_java

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from jarparity.area import WatchedClass
    from jarparity.originals import Originals, Progress


FAMILY: Final = "jacoco-tool"
_AGENT: Final = "org.jacoco.agent-"
_CLI: Final = "org.jacoco.cli-"
_MAIN: Final = "org.jacoco.cli.internal.Main"
_RESTORE: Final = "restore it, or run `jarparity originals lock`"
_SECONDS: Final = 300
_COMPLAINT: Final = "[WARN]"
"""How JaCoCo begins to say that what it saw is of other classes, after which it counts nothing of them."""


class JacocoError(OriginalsError):
    """JaCoCo failed, or doesn't see what it should; the message has its own words."""


@dataclass(frozen=True, slots=True)
class Jacoco:
    """JaCoCo, verified.

    Attributes:
        version: Its version.
        agent: What goes into the JVM.
        cli: What makes reports.
        java: Java's command.
    """

    version: str
    agent: Path
    cli: Path
    java: Path

    @classmethod
    def fetched(cls, originals: Originals, progress: Progress) -> Jacoco:
        """Fetches JaCoCo, unless it is there, and compares it with the lock.

        Raises:
            OriginalsUnavailableError: It can't be fetched here, or there is no Java; the message says the fix.
            OriginalsRefusedError: It is not the locked one.
            JacocoError: The lock has none.
        """
        known = [suite for suite in originals.lock.locked_suites() if suite.family == FAMILY]
        if not known:
            raise JacocoError(f"the lock of the originals has no {FAMILY}: {_RESTORE}")
        newest = known[-1]
        originals.ensure([newest], progress)
        jars = originals.jars(newest)
        return cls(newest.version, _jar(jars, _AGENT), _jar(jars, _CLI), require_java().command)

    def option(self, targets: Iterable[WatchedClass], destination: Path) -> str:
        """The JVM's option that has the agent watch the targets, and write to a file when it is told to.

        Raises:
            JacocoError: The file's path has a comma, at which the agent would cut it.
        """
        if "," in str(destination):
            raise JacocoError(f"JaCoCo can't write to {destination}: let TMPDIR name a folder without a comma")
        watched = ":".join(f"{target.name}:{target.name}$*" for target in targets)
        return f"-javaagent:{self.agent}=destfile={destination},output=file,dumponexit=false,includes={watched}"

    def report(
        self, seen: Sequence[Path], classes: Path, xml: Path, html: Path | None = None, sources: Path | None = None
    ) -> None:
        """Writes the XML report of what the agent saw.

        Args:
            seen: The agent's files; what any of them has counts as seen.
            classes: A folder of the very classes that the agent watched.
            xml: The report's file.
            html: A folder for JaCoCo's own pages, which is replaced as a whole; or None.
            sources: A folder of Java files that the pages show, or None.

        Raises:
            JacocoError: JaCoCo failed, the files are of other classes, or the folder can't be written.
        """
        if html is None:
            self._report(seen, classes, xml)
            return
        shown = ["--sourcefiles", str(sources)] if sources else []
        try:
            with whole_folder.replacing(html) as new:
                self._report(seen, classes, xml, "--html", str(new), *shown)
        except OSError as error:
            raise JacocoError(f"{error.filename or html}: {error.strerror}; no pages were written") from error

    def _report(self, seen: Sequence[Path], classes: Path, xml: Path, *more: str) -> None:
        command = [str(self.java), "-cp", str(self.cli), _MAIN, "report", *map(str, seen)]
        try:
            done = subprocess.run(  # noqa: S603 - the user's own Java
                [*command, "--classfiles", str(classes), "--xml", str(xml), *more],
                capture_output=True,
                text=True,
                errors="replace",
                timeout=_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise JacocoError(f"JaCoCo {self.version} made no report within {_SECONDS} s") from None
        said = (done.stdout + done.stderr).strip()
        if done.returncode or _COMPLAINT in said or not xml.is_file():
            raise JacocoError(f"JaCoCo {self.version} made no report:\n{said}")


def unpack(jars: Iterable[Path], targets: Iterable[WatchedClass], folder: Path) -> None:
    """Unpacks the targets' class files, each from the first JAR that has it, as the class loader finds it.

    Raises:
        JacocoError: A target is in none of the JARs.
    """
    wanted = {target.name: target for target in targets}
    found: set[str] = set()
    for jar in jars:
        with zipfile.ZipFile(jar) as archive:
            for entry in archive.namelist():
                name = entry.removesuffix(".class").replace("/", ".")
                outer = name.partition("$")[0]
                if not entry.endswith(".class") or outer not in wanted or name in found:
                    continue
                found.add(name)
                place = folder / entry
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(archive.read(entry))
    if lacking := sorted(wanted.keys() - found):
        raise JacocoError(f"no JAR of the line has {', '.join(lacking)}: put the area's `watched` right")


def _jar(jars: Iterable[Path], beginning: str) -> Path:
    for jar in jars:
        if jar.name.startswith(beginning):
            return jar
    raise JacocoError(f"the lock has no {beginning}….jar: {_RESTORE}")


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A line of an original's source that branches.

    Attributes:
        class_name: The class, with its package; nested ones as `Outer$Nested`.
        method: The method's name; what a lambda does is in `lambda$method$0`.
        line: The line's number in the source file of the release.
    """

    class_name: str
    method: str
    line: int

    def __str__(self) -> str:
        return f"{self.class_name.rpartition('.')[2]}.{self.method}:{self.line}"


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    covered: int
    total: int

    def __add__(self, other: Share) -> Share:
        return Share(self.covered + other.covered, self.total + other.total)

    @property
    def percent(self) -> float:
        """100 where there is nothing."""
        return 100.0 * self.covered / self.total if self.total else 100.0


@dataclass(frozen=True, slots=True)
class ClassCount:
    """One class, nested ones apart.

    Attributes:
        lines: Source lines of which any instruction ran.
        branches: Branches that were taken.
        places: By line that branches how many of its branches were taken.
    """

    lines: Share
    branches: Share
    places: Mapping[Place, Share] = field(default_factory=dict)


def read_report(path: Path) -> dict[str, ClassCount]:
    """The classes of a report, by name.

    Raises:
        JacocoError: The file is no report of JaCoCo's, or its sums don't agree.
    """
    try:
        root = ET.parse(path).getroot()  # noqa: S314 - JaCoCo has just written it
        if root.tag != "report":
            raise ValueError(f"its root is <{root.tag}>")  # noqa: TRY301 - as any other malformed report
        return {name: count for package in root.iter("package") for name, count in _package(package)}
    except (OSError, ET.ParseError, ValueError, KeyError, TypeError) as error:
        raise JacocoError(f"{path} is no report of JaCoCo's: {error}") from error


def _package(package: ET.Element) -> Iterator[tuple[str, ClassCount]]:
    sources = {source.attrib["name"]: source for source in package.iter("sourcefile")}
    by_source: dict[str, list[ET.Element]] = defaultdict(list)
    for found in package.iter("class"):
        by_source[found.attrib["sourcefilename"]].append(found)
    for name, classes in by_source.items():
        places = _placed(classes, sources[name])
        for found in classes:
            class_name = _dotted(found)
            own = {place: share for place, share in places.items() if place.class_name == class_name}
            yield class_name, ClassCount(_counter(found, "LINE"), _counter(found, "BRANCH"), own)


def _placed(classes: list[ET.Element], source: ET.Element) -> dict[Place, Share]:
    """Where the branches of a source file's methods stand."""
    free = {
        int(line.attrib["nr"]): Counter(mb=int(line.attrib["mb"]), cb=int(line.attrib["cb"]))
        for line in source.iter("line")
    }
    methods = [
        (int(method.get("line", "0")), _dotted(found), method.attrib["name"], _counter(method, "BRANCH"))
        for found in classes
        for method in found.iter("method")
    ]
    places: dict[Place, Share] = {}
    # Lambdas begin after their method does, and end before it: last ones first.
    for begin, class_name, name, share in sorted(methods, reverse=True):
        missed, covered = share.total - share.covered, share.covered
        for number in sorted(free):
            if number < begin or not (missed or covered):
                continue
            left = free[number]
            here_missed, here_covered = min(missed, left["mb"]), min(covered, left["cb"])
            if here_missed or here_covered:
                left.subtract({"mb": here_missed, "cb": here_covered})
                missed, covered = missed - here_missed, covered - here_covered
                place = Place(class_name, name, number)
                places[place] = places.get(place, Share(0, 0)) + Share(here_covered, here_covered + here_missed)
        if missed or covered:
            raise ValueError(f"{class_name}.{name}: {missed + covered} branches stand on no line")
    return places


def _dotted(found: ET.Element) -> str:
    return found.attrib["name"].replace("/", ".")


def _counter(element: ET.Element, kind: str) -> Share:
    for counter in element.findall("counter"):
        if counter.attrib["type"] == kind:
            covered = int(counter.attrib["covered"])
            return Share(covered, covered + int(counter.attrib["missed"]))
    return Share(0, 0)
