"""The outcome as text for people.

The failure text: what the port said, what Java said, which known bug it looks like, and how to see it again.
"""

from __future__ import annotations

import builtins
import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity import registry
from jarparity.answers import Error, NoAnswer, Skip, Value, canonical
from jarparity.check.judging import ENDLESS
from jarparity.check.outcome import Exit
from jarparity.grades import Grade
from jarparity.lines import Line
from jarparity.originals import locked_lines
from jarparity.report.as_text import as_text
from jarparity.report.first_difference import first_difference
from jarparity.report.likeness import likeness_of
from jarparity.report.nothing import NO_REASON, why_nothing
from jarparity.report.reproducing import reproduce
from jarparity.report.tables import Code, Fields, Note, Section, Shown, Table, number
from jarparity.values.utf16 import has_lone_surrogate
from jarparity.verdicts import Differs, Errored

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from jarparity.answers import Reply
    from jarparity.check.outcome import Outcome
    from jarparity.report.tables import Block, Cell


_RANGE = 4
"""From so many releases on a range is shorter, and as clear."""
SHOWN = 400
"""Characters of an input or an answer that are shown; the reproducing command has the whole."""


def failure_section(
    failure: Differs | Errored,
    counted: tuple[int, int],
    names: Iterable[str],
    command: str,
    compared: Collection[str] = (),
) -> Section:
    """One operation's most telling failing case.

    Args:
        failure: The case.
        counted: How many cases of this operation failed in the same way (1 where they can't be counted apart), and on
            how many releases, which is said where these are more than the case's own.
        names: Of a difference, what it looks like (`Likeness.names`).
        command: Reproduces it (`reproduce`).
        compared: All lines that the operation was compared on: those that follow each other are shown as a range.
    """
    rows: list[tuple[str, Cell]] = [("input", shorten(canonical(failure.case.input)))]
    if isinstance(failure, Differs):
        rows += [("port", shown(failure.got)), ("original", shown(failure.expected)), *_parting(failure)]
        # A result of another release of the kit may have operations that this one doesn't know.
        known = registry.OPERATIONS.get(failure.case.operation)
        rows += [("", lines_in_short(failure.lines, compared)), *([("", known.original)] if known else [])]
        rows += [("grade", f"{failure.grade}")] if failure.grade or (known and known.grader) else []
        rows += [("looks like", text) for text in names]
        rows += [("hint", text) for text in hints(failure)]
        told = known.hint(failure.case.input) if known and known.hint else ""
        rows += [("hint", shorten(told))] if told else []
        rows += [("hint", _HALF_A_PAIR)] if has_lone_surrogate(canonical(failure.case.input)) else []
    else:
        rows += [("reason", failure.reason)]
        rows += [("detail", shorten(failure.detail))] if failure.detail else []
        rows += [("dissenter", failure.dissenter)] if failure.dissenter else []
        rows += [("", lines_in_short(failure.lines, compared))]
    rows.append(("reproduce", Shown(command, is_command=True)))
    others, releases = counted[0] - 1, counted[1]
    wider = f", on {releases} releases" if releases > len(failure.lines) else ""
    more = f" (and {others:,} more case{'s' * (others != 1)}{wider})" if others else ""
    name = "DIFFERS" if isinstance(failure, Differs) else "ERRORED"
    return Section(f"{name} {failure.case.operation} [{failure.case.id}]{more}", (Fields.of(rows),), tone="bad")


def _parting(failure: Differs) -> list[tuple[str, Cell]]:
    """Where values part that are too long to be shown whole."""
    match failure.got, failure.expected:
        case Value(port), Value(original) if max(len(canonical(port)), len(canonical(original))) > SHOWN:
            path, ours, theirs = first_difference(port, original)
            texts = ("nothing" if part is None else shorten(part) for part in (ours, theirs))
            return [("differs at", f"{path}: port {next(texts)}, original {next(texts)}")] if path else []
        case _:
            return []


_OF_A_LANGUAGE: Final = frozenset(
    {name for name, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, Exception)}
    | {"RangeError", "ReferenceError", "SyntaxError"}
)
"""Kinds of errors that Python and JavaScript raise, and Java doesn't."""


_HALF_A_PAIR: Final = (
    "a string has half of a surrogate pair alone, which UTF-8 can't hold: many JSON decoders put U+FFFD in its place"
)

_NULL: Final = "a Python function without `return` answers so, and JavaScript writes NaN so"
_TYPES: Final = {bool: "true or false", int: "a number", float: "a float", str: "a string", list: "a list"}


def _json_type(value: object) -> str:
    return _TYPES.get(type(value), "an object") if value is not None else "null"


