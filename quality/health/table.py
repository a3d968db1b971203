"""The table of the health of the kit, in docs/quality.md: a row a measurement, and each part renews its own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity import page_section

if TYPE_CHECKING:
    from collections.abc import Sequence

PAGE: Final = Path(__file__).parents[2] / "docs" / "quality.md"
SECTION: Final = "health"
_HEAD: Final = "| measure | what was run | result | at |\n|---|---|---|---|"
_ROW: Final = re.compile(r"\| `(\w+)`([^|]*?) \| ([^|]*) \| ([^|]*) \|(?: ([^|]+))? \|")


@dataclass(frozen=True, slots=True)
class Row:
    """A measurement.

    Attributes:
        part: The part of `python -m quality health` that made it.
        about: What of the part, such as the command that was killed; may be empty.
        run: What was run, with its counts.
        result: What came of it.
        at: The state of the code that was measured, as `State` says it; empty where `about` says it already.
    """

    part: str
    about: str
    run: str
    result: str
    at: str

    def __str__(self) -> str:
        part = f"`{self.part}`{' ' if self.about else ''}{self.about}"
        return f"| {part} | {self.run} | {self.result} |{' ' if self.at else ''}{self.at} |"


def rows_of(part: str, page: Path = PAGE) -> list[Row]:
    """The rows that a part has made.

    Raises:
        ValueError: The section holds something else than this table.
        SectionError: The page lacks the section's marks.
    """
    return [row for row in _read(page_section.read_section(page, SECTION)) if row.part == part]


def renew(rows: Sequence[Row], page: Path = PAGE, instead_of: Sequence[Row] = ()) -> bool:
    """Puts these rows in place of those of the same measurement; the others stay. Returns whether the page changed.

    Args:
        rows: The new ones.
        page: Whose section it is.
        instead_of: Rows that go, too.

    Raises:
        ValueError: A row can't stand in a table, or the section holds something else than this table.
        SectionError: The page lacks the section's marks.
    """
    kept = {(row.part, row.about): row for row in _read(page_section.read_section(page, SECTION))}
    kept = {key: row for key, row in kept.items() if row not in instead_of}
    for row in rows:
        if _read(f"{_HEAD}\n{row}") != [row]:
            raise ValueError(f"not a row of a table: {row}")
        kept[row.part, row.about] = row
    body = "\n".join(str(kept[key]) for key in sorted(kept))
    return page_section.write_section(page, SECTION, f"{_HEAD}\n{body}" if kept else "")


def _read(text: str) -> list[Row]:
    lines = text.splitlines()
    if text and "\n".join(lines[:2]) != _HEAD:
        raise ValueError(f"the section {SECTION!r} doesn't begin with its table's head; empty it, and measure again")
    found = []
    for line in lines[2:]:
        match = _ROW.fullmatch(line)
        if match is None:
            raise ValueError(f"no row of the section {SECTION!r}: {line!r}; remove it, and measure again")
        found.append(Row(match[1], match[2].strip(), match[3], match[4], match[5] or ""))
    return found
