"""`jarparity explain rescale` and `explain in-flight`: what a change of parallelism moves, and what it may lose."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from jarparity import catalogue
from jarparity.answers import Value, canonical
from jarparity.check.outcome import Exit
from jarparity.cli.advice import ask, change_options, format_option, show, span
from jarparity.originals import locked_lines
from jarparity.references.factory import ROUTES, open_reference

if TYPE_CHECKING:
    from jarparity.answers import JSON
    from jarparity.lines import Line
    from jarparity.references import LiveReference

_SHOWN = 40
"""Transfers or gaps that are printed."""


@click.command(
    epilog="\b\nExamples:\n  jarparity explain rescale --max-parallelism 128 --from 4 --to 5"
    "\n  jarparity explain rescale --max-parallelism 720 --from 20 --to 24 --format json"
)
@change_options
@format_option
def rescale(max_parallelism: int, old: int, new: int, format_: str) -> None:
    """Explain which key groups move from which old subtask to which new one, how many, and how much stays.

    Sizes of keys are a matter of `copartition.flink.rescale_plan`, which counts the bytes that move.
    """
    question = {"maxParallelism": max_parallelism, "oldParallelism": old, "newParallelism": new}
    plan = ask("rescale-plan", question)
    show({**question, **plan}, format_, lambda: _plan_text(question, plan))


def _plan_text(question: JSON, plan: JSON) -> list[str]:
    maximum, moving = question["maxParallelism"], plan["keyGroupsMoving"]
    rows = [
        f"{_change(question)}: {moving:,} of {maximum:,} key groups move ({moving / maximum:.0%}), "
        f"{plan['keyGroupsStaying']:,} stay"
    ]
    for transfer in plan["transfers"][:_SHOWN]:
        source, target = transfer["from"], transfer["to"]
        what = f"stay with subtask {source}" if source == target else f"move from subtask {source} to {target}"
        rows.append(f"  {span(transfer['range']):<16} {what}")
    more = len(plan["transfers"]) - _SHOWN
    return rows if more <= 0 else [*rows, f"  … and {more:,} more; --format json has them all"]


def _change(question: JSON) -> str:
    return f"max parallelism {question['maxParallelism']}, {question['oldParallelism']} to {question['newParallelism']}"


@click.command(
    "in-flight",
    epilog="\b\nExamples:\n  jarparity explain in-flight --max-parallelism 195 --from 187 --to 195"
    "\n  jarparity explain in-flight --max-parallelism 600 --from 179 --to 200 --reference jpype",
)
@change_options
@click.option("--reference", type=click.Choice(ROUTES), help="Ask the real classes, on every Flink line.")
@format_option
def in_flight(max_parallelism: int, old: int, new: int, reference: str | None, format_: str) -> None:
    """Explain which in-flight records of an unaligned checkpoint their new owner doesn't read.

    SubtaskStateMapper.RANGE counts on a maximum parallelism of 32768. Where the job's is no power of two, and old times
    new parallelism is above 32768, it may leave out an old subtask whose key groups the new subtask owns.
    """
    question = {"maxParallelism": max_parallelism, "oldParallelism": old, "newParallelism": new}
    gaps = ask("in-flight-gaps", question)
    document: JSON = {**question, "gaps": gaps}
    if reference is not None:
        lines = [line for line in locked_lines() if catalogue.operation("flink.rescale.in-flight").has(line)]
        live = open_reference(reference, lines=lines)
        try:
            document["originals"] = {str(line): _original_gaps(live, line, question) for line in lines}
        finally:
            live.close()
    show(document, format_, lambda: _gaps_text(question, document))
    if any(canonical(said) != canonical(gaps) for said in document.get("originals", {}).values()):
        click.echo("the originals and copartition differ: please report it", err=True)
        sys.exit(Exit.DIFFERS)


def _original_gaps(live: LiveReference, line: Line, question: JSON) -> list[JSON]:
    """The same list, from what the original's classes answer for every subtask and key group."""
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


def _gaps_text(question: JSON, document: JSON) -> list[str]:
    gaps = document["gaps"]
    found = f"{len(gaps)} old subtask{'s are' if len(gaps) != 1 else ' is'}" if gaps else "no old subtask is"
    rows = [f"{_change(question)}: {found} left out by SubtaskStateMapper.RANGE"]
    for gap in gaps[:_SHOWN]:
        reads, others = (", ".join(map(str, gap[name])) for name in ("reads", "readBy"))
        drop = "drops" if len(gap["readBy"]) == 1 else "drop"
        rows += [
            f"  new subtask {gap['newSubtask']} owns key groups {span(gap['range'])}",
            f"    key group {span(gap['lost'])} was with old subtask {gap['missed']}",
            f"    RANGE reads old {reads}; old {gap['missed']} is read by new {others} only,",
            f"    which {drop} what belongs to {gap['newSubtask']}",
        ]
    if len(gaps) > _SHOWN:
        rows.append(f"  … and {len(gaps) - _SHOWN:,} more; --format json has them all")
    if gaps:
        rows.append("change the parallelism from a savepoint or an aligned checkpoint: these have no in-flight records")
    if "originals" in document:
        agreeing = [line for line, said in document["originals"].items() if canonical(said) == canonical(gaps)]
        differing = [line for line in document["originals"] if line not in agreeing]
        rows += [f"the real classes say the same: {', '.join(agreeing)}"] if agreeing else []
        rows += [f"the real classes say otherwise: {', '.join(differing)}"] if differing else []
    else:
        rows.append("copartition says so; --reference jpype asks the real classes")
    return rows