def hints(failure: Differs) -> list[str]:
    """What to do about an error that the port raised, or didn't, or about an answer of another type."""
    match failure.expected, failure.got:
        case Value(value), Value(None) if value is not None:
            return [f"null, where {_json_type(value)} is wanted: {_NULL}"]
        case Value(value), Value(float()) if type(value) is int:
            return ["a float, where an integer is wanted"]
        case Value(value), Value(other) if value is not None and _json_type(value) != _json_type(other):
            return [f"{_json_type(other)}, where {_json_type(value)} is wanted"]
        case Error(kind), Error(other) if kind not in (other, ENDLESS):
            advice = [f"an error of the kind {kind} is wanted{_how_to_raise(kind, failure.got)}"]
        case Value(), Error(other):
            own = other in _OF_A_LANGUAGE
            advice = [f"no original throws {other}: the port has a fault of its own"] if own else []
        case _:
            return []
    where = failure.got.where
    beside = f"{Path.cwd()}{os.sep}"
    return [*advice, *([f"{other} was raised in {where.removeprefix(beside)}"] if where else [])]


def _how_to_raise(kind: str, given: Error) -> str:
    if given.kind.endswith(f".{kind}"):
        return ": the simple name of its class"
    if given.where:
        return ": in Python, raise an exception whose class has this name"
    return f': answer "error":{{"kind":"{kind}"}}'


def shown(reply: Reply) -> str:
    """A reply in one short line."""
    match reply:
        case Value(value):
            return shorten(canonical(value))
        case Error(kind, message):
            return shorten(f"{kind}: {message}" if message else kind)
        case Skip(reason, _):
            return f"skipped: {reason}"
        case NoAnswer(reason, detail):
            return shorten(f"{reason}: {detail}")


def shorten(text: str) -> str:
    """At most `SHOWN` characters."""
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}… ({len(text):,} characters)"


def lines_in_short(lines: Iterable[str], compared: Collection[str] = ()) -> str:
    """`flink 1.16.3, 2.3.0; java 17`: every family once.

    Args:
        lines: The lines.
        compared: More lines; several in a row of these are a range, such as `flink 1.16.3 to 2.3.0 (5 releases)`.
    """
    families = _by_family(lines)
    others = _by_family(compared)
    return "; ".join(f"{family} {_range(versions, others.get(family, []))}" for family, versions in families.items())


def _by_family(lines: Iterable[str]) -> dict[str, list[str]]:
    families: dict[str, list[str]] = {}
    for line in sorted(map(Line.parse, lines)):
        families.setdefault(line.family, []).append(line.version)
    return families


def _range(versions: Sequence[str], compared: Sequence[str]) -> str:
    first = compared.index(versions[0]) if versions[0] in compared else 0
    if len(versions) < _RANGE or [*versions] != compared[first : first + len(versions)]:
        return ", ".join(versions)
    return f"{versions[0]} to {versions[-1]} ({len(versions)} releases)"


_RESULTS = {
    Exit.OK: "PASS",
    Exit.DIFFERS: "FAIL",
    Exit.INTERRUPTED: "INTERRUPTED",
    Exit.INTERNAL: "THE KIT FAILED",
    Exit.NOTHING_CHECKED: "NOTHING COMPARED",
}


def verdict_word(exit_code: int) -> str:
    """What an exit code says of the port."""
    return _RESULTS.get(Exit(exit_code), "FAIL")


def blocks(outcome: Outcome) -> tuple[Block, ...]:
    """Failures first, then a row an operation, what was left out, and last whether the port passed."""
    telling = list(_telling(outcome))
    failures = (section for section, _ in telling)
    shown_cases = {failure.case.id for _, failure in telling}
    return (*failures, *entries(outcome), *_table(outcome), *_grades(outcome, shown_cases), *_closing(outcome))


def text(outcome: Outcome) -> str:
    """The blocks as plain text."""
    return as_text(blocks(outcome))


def _telling(outcome: Outcome) -> Iterator[tuple[Section, Differs | Errored]]:
    """A section a kind of failure, and the case that it shows; none of answers that are good enough."""
    tally = outcome.tally
    for operation in outcome.failing():
        like = likeness_of(outcome, operation)
        for failure, cases in tally.most_telling(operation, like.unexplained, like.older, is_named=bool(like.tags)):
            if isinstance(failure, Differs) and failure.grade >= outcome.required:
                continue
            command = reproduce(failure, outcome.port_options, alone=operation not in outcome.asked_first)
            releases = tally.releases(failure, like.older)
            names = [*like.names(failure), *asked_first(outcome, failure)]
            yield failure_section(failure, (cases, releases), names, command, tally.lines_of(operation)), failure


def asked_first(outcome: Outcome, failure: Differs | Errored) -> Iterator[str]:
    """Of a port whose answers don't depend on the case alone: that they don't."""
    operation = failure.case.operation
    if isinstance(failure, Differs) and operation in outcome.asked_first:
        case, reply = outcome.tally.smallest[operation].case, outcome.asked_first[operation]
        yield f"an answer by the cases before, or by chance: asked first, [{case.id}] is answered {shown(reply)}"


def entries(outcome: Outcome) -> Iterator[Section]:
    """Known divergences that fail the run."""
    for watched in outcome.tally.watched:
        if watched.problem:
            entry = watched.entry
            where = Fields((("where", f"{entry.where}"), ("issue", entry.issue)))
            yield Section(f"DIVERGENCE {entry.name} of {entry.operation}", (watched.problem, where))


