"""Documents on a terminal, with colours and as wide as it is; only `jarparity spark` uses it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich import box
from rich.markup import escape
from rich.table import Table as RichTable

from jarparity.report.as_text import as_text
from jarparity.report.tables import Note, Section, Table, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console

    from jarparity.report.tables import Block

_STYLES: Final = {"good": "green", "bad": "red", "warning": "yellow", "quiet": "dim", "finding": "bold"}


def print_blocks(blocks: Iterable[Block], console: Console) -> None:
    """Prints the blocks: tables fit into the console's width, sentences are as long as they are."""
    for block in blocks:
        match block:
            case Section(title, parts):
                console.print("")
                console.print(title, style="bold", markup=False, highlight=False, soft_wrap=True)
                print_blocks(parts, console)
            case Table():
                console.print(_rich(block), highlight=False)
            case Note(text, tone):
                console.print(text, style=_STYLES[tone], markup=False, highlight=False, soft_wrap=True)
            case _:
                if text := as_text([block]):
                    console.print(text, markup=False, highlight=False, soft_wrap=True)


def _rich(table: Table) -> RichTable:
    made = RichTable(title=escape(table.caption), title_justify="left", title_style="", box=box.SIMPLE_HEAD)
    made.pad_edge = False
    for column in table.columns:
        made.add_column(escape(column.name), justify="right" if column.right else "left", overflow="fold")
    for row in table.rows:
        made.add_row(*(escape(text_of(cell)) for cell in row))
    return made
