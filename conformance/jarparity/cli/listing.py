"""`jarparity list`: the operations, and which releases have them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from jarparity.cli import options as opt
from jarparity.cli.commands import argument, command
from jarparity.cli.output import put, show
from jarparity.operation_documents import document
from jarparity.originals import locked_lines
from jarparity.report.as_markdown import as_markdown
from jarparity.report.tables import Column, Document, Fields, Section, Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.operations import Operation

_PACKAGE: Final = re.compile(r"\b(?:[a-z][a-z0-9]*\.)+(?=[A-Z])")


@command()
def listing(
    *,
    patterns: tuple[str, ...] = argument("patterns", nargs=-1, metavar="[GLOB]..."),
    form: str = opt.formats("text", "json", "markdown"),
) -> None:
    """List the operations that match the globs: what is compared, with which Java method, on which releases.

    Examples:
      jarparity list
      jarparity list 'kafka.*'
      jarparity list --format json 'flink.key-group.*'
      jarparity list --format markdown                   the table of docs/operations.md
    """
    chosen, lines = opt.chosen_operations(patterns), locked_lines()
    if form == "markdown":
        put(as_markdown([table(chosen)]))
        return
    sections = (
        Section(
            operation.name,
            (
                operation.summary,
                Fields(
                    (
                        ("java", operation.original),
                        ("python", operation.python),
                        ("lines", ", ".join(str(line) for line in lines if operation.has(line))),
                    )
                ),
            ),
        )
        for operation in chosen
    )
    show(Document(tuple(sections), [document(operation, lines) for operation in chosen]), form)


def table(operations: Iterable[Operation]) -> Table:
    """That of docs/operations.md: operation, Java method without its package, Python function."""
    return Table.of(
        [Column(name, code=True) for name in ("operation", "Java", "Python")],
        [(o.name, _PACKAGE.sub("", o.original), o.python) for o in operations],
    )
