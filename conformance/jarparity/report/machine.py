"""The outcome for machines: one JSON document, or a stream of NDJSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from jarparity import __version__, registry
from jarparity.answers import to_json
from jarparity.check.counts import in_order
from jarparity.check.events import BulkAgreement, CutShort, NotCompared
from jarparity.check.tally import size
from jarparity.divergences.file import Watched
from jarparity.grades import Grade
from jarparity.report.likeness import likeness_of
from jarparity.report.reproducing import reproduce
from jarparity.report.text import asked_first
from jarparity.verdicts import Differs, Errored, KnownDivergence, Skipped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from jarparity.check.outcome import Outcome
    from jarparity.check.plan import Event
    from jarparity.verdicts import Verdict

SCHEMA = "jarparity-report-1"
IN_DOCUMENT = 20
"""Failures of an operation that stand in the JSON document; all are counted, and NDJSON has every one."""


def as_json(outcome: Outcome) -> str:
    """One document; its schema is `schemas/report.schema.json`."""
    return json.dumps(document(outcome), indent=2, ensure_ascii=True)


def document(outcome: Outcome) -> dict[str, Any]:
    """The JSON document as Python objects."""
    tally = outcome.tally
    return {
        "schema": SCHEMA,
        "verdicts": tally.totals,
        "reference": outcome.references,
        "lines": tally.all_lines,
        "operations": dict(tally.by_operation),
        "byLine": tally.by_line,
        "inputs": tally.inputs,
        "references": {
            name: {
                "cases": cases,
                "lines": in_order(tally.lines[name]),
                "about": dict(outcome.about.get(name, {})),
            }
            for name, cases in tally.answered.items()
        },
        "unavailable": dict(outcome.unavailable),
        "reasons": {name: sorted(reasons) for name, reasons in tally.reasons.items()},
        "cutShort": list(tally.cut_short),
        "grades": {name: _graded(name, grade, outcome) for name, grade in tally.grades.items()},
        "requiredGrade": str(outcome.required),
        "divergences": [watched_document(watched) for watched in tally.watched],
        "port": {"name": outcome.port.name, "version": outcome.port.version, "language": outcome.port.language},
        "kit": __version__,
        "seed": outcome.seed,
        "seconds": round(outcome.seconds, 3),
        **({"ended": outcome.ended} if outcome.ended else {}),
        "exit": int(outcome.exit_code),
        "failures": [row for operation in tally.smallest for row in _failures(operation, outcome)],
    }


def _failures(operation: str, outcome: Outcome) -> Iterator[dict[str, Any]]:
    """An operation's failures, most telling first, each with the command that reproduces it."""
    tally = outcome.tally
    like = likeness_of(outcome, operation)
    most = tally.most_telling(operation, like.unexplained, like.older, is_named=bool(like.tags))
    cases = {id(failure): count for failure, count in most}
    for failure in _telling([failure for failure, _ in most], tally.failures[operation])[:IN_DOCUMENT]:
        row = verdict_document(failure)
        if id(failure) in cases:
            row |= {"cases": cases[id(failure)], "releases": tally.releases(failure, like.older)}
        if isinstance(failure, Differs):
            row["looksLike"] = [*like.names(failure), *asked_first(outcome, failure)]
        alone = operation not in outcome.asked_first
        yield row | {"reproduce": reproduce(failure, outcome.port_options, alone=alone)}


def _telling(most: Sequence[Differs | Errored], failures: Iterable[Differs | Errored]) -> list[Differs | Errored]:
    """The most telling of each kind, then the smallest of each line that none before it is of, then others by size."""
    first, shown = list(most), set(map(id, most))
    seen = {line for failure in most for line in failure.lines}
    ordered = [failure for failure in sorted(failures, key=size) if id(failure) not in shown]
    for failure in ordered:
        if not seen.issuperset(failure.lines):
            seen.update(failure.lines)
            first.append(failure)
    shown = set(map(id, first))
    return first + [failure for failure in ordered if id(failure) not in shown]


def _graded(operation: str, grade: Grade, outcome: Outcome) -> dict[str, Any]:
    """An operation's grade, and the smallest case for each grade that it has lost."""
    lost = outcome.tally.lost(operation)
    if not registry.operation(operation).grader:
        lost = {better: failure for better, failure in lost.items() if better is Grade.EXACT}
    cases = {
        str(better): verdict_document(failure) | {"reproduce": reproduce(failure, outcome.port_options)}
        for better, failure in lost.items()
    }
    return {"grade": str(grade), "lost": cases}


def watched_document(watched: Watched) -> dict[str, Any]:
    """What became of a known divergence."""
    return {
        "divergence": watched.entry.name,
        "operation": watched.entry.operation,
        "inside": watched.inside,
        "failed": watched.failed,
        "issue": watched.entry.issue,
        "problem": watched.problem,
        **({"unjudged": watched.unjudged} if watched.unjudged else {}),
    }


def verdict_document(verdict: Verdict) -> dict[str, Any]:
    """One verdict, as NDJSON has it."""
    found: dict[str, Any] = {
        "verdict": verdict.name,
        "operation": verdict.case.operation,
        "id": verdict.case.id,
        "lines": list(verdict.lines),
        "reference": verdict.reference,
    }
    match verdict:
        case Differs():
            found |= {"input": verdict.case.input, "tags": list(verdict.case.tags)}
            found |= {"expected": to_json(verdict.expected), "got": to_json(verdict.got)}
            found |= {"grade": str(verdict.grade)} if registry.operation(verdict.case.operation).grader else {}
        case Errored():
            found |= {"input": verdict.case.input, "reason": verdict.reason, "detail": verdict.detail}
            found |= {"dissenter": verdict.dissenter} if verdict.dissenter else {}
        case Skipped():
            found |= {"reason": verdict.reason}
            found |= {"issue_url": verdict.issue_url} if verdict.issue_url else {}
        case KnownDivergence():
            found |= {"entry": verdict.entry}
        case _:
            pass
    return found


def ndjson_line(event: Event) -> str:
    """One event of a running check."""
    if isinstance(event, BulkAgreement):
        line: dict[str, Any] = {
            "verdict": "agrees",
            "operation": event.operation,
            "lines": list(event.lines),
            "reference": event.reference,
            "rows": event.rows,
        }
    elif isinstance(event, NotCompared):
        line = {
            "verdict": "skipped",
            "operation": event.operation,
            "lines": list(event.lines),
            "reference": event.reference,
            "cases": event.cases,
            "reason": event.reason,
        }
    elif isinstance(event, CutShort):
        line = {"cutShort": event.operation}
    elif isinstance(event, Watched):
        line = watched_document(event)
    else:
        line = verdict_document(event)
    return json.dumps(line, ensure_ascii=True)


def ndjson_footer(outcome: Outcome) -> str:
    """The last line of a stream: the document, which has what no verdict on its own can say."""
    return json.dumps(document(outcome), ensure_ascii=True)
