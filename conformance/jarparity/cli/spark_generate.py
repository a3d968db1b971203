"""`jarparity spark generate`: seeded key sets of any size."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from jarparity.check.outcome import Exit
from jarparity.cli import Refused
from jarparity.cli.spark_options import open_spark, session_options
from jarparity.keysets.names import KINDS, TYPES, KeySetError

if TYPE_CHECKING:
    from jarparity.spark.answered import Answered

_SUFFIXES = {".csv": "csv", ".json": "json", ".jsonl": "json"}


@click.command(
    epilog="""\b
Kinds:
  uniform      ids drawn alike, user-123; numbers over their whole type; --distinct for fewer ids
  zipf         some ids far more often than others (--exponent), as real keys are
  sequential   0, 1, 2, …; as strings user-0, user-1, …
  uuid         random UUIDs as strings, or as bytes
  unicode      strings of all planes; no lone surrogates, for no file format here can hold them
  adversarial  equal hash codes (Aa and BB), equal murmur2, one key group or partition for most,
               hash codes of MIN_VALUE, NaNs, the empty key, keys of 10,000 characters

\b
Examples:
  jarparity spark generate keys.parquet --keys 10_000_000
  jarparity spark generate hot.parquet --keys 1_000_000 --kind zipf --exponent 1.2 --distinct 50_000
  jarparity spark generate golden.parquet --keys 100_000 --kind adversarial --type long \\
      --with-answers flink:max=128 --with-answers kafka:partitions=12,line=3.9.2
  jarparity spark generate ids.csv --keys 1000 --kind sequential --type long
  jarparity spark generate s3a://lake/nasty --keys 1_000_000_000 --kind adversarial --master yarn"""
)
@click.argument("target")
@click.option("--keys", type=click.IntRange(min=1), required=True, help="How many rows.")
@click.option("--kind", type=click.Choice(KINDS), default="uniform", show_default=True, help="How keys are spread.")
@click.option("--type", "key_type", type=click.Choice(TYPES), default="string", show_default=True, help="Java's type.")
@click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, help="The same seed, the same rows."
)
@click.option("--distinct", type=click.IntRange(min=1), help="uniform, zipf: how many keys to draw from.")
@click.option("--exponent", type=float, default=1.0, show_default=True, help="zipf: how steep; 0 is uniform.")
@click.option("--column", default="key", show_default=True, help="The column's name.")
@click.option(
    "--format",
    "format_",
    type=click.Choice(("parquet", "csv", "json")),
    help="[default: by the target's ending, else parquet]",
)
@click.option("--tasks", type=click.IntRange(min=1), help="How many tasks and files; the set is the same for all.")
@click.option(
    "--with-answers",
    "placements",
    multiple=True,
    metavar="PLACEMENT",
    help="Two more columns: where the original puts the key, and where the port does. flink:max=N[,parallelism=N]"
    "[,line=VERSION] or kafka:partitions=N[,line=VERSION]; may be repeated.",
)
@click.option("--port", metavar="MODULE:ATTR", help="The port of --with-answers.  [default: copartition's]")
@click.option("--overwrite", is_flag=True, help="Replace the target where it is there.")
@session_options
def generate(  # noqa: PLR0913 - one parameter an option
    *,
    target: str,
    keys: int,
    kind: str,
    key_type: str,
    seed: int,
    distinct: int | None,
    exponent: float,
    column: str,
    format_: str | None,
    tasks: int | None,
    placements: tuple[str, ...],
    port: str | None,
    overwrite: bool,
    master: str | None,
    conf: tuple[str, ...],
    py_files: tuple[str, ...],
) -> int:
    """Write a key set: a folder of files with one column, made from a seed.

    A row follows from the kind, the type, the seed and its number alone, so the set is the same whatever the number of
    tasks and the size of the cluster. The folder has a file `_SUCCESS` once all of it is written; without it, it is not
    whole. With answers, the exit code is 1 where the port differs from an original.
    """
    from jarparity.references.spark_session import check_packages  # noqa: PLC0415 - imports PySpark

    started = time.monotonic()
    check_packages()
    from jarparity.keysets.key_set import KeySet  # noqa: PLC0415 - pyarrow comes with an extra
    from jarparity.spark.generate import Written, refuse_format, write  # noqa: PLC0415 - as above

    chosen = format_ or _SUFFIXES.get(Path(target).suffix, "parquet")
    try:
        written = Written(KeySet(kind, key_type, seed, distinct or 0, exponent), keys, column, tasks or 0)
    except KeySetError as error:
        raise Refused(str(error)) from None
    refuse_format(chosen, kind, key_type)
    if not overwrite and "://" not in target and Path(target).exists():
        raise Refused(f"{target} is there already: name another, or give --overwrite")
    answered = _answered(placements, key_type, column, port)
    differing: list[int] = []
    with open_spark(master, conf, py_files) as (session, say):
        frame = written.frame(session)
        if answered:
            frame = answered.frame(frame, progress=say)
        say("writing")
        write(frame, target, chosen, overwrite=overwrite)
        if answered:
            differing = answered.differing(session, target, chosen)
    seconds = time.monotonic() - started
    click.echo(f"{keys:,} {kind} keys of type {key_type}, seed {seed}, in {target} ({chosen}): {seconds:.1f} s")
    for placement, count in zip(answered.placements if answered else (), differing, strict=True):
        click.echo(f"{'DIFFERS' if count else 'agrees '} {placement}: {count:,} of {keys:,} keys differ")
    return Exit.DIFFERS if any(differing) else Exit.OK


def _answered(placements: tuple[str, ...], key_type: str, column: str, port: str | None) -> Answered | None:
    """What stands beside the keys, if anything."""
    if not placements:
        if port:
            raise click.UsageError("--port goes with --with-answers")
        return None
    from jarparity.spark.answered import Answered  # noqa: PLC0415 - only where it is wanted
    from jarparity.spark.checking import check_port  # noqa: PLC0415 - as above
    from jarparity.spark.placements import parse_placements  # noqa: PLC0415 - as above

    found = parse_placements(placements)
    check_port(port, found)
    return Answered(tuple(found), key_type, column, port)
