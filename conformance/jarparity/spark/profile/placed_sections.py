"""A placement's section of the page: figures, bars, heat map, what-if curves, and all of them as tables."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

import numpy as np

from jarparity.spark.profile import charts, words
from jarparity.spark.profile.charts import Bin, Point
from jarparity.spark.profile.document import FlinkProfile
from jarparity.spark.profile.tables import details, figures, table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.spark.profile.document import KafkaProfile, Placed
    from jarparity.spark.profile.loads import Load, Weight
    from jarparity.spark.profile.what_if import WhatIf

_LISTED: Final = 100
"""Slots of a table; JSON and Parquet have them all."""

_HINT: Final = "Point at the chart, or focus it and use the arrow keys."


def placed_section(placed: Placed, anchor: str) -> Iterator[str]:
    """The section, line by line."""
    yield f'<section id="{anchor}" aria-labelledby="{anchor}-title"><h2 id="{anchor}-title">{escape(placed.name)}</h2>'
    weights = list(words.main_load(placed).counts)
    if len(weights) > 1:
        radios = "".join(
            f'<label><input type="radio" name="{anchor}-weight" value="{weight}"{" checked" if not place else ""}>'
            f"{weight}</label>"
            for place, weight in enumerate(weights)
        )
        yield f'<fieldset class="weights" hidden><legend>Show</legend>{radios}</fieldset>'
    for weight in weights:
        yield f'<div data-weight="{weight}">'
        yield from _by(placed, weight)
        yield "</div>"
    yield "</section>"


def _by(placed: Placed, weight: Weight) -> Iterator[str]:
    load, slot = words.main_load(placed), words.slot_name(placed)
    skew = load.skews[weight]
    uneven = skew.max_over_mean is not None and skew.max_over_mean > words.EVEN
    yield f'<p class="finding{" high-text" if uneven or skew.idle else ""}">{escape(words.finding(placed, weight))}</p>'
    yield figures(
        [
            (f"{slot}s", f"{load.slots:,}"),
            ("max / mean", words.times(skew.max_over_mean)),
            ("Gini", words.NOTHING if skew.gini is None else f"{skew.gini:.3f}"),
            (f"busiest {slot}", f"{skew.busiest}"),
            (f"idle {slot}s", f"{skew.idle:,}"),
        ]
    )
    yield f"<h3>{weight.capitalize()} by {slot}</h3>"
    yield _bars(load, weight, slot, _ranges(placed) if isinstance(placed, FlinkProfile) else None)
    yield details(f"Busiest {slot}s as a table", _busiest(load, weight, slot))
    if isinstance(placed, FlinkProfile):
        yield from _flink(placed, weight)
    else:
        yield from _kafka(placed, weight)


def _flink(placed: FlinkProfile, weight: Weight) -> Iterator[str]:
    yield f"<h3>{weight.capitalize()} by key group</h3>"
    yield _heat_map(placed, weight)
    yield details("Busiest key groups as a table", _busiest(placed.key_groups, weight, "key group"))
    total = placed.operators.skews[weight].total
    if len(placed.rescalings) > 1:
        yield "<h3>What if the parallelism were another one?</h3>"
        yield from _curves(placed.rescalings, placed.parallelism, weight, total, "parallelism")
    if placed.maximums:
        yield "<h3>What if the maximum parallelism were another one?</h3>"
        yield "<p class='quiet'>For new jobs: the state of a running one can't be read under another maximum.</p>"
        yield _what_if_table(placed.maximums, placed.key_groups.slots, weight, total, "max parallelism")


def _kafka(placed: KafkaProfile, weight: Weight) -> Iterator[str]:
    if len(placed.others) > 1:
        total = placed.partitions.skews[weight].total
        yield "<h3>What if the topic had another number of partitions?</h3>"
        yield (
            "<p class='quiet'>Kafka moves no records: what moves is where keys go from then on, so that a key's older "
            "records lie elsewhere.</p>"
        )
        yield from _curves(placed.others, placed.partitions.slots, weight, total, "partitions")


def _bars(load: Load, weight: Weight, slot: str, ranges: Sequence[str] | None) -> str:
    counts, skew = load.counts[weight], load.skews[weight]
    mean = skew.total / load.slots
    found = charts.bins(counts, charts.BARS)

    def label(run: Bin) -> str:
        of = f"busiest of {slot}s {words.span(run.first, run.last)}: " if run.first != run.last else ""
        groups = f" (key groups {ranges[run.busiest]})" if ranges else ""
        figures_ = f"{words.amount(weight, run.count)}, {words.share(run.count, skew.total)}"
        by_mean = f", {words.times(run.count / mean)} the mean" if mean else ""
        return f"{of}{slot} {run.busiest}{groups}: {figures_}{by_mean}"

    name = f"{weight} by {slot}: {load.slots} {slot}s, max by mean {words.times(skew.max_over_mean)}"
    svg = charts.bars(found, mean, label, name)
    top = words.amount(weight, max(skew.max, round(mean)))
    return _figure(svg, ("0", top), (f"{slot} 0", f"{slot} {load.slots - 1}"), f"Dashed: the mean. {_HINT}")


def _heat_map(placed: FlinkProfile, weight: Weight) -> str:
    counts, skew = placed.key_groups.counts[weight], placed.key_groups.skews[weight]
    owners = placed.owners
    found = charts.bins(counts, charts.CELLS)

    def label(run: Bin) -> str:
        of = f"busiest of key groups {words.span(run.first, run.last)}: " if run.first != run.last else ""
        share = words.share(run.count, skew.total)
        return (
            f"{of}key group {run.busiest} of subtask {owners[run.busiest]}: {words.amount(weight, run.count)}, {share}"
        )

    name = f"{weight} by key group: {placed.key_groups.slots} key groups, {skew.idle} of them empty"
    svg = charts.heat_map(found, owners, skew.total / len(counts), label, name)
    shades = "".join(map(_swatch, range(1, charts.SHADES + 1)))
    legend = (
        f'<div class="legend"><span>few</span>{shades}<span>twice the mean</span>{_swatch(charts.SHADES + 1)}'
        "<span>more</span></div>"
    )
    hint = f"Lines: where the next subtask's key groups begin. {_HINT}"
    return (
        f'<figure class="marked"><div class="chart map">{svg}{legend}</div>'
        f'<figcaption><output class="quiet">{hint}</output></figcaption></figure>'
    )


def _swatch(shade: int) -> str:
    return (
        f'<svg class="swatch" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="heat{shade}" width="1" height="1"/></svg>'
    )


def _curves(others: Sequence[WhatIf], now: int, weight: Weight, total: int, setting: str) -> Iterator[str]:
    told = [(other, other.skews[weight].max_over_mean) for other in others]
    points = [Point(o.setting, y, _what_if_label(o, weight, total, setting)) for o, y in told if y is not None]
    if len(points) > 1:
        top = max(2.0, max(point.y for point in points) * 1.05)
        svg = charts.curve(points, now, 1.0, top, f"max by mean of {weight} by {setting}")
        ends = (f"{setting} {points[0].x}", str(points[-1].x))
        yield _figure(svg, ("1.00x", words.times(top)), ends, f"Max by mean; dashed: as it is, {now}. {_HINT}")
    moving = [o for o in others if o.moves is not None]
    if total and len(moving) > 1:
        points = [
            Point(o.setting, 100 * o.moves.of[weight] / total, _what_if_label(o, weight, total, setting))
            for o in moving
            if o.moves is not None
        ]
        svg = charts.curve(points, now, 0.0, 100.0, f"share of {weight} that would move, by {setting}")
        ends = (f"{setting} {points[0].x}", str(points[-1].x))
        yield _figure(svg, ("0 %", "100 %"), ends, f"What would move, in per cent of {weight}. {_HINT}")
    yield details("All of these as a table", _what_if_table(others, now, weight, total, setting))


def _what_if_label(other: WhatIf, weight: Weight, total: int, setting: str) -> str:
    skew = other.skews[weight]
    moving = f"; moves {words.moved(other.moves, weight, total)}" if other.moves else ""
    return f"{setting} {other.setting}: max by mean {words.times(skew.max_over_mean)}, {skew.idle} idle{moving}"


def _what_if_table(others: Sequence[WhatIf], now: int, weight: Weight, total: int, setting: str) -> str:
    moving = any(other.moves is not None for other in others)
    grouped = any(other.moves is not None and other.moves.key_groups is not None for other in others)
    head = [setting, "max / mean", "Gini", "idle", *(["key groups move"] if grouped else [])]
    head += [f"{weight} move"] if moving else []
    rows = []
    for other in others:
        skew = other.skews[weight]
        gini = words.NOTHING if skew.gini is None else f"{skew.gini:.3f}"
        row = [str(other.setting), words.times(skew.max_over_mean), gini, str(skew.idle)]
        if grouped and other.moves is not None:
            row.append(f"{other.moves.key_groups:,}")
        if moving:
            row.append(words.moved(other.moves, weight, total))
        rows.append(row)
    present = next((place for place, other in enumerate(others) if other.setting == now), None)
    return table(f"{weight.capitalize()} at other settings; bold: as it is", head, rows, present=present)


def _busiest(load: Load, weight: Weight, slot: str) -> str:
    counts, total = load.counts[weight], load.skews[weight].total
    order = np.argsort(-counts, kind="stable")[:_LISTED].tolist()
    rows = [[str(s), words.amount(weight, int(counts[s])), words.share(int(counts[s]), total)] for s in order]
    more = load.slots - len(rows)
    caption = f"{slot.capitalize()}s by {weight}, busiest first" + (f"; {more:,} more in JSON" if more else "")
    return table(caption, [slot, weight, "of all"], rows)


def _figure(svg: str, y: tuple[str, str], x: tuple[str, str], hint: str) -> str:
    low, high = y
    axis = "".join(f"<span>{escape(text)}</span>" for text in x)
    return (
        f'<figure class="marked"><div class="chart">'
        f'<div class="y"><span>{escape(high)}</span><span>{escape(low)}</span></div>{svg}'
        f'<div class="x">{axis}</div></div>'
        f'<figcaption><output class="quiet">{escape(hint)}</output></figcaption></figure>'
    )


def _ranges(placed: FlinkProfile) -> list[str]:
    """Each subtask's key groups in words."""
    owners = placed.owners
    starts = np.searchsorted(owners, np.arange(placed.parallelism), side="left")
    ends = np.searchsorted(owners, np.arange(placed.parallelism), side="right") - 1
    return [words.span(int(first), int(last)) for first, last in zip(starts, ends, strict=True)]
