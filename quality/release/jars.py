"""The JARs of the lock: their coordinates, from `pom.xml`, and their licences, from POMs and those's parents."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

from jarparity.originals.lock import read_lock
from jarparity.originals.toolchain import require_maven
from quality.release.desk import StepFailedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from quality.release.desk import Desk

_PLUGIN: Final = "{*}plugin[{*}artifactId='maven-dependency-plugin']"
_PROPERTY: Final = re.compile(r"\$\{([^}]+)\}")
_DEEPEST: Final = 12
"""Parents above parents, at most."""


@dataclass(frozen=True, slots=True, order=True)
class Coordinates:
    """What Maven calls an artifact's project.

    Attributes:
        group: Its groupId.
        artifact: Its artifactId.
        version: Its version.
    """

    group: str
    artifact: str
    version: str

    def __str__(self) -> str:
        return f"{self.group}:{self.artifact}:{self.version}"


@dataclass(frozen=True, slots=True)
class Jar:
    """A JAR of the lock.

    Attributes:
        name: The file's.
        coordinates: Whose it is.
        classifier: Which of the project's JARs; None for the main one.
        digest: Its SHA-256, in hexadecimal digits.
        sets: The lines, suites and the like that have it, in order.
    """

    name: str
    coordinates: Coordinates
    classifier: str | None
    digest: str
    sets: tuple[str, ...]


def locked(desk: Desk) -> list[Jar]:
    """All JARs of the lock, by name.

    Raises:
        StepFailedError: `pom.xml` doesn't say whose a JAR is, or one name has two digests.
    """
    where = _declared(desk.root / "pom.xml")
    found: dict[str, tuple[str, list[str]]] = {}
    faults: list[str] = []
    document = read_lock(desk.root / "fixtures" / "originals.lock.json").document()
    groups = document.values() if isinstance(document, dict) else ()
    for group in groups:
        for line, jars in group.items() if isinstance(group, dict) else ():
            for name, text in jars.items() if isinstance(jars, dict) else ():
                digest, sets = found.setdefault(name, (str(text), []))
                sets.append(line)
                if digest != text:
                    faults.append(f"{name}: {line} has another digest of it than {sets[0]}")
    faults += [f"{name}: `pom.xml` doesn't say whose it is" for name in found if name not in where]
    if faults:
        raise StepFailedError(*faults)
    return [
        Jar(name, *where[name], digest.removeprefix("sha256:"), tuple(sorted(set(sets))))
        for name, (digest, sets) in sorted(found.items())
    ]


def licences(desk: Desk, jars: Iterable[Jar]) -> dict[Coordinates, tuple[str, ...]]:
    """The names of the licences that each JAR's POM declares, or the next of its parents that declares any.

    Raises:
        StepFailedError: Maven can't fetch a POM.
    """
    fetch = _Fetching(desk)
    wanted = {jar.coordinates for jar in jars}
    return resolve(wanted, fetch)


def resolve(
    wanted: Iterable[Coordinates], fetch: Callable[[Iterable[Coordinates]], Mapping[Coordinates, ET.Element]]
) -> dict[Coordinates, tuple[str, ...]]:
    """As `licences`, by whatever fetches POMs: all that are needed at once, then their parents, and so on."""
    above = {one: one for one in wanted}
    found: dict[Coordinates, tuple[str, ...]] = {}
    for _ in range(_DEEPEST):
        if not above:
            return found
        poms = fetch(sorted(set(above.values())))
        parents: dict[Coordinates, Coordinates] = {}
        for one, place in above.items():
            names = _names(poms[place])
            parent = None if names else _parent(poms[place])
            if parent is None:
                found[one] = names
            else:
                parents[one] = parent
        above = parents
    raise StepFailedError(f"the parents of {min(above)} have no end")


class _Fetching:
    """Fetches POMs by Maven, many in one run."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._plugin = ET.parse(desk.root / "pom.xml").findtext(f".//{_PLUGIN}/{{*}}version")  # noqa: S314 - our own

    def __call__(self, wanted: Iterable[Coordinates]) -> dict[Coordinates, ET.Element]:
        folder = self._desk.scratch / "poms"
        folder.mkdir(exist_ok=True)
        names = {one: f"{one.group}~{one.artifact}~{one.version}.pom" for one in wanted}
        items = "".join(_item(one, name) for one, name in names.items() if not (folder / name).is_file())
        if items:
            project = self._desk.scratch / "fetch.xml"
            project.write_text(_PROJECT.format(plugin=self._plugin, folder=folder, items=items), "utf-8")
            maven = str(require_maven())
            self._desk.must([maven, "-B", "-q", "-N", "-f", str(project), "dependency:copy@poms"], self._desk.scratch)
        return {one: ET.parse(folder / name).getroot() for one, name in names.items()}  # noqa: S314 - read, not run


_PROJECT: Final = """\
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>io.jarparity</groupId><artifactId>poms</artifactId><version>1</version><packaging>pom</packaging>
  <build><plugins><plugin>
    <groupId>org.apache.maven.plugins</groupId><artifactId>maven-dependency-plugin</artifactId><version>{plugin}</version>
    <executions><execution>
      <id>poms</id><phase>none</phase><goals><goal>copy</goal></goals>
      <configuration><outputDirectory>{folder}</outputDirectory><artifactItems>{items}</artifactItems></configuration>
    </execution></executions>
  </plugin></plugins></build>
</project>
"""


def _item(one: Coordinates, name: str) -> str:
    return (
        f"<artifactItem><groupId>{one.group}</groupId><artifactId>{one.artifact}</artifactId>"
        f"<version>{one.version}</version><type>pom</type><destFileName>{name}</destFileName></artifactItem>"
    )


def _names(pom: ET.Element) -> tuple[str, ...]:
    """What a POM's `licenses` say: the name, or where there is none the address."""
    found = (
        " ".join((one.findtext("{*}name") or one.findtext("{*}url") or "").split())
        for one in pom.iterfind("{*}licenses/{*}license")
    )
    return tuple(filter(None, found))


def _parent(pom: ET.Element) -> Coordinates | None:
    parent = pom.find("{*}parent")
    if parent is None:
        return None
    texts = ((parent.findtext(f"{{*}}{field}") or "").strip() for field in ("groupId", "artifactId", "version"))
    return Coordinates(*texts)


def _declared(pom: Path) -> dict[str, tuple[Coordinates, str | None]]:
    """By file name: coordinates and classifier of every JAR that an execution of `dependency:copy` fetches."""
    tree = ET.parse(pom).getroot()  # noqa: S314 - the kit's own file
    properties = {
        element.tag.rpartition("}")[2]: (element.text or "").strip() for element in tree.iterfind("{*}properties/*")
    }

    def text(item: ET.Element, field: str) -> str:
        return _PROPERTY.sub(lambda found: properties[found[1]], (item.findtext(f"{{*}}{field}") or "").strip())

    declared = {}
    for item in tree.iterfind(f".//{_PLUGIN}//{{*}}artifactItem"):
        one = Coordinates(text(item, "groupId"), text(item, "artifactId"), text(item, "version"))
        classifier = text(item, "classifier") or None
        end = f"-{classifier}" if classifier else ""
        declared[f"{one.artifact}-{one.version}{end}.jar"] = (one, classifier)
    return declared
