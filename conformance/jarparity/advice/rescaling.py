"""What a change of parallelism moves, and what it may lose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.advice import by_originals, counted, more, span
from jarparity.answers import Value, canonical
from jarparity.report.tables import Document, Section, Table

if TYPE_CHECKING:
    from jarparity.answers import JSON
    from jarparity.lines import Line
    from jarparity.references import LiveReference
    from jarparity.report.tables import Block

_SHOWN: Final = 40
"""Transfers or gaps that are shown."""


def plan(change: JSON, answer: JSON) -> Document:
    """Which key groups move."""
    moving, maximum, transfers = answer["keyGroupsMoving"], change["maxParallelism"], answer["transfers"]
    head = (
        f"{_change(change)}: {moving:,} of {maximum:,} key groups move ({moving / maximum:.0%}), "
        f"{answer['keyGroupsStaying']:,} stay"
    )
    rows = [(span(transfer["range"]), _transfer(transfer["from"], transfer["to"])) for transfer in transfers[:_SHOWN]]
    section = Section(head, (Table.of(["", ""], rows), *more(len(transfers), _SHOWN)))
    return Document((section,), {**change, **answer})


def _transfer(source: int, target: int) -> str:
    return f"stay with subtask {source}" if source == target else f"move from subtask {source} to {target}"


def _change(question: JSON) -> str:
    return f"max parallelism {question['maxParallelism']}, {question['oldParallelism']} to {question['newParallelism']}"


def in_flight(document: JSON) -> Document:
    """Which in-flight records are lost; the document may have what the `originals` say."""
    gaps = document["gaps"]
    found = "no in-flight record is lost: SubtaskStateMapper.RANGE omits no subtask"
    if gaps:
        is_or_are = "is" if len(gaps) == 1 else "are"
        found = f"{counted(len(gaps), 'old subtask')} {is_or_are} left out by SubtaskStateMapper.RANGE"
    head = f"{_change(document)}: {found}"
    advice = "change the parallelism from a savepoint or an aligned checkpoint: these have no in-flight records"
    blocks: tuple[Block, ...] = (
        Section(head, (*map(_gap, gaps[:_SHOWN]), *more(len(gaps), _SHOWN))),
        *([advice] if gaps else []),
        *by_originals(agreeing(document), "the real classes"),
    )
    return Document(blocks, document)


def _gap(gap: JSON) -> Section:
    reads, others = (", ".join(map(str, gap[name])) for name in ("reads", "readBy"))
    drop = "drops" if len(gap["readBy"]) == 1 else "drop"
    return Section(
        f"new subtask {gap['newSubtask']} owns key groups {span(gap['range'])}",
        (
            f"key group {span(gap['lost'])} was with old subtask {gap['missed']}",
            f"RANGE reads old {reads}; old {gap['missed']} is read by new {others} only,",
            f"which {drop} what belongs to {gap['newSubtask']}",
        ),
    )


def agreeing(document: JSON) -> dict[str, bool] | None:
    """By line, whether the original says the same; None where none was asked."""
    said = document.get("originals")
    return said and {line: canonical(gaps) == canonical(document["gaps"]) for line, gaps in said.items()}


def original_gaps(live: LiveReference, line: Line, question: JSON) -> list[JSON]:
    """The same list of gaps, from what the original's classes answer for every subtask and key group."""
    maximum, old, new = (question[name] for name in ("maxParallelism", "oldParallelism", "newParallelism"))

    def said(operation: str, documents: list[JSON]) -> list[JSON]:
        return [
            answer.value if isinstance(answer, Value) else None for answer in live.answers(operation, line, documents)
        ]

    change = {"mode": "RANGE", "oldParallelism": old, "newParallelism": new}
    reads = said("flink.rescale.in-flight", [{**change, "newIndex": index} for index in range(new)])
    ranges = said("flink.rescale.partitions", [question])[0]
    groups = [{"keyGroup": group, "maxParallelism": maximum, "parallelism": old} for group in range(maximum)]
    had = said("flink.key-group.operator-of-group", groups)
    gaps = []
    for index, owned in enumerate(ranges):
        here = range(owned["start"], owned["end"] + 1)
        for missed in sorted({had[group] for group in here} - set(reads[index])):
            lost = [group for group in here if had[group] == missed]
            gaps.append(
                {
                    "newSubtask": index,
                    "range": owned,
                    "reads": reads[index],
                    "missed": missed,
                    "lost": {"start": lost[0], "end": lost[-1]},
                    "readBy": [other for other, subtasks in enumerate(reads) if missed in subtasks],
                }
            )
    return gaps
