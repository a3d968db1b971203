"""Results as sentences, tables and figures: one model, of which text, Markdown, HTML and JSON are written.

`as_text`, `as_markdown`, `as_html` and `as_console` (rich) each write all of it; JSON is `Document.json`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.answers import JSON

Tone: TypeAlias = Literal["finding", "good", "bad", "warning", "quiet"]
"""How a sentence is shown; colour is never the only sign of anything."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A cell whose text isn't its value.

    Attributes:
        text: What people see. Each line of it is a line of the cell.
        value: What JSON has.
        html: What a page has in place of the text; whoever makes it escapes what comes from elsewhere.
        is_command: Whether it is to be copied, so that a terminal mustn't fold it.
    """

    text: str
    value: JSON = None
    html: str | None = None
    is_command: bool = False


Cell: TypeAlias = str | int | None | Shown
"""Numbers are shown with thousands separators, None as nothing."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes:
        name: Its heading.
        right: Whether its cells end at one edge, as numbers do.
        field: Its name in JSON; by default its heading.
        code: Whether its cells are code.
    """

    name: str
    right: bool = False
    field: str | None = None
    code: bool = False


def number(name: str, field: str | None = None) -> Column:
    """A column of numbers."""
    return Column(name, right=True, field=field)


@dataclass(frozen=True, slots=True)
class Table:
    """A table; where no column has a heading, it is shown without them.

    Attributes:
        columns: The columns.
        rows: Rows of cells, as many as there are columns.
        caption: What it shows.
        marked: Rows that are emphasised, such as the one of the present setting, by place.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str = ""
    marked: frozenset[int] = frozenset()

    @classmethod
    def of(
        cls, columns: Iterable[Column | str], rows: Iterable[Iterable[Cell]], caption: str = "", *marked: int
    ) -> Table:
        """A table of any iterables; a column that is only a name has text."""
        named = tuple(column if isinstance(column, Column) else Column(column) for column in columns)
        return cls(named, tuple(map(tuple, rows)), caption, frozenset(marked))

    def records(self) -> list[dict[str, JSON]]:
        """By row, the values by the columns' names in JSON."""
        names = [column.name if column.field is None else column.field for column in self.columns]
        return [dict(zip(names, map(value_of, row), strict=True)) for row in self.rows]


@dataclass(frozen=True, slots=True)
class Fields:
    """Names with their values, one below another; a row without a name goes on with the one before."""

    rows: tuple[tuple[str, Cell], ...]

    @classmethod
    def of(cls, rows: Iterable[tuple[str, Cell]]) -> Fields:
        """Fields of any iterable."""
        return cls(tuple(rows))


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence with a tone; one without is a `str`."""

    text: str
    tone: Tone


@dataclass(frozen=True, slots=True)
class Items:
    """A list of sentences."""

    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Code:
    """Lines as they are: a file, a command, JSON."""

    text: str


@dataclass(frozen=True, slots=True)
class Html:
    """What only a page has, such as a chart; whoever makes it escapes what comes from elsewhere."""

    html: str


@dataclass(frozen=True, slots=True)
class Section:
    """Blocks under a heading.

    Attributes:
        title: The heading.
        blocks: What it is of.
        anchor: Its address on a page, if it has one.
        folded: Whether a page opens it only when asked.
        tone: How a terminal shows the heading.
    """

    title: str
    blocks: tuple[Block, ...]
    anchor: str = ""
    folded: bool = False
    tone: Tone = "finding"


Block: TypeAlias = str | Note | Table | Fields | Items | Code | Html | Section


@dataclass(frozen=True, slots=True)
class Document:
    """What a command has to say.

    Attributes:
        blocks: For people.
        data: For machines.
        title: The heading of a page or a summary.
        subtitle: What stands below it.
    """

    blocks: tuple[Block, ...]
    data: JSON = None
    title: str = ""
    subtitle: str = ""

    def json(self) -> str:
        """The data, indented, in ASCII."""
        return json.dumps(self.data, indent=2)


def text_of(cell: Cell) -> str:
    """What people see of a cell."""
    match cell:
        case Shown():
            return cell.text
        case None:
            return ""
        case int():
            return f"{cell:,}"
    return cell


def value_of(cell: Cell) -> JSON:
    """What JSON has of a cell."""
    return cell.value if isinstance(cell, Shown) else cell
