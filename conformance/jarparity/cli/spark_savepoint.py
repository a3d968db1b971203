"""`jarparity spark savepoint`: keyed state as rows, and two savepoints compared key by key."""

from __future__ import annotations

import time

import click

from jarparity.advice.savepoint import unnamed
from jarparity.check.outcome import Exit
from jarparity.cli import options as opt
from jarparity.cli.commands import argument, command, fields, many, option
from jarparity.cli.output import show
from jarparity.cli.spark_options import SparkChoice, new_folder, open_spark


@command("savepoint")
def savepoint(
    *,
    path: str = argument("path", metavar="PATH"),
    other: str | None = option(
        "--compare", metavar="OTHER", help="Another savepoint, or checkpoint: what does it lack, and what is new there?"
    ),
    output: str | None = option(
        "--out", metavar="FOLDER", help="Write all rows here as Parquet; with --compare, what differs."
    ),
    uids: tuple[str, ...] = many(
        "--uid",
        metavar="UID",
        help="An operator's uid, to name it by: metadata of Flink 1 has only its hash. All operators are read.",
    ),
    form: str = opt.formats(),
    spark: SparkChoice = fields(SparkChoice),
) -> Exit:
    r"""Read the keyed state of a savepoint or checkpoint as rows, or compare two of them key by key.

    PATH is its folder, or its _metadata: a canonical savepoint, or a checkpoint of a heap backend. Executors read it by
    key groups, so all of them need it under this name. A row is a pair: operator, key group, state, namespace, key, the
    key within a map, and value, these four in JSON, and its bytes in the file. No JVM of Flink and no user's class is
    needed.

    Compared are two savepoints of one job, such as those before and after a migration: entries that OTHER lacks, that
    only OTHER has, and that have another value there. The exit code is 1 where there are any.

    Examples:
      jarparity spark savepoint /savepoints/savepoint-8c3f1a-0d2e5c
      jarparity spark savepoint chk-7 --uid count-clicks --out clicks.parquet
      jarparity spark savepoint before --compare after --out differing.parquet --format json
      jarparity spark savepoint /mnt/savepoints/before --compare /mnt/savepoints/after --master spark://host:7077
    """
    from jarparity.references.spark_session import check_packages  # noqa: PLC0415 - imports PySpark
    from jarparity.spark.savepoint.reading import Savepoint  # noqa: PLC0415 - for this command alone

    started = time.monotonic()
    first = Savepoint.of(path, uids)
    second = None if other is None else Savepoint.of(other, uids)
    for problem in unnamed({"operators": [{"id": id_, "uid": name} for id_, name in first.uids.items()]}, uids):
        click.echo(f"--uid {problem}", err=True)
    check_packages()
    from jarparity.spark.errors import explained  # noqa: PLC0415 - imports PySpark
    from jarparity.spark.savepoint import comparing, document  # noqa: PLC0415 - as above
    from jarparity.spark.verdict import refuse_existing  # noqa: PLC0415 - as above

    with new_folder(output), open_spark(spark) as (session, say):
        if output is not None:
            refuse_existing(session, output)
        with explained(f"{path} can't be {'read' if second is None else 'compared'}"):
            say("reading" if second is None else "comparing")
            rows = first.frame(session) if second is None else comparing.compared(session, first, second).persist()
            if output is not None:
                written = rows if second is None else rows.where("status <> 'same'")
                written.write.mode("errorifexists").parquet(output)
            if second is not None:
                states = comparing.counts(rows)
            else:
                states = document.counts(rows if output is None else session.read.parquet(output))
    unread = [*first.parts.unread, *(second.parts.unread if second is not None else ())]
    found = document.Outcome(path, other, output, unread, states, time.monotonic() - started)
    show(found.document(), form)
    if found.differing:
        return Exit.DIFFERS
    return Exit.OK if states else Exit.NOTHING_CHECKED
