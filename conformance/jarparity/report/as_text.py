"""Documents as plain text, for terminals and logs."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from jarparity.report.tables import Code, Column, Fields, Html, Items, Note, Section, Table, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from jarparity.report.tables import Block

_ESCAPED: Final = {
    code: f"\\u{code:04x}"
    for code in (*range(9), *range(11, 32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
}
"""Control characters, but for tabs and line ends, and those that turn the direction of a text."""

_GAP = "  "
_STEP = "  "


def as_text(blocks: Iterable[Block]) -> str:
    """The blocks, one below another; an empty line is between a section or a table and its neighbours."""
    parts = [(block, "\n".join(_lines(block, ""))) for block in blocks]
    rows: list[str] = []
    before: Block | None = None
    for block, text in parts:
        if text:
            apart = before is not None and (_is_apart(block) or _is_apart(before))
            rows += ["", text] if apart else [text]
            before = block
    return obeyed_by_none("\n".join(rows))


def obeyed_by_none(text: str) -> str:
    """The text with escapes for characters that a terminal obeys: a port may have written them."""
    return text.translate(_ESCAPED)


def _is_apart(block: Block) -> bool:
    return isinstance(block, Section | Table)


def _lines(block: Block, indent: str) -> Iterator[str]:
    inner = indent + _STEP
    match block:
        case Section(title, blocks):
            yield indent + title
            for part in blocks:
                yield from _lines(part, inner)
        case Table(_, _, caption):
            if caption:
                yield indent + caption
            yield from _table(block, inner if caption else indent)
        case Fields(rows):
            cells = [(name, text_of(value)) for name, value in rows]
            yield from _aligned([Column(""), Column("")], cells, indent)
        case Items(rows):
            yield from (inner + row for row in rows)
        case Note(text):
            yield indent + text
        case Code(text):
            yield from (indent + line for line in text.splitlines())
        case Html():
            pass
        case _:
            yield indent + block


def _table(table: Table, indent: str) -> Iterator[str]:
    rows = [tuple(map(text_of, row)) for row in table.rows]
    head = tuple(column.name for column in table.columns)
    yield from _aligned(table.columns, [head, *rows] if any(head) else rows, indent)


def _aligned(columns: Sequence[Column], rows: Sequence[Sequence[str]], indent: str) -> Iterator[str]:
    """Rows of cells that begin, or end, at the same places; a cell of several lines takes as many."""
    split = [[cell.splitlines() or [""] for cell in row] for row in rows]
    widths = [max((len(line) for row in split for line in row[at]), default=0) for at in range(len(columns))]
    for row in split:
        for parts in zip_longest(*row, fillvalue=""):
            cells = (
                f"{part:>{width}}" if column.right else f"{part:<{width}}"
                for column, width, part in zip(columns, widths, parts, strict=True)
            )
            yield (indent + _GAP.join(cells)).rstrip()
