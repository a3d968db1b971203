"""Documents as Markdown, for the page of a CI run and for the pages of `docs`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from jarparity.report.tables import Code, Fields, Html, Items, Note, Section, Table, text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from jarparity.report.tables import Block, Column

_SPECIAL: Final = re.compile(r"[\\`*_{}\[\]<>()#+!|~&$@:]")


def plain(text: str) -> str:
    """Text that Markdown and HTML leave as it is, on one line."""
    return _SPECIAL.sub(lambda match: f"&#{ord(match[0])};", " ".join(text.split()))


def as_markdown(blocks: Iterable[Block], escape: Callable[[str], str] = plain, level: int = 2) -> str:
    """The blocks, an empty line between them.

    Args:
        blocks: What is written.
        escape: Makes Markdown of each text: `str` where the texts are Markdown already, and of our own making.
        level: Of the headings.
    """
    return "\n\n".join(text for block in blocks if (text := "\n".join(_lines(block, escape, level))))


def _lines(block: Block, escape: Callable[[str], str], level: int) -> Iterator[str]:
    match block:
        case Section(title, blocks, _, folded):
            yield f"<details><summary>{escape(title)}</summary>" if folded else f"{'#' * level} {escape(title)}"
            yield ""
            yield as_markdown(blocks, escape, level + 1)
            if folded:
                yield "</details>"
        case Table():
            yield from _table(block, escape)
        case Fields(rows):
            named = ((escape(name), escape(text_of(value))) for name, value in rows)
            yield from (f"- {name}: {value}" if name else f"- {value}" for name, value in named)
        case Items(rows):
            yield from (f"- {escape(row)}" for row in rows)
        case Note(text):
            yield escape(text)
        case Code(text):
            fence = "`" * max([3, *(len(run) + 1 for run in re.findall("`+", text))])
            yield from (fence, text, fence)
        case Html():
            pass
        case _:
            yield escape(block)


def _table(table: Table, escape: Callable[[str], str]) -> Iterator[str]:
    if table.caption:
        yield escape(table.caption)
        yield ""
    yield _row(escape(column.name) for column in table.columns)
    yield f"|{'|'.join('---:' if column.right else '---' for column in table.columns)}|"
    for row in table.rows:
        yield _row(_cell(column, text_of(cell), escape) for column, cell in zip(table.columns, row, strict=True))


def _cell(column: Column, text: str, escape: Callable[[str], str]) -> str:
    return f"`{text}`" if column.code and text else escape(text)


def _row(cells: Iterable[str]) -> str:
    return f"|{'|'.join(f' {cell} ' if cell else ' ' for cell in cells)}|"
