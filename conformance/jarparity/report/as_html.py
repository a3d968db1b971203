"""Documents as HTML: parts of a page, and the page itself, one file that loads nothing."""

from __future__ import annotations

from html import escape
from importlib import resources
from typing import TYPE_CHECKING, Final

from jarparity.report.tables import Code, Fields, Html, Items, Note, Section, Shown, Table, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from jarparity.report.tables import Block, Cell, Column, Document


POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
"""The content security policy of every page of the kit: nothing from elsewhere, not even by mistake."""


def style(package: str, *names: str) -> str:
    """The common style, then the named files of a package."""
    return _file(__package__, "look.css") + "".join(_file(package, name) for name in names)


def script(package: str, *names: str) -> str:
    """The common script, then the named files of a package."""
    return _file(__package__, "look.js") + "".join(_file(package, name) for name in names)


def _file(package: str, name: str) -> str:
    return resources.files(package).joinpath(name).read_text("utf-8")


_CLASSES: Final = {"good": "finding good-text", "bad": "finding high-text", "warning": "high-text"}


def page(
    document: Document, package: str, *, scripts: Sequence[str] = ("page.js",), before: str = "", footer: str = ""
) -> str:
    """The whole page.

    Args:
        document: What it says; the page's data, if it has any, are an `Html` block.
        package: Has `page.css` and the scripts, which come after the common style and script.
        scripts: Names of files of the package.
        before: HTML between the header and the main part, such as the way to the sections.
        footer: The last line.
    """
    title = escape(document.title)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>{title}</title>
<style>
{style(package, "page.css")}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the main part</a>
<header><div><h1>{title}</h1><p class="quiet">{escape(document.subtitle)}</p></div>
<button id="theme" type="button" hidden>Theme</button></header>
{before}<main id="main" tabindex="-1">
{as_html(document.blocks)}
</main>
<footer class="quiet"><p>{escape(footer)}</p></footer>
<script>
{script(package, *scripts)}</script>
</body>
</html>
"""


def as_html(blocks: Iterable[Block], level: int = 2, heading: str = "") -> str:
    """The blocks, one below another; headings of sections have this level, and the blocks stand under this one."""
    return "\n".join(part for block in blocks for part in _parts(block, level, heading))


def _parts(block: Block, level: int, heading: str) -> Iterator[str]:
    match block:
        case Section(title, blocks, anchor, folded):
            yield from _section(title, as_html(blocks, level + 1, title), anchor, level, folded=folded)
        case Table():
            yield _table(block, heading)
        case Fields(rows):
            figures = "".join(f"<div><dt>{escape(name)}</dt><dd>{_text(value)}</dd></div>" for name, value in rows)
            yield f"<dl>{figures}</dl>"
        case Items(rows):
            yield f"<ul>{''.join(f'<li>{escape(row)}</li>' for row in rows)}</ul>"
        case Note(text, tone):
            yield f'<p class="{_CLASSES.get(tone, tone)}">{escape(text)}</p>'
        case Code(text):
            yield f"<pre>{escape(text)}</pre>"
        case Html(html):
            yield html
        case _:
            yield f"<p>{escape(block)}</p>"


def _section(title: str, content: str, anchor: str, level: int, *, folded: bool) -> Iterator[str]:
    if folded:
        yield f"<details><summary>{escape(title)}</summary>{content}</details>"
    elif anchor:
        yield f'<section id="{anchor}" aria-labelledby="{anchor}-title" tabindex="-1">'
        yield f'<h{level} id="{anchor}-title">{escape(title)}</h{level}>'
        yield content
        yield "</section>"
    else:
        yield f"<h{level}>{escape(title)}</h{level}>"
        yield content


def _table(table: Table, heading: str = "") -> str:
    """A table that scrolls sideways by itself on a narrow screen; a caption that repeats the heading is only heard."""
    caption = escape(table.caption)
    shown = f'<caption class="heard"><span>{caption}</span>' if caption == escape(heading) else f"<caption>{caption}"
    # A heading without words is none, for who hears it.
    titles = "".join(
        f'<th scope="col"{_class(c)}>{escape(c.name)}</th>' if c.name else "<td></td>" for c in table.columns
    )
    body = "".join(_row(table.columns, row, marked=at in table.marked) for at, row in enumerate(table.rows))
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-label="{caption}"><table>'
        f"{shown}</caption><thead><tr>{titles}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _row(columns: tuple[Column, ...], row: tuple[Cell, ...], *, marked: bool) -> str:
    cells = "".join(_cell(column, cell, at) for at, (column, cell) in enumerate(zip(columns, row, strict=True)))
    return f'<tr class="present">{cells}</tr>' if marked else f"<tr>{cells}</tr>"


def _cell(column: Column, cell: Cell, at: int) -> str:
    if column.code:
        return f'<td class="key">{_text(cell)}</td>'
    if at:
        return f"<td{_class(column)}>{_text(cell)}</td>"
    return f'<th scope="row"{_class(column)}>{_text(cell)}</th>'


def _class(column: Column) -> str:
    return ' class="number"' if column.right else ""


def _text(cell: Cell) -> str:
    if isinstance(cell, Shown) and cell.html is not None:
        return cell.html
    return "<br>".join(map(escape, text_of(cell).split("\n")))
