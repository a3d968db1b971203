"""The tables at the top of `docs/behaviour-changes.md`.

What each release changed; and every operation, its lines, and how many changes they show.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from jarparity import registry
from jarparity.lines import Line
from jarparity.originals import locked_lines
from jarparity.report.as_markdown import as_markdown
from jarparity.report.tables import Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from jarparity.operations import Operation

_EXAMPLE = '<a id="'
"""Stands once before each change of a section."""
_CHANGE: Final = re.compile(
    rf"^{_EXAMPLE}(?P<place>[^\"]+)\"></a>\n\*\*(?P<family>\S+) .*\nRelease (?P<release>[^;]+);", re.MULTILINE
)
_PRODUCTS: Final = {"flink": "Flink", "flink-connector-kafka": "Flink's Kafka connector"}
"""By family what people call it; the families of Kafka have one version, and one name."""


def by_release(sections: Mapping[str, str]) -> str:
    """The table of products' releases, each with links to what it changed; to the first operation that shows it.

    Args:
        sections: By operation its section of the page, in the page's order.
    """
    found: dict[Line, dict[str, str]] = {}
    for content in sections.values():
        for match in _CHANGE.finditer(content):
            family = "Kafka" if match["family"].startswith("kafka") else match["family"]
            change = match["place"].partition("/")[2]
            found.setdefault(Line(family, match["release"]), {}).setdefault(change, match["place"])
    rows = [
        (
            f"{_PRODUCTS.get(line.family, line.family)} {line.version}",
            ", ".join(f"[{change}](#{place})" for change, place in found[line].items()),
        )
        for line in sorted(found)
    ]
    return as_markdown([Table.of(["release", "changes"], rows)], str) + "\n"


def overview(sections: Mapping[str, str]) -> str:
    """The table of operations.

    Args:
        sections: By operation its section of the page; those that were never searched have none.
    """
    rows = []
    for operation in registry.OPERATIONS.values():
        lines = sorted((line for line in locked_lines() if operation.has(line)), key=lambda line: line.age)
        rows.append((_link(operation, sections), _lines(lines), _changes(sections.get(operation.name), lines)))
    return as_markdown([Table.of(["operation", "releases", "changes between them"], rows)], str) + "\n"


def spans(lines: Sequence[Line]) -> str:
    """The lines in words, a family named where it begins: `kafka_2.13 2.4.1, 3.5.2, kafka-tools 3.9.2`."""
    said = []
    family = ""
    for line in lines:
        said.append(str(line) if line.family != family else line.version)
        family = line.family
    return ", ".join(said)


def _link(operation: Operation, sections: Mapping[str, str]) -> str:
    # The address that a heading gets: its text without dots.
    return f"[{operation.name}](#{operation.name.replace('.', '')})" if operation.name in sections else operation.name


def _lines(lines: Sequence[Line]) -> str:
    if len(lines) < 2:  # noqa: PLR2004 - nothing to span
        return str(lines[0]) if lines else "none"
    first, last = lines[0], lines[-1]
    return f"{len(lines)}: {first} to {last if last.family != first.family else last.version}"


def _changes(section: str | None, lines: Sequence[Line]) -> str:
    if section is not None:
        return f"{section.count(_EXAMPLE):,}" if _EXAMPLE in section else "no change"
    return "not searched" if len(lines) > 1 else "nothing to compare with"
