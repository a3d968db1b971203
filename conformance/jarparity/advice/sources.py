"""Which subtask of a Kafka source reads what, and which ones idle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.advice import by_originals, counted, more
from jarparity.answers import Value, canonical
from jarparity.report.tables import Document, Section, Table

if TYPE_CHECKING:
    from jarparity.answers import JSON
    from jarparity.lines import Line
    from jarparity.references import LiveReference
    from jarparity.report.tables import Block

OWNER: Final = "flink.kafka-source.split-owner"
"""The operation that says who reads a partition."""
_SHOWN: Final = 40
"""Subtasks, or topics, that are shown."""
_NAMED: Final = 12
"""Partitions of a subtask that are shown."""


def placed(document: JSON) -> Document:
    """Who reads what; the document may have whether the `originals` agree."""
    topics, subtasks, idle = document["topics"], document["subtasks"], document["idle"]
    rows = [
        (f"subtask {index}", counted(len(read), "partition") if read else "idle", _partitions(read))
        for index, read in enumerate(subtasks[:_SHOWN])
    ]
    partitions, topics_ = counted(sum(topics.values()), "partition"), counted(len(topics), "topic")
    head = f"{partitions} of {topics_}, {_job(document)}: {_load(document)}"
    blocks: tuple[Block, ...] = (
        Section(head, (Table.of([""] * 3, rows), *more(len(subtasks), _SHOWN, " subtasks"))),
        *([_without_watermarks(idle)] if idle else []),
        _later(document),
        *_after_a_restore(document),
    )
    return Document(blocks, document)


def _job(document: JSON) -> str:
    now, old = document["parallelism"], document.get("oldParallelism")
    return f"parallelism {now}" if old is None else f"started at parallelism {old} and restored at {now}"


def _after_a_restore(document: JSON) -> tuple[Block, ...]:
    """What a restore did, or would do; and where that isn't asked, whether the originals place alike."""
    if "moved" in document:
        moved, all_ = document["moved"], counted(sum(document["topics"].values()), "partition")
        return (
            Section(
                f"{moved:,} of {all_} {'has' if moved == 1 else 'have'} another subtask than at the first start:",
                ("a restore deals what readers had round all subtasks; each goes on at its offset",),
            ),
        )
    note = "a restore at another parallelism deals what readers had round all subtasks: --from N shows it"
    return (note, *by_originals(document.get("originals"), "the real class"))


def _load(document: JSON) -> str:
    fewest, most, idle = document["fewest"], document["most"], len(document["idle"])
    each = f"{most} each" if fewest == most else f"{fewest} to {most} each"
    return f"{each}, {idle} idle" if idle else each


def _without_watermarks(idle: list[int]) -> Section:
    named = ", ".join(map(str, idle[:_NAMED])) + (" …" if len(idle) > _NAMED else "")
    plural = len(idle) > 1
    return Section(
        f"subtask{'s' * plural} {named} of an endless source never {'send' if plural else 'sends'} a watermark:",
        ("event time stands still downstream, unless the watermark strategy has an idle timeout (withIdleness)",),
    )


def _later(document: JSON) -> Section:
    """What the next partition of each topic does."""
    idle, found = set(document["idle"]), document["discovery"]
    rows = [
        (
            f"subtask {one['subtask']}",
            f"{'-'.join(map(str, one['partition']))}{', idle before' * (one['subtask'] in idle)}",
        )
        for one in document["added"][:_SHOWN]
    ]
    interval = found["defaultIntervalMs"]
    looks = (
        "only if partition.discovery.interval.ms is set"
        if interval is None
        else f"every {int(interval) // 1000} s, unless partition.discovery.interval.ms says otherwise"
    )
    reads = "its beginning" if found["fromEarliest"] else "the job's starting offsets: the latest may come too late"
    return Section(
        "a partition that is added later goes to",
        (
            Table.of(["", ""], rows),
            *more(len(document["added"]), _SHOWN, " topics"),
            f"connector {document['connector']} looks for it {looks},",
            f"and reads it from {reads}; no other partition moves,",
            "but keys do: producers take a key's hash modulo the number of partitions",
        ),
    )


def _partitions(read: JSON) -> str:
    shown = " ".join(f"{topic}-{number}" for topic, number in read[:_NAMED])
    return f"{shown} and {len(read) - _NAMED:,} more" if len(read) > _NAMED else shown


def agrees(live: LiveReference, line: Line, document: JSON) -> bool:
    """Whether the original gives every partition, and each topic's next one, to the same subtask."""
    owned = [(topic, p, index) for index, read in enumerate(document["subtasks"]) for topic, p in read]
    owned += [(*added["partition"], added["subtask"]) for added in document["added"]]
    readers = document["parallelism"]
    asked = [{"topic": topic, "partition": partition, "readers": readers} for topic, partition, _ in owned]
    said = [answer.value if isinstance(answer, Value) else None for answer in live.answers(OWNER, line, asked)]
    return canonical(said) == canonical([subtask for _, _, subtask in owned])
