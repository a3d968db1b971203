"""What MkDocs is told beside mkdocs.yml.

Pages may link to files of the repository: the site gets copies of them. The page of the command line has what `--help`
prints. Names in tables may break behind a dot.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from mkdocs.structure.files import File, Files

from jarparity.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

ROOT: Final = Path(__file__).resolve().parents[1]
_LINK: Final = re.compile(r"\]\((?P<target>\.\./[^)#\s]+)(?P<anchor>#[^)\s]*)?\)")
_HELP: Final = "<!-- the help of every command -->"
_COLUMNS: Final = 80
_CELL: Final = re.compile(r"<td.*?</td>", re.DOTALL)
_CODE: Final = re.compile(r"<code>[^<]*</code>")
_DOT: Final = re.compile(r"\.(?=\w)")
_NESTED_LIST: Final = re.compile(r'<nav class="md-nav" aria-label="[^"]*">')
_BESIDE: Final = "repository"
"""The folder of the site in which files from outside of docs/ are."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Takes into the site what pages link to outside of docs/."""
    for page in [file for file in files if file.is_documentation_page()]:
        for target in _outside(Path(page.abs_src_path or ""), page.content_string):
            name = f"{_BESIDE}/{target.relative_to(ROOT).as_posix()}"
            if target.is_file() and files.get_file_from_path(name) is None:
                files.append(File.generated(config, name, abs_src_path=str(target)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Lets links that leave docs/ lead to the site's copies; folders have none, and are named only."""
    del config, files
    markdown = markdown.replace(_HELP, "\n".join(_helps(main, ("jarparity",))))
    if page.file.src_uri.startswith(_BESIDE):
        return markdown.replace("](docs/", "](../")
    source = Path(page.file.abs_src_path or "")

    def replaced(match: re.Match[str]) -> str:
        target = (source.parent / match["target"]).resolve()
        if target.is_relative_to(ROOT / "docs") or not target.is_relative_to(ROOT):
            return match[0]
        copy = ROOT / "docs" / _BESIDE / target.relative_to(ROOT)
        if target.is_dir():
            return "]"
        return f"]({os.path.relpath(copy, source.parent)}{match['anchor'] or ''})"

    return _LINK.sub(replaced, markdown)


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Lets code in tables break behind a dot; a heading without words is none."""
    del page, config, files
    html = html.replace("<th></th>", "<td></td>")
    return _CELL.sub(lambda cell: _CODE.sub(lambda code: _DOT.sub(".<wbr>", code[0]), cell[0]), html)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Gives the theme's search a name; lists of members in a table of contents are not landmarks.

    The theme makes a landmark of each list, named by its class: dozens on a page of the API, some named alike.
    """
    del page, config
    output = output.replace('role="dialog"', 'role="dialog" aria-label="Search"', 1)
    return _NESTED_LIST.sub('<nav class="md-nav" role="none">', output)


def _helps(command: click.Command, path: tuple[str, ...], parent: click.Context | None = None) -> Iterator[str]:
    """A heading and a block of code for each command, those of a group below it."""
    context = click.Context(command, parent, path[-1], terminal_width=_COLUMNS, max_content_width=_COLUMNS)
    yield f"{'#' * (len(path) + 1)} {' '.join(path)}\n\n```text\n{command.get_help(context)}\n```\n"
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            if found := command.get_command(context, name):
                yield from _helps(found, (*path, name), context)


def _outside(source: Path, text: str) -> list[Path]:
    targets = ((source.parent / match["target"]).resolve() for match in _LINK.finditer(text))
    return [target for target in targets if target.is_relative_to(ROOT) and not target.is_relative_to(ROOT / "docs")]
