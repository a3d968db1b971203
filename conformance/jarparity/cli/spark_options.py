"""What all commands of `jarparity spark` share: which Spark they run on, and which data they read."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

import click

from jarparity.cli.progress import progress
from jarparity.spark.inputs import FORMATS, Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pyspark.sql import SparkSession

F = TypeVar("F", bound="Callable[..., object]")

SESSION_OPTIONS = ("master", "conf", "py_files")
"""The parameters that `session_options` gives a command."""

SOURCE_OPTIONS = ("source", "format_", "schema", "option")
"""The parameters that `source_options` gives a command."""


def session_options(command: F) -> F:
    """`--master`, `--conf` and `--py-files`: which Spark."""
    for option in (
        click.option(
            "--py-files", multiple=True, metavar="FILE", help="More Python files or zips that the executors need."
        ),
        click.option("--conf", multiple=True, metavar="KEY=VALUE", help="A setting of Spark; may be repeated."),
        click.option(
            "--master",
            metavar="URL",
            help="local[2], spark://host:7077, yarn, …  [default: this machine's cores, or what spark-submit says]",
        ),
    ):
        command = option(command)
    return command


def source_options(command: F) -> F:
    """`SOURCE`, `--format`, `--schema` and `--option`: which data."""
    for option in (
        click.option(
            "--option", multiple=True, metavar="KEY=VALUE", help="An option of Spark's reader, such as sep=';'."
        ),
        click.option(
            "--schema",
            metavar="DDL",
            help="Columns and types, such as 'id BIGINT, name STRING'.  [default: the data's own; strings for csv]",
        ),
        click.option("--format", "format_", type=click.Choice(FORMATS), help="[default: by the name's ending]"),
        click.argument("source", metavar="SOURCE"),
    ):
        command = option(command)
    return command


def placement_options(command: F) -> F:
    """`--column`, `--key-type` and `--as`: which key, and where it is placed."""
    for option in (
        click.option(
            "--as",
            "placements",
            multiple=True,
            required=True,
            metavar="PLACEMENT",
            help="flink:max=N[,parallelism=N][,line=VERSION] or kafka:partitions=N[,line=VERSION]; may be repeated.",
        ),
        click.option(
            "--key-type",
            metavar="TYPE",
            help="The key's Java type: string, long, integer, … or tuple(…), row(…).  [default: what fits the column]",
        ),
        click.option(
            "--column", "columns", multiple=True, required=True, help="The key's column; several are a tuple or row."
        ),
    ):
        command = option(command)
    return command


def source_of(source: str, format_: str | None, schema: str | None, option: tuple[str, ...]) -> Source:
    """The data that the options of `source_options` name.

    Raises:
        click.UsageError: An option has another form.
        SparkPipelineError: The name doesn't tell the format.
    """
    return Source.of(source, format_, schema, pairs("--option", option))


def pairs(name: str, values: tuple[str, ...]) -> dict[str, str]:
    """The values of an option that is `KEY=VALUE`.

    Raises:
        click.UsageError: A value has another form.
    """
    found = {}
    for value in values:
        key, equals, text = value.partition("=")
        if not (key and equals):
            raise click.UsageError(f"{name} {value!r}: write KEY=VALUE")
        found[key] = text
    return found


@contextmanager
def open_spark(
    master: str | None, conf: tuple[str, ...], py_files: tuple[str, ...]
) -> Iterator[tuple[SparkSession, Callable[[str], None]]]:
    """The session that the options of `session_options` name, and `say(what)`, which tells what goes on.

    Raises:
        click.UsageError: An option has another form.
        ReferenceUnavailableError: PySpark or Java is missing, too old or (pandas) too new, or Spark doesn't start.
    """
    from jarparity.spark.following import following  # noqa: PLC0415 - only once options are right
    from jarparity.spark.session import spark_session  # noqa: PLC0415

    settings = pairs("--conf", conf)
    with progress("spark") as report:
        report("starting", 0)
        with spark_session(master, settings) as session:
            for path in py_files:
                session.sparkContext.addPyFile(path)
            with following(session, lambda what: report(what, 0)):
                yield session, lambda what: report(what, 0)
