"""Tables within hand-written pages: the command that measures writes between two marks, and nowhere else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity import whole_file

if TYPE_CHECKING:
    from pathlib import Path


class SectionError(ValueError):
    """The page lacks the marks of a section."""


def read_section(page: Path, name: str) -> str:
    """What stands between `<!-- name: begin -->` and `<!-- name: end -->`, without surrounding blank lines.

    Raises:
        OSError: The page can't be read.
        SectionError: A mark is missing, or stands twice.
    """
    return _split(page, name)[1].strip()


def write_section(page: Path, name: str, text: str) -> bool:
    """Puts `text` between the marks of `name`. Returns whether the page changed.

    Raises:
        OSError: The page can't be read or written.
        SectionError: A mark is missing, or stands twice.
    """
    before, old, after = _split(page, name)
    if old.strip() == text.strip():
        return False
    whole_file.replace(page, f"{before}\n{text.strip()}\n{after}".encode())
    return True


def _split(page: Path, name: str) -> tuple[str, str, str]:
    """The page up to and with the first mark, what is between, and the rest from the second mark on."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    text = page.read_text("utf-8")
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(end) < text.index(begin):
        raise SectionError(f"{page}: one `{begin}` and, after it, one `{end}` mark the section {name!r}; restore them")
    start, stop = text.index(begin) + len(begin), text.index(end)
    return text[:start], text[start:stop], text[stop:]
