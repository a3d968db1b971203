"""`jarparity upstream`: the originals' own published tests against a port."""

from __future__ import annotations

import time
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import click

from jarparity import data, whole_file
from jarparity.check.outcome import Exit
from jarparity.cli import Refused
from jarparity.cli.progress import progress
from jarparity.lines import select
from jarparity.originals import Originals
from jarparity.ports.load import open_port
from jarparity.streams import kept_stdout
from jarparity.upstream import delegation, document
from jarparity.upstream.outcome import LineOutcome, UpstreamOutcome
from jarparity.upstream.report import FORMATS, report
from jarparity.upstream.run import Started, WorkerError, prepared, refuse_missing, run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from jarparity.ports import PortInfo
    from jarparity.upstream.delegation import Delegation
    from jarparity.upstream.run import Event, Ran
    from jarparity.upstream.suite import Suite

F = TypeVar("F", bound="Callable[..., object]")


@click.group(epilog="\b\nExamples:\n  jarparity upstream kafka\n  jarparity upstream kafka --class RangeAssignorTest")
def upstream() -> None:
    """Run the originals' own published tests against a port.

    Classes of the originals' names stand ahead on the class path and ask the port in place of computing. Tests that
    can't be delegated run too, and are listed with the reason.
    """


_OPTIONS: Final = (
    click.option("--line", "lines", multiple=True, metavar="GLOB", help="Only lines that match; repeatable."),
    click.option("--class", "classes", multiple=True, metavar="GLOB", help="Only these JUnit classes; repeatable."),
    click.option("--test", "tests", multiple=True, metavar="GLOB", help="Only these test methods; repeatable."),
    click.option("--port", metavar="MODULE:ATTR", help="The port is this Python object.  [default: copartition's]"),
    click.option("--format", "format_", type=click.Choice(FORMATS), default="text", show_default=True),
    click.option(
        "--output", type=click.Path(dir_okay=False), help="Write the report here in place of standard output."
    ),
    click.option(
        "--no-time-limits", is_flag=True, help="Don't hold tests to their own time limits: for a busy machine."
    ),
    click.option(
        "--mutants",
        is_flag=True,
        help="Put wrong ports in place of the port: which do the original's tests see, and which the kit's vectors?",
    ),
    click.option("--record", is_flag=True, help="Record which tests don't ask the port, in place of comparing it."),
)


def _options(command: F) -> F:
    """What both commands take."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@upstream.command(
    epilog="""\b
Examples:
  jarparity upstream kafka                                   2.8.2, 3.9.2 and 4.3.1, all tests
  jarparity upstream kafka --line '* 4.*' --class RoundRobinAssignorTest
  jarparity upstream kafka --class 'Sticky*' --test 'testLarge*'
  jarparity upstream kafka --port my_port:PORT --format junit --output report.xml"""
)
@_options
def kafka(**options: object) -> int:
    """Kafka's assignors, consumer protocol and partitioners."""
    from jarparity.upstream.kafka import SUITES, WRONG  # noqa: PLC0415 - only this command's

    return _upstream("kafka", SUITES, WRONG, **options)  # type: ignore[arg-type] # click has checked the options


@upstream.command(
    epilog="""\b
Examples:
  jarparity upstream flink                                   1.20.5 and 2.3.0, all tests
  jarparity upstream flink --line '* 2.*' --class MathUtilTest
  jarparity upstream flink --mutants                         what Flink's tests can't see"""
)
@_options
def flink(**options: object) -> int:
    """Flink's key groups, rescaling and heap backend."""
    from jarparity.upstream.flink import SUITES, WRONG  # noqa: PLC0415 - only this command's

    return _upstream("flink", SUITES, WRONG, **options)  # type: ignore[arg-type] # click has checked the options


