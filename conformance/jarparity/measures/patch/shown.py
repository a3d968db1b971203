"""A check of a patch, for people, for machines, and for a pull request."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.answers import canonical, to_json
from jarparity.measures.patch.comparing import STAGES
from jarparity.report.tables import Code, Document, Fields, Items, Note, Section, Table, number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answer_pairs import AnswerPair
    from jarparity.answers import JSON
    from jarparity.measures.patch.comparing import Compared
    from jarparity.measures.patch.own_tests import OwnTests
    from jarparity.measures.patch.program import ProgramRun
    from jarparity.measures.patch.result import FaultSeen, Result
    from jarparity.measures.patch.speed import Speed
    from jarparity.report.tables import Block, Column

TITLE: Final = "Patch of"
_FAILED: Final = 10
"""Own tests that are named, of those that fail."""


def document(result: Result) -> Document:
    """The whole result."""
    blocks = (
        Fields.of(_patch(result)),
        Section("Is the fault gone?", tuple(_gone(result))),
        Section("Does anything else change?", tuple(_changes(result))),
        Section("The original's own tests", tuple(_tests(result))),
        Section("Is it slower?", tuple(_speed(result))),
        *_verdict(result),
    )
    return Document(blocks, _data(result), f"{TITLE} {result.patch.line}")


def _patch(result: Result) -> Iterator[tuple[str, str]]:
    patch = result.patch
    yield "release", str(patch.line)
    yield "patch", patch.what
    if patch.sources:
        yield "sources", patch.sources
    for touched in patch.touched:
        lines = "" if touched.added is None else f", +{touched.added} -{touched.removed}"
        yield "changes", f"{touched.name}{lines}"
    if patch.left_out:
        yield "left out", ", ".join(patch.left_out)


def _gone(result: Result) -> Iterator[Block]:
    if not result.faults and not result.programs:
        yield "no fault was named: give one by --fault, or a program that shows it by --program"
    for seen in result.seen():
        yield Table.of(
            ("", number("asked"), number("on the release"), number("with the patch")),
            ((stage, seen.asked[stage], seen.release[stage], seen.patched[stage]) for stage in STAGES),
            f"{seen.fault.name}: {seen.fault.title}",
        )
        yield _answer(gone=seen.is_gone, met=seen.is_met)
        if seen.example is not None:
            yield Section("still there", tuple(_example(seen.example)))
    for program in result.programs:
        yield f"{program.place}: {_met(program.release)} on the release, {_met(program.patched)} with the patch"
        yield _answer(gone=not program.patched, met=program.release)
        if program.said_before:
            yield Section("on the release it wrote", (Code(program.said_before),), folded=True)
        if program.said_after:
            yield Section("with the patch it wrote", (Code(program.said_after),), folded=True)


def _met(met: bool) -> str:  # noqa: FBT001 - one of two
    return "meets the fault" if met else "doesn't meet it"


def _answer(*, gone: bool, met: bool) -> Note:
    if not met:
        return Note("unknown: nothing shows it on the release", "warning")
    return Note("gone", "good") if gone else Note("still there", "bad")


def _changes(result: Result) -> Iterator[Block]:
    columns: list[Column | str] = ["operation", *(number(stage) for stage in STAGES)]
    columns += [number("expected changes"), number("others")]
    rows: list[tuple[str | int, ...]] = [
        (one.operation.name, *(_asked(one, stage) for stage in STAGES), one.expected(), one.unexpected())
        for one in result.compared
    ]
    yield Table.of(columns, rows)
    for one in result.compared:
        for reason, example in sorted(one.examples.items(), key=lambda pair: pair[0] is not None):
            count = sum(n for (_, why), n in one.changed.items() if why == reason)
            what = "unexpected changes" if reason is None else f"expected changes ({reason})"
            yield Section(f"{one.operation.name}, {what}: {count:,}", (*_grades(one, reason), *_example(example)))
    if not any(one.examples for one in result.compared):
        yield Note("no answer changed", "good")


def _asked(one: Compared, stage: str) -> str:
    asked = one.asked[stage]
    whole = " (all)" if stage == STAGES[-1] and one.complete else ""
    return f"{asked:,}{whole}" if asked else ""


def _grades(one: Compared, reason: str | None) -> Iterator[str]:
    graded = sorted(((grade, n) for (why, grade), n in one.grades.items() if why == reason), reverse=True)
    if graded:
        yield f"graded beside the release's: {', '.join(f'{n:,} {grade}' for grade, n in graded)}"


def _example(found: AnswerPair) -> Iterator[Block]:
    yield Code(
        "\n".join(
            (
                f"input      {canonical(found.input)}",
                f"release    {canonical(to_json(found.before))}",
                f"patched    {canonical(to_json(found.after))}",
            )
        )
    )


def _tests(result: Result) -> Iterator[Block]:
    tests = result.tests
    if tests is None:
        yield f"not run: {result.no_tests}"
        return
    yield f"{tests.ran:,} tests of {tests.suite} ran, {len(tests.failed):,} fail with the patch only"
    if tests.failed_before:
        yield f"{tests.failed_before:,} more fail on the release, too"
    if tests.failed:
        yield Items(tuple(f"{one.simple_class} {one.name}: {one.message}" for one in tests.failed[:_FAILED]))


def _speed(result: Result) -> Iterator[Block]:
    if not result.speeds:
        yield "not measured"
        return
    columns = (
        "operation",
        number("inputs"),
        number("pairs"),
        number("release, ms"),
        number("ratio"),
        "90 % interval",
    )
    rows = [
        (s.operation, s.inputs, s.pairs, f"{s.milliseconds:.1f}", f"{s.ratio:.2f}", f"{s.low:.2f} to {s.high:.2f}")
        for s in result.speeds
    ]
    yield Table.of(columns, rows)
    yield "the ratio is the patched line's time over the release's, in pairs of runs in one JVM"


def _verdict(result: Result) -> Iterator[Block]:
    complaints, doubts = result.complaints(), result.doubts()
    yield from (Note(f"RED: {complaint}", "bad") for complaint in complaints)
    yield from (Note(f"OPEN: {doubt}", "warning") for doubt in doubts)
    if not complaints and not doubts:
        expected = sum(one.expected() for one in result.compared)
        more = f"; {expected:,} expected changes" if expected else ""
        yield Note(f"GREEN: nothing else changes{more}", "good")


def _data(result: Result) -> JSON:
    patch = result.patch
    return {
        "release": str(patch.line),
        "patch": patch.what,
        "sources": patch.sources,
        "touched": [{"class": t.name, "added": t.added, "removed": t.removed} for t in patch.touched],
        "leftOut": list(patch.left_out),
        "faults": [_fault_data(seen) for seen in result.seen()],
        "programs": [_program_data(program) for program in result.programs],
        "operations": [_operation_data(one) for one in result.compared],
        "tests": _tests_data(result.tests),
        "speed": [_speed_data(speed) for speed in result.speeds],
        "complaints": result.complaints(),
        "doubts": result.doubts(),
        "seed": result.seed,
        "seconds": round(result.seconds, 1),
        "exit": int(result.exit_code),
    }


def _fault_data(seen: FaultSeen) -> JSON:
    return {
        "fault": seen.fault.name,
        "asked": dict(seen.asked),
        "release": dict(seen.release),
        "patched": dict(seen.patched),
        "gone": seen.is_gone and seen.is_met,
        "example": None if seen.example is None else _example_data(seen.example),
    }


def _program_data(program: ProgramRun) -> JSON:
    return {
        "program": str(program.place),
        "release": program.release,
        "patched": program.patched,
        "saidBefore": program.said_before,
        "saidAfter": program.said_after,
    }


def _operation_data(one: Compared) -> JSON:
    return {
        "operation": one.operation.name,
        "asked": dict(one.asked),
        "smallScopeComplete": one.complete,
        "cutShort": one.cut_short,
        "changes": [
            {
                "reason": reason,
                "count": sum(n for (_, why), n in one.changed.items() if why == reason),
                "byStage": {stage: one.changed[stage, reason] for stage in STAGES},
                "grades": {str(grade): n for (why, grade), n in one.grades.items() if why == reason},
                "example": _example_data(example),
            }
            for reason, example in one.examples.items()
        ],
    }


def _example_data(found: AnswerPair) -> JSON:
    return {"input": found.input, "release": to_json(found.before), "patched": to_json(found.after)}


def _tests_data(tests: OwnTests | None) -> JSON:
    if tests is None:
        return None
    failed = [{"class": one.test_class, "test": one.name, "message": one.message} for one in tests.failed]
    return {"suite": str(tests.suite), "ran": tests.ran, "failed": failed, "failedBefore": tests.failed_before}


def _speed_data(speed: Speed) -> JSON:
    return {
        "operation": speed.operation,
        "inputs": speed.inputs,
        "pairs": speed.pairs,
        "releaseMilliseconds": round(speed.milliseconds, 3),
        "ratio": round(speed.ratio, 4),
        "low": round(speed.low, 4),
        "high": round(speed.high, 4),
    }
