"""The charts of a placement as figures: labels of their marks, axes, and a line that answers the pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from jarparity.report.charts import figures
from jarparity.report.charts import svg as charts
from jarparity.report.charts.amounts import share, span, times
from jarparity.report.charts.svg import Bin, Point
from jarparity.spark.profile import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.spark.profile.document import Owned, Placed
    from jarparity.spark.profile.loads import Weight, WhatIf


def bars(placed: Placed, weight: Weight) -> str:
    """The load by slot."""
    load, slot = placed.load, placed.form.slot
    skew = load.skews[weight]
    mean = skew.total / load.slots

    def label(run: Bin) -> str:
        groups = ""
        if placed.owned is not None:
            owned = np.flatnonzero(placed.owned.owners == run.busiest)
            groups = f" ({placed.owned.form.slot}s {span(int(owned[0]), int(owned[-1]))})" if len(owned) else ""
        by_mean = f", {times(run.count / mean)} the average" if mean else ""
        amount = f"{words.amount(weight, run.count)}, {share(run.count, skew.total)}"
        return f"{figures.run_name(run, slot)}{groups}: {amount}{by_mean}"

    name = f"{weight} by {slot}: {load.slots} {slot}s, busiest ÷ average {times(skew.max_over_mean)}"
    svg = charts.bars(charts.bins(load.counts[weight], charts.BARS), mean, label, name)
    top = words.amount(weight, max(skew.max, round(mean)))
    return figures.figure(
        svg,
        ("0", top),
        figures.ticks(slot, 0, load.slots - 1),
        f"{weight.capitalize()} by {slot}. Dashed: the average.",
        load.slots,
    )


def heat_map(owned: Owned, owner: str, weight: Weight) -> str:
    """The load by owned slot, and where another owner's slots begin."""
    skew, slot = owned.load.skews[weight], owned.form.slot

    def label(run: Bin) -> str:
        amount = f"{words.amount(weight, run.count)}, {share(run.count, skew.total)}"
        return f"{figures.run_name(run, slot)} of {owner} {owned.owners[run.busiest]}: {amount}"

    name = f"{weight} by {slot}: {owned.load.slots} {slot}s, {skew.idle} of them empty"
    found = charts.bins(owned.load.counts[weight], charts.CELLS)
    svg = charts.heat_map(found, owned.owners, skew.total / owned.load.slots, label, name)
    return figures.map_figure(svg, slot, owner)


def curves(others: Sequence[WhatIf], now: int, weight: Weight, total: int, setting: str) -> Iterator[str]:
    """How uneven the load would be at other settings, and what would move."""
    figures = [(other, other.skews[weight].max_over_mean) for other in others]
    points = [Point(o.setting, y, _label(o, weight, total, setting)) for o, y in figures if y is not None]
    if len(points) > 1:
        top = max(2.0, max(point.y for point in points) * 1.05)
        hint = f"Busiest ÷ average; dashed: current setting ({now})."
        name = f"busiest ÷ average of {weight} by {setting}"
        yield _curve(points, now, (1.0, top), ("1.00x", times(top)), name, hint, setting)
    moving = [(other, other.moves) for other in others if other.moves is not None]
    if total and len(moving) > 1:
        points = [
            Point(other.setting, 100 * moves[weight] / total, _label(other, weight, total, setting))
            for other, moves in moving
        ]
        hint = f"What would move, in per cent of {weight}."
        name = f"share of {weight} that would move, by {setting}"
        yield _curve(points, now, (0.0, 100.0), ("0 %", "100 %"), name, hint, setting)


def _curve(  # noqa: PLR0913 - both axes with their ends
    points: Sequence[Point],
    now: int,
    ends: tuple[float, float],
    labels: tuple[str, str],
    name: str,
    hint: str,
    setting: str,
) -> str:
    return figures.figure(
        charts.curve(points, now, *ends, name),
        labels,
        figures.ticks(setting, min(points[0].x, now), max(points[-1].x, now)),
        hint,
    )


def _label(other: WhatIf, weight: Weight, total: int, setting: str) -> str:
    skew = other.skews[weight]
    moving = f"; moves {words.moved(other.moves, weight, total)}" if other.moves else ""
    return f"{setting} {other.setting}: busiest ÷ average {times(skew.max_over_mean)}, {skew.idle} idle{moving}"
