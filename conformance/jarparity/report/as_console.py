"""Documents on a terminal, with colours and as wide as it is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from rich import box
from rich.markup import escape
from rich.measure import Measurement
from rich.table import Table as RichTable
from rich.text import Text

from jarparity.report.as_text import as_text, obeyed_by_none
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
                console.print(Text(obeyed_by_none(title), _HEADINGS.get(tone, "bold")))
                print_blocks(parts, console)
            case Fields(rows):
                _print_fields(rows, console)
            case Table():
                _print_table(block, console)
            case Note(text, tone):
                console.print(Text(obeyed_by_none(text), _STYLES[tone]))
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
        grid.add_row(Text(label, "dim"), Text(obeyed_by_none(text_of(value))))
        console.print(grid)


def _print_table(table: Table, console: Console) -> None:
    """A table whose figures fit, but not beside the names of its rows, has each name on a line of its own."""
    made = _rich(table)
    figures = replace(table, columns=table.columns[1:], rows=tuple(row[1:] for row in table.rows), caption="")
    fits = [_width(one, console) <= console.width for one in (made, _rich(figures))]
    head, *rows = as_text([figures]).splitlines() or [""]
    is_plain = all(column.right for column in figures.columns) and len(rows) == len(table.rows)
    if fits == [False, True] and is_plain:
        print_blocks([table.caption] if table.caption else [], console)
        console.print("")
        console.print(Text(f"{table.columns[0].name}\n{head}", "bold"))
        for name, row in zip(table.rows, rows, strict=True):
            console.print(Text(f"{obeyed_by_none(text_of(name[0]))}\n{row}"))
        console.print("")
    else:
        console.print(made, highlight=False)


def _width(table: RichTable, console: Console) -> int:
    """Columns of the terminal that a table needs, so that no cell is folded."""
    return Measurement.get(console, console.options.update(max_width=10_000), table).maximum


def _rich(table: Table) -> RichTable:
    made = RichTable(title=escape(table.caption), title_justify="left", title_style="", box=box.SIMPLE_HEAD)
    made.pad_edge = False
    for column in table.columns:
        made.add_column(escape(column.name), justify="right" if column.right else "left", overflow="fold")
    for row in table.rows:
        made.add_row(*(escape(obeyed_by_none(text_of(cell))) for cell in row))
    return made
