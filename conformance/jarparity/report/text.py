"""The outcome as text for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity import catalogue
from jarparity.answers import canonical
from jarparity.grades import Grade
from jarparity.report.failure import failure_lines, lines_in_short, shorten
from jarparity.report.failure import shown as said
from jarparity.verdicts import Differs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.check.outcome import Outcome
    from jarparity.verdicts import Errored


def text(outcome: Outcome) -> str:
    """Failures first, then a row an operation, the totals, and last which reference answered.

    `inputs` counts each input once, the verdicts count it on each line (and reference) that was compared.
    """
    return "\n".join([*_failures(outcome), *entries(outcome), *_table(outcome), *_grades(outcome), *_closing(outcome)])


def _failures(outcome: Outcome) -> Iterator[str]:
    for failure, total in outcome.failures():
        observed = outcome.tally.observations(failure.case.operation)
        yield from failure_lines(failure, total, outcome.port_options, observed)
        yield ""


def entries(outcome: Outcome) -> Iterator[str]:
    """Known divergences that fail the run."""
    for watched in outcome.tally.watched:
        if watched.problem:
            entry = watched.entry
            yield f"DIVERGENCE {entry.name} of {entry.operation}"
            yield f"  where      {entry.where}"
            yield f"  {watched.problem}"
            yield f"  issue      {entry.issue}"
            yield ""


def _table(outcome: Outcome) -> Iterator[str]:
    # Operations of which every case was skipped stand in the line that says why.
    rows = {name: c for name, c in outcome.tally.by_operation.items() if sum(c.values()) > c["skipped"]}
    if not rows:
        return
    width = max(len(name) for name in rows)
    known = bool(outcome.tally.totals["known"])
    head = f"{'agrees':>12}  {'differs':>9}  {'errored':>9}  {'skipped':>9}" + f"  {'known':>9}" * known
    yield f"{'operation':<{width}}  {'inputs':>12}  {head}"
    inputs = outcome.tally.inputs
    for name, counts in rows.items():
        cells = f"{counts['agrees']:>12,}  {counts['differs']:>9,}  {counts['errored']:>9,}  {counts['skipped']:>9,}"
        cells += f"  {counts['known']:>9,}" * known
        yield f"{name:<{width}}  {inputs[name]:>12,}  {cells}"
    yield ""


def _grades(outcome: Outcome) -> Iterator[str]:
    """Where several answers are right, how good the port's are; and for each grade lost the smallest case."""
    tally = outcome.tally
    rows = {name: grade for name, grade in tally.grades.items() if catalogue.operation(name).grader}
    if all(grade is Grade.EXACT for grade in rows.values()):
        return
    width = max(map(len, rows))
    yield f"{'operation':<{width}}  grade"
    for name, grade in rows.items():
        yield f"{name:<{width}}  {grade}"
        shown: set[str] = set()
        for lost, failure in tally.lost(name).items():
            yield f"  not {lost} [{failure.case.id}]"
            if failure.case.id not in shown:
                shown.add(failure.case.id)
                yield from _example(failure)
    yield ""


def _example(failure: Differs | Errored) -> Iterator[str]:
    yield f"    input    {shorten(canonical(failure.case.input))}"
    if isinstance(failure, Differs):
        yield f"    port     {said(failure.got)}"
        yield f"    original {said(failure.expected)}"
    else:
        yield f"    {failure.reason}: {shorten(failure.detail)}"


def _closing(outcome: Outcome) -> Iterator[str]:
    tally = outcome.tally
    for reason, count in tally.skips.most_common():
        yield f"skipped: {count:,} cases: {reason}"
    for watched in tally.watched:
        if not watched.problem:
            entry = watched.entry
            yield f"known: {entry.name}: {watched.failed:,} of {watched.inside:,} inputs inside fail: {entry.issue}"
    if tally.cut_short:
        yield f"time was over: search and volume cut short for {', '.join(tally.cut_short)}"
    for name, why in outcome.unavailable.items():
        yield f"not asked: {name}: {why}"
    for name, about in outcome.about.items():
        yield f"{name}: {', '.join(f'{key} {value}' for key, value in about.items())}"
    port = outcome.port
    counts = ", ".join(f"{count:,} {name}" for name, count in tally.totals.items() if count) or "nothing compared"
    stopped = " (interrupted)" if outcome.interrupted else ""
    seconds = f"{outcome.seconds:.1f} s, seed {outcome.seed}"
    name = port.name if port.version == "unknown" else f"{port.name} {port.version}"
    yield f"{name}: {counts}{stopped} in {seconds}"
    yield f"reference: {reference_line(outcome)}"


def reference_line(outcome: Outcome) -> str:
    """Which reference answered, for which lines, on how many cases."""
    answered = outcome.tally.answered
    if not answered:
        return "none answered"
    return "; ".join(
        f"{name} ({lines_in_short(outcome.tally.lines[name])}) on {cases:,} cases" for name, cases in answered.items()
    )
