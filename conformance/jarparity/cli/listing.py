"""`jarparity list`: the operations, and which releases have them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from jarparity.answers import canonical
from jarparity.cli import options as opt
from jarparity.cli.commands import argument, command
from jarparity.cli.output import put, show
from jarparity.operation_documents import document, example
from jarparity.originals import locked_lines
from jarparity.references.golden import GoldenReference
from jarparity.report.as_markdown import as_markdown
from jarparity.report.tables import Column, Document, Fields, Section, Table
from jarparity.report.text import lines_in_short, shorten

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.answers import JSON
    from jarparity.lines import Line
    from jarparity.operations import Operation
    from jarparity.report.tables import Block

_NONE_LOCKED: Final = "none is locked: run `jarparity originals lock`"
_PACKAGE: Final = re.compile(r"\b(?:[a-z][a-z0-9]*\.)+(?=[A-Z])")


@command()
def listing(
    *,
    patterns: tuple[str, ...] = argument("patterns", nargs=-1, metavar="[GLOB]..."),
    form: str = opt.formats("text", "json", "markdown"),
) -> None:
    """List the operations: what is compared.

    Of those that match the globs, with which Java method, on which releases, one recorded input with its answer, and
    notes on what the schemas don't say. In JSON, the schemas of inputs and answers, whole.

    Examples:
      jarparity list
      jarparity list 'kafka.*'
      jarparity list --format json 'flink.key-group.*'
      jarparity list --format markdown                   a table of all operations
    """
    chosen, lines = opt.chosen_operations(patterns), locked_lines()
    if form == "markdown":
        put(as_markdown([table(chosen)]))
        return
    golden = GoldenReference.default()
    examples = {o.name: example(o, golden.vectors(o.name)) for o in chosen if patterns or form == "json"}
    documents = [{**document(o, lines), "example": examples.get(o.name)} for o in chosen]
    told = tuple(_section(o, lines, examples.get(o.name)) for o in chosen) if patterns else _in_short(chosen)
    show(Document(told, documents), form)


def _in_short(operations: Iterable[Operation]) -> tuple[Block, ...]:
    names = Fields.of((operation.name, operation.summary) for operation in operations)
    return names, "`jarparity list GLOB` tells their Java methods, releases, inputs and answers"


def _section(operation: Operation, lines: Iterable[Line], shown: dict[str, JSON] | None) -> Section:
    rows = [
        ("java", operation.original),
        ("python", operation.python),
        ("releases", lines_in_short(str(line) for line in lines if operation.has(line)) or _NONE_LOCKED),
    ]
    if shown is not None:
        rows.append(("input", shorten(canonical(shown["input"]))))
        rows.append(("answer", shorten(canonical(shown["value"] if "value" in shown else shown["error"]))))
        rows += [("notes", operation.notes)] if operation.notes else []
    return Section(operation.name, (operation.summary, Fields.of(rows)))


def table(operations: Iterable[Operation]) -> Table:
    """That of docs/operations.md: operation, Java method without its package, Python function."""
    return Table.of(
        [Column(name, code=True) for name in ("operation", "Java", "Python")],
        [(o.name, _PACKAGE.sub("", o.original), o.python) for o in operations],
    )
