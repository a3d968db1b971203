"""Figures and tables in HTML."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def table(
    caption: str, head: Sequence[str], rows: Sequence[Sequence[str]], *, keys: bool = False, present: int | None = None
) -> str:
    """A table that scrolls sideways by itself where the screen is narrow.

    Args:
        caption: What it shows.
        head: The columns' titles.
        rows: The cells, as text.
        keys: Whether the first column holds keys, which may be long.
        present: The row of the present setting, or None.
    """
    titles = "".join(f'<th scope="col">{escape(title)}</th>' for title in head)
    body = "".join(_row(row, keys=keys, present=place == present) for place, row in enumerate(rows))
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-label="{escape(caption)}"><table>'
        f"<caption>{escape(caption)}</caption><thead><tr>{titles}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _row(row: Sequence[str], *, keys: bool, present: bool) -> str:
    first = f'<td class="key">{escape(row[0])}</td>' if keys else f'<th scope="row">{escape(row[0])}</th>'
    cells = "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])
    mark = ' class="present"' if present else ""
    return f"<tr{mark}>{first}{cells}</tr>"


def details(summary: str, content: str) -> str:
    """Content that is opened by a click."""
    return f"<details><summary>{escape(summary)}</summary>{content}</details>"


def figures(named: Iterable[tuple[str, str]]) -> str:
    """Figures with their names, side by side."""
    return "<dl>" + "".join(f"<div><dt>{escape(n)}</dt><dd>{escape(f)}</dd></div>" for n, f in named) + "</dl>"
