"""`jarparity coverage`: which branches of the originals are run by the recorded cases, and by a search."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from jarparity import data
from jarparity.check.outcome import Exit
from jarparity.cli import options as opt
from jarparity.cli.commands import Refused, choice, command, flag, many, option
from jarparity.cli.output import progress, show
from jarparity.fixtures.generate import SEED
from jarparity.originals import Originals

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jarparity.lines import Line
    from jarparity.measures.coverage.judging import Judged
    from jarparity.measures.coverage.measure import Plan
    from jarparity.operations import Operation

_DRAWN: Final = 1000
_SECTION: Final = "coverage"
_FOLDER: Final = click.Path(file_okay=False, path_type=Path)


@command()
def coverage(
    *,
    operations: opt.Chosen[Operation] = opt.operations("Ask only these."),
    classes: tuple[str, ...] = many("--class", metavar="GLOB", help="Count only these classes."),
    lines: opt.Chosen[Line] = opt.lines("These releases.  [default: the newest of each project]"),
    by: str = choice(
        "--by", "golden", "search", "both", default="both", help="Ask recorded inputs, drawn ones, or both."
    ),
    drawn: int = opt.draw(_DRAWN, "Inputs drawn for each operation.", least=1),
    seed: int = opt.seed(SEED),
    html: Path | None = option("--html", type=_FOLDER, help="Put JaCoCo's own pages here. Missing folders are made."),
    java_files: Path | None = option(
        "--java-files", type=_FOLDER, help="A folder of the originals' Java files, for those pages to show."
    ),
    form: str = opt.formats(),
    check: bool = flag("--check", help="End with 1 if anything needs a fix, or docs/quality.md is old."),
    document: bool = flag("--document", help="Write the figures into docs/quality.md."),
) -> int:
    """Count which branches of the originals' classes are run, and list every other one.

    JaCoCo's agent watches these classes in a JVM of its own for each release. A branch that no recorded case takes
    needs a case or a reason in the coverage.json of its area; a reason whose branch is taken now, or gone, is an error.
    The first use fetches JaCoCo through Maven.

    Examples:
      jarparity coverage                                          the newest release of each project
      jarparity coverage --check                                  1 if a branch has neither case nor reason
      jarparity coverage --class RangeAssignor --line 'kafka-clients 3.*' --by golden
      jarparity coverage --operation 'kafka.assignor.sticky' --by search --draw 20000
      jarparity coverage --class '*Valve' --html report/coverage  JaCoCo's own pages, too
      jarparity coverage --document                               writes its part of docs/quality.md
    """
    from jarparity.measures.coverage import shown  # noqa: PLC0415 - slow to import
    from jarparity.measures.coverage.measure import GOLDEN, SEARCH, Plan  # noqa: PLC0415

    whole = not (operations.patterns or classes or lines.patterns) and by == "both" and (drawn, seed) == (_DRAWN, SEED)
    if document and not whole:
        raise click.UsageError("the page is of everything, with the default budget and seed: give no other options")
    if document and not data.in_checkout():
        raise Refused("the page belongs to a checkout; an installed jarparity only shows the figures")
    if java_files and not html:
        raise click.UsageError("--java-files are for the pages of --html: give both")
    sources = (GOLDEN, SEARCH) if by == "both" else (by,)
    judged = _judged(Plan(sources, operations.patterns, classes, drawn, seed, html, java_files), lines)
    show(shown.document(judged), form)
    findings = sum(one.findings for one in judged)
    old = whole and data.in_checkout() and _recorded(judged, write=document)
    if check and old and not document:
        click.echo("docs/quality.md has other figures: run `jarparity coverage --document`", err=True)
    stale = any(one.stale for one in judged)
    return Exit.DIFFERS if stale or (check and (findings or (old and not document))) else Exit.OK


def _judged(plan: Plan, lines: opt.Chosen[Line]) -> list[Judged]:
    from jarparity.measures.coverage.jacoco import Jacoco  # noqa: PLC0415 - slow to import
    from jarparity.measures.coverage.judging import judge, read_explanations  # noqa: PLC0415
    from jarparity.measures.coverage.measure import measure, newest_lines  # noqa: PLC0415

    originals = Originals.default()
    chosen = lines if lines.patterns else newest_lines(originals.lines(), plan.classes)
    explanations = read_explanations()
    judged = []
    with progress("coverage", len(chosen)) as step:
        jacoco = Jacoco.fetched(originals, step)
        for line in chosen:
            measured = measure(line, plan, originals, jacoco, step)
            step(str(line), 1)
            if measured is not None:
                judged.append(judge(measured, explanations))
    if not judged:
        raise Refused(
            "none of these lines has a class and an operation that were named: `jarparity list` shows operations and "
            "lines, the areas' `watched` the classes"
        )
    return judged


def _recorded(judged: Sequence[Judged], *, write: bool) -> bool:
    """Whether the page had other figures; writes them, where told to."""
    from jarparity.measures.coverage.shown import markdown, settled  # noqa: PLC0415 - slow to import
    from jarparity.page_section import read_section, write_section  # noqa: PLC0415

    page, made = data.fixtures().parent / "docs" / "quality.md", markdown(judged)
    if write:
        return write_section(page, _SECTION, made)
    return settled(read_section(page, _SECTION)) != settled(made)
