"""`jarparity spark`: the pipeline on whole data sets; `profile` and `savepoint` have files of their own."""

from __future__ import annotations

import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from jarparity.check.outcome import Exit, Outcome
from jarparity.cli import options as opt
from jarparity.cli.commands import Refused, argument, choice, fields, flag, group, number, option
from jarparity.cli.output import opened_report, put, show
from jarparity.cli.spark_options import SparkChoice, columns, key_type, new_folder, open_spark, placements, source
from jarparity.cli.spark_profile import profile
from jarparity.cli.spark_savepoint import savepoint
from jarparity.keysets.names import KINDS, TYPES
from jarparity.ports.claims import require_known
from jarparity.ports.load import DEFAULT
from jarparity.report.writer import FORMATS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.lines import Line
    from jarparity.operations import Operation
    from jarparity.spark.generate import Answered
    from jarparity.spark.inputs import Source

_SUFFIXES = {".csv": "csv", ".json": "json", ".jsonl": "json"}


@group()
def spark() -> None:
    r"""Compare and measure placements on real key sets, with Spark: on this machine or on a cluster.

    The originals' JARs travel to the executors and run there, beside the port.

    Examples:
      jarparity spark check keys.parquet --column user --as flink:max=128,parallelism=4
      jarparity spark check s3a://lake/orders --data-format parquet --column id --master spark://host:7077 \
          --as kafka:partitions=12
      jarparity spark generate keys.parquet --keys 10_000_000 --kind zipf
      jarparity spark profile keys.parquet --column user --as flink:max=128,parallelism=4 --html profile.html
      jarparity spark search --operation 'kafka.*' --port my_port:PORT
      jarparity spark savepoint before --compare after
    """


spark.add_command(profile)
spark.add_command(savepoint)


@spark.command()
def check(
    *,
    source: Source = source(),
    columns: tuple[str, ...] = columns(),
    key_type: str | None = key_type(),
    placed: tuple[str, ...] = placements(),
    port: str | None = opt.port_name(),
    output: str | None = option(
        "--differing",
        metavar="FOLDER",
        help="Where what differs is written as Parquet; required where executors are on other machines.",
    ),
    form: str = opt.formats(),
    spark: SparkChoice = fields(SparkChoice),
) -> int:
    r"""Compare a port with the originals on every key of a data set.

    SOURCE is a file, a folder, a glob or a table. The originals run on Spark's executors; keys that differ are written
    to --differing, whole or not at all.

    Examples:
      jarparity spark check keys.parquet --column user --as flink:max=128,parallelism=4
      jarparity spark check keys.csv --column id --schema 'id BIGINT' --as kafka:partitions=12 --as flink:max=720
      jarparity spark check orders.parquet --column shop --column order --key-type 'row(string,long)' --as flink:max=128
      jarparity spark check keys.parquet --column user --as kafka:partitions=12,line=2.8.2 --port my_port:PORT
      jarparity spark check s3a://lake/keys --data-format parquet --column user --as kafka:partitions=12 \
          --master spark://host:7077 --differing s3a://lake/findings
    """
    from jarparity.spark.checking import Check, check_port  # noqa: PLC0415 - only once options are read
    from jarparity.spark.placements import parse_placements  # noqa: PLC0415
    from jarparity.spark.verdict import document  # noqa: PLC0415

    if output is None and not spark.is_local:
        raise click.UsageError(
            f"--differing is missing: a folder that this machine and the executors of {spark.master} reach"
        )
    asked_for = parse_placements(placed)
    check_port(port, asked_for)
    if spark.is_local:
        source.look(columns)
    started = time.monotonic()
    with new_folder(output), open_spark(spark) as (session, say), _folder(output) as out:
        data = source.read(session)
        wanted = Check.of(data, columns, asked_for, key_type=key_type, port=port)
        found = wanted.run(out, progress=say)
    seconds = time.monotonic() - started
    show(document(found, DEFAULT if port is None else port, wanted.key.type, output, seconds), form)
    if not all(one.agrees for one in found):
        return Exit.DIFFERS
    return Exit.OK if any(one.rows for one in found) else Exit.NOTHING_CHECKED


@contextmanager
def _folder(output: str | None) -> Iterator[str]:
    """The folder that was named, or one that is gone afterwards."""
    if output is not None:
        yield output
        return
    with tempfile.TemporaryDirectory(prefix="jarparity-") as scratch:
        yield str(Path(scratch, "findings"))


