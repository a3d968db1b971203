"""`jarparity live`: real clusters on loopback, and what a port predicts of them."""

from __future__ import annotations

from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, NamedTuple

from jarparity.child_process.worker import WorkerError
from jarparity.cli import options as opt
from jarparity.cli.commands import Refused, fields, group, many
from jarparity.cli.output import progress, put
from jarparity.measures.live.report import FORMATS, LiveOutcome, report, run
from jarparity.measures.live.scenario import LiveError
from jarparity.originals import Originals
from jarparity.streams import kept_stdout

if TYPE_CHECKING:
    from pathlib import Path

    from jarparity.check.outcome import Exit
    from jarparity.measures.live.report import Done
    from jarparity.measures.live.scenario import LiveSuite


@group()
def live() -> None:
    """Start a real cluster from the originals' JARs, and compare what is seen with what a port predicts.

    Everything runs on loopback, in a process and a temporary folder of its own that are gone afterwards.

    Examples:
      jarparity live flink
      jarparity live kafka --format json --output seen.json
    """


class _Asked(NamedTuple):
    """What both commands are told."""

    port: opt.PortChoice = opt.port()
    scenarios: tuple[str, ...] = many("--scenario", metavar="GLOB", help="Only scenarios that match.")
    form: str = opt.formats(*FORMATS)
    output: Path | None = opt.output()


@live.command()
def flink(asked: _Asked = fields(_Asked)) -> Exit:
    """Real Flink jobs: who gets which key, who reads which partition, what time it is.

    Keys, watermarks and splits run on Flink 1.20.5 and on 2.2.1, with the Kafka connectors 3.4.0-1.20 and 5.0.0-2.2;
    pyflink runs with apache-flink 1.20.5 and 2.3.0 on each Python that they have wheels for, lost-records on 2.3.0,
    savepoints on 1.16.3, 1.20.5, 2.1.3 and 2.3.0. So do rocksdb and sql, which run only when a --scenario matches them:
    their JARs are fetched then.

    Keys: which subtask and key group they have, from nothing and from savepoints. Watermarks: what subtasks behind a
    source with splits are told of time and idleness. Splits: who reads each partition on real brokers, of added ones,
    and after a savepoint. Savepoints: what a job keeps is read in its savepoints and checkpoints, and a job restores
    what was written without a JVM. Rocksdb: the same with RocksDB as the state backend, and RocksDB's own files.
    Sql: the same of a query's keys and accumulators.
    Pyflink: keys of Python jobs, with and without key_type, in process and thread mode.
    Lost-records: a rescaled job loses records that were in flight; with our fix of Flink it loses none.

    Scenarios:
      keys 1.20.5
      keys 2.2.1
      watermarks 1.20.5
      watermarks 2.2.1
      splits 1.20.5
      splits 2.2.1
      savepoints 1.16.3
      savepoints 1.20.5
      savepoints 2.1.3
      savepoints 2.3.0
      rocksdb 1.16.3
      rocksdb 1.20.5
      rocksdb 2.1.3
      rocksdb 2.3.0
      sql 1.16.3
      sql 1.20.5
      sql 2.1.3
      sql 2.3.0
      pyflink 1.20.5
      pyflink 2.3.0
      lost-records 2.3.0

    Examples:
      jarparity live flink
      jarparity live flink --scenario 'keys *' --format json --output seen.json
      jarparity live flink --scenario '* 1.20.5' --port my_port:PORT
      jarparity live flink --scenario 'rocksdb *'
    """
    from jarparity.measures.live.flink.suite import SUITE  # noqa: PLC0415 - only this command's

    return _run(SUITE, asked)


@live.command()
def kafka(asked: _Asked = fields(_Asked)) -> Exit:
    """Three real brokers: replicas, producers, other clients, consumer groups.

    Scenarios:
      replicas                  Kafka's own tool raises a topic's replication factor; its rollback lowers it again
      producer                  10,000 keyed records of Kafka's own producer land where the port says
      batches                   what brokers keep on disk is what the port reads and writes
      clients                   kafka-python, aiokafka and confluent-kafka write the same keys
      librdkafka                groups of confluent-kafka's consumers
      group range               members of a consumer group come, go and restart; so in the next four
      group round-robin
      group sticky
      group cooperative-sticky
      group weighted            by an assignor written in Python
      coordinator uniform       the broker assigns: who has what, and in which epoch
      coordinator range
      coordinator regex         members subscribe by regular expressions, which the broker resolves
      share                     a share group: who has which partitions
      rolling                   one group of consumers of four releases, in which each leads once
      rolling cooperative       the same, cooperative
      never-ends                these three meet faults of the sticky assignors, as docs/findings tells them
      made-anew
      matches-nothing

    Examples:
      jarparity live kafka
      jarparity live kafka --scenario replicas --format json --output seen.json
      jarparity live kafka --scenario 'group *' --port my_port:PORT
    """
    from jarparity.measures.live.kafka.suite import SUITE  # noqa: PLC0415 - only this command's

    return _run(SUITE, asked)


def _run(suite: LiveSuite, asked: _Asked) -> Exit:
    """Runs the chosen scenarios on a cluster of their own, and reports.

    Raises:
        Refused: No scenario matches, or the report can't be written.
        PortError: The port can't be opened.
        OriginalsError: Java or the JARs can't be had; the message says the fix.
    """
    chosen = suite.chosen(asked.scenarios)
    if not chosen:
        raise Refused(f"no scenario matches {' '.join(asked.scenarios)}; there are {', '.join(suite.scenarios)}")
    done: list[Done] = []
    figures: dict[str, str] = {}
    broken, interrupted = None, False
    with ExitStack() as stack:
        out = stack.enter_context(kept_stdout())
        opened = stack.enter_context(closing(asked.port.open()))
        with progress(f"live {suite.cluster}") as step:
            try:
                with suite.opened(opened, chosen, Originals.default(), step) as environment:
                    figures = environment.figures
                    done.extend(run(environment.scenarios, step))
            except KeyboardInterrupt:
                interrupted = True
            except (LiveError, WorkerError) as error:
                broken = str(error)
        sets = tuple(map(str, suite.needed(chosen)))
        outcome = LiveOutcome(
            suite.cluster, sets, opened.info, asked.port.repeated, tuple(done), figures, broken, interrupted
        )
        put(report(outcome, asked.form), asked.output, out)
    return outcome.exit_code
