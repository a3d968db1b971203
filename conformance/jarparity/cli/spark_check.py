"""`jarparity spark check`."""

from __future__ import annotations

import json
import math
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from jarparity.check.outcome import Exit
from jarparity.cli.spark_options import open_spark, placement_options, session_options, source_of, source_options
from jarparity.ports.load import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.answers import JSON
    from jarparity.spark.verdict import PlacementVerdict

_LOCAL: Final = ("local", "local[")


@click.command(
    epilog="""\b
Examples:
  jarparity spark check keys.parquet --column user --as flink:max=128,parallelism=4
  jarparity spark check keys.csv --column id --schema 'id BIGINT' --as kafka:partitions=12 --as flink:max=720
  jarparity spark check orders.parquet --column shop --column order --key-type 'row(string,long)' --as flink:max=128
  jarparity spark check keys.parquet --column user --as kafka:partitions=12,line=2.8.2 --port my_port:PORT
  jarparity spark check s3a://lake/keys --format parquet --column user --as kafka:partitions=12 \\
      --master spark://host:7077 --output s3a://lake/findings"""
)
@source_options
@placement_options
@click.option("--port", metavar="MODULE:ATTR", help="The port.  [default: copartition's]")
@click.option(
    "--output",
    metavar="FOLDER",
    help="Where what differs is written as Parquet; required where executors are on other machines.",
)
@click.option(
    "--report", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How the verdict is told."
)
@session_options
def check(**options: Any) -> int:  # noqa: ANN401 - click has checked them
    """Compare a port with the originals on every key of a data set.

    SOURCE is a file, a folder, a glob or a table. The originals run on Spark's executors; keys that differ are written
    to --output, whole or not at all.
    """
    from jarparity.spark.checking import check_port, compare, prepare  # noqa: PLC0415 - only once options are read
    from jarparity.spark.placements import parse_placements  # noqa: PLC0415

    source = source_of(options["source"], options["format_"], options["schema"], options["option"])
    master: str | None = options["master"]
    is_local = master is None or master.startswith(_LOCAL)
    if options["output"] is None and not is_local:
        raise click.UsageError(f"--output is missing: a folder that this machine and the executors of {master} reach")
    placements = parse_placements(options["placements"])
    check_port(options["port"], placements)
    if is_local:
        source.look(options["columns"])
    started = time.monotonic()
    with open_spark(master, options["conf"], options["py_files"]) as (session, say), _folder(options["output"]) as out:
        data = source.read(session)
        asked = prepare(data, options["columns"], placements, key_type=options["key_type"], port=options["port"])
        found = compare(data, asked, out, progress=say)
    seconds = time.monotonic() - started
    port = options["port"] or DEFAULT
    if options["report"] == "json":
        click.echo(json.dumps(_document(found, port, asked.key.type, options["output"], seconds), indent=2))
    else:
        for line in _told(found, port, asked.key.type, options["output"], seconds):
            click.echo(line)
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


def _told(
    found: Sequence[PlacementVerdict], port: str, key_type: str, output: str | None, seconds: float
) -> Iterator[str]:
    for one in found:
        yield f"{'agrees ' if one.agrees else 'DIFFERS'} {one.placement}: {one.differing:,} of {one.rows:,} keys differ"
        for example in one.examples:
            yield f"    {example.key!r}: {one.placement.line} {example.original}, the port {example.port}"
        for bug in one.looks_like:
            yield f"    looks like {bug.tag}: a port that {bug.title} (`jarparity explain tag {bug.tag}`)"
        if one.of_nulls is not None:
            yield f"    {_nulls(one)}"
    keys = max((one.rows + one.nulls for one in found), default=0)
    yield f"{port}: {keys:,} rows, keys of type {key_type}, in {seconds:.1f} s"
    if output is not None:
        yield f"findings: {output} (finding=difference are the keys that differ)"
    if not any(one.rows for one in found):
        yield "nothing was compared: there are no keys"


def _nulls(one: PlacementVerdict) -> str:
    nulls = one.of_nulls
    rows = f"{one.nulls:,} null{'s' if one.nulls > 1 else ''}"
    if nulls is None or nulls.original is None:
        return f"{rows}: a record without a key, whose partition the producer chooses; not compared"
    if nulls.agree:
        return f"{rows}: {one.placement.line} says {nulls.original}; so does the port"
    return f"{rows}: {one.placement.line} says {nulls.original}, the port {nulls.port}"


def _document(found: Sequence[PlacementVerdict], port: str, key_type: str, output: str | None, seconds: float) -> JSON:
    return {
        "schema": "jarparity-spark-check-1",
        "port": port,
        "keyType": key_type,
        "output": output,
        "seconds": round(seconds, 3),
        "placements": [
            {
                "placement": str(one.placement),
                "line": str(one.placement.line),
                "operation": one.placement.operation,
                "parameters": one.placement.parameters,
                "agrees": one.agrees,
                "rows": one.rows,
                "nulls": one.nulls,
                "differing": one.differing,
                "examples": [
                    {"key": _plain(example.key), "original": example.original, "port": example.port}
                    for example in one.examples
                ],
                "looksLike": [bug.tag for bug in one.looks_like],
                "ofNulls": one.of_nulls
                and {"original": one.of_nulls.original, "port": one.of_nulls.port, "agree": one.of_nulls.agree},
            }
            for one in found
        ],
    }


def _plain(key: Any) -> JSON:  # noqa: ANN401 - a key as Spark gives it
    if isinstance(key, float) and not math.isfinite(key):
        return str(key)
    return bytes(key).hex() if isinstance(key, bytes | bytearray) else key
