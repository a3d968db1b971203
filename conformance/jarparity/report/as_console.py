"""Documents on a terminal, with colours and as wide as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich import box
from rich.markup import escape
from rich.table import Table as RichTable
from rich.text import Text

from jarparity.report.as_text import as_text
from jarparity.report.tables import Code, Fields, Note, Section, Shown, Table, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import Console

    from jarparity.report.tables import Block, Cell

_HEADINGS: Final = {"bad": "bold red"}
_STYLES: Final = {"good": "green", "bad": "red", "warning": "yellow", "quiet": "dim", "finding": "bold"}


def print_blocks(blocks: Iterable[Block], console: Console) -> None:
    """Prints the blocks: tables fit into the console's width, sentences are folded between words; code is not."""
    for block in blocks:
        match block:
            case Section(title, parts, tone=tone):
                console.print("")
                console.print(Text(title, _HEADINGS.get(tone, "bold")))
                print_blocks(parts, console)
            case Fields(rows):
                _print_fields(rows, console)
            case Table():
                console.print(_rich(block), highlight=False)
            case Note(text, tone):
                console.print(Text(text, _STYLES[tone]))
            case _:
                if text := as_text([block]):
                    console.print(text, markup=False, highlight=False, soft_wrap=isinstance(block, Code))


def _print_fields(rows: Sequence[tuple[str, Cell]], console: Console) -> None:
    """Names and values, indented. A long value goes on below itself; a command is one line, which can be copied."""
    width = max((len(name) for name, _ in rows), default=0)
    for name, value in rows:
        label = f"  {name:<{width}}  "
        if isinstance(value, Shown) and value.is_command:
            console.print(Text.assemble((label, "dim"), value.text), soft_wrap=True)
            continue
        grid = RichTable.grid()
        grid.add_column(width=len(label))
        grid.add_column(overflow="fold")
        grid.add_row(Text(label, "dim"), Text(text_of(value)))
        console.print(grid)


def _rich(table: Table) -> RichTable:
    made = RichTable(title=escape(table.caption), title_justify="left", title_style="", box=box.SIMPLE_HEAD)
    made.pad_edge = False
    for column in table.columns:
        made.add_column(escape(column.name), justify="right" if column.right else "left", overflow="fold")
    for row in table.rows:
        made.add_row(*(escape(text_of(cell)) for cell in row))
    return made
