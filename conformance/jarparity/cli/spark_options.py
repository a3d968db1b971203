"""What all commands of `jarparity spark` share: which Spark they run on, and which data they read."""

from __future__ import annotations

import logging
import shutil
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from jarparity.cli.commands import argument, many, option, together
from jarparity.cli.output import progress
from jarparity.spark.inputs import FORMATS, Source
from jarparity.spark.placements import syntax

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pyspark.sql import SparkSession

    from jarparity.cli.commands import Default


def pairs(flag: str, what: str) -> Default:
    """An option that is `KEY=VALUE`: the command gets a dictionary."""

    def made(values: tuple[str, ...]) -> dict[str, str]:
        found = {}
        for value in values:
            key, equals, text = value.partition("=")
            if not (key and equals):
                raise click.UsageError(f"{flag} {value!r}: write KEY=VALUE")
            found[key] = text
        return found

    return many(flag, metavar="KEY=VALUE", help=what, made=made)


class SparkChoice(NamedTuple):
    """Which Spark.

    Attributes:
        master: Its address; None for this machine's, or what spark-submit says.
        settings: Spark's settings.
        py_files: More Python files that the executors need.
    """

    master: str | None = option(
        "--master",
        metavar="URL",
        help="local[2], spark://host:7077, yarn, …  [default: this machine's cores, or what spark-submit says]",
    )
    settings: dict[str, str] = pairs("--conf", "A setting of Spark.")
    py_files: tuple[str, ...] = many(
        "--py-files", metavar="FILE", help="More Python files or zips that the executors need."
    )

    @property
    def is_local(self) -> bool:
        """Whether executors are on this machine."""
        return self.master is None or self.master.startswith("local")


def source() -> Default:
    """`SOURCE`, `--data-format`, `--schema` and `--option`: the command gets a `Source`."""
    schema = "Columns and types, such as 'id BIGINT, name STRING'.  [default: the data's own; strings for csv]"
    return together(
        Source.of,
        argument("source", metavar="SOURCE"),
        option("--data-format", type=click.Choice(FORMATS), help="Of the data.  [default: by the name's ending]"),
        option("--schema", metavar="DDL", help=schema),
        pairs("--option", "An option of Spark's reader, such as sep=';'."),
    )


def columns() -> Default:
    """`--column`: which key."""
    return many("--column", required=True, help="The key's column; several are a tuple or row.")


def key_type() -> Default:
    """`--key-type`: of which Java type the key is."""
    what = "The key's Java type: string, long, integer, … or tuple(…), row(…).  [default: what fits the column]"
    return option("--key-type", metavar="TYPE", help=what)


def placements(flag: str = "--as", what: str = "", *, required: bool = True) -> Default:
    """`--as`: where the key is placed."""
    return many(flag, required=required, metavar="PLACEMENT", help=f"{what}{syntax()}.")


@contextmanager
def quiet_gateway() -> Iterator[None]:
    """Whoever presses Control-C is told that it was interrupted; py4j logs tracebacks of each call that it ended."""

    def is_wanted(record: logging.LogRecord) -> bool:
        return "py4j" not in Path(record.pathname).parts

    root, own = logging.getLogger(), logging.getLogger("py4j")
    level = own.level
    root.addFilter(is_wanted)  # it logs to the root itself, too
    own.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        own.setLevel(level)
        root.removeFilter(is_wanted)


@contextmanager
def new_folder(name: str | None) -> Iterator[None]:
    """Around the session that writes a folder of this machine: one that was begun and is not whole goes away again.

    Of what was there before, and of what other file systems have, nothing is taken away.

    Args:
        name: As the user wrote it; None where nothing is written.
    """
    path = None if name is None or "://" in name else Path(name.removeprefix("file:"))
    if path is None or path.exists():
        yield
        return
    try:
        yield
    except BaseException:
        if not (path / "_SUCCESS").exists():
            shutil.rmtree(path, ignore_errors=True)
        raise


@contextmanager
def open_spark(chosen: SparkChoice) -> Iterator[tuple[SparkSession, Callable[[str], None]]]:
    """The session, and `step(what)`, which is notified of each step.

    Raises:
        ReferenceUnavailableError: PySpark or Java is missing, too old or (pandas) too new, or Spark doesn't start.
    """
    from jarparity.spark.session import spark_session, task_progress  # noqa: PLC0415 - only once options are right

    with quiet_gateway(), progress("spark") as step:
        step("starting")
        with spark_session(chosen.master, chosen.settings) as session:
            for path in chosen.py_files:
                session.sparkContext.addPyFile(path)
            with task_progress(session, step):
                yield session, step
