"""The parts of docs/quality.md that the measures write."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity.page_section import read_section, write_section
from jarparity.report.as_markdown import as_markdown

if TYPE_CHECKING:
    from jarparity.report.tables import Block

ROOT: Final = Path(__file__).resolve().parents[1]
PAGE: Final = ROOT / "docs" / "quality.md"
WRITTEN: Final = (
    "docs/quality.md",
    "quality/campaign/measured.json",
    "quality/draws/measured.json",
    "quality/health/measured.json",
)
"""What the measures write: no change of what they measure."""


def markdown(*blocks: Block) -> str:
    """Blocks whose texts are Markdown already."""
    return as_markdown(blocks, escape=str, level=3)


def settle(section: str, text: str, *, check: bool) -> bool:
    """Writes a measure's part of the page; with `check` leaves it. Returns whether it was, or is, another one.

    Raises:
        SectionError: The page lacks the part's marks.
    """
    return read_section(PAGE, section) != text.strip() if check else write_section(PAGE, section, text)
