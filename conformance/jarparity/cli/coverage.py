"""`jarparity coverage`: which branches of the originals are run by the recorded cases, and by a search."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from jarparity import data
from jarparity.check.outcome import Exit
from jarparity.cli import Refused
from jarparity.cli.options import chosen_lines
from jarparity.cli.progress import progress
from jarparity.fixtures.generate import SEED
from jarparity.originals import Originals

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jarparity.coverage.judging import Judged
    from jarparity.coverage.measure import Plan

_EXAMPLES: Final = 1000
_SECTION: Final = "coverage"


@click.command(
    epilog="""\b
Examples:
  jarparity coverage                                          the newest line of each project
  jarparity coverage --check                                  1 if a branch has neither case nor reason
  jarparity coverage --class RangeAssignor --line 'kafka-clients 3.*' --by golden
  jarparity coverage --operation 'kafka.assignor.sticky' --by search --max-examples 20000
  jarparity coverage --class '*Valve' --html report/coverage  JaCoCo's own pages, too
  jarparity coverage --document                               writes its part of docs/quality.md"""
)
@click.option("--operation", "operations", multiple=True, metavar="GLOB", help="Ask only these; repeatable.")
@click.option("--class", "classes", multiple=True, metavar="GLOB", help="Count only these classes; repeatable.")
@click.option(
    "--line",
    "lines",
    multiple=True,
    metavar="GLOB",
    help="These lines; repeatable.  [default: the newest of each project]",
)
@click.option(
    "--by",
    type=click.Choice(["golden", "search", "both"]),
    default="both",
    show_default=True,
    help="Ask recorded inputs, drawn ones, or both.",
)
@click.option(
    "--max-examples",
    "examples",
    type=click.IntRange(min=1),
    default=_EXAMPLES,
    show_default=True,
    help="Inputs that are drawn for each operation.",
)
@click.option(
    "--seed", type=click.IntRange(min=0), default=SEED, show_default=True, help="Everything drawn follows from it."
)
@click.option("--html", type=click.Path(file_okay=False, path_type=Path), help="Put JaCoCo's own pages here.")
@click.option(
    "--java-files",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    help="A folder of the originals' Java files, for those pages to show.",
)
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--check", is_flag=True, help="End with 1 if anything is to be mended, or docs/quality.md is old.")
@click.option("--document", is_flag=True, help="Write the figures into docs/quality.md.")
def coverage(  # noqa: PLR0913 - one parameter an option
    *,
    operations: tuple[str, ...],
    classes: tuple[str, ...],
    lines: tuple[str, ...],
    by: str,
    examples: int,
    seed: int,
    html: Path | None,
    java_files: Path | None,
    format_: str,
    check: bool,
    document: bool,
) -> int:
    """Count which branches of the originals' classes are run, and list every other one.

    JaCoCo's agent watches the classes of jarparity/coverage/targets.py in a JVM of its own for each line. A branch that
    no recorded case takes needs a case or a reason in jarparity/coverage/explanations.json; a reason whose branch is
    taken now, or gone, is an error. The first use fetches JaCoCo through Maven.
    """
    from jarparity.coverage import shown  # noqa: PLC0415 - slow to import
    from jarparity.coverage.explanations import ExplanationsError  # noqa: PLC0415
    from jarparity.coverage.measure import GOLDEN, SEARCH, Plan  # noqa: PLC0415

    whole = not (operations or classes or lines) and by == "both" and (examples, seed) == (_EXAMPLES, SEED)
    if document and not whole:
        raise click.UsageError("the page is of everything, with the default budget and seed: give no other options")
    if document and not data.in_checkout():
        raise Refused("the page belongs to a checkout; an installed jarparity only shows the figures")
    if java_files and not html:
        raise click.UsageError("--java-files are for the pages of --html: give both")
    sources = (GOLDEN, SEARCH) if by == "both" else (by,)
    try:
        judged = _judged(Plan(sources, operations, classes, examples, seed, html, java_files), lines)
    except ExplanationsError as error:
        raise Refused(str(error)) from error
    findings = sum(one.findings for one in judged)
    click.echo(json.dumps(shown.document(judged), indent=2) if format_ == "json" else _text(judged, findings))
    old = whole and data.in_checkout() and _recorded(judged, write=document)
    if check and old and not document:
        click.echo("docs/quality.md has other figures: run `jarparity coverage --document`", err=True)
    stale = any(one.stale for one in judged)
    return Exit.DIFFERS if stale or (check and (findings or (old and not document))) else Exit.OK


def _judged(plan: Plan, patterns: tuple[str, ...]) -> list[Judged]:
    from jarparity.coverage.explanations import read_explanations  # noqa: PLC0415 - slow to import
    from jarparity.coverage.jacoco import Jacoco  # noqa: PLC0415
    from jarparity.coverage.judging import judge  # noqa: PLC0415
    from jarparity.coverage.measure import measure  # noqa: PLC0415
    from jarparity.coverage.targets import newest_lines  # noqa: PLC0415

    originals = Originals.default()
    lines = chosen_lines(patterns) if patterns else newest_lines(originals.lines(), plan.classes)
    explanations = read_explanations()
    judged = []
    with progress("coverage", len(lines)) as step:

        def say(what: str) -> None:
            step(what, 0)

        jacoco = Jacoco.fetched(originals, say)
        for line in lines:
            measured = measure(line, plan, originals, jacoco, say)
            step(str(line), 1)
            if measured is not None:
                judged.append(judge(measured, explanations))
    if not judged:
        raise Refused(
            "none of these lines has a class and an operation that were named: `jarparity list` shows operations and "
            "lines, jarparity/coverage/targets.py the classes"
        )
    return judged


def _text(judged: Sequence[Judged], findings: int) -> str:
    from jarparity.coverage.shown import text  # noqa: PLC0415 - slow to import

    end = "every branch is taken or explained" if judged[0].by_vectors else "no explanation is refuted"
    if findings:
        end = f"{findings:,} to be mended: each wants a case or a reason"
    return f"{text(judged)}\n{end}"


def _recorded(judged: Sequence[Judged], *, write: bool) -> bool:
    """Whether the page had other figures; writes them, where told to."""
    from jarparity.coverage.shown import markdown, settled  # noqa: PLC0415 - slow to import
    from jarparity.page_section import read_section, write_section  # noqa: PLC0415

    page, made = data.fixtures().parent / "docs" / "quality.md", markdown(judged)
    if write:
        return write_section(page, _SECTION, made)
    return settled(read_section(page, _SECTION)) != settled(made)
