"""`jarparity spark check`."""

from __future__ import annotations

import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from jarparity.check.outcome import Exit
from jarparity.cli import options as opt
from jarparity.cli.commands import choice, command, option
from jarparity.cli.output import show
from jarparity.cli.spark_options import columns, key_type, open_spark, placements, source, spark
from jarparity.ports.load import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.cli.spark_options import SparkChoice
    from jarparity.spark.inputs import Source


@command()
def check(
    *,
    source: Source = source(),
    columns: tuple[str, ...] = columns(),
    key_type: str | None = key_type(),
    placed: tuple[str, ...] = placements(),
    port: str | None = opt.port_name(),
    output: str | None = option(
        "--output",
        metavar="FOLDER",
        help="Where what differs is written as Parquet; required where executors are on other machines.",
    ),
    report: str = choice("--report", "text", "json", default="text", help="How the verdict is shown."),
    spark: SparkChoice = spark(),
) -> int:
    r"""Compare a port with the originals on every key of a data set.

    SOURCE is a file, a folder, a glob or a table. The originals run on Spark's executors; keys that differ are written
    to --output, whole or not at all.

    Examples:
      jarparity spark check keys.parquet --column user --as flink:max=128,parallelism=4
      jarparity spark check keys.csv --column id --schema 'id BIGINT' --as kafka:partitions=12 --as flink:max=720
      jarparity spark check orders.parquet --column shop --column order --key-type 'row(string,long)' --as flink:max=128
      jarparity spark check keys.parquet --column user --as kafka:partitions=12,line=2.8.2 --port my_port:PORT
      jarparity spark check s3a://lake/keys --format parquet --column user --as kafka:partitions=12 \
          --master spark://host:7077 --output s3a://lake/findings
    """
    from jarparity.spark.checking import Check, check_port  # noqa: PLC0415 - only once options are read
    from jarparity.spark.placements import parse_placements  # noqa: PLC0415
    from jarparity.spark.verdict import document  # noqa: PLC0415

    if output is None and not spark.is_local:
        raise click.UsageError(
            f"--output is missing: a folder that this machine and the executors of {spark.master} reach"
        )
    asked_for = parse_placements(placed)
    check_port(port, asked_for)
    if spark.is_local:
        source.look(columns)
    started = time.monotonic()
    with open_spark(spark) as (session, say), _folder(output) as out:
        data = source.read(session)
        wanted = Check.of(data, columns, asked_for, key_type=key_type, port=port)
        found = wanted.run(out, progress=say)
    seconds = time.monotonic() - started
    show(document(found, port or DEFAULT, wanted.key.type, output, seconds), report)
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
