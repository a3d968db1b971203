"""`jarparity check`: a port against the originals."""

from __future__ import annotations

import gc
import shlex
import time
from contextlib import ExitStack
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Final

import click

from jarparity import catalogue
from jarparity.case_collector import written
from jarparity.cases import Case
from jarparity.check.apart import Processes
from jarparity.check.asked_first import asked_first
from jarparity.check.plan import VOLUME, Plan
from jarparity.check.process import COLLECTION
from jarparity.check.run import claimed
from jarparity.check.search import Budget
from jarparity.check.session import Session
from jarparity.check.tally import Tally, size
from jarparity.cli import options as opt
from jarparity.cli.check_progress import check_progress
from jarparity.cli.commands import Refused, choice, command, flag, many, number, option
from jarparity.cli.divergences_option import known_divergences, rewrite
from jarparity.cli.output import opened_report, progress
from jarparity.environment import under_ci
from jarparity.grades import REQUIRED, Grade
from jarparity.plain_json import parse
from jarparity.ports.claims import require_known
from jarparity.references.factory import NAMES, choose
from jarparity.report.text import result_line
from jarparity.report.writer import FORMATS
from jarparity.validation import validate_input
from jarparity.verdicts import Differs

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from jarparity.check.apart import Apart
    from jarparity.lines import Line
    from jarparity.operations import Operation
    from jarparity.references.golden import GoldenReference
    from jarparity.report.writer import Writer


_LARGE_VOLUME: Final = 100_000
_TIMES: Final = 4


