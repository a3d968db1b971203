"""The README's picture: a real check of a port with one wrong rule, as a terminal shows it."""

from __future__ import annotations

import io
import os
import re
import shlex
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import click
from rich.console import Console
from rich.text import Text

from jarparity import whole_file
from quality.pages import ROOT
from quality.programs import run

README: Final = ROOT / "README.md"
PICTURE: Final = ROOT / "docs" / "pictures" / "failing-check.svg"
_PORT: Final = re.compile(r"<!-- file: my_port.py -->\n```python\n(.*?)```", re.DOTALL)
_COMMAND: Final = re.compile(r"^jarparity (check .*--port my_port:PORT)$", re.MULTILINE)
_COLUMNS: Final = 112
_FONTS: Final = re.compile(r"\s*@font-face \{.*?\}", re.DOTALL)
"""A picture that fetches fonts from elsewhere is shown without them by most pages."""


def terminal_output() -> tuple[str, str]:
    """The README's command, and what a terminal shows of its run, with colours as escape sequences."""
    page = README.read_text("utf-8")
    port, command = _PORT.search(page), _COMMAND.search(page)
    if port is None or command is None:
        raise click.ClickException("README.md: it has no my_port.py, or no command that checks it")
    with TemporaryDirectory() as folder:
        Path(folder, "my_port.py").write_text(port[1], encoding="utf-8")
        environment = {**os.environ, "FORCE_COLOR": "1", "COLUMNS": f"{_COLUMNS}", "TERM": "xterm-256color"}
        environment.pop("NO_COLOR", None)
        arguments = [sys.executable, "-m", "jarparity", *shlex.split(command[1])]
        done = run(arguments, Path(folder), environment)
    return f"jarparity {command[1]}", done.output


def drawn(command: str, output: str) -> str:
    """The output as an SVG."""
    console = Console(record=True, width=_COLUMNS, file=io.StringIO(), force_terminal=True)
    console.print(Text.from_ansi(output.strip("\n")), soft_wrap=False)
    console.print()  # the picture's edge cuts into the last line
    return _FONTS.sub("", console.export_svg(title=command, unique_id="failing-check"))


@click.command()
def command() -> None:
    """Draws docs/pictures/failing-check.svg from a run of the README's command."""
    PICTURE.parent.mkdir(exist_ok=True)
    whole_file.replace(PICTURE, drawn(*terminal_output()).encode())
    click.echo(f"wrote {PICTURE.relative_to(ROOT)}")
