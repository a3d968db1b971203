"""`jarparity spark profile`: how a key set lies on key groups, subtasks and partitions, and what would change it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from jarparity.cli.spark_options import open_spark, placement_options, session_options, source_of, source_options

if TYPE_CHECKING:
    from jarparity.spark.profile.document import Profile
    from jarparity.spark.profile.wanted import Wanted

_FILE = click.Path(dir_okay=False, path_type=Path)
_MOST = 32768
_MANY = 4096
"""Other settings of one kind that are tried at most."""


def _numbers(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, ...]:
    """Whole numbers, ascending, each once: `4`, `2,4,8`, `1-64`."""
    found: set[int] = set()
    for part in value.split(",") if value else ():
        match = re.fullmatch(r"\s*(\d{1,10})(?:-(\d{1,10}))?\s*", part, re.ASCII)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 1 <= first <= last:
            raise click.BadParameter(f"{part.strip()!r}: write numbers from 1 on, such as 2,4,8 or 1-64", ctx, param)
        if len(found) + last - first >= _MANY:
            raise click.BadParameter(f"{value}: at most {_MANY} settings are tried; name fewer", ctx, param)
        found.update(range(first, last + 1))
    return tuple(sorted(found))


@click.command(
    epilog="""\b
Examples:
  jarparity spark profile clicks.parquet --column user --as flink:max=128,parallelism=4
  jarparity spark profile clicks.parquet --column user --as flink:max=128,parallelism=4 \\
      --try-parallelism 2-16 --try-max 256,720 --size-column bytes --html profile.html
  jarparity spark profile 's3a://lake/orders/*.parquet' --column id --as kafka:partitions=12 \\
      --try-partitions 18,24 --distinct --master spark://host:7077
  jarparity spark profile clicks.parquet --column user --as kafka:partitions=12 \\
      --join users.csv --join-column id --join-as kafka:partitions=24"""
)
@source_options
@placement_options
@click.option(
    "--try-parallelism", callback=_numbers, metavar="NUMBERS", help="Flink: other parallelisms.  [default: some around]"
)
@click.option(
    "--try-max", callback=_numbers, metavar="NUMBERS", help="Flink: other maximum parallelisms, as for a new job."
)
@click.option("--try-partitions", callback=_numbers, metavar="NUMBERS", help="Kafka: other numbers of partitions.")
@click.option("--size-column", metavar="COLUMN", help="The size of each row in bytes: weighs loads, and what moves.")
@click.option(
    "--distinct", is_flag=True, help="Count distinct keys, too, and top keys exactly; this shuffles the keys."
)
@click.option("--top", type=click.IntRange(0, 1000), default=10, show_default=True, help="Top keys that are shown.")
@click.option(
    "--by",
    type=click.Choice(["port", "original"]),
    default="port",
    show_default=True,
    help="Who places the keys: the port (faster), or the real JARs on the executors.",
)
@click.option("--port", metavar="MODULE:ATTR", help="The port is this Python object.  [default: copartition's]")
@click.option("--join", metavar="SOURCE", help="Another data set: would a join with it be local?")
@click.option("--join-format", metavar="FORMAT", help="Its format.  [default: by the name's ending]")
@click.option("--join-schema", metavar="DDL", help="Its columns and types.")
@click.option("--join-column", "join_columns", multiple=True, help="Its key's column.  [default: as --column]")
@click.option("--join-key-type", metavar="TYPE", help="Its key's Java type.  [default: by column]")
@click.option("--join-as", metavar="PLACEMENT", help="Where its keys are placed.  [default: as --as]")
@click.option("--html", type=_FILE, help="Write a page with plots here.")
@click.option("--json", "json_", type=_FILE, help="Write the document here.")
@click.option("--parquet", type=_FILE, help="Write all loads here, a row a key group, subtask or partition.")
@click.option(
    "--report", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How it is told."
)
@session_options
def profile(  # noqa: PLR0913 - one argument an option
    *,
    source: str,
    format_: str | None,
    schema: str | None,
    option: tuple[str, ...],
    columns: tuple[str, ...],
    key_type: str | None,
    join: str | None,
    join_format: str | None,
    join_schema: str | None,
    join_columns: tuple[str, ...],
    join_key_type: str | None,
    join_as: str | None,
    html: Path | None,
    json_: Path | None,
    parquet: Path | None,
    report: str,
    master: str | None,
    conf: tuple[str, ...],
    py_files: tuple[str, ...],
    **asked: object,
) -> None:
    """Profile the load of a key set: which subtasks and partitions are hot, and what other settings would change.

    One pass over the data counts rows (and bytes) by key group and partition; nothing but counts and the top keys
    leaves the executors. Costs grow with the rows alone. What-ifs over parallelisms come from the same counts.
    """
    from jarparity.spark.key_types import key_of  # noqa: PLC0415 - imports are made when it is called
    from jarparity.spark.placements import parse_placement  # noqa: PLC0415
    from jarparity.spark.profile.files import json_text  # noqa: PLC0415
    from jarparity.spark.profile.joining import Side  # noqa: PLC0415
    from jarparity.spark.profile.keyed import Keyed  # noqa: PLC0415
    from jarparity.spark.profile.profiling import profile as made  # noqa: PLC0415
    from jarparity.spark.profile.terminal import print_profile  # noqa: PLC0415

    wanted = _wanted(**asked)  # type: ignore[arg-type]  # the options' names
    left = source_of(source, format_, schema, option)
    right = None if join is None else source_of(join, join_format, join_schema, ())
    there = None if join_as is None else parse_placement(join_as)
    if right is None and (join_columns or join_as or join_key_type or join_format or join_schema):
        raise click.UsageError("--join-column, --join-as and the like go with --join")
    if master is None or master.startswith("local"):
        left.look([*columns, *([wanted.size_column] if wanted.size_column else [])])
        if right is not None:
            right.look(join_columns or columns)
    with open_spark(master, conf, py_files) as (session, say):
        frame = left.read(session)
        data = Keyed(frame, left.name, key_of(frame.schema, columns, key_type), say)
        side = None
        if right is not None:
            other = right.read(session)
            key = key_of(other.schema, join_columns or columns, join_key_type)
            side = Side(Keyed(other, right.name, key, say), there)
        found = made(data, wanted, side)
    _write(found, html, json_, parquet)
    if report == "json":
        click.echo(json_text(found), nl=False)
    else:
        print_profile(found)


def _wanted(  # noqa: PLR0913 - one argument an option
    *,
    placements: tuple[str, ...],
    try_parallelism: tuple[int, ...],
    try_max: tuple[int, ...],
    try_partitions: tuple[int, ...],
    size_column: str | None,
    distinct: bool,
    top: int,
    by: str,
    port: str | None,
) -> Wanted:
    from jarparity.spark.placements import parse_placements  # noqa: PLC0415 - imports are made when it is called
    from jarparity.spark.profile.wanted import Wanted as Made  # noqa: PLC0415

    if try_max and max(try_max) > _MOST:
        raise click.UsageError(f"--try-max {max(try_max)}: Flink's largest maximum parallelism is {_MOST}")
    return Made(
        placements=tuple(parse_placements(placements)),
        parallelisms=try_parallelism,
        maximums=try_max,
        partitions=try_partitions,
        size_column=size_column,
        distinct=distinct,
        top=top,
        port=port,
        by_original=by == "original",
    )


def _write(found: Profile, html: Path | None, json_: Path | None, parquet: Path | None) -> None:
    from jarparity.spark.profile import files  # noqa: PLC0415 - imports are made when it is called

    if html is not None:
        files.write_page(found, html)
    if parquet is not None:
        files.write_parquet(found, parquet)
    if json_ is not None:
        files.write_json(found, json_)
    for path in (html, json_, parquet):
        if path is not None:
            click.echo(f"written: {path}", err=True)