@command()
def check(
    *,
    operations: opt.Chosen[Operation] = opt.operations(),
    lines: opt.Chosen[Line] = opt.lines(),
    references: tuple[str, ...] = opt.reference(
        *NAMES, default="auto", repeatable=True, what="What gives the true answers."
    ),
    port: opt.PortChoice = opt.port(),
    seed: int = opt.seed(),
    max_examples: int | None = number(
        "--max-examples",
        0,
        help="Examples of the search for each operation, each of up to 16 inputs.  [default: as many as it takes to "
        "draw more inputs than any known bug of the operation needed to be met]",
    ),
    max_time: float | None = opt.max_time(),
    volume: int | None = number(
        "--volume",
        0,
        metavar="KEYS",
        help="Keys compared in bulk for each operation, kind of key and release. An operation that takes no columns "
        "compares fewer inputs that cost as much: a text counts as 10 keys, a consumer group as 100, a history of "
        "rebalances as 250."
        f"  [default: {VOLUME:,}]",
    ),
    thorough: bool = flag(
        "--thorough",
        help=f"Longer: {_TIMES} times as many inputs drawn, --volume {_LARGE_VOLUME}, and recorded "
        "vectors asked of the originals again.",
    ),
    quick: bool = flag(
        "--quick",
        help="Recorded answers only, and of releases that agree the newest one's: for the moment between two edits.",
    ),
    fail_fast: bool = flag("-x", "--fail-fast", help="Stop at the first failure: with --grade, the first below it."),
    only: tuple[str, ...] = many("--case", metavar="GLOB", help="Only recorded and hand-written cases with these ids."),
    given: str | None = option(
        "--input", metavar="JSON", help="One input in place of the recorded ones; needs one --operation, and live Java."
    ),
    form: str = opt.formats(*FORMATS),
    output: Path | None = opt.output(),
    require_jvm: bool = opt.require_jvm(),
    grade: str = choice(
        "--grade",
        *REQUIRED,
        default="exact",
        help="What is good enough where several answers are right: Kafka's assignors, the group coordinator's too.",
    ),
    divergences: str | None = option(
        "--divergences",
        type=click.Path(dir_okay=False),
        metavar="FILE",
        help="Where this port is known to differ: the search avoids it, and it must still fail there.",
    ),
    fix: bool = flag(
        "--fix",
        help="Take out of --divergences what no longer fails; the run doesn't fail by it then. Not where a filter is "
        "active.",
    ),
    save: bool = opt.save(),
) -> int:
    """Check a port against the originals, exactly.

    Every recorded vector is checked first. Where live Java is installed, the originals are asked about those that the
    port got wrong, Hypothesis searches for inputs that tell port and original apart, and columns of keys are compared
    in bulk. On another Java than that of the recordings, every vector is asked again. The last line says whether the
    port passed, and which reference answered.

    Examples:
      jarparity check                                             copartition, golden vectors and live JARs
      jarparity check --reference golden                          no JVM: the recorded answers of every release
      jarparity check --quick                                     in half the time: the newest of releases that agree
      jarparity check --thorough                                  a longer search, and ten times the keys in bulk
      jarparity check --operation 'kafka.*' --port my_port:PORT   what your port claims of Kafka
      jarparity check --line 'flink 2.*' --max-examples 5000      a longer search on some releases
      jarparity check --reference jpype --reference gateway       both live routes
      jarparity check --format json --output report.json
      jarparity check --port my_port:PORT --divergences divergences.json --fix
    """
    began = time.monotonic()
    gc.set_threshold(*COLLECTION)
    wanted = catalogue.releases_with(operations, lines.patterns)
    beyond = {"--thorough": thorough, "--max-examples": max_examples is not None, "--volume": volume is not None}
    references = _to_ask(references, beyond, quick=quick, require_jvm=require_jvm)
    recorded_only = set(references) == {"golden"}
    case = _given_case(operations, given, wanted, recorded_only=recorded_only)
    narrowed = {"--line": lines.patterns, "--case": only, "--input": case}
    # Recorded inputs alone may not show what a search has found.
    also = {"--fail-fast": fail_fast, "--reference golden": recorded_only}
    known = known_divergences(divergences, {"--operation": operations.patterns, **narrowed, **also}, fix=fix)
    with ExitStack() as stack:
        report = stack.enter_context(opened_report(form, output))
        port = port.or_brought(operations)
        opened = port.open()
        stack.callback(opened.close)
        require_known(opened.info)
        with progress("preparing") as prepare:
            asked = choose(references, wanted, require_jvm=require_jvm or under_ci(), progress=prepare)
        stack.callback(asked.close)
        _refuse_unmatched(only, operations, asked.vectors)
        # Only now: the first use has spent a minute on fetching, which is not searching.
        deadline = time.monotonic() + max_time if max_time else None
        plan = Plan(
            tuple(operations),
            frozenset(wanted),
            Budget(max_examples, deadline, seed, _TIMES if thorough else 1),
            volume if volume is not None else _LARGE_VOLUME if thorough else VOLUME,
            asked.golden,
            only,
            case,
            fail_fast,
            Grade.of(grade),
            divergences=known,
            whole=not any(narrowed.values()),
            quick=quick,
            written=True,
            again=thorough,
        )
        filters = {"--operation": operations.patterns, "--line": lines.patterns, "--case": only}
        session = Session(
            plan, opened, port.repeated, asked.vectors, asked.live, asked.unavailable, filters, began=began
        )
        # NDJSON names each answer as it comes; a program is a process of its own.
        apart = None if port.command or form == "ndjson" else Processes.of(plan, port.name, asked.live)
        # They begin before progress is shown, which takes a thread.
        begun = stack.enter_context(apart.begun(plan, asked.vectors)) if apart else None
        _compare(session, asked.vectors, report, begun)
        outcome = asked_first(session.outcome(), port.open if port.command else None)
        try:
            rewrite(known, outcome, fix=fix)
        finally:  # what was found is shown, also where the file stays as it is
            report.close(outcome)
            if save:
                save_found(outcome.tally)
    return outcome.exit_code