def _table(outcome: Outcome) -> Iterator[Table]:
    """A row an operation of which something was compared.

    A recorded input counts once, and so does one that was drawn; each release and each reference that was asked gives
    an answer to it.
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


def _grades(outcome: Outcome, shown_cases: Collection[str]) -> Iterator[Block]:
    """Where several answers are right, how good the port's are; and for each grade lost the smallest case.

    Cases that stand above are not shown again.
    """
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
            title = f"{name} not {', not '.join(lost_here)} [{id_}]"
            if id_ in shown_cases:
                yield f"{title}: above"
                continue
            command = reproduce(failure, outcome.port_options, alone=name not in outcome.asked_first)
            yield Section(title, (_example(failure, tally.lines_of(name), command),))


def _faults_met(outcome: Outcome) -> Iterator[Block]:
    """Faults of the originals that the search met: the port has them, too, so nothing differs.

    A short input is shown with its command; a long one tells nothing.
    """
    for (operation, name), met in outcome.tally.faults_met.items():
        case, asked = met.smallest.case, met.smallest.reference.split("+")[-1]
        where = f"{name}, in {_counted(len(met.ids), 'case')} of {operation}"
        yield f"known fault of the original, reproduced by the port: {where}: {met.fault.title}"
        document = canonical(case.input)
        if len(document) > SHOWN:
            continue
        command = ["--operation", operation, "--reference", asked, "--input", document]
        yield Code(f"  {shlex.join(['jarparity', 'check', *command, *outcome.port_options])}")


def _example(failure: Differs | Errored, compared: Collection[str], command: str) -> Fields:
    rows: list[tuple[str, Cell]] = [("input", shorten(canonical(failure.case.input)))]
    if isinstance(failure, Differs):
        rows += [("port", shown(failure.got)), ("original", shown(failure.expected))]
    else:
        rows += [("reason", f"{failure.reason}: {shorten(failure.detail)}")]
    rows += [("", lines_in_short(failure.lines, compared)), ("reproduce", Shown(command, is_command=True))]
    return Fields.of(rows)


def _closing(outcome: Outcome) -> Iterator[Block]:
    tally = outcome.tally
    for reason, count in tally.skips.most_common():
        named = [name for name, reasons in tally.reasons.items() if reason in reasons]
        of = named[0] if len(named) == 1 else _counted(len(named), "operation")
        yield f"not compared: {of} ({_counted(count, 'input')}): {reason or NO_REASON}"
    for watched in tally.watched:
        entry = watched.entry
        if watched.unjudged:
            yield f"not judged: whether {entry.name} still fails: {watched.unjudged}"
        if not watched.problem and (watched.inside or not watched.unjudged):
            yield f"known: {entry.name}: {watched.failed:,} of {watched.inside:,} inputs inside fail: {entry.issue}"
    yield from _faults_met(outcome)
    if tally.cut_short:
        yield f"the time ran out: search and bulk check cut short for {', '.join(tally.cut_short)}"
    for name, why in outcome.unavailable.items():
        yield f"not asked: {name}: {why}"
    for name, about in outcome.about.items():
        yield f"{name}: {', '.join(f'{key} {value}' for key, value in about.items())}"
    for name, answers in tally.answered.items():
        releases = lines_in_short(tally.lines[name], [str(line) for line in locked_lines()])
        yield f"reference: {name} ({releases}) on {_counted(answers, 'answer')}"
    yield f"in {outcome.seconds:.1f} s, seed {outcome.seed}"
    yield Note(result_line(outcome), "good" if outcome.exit_code is Exit.OK else "bad")


def result_line(outcome: Outcome) -> str:
    """Whether the port passed, against which references, and on how much."""
    port, totals, exit_code = outcome.port, outcome.tally.totals, outcome.exit_code
    name = port.name if port.version == "unknown" else f"{port.name} {port.version}"
    if exit_code is Exit.NOTHING_CHECKED:
        return f"{_RESULTS[exit_code]} {name}: {why_nothing(outcome)}"
    counts = {verdict: totals[verdict] for verdict in ("differs", "errored", "known")}
    compared = totals["agrees"] + sum(counts.values())
    parts = [_counted(len(outcome.tally.grades), "operation"), _counted(compared, "answer")]
    parts += [f"{counts['differs']:,} differ", *(f"{n:,} {v}" for v, n in counts.items() if n and v != "differs")]
    parts += [f"{_counted(outcome.tally.declined, 'input')} declined"] if outcome.tally.declined else []
    if faulty := sum(bool(watched.problem) for watched in outcome.tally.watched):
        parts.append(f"{_counted(faulty, 'known divergence')} to be removed or changed")
    lower = f", all {outcome.required} or better" if exit_code is Exit.OK and counts["differs"] else ""
    return f"{_RESULTS[exit_code]} {name} against {outcome.references}: {', '.join(parts)}{lower}"


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'s' * (count != 1)}"
