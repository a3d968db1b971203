"""Bars, heat maps and curves as SVG.

A chart holds marks and no text, so that it can be stretched to any width; axes and labels are HTML around it. Each mark
carries its label: the page's script shows it under the pointer, and for the arrow keys.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Final, TypeAlias

from jarparity.report.charts.amounts import EVEN

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    import numpy.typing as npt

    Int32s: TypeAlias = npt.NDArray[np.int32]
    Int64s: TypeAlias = npt.NDArray[np.int64]

BARS: Final = 256
"""Bars that a chart has at most; more slots than that are put together."""

CELLS: Final = 1024
"""Cells that a heat map has at most."""

COLUMNS: Final = ((128, 16), (512, 32), (CELLS, 64))
"""How many columns a heat map of up to so many cells has."""

SHADES: Final = 7
"""From nothing to twice the average; what is above that has a colour of its own, the next one."""

_HIGH: Final = 100.0
"""Units of height of bars and curves."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Neighbouring slots that share a mark, labelled by the busiest of them.

    Attributes:
        first: The first slot.
        last: The last one.
        busiest: The one with the most.
        count: What is on it.
    """

    first: int
    last: int
    busiest: int
    count: int


def bins(counts: Int64s, limit: int) -> list[Bin]:
    """At most `limit` runs of equally many slots; the last may be shorter."""
    width = -(-len(counts) // limit)
    found = []
    for first in range(0, len(counts), width):
        run = counts[first : first + width]
        busiest = int(run.argmax())
        found.append(Bin(first, first + len(run) - 1, first + busiest, int(run[busiest])))
    return found


def bars(found: Sequence[Bin], mean: float, label: Callable[[Bin], str], name: str) -> str:
    """A bar a run of slots, and a line at the average of all slots."""
    highest = max(mean, *(run.count for run in found)) or 1.0
    marks = []
    for place, run in enumerate(found):
        height = _HIGH * run.count / highest
        marks.append(
            f'<g class="mark" data-label="{escape(label(run))}">'
            f'<rect class="reach" x="{place}" y="0" width="1" height="{_HIGH:g}"/>'
            f'<rect class="bar{"" if run.count <= mean * EVEN else " high"}" x="{place + 0.1:.1f}" '
            f'y="{_HIGH - height:.2f}" width="0.8" height="{height:.2f}"/></g>'
        )
    line = _HIGH - _HIGH * mean / highest
    marks.append(f'<path class="mean" d="M0 {line:.2f}H{len(found)}"/>')
    return _svg("bars", len(found), _HIGH, marks, name)


def heat_map(found: Sequence[Bin], owners: Int32s, mean: float, label: Callable[[Bin], str], name: str) -> str:
    """A cell a run of key groups, the darker the busier; lines where another operator's begin."""
    columns = next(columns for most, columns in COLUMNS if len(found) <= most)
    marks, edges = [], []
    for place, run in enumerate(found):
        row, column = divmod(place, columns)
        marks.append(
            f'<rect class="mark heat{_shade(run.count, mean)}" x="{column + 0.03:.2f}" y="{row + 0.03:.2f}" '
            f'width="0.94" height="0.94" data-label="{escape(label(run))}"/>'
        )
        if place and owners[found[place - 1].first] != owners[run.first]:
            edges.append(f"M{column} {row}v1")
    marks.append(f'<path class="edges" d="{"".join(edges)}"/>')
    return _svg("heat", columns, -(-len(found) // columns), marks, name)


def swatch(shade: int) -> str:
    """A cell of a shade, for legends."""
    return (
        f'<svg class="swatch" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="heat{shade}" width="1" height="1"/></svg>'
    )


def _shade(count: int, mean: float) -> int:
    if count == 0:
        return 0
    return min(SHADES + 1, 1 + int(SHADES * count / (2 * mean)))


@dataclass(frozen=True, slots=True)
class Point:
    """A point of a curve.

    Attributes:
        x: The setting.
        y: The figure.
        label: Both in words.
    """

    x: int
    y: float
    label: str


def curve(points: Sequence[Point], now: int, bottom: float, top: float, name: str) -> str:
    """A curve over settings, with a line at the present one.

    Args:
        points: In ascending order of settings.
        now: The present setting.
        bottom: The figure at the lower end.
        top: The figure at the upper end, above `bottom`.
        name: What it shows.
    """
    first, last = min(points[0].x, now), max(points[-1].x, now)
    width = max(1, last - first)

    def at(point: Point) -> str:
        return f"{point.x - first:g} {_HIGH - _HIGH * (point.y - bottom) / (top - bottom):.2f}"

    marks = [f'<path class="now" d="M{now - first} 0V{_HIGH:g}"/>']
    marks.append(f'<path class="line" d="M{"L".join(map(at, points))}"/>')
    # A stroke without a length but with round ends is a dot that stretching doesn't make an ellipse.
    marks += [
        f'<path class="mark dot{" present" if point.x == now else ""}" d="M{at(point)}h0" '
        f'data-label="{escape(point.label)}"/>'
        for point in points
    ]
    return _svg("curve", width, _HIGH, marks, name)


def _svg(kind: str, width: float, height: float, marks: Sequence[str], name: str) -> str:
    stretch = "" if kind == "heat" else ' preserveAspectRatio="none"'
    return (
        f'<svg class="{kind}" viewBox="0 0 {width:g} {height:g}"{stretch} role="img" aria-label="{escape(name)}">'
        f"{''.join(marks)}</svg>"
    )
