"""What `pom.xml` declares: each line and each suite a `dependency:copy` execution, the folder's name its id."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from jarparity.lines import Line
from jarparity.originals.errors import OriginalsError

if TYPE_CHECKING:
    from pathlib import Path

_EXECUTION = ".//{*}plugin[{*}artifactId='maven-dependency-plugin']/{*}executions/{*}execution"
_ID = re.compile(r"(.+?)-(\d.*)")


_SUITES = ("-tests", "-live", "-tool")
"""Ends of the families of sets that are no lines: nothing is asked of them by the catalogue."""


def declared_lines(pom: Path) -> list[Line]:
    """The lines of a pom, in order.

    Raises:
        OriginalsError: The file is no pom, or an execution's id is not a family, `-` and a version.
    """
    return [line for line in _declared(pom) if not line.family.endswith(_SUITES)]


def declared_suites(pom: Path) -> list[Line]:
    """The sets of JARs in a pom that are no lines, in order.

    Those are the originals' own test suites, whose families end in `-tests`, what real clusters are started from,
    whose families end in `-live`, and tools of the kit's own, whose families end in `-tool`.

    Raises:
        OriginalsError: As for `declared_lines`.
    """
    return [line for line in _declared(pom) if line.family.endswith(_SUITES)]


def _declared(pom: Path) -> list[Line]:
    try:
        tree = ET.parse(pom)  # noqa: S314 - the kit's own file
    except (OSError, ET.ParseError) as error:
        raise OriginalsError(f"{pom} can't be read: {error}") from None
    copies = (e for e in tree.iterfind(_EXECUTION) if e.findtext("{*}goals/{*}goal") == "copy")
    return sorted(_line(pom, copy.findtext("{*}id") or "") for copy in copies)


def _line(pom: Path, text: str) -> Line:
    # A version starts at the first digit after a '-': flink-connector-kafka-3.4.0-1.20 has 3.4.0-1.20.
    match = _ID.fullmatch(text.strip())
    if match is None:
        raise OriginalsError(f"{pom}: execution id {text!r}: write a family, '-' and a version, such as 'flink-2.3.0'")
    return Line(match[1], match[2])