@spark.command()
def generate(
    *,
    target: str = argument("target"),
    keys: int = number("--keys", required=True, help="How many rows."),
    kind: str = choice("--kind", *KINDS, default="uniform", help="How keys are spread."),
    key_type: str = choice("--type", *TYPES, default="string", help="Java's type."),
    seed: int = opt.seed(0, 2**63 - 1),
    distinct: int | None = number("--distinct", help="uniform, zipf: how many keys to draw from."),
    exponent: float = option(
        "--exponent", type=float, default=1.0, show_default=True, help="zipf: how steep; 0 is uniform."
    ),
    column: str = option("--column", default="key", show_default=True, help="The column's name."),
    form: str | None = choice(
        "--data-format", "parquet", "csv", "json", help="Of the files.  [default: by the target's ending, else parquet]"
    ),
    tasks: int | None = number("--tasks", help="How many tasks and files; the set is the same for all."),
    answers: tuple[str, ...] = placements(
        "--with-answers", "Two more columns: where the original puts the key, and where the port does. ", required=False
    ),
    port: str | None = opt.port_name(),
    overwrite: bool = flag("--overwrite", help="Replace the target where it is there."),
    spark: SparkChoice = fields(SparkChoice),
) -> int:
    r"""Write a key set: a folder of files with one column, made from a seed.

    A row follows from the kind, the type, the seed and its number alone, so the set is the same whatever the number of
    tasks and the size of the cluster. The folder has a file `_SUCCESS` once all of it is written; without it, it is not
    whole. With answers, the exit code is 1 where the port differs from an original.

    Kinds:
      uniform      ids drawn alike, user-123; numbers over their whole type; --distinct for fewer ids
      zipf         some ids far more often than others (--exponent), as real keys are
      sequential   0, 1, 2, …; as strings user-0, user-1, …
      uuid         random UUIDs as strings, or as bytes
      unicode      strings of all planes; no lone surrogates, for no file format here can hold them
      adversarial  equal hash codes (Aa and BB), equal murmur2, one key group or partition for most,
                   hash codes of MIN_VALUE, NaNs, the empty key, keys of 10,000 characters

    Examples:
      jarparity spark generate keys.parquet --keys 10_000_000
      jarparity spark generate hot.parquet --keys 1_000_000 --kind zipf --exponent 1.2 --distinct 50_000
      jarparity spark generate golden.parquet --keys 100_000 --kind adversarial --type long \
          --with-answers flink:max=128 --with-answers kafka:partitions=12,line=3.9.2
      jarparity spark generate ids.csv --keys 1000 --kind sequential --type long
      jarparity spark generate s3a://lake/nasty --keys 1_000_000_000 --kind adversarial --master yarn
    """
    from jarparity.references.spark_session import check_packages  # noqa: PLC0415 - imports PySpark

    started = time.monotonic()
    check_packages()
    from jarparity.keysets.key_set import KeySet  # noqa: PLC0415 - pyarrow comes with an extra
    from jarparity.spark.generate import Written, refuse_format, write  # noqa: PLC0415 - as above

    chosen = form or _SUFFIXES.get(Path(target).suffix, "parquet")
    written = Written(KeySet(kind, key_type, seed, distinct or 0, exponent), keys, column, tasks or 0)
    refuse_format(chosen, kind, key_type)
    if not overwrite and "://" not in target and Path(target).exists():
        raise Refused(f"{target} is there already: name another, or give --overwrite")
    answered = _answered(answers, key_type, column, port)
    differing: list[int] = []
    with new_folder(target), open_spark(spark) as (session, say):
        frame = written.frame(session)
        if answered:
            frame = answered.frame(frame, progress=say)
        say("writing")
        write(frame, target, chosen, overwrite=overwrite)
        if answered:
            differing = answered.differing(session, target, chosen)
    seconds = time.monotonic() - started
    said = [f"{keys:,} {kind} keys of type {key_type}, seed {seed}, in {target} ({chosen}): {seconds:.1f} s"]
    for placement, count in zip(answered.placements if answered else (), differing, strict=True):
        said.append(f"{'DIFFERS' if count else 'agrees '} {placement}: {count:,} of {keys:,} keys differ")
    put("\n".join(said))
    return Exit.DIFFERS if any(differing) else Exit.OK


def _answered(placements: tuple[str, ...], key_type: str, column: str, port: str | None) -> Answered | None:
    """What stands beside the keys, if anything."""
    if not placements:
        if port:
            raise click.UsageError("--port goes with --with-answers")
        return None
    from jarparity.spark.checking import check_port  # noqa: PLC0415 - as above
    from jarparity.spark.generate import Answered  # noqa: PLC0415 - only where it is wanted
    from jarparity.spark.placements import parse_placements  # noqa: PLC0415 - as above
    from jarparity.spark.worker_port import WorkerPort  # noqa: PLC0415 - as above

    found = parse_placements(placements)
    check_port(port, found)
    return Answered(tuple(found), key_type, column, WorkerPort(port))


@spark.command()
def search(
    *,
    operations: opt.Chosen[Operation] = opt.operations(),
    lines: opt.Chosen[Line] = opt.lines(),
    port: opt.PortChoice = opt.port(),
    seed: int = opt.seed(most=2**63 - 1),
    cases: int = number("--draw", default=2000, help="Inputs drawn for each operation."),
    tasks: int | None = number("--tasks", help="Tasks of Spark; what is drawn is the same for all."),
    form: str = opt.formats(*FORMATS),
    output: Path | None = opt.output(),
    save: bool = opt.save(),
    spark: SparkChoice = fields(SparkChoice),
) -> int:
    """Search for inputs on which a port and the originals differ, with many tasks at once.

    Each task draws cases of every operation (groups, histories and columns from seeds; edges from Hypothesis), asks the
    originals in its own JVM, on every release that takes the case, and the port beside it. Only counts and the smallest
    failures come back; the smallest of each operation is then made smaller. What is found follows from the seed alone.

    Examples:
      jarparity spark search                                              copartition, all operations, this machine
      jarparity spark search --operation 'kafka.assignor.*' --draw 100_000
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
                click.echo(f"not searched: {operation.name}: the port doesn't claim it, or no release has it", err=True)
        if not wanted.operations:
            raise Refused("nothing to search: the port claims none of these operations and releases")
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
