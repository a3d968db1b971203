"""What JaCoCo's XML report says, by class: lines, branches, and where each branch stands.

The report counts branches by method, and by line of a source file, but not by both. A line of a method is found by
what is left: methods are gone through from the last to the first, each taking the nearest lines at or after its
beginning until all its branches are placed. So every sum is the report's own.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from jarparity.measures.coverage.jacoco import JacocoError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path


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
