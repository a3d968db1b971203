"""`jarparity spark search`: the differential search, spread over a cluster."""

from __future__ import annotations

import time
from contextlib import ExitStack

import click

from jarparity import catalogue
from jarparity.check.outcome import Outcome
from jarparity.cli import Refused
from jarparity.cli.options import chosen_lines, port_arguments, port_options
from jarparity.cli.report_file import opened_report
from jarparity.cli.spark_options import open_spark, session_options
from jarparity.ports.claims import require_known
from jarparity.report.writer import FORMATS


@click.command(
    epilog="""\b
Examples:
  jarparity spark search                                              copartition, all operations, this machine
  jarparity spark search --operation 'kafka.assignor.*' --cases 100_000
  jarparity spark search --port my_port:PORT --py-files my_port.py --master spark://host:7077
  jarparity spark search --line 'flink 2.*' --seed 7 --tasks 400      the same cases for any number of tasks"""
)
@click.option("--operation", "operations", multiple=True, metavar="GLOB", help="Only these operations.")
@click.option("--line", "lines", multiple=True, metavar="GLOB", help="Only these lines, such as 'flink 2.*'.")
@port_options
@click.option(
    "--seed",
    type=click.IntRange(0, 2**63 - 1),
    help="Seed of what is drawn.  [default: another one each time; fixed under CI]",
)
@click.option(
    "--cases", type=click.IntRange(min=1), default=2000, show_default=True, help="Inputs drawn for each operation."
)
@click.option("--tasks", type=click.IntRange(min=1), help="Tasks of Spark; what is drawn is the same for all.")
@click.option("--format", "format_", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option("--output", type=click.Path(dir_okay=False), help="Write the report here in place of standard output.")
@click.option("--save", is_flag=True, help="Keep the smallest difference of each operation in fixtures/regressions.")
@session_options
def search(  # noqa: PLR0913 - one parameter an option
    *,
    operations: tuple[str, ...],
    lines: tuple[str, ...],
    port: str | None,
    port_cmd: str | None,
    port_timeout: float,
    seed: int | None,
    cases: int,
    tasks: int | None,
    format_: str,
    output: str | None,
    save: bool,
    master: str | None,
    conf: tuple[str, ...],
    py_files: tuple[str, ...],
) -> int:
    """Search for inputs on which a port and the originals differ, with many tasks at once.

    Each task draws cases of every operation (groups, histories and columns from seeds; edges from Hypothesis), asks the
    originals in its own JVM, on every line that takes the case, and the port beside it. Only counts and the smallest
    failures come back; the smallest of each operation is then made smaller. What is found follows from the seed alone.
    """
    from jarparity.cli.check import chosen_seed, save_found  # noqa: PLC0415 - not for help
    from jarparity.originals import Originals  # noqa: PLC0415 - as above
    from jarparity.references.spark_session import check_packages  # noqa: PLC0415 - as above

    started = time.monotonic()
    options = port_arguments(port, port_cmd, port_timeout)
    chosen = catalogue.select(operations)
    if not chosen:
        raise Refused(f"no operation matches {' '.join(operations)}; `jarparity list` shows all")
    known = chosen_lines(lines)
    check_packages()
    from jarparity.spark.search import about, claimed  # noqa: PLC0415 - PySpark comes with an extra
    from jarparity.spark.search import search as searched  # noqa: PLC0415 - as above
    from jarparity.spark.search_tasks import Search  # noqa: PLC0415 - as above

    with ExitStack() as stack:
        report = stack.enter_context(opened_report(format_, output))
        seed = chosen_seed(seed)
        draft = Search((), (), seed, cases, port, port_cmd, port_timeout)
        opened = draft.open_port()
        stack.callback(opened.close)
        require_known(opened.info)
        wanted = claimed(draft, opened, chosen, known)
        for operation in chosen:
            if operation.name not in wanted.operations:
                click.echo(f"not searched: {operation.name}: the port doesn't claim it, or no line has it", err=True)
        if not wanted.operations:
            raise Refused("nothing to search: the port claims none of these operations and lines")
        session, say = stack.enter_context(open_spark(master, conf, py_files))
        tally = searched(session, wanted, tasks or 0, Originals.default(), say)
        for failures in tally.failures.values():
            for failure in failures:
                report.event(failure)
        seconds = time.monotonic() - started
        outcome = Outcome(tally, opened.info, options, seed, seconds, about(session))
        report.close(outcome)
    if save:
        save_found(tally)
    return outcome.exit_code
