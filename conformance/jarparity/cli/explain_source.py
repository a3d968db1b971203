"""`jarparity explain source`: which subtask of a Kafka source reads what, and which ones idle."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

import click

from jarparity import catalogue
from jarparity.answers import Value, canonical
from jarparity.check.outcome import Exit
from jarparity.cli import Refused
from jarparity.cli.advice import ask, format_option, show
from jarparity.originals import locked_lines
from jarparity.references.factory import ROUTES, open_reference

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.answers import JSON
    from jarparity.lines import Line
    from jarparity.references import LiveReference

_SHOWN: Final = 40
"""Subtasks, or topics, that are printed."""
_NAMED: Final = 12
"""Partitions of a subtask that are printed."""
_MOST: Final = 1_000_000
_OWNER: Final = "flink.kafka-source.split-owner"


@click.command(
    epilog="\b\nExamples:\n  jarparity explain source --topics a:5,b:5,c:5,d:5 --parallelism 10"
    "\n  jarparity explain source --topics orders:12 --topics payments:12 --parallelism 24 --connector 3.0.2-1.18"
    "\n  jarparity explain source --topics a:5,b:5 --parallelism 10 --reference jpype"
    "\n  jarparity explain source --topics a:5,b:5 --parallelism 10 --format json"
)
@click.option(
    "--topics",
    "listed",
    multiple=True,
    required=True,
    metavar="TOPIC:PARTITIONS,…",
    help="The topics and their numbers of partitions; repeatable.",
)
@click.option("--parallelism", type=click.IntRange(1, 32768), required=True, help="The source's parallelism.")
@click.option(
    "--connector",
    metavar="VERSION",
    help="The release of flink-connector-kafka: from where are added partitions read?  [default: the newest]",
)
@click.option("--reference", type=click.Choice(ROUTES), help="Ask the real class, on every line of the connector.")
@format_option
def source(
    listed: tuple[str, ...], parallelism: int, connector: str | None, reference: str | None, format_: str
) -> None:
    """Explain which subtask of a Kafka source reads which partitions, which idle, and what added partitions do.

    Each topic's partitions are dealt round, one subtask a partition, beginning at a subtask that depends on the topic's
    name and the parallelism only. So several small topics may meet on some subtasks and leave others without any.
    """
    question: JSON = {"topics": _topics(listed), "parallelism": parallelism}
    if connector is not None:
        question["connector"] = connector
    placement = ask("source-placement", question)
    document: JSON = {**question, **placement}
    if reference is not None:
        lines = [line for line in locked_lines() if catalogue.operation(_OWNER).has(line)]
        live = open_reference(reference, lines=lines)
        try:
            document["originals"] = {str(line): _agrees(live, line, document) for line in lines}
        finally:
            live.close()
    show(document, format_, lambda: _text(document))
    if not all(document.get("originals", {}).values()):
        click.echo("the originals and copartition differ: please report it", err=True)
        sys.exit(Exit.DIFFERS)


def _topics(listed: Iterable[str]) -> dict[str, int]:
    """`a:5,b:5` as numbers of partitions by topic."""
    topics: dict[str, int] = {}
    for item in (item for text in listed for item in text.split(",")):
        topic, _, count = item.rpartition(":")
        if not topic or not (count.isascii() and count.isdigit()) or int(count) < 1:
            raise click.UsageError(f"--topics must be TOPIC:PARTITIONS, such as orders:12, not {item!r}")
        if topic in topics:
            raise click.UsageError(f"--topics names {topic} twice")
        topics[topic] = int(count)
    if sum(topics.values()) > _MOST:
        raise Refused(f"--topics has {sum(topics.values()):,} partitions, and may have {_MOST:,}")
    return topics


def _agrees(live: LiveReference, line: Line, document: JSON) -> bool:
    """Whether the original gives every partition, and each topic's next one, to the same subtask."""
    owned = [(topic, p, index) for index, read in enumerate(document["subtasks"]) for topic, p in read]
    owned += [(*added["partition"], added["subtask"]) for added in document["added"]]
    readers = document["parallelism"]
    asked = [{"topic": topic, "partition": partition, "readers": readers} for topic, partition, _ in owned]
    said = [answer.value if isinstance(answer, Value) else None for answer in live.answers(_OWNER, line, asked)]
    return canonical(said) == canonical([subtask for _, _, subtask in owned])


def _text(document: JSON) -> list[str]:
    topics, subtasks, idle = document["topics"], document["subtasks"], document["idle"]
    rows = [
        f"{_counted(sum(topics.values()), 'partition')} of {_counted(len(topics), 'topic')}, parallelism "
        f"{document['parallelism']}: {_load(document)}"
    ]
    rows += [
        f"  subtask {index:<5} {_counted(len(read), 'partition') if read else 'idle':<14} {_partitions(read)}".rstrip()
        for index, read in enumerate(subtasks[:_SHOWN])
    ]
    if len(subtasks) > _SHOWN:
        rows.append(f"  … and {len(subtasks) - _SHOWN:,} more subtasks; --format json has them all")
    if idle:
        sends = "sends" if len(idle) == 1 else "send"
        rows += [
            f"{_subtasks(idle)} of an endless source never {sends} a watermark:",
            "  event time stands still downstream, unless the watermark strategy has an idle timeout (withIdleness)",
        ]
    rows += _later(document)
    if "originals" in document:
        rows += _confirmed(document["originals"])
    else:
        rows.append("copartition says so; --reference jpype asks the real class")
    return rows


def _load(document: JSON) -> str:
    fewest, most, idle = document["fewest"], document["most"], len(document["idle"])
    each = f"{most} each" if fewest == most else f"{fewest} to {most} each"
    return f"{each}, {idle} idle" if idle else each


def _later(document: JSON) -> list[str]:
    """What the next partition of each topic does."""
    idle = set(document["idle"])
    rows = ["a partition that is added later goes to"]
    for added in document["added"][:_SHOWN]:
        topic, number = added["partition"]
        was = ", idle before" if added["subtask"] in idle else ""
        rows.append(f"  subtask {added['subtask']:<5} {topic}-{number}{was}")
    if len(document["added"]) > _SHOWN:
        rows.append(f"  … and {len(document['added']) - _SHOWN:,} more topics; --format json has them all")
    found = document["discovery"]
    interval = found["defaultIntervalMs"]
    looks = (
        "only if partition.discovery.interval.ms is set"
        if interval is None
        else f"every {int(interval) // 1000} s, unless partition.discovery.interval.ms says otherwise"
    )
    reads = "its beginning" if found["fromEarliest"] else "the job's starting offsets: the latest may come too late"
    return [
        *rows,
        f"  connector {document['connector']} looks for it {looks},",
        f"  and reads it from {reads}; no other partition moves",
    ]


def _confirmed(originals: dict[str, bool]) -> list[str]:
    agreeing = [line for line, agrees in originals.items() if agrees]
    differing = [line for line, agrees in originals.items() if not agrees]
    rows = [f"the real class says the same: {', '.join(agreeing)}"] if agreeing else []
    return [*rows, f"the real class says otherwise: {', '.join(differing)}"] if differing else rows


def _counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def _subtasks(indexes: list[int]) -> str:
    shown = ", ".join(map(str, indexes[:_NAMED])) + (" …" if len(indexes) > _NAMED else "")
    return f"subtask{'s' if len(indexes) > 1 else ''} {shown}"


def _partitions(read: JSON) -> str:
    shown = " ".join(f"{topic}-{number}" for topic, number in read[:_NAMED])
    return f"{shown} and {len(read) - _NAMED:,} more" if len(read) > _NAMED else shown
