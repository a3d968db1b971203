"""A measurement as a document, and as the part of docs/quality.md."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from jarparity.measures.coverage.measure import BOTH, GOLDEN, LEAST, SEARCH
from jarparity.report.as_markdown import as_markdown
from jarparity.report.tables import Column, Document, Items, Section, Table, number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from jarparity.answers import JSON
    from jarparity.measures.coverage.jacoco import Share
    from jarparity.measures.coverage.judging import Judged, Missed, TargetShares
    from jarparity.report.tables import Block, Cell

_DRAWN: Final = 7
"""The first of two columns of the page that depend on what was drawn."""

_TAKEN: Final = {GOLDEN: "taken by the vectors", SEARCH: "by the search alone", BOTH: "by either"}


def document(judged: Sequence[Judged]) -> Document:
    """For people and for machines."""
    findings = sum(one.findings for one in judged)
    end = "every branch is taken or explained" if judged[0].by_vectors else "no explanation is refuted"
    if findings:
        end = f"{findings:,} to fix: each needs a case or a reason"
    data = {"findings": findings, "lines": [_line(one) for one in judged]}
    return Document((*map(_section, judged), end), data)


def markdown(judged: Sequence[Judged]) -> str:
    """The part of the page: a row a class, then every branch that no recorded case takes."""
    return as_markdown((block for one in judged for block in _part(one)), str)


def settled(page: str) -> str:
    """The part of the page without what changes while the same branches are taken.

    Another release of Hypothesis draws other inputs, and a new case changes how many there are.
    """
    counted = (row.partition(":")[0] if row.startswith("**") else row for row in page.strip().splitlines())
    rows = (row.split("|") if row.startswith("| `") else [row] for row in counted)
    return "\n".join("|".join([*cells[:_DRAWN], *cells[_DRAWN + 2 :]]) for cells in rows)


def _section(one: Judged) -> Section:
    asked = "; ".join(f"{kind}: {sum(inputs.values()):,} inputs" for kind, inputs in one.coverage.inputs.items())
    return Section(
        f"{one.coverage.line}  ({asked})",
        (
            _table(one),
            *(_missing(one, missed) for missed in one.missed),
            *(f"TOO FEW {shares.target.simple_name}: {_too_few(shares)}" for shares in one.poor),
            *(f"STALE {s.place}: {s.fault}: {s.explanation.branch}: {s.explanation.why}" for s in one.stale),
        ),
    )


def _table(one: Judged) -> Table:
    """A row a class; of kinds of inputs that were not asked there are no columns."""
    asked = one.coverage.counts
    last = next(kind for kind in (BOTH, SEARCH, GOLDEN) if kind in asked)
    figures: dict[str, Callable[[TargetShares], Cell]] = {
        "branches": lambda shares: f"{shares.branches[last].total}",
        _TAKEN[GOLDEN]: lambda shares: f"{shares.branches[GOLDEN].covered} ({_percent(shares.branches[GOLDEN])})",
        "unreachable": lambda shares: shares.unreachable,
        "taken of those within reach": lambda shares: _percent(shares.reachable),
        "out of scope": lambda shares: shares.out_of_scope,
        _TAKEN[SEARCH]: lambda shares: f"{shares.branches[SEARCH].covered}",
        _TAKEN[BOTH]: lambda shares: f"{shares.branches[BOTH].covered}",
        "lines run": lambda shares: _percent(shares.lines[last]),
    }
    left_out = {_TAKEN[kind] for kind in _TAKEN if kind not in asked}
    names = [name for name in figures if name not in left_out]
    rows = [(shares.target.simple_name, *(figures[name](shares) for name in names)) for shares in one.shares]
    return Table.of([Column("class", code=True), *map(number, names)], rows)


def _missing(one: Judged, missed: Missed) -> Section:
    mark = "explained" if not missed.unexplained else "UNEXPLAINED" if one.by_vectors else "missed"
    search = f"; the search takes {missed.reached} of them" if missed.reached else ""
    head = f"{mark} {missed.place}: {_left(missed)} of {missed.taken.total} branches not taken{search}"
    return Section(head, tuple(f"{reason.branch}: {reason.why}" for reason in missed.reasons))


def _left(missed: Missed) -> int:
    return missed.taken.total - missed.taken.covered


def _too_few(shares: TargetShares) -> str:
    return f"{_percent(shares.reachable)} of the branches within reach are taken by recorded cases, not {LEAST:.0f} %"


def _percent(share: Share) -> str:
    return f"{share.percent:.1f} %"


def _part(one: Judged) -> Iterator[Block]:
    asked, drawn = (sum(one.coverage.inputs[kind].values()) for kind in (GOLDEN, SEARCH))
    yield f"**{one.coverage.line}**: {asked:,} recorded inputs, {drawn:,} drawn ones."
    yield _table(one)
    groups = groupby(one.missed, key=lambda missed: (missed.place.class_name, missed.reasons))
    yield Items(tuple(_item(class_name, list(found)) for (class_name, _), found in groups))


def _item(class_name: str, found: list[Missed]) -> str:
    """One line of the list: neighbouring places with the same reasons stand together."""
    places = ", ".join(f"{missed.place.method}:{missed.place.line}" for missed in found)
    reasons = "; ".join(f"{reason.branch}: {reason.why}" for reason in found[0].reasons) or "**not explained**"
    return f"`{class_name.rpartition('.')[2]}` {places} ({sum(map(_left, found))}): {reasons}."


def _line(one: Judged) -> JSON:
    return {
        "line": str(one.coverage.line),
        "inputs": {kind: dict(asked) for kind, asked in one.coverage.inputs.items()},
        "classes": [_class(shares) for shares in one.shares],
        "missed": [_missed(missed) for missed in one.missed],
        "tooFew": [shares.target.name for shares in one.poor],
        "stale": [
            {
                "class": stale.place.class_name,
                "method": stale.place.method,
                "line": stale.place.line,
                "fault": stale.fault,
                "why": stale.explanation.why,
            }
            for stale in one.stale
        ],
    }


def _class(shares: TargetShares) -> JSON:
    return {
        "class": shares.target.name,
        "lines": {kind: {"covered": share.covered, "total": share.total} for kind, share in shares.lines.items()},
        "branches": {kind: {"covered": share.covered, "total": share.total} for kind, share in shares.branches.items()},
        "explained": shares.explained,
        "unreachable": shares.unreachable,
        "outOfScope": shares.out_of_scope,
    }


def _missed(missed: Missed) -> JSON:
    return {
        "class": missed.place.class_name,
        "method": missed.place.method,
        "line": missed.place.line,
        "covered": missed.taken.covered,
        "total": missed.taken.total,
        "reachedBySearch": missed.reached,
        "unexplained": missed.unexplained,
        "reasons": [{"branch": reason.branch, "why": reason.why} for reason in missed.reasons],
    }