def _compare(session: Session, vectors: GoldenReference, report: Writer, apart: Apart | None) -> None:
    """Compares, and shows how far it is; Control-C ends it, and keeps what has been found."""
    operations = len(claimed(session.port, session.plan))

    def verdict() -> str:
        return result_line(session.outcome())

    with check_progress(session.tally, operations, live=bool(session.live), verdict=verdict) as seen:
        try:
            for event in session.events(seen.stage, apart):
                report.event(event)
                seen.event(event)
            seen.ended()
        except KeyboardInterrupt:
            session.interrupted = True
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            _refuse_bad_inputs(vectors, (v.case for o in session.plan.operations for v in vectors.vectors(o.name)))
            raise
    _refuse_bad_inputs(vectors, (failure.case for failure in session.tally.smallest.values()))


def _to_ask(
    references: tuple[str, ...], beyond: Mapping[str, bool], *, quick: bool, require_jvm: bool
) -> tuple[str, ...]:
    live = sorted(set(references) - {"golden", "auto"})
    if quick and live:
        raise click.UsageError(f"--quick compares recorded answers only: leave `--reference {live[0]}` out")
    if quick and (given := [option for option, is_given in beyond.items() if is_given]):
        raise click.UsageError(f"--quick compares recorded answers only: leave `{given[0]}` out")
    asked = ("golden",) if quick else references
    if require_jvm and set(asked) == {"golden"}:
        raise click.UsageError(
            f"--require-jvm asks live Java: leave `{'--quick' if quick else '--reference golden'}` out"
        )
    return asked


def _refuse_unmatched(globs: Iterable[str], operations: Iterable[Operation], vectors: GoldenReference) -> None:
    """A misspelt `--case` beside others would be passed over."""
    ids: set[str] = set()
    for one in operations if globs else ():
        ids.update(vector.case.id for vector in vectors.vectors(one.name))
        ids.update(case.id for case in written(one))
    for glob in globs:
        if not any(fnmatchcase(id_, glob) for id_ in ids):
            raise Refused(
                f"no case of the chosen operations matches --case {shlex.quote(glob)}"
                f"{catalogue.nearest(glob, ids, '`jarparity explain case GLOB` shows those there are')}"
            )


def _refuse_bad_inputs(vectors: GoldenReference, cases: Iterable[Case]) -> None:
    """An edited file is to blame for what a port does with an input that its operation doesn't take."""
    from jarparity.fixtures.problems import bad_input  # noqa: PLC0415 - only once something went wrong

    if fault := bad_input(vectors.folder, cases):
        raise fault


def _given_case(
    chosen: list[Operation], text: str | None, wanted: list[Line], *, recorded_only: bool
) -> tuple[Case, ...]:
    if text is None:
        return ()
    if len(chosen) != 1:
        raise click.UsageError(f"--input goes with one --operation, and {len(chosen)} match")
    try:
        document = parse(text)
        validate_input(chosen[0], document)
    except ValueError as error:
        raise click.UsageError(f"--input: {error}") from None
    if not chosen[0].eligible_lines(wanted, document):
        having = ", ".join(str(line) for line in wanted if chosen[0].has(line))
        raise click.UsageError(
            f"--input: {chosen[0].name}: no release that is asked takes it ({having}): it has a field that came "
            "later, or one whose answer there is no function of the input; `jarparity explain` says which came when"
        )
    if recorded_only:
        raise click.UsageError("--input asks live Java: leave `--reference golden` out")
    return (Case.generated(chosen[0].name, document, "given"),)


def save_found(tally: Tally) -> None:
    """Keeps the smallest difference of each operation, where it is no recorded case."""
    from jarparity.fixtures.writing import save_regression  # noqa: PLC0415 - only to save

    for operation, failures in tally.failures.items():
        # What a vector shows is recorded already.
        new = [f for f in failures if isinstance(f, Differs) and f.case.id.startswith(("found/", "given/"))]
        if not new:
            click.echo(f"nothing to save of {operation}: its differences are recorded cases", err=True)
            continue
        smallest = min(new, key=size)
        path = save_regression(smallest.case, [(smallest.lines, smallest.expected)])
        click.echo(f"saved {operation} [{smallest.case.id}] to {path}", err=True)
