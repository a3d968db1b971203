"""A measurement as text, as JSON, and as the part of docs/quality.md."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from jarparity.coverage.measure import BOTH, GOLDEN, SEARCH
from jarparity.coverage.targets import LEAST

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.answers import JSON
    from jarparity.coverage.counted import Share
    from jarparity.coverage.judging import Judged, Missed, TargetShares

_KINDS: Final = (GOLDEN, SEARCH, BOTH)
_DRAWN: Final = 7
"""The first of two columns of the page that hang on what was drawn."""

_NAMES: Final = {GOLDEN: "vectors", SEARCH: "search", BOTH: "both"}


def text(judged: Sequence[Judged]) -> str:
    """For people at a terminal."""
    return "\n".join(row for one in judged for row in _rows(one))


def document(judged: Sequence[Judged]) -> JSON:
    """For machines."""
    return {"findings": sum(one.findings for one in judged), "lines": [_line(one) for one in judged]}


def markdown(judged: Sequence[Judged]) -> str:
    """The part of the page: a row a class, then every branch that no recorded case takes."""
    return "\n".join(row for one in judged for row in _section(one))


def settled(page: str) -> str:
    """The part of the page without what changes while the same branches are taken.

    Another release of Hypothesis draws other inputs, and a new case changes how many there are.
    """
    counted = (row.partition(":")[0] if row.startswith("**") else row for row in page.strip().splitlines())
    rows = (row.split("|") if row.startswith("| `") else [row] for row in counted)
    return "\n".join("|".join([*cells[:_DRAWN], *cells[_DRAWN + 2 :]]) for cells in rows)


def _rows(one: Judged) -> Iterator[str]:
    kinds = [kind for kind in _KINDS if kind in one.coverage.counts]
    asked = "; ".join(f"{_NAMES[k]}: {sum(n.values()):,} inputs" for k, n in one.coverage.inputs.items())
    yield f"{one.coverage.line}  ({asked})"
    width = max(len(shares.target.simple_name) for shares in one.shares)
    for shares in one.shares:
        figures = "  ".join(f"{_NAMES[kind]} {_of(shares.branches[kind]):>17}" for kind in kinds)
        lines = _of(shares.lines[kinds[-1]])
        yield (
            f"  {shares.target.simple_name:<{width}}  {figures}  of those within reach {_of(shares.reachable):>17}  "
            f"explained {shares.explained:>2}  lines {lines}"
        )
    for missed in one.missed:
        yield f"  {_mark(one, missed)} {missed.place}: {_sentence(missed)}"
        yield from (f"      {reason.branch}: {reason.why}" for reason in missed.reasons)
    yield from (f"  TOO FEW {shares.target.simple_name}: {_too_few(shares)}" for shares in one.poor)
    for stale in one.stale:
        yield f"  STALE {stale.place}: {stale.fault}: {stale.explanation.branch}: {stale.explanation.why}"


def _mark(one: Judged, missed: Missed) -> str:
    if not missed.unexplained:
        return "explained"
    return "UNEXPLAINED" if one.by_vectors else "missed"


def _sentence(missed: Missed) -> str:
    left = missed.taken.total - missed.taken.covered
    search = f"; the search takes {missed.reached} of them" if missed.reached else ""
    return f"{left} of {missed.taken.total} branches not taken{search}"


def _too_few(shares: TargetShares) -> str:
    return f"{_percent(shares.reachable)} of the branches within reach are taken by recorded cases, not {LEAST:.0f} %"


def _of(share: Share) -> str:
    return f"{share.covered}/{share.total} ({_percent(share)})"


def _percent(share: Share) -> str:
    return f"{share.percent:.1f} %"


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


def _section(one: Judged) -> Iterator[str]:
    asked = sum(one.coverage.inputs[GOLDEN].values())
    drawn = sum(one.coverage.inputs[SEARCH].values())
    yield f"**{one.coverage.line}**: {asked:,} recorded inputs, {drawn:,} drawn ones."
    yield ""
    yield (
        "| class | branches | taken by the vectors | unreachable | taken of those within reach | out of scope "
        "| by the search alone | by either | lines run |"
    )
    yield "|---|---:|---:|---:|---:|---:|---:|---:|---:|"
    for shares in one.shares:
        golden, search, both = (shares.branches[kind] for kind in _KINDS)
        yield (
            f"| `{shares.target.simple_name}` | {golden.total} | {golden.covered} ({_percent(golden)}) "
            f"| {shares.unreachable} | {_percent(shares.reachable)} | {shares.out_of_scope} "
            f"| {search.covered} | {both.covered} | {_percent(shares.lines[BOTH])} |"
        )
    yield ""
    for reason, found in groupby(one.missed, key=lambda missed: (missed.place.class_name, missed.reasons)):
        yield from _item(reason[0], list(found))
    yield ""


def _item(class_name: str, found: list[Missed]) -> Iterator[str]:
    """One line of the list: neighbouring places with the same reasons stand together."""
    places = ", ".join(f"{missed.place.method}:{missed.place.line}" for missed in found)
    left = sum(missed.taken.total - missed.taken.covered for missed in found)
    reasons = "; ".join(f"{reason.branch}: {reason.why}" for reason in found[0].reasons) or "**not explained**"
    yield f"- `{class_name.rpartition('.')[2]}` {places} ({left}): {reasons}."