def _upstream(  # noqa: PLR0913 - one parameter an option
    original: str,
    suites: Sequence[Suite],
    wrong: Sequence[str],
    *,
    lines: tuple[str, ...],
    classes: tuple[str, ...],
    tests: tuple[str, ...],
    port: str | None,
    format_: str,
    output: str | None,
    no_time_limits: bool,
    mutants: bool,
    record: bool,
) -> int:
    chosen = _chosen(suites, lines, classes)
    if mutants:
        if port or record or format_ != "text":
            raise click.UsageError("--mutants brings its own ports, and a table: leave --port, --record, --format out")
        with _breaks_told():
            return _judge_wrong(chosen, wrong, tests, limits=not no_time_limits, output=output)
    if record and (not data.in_checkout() or classes or tests):
        raise Refused("--record belongs to a checkout, and to whole suites: leave out --class and --test")
    known = delegation.read()
    with ExitStack() as stack:
        out = stack.enter_context(kept_stdout())
        info = _info(port, chosen)
        originals = Originals.default()
        done: list[LineOutcome] = []
        interrupted = False
        run_port = partial(run, port=port, tests=tests, limits=not no_time_limits)
        try:
            with _breaks_told():
                done.extend(_line(suite, originals, known, run_port, whole=not (classes or tests)) for suite in chosen)
        except KeyboardInterrupt:
            interrupted = True
        if record and any(line.failures for line in done):
            click.echo("not recorded: a test that failed may have ended before it asked", err=True)
        elif record and not interrupted:
            for line in done:
                known = delegation.updated(known, line.line, line.ran)
            delegation.write(known)
            known = delegation.read()
            whole_file.replace(document.FILE, document.renewed(document.FILE.read_text("utf-8"), known).encode())
            done = [replace(line, changes=()) for line in done]
        options = ("--port", port) if port else ()
        outcome = UpstreamOutcome(original, info, options, tuple(done), interrupted)
        text = report(outcome, known, format_)
        if output is None:
            click.echo(text, file=out)
        else:
            _write(Path(output), text)
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


def _judge_wrong(
    chosen: Sequence[Suite], wrong: Sequence[str], tests: Sequence[str], *, limits: bool, output: str | None
) -> int:
    from jarparity.upstream.mutants import judge, table  # noqa: PLC0415 - only for --mutants

    originals, tables = Originals.default(), []
    for suite in chosen:
        with (
            progress(str(suite.line), len(wrong)) as step,
            prepared(suite, originals, lambda text: step(text, 0)) as ready,
        ):
            judged = []
            for tag in wrong:
                judged.append(judge(ready, tag, tests, limits=limits))
                step(tag, 1)
        tables.append(table(str(suite.line), judged))
    text = "\n\n".join(tables)
    if output is None:
        click.echo(text)
    else:
        _write(Path(output), text)
    return Exit.OK


def _chosen(suites: Sequence[Suite], lines: tuple[str, ...], classes: tuple[str, ...]) -> list[Suite]:
    wanted = select([suite.line for suite in suites], lines)
    if not wanted:
        known = ", ".join(str(suite.line) for suite in suites)
        raise Refused(f"no line matches {' '.join(lines)}; tests are here for {known}")
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


def _line(
    suite: Suite, originals: Originals, known: Delegation, run_port: partial[Iterator[Event]], *, whole: bool
) -> LineOutcome:
    ran: list[Ran] = []
    with progress(str(suite.line)) as step, prepared(suite, originals, lambda text: step(text, 0)) as ready:
        started = time.monotonic()
        for event in run_port(ready):
            if isinstance(event, Started):
                step(f"{len(ran)} tests; {event.test_class.rpartition('.')[2]} {event.name}", 0)
            else:
                ran.append(event)
        seconds = time.monotonic() - started
    complete = [tests.name for tests in suite.classes] if whole else []
    changes = delegation.changes(known, str(suite.line), ran, whole=complete)
    return LineOutcome(str(suite.line), tuple(ran), seconds, tuple(changes))


def _write(path: Path, text: str) -> None:
    try:
        whole_file.replace(path, f"{text}\n".encode())
    except OSError as error:
        raise Refused(f"--output {path}: {error.strerror}") from None
