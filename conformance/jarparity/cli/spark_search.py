"""`jarparity spark search`: the differential search, spread over a cluster."""

from __future__ import annotations

import time
from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from jarparity.check.outcome import Outcome
from jarparity.cli import options as opt
from jarparity.cli.commands import Refused, command, number
from jarparity.cli.output import opened_report
from jarparity.cli.spark_options import open_spark, spark
from jarparity.ports.claims import require_known
from jarparity.report.writer import FORMATS

if TYPE_CHECKING:
    from pathlib import Path

    from jarparity.cli.spark_options import SparkChoice
    from jarparity.lines import Line
    from jarparity.operations import Operation


@command()
def search(
    *,
    operations: opt.Chosen[Operation] = opt.operations(),
    lines: opt.Chosen[Line] = opt.lines(),
    port: opt.PortChoice = opt.port(),
    seed: int = opt.seed(most=2**63 - 1),
    cases: int = number("--cases", default=2000, help="Inputs drawn for each operation."),
    tasks: int | None = number("--tasks", help="Tasks of Spark; what is drawn is the same for all."),
    form: str = opt.formats(*FORMATS),
    output: Path | None = opt.output(),
    save: bool = opt.save(),
    spark: SparkChoice = spark(),
) -> int:
    """Search for inputs on which a port and the originals differ, with many tasks at once.

    Each task draws cases of every operation (groups, histories and columns from seeds; edges from Hypothesis), asks the
    originals in its own JVM, on every line that takes the case, and the port beside it. Only counts and the smallest
    failures come back; the smallest of each operation is then made smaller. What is found follows from the seed alone.

    Examples:
      jarparity spark search                                              copartition, all operations, this machine
      jarparity spark search --operation 'kafka.assignor.*' --cases 100_000
      jarparity spark search --port my_port:PORT --py-files my_port.py --master spark://host:7077
      jarparity spark search --line 'flink 2.*' --seed 7 --tasks 400      the same cases for any number of tasks
    """
    from jarparity.cli.check import save_found  # noqa: PLC0415 - not for help
    from jarparity.originals import Originals  # noqa: PLC0415 - as above
    from jarparity.references.spark_session import check_packages  # noqa: PLC0415 - as above

    started = time.monotonic()
    check_packages()
    from jarparity.spark.search import about, claimed  # noqa: PLC0415 - PySpark comes with an extra
    from jarparity.spark.search import search as searched  # noqa: PLC0415 - as above
    from jarparity.spark.search_tasks import Search  # noqa: PLC0415 - as above
    from jarparity.spark.worker_port import WorkerPort  # noqa: PLC0415 - as above

    with ExitStack() as stack:
        report = stack.enter_context(opened_report(form, output))
        draft = Search((), (), seed, cases, WorkerPort(port.name, port.command, port.timeout))
        opened = draft.port.open()
        stack.callback(opened.close)
        require_known(opened.info)
        wanted = claimed(draft, opened, operations, lines)
        for operation in operations:
            if operation.name not in wanted.operations:
                click.echo(f"not searched: {operation.name}: the port doesn't claim it, or no line has it", err=True)
        if not wanted.operations:
            raise Refused("nothing to search: the port claims none of these operations and lines")
        session, say = stack.enter_context(open_spark(spark))
        tally = searched(session, wanted, tasks or 0, Originals.default(), say)
        for failures in tally.failures.values():
            for failure in failures:
                report.event(failure)
        seconds = time.monotonic() - started
        outcome = Outcome(tally, opened.info, port.repeated, seed, seconds, about(session))
        report.close(outcome)
    if save:
        save_found(tally)
    return outcome.exit_code
