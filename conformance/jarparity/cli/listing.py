"""`jarparity list`: the operations, and which lines have them."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import click

from jarparity import catalogue
from jarparity.catalogue.documents import document
from jarparity.cli import Refused
from jarparity.originals import locked_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jarparity.operations import Operation

_PACKAGE = re.compile(r"\b(?:[a-z][a-z0-9]*\.)+(?=[A-Z])")


@click.command(
    epilog="""\b
Examples:
  jarparity list
  jarparity list 'kafka.*'
  jarparity list --format json 'flink.key-group.*'"""
)
@click.argument("patterns", nargs=-1, metavar="[GLOB]...")
@click.option("--format", "format_", type=click.Choice(["text", "json", "markdown"]), default="text", show_default=True)
def listing(patterns: tuple[str, ...], format_: str) -> None:
    """List the operations that match the globs: what is compared, with which Java method, on which lines."""
    chosen = catalogue.select(patterns)
    if not chosen:
        raise Refused(f"no operation matches {' '.join(patterns)}; `jarparity list` shows all")
    lines = locked_lines()
    if format_ == "json":
        click.echo(json.dumps([document(operation, lines) for operation in chosen], indent=2))
        return
    if format_ == "markdown":
        click.echo("\n".join(markdown_rows(chosen)))
        return
    for operation in chosen:
        click.echo(operation.name)
        rows = (
            ("", operation.summary),
            ("java", operation.original),
            ("python", operation.python),
            ("lines", ", ".join(str(line) for line in lines if operation.has(line))),
        )
        for name, value in rows:
            click.echo(f"  {name:<8}{value}" if name else f"  {value}")


def markdown_rows(operations: Sequence[Operation]) -> list[str]:
    """A table: operation, Java method without its package, Python function."""
    rows = [f"| `{o.name}` | `{_PACKAGE.sub('', o.original)}` | `{o.python}` |" for o in operations]
    return ["| operation | Java | Python |", "|---|---|---|", *rows]
