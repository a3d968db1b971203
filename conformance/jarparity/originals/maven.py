"""Running Maven: one process for all that is wanted, its output followed, its failures made sentences."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from jarparity.originals import advice
from jarparity.originals.errors import OriginalsError, OriginalsUnavailableError
from jarparity.originals.followed import follow
from jarparity.originals.toolchain import require_maven

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from jarparity.lines import Line
    from jarparity.originals.declared import Coordinates

Progress: TypeAlias = "Callable[[str], None]"
"""Takes a few words about what goes on now."""

PLUGIN = "3.8.1"
"""The version of the maven-dependency-plugin."""

_POM = """\
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>io.jarparity</groupId>
  <artifactId>jarparity-originals</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <build><plugins><plugin>
    <groupId>org.apache.maven.plugins</groupId>
    <artifactId>maven-dependency-plugin</artifactId>
    <version>{plugin}</version>
    <executions>
{executions}    </executions>
  </plugin></plugins></build>
</project>
"""
_EXECUTION = """\
      <execution><id>{name}</id><phase>none</phase><goals><goal>copy</goal></goals><configuration>
        <outputDirectory>${{lines.directory}}/{name}</outputDirectory><artifactItems>{items}</artifactItems>
      </configuration></execution>
"""

_SILENCE = 900.0
"""Seconds that Maven may be without a line of output: it says which JAR it fetches, and the largest has 51 MB."""

_SHOWN = 8
"""Lines of its output that are shown where the failure isn't one of the known kinds."""

_HEADLINES = (
    (re.compile(r"Downloading from \S+: \S*/([^/\s]+\.jar)"), "downloading"),
    (re.compile(r"\[INFO\] Copying (\S+\.jar) to "), "copying"),
)
_OFFLINE = re.compile(r"in offline mode|while offline|system is offline", re.IGNORECASE)
_ABSENT = re.compile(r"Could not find artifact (\S+)")
_NETWORK = re.compile(
    r"unknown ?host|connection refused|timed out|unreachable|no route to host|name or service not known"
    r"|name resolution|could not transfer|proxy authentication|PKIX path|status code: 5\d\d|connection reset",
    re.IGNORECASE,
)
_NO_JAVA = re.compile(r"JAVA_HOME .*(not defined|not correctly|should point)|Unable to locate a Java Runtime")


def copy_lines(
    lines: Mapping[Line, Iterable[Coordinates]],
    destination: Path,
    scratch: Path,
    progress: Progress,
    options: Sequence[str],
) -> None:
    """Has Maven copy each line's JARs into `destination/<family>-<version>`.

    Args:
        lines: For each line what to copy.
        destination: A folder that need not exist.
        scratch: An existing folder, for the POM that Maven is handed.
        progress: Told what goes on.
        options: More arguments.

    Raises:
        OriginalsUnavailableError: Maven or Java is missing, or the repository can't be reached or doesn't answer.
        OriginalsError: A JAR is not in the repository, or Maven failed otherwise.
    """
    pom = scratch / "pom.xml"
    executions = "".join(_execution(line, jars) for line, jars in lines.items())
    pom.write_text(_POM.format(plugin=PLUGIN, executions=executions), "utf-8")
    goals = [f"dependency:copy@{line.folder}" for line in lines]
    places = {str(jar): jar.place for jars in lines.values() for jar in jars}
    _run(["-N", *options, f"-Dlines.directory={destination}", *goals], pom, progress, places)


def _execution(line: Line, jars: Iterable[Coordinates]) -> str:
    items = "".join(
        f"<artifactItem><groupId>{jar.group}</groupId><artifactId>{jar.artifact}</artifactId>"
        f"<version>{jar.version}</version><classifier>{jar.classifier or ''}</classifier></artifactItem>"
        for jar in jars
    )
    return _EXECUTION.format(name=line.folder, items=items)


def _run(arguments: Sequence[str], pom: Path, progress: Progress, places: Mapping[str, str]) -> None:
    def heard(line: str) -> None:
        if headline := _headline(line):
            progress(headline)

    options = ["-B", "-Dstyle.color=never", "-f", str(pom)]
    ended = follow([str(require_maven()), *options, *arguments], _SILENCE, heard, pom.parent)
    if ended.silent:
        last = f"; the last was: {ended.said[-1]}" if ended.said else ""
        what = f"Maven wrote no line for {_SILENCE / 60:g} minutes, and was ended{last}"
        raise OriginalsUnavailableError(f"{what}\nIts repository may not answer, or be too slow.\n{advice.NETWORK}")
    if ended.code:
        raise _explain(ended.said, ended.code, places)


def _headline(line: str) -> str | None:
    for pattern, verb in _HEADLINES:
        if match := pattern.search(line):
            return f"{verb} {match[1]}"
    return None


def _explain(output: list[str], code: int, places: Mapping[str, str]) -> OriginalsError:
    """The sentence for a failed run: what failed, in Maven's own words, and what fixes it."""

    def first(pattern: re.Pattern[str]) -> str | None:
        return next((line.removeprefix("[ERROR] ") for line in output if pattern.search(line)), None)

    if said := first(_NO_JAVA):
        return OriginalsUnavailableError(f"Maven found no Java: {said}\n{advice.JAVA}")
    if said := first(_OFFLINE):
        return OriginalsUnavailableError(f"Maven, offline, doesn't have everything yet: {said}\n{advice.NETWORK}")
    if said := first(_NETWORK):
        return OriginalsUnavailableError(f"Maven could not reach its repository: {said}\n{advice.NETWORK}")
    if said := first(_ABSENT):
        place = next((f"{place}: " for jar, place in places.items() if f" {jar} " in f"{said} "), "")
        said = f"{place}Maven's repository doesn't have it: {said}"
        return OriginalsError(f"{said}\n(is it a mirror that lacks this version?)")
    errors = [line for line in output if line.startswith("[ERROR]")] or output
    shown = "\n  ".join(errors[:_SHOWN])
    return OriginalsError(f"Maven failed with exit code {code}:\n  {shown}")
