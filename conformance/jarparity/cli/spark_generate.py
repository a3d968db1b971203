"""`jarparity spark generate`: seeded key sets of any size."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from jarparity.check.outcome import Exit
from jarparity.cli import options as opt
from jarparity.cli.commands import Refused, argument, choice, command, flag, number, option
from jarparity.cli.spark_options import open_spark, placements, spark
from jarparity.keysets.names import KINDS, TYPES

if TYPE_CHECKING:
    from jarparity.cli.spark_options import SparkChoice
    from jarparity.spark.answered import Answered

_SUFFIXES = {".csv": "csv", ".json": "json", ".jsonl": "json"}


@command()
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
        "--format", "parquet", "csv", "json", help="[default: by the target's ending, else parquet]"
    ),
    tasks: int | None = number("--tasks", help="How many tasks and files; the set is the same for all."),
    answers: tuple[str, ...] = placements(
        "--with-answers", "Two more columns: where the original puts the key, and where the port does. ", required=False
    ),
    port: str | None = opt.port_name(),
    overwrite: bool = flag("--overwrite", help="Replace the target where it is there."),
    spark: SparkChoice = spark(),
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
    with open_spark(spark) as (session, say):
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
    from jarparity.spark.worker_port import WorkerPort  # noqa: PLC0415 - as above

    found = parse_placements(placements)
    check_port(port, found)
    return Answered(tuple(found), key_type, column, WorkerPort(port))
