"""The page of a savepoint: one HTML file that needs nothing else, no network and no script to be read."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import numpy as np

from jarparity import __version__
from jarparity.advice import savepoint, span
from jarparity.report import as_html, charts
from jarparity.report.charts import figures, svg
from jarparity.report.charts.amounts import share, size, times
from jarparity.report.tables import Document, Html, Section

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON
    from jarparity.report.charts.svg import Bin
    from jarparity.report.tables import Block

_SLOTS = 100
"""Subtasks and files of a table; JSON has them all."""


def page(answer: JSON) -> str:
    """The whole page."""
    anchors = {f"operator{at}": savepoint.title(each) for at, each in enumerate(answer["operators"])}
    items = "".join(f'<li><a href="#{anchor}">{escape(name)}</a></li>' for anchor, name in anchors.items())
    links = [Html(f'<nav aria-label="Operators"><ul>{items}</ul></nav>')] if items else []
    sections = (
        Section(name, tuple(_operator(each)), anchor)
        for (anchor, name), each in zip(anchors.items(), answer["operators"], strict=True)
    )
    return as_html.page(
        Document((*savepoint.head(answer), *links, *sections), title="Keyed state", subtitle=answer["file"]),
        charts.__name__,
        footer=f"Read by copartition, without a JVM; jarparity {__version__}.",
    )


def _operator(operator: JSON) -> Iterator[Block]:
    yield from savepoint.verdict(operator)
    keyed, now = operator["keyed"], operator["parallelism"]
    if keyed is None:
        yield "no keyed state"
    else:
        yield from savepoint.about(operator)
        if keyed["bytes"]:
            yield Section("Bytes by key group", (Html(_key_groups(operator)),))
            for rescaling in keyed["rescalings"]:
                yield from _subtasks(rescaling, now)
        yield Section("States", tuple(savepoint.states(keyed)))
        yield Section("Largest entries", tuple(savepoint.largest(keyed)))
        yield Section("A rescale, by bytes", tuple(savepoint.rescalings(operator)))
    yield Section("Files of state", tuple(savepoint.files(operator, _SLOTS)), folded=True)


def _key_groups(operator: JSON) -> str:
    """The bytes by key group, and where another subtask's begin."""
    counts = np.array(operator["keyed"]["keyGroups"]["bytes"], np.int64)
    groups, total = len(counts), int(counts.sum())
    owners = (np.arange(groups) * (operator["parallelism"] or 1) // groups).astype(np.int32)

    def label(run: Bin) -> str:
        owner = "" if operator["parallelism"] is None else f" of subtask {owners[run.busiest]}"
        return f"{figures.run_name(run, 'key group')}{owner}: {size(run.count)}, {share(run.count, total)}"

    name = f"bytes by key group: {groups:,} key groups, {int((counts == 0).sum()):,} of them empty"
    cells = svg.heat_map(svg.bins(counts, svg.CELLS), owners, total / groups, label, name)
    return figures.map_figure(cells, "key group", "subtask")


def _subtasks(rescaling: JSON, now: int | None) -> Iterator[Block]:
    every = rescaling["subtasks"]
    if every is None:
        return
    counts = np.array([each["bytes"] for each in every], np.int64)
    total = int(counts.sum())
    mean = total / len(counts)

    def label(run: Bin) -> str:
        groups = span(every[run.busiest]["range"])
        amount = f"{size(run.count)}, {share(run.count, total)}, {times(run.count / mean)} the average"
        return f"{figures.run_name(run, 'subtask')} (key groups {groups}): {amount}"

    uneven = times(int(counts.max()) / mean)
    name = f"bytes by subtask: {len(counts)} subtasks, busiest ÷ average {uneven}"
    bars = svg.bars(svg.bins(counts, svg.BARS), mean, label, name)
    ends = ("0", size(int(max(counts.max(), round(mean)))))
    hint = f"Bytes by subtask, busiest ÷ average {uneven}. Dashed: the average."
    figure = figures.figure(bars, ends, figures.ticks("subtask", 0, len(counts) - 1), hint, len(counts))
    is_now = " (now)" if rescaling["parallelism"] == now else ""
    table = Section("As a table", tuple(savepoint.subtasks(rescaling, now, _SLOTS)), folded=True)
    yield Section(f"Subtasks at parallelism {rescaling['parallelism']:,}{is_now}", (Html(figure), table))
