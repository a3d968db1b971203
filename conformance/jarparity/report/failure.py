"""The failure text: what the port said, what Java said, which known bug it looks like, and how to see it again."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from jarparity import catalogue
from jarparity.answers import Error, Fault, Skip, Value, canonical, same
from jarparity.catalogue.ordinary import is_ordinary
from jarparity.lines import Line
from jarparity.verdicts import Differs

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from jarparity.answers import Reply
    from jarparity.bugs.diagnosis import Diagnosis, Observation
    from jarparity.bugs.releases import OtherRelease
    from jarparity.cases import Case
    from jarparity.verdicts import Errored

SHOWN = 400
"""Characters of an input or an answer that are shown; the reproducing command has the whole."""


def failure_lines(
    failure: Differs | Errored, total: int, port_options: Sequence[str], observed: Sequence[Observation] = ()
) -> list[str]:
    """The text on one operation's smallest failing case, line by line.

    Args:
        failure: The smallest failing case.
        total: How many cases of this operation failed in all.
        port_options: How the port was named on the command line.
        observed: What was seen of the operation (`Tally.observations`), from which a known bug is recognised.
    """
    names = looks_like(observed) if isinstance(failure, Differs) else []
    return described(failure, total, names, reproduce(failure.case, failure.reference, port_options))


def described(failure: Differs | Errored, total: int, names: Iterable[str], command: str) -> list[str]:
    """As `failure_lines`, of what is known already.

    Args:
        failure: The smallest failing case.
        total: How many cases of this operation failed in all.
        names: What it looks like.
        command: Reproduces it.
    """
    known = catalogue.OPERATIONS.get(failure.case.operation)
    rows = [("input", shorten(canonical(failure.case.input)))]
    if isinstance(failure, Differs):
        rows += [
            ("port", shown(failure.got)),
            ("original", shown(failure.expected)),
            ("", lines_in_short(failure.lines)),
        ]
        # A result of another release of the kit may have operations that this one doesn't know.
        rows += [("", known.original)] if known else []
        rows += [("looks like", text) for text in names]
    else:
        rows += [("reason", failure.reason)]
        rows += [("detail", shorten(failure.detail))] if failure.detail else []
        rows += [("dissenter", failure.dissenter)] if failure.dissenter else []
        rows += [("", lines_in_short(failure.lines))]
    rows.append(("reproduce", command))
    more = f" (and {total - 1:,} more cases)" if total > 1 else ""
    name = "DIFFERS" if isinstance(failure, Differs) else "ERRORED"
    return [f"{name} {failure.case.operation} [{failure.case.id}]{more}", *(f"  {a:<11}{b}" for a, b in rows)]


def looks_like(observed: Sequence[Observation]) -> list[str]:
    """The known bugs that explain these answers, best first: their tags, titles and sources.

    A port with a bug of its own beside the known one (it misses an error of the original, or its language divides
    negative numbers in another way) is recognised by its wrong values, or by those on inputs that can really occur.
    """
    from jarparity import bugs  # noqa: PLC0415 - only once something differs

    values = [o for o in observed if isinstance(o[2], Value) and isinstance(o[3], Value)]
    scopes = (observed, _ordinary(observed), values, _ordinary(values))
    failed = _failing(observed)
    found: list[Diagnosis] = []
    for seen in scopes:
        named = bugs.diagnose(seen)
        if named and named[0].explained > (found[0].explained if found else 0):
            found = named
        if found and found[0].explained == failed:
            return [f"{one.tag}: {one.title}{_sources(one)}{_share(one)}" for one in found]
    release = bugs.other_release(observed)
    if release and (not found or release.agreeing > found[0].explained):
        return [_as_release(release)]
    scope = f", explains {found[0].explained:,} of {failed:,} looked at" if found else ""
    return [f"{one.tag}: {one.title}{_sources(one)}{_share(one)}{scope}" for one in found]


def _as_release(release: OtherRelease) -> str:
    changed = f"; changed since by {', '.join(release.tickets)}" if release.tickets else ""
    share = f"on {release.agreeing:,} of {release.telling:,} inputs that tell them apart"
    return f"{release.line}: answers as this release does, {share}{changed}"


def _ordinary(observed: Sequence[Observation]) -> list[Observation]:
    return [seen for seen in observed if is_ordinary(seen[1])]


def _sources(one: Diagnosis) -> str:
    return f" ({', '.join(one.sources)})" if one.sources else ""


def _share(one: Diagnosis) -> str:
    """Of several bugs at once, how much hangs on this one."""
    return f"; one of {len(one.beside) + 1} at once, {one.agreeing:,} cases hang on it" if one.beside else ""


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


def reproduce(case: Case, reference: str, port_options: Sequence[str]) -> str:
    """The command that shows this one case again."""
    asked = reference.split("+")[-1]
    which = ["--case", case.id] if asked == "golden" else ["--input", canonical(case.input)]
    named = ["--operation", case.operation, "--reference", asked]
    return shlex.join(["jarparity", "check", *named, *which, *port_options])


def lines_in_short(lines: Iterable[str]) -> str:
    """`flink 1.16.3, 2.3.0; java 17`: every family once."""
    families: dict[str, list[str]] = {}
    for line in sorted(map(Line.parse, lines)):
        families.setdefault(line.family, []).append(line.version)
    return "; ".join(f"{family} {', '.join(versions)}" for family, versions in families.items())
