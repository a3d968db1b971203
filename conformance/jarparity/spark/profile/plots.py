"""The charts of a placement as figures: labels of their marks, axes, and a line that answers the pointer."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

import numpy as np

from jarparity.spark.profile import charts, words
from jarparity.spark.profile.charts import Bin, Point

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.spark.profile.document import Owned, Placed
    from jarparity.spark.profile.loads import Weight, WhatIf

_HINT: Final = "Point at the chart, or focus it and use the arrow keys."


def bars(placed: Placed, weight: Weight) -> str:
    """The load by slot."""
    load, slot = placed.load, placed.form.slot
    skew = load.skews[weight]
    mean = skew.total / load.slots

    def label(run: Bin) -> str:
        groups = ""
        if placed.owned is not None:
            owned = np.flatnonzero(placed.owned.owners == run.busiest)
            groups = f" ({placed.owned.form.slot}s {words.span(int(owned[0]), int(owned[-1]))})" if len(owned) else ""
        by_mean = f", {words.times(run.count / mean)} the average" if mean else ""
        amount = f"{words.amount(weight, run.count)}, {words.share(run.count, skew.total)}"
        return f"{_run(run, slot)}{groups}: {amount}{by_mean}"

    name = f"{weight} by {slot}: {load.slots} {slot}s, busiest ÷ average {words.times(skew.max_over_mean)}"
    svg = charts.bars(charts.bins(load.counts[weight], charts.BARS), mean, label, name)
    top = words.amount(weight, max(skew.max, round(mean)))
    return _figure(
        svg, ("0", top), _ticks(slot, 0, load.slots - 1), f"{weight.capitalize()} by {slot}. Dashed: the average."
    )


def heat_map(owned: Owned, owner: str, weight: Weight) -> str:
    """The load by owned slot, and where another owner's slots begin."""
    skew, slot = owned.load.skews[weight], owned.form.slot

    def label(run: Bin) -> str:
        amount = f"{words.amount(weight, run.count)}, {words.share(run.count, skew.total)}"
        return f"{_run(run, slot)} of {owner} {owned.owners[run.busiest]}: {amount}"

    name = f"{weight} by {slot}: {owned.load.slots} {slot}s, {skew.idle} of them empty"
    found = charts.bins(owned.load.counts[weight], charts.CELLS)
    svg = charts.heat_map(found, owned.owners, skew.total / owned.load.slots, label, name)
    shades = "".join(map(charts.swatch, range(1, charts.SHADES + 1)))
    legend = (
        f'<div class="legend"><span>few</span>{shades}<span>twice the average</span>'
        f'<span class="more">{charts.swatch(charts.SHADES + 1)}<span>more</span></span></div>'
    )
    return _captioned("chart map", svg + legend, f"Lines: where the {slot}s of the next {owner} begin.")


def curves(others: Sequence[WhatIf], now: int, weight: Weight, total: int, setting: str) -> Iterator[str]:
    """How uneven the load would be at other settings, and what would move."""
    figures = [(other, other.skews[weight].max_over_mean) for other in others]
    points = [Point(o.setting, y, _label(o, weight, total, setting)) for o, y in figures if y is not None]
    if len(points) > 1:
        top = max(2.0, max(point.y for point in points) * 1.05)
        hint = f"Busiest ÷ average; dashed: current setting ({now})."
        name = f"busiest ÷ average of {weight} by {setting}"
        yield _curve(points, now, (1.0, top), ("1.00x", words.times(top)), name, hint, setting)
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
    return _figure(
        charts.curve(points, now, *ends, name),
        labels,
        _ticks(setting, min(points[0].x, now), max(points[-1].x, now)),
        hint,
    )


def _label(other: WhatIf, weight: Weight, total: int, setting: str) -> str:
    skew = other.skews[weight]
    moving = f"; moves {words.moved(other.moves, weight, total)}" if other.moves else ""
    return f"{setting} {other.setting}: busiest ÷ average {words.times(skew.max_over_mean)}, {skew.idle} idle{moving}"


def _run(run: Bin, slot: str) -> str:
    of = f"busiest of {slot}s {words.span(run.first, run.last)}: " if run.first != run.last else ""
    return f"{of}{slot} {run.busiest}"


def _ticks(name: str, first: int, last: int) -> list[str]:
    """Numbers along an axis, as far from each other as may be: whole ones that divide it evenly, at most five parts."""
    parts = next((parts for parts in (5, 4, 3, 2) if last > first and (last - first) % parts == 0), 1)
    found = [first + (last - first) * part // parts for part in range(parts + 1)] if last > first else [first]
    return [f"{name} {found[0]}", *map(str, found[1:])]


def _figure(svg: str, y: tuple[str, str], x: Sequence[str], hint: str) -> str:
    low, high = (f"<span>{escape(text)}</span>" for text in y)
    axis = "".join(f"<span>{escape(text)}</span>" for text in x)
    return _captioned("chart", f'<div class="y">{high}{low}</div>{svg}<div class="x">{axis}</div>', hint)


def _captioned(kind: str, chart: str, hint: str) -> str:
    return (
        f'<figure class="marked"><div class="{kind}">{chart}</div>'
        f'<figcaption><output class="quiet">{escape(f"{hint} {_HINT}")}</output></figcaption></figure>'
    )
