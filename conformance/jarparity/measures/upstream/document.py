"""The tables at the end of `docs/upstream-tests.md`, made from the record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity import data
from jarparity.lines import Line
from jarparity.page_section import write_section

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from jarparity.measures.upstream.delegation import ClassRecord, Delegation

SECTION: Final = "upstream"


def page() -> Path:
    """In a checkout; an installed kit has no documents."""
    return data.fixtures().parent / "docs" / "upstream-tests.md"


def write(delegation: Delegation) -> None:
    """Writes the tables into the page.

    Raises:
        SectionError: The page lacks the marks of its section.
    """
    write_section(page(), SECTION, tables(delegation))


def tables(delegation: Delegation) -> str:
    """By line, its classes; then the reasons."""
    rows: list[str] = []
    for line, classes in sorted(delegation.lines.items(), key=lambda item: Line.parse(item[0])):
        rows += [f"### {line}", "", *_table(classes), ""]
    rows += ["### Reasons", "", *(f"- **{name}**: {reason}" for name, reason in sorted(delegation.reasons.items()))]
    return "\n".join(rows)


def _table(classes: Mapping[str, ClassRecord]) -> list[str]:
    rows = ["| class | tests | asks | methods that never ask |", "|---|---:|---|---|"]
    for name, record in classes.items():
        operations = ", ".join(f"`{operation}`" for operation in record.operations) or "nothing"
        rows.append(f"| `{name.rpartition('.')[2]}` | {record.tests} | {operations} | {_kept(record)} |")
    return [*rows, f"| together | {sum(record.tests for record in classes.values())} | | |"]


def _kept(record: ClassRecord) -> str:
    by_reason: dict[str, list[str]] = {}
    for method, reason in record.kept.items():
        by_reason.setdefault(reason, []).append(f"`{method}`")
    for method, reason in record.partly.items():
        by_reason.setdefault(reason, []).append(f"`{method}` (in some invocations)")
    return "; ".join(f"**{reason}**: {', '.join(methods)}" for reason, methods in by_reason.items())
