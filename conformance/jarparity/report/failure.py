"""The failure text: what the port said, what Java said, which known bug it looks like, and how to see it again."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from jarparity import registry
from jarparity.answers import IN_BATCH, Error, Fault, Skip, Value, canonical, same
from jarparity.lines import Line
from jarparity.report.tables import Fields, Section
from jarparity.verdicts import Differs, Errored

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from jarparity.answers import Reply
    from jarparity.faults.diagnosis import Diagnosis, Observation
    from jarparity.faults.releases import OtherRelease

SHOWN = 400
"""Characters of an input or an answer that are shown; the reproducing command has the whole."""


def failure_section(failure: Differs | Errored, total: int, names: Iterable[str], command: str) -> Section:
    """One operation's most telling failing case.

    Args:
        failure: The case.
        total: How many cases of this operation failed in the same way.
        names: Of a difference, what it looks like (`looks_like`).
        command: Reproduces it (`reproduce`).
    """
    rows = [("input", shorten(canonical(failure.case.input)))]
    if isinstance(failure, Differs):
        rows += [("port", shown(failure.got)), ("original", shown(failure.expected))]
        # A result of another release of the kit may have operations that this one doesn't know.
        known = registry.OPERATIONS.get(failure.case.operation)
        rows += [("", lines_in_short(failure.lines)), *([("", known.original)] if known else [])]
        rows += [("looks like", text) for text in names]
    else:
        rows += [("reason", failure.reason)]
        rows += [("detail", shorten(failure.detail))] if failure.detail else []
        rows += [("dissenter", failure.dissenter)] if failure.dissenter else []
        rows += [("", lines_in_short(failure.lines))]
    rows.append(("reproduce", command))
    others = total - 1
    more = f" (and {others:,} more case{'s' * (others != 1)})" if others else ""
    name = "DIFFERS" if isinstance(failure, Differs) else "ERRORED"
    return Section(f"{name} {failure.case.operation} [{failure.case.id}]{more}", (Fields.of(rows),))


def looks_like(observed: Sequence[Observation]) -> list[str]:
    """The known bugs that explain these answers, best first: their tags, titles and sources.

    A port with a bug of its own beside the known one (it misses an error of the original, or its language divides
    negative numbers in another way) is recognised by its wrong values, or by those on inputs that can really occur.
    """
    from jarparity import faults  # noqa: PLC0415 - only once something differs

    values = [o for o in observed if isinstance(o[2], Value) and isinstance(o[3], Value)]
    scopes = (observed, _ordinary(observed), values, _ordinary(values))
    failed = _failing(observed)
    found: list[Diagnosis] = []
    for seen in scopes:
        named = faults.diagnose(seen)
        if named and named[0].explained > (found[0].explained if found else 0):
            found = named
        if found and found[0].explained == failed:
            return [f"{one.tag}: {one.title}{_sources(one)}{_share(one)}" for one in found]
    release = faults.other_release(observed)
    if release and (not found or release.agreeing > found[0].explained):
        return [_as_release(release)]
    scope = f"; explains {found[0].explained:,} of {failed:,} failures" if found else ""
    return [f"{one.tag}: {one.title}{_sources(one)}{_share(one)}{scope}" for one in found]


def _as_release(release: OtherRelease) -> str:
    changed = f"; changed since by {', '.join(release.tickets)}" if release.tickets else ""
    share = f"on {release.agreeing:,} of {release.telling:,} inputs that tell them apart"
    return f"{release.line}: answers as this release does, {share}{changed}"


def _ordinary(observed: Sequence[Observation]) -> list[Observation]:
    return [seen for seen in observed if registry.operation(seen[0]).is_realistic(seen[1])]


def _sources(one: Diagnosis) -> str:
    return f" ({', '.join(one.sources)})" if one.sources else ""


def _share(one: Diagnosis) -> str:
    """Of several bugs together, how much this one explains; of several that can't be told apart, how many they are."""
    if one.beside:
        return f"; one of {len(one.beside) + 1} bugs seen together; it alone explains {one.agreeing:,} cases"
    return f"; one of {one.ties} bugs that fit equally well" if one.ties > 1 else ""


def _failing(observed: Sequence[Observation]) -> int:
    return sum(not same(expected, got) for _, _, expected, got in observed if isinstance(got, Value | Error))


def shown(reply: Reply) -> str:
    """A reply in one short line."""
    match reply:
        case Value(value):
            return shorten(canonical(value))
        case Error(kind, message):
            return shorten(f"{kind}: {message}" if message else kind)
        case Skip(reason, _):
            return f"skipped: {reason}"
        case Fault(reason, detail):
            return shorten(f"{reason}: {detail}")


def shorten(text: str) -> str:
    """At most `SHOWN` characters."""
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}… ({len(text):,} characters)"


def reproduce(failure: Differs | Errored, port_options: Sequence[str]) -> str:
    """The command that shows this case again, or its operation where the port breaks on a batch of cases only."""
    asked = failure.reference.split("+")[-1]
    case = failure.case
    which = ["--case", case.id] if asked == "golden" else ["--input", canonical(case.input)]
    if isinstance(failure, Errored) and failure.reason.endswith(IN_BATCH):
        which = []
    return shlex.join(
        ["jarparity", "check", "--operation", case.operation, "--reference", asked, *which, *port_options]
    )


def lines_in_short(lines: Iterable[str]) -> str:
    """`flink 1.16.3, 2.3.0; java 17`: every family once."""
    families: dict[str, list[str]] = {}
    for line in sorted(map(Line.parse, lines)):
        families.setdefault(line.family, []).append(line.version)
    return "; ".join(f"{family} {', '.join(versions)}" for family, versions in families.items())
