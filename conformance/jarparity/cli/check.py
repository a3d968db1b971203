"""`jarparity check`: a port against the originals."""

from __future__ import annotations

import gc
import secrets
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from jarparity import catalogue
from jarparity.cases import Case
from jarparity.catalogue.schema import validate_input
from jarparity.check.hypothesis_home import keep_hypothesis_out_of_the_way
from jarparity.check.outcome import Outcome
from jarparity.check.run import Plan, run, second_process
from jarparity.check.search import FIXED_SEED, Budget
from jarparity.check.tally import Tally, size
from jarparity.cli import Refused
from jarparity.cli.known import divergences_options, known_divergences, rewrite
from jarparity.cli.options import chosen_lines, port_arguments, port_options
from jarparity.cli.progress import progress
from jarparity.cli.report_file import opened_report
from jarparity.environment import under_ci
from jarparity.fixtures.format import load
from jarparity.grades import Grade
from jarparity.ports.claims import require_known
from jarparity.ports.load import open_port
from jarparity.references.choose import NAMES, choose
from jarparity.report.writer import FORMATS
from jarparity.verdicts import Differs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.lines import Line
    from jarparity.operations import Operation
    from jarparity.references.golden import GoldenReference


@click.command(
    epilog="""\b
Examples:
  jarparity check                                             copartition, golden vectors and live JARs
  jarparity check --reference golden                          no JVM
  jarparity check --operation 'kafka.*' --port my_port:PORT   your port's partitioner
  jarparity check --line 'flink 2.*' --max-examples 5000      a longer search on some lines
  jarparity check --reference jpype --reference gateway       both live routes
  jarparity check --format json --output report.json
  jarparity check --port my_port:PORT --divergences divergences.json --fix"""
)
@click.option(
    "--operation",
    "operations",
    multiple=True,
    metavar="GLOB",
    envvar="JARPARITY_CHECK_OPERATION",  # click would make one of the parameter's name
    help="Only these operations.",
)
@click.option("--line", "lines", multiple=True, metavar="GLOB", help="Only these lines, such as 'flink 2.*'.")
@click.option(
    "--reference",
    "references",
    type=click.Choice(NAMES),
    multiple=True,
    envvar="JARPARITY_CHECK_REFERENCE",
    default=["auto"],
    show_default=True,
    help="What gives the true answer; may be repeated. auto: golden vectors, and live Java where it is there.",
)
@port_options
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    help="Seed of what is generated.  [default: another one each time; fixed under CI]",
)
@click.option(
    "--max-examples",
    type=click.IntRange(min=0),
    default=100,
    show_default=True,
    help="Examples of the search for each operation; each is a batch of up to 16 inputs.",
)
@click.option("--max-time", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS", help="Stop searching then.")
@click.option(
    "--volume",
    type=click.IntRange(min=0),
    default=100_000,
    show_default=True,
    metavar="KEYS",
    help="Keys compared in bulk for each operation, kind of key and line. An operation that takes no columns compares "
    "fewer inputs that cost as much: a consumer group counts as 100 keys, a history of rebalances as 250.",
)
@click.option("-x", "--fail-fast", is_flag=True, help="Stop at the first failure: with --grade, the first below it.")
@click.option("--case", "only", multiple=True, metavar="GLOB", help="Only recorded cases with these ids.")
@click.option(
    "--input", "input_", metavar="JSON", help="One input in place of the recorded ones; needs one --operation."
)
@click.option("--format", "format_", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option("--output", type=click.Path(dir_okay=False), help="Write the report here in place of standard output.")
@click.option("--require-jvm", is_flag=True, help="Fail where live Java is missing.  [default: only under CI]")
@click.option(
    "--grade",
    type=click.Choice([str(grade) for grade in sorted(Grade, reverse=True) if grade]),
    default="exact",
    show_default=True,
    help="What is good enough where several answers are right: kafka.assignor.*.",
)
@divergences_options
@click.option("--save", is_flag=True, help="Keep the smallest difference of each operation in fixtures/regressions.")
def check(  # noqa: PLR0913, PLR0915 - one parameter an option, one statement a step
    *,
    operations: tuple[str, ...],
    lines: tuple[str, ...],
    references: tuple[str, ...],
    port: str | None,
    port_cmd: str | None,
    port_timeout: float,
    seed: int | None,
    max_examples: int,
    max_time: float | None,
    volume: int,
    fail_fast: bool,
    only: tuple[str, ...],
    input_: str | None,
    format_: str,
    output: str | None,
    require_jvm: bool,
    save: bool,
    grade: str,
    divergences: str | None,
    fix: bool,
) -> int:
    """Check a port against the originals, exactly.

    Every recorded vector is checked first; where live Java is there, the same vectors are asked again, Hypothesis
    searches for inputs that tell port and original apart, and columns of keys are compared in bulk. The last line
    says which reference answered, for which lines, on how many cases.
    """
    started = time.monotonic()
    # A run makes millions of small objects and hardly a cycle; looking for cycles as often as by default takes a fifth.
    gc.set_threshold(200_000, 20, 20)
    chosen = catalogue.select(operations)
    if not chosen:
        raise Refused(f"no operation matches {' '.join(operations)}; `jarparity list` shows all")
    options = port_arguments(port, port_cmd, port_timeout)
    seed = chosen_seed(seed)
    wanted = [line for line in chosen_lines(lines) if any(operation.has(line) for operation in chosen)]
    if not wanted:
        raise Refused(f"no line that matches {' '.join(lines)} has any of these operations; see `jarparity list`")
    given = _given_case(chosen, input_, wanted)
    if given and set(references) == {"golden"}:
        raise click.UsageError("--input asks live Java: leave `--reference golden` out")
    narrowed = {"--line": lines, "--case": only, "--input": given, "--fail-fast": fail_fast}
    # Recorded inputs alone may not show what a search has found.
    filters = {"--operation": operations, **narrowed, "--reference golden": set(references) == {"golden"}}
    known = known_divergences(divergences, filters, fix=fix)
    tally, interrupted = Tally(), False
    with ExitStack() as stack:
        report = stack.enter_context(opened_report(format_, output))
        opened = open_port(port, port_cmd, timeout=port_timeout)
        stack.callback(opened.close)
        require_known(opened.info)
        required = require_jvm or under_ci()
        with progress("preparing") as prepare:
            asked = choose(references, wanted, require_jvm=required, progress=lambda what: prepare(what, 0))
        stack.callback(asked.close)
        if asked.live:
            keep_hypothesis_out_of_the_way()
        # Only now: the first use has spent a minute on fetching, which is not searching.
        deadline = time.monotonic() + max_time if max_time else None
        budget = Budget(max_examples, deadline, seed)
        plan = Plan(
            tuple(chosen),
            frozenset(wanted),
            budget,
            volume,
            asked.golden,
            only,
            given,
            fail_fast,
            Grade.of(grade),
            divergences=known,
            whole=not any(narrowed.values()),
        )
        # Before a terminal's progress bar, which is a thread.
        second = stack.enter_context(second_process(plan, opened, asked.vectors, asked.live))
        with progress("checking") as step:
            try:
                for event in run(plan, opened, asked.vectors, asked.live, second):
                    tally.add(event)
                    report.event(event)
                    step(f"{sum(tally.answered.values()):,} cases", 0)
            except KeyboardInterrupt:
                interrupted = True
            except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
                _refuse_bad_inputs(asked.vectors, (v.case for o in chosen for v in asked.vectors.vectors(o.name)))
                raise
        _refuse_bad_inputs(asked.vectors, (failure.case for failure in tally.smallest.values()))
        about = {reference.name: reference.about() for reference in asked.live}
        seconds = time.monotonic() - started
        outcome = Outcome(
            tally, opened.info, options, seed, seconds, about, asked.unavailable, interrupted, plan.required
        )
        report.close(outcome)
    if save:
        save_found(tally)
    rewrite(known, outcome, fix=fix)
    return outcome.exit_code


def _refuse_bad_inputs(vectors: GoldenReference, cases: Iterable[Case]) -> None:
    """An edited file is to blame for what a port does with an input that its operation doesn't take."""
    from jarparity.fixtures.inputs import bad_input  # noqa: PLC0415 - only once something went wrong

    if fault := bad_input(vectors.folder, cases):
        raise fault


def chosen_seed(given: int | None) -> int:
    """The seed that was given, else another one each time; under CI always the same."""
    if given is not None:
        return given
    return FIXED_SEED if under_ci() else secrets.randbelow(2**31)


def _given_case(chosen: list[Operation], text: str | None, wanted: list[Line]) -> tuple[Case, ...]:
    if text is None:
        return ()
    if len(chosen) != 1:
        raise click.UsageError(f"--input goes with one --operation, and {len(chosen)} match")
    try:
        document = load(text)
        validate_input(chosen[0], document)
    except RecursionError:
        raise click.UsageError("--input: the JSON is nested too deeply to be read") from None
    except ValueError as error:
        raise click.UsageError(f"--input: {error}") from None
    if not chosen[0].takers(wanted, document):
        having = ", ".join(str(line) for line in wanted if chosen[0].has(line))
        raise click.UsageError(
            f"--input: {chosen[0].name}: no line that is asked takes it ({having}): it has a field that came later, or "
            "one whose answer there is no function of the input; `jarparity explain` says which came when"
        )
    return (Case.generated(chosen[0].name, document, "given"),)


def save_found(tally: Tally) -> None:
    """Keeps the smallest difference of each operation, where it is no recorded case."""
    from jarparity.fixtures.regressions import save_regression  # noqa: PLC0415 - only to save

    for operation, failures in tally.failures.items():
        # What a vector shows is recorded already.
        new = [f for f in failures if isinstance(f, Differs) and f.case.id.startswith(("found/", "given/"))]
        if not new:
            click.echo(f"nothing to save of {operation}: its differences are recorded cases", err=True)
            continue
        smallest = min(new, key=size)
        path = save_regression(smallest.case, [(smallest.lines, smallest.expected)])
        click.echo(f"saved {operation} [{smallest.case.id}] to {path}", err=True)
