"""The outcome as text for people."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from jarparity import registry
from jarparity.answers import canonical
from jarparity.check.outcome import Exit
from jarparity.grades import Grade
from jarparity.report.as_text import as_text
from jarparity.report.failure import failure_section, lines_in_short, looks_like, reproduce, shorten
from jarparity.report.failure import shown as said
from jarparity.report.tables import Fields, Section, Table, number
from jarparity.verdicts import Differs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.check.outcome import Outcome
    from jarparity.report.tables import Block, Cell
    from jarparity.verdicts import Errored

_RESULTS = {
    Exit.OK: "PASS",
    Exit.DIFFERS: "FAIL",
    Exit.INTERRUPTED: "INTERRUPTED",
    Exit.INTERNAL: "THE KIT FAILED",
    Exit.NOTHING_CHECKED: "NOTHING COMPARED",
}


def text(outcome: Outcome) -> str:
    """Failures first, then a row an operation, what was left out, and last whether the port passed."""
    blocks = (*_failures(outcome), *entries(outcome), *_table(outcome), *_grades(outcome), *_closing(outcome))
    return as_text(blocks)


def _failures(outcome: Outcome) -> Iterator[Section]:
    for failure, total in outcome.failures():
        observed = outcome.tally.observations(failure.case.operation)
        names = looks_like(observed) if isinstance(failure, Differs) else []
        yield failure_section(failure, total, names, reproduce(failure, outcome.port_options))


def entries(outcome: Outcome) -> Iterator[Section]:
    """Known divergences that fail the run."""
    for watched in outcome.tally.watched:
        if watched.problem:
            entry = watched.entry
            where = Fields((("where", f"{entry.where}"), ("issue", entry.issue)))
            yield Section(f"DIVERGENCE {entry.name} of {entry.operation}", (watched.problem, where))


def _table(outcome: Outcome) -> Iterator[Table]:
    """A row an operation of which something was compared.

    An input counts once; each release and each reference that was asked gives an answer to it.
    """
    tally = outcome.tally
    verdicts = {"agree": "agrees", "differ": "differs", "errored": "errored"}
    if tally.totals["known"]:
        verdicts["known"] = "known"
    rows: list[tuple[Cell, ...]] = [
        (name, tally.inputs[name], sum(counts.values()) - counts["skipped"], *(counts[v] for v in verdicts.values()))
        for name, counts in tally.by_operation.items()
        if sum(counts.values()) > counts["skipped"]
    ]
    if rows:
        yield Table.of(["operation", *map(number, ("inputs", "answers", *verdicts))], rows)


def _grades(outcome: Outcome) -> Iterator[Block]:
    """Where several answers are right, how good the port's are; and for each grade lost the smallest case."""
    tally = outcome.tally
    grades = {name: grade for name, grade in tally.grades.items() if registry.operation(name).grader}
    if all(grade is Grade.EXACT for grade in grades.values()):
        return
    yield Table.of(["operation", "grade"], [(name, f"{grade}") for name, grade in grades.items()])
    for name in grades:
        cases: dict[str, tuple[Differs | Errored, list[str]]] = {}
        for lost, failure in tally.lost(name).items():
            cases.setdefault(failure.case.id, (failure, []))[1].append(f"{lost}")
        for id_, (failure, lost_here) in cases.items():
            yield Section(f"{name} not {', not '.join(lost_here)} [{id_}]", (_example(failure),))


def _example(failure: Differs | Errored) -> Fields:
    rows = [("input", shorten(canonical(failure.case.input)))]
    if isinstance(failure, Differs):
        rows += [("port", said(failure.got)), ("original", said(failure.expected))]
    else:
        rows += [("reason", f"{failure.reason}: {shorten(failure.detail)}")]
    return Fields.of(rows)


def _closing(outcome: Outcome) -> Iterator[str]:
    tally = outcome.tally
    operations = Counter(reason for reasons in tally.reasons.values() for reason in reasons)
    for reason, count in tally.skips.most_common():
        yield f"not compared: {_counted(operations[reason], 'operation')} ({_counted(count, 'case')}): {reason}"
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
    for name, answers in tally.answered.items():
        yield f"reference: {name} ({lines_in_short(tally.lines[name])}) on {_counted(answers, 'answer')}"
    yield f"in {outcome.seconds:.1f} s, seed {outcome.seed}"
    yield _result(outcome)


def _result(outcome: Outcome) -> str:
    """Whether the port passed, against which references, and on how much."""
    port, totals, exit_code = outcome.port, outcome.tally.totals, outcome.exit_code
    name = port.name if port.version == "unknown" else f"{port.name} {port.version}"
    if exit_code is Exit.NOTHING_CHECKED:
        return f"{_RESULTS[exit_code]} {name}: no operation or release matched, or none could be asked"
    counts = {verdict: totals[verdict] for verdict in ("differs", "errored", "known")}
    compared = totals["agrees"] + sum(counts.values())
    parts = [_counted(len(outcome.tally.grades), "operation"), _counted(compared, "answer")]
    parts += [f"{counts['differs']:,} differ", *(f"{n:,} {v}" for v, n in counts.items() if n and v != "differs")]
    lower = f", all {outcome.required} or better" if exit_code is Exit.OK and counts["differs"] else ""
    return f"{_RESULTS[exit_code]} {name} against {outcome.references}: {', '.join(parts)}{lower}"


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'s' * (count != 1)}"
