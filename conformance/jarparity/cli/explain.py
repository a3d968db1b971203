"""`jarparity explain`: a recorded case, a known bug; the other subjects have files of their own."""

from __future__ import annotations

import json
import shlex
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

import click

from jarparity import bugs, catalogue
from jarparity.answers import canonical, to_json
from jarparity.cli import Refused
from jarparity.cli.explain_key import key
from jarparity.cli.explain_rescale import in_flight, rescale
from jarparity.cli.explain_source import source
from jarparity.fixtures.format import FixtureError
from jarparity.references.golden import GoldenReference
from jarparity.report.failure import shorten

if TYPE_CHECKING:
    from jarparity.answers import JSON
    from jarparity.bugs import Bug
    from jarparity.cases import Vector

_format_option = click.option(
    "--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True
)
_SHOWN = 20
"""Cases, or examples of a tag, that are printed."""


@click.group(
    epilog="\b\nExamples:\n  jarparity explain case long/minus-one/max-128"
    "\n  jarparity explain case --operation 'kafka.*' 'published/*'\n  jarparity explain tag finish-masked"
    "\n  jarparity explain key user_123 --max-parallelism 128 --parallelism 4"
    "\n  jarparity explain rescale --max-parallelism 128 --from 4 --to 5"
    "\n  jarparity explain source --topics a:5,b:5,c:5,d:5 --parallelism 10"
)
def explain() -> None:
    """Explain a recorded case, a bug that cases catch, a key's way, a change of parallelism, or a Kafka source."""


explain.add_command(key)
explain.add_command(rescale)
explain.add_command(in_flight)
explain.add_command(source)


@explain.command(
    epilog="\b\nExamples:\n  jarparity explain case long/minus-one/max-128"
    "\n  jarparity explain case --format json 'string/*'"
)
@click.argument("id_", metavar="ID")
@click.option("--operation", "patterns", multiple=True, metavar="GLOB", help="Only cases of these operations.")
@_format_option
def case(id_: str, patterns: tuple[str, ...], format_: str) -> None:
    """Explain the recorded cases with this ID (a glob): input, answers by line, the bugs that they catch.

    Also says which Java method answers, which Python function does the same, and how to check a port on the case.
    """
    golden = GoldenReference.default()
    chosen = [operation.name for operation in catalogue.select(patterns)]
    try:
        found = [vector for name in chosen for vector in golden.vectors(name) if fnmatchcase(vector.case.id, id_)]
    except FixtureError as error:
        raise Refused(str(error)) from error
    if not found:
        raise Refused(f"no recorded case is called {id_}; globs such as 'string/*' find what there is")
    if format_ == "json":
        click.echo(json.dumps([_case_document(vector) for vector in found], indent=2))
        return
    for vector in found[:_SHOWN]:
        click.echo("\n".join(_case_text(vector)))
    if len(found) > _SHOWN:
        click.echo(f"… and {len(found) - _SHOWN:,} more; narrow the glob, or name an --operation")


@explain.command(
    epilog="\b\nExamples:\n  jarparity explain tag finish-masked\n  jarparity explain tag crc32 --format json"
)
@click.argument("tag_", metavar="TAG")
@_format_option
def tag(tag_: str, format_: str) -> None:
    """Explain a known bug: what the port does, what Java does, where it was met, which cases catch it."""
    try:
        bug = bugs.bug(tag_)
    except KeyError as error:
        raise Refused(str(error.args[0])) from None
    golden = GoldenReference.default()
    try:
        found = [v for name in bug.operations for v in golden.vectors(name) if bug.tag in v.case.tags]
    except FixtureError as error:
        raise Refused(str(error)) from error
    smallest = sorted(found, key=lambda v: (len(canonical(v.case.input)), v.case.id))[:3]
    if format_ == "json":
        click.echo(json.dumps(_tag_document(bug, len(found), smallest), indent=2))
    else:
        click.echo("\n".join(_tag_text(bug, len(found), smallest)))


def _case_text(vector: Vector) -> list[str]:
    case = vector.case
    operation = catalogue.operation(case.operation)
    rows = [("input", canonical(case.input))]
    for recorded in vector.answers:
        rows += [("answer", canonical(to_json(recorded.answer))), ("", ", ".join(recorded.lines))]
    rows += [("java", operation.original), ("python", operation.python)]
    rows += [("source", case.source)] if case.source else []
    for name in case.tags:
        bug = bugs.bug(name)
        rows.append(("catches", f"{name}: {bug.title}" + (f" ({', '.join(bug.sources)})" if bug.sources else "")))
    rows.append(("reproduce", _reproduce(vector)))
    return [f"{case.operation} [{case.id}]", *(f"  {name:<10}{value}" for name, value in rows)]


def _case_document(vector: Vector) -> dict[str, JSON]:
    case = vector.case
    operation = catalogue.operation(case.operation)
    return {
        "operation": case.operation,
        "id": case.id,
        "input": case.input,
        "answers": [{"lines": list(r.lines), **to_json(r.answer)} for r in vector.answers],
        "java": operation.original,
        "python": operation.python,
        "source": case.source,
        "tags": {name: list(bugs.bug(name).sources) for name in case.tags},
        "reproduce": _reproduce(vector),
    }


def _reproduce(vector: Vector) -> str:
    return shlex.join(["jarparity", "check", "--operation", vector.case.operation, "--case", vector.case.id])


def _tag_text(bug: Bug, caught: int, examples: list[Vector]) -> list[str]:
    rows = [("the port", bug.title), ("Java", bug.explanation), ("sources", ", ".join(bug.sources) or "none")]
    rows += [("operations", ", ".join(bug.operations)), ("caught by", f"{caught:,} recorded cases")]
    for vector in examples:
        wrong = bug.answer(vector.case.operation, vector.case.input)
        said = "nothing" if isinstance(wrong, bugs.NotApplicable) else shorten(canonical(to_json(wrong)))
        true = shorten(canonical(to_json(vector.answers[-1].answer)))
        rows.append(("example", f"{vector.case.operation} [{vector.case.id}] {shorten(canonical(vector.case.input))}"))
        rows.append(("", f"Java {true}, the port {said}"))
    rows.append(("try it", f"jarparity check --port {_port(bug)} --operation {bug.operations[0]}"))
    return [bug.tag, *(f"  {name:<11}{value}" for name, value in rows)]


def _tag_document(bug: Bug, caught: int, examples: list[Vector]) -> dict[str, JSON]:
    return {
        "tag": bug.tag,
        "title": bug.title,
        "explanation": bug.explanation,
        "sources": list(bug.sources),
        "operations": list(bug.operations),
        "cases": caught,
        "examples": [{"operation": v.case.operation, "id": v.case.id} for v in examples],
        "port": _port(bug),
    }


def _port(bug: Bug) -> str:
    return f"jarparity.bugs.ports:{bug.tag.replace('-', '_')}"
