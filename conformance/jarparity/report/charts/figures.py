"""Charts as figures: axes, a legend, and a line that answers the pointer."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from jarparity.report.charts.amounts import span
from jarparity.report.charts.svg import BARS, SHADES, swatch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jarparity.report.charts.svg import Bin

_HINT: Final = "Point at the chart, or focus it and use the arrow keys."


def run_name(run: Bin, slot: str) -> str:
    """The busiest slot of a run, and the run where it has several."""
    of = f"busiest of {slot}s {span(run.first, run.last)}: " if run.first != run.last else ""
    return f"{of}{slot} {run.busiest}"


def ticks(name: str, first: int, last: int) -> list[str]:
    """Numbers along an axis, as far from each other as may be: whole ones that divide it evenly, at most five parts."""
    parts = next((parts for parts in (5, 4, 3, 2) if last > first and (last - first) % parts == 0), 1)
    found = [first + (last - first) * part // parts for part in range(parts + 1)] if last > first else [first]
    return [f"{name} {found[0]}", *map(str, found[1:])]


def figure(svg: str, y: tuple[str, str], x: Sequence[str], hint: str, slots: int | None = None) -> str:
    """A chart with the ends of its y axis, the numbers along its x axis, and what it shows.

    Args:
        svg: The chart.
        y: The figures at the lower and at the upper end.
        x: Texts along the x axis, evenly apart.
        hint: What it shows.
        slots: Of bars how many there are: the first and the last text are below the middle of a bar, not at the edges.
    """
    low, high = (f"<span>{escape(text)}</span>" for text in y)
    axis = "".join(f"<span>{escape(text)}</span>" for text in x)
    below = "" if slots is None else f' style="padding-inline: {50 / min(slots, BARS):.4g}%"'
    return captioned("chart", f'<div class="y">{high}{low}</div>{svg}<div class="x"{below}>{axis}</div>', hint)


def captioned(kind: str, chart: str, hint: str) -> str:
    """A chart with a line that says what it shows, until a mark is chosen."""
    return (
        f'<figure class="marked"><div class="{kind}">{chart}</div>'
        f'<figcaption><output class="quiet">{escape(f"{hint} {_HINT}")}</output></figcaption></figure>'
    )


def map_figure(svg: str, slot: str, owner: str) -> str:
    """A heat map with its legend."""
    shades = "".join(map(swatch, range(1, SHADES + 1)))
    legend = (
        f'<div class="legend"><span>few</span>{shades}<span>twice the average</span>'
        f'<span class="more">{swatch(SHADES + 1)}<span>more</span></span></div>'
    )
    return captioned("chart map", svg + legend, f"Lines: where the {slot}s of the next {owner} begin.")
