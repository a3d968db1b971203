"""`jarparity spark profile`: how a key set is spread over key groups, subtasks and partitions; what would change it."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from jarparity.cli import options as opt
from jarparity.cli.commands import choice, command, fields, flag, many, number, option, together
from jarparity.cli.output import check_places, wrote
from jarparity.cli.spark_options import SparkChoice, columns, key_type, open_spark, placements, source
from jarparity.spark.inputs import Source
from jarparity.spark.placements import settings
from jarparity.streams import writing

if TYPE_CHECKING:
    from pathlib import Path

    from jarparity.cli.commands import Default

_MANY: Final = 4096
"""Other settings of one kind that are tried at most."""


def _tries() -> Default:
    """`--try-parallelism`, `--try-max`, …: other values of every setting that a placement has."""
    known = settings()

    def made(*values: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
        return {name: numbers for name, numbers in zip(known, values, strict=True) if numbers}

    several = (
        _numbers(f"--try-{name}", f"{product}: other {setting.plural}.", setting.most)
        for name, (product, setting) in known.items()
    )
    return together(made, *several)


def _numbers(flag: str, what: str, most: int) -> Default:
    """Whole numbers, ascending, each once: `4`, `2,4,8`, `1-64`."""

    def made(value: str | None) -> tuple[int, ...]:
        found: set[int] = set()
        for part in value.split(",") if value else ():
            match = re.fullmatch(r"\s*(\d{1,10})(?:-(\d{1,10}))?\s*", part, re.ASCII)
            first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
            if not 1 <= first <= last:
                raise click.UsageError(f"{flag} {part.strip()!r}: write numbers from 1 on, such as 2,4,8 or 1-64")
            if len(found) + last - first >= _MANY:
                raise click.UsageError(f"{flag} {value}: at most {_MANY} settings are tried; name fewer")
            if last > most:
                raise click.UsageError(f"{flag} {last}: the largest is {most}")
            found.update(range(first, last + 1))
        return tuple(sorted(found))

    return option(flag, metavar="NUMBERS", help=what, made=made)


class _Join(NamedTuple):
    """The other data set of a join."""

    source: Source
    columns: tuple[str, ...]
    key_type: str | None
    placement: str | None


def _join() -> Default:
    def made(
        name: str | None, form: str | None, schema: str | None, columns: tuple[str, ...], *more: str | None
    ) -> _Join | None:
        if name is not None:
            return _Join(Source.of(name, form, schema, {}), columns, *more)
        if columns or any((form, schema, *more)):
            raise click.UsageError("--join-column, --join-as and the like go with --join")
        return None

    return together(
        made,
        option("--join", metavar="SOURCE", help="Another data set: would a join with it need a shuffle?"),
        option("--join-format", metavar="FORMAT", help="Its format.  [default: by the name's ending]"),
        option("--join-schema", metavar="DDL", help="Its columns and types."),
        many("--join-column", help="Its key's column.  [default: as --column]"),
        option("--join-key-type", metavar="TYPE", help="Its key's Java type.  [default: by column]"),
        option("--join-as", metavar="PLACEMENT", help="Where its keys are placed.  [default: as --as]"),
    )


@command()
def profile(
    *,
    source: Source = source(),
    columns: tuple[str, ...] = columns(),
    key_type: str | None = key_type(),
    placed: tuple[str, ...] = placements(),
    tries: dict[str, tuple[int, ...]] = _tries(),
    size_column: str | None = option(
        "--size-column", metavar="COLUMN", help="The size of each row in bytes: weighs loads, and what moves."
    ),
    distinct: bool = flag("--distinct", help="Count distinct keys, too, and top keys exactly; this shuffles the keys."),
    top: int = number("--top", 0, 1000, default=10, help="Top keys that are shown."),
    by: str = choice(
        *("--by", "port", "original"),
        default="port",
        help="Who places the keys: the port (faster), or the real JARs on the executors.",
    ),
    port: str | None = opt.port_name(),
    join: _Join | None = _join(),
    html: Path | None = opt.written("--html", "Write a page with plots here."),
    json_: Path | None = opt.written("--json", "Write the document here."),
    parquet: Path | None = opt.written("--parquet", "Write all loads here, a row a key group, subtask or partition."),
    form: str = opt.formats(),
    spark: SparkChoice = fields(SparkChoice),
) -> None:
    r"""Profile the load of a key set: which subtasks and partitions are hot, and what other settings would change.

    One pass over the data counts rows (and bytes) by key group and partition; nothing but counts and the top keys
    leaves the executors. Costs grow with the rows alone. What-ifs over parallelisms come from the same counts.

    Examples:
      jarparity spark profile clicks.parquet --column user --as flink:max=128,parallelism=4
      jarparity spark profile clicks.parquet --column user --as flink:max=128,parallelism=4 \
          --try-parallelism 2-16 --try-max 256,720 --size-column bytes --html profile.html
      jarparity spark profile 's3a://lake/orders/*.parquet' --column id --as kafka:partitions=12 \
          --try-partitions 18,24 --distinct --master spark://host:7077
      jarparity spark profile clicks.parquet --column user --as kafka:partitions=12 \
          --join users.csv --join-column id --join-as kafka:partitions=24
    """
    from jarparity.spark.key_types import key_of  # noqa: PLC0415 - imports are made when it is called
    from jarparity.spark.placements import parse_placement, parse_placements  # noqa: PLC0415
    from jarparity.spark.profile import document  # noqa: PLC0415
    from jarparity.spark.profile.joining import Other  # noqa: PLC0415
    from jarparity.spark.profile.profiling import Keyed, Wanted  # noqa: PLC0415
    from jarparity.spark.profile.profiling import profile as made  # noqa: PLC0415
    from jarparity.spark.profile.report import print_profile  # noqa: PLC0415

    wanted = Wanted(
        placements=tuple(parse_placements(placed)),
        tries=tries,
        size_column=size_column,
        distinct=distinct,
        top=top,
        port=port,
        by_original=by == "original",
    )
    check_places({"--html": html, "--json": json_, "--parquet": parquet})
    there = parse_placement(join.placement) if join and join.placement else None
    if spark.is_local:
        source.look([*columns, *([size_column] if size_column else [])])
        if join:
            join.source.look(join.columns or columns)
    with open_spark(spark) as (session, say):
        frame = source.read(session)
        data = Keyed(frame, source.name, key_of(frame.schema, columns, key_type), say)
        side = None
        if join:
            other = join.source.read(session)
            key = key_of(other.schema, join.columns or columns, join.key_type)
            side = Other(Keyed(other, join.source.name, key, say), there)
        found = made(data, wanted, side)
    for kind, path in {"html": html, "parquet": parquet, "json": json_}.items():
        if path is not None:
            document.write(found, path, kind)
            wrote(path)
    with writing(sys.stdout):
        if form == "json":
            click.echo(document.json_text(found), nl=False)
        else:
            print_profile(found)
            sys.stdout.flush()
