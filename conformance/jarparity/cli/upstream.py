"""`jarparity upstream`: the originals' own published tests against a port."""

from __future__ import annotations

import time
from contextlib import closing, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import click

from jarparity import data
from jarparity.check.outcome import Exit
from jarparity.child_process.worker import WorkerError
from jarparity.cli import options as opt
from jarparity.cli.commands import Refused, fields, flag, group, many
from jarparity.cli.output import progress, put
from jarparity.lines import select
from jarparity.measures.upstream import delegation
from jarparity.measures.upstream.report import FORMATS, LineOutcome, UpstreamOutcome, report
from jarparity.measures.upstream.run import Started, prepared, refuse_missing, run
from jarparity.measures.upstream.suite import FLINK_SUITES, FLINK_WRONG, KAFKA_SUITES, KAFKA_WRONG
from jarparity.originals import Originals
from jarparity.ports.load import open_port
from jarparity.report.as_text import as_text
from jarparity.streams import kept_stdout

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from jarparity.measures.upstream.delegation import Delegation
    from jarparity.measures.upstream.run import Ran
    from jarparity.measures.upstream.suite import Suite
    from jarparity.ports import PortInfo
    from jarparity.report.tables import Section


@group()
def upstream() -> None:
    """Run the originals' own published tests against a port.

    Classes of the originals' names come first on the class path and ask the port in place of computing. Tests that
    can't be delegated run too, and are listed with the reason.

    Examples:
      jarparity upstream kafka
      jarparity upstream kafka --class RangeAssignorTest
    """


class _Asked(NamedTuple):
    """What both commands are told."""

    lines: tuple[str, ...] = many("--line", metavar="GLOB", help="Only these releases.")
    classes: tuple[str, ...] = many("--class", metavar="GLOB", help="Only these JUnit classes.")
    tests: tuple[str, ...] = many("--test", metavar="GLOB", help="Only these test methods.")
    port: str | None = opt.port_name()
    form: str = opt.formats(*FORMATS)
    output: Path | None = opt.output()
    no_time_limits: bool = flag(
        "--no-time-limits", help="Don't hold tests to their own time limits: for a busy machine."
    )
    mutants: bool = flag(
        "--mutants",
        help="Put wrong ports in place of it: which of them do the original's tests see, and which the vectors?",
    )
    record: bool = flag("--record", help="Record which tests don't ask the port, in place of comparing it.")


@upstream.command()
def kafka(asked: _Asked = fields(_Asked)) -> int:
    """Kafka's assignors, consumer protocol, partitioners and group coordinator.

    Examples:
      jarparity upstream kafka                                   every release that has them, all tests
      jarparity upstream kafka --line '* 4.*' --class RoundRobinAssignorTest
      jarparity upstream kafka --line 'kafka-group-coordinator *'
      jarparity upstream kafka --class 'Sticky*' --test 'testLarge*'
      jarparity upstream kafka --port my_port:PORT --format junit --output report.xml
    """
    return _upstream("kafka", KAFKA_SUITES, KAFKA_WRONG, asked)


@upstream.command()
def flink(asked: _Asked = fields(_Asked)) -> int:
    """Flink's key groups, rescaling and heap backend.

    Examples:
      jarparity upstream flink                                   1.20.5 and 2.3.0, all tests
      jarparity upstream flink --line '* 2.*' --class MathUtilTest
      jarparity upstream flink --mutants                         what Flink's tests can't see
    """
    return _upstream("flink", FLINK_SUITES, FLINK_WRONG, asked)


def _upstream(original: str, suites: Sequence[Suite], wrong: Sequence[str], asked: _Asked) -> int:
    chosen = _chosen(suites, asked.lines, asked.classes)
    if asked.mutants:
        if asked.port or asked.record or asked.form != "text":
            raise click.UsageError("--mutants brings its own ports, and a table: leave --port, --record, --format out")
        with _breaks_told():
            put(as_text(_judged(suite, wrong, asked) for suite in chosen), asked.output)
        return Exit.OK
    if asked.record and (not data.in_checkout() or asked.classes or asked.tests):
        raise Refused("--record belongs to a checkout, and to whole suites: leave out --class and --test")
    known = delegation.read()
    with kept_stdout() as out:
        info = _info(asked.port, chosen)
        done: list[LineOutcome] = []
        interrupted = False
        try:
            with _breaks_told():
                done.extend(_line(suite, known, asked) for suite in chosen)
        except KeyboardInterrupt:
            interrupted = True
        if asked.record and any(line.failures for line in done):
            click.echo("not recorded: a test that failed may have ended before it asked the port", err=True)
        elif asked.record and not interrupted:
            for line in done:
                known = delegation.updated(known, line.line, line.ran)
            delegation.write(known)
            known = delegation.read()
            delegation.write_tables(known)
            done = [replace(line, changes=()) for line in done]
        again = ("--port", asked.port) if asked.port else ()
        outcome = UpstreamOutcome(original, info, again, tuple(done), interrupted)
        put(report(outcome, known, asked.form), asked.output, out)
    return outcome.exit_code


class _BrokenError(click.ClickException):
    """The tests didn't run to their end: nothing is known of the port, and the words say why."""

    exit_code = Exit.INTERNAL


@contextmanager
def _breaks_told() -> Iterator[None]:
    try:
        yield
    except WorkerError as broken:
        raise _BrokenError(str(broken)) from None


def _judged(suite: Suite, wrong: Sequence[str], asked: _Asked) -> Section:
    from jarparity.measures.upstream.wrong import judge, of_family, table  # noqa: PLC0415 - only for --mutants

    wrong = of_family(suite.line.family, wrong)
    with progress(str(suite.line), len(wrong)) as step, prepared(suite, Originals.default(), step) as ready:
        judged = []
        for tag in wrong:
            judged.append(judge(ready, tag, asked.tests, limits=not asked.no_time_limits))
            step(tag, 1)
    return table(str(suite.line), judged)


def _chosen(suites: Sequence[Suite], lines: tuple[str, ...], classes: tuple[str, ...]) -> list[Suite]:
    wanted = select([suite.line for suite in suites], lines)
    if not wanted:
        known = ", ".join(str(suite.line) for suite in suites)
        raise Refused(f"no release matches {' '.join(lines)}; tests are here for {known}")
    chosen = [suite.chosen(classes) for suite in suites if suite.line in wanted]
    if not any(suite.classes for suite in chosen):
        known = ", ".join(dict.fromkeys(tests.simple_name for suite in suites for tests in suite.classes))
        raise Refused(f"no class matches {' '.join(classes)}; there are {known}")
    return [suite for suite in chosen if suite.classes]


def _info(port: str | None, chosen: Sequence[Suite]) -> PortInfo:
    opened = open_port(port)
    with closing(opened):
        for suite in chosen:
            refuse_missing(suite, opened.info)
        return opened.info


def _line(suite: Suite, known: Delegation, asked: _Asked) -> LineOutcome:
    ran: list[Ran] = []
    with progress(str(suite.line)) as step, prepared(suite, Originals.default(), step) as ready:
        started = time.monotonic()
        for event in run(ready, port=asked.port, tests=asked.tests, limits=not asked.no_time_limits):
            if isinstance(event, Started):
                step(f"{len(ran)} tests; {event.test_class.rpartition('.')[2]} {event.name}")
            else:
                ran.append(event)
        seconds = time.monotonic() - started
    complete = [] if asked.classes or asked.tests else [tests.name for tests in suite.classes]
    changes = delegation.changes(known, str(suite.line), ran, whole=complete)
    return LineOutcome(str(suite.line), tuple(ran), seconds, tuple(changes))
