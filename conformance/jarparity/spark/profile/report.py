"""The profile for people: the same sections in the terminal, in short, and on the page, with charts."""

from __future__ import annotations

import io
import sys
from html import escape
from typing import TYPE_CHECKING, Final

import numpy as np
from rich.console import Console

from jarparity import __version__
from jarparity.report import as_html, charts
from jarparity.report.as_console import print_blocks
from jarparity.report.charts.amounts import EVEN, gini, share, shown_key, size, times
from jarparity.report.tables import Column, Document, Fields, Html, Items, Note, Section, Table, number
from jarparity.spark.profile import plots, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.key_placements import KeyPlacement
    from jarparity.report.tables import Block
    from jarparity.spark.profile.document import Join, Placed, Profile
    from jarparity.spark.profile.loads import Load, Weight, WhatIf

_SLOTS: Final = 16
"""Subtasks or partitions that the terminal lists; where there are more, the busiest."""

_SLOTS_OF_PAGE: Final = 100
"""Slots of a table on the page; JSON and Parquet have them all."""

_SETTINGS: Final = 9
"""Other settings that the terminal lists."""

_KEY: Final = 40
"""Characters of a key that the terminal shows."""

_BAR: Final = 20
"""Characters of the longest bar."""


def text(profile: Profile, width: int = 100) -> str:
    """The profile as plain text of at most so many columns."""
    out = io.StringIO()
    _print(profile, Console(file=out, width=width, color_system=None))
    return out.getvalue().rstrip("\n")


def print_profile(profile: Profile) -> None:
    """Prints the profile to standard output: as wide as the terminal, with its colours, where there is one."""
    _print(profile, Console() if sys.stdout.isatty() else Console(width=100, color_system=None))


def page(profile: Profile) -> str:
    """The page of a profile: one HTML file that needs nothing else, no network and no script to be read."""
    places = {f"placed{place}": placed.name for place, placed in enumerate(profile.placed)}
    anchors = ({"top": "Top keys"} if profile.top else {}) | places
    anchors |= {"join": "Join"} if profile.join else {}
    links = "".join(f'<li><a href="#{anchor}">{escape(name)}</a></li>' for anchor, name in anchors.items())
    placed = (
        Section(placed.name, (Html(_by_weight(placed, anchor, cause)),), anchor)
        for placed, anchor, cause in zip(profile.placed, places, _causes(profile), strict=True)
    )
    blocks = (*_data(profile), *_conclusions(profile), *_top(profile), *placed, *_join(profile))
    return as_html.page(
        Document(blocks, title=_title(profile), subtitle=profile.data.source),
        charts.__name__,
        before=f'<nav aria-label="Sections"><ul>{links}</ul></nav>\n',
        footer=f"Placed by {profile.by}; jarparity {__version__}.",
    )


def _print(profile: Profile, console: Console) -> None:
    title = Note(f"{_title(profile)}, {profile.data.source}", "finding")
    placed = (
        Section(placed.name, tuple(_essence(placed, cause)))
        for placed, cause in zip(profile.placed, _causes(profile), strict=True)
    )
    rest = (*_top(profile, _KEY), *_join(profile, _KEY), "", f"placed by {profile.by}")
    print_blocks((title, *_data(profile), *placed, *rest), console)


def _title(profile: Profile) -> str:
    return f"Key distribution: column `{profile.data.column}`"


def _data(profile: Profile) -> Iterator[Block]:
    data = profile.data
    rows = [("rows", f"{data.rows:,}"), ("rows without a key", f"{data.nulls:,}"), ("key type", data.key_type)]
    if data.keys is not None:
        rows.append(("distinct keys", f"{data.keys:,}"))
    if data.bytes is not None:
        rows.append((f"sum of {data.size_column}", size(data.bytes)))
    yield Fields.of(rows)
    if data.nulls:
        yield Note(
            "Rows without a key are in no load: Flink's keyBy fails on them, and Kafka's producer spreads them itself.",
            "warning",
        )


def _causes(profile: Profile) -> list[str]:
    """For each placement why its load is uneven, where that is known."""
    rows = profile.data.rows
    return [words.cause(placed, profile.top, rows, place) for place, placed in enumerate(profile.placed)]


def _conclusions(profile: Profile) -> Iterator[Block]:
    """What the page says before anything else: of each placement the finding, and its cause."""
    for placed, cause in zip(profile.placed, _causes(profile), strict=True):
        yield Note(f"{placed.name}: {words.finding(placed, 'rows')} {cause}".rstrip(), "finding")


def _essence(placed: Placed, cause: str) -> Iterator[Block]:
    """A placement in the terminal: all weights in one table, and the settings around the present one."""
    load = placed.load
    for place, weight in enumerate(load.counts):
        yield f"{weight}: {words.finding(placed, weight)}"
        if cause and not place:
            yield cause
    listed = list(range(load.slots)) if load.slots <= _SLOTS else sorted(_busiest(load, "rows", _SLOTS))
    yield _slots(load, listed, list(load.counts), placed.form.slot, bars=True)
    moving: Weight = "bytes" if "bytes" in load.counts else "rows"
    for form, others, now in _settings(placed):
        at = next((place for place, other in enumerate(others) if other.setting == now), 0)
        first = max(0, min(at - _SETTINGS // 2, len(others) - _SETTINGS))
        yield _what_ifs(form, others[first : first + _SETTINGS], now, moving, load)


def _by_weight(placed: Placed, anchor: str, cause: str) -> str:
    """A placement on the page: everything for each weight, of which one is shown at a time."""
    weights = list(placed.load.counts)
    radios = "".join(
        f'<label><input type="radio" name="{anchor}-weight" value="{weight}"{" checked" if not place else ""}>'
        f"{weight}</label>"
        for place, weight in enumerate(weights)
    )
    choice = f'<fieldset class="weights" hidden><legend>Show</legend>{radios}</fieldset>' if len(weights) > 1 else ""
    parts = (
        f'<div data-weight="{weight}">{as_html.as_html(_whole(placed, weight, cause), level=3)}</div>'
        for weight in weights
    )
    return choice + "\n".join(parts)


def _whole(placed: Placed, weight: Weight, cause: str) -> Iterator[Block]:
    load, slot = placed.load, placed.form.slot
    skew = load.skews[weight]
    uneven = skew.max_over_mean is not None and skew.max_over_mean > EVEN
    yield Note(words.finding(placed, weight), "bad" if uneven or skew.idle else "finding")
    if cause and weight == "rows":
        yield Note(cause, "finding")
    yield Fields.of(
        [
            (f"{slot}s", f"{load.slots:,}"),
            ("busiest ÷ average", times(skew.max_over_mean)),
            ("Gini", gini(skew.gini)),
            (f"busiest {slot}", f"{skew.busiest}"),
            (f"idle {slot}s", f"{skew.idle:,}"),
        ]
    )
    yield Note(f"Gini: 0 where every {slot} has the same load, towards 1 where one has everything.", "quiet")
    yield _loads(load, weight, slot, plots.bars(placed, weight))
    if placed.owned is not None:
        yield _loads(placed.owned.load, weight, placed.owned.form.slot, plots.heat_map(placed.owned, slot, weight))
    for form, others, now in _settings(placed):
        table = _what_ifs(form, others, now, weight, load)
        if form is not placed.form:
            yield Section(_others(form), (Note(placed.form.note_owned, "quiet"), table))
            continue
        setting = list(form.settings)[-1]
        curves = (Html(curve) for curve in plots.curves(others, now, weight, load.skews[weight].total, setting))
        note = [Note(form.note, "quiet")] if form.note else []
        yield Section(_others(form), (*note, *curves, Section("All of these as a table", (table,), folded=True)))


def _loads(load: Load, weight: Weight, slot: str, chart: str) -> Section:
    listed = _busiest(load, weight, _SLOTS_OF_PAGE)
    table = Section(f"Busiest {slot}s as a table", (_slots(load, listed, [weight], slot),), folded=True)
    return Section(f"{weight.capitalize()} by {slot}", (Html(chart), table))


def _busiest(load: Load, weight: Weight, most: int) -> list[int]:
    busiest: list[int] = np.argsort(-load.counts[weight], kind="stable")[:most].tolist()
    return busiest


def _slots(load: Load, listed: Sequence[int], weights: Sequence[Weight], slot: str, *, bars: bool = False) -> Table:
    """The listed slots with their loads; a bar is as long as the first weight says."""
    first = load.skews[weights[0]]

    def cells(at: int) -> Iterator[str]:
        count = int(load.counts[weights[0]][at])
        yield str(at)
        for weight in weights:
            own = int(load.counts[weight][at])
            yield size(own) if weight == "bytes" else f"{own:,}"
        yield share(count, first.total)
        if bars:
            yield "█" * round(_BAR * count / max(1, first.max))

    more = load.slots - len(listed)
    order = "" if bars else ", busiest first"
    caption = f"{slot.capitalize()}s by {weights[0]}{order}" + (f"; {more:,} more in JSON" if more else "")
    columns = [Column(slot), *map(number, weights), number("of all"), *([Column("")] if bars else [])]
    return Table.of(columns, map(cells, listed), caption)


def _settings(placed: Placed) -> Iterator[tuple[KeyPlacement, Sequence[WhatIf], int]]:
    """The settings of which others were tried: whose they are, what they give, and the present one."""
    if len(placed.others) > 1:
        yield placed.form, placed.others, placed.load.slots
    if placed.owned is not None and placed.owned.others:
        yield placed.owned.form, placed.owned.others, placed.owned.load.slots


def _others(form: KeyPlacement) -> str:
    return f"Other {list(form.settings.values())[-1].plural}"


def _what_ifs(form: KeyPlacement, others: Sequence[WhatIf], now: int, weight: Weight, load: Load) -> Table:
    moves = any(other.moves is not None for other in others)
    grouped = any(other.key_groups is not None for other in others)
    total = load.skews[weight].total

    def cells(other: WhatIf) -> Iterator[str]:
        skew = other.skews[weight]
        yield f"{other.setting} (now)" if other.setting == now else str(other.setting)
        yield from (times(skew.max_over_mean), gini(skew.gini), str(skew.idle))
        if other.key_groups is not None:
            yield f"{other.key_groups:,}"
        if moves:
            yield words.moved(other.moves, weight, total)

    head = [number("busiest ÷ average"), number("Gini"), number("idle")]
    head += [number("key groups that move")] if grouped else []
    head += [number(f"{weight} that move")] if moves else []
    marked = (place for place, other in enumerate(others) if other.setting == now)
    caption = f"{_others(form)}, by {weight}"
    return Table.of([Column(list(form.settings)[-1]), *head], map(cells, others), caption, *marked)


def _top(profile: Profile, width: int | None = None) -> Iterator[Block]:
    if not profile.top:
        return
    exact = profile.missed == 0
    columns = [Column("key", code=True), number("rows" if exact else "rows, at least"), number("of all")]
    rows = (
        [
            _key(top.key, width),
            f"{top.at_least:,}",
            share(top.at_least, profile.data.rows),
            *(f"{placed.form.slot} {slot}" for placed, slot in zip(profile.placed, top.slots, strict=True)),
        ]
        for top in profile.top
    )
    columns += [number(placed.name) for placed in profile.placed]
    table = Table.of(columns, rows, "The most frequent keys, and their places")
    note = f"A key may have up to {profile.missed:,} rows more; --distinct counts exactly, and shuffles the keys."
    yield Section("Top keys", (table,) if exact else (note, table), "top")


def _key(key: str, width: int | None) -> str:
    """A key; for the terminal on one line, and printable whatever is in it."""
    return key if width is None else shown_key(key, width)


def _join(profile: Profile, width: int | None = None) -> Iterator[Block]:
    join = profile.join
    if join is None:
        return
    blocks: list[Block] = [_finding(join)]
    if join.reasons:
        blocks.append(Items(join.reasons))
    names = ("data", "column", "key type", "placement", "distinct keys", "rows", "rows without a key")
    sides = (
        (of.source, of.column, of.key_type, of.placement, f"{of.keys:,}", f"{of.rows:,}", f"{of.nulls:,}")
        for of in (join.left, join.right)
    )
    blocks.append(Table.of(["", "left", "right"], zip(names, *sides, strict=True), "Both sides"))
    if join.examples:
        columns = [Column("key", code=True), number("left"), number("right"), number("rows")]
        rows = ([_key(e.key, width), str(e.left), str(e.right), f"{e.rows:,}"] for e in join.examples)
        blocks.append(Table.of(columns, rows, "Keys in different places, those with most rows first"))
    others = [placed.name for placed in profile.placed if placed.name != join.left.placement]
    if others:
        named = " and ".join(others)
        blocks.append(f"Only {join.left.placement} is compared, not {named}: name one --as for a join with that.")
    apart = "Join needs a shuffle" if join.shared_keys or join.reasons else "Join: no shared keys"
    yield Section("Join needs no shuffle" if join.local and join.shared_keys else apart, tuple(blocks), "join")


def _finding(join: Join) -> Note:
    if not join.shared_keys:
        return Note("No key is in both data sets, so none was compared: are these the right columns?", "warning")
    if join.local:
        return Note("Both sides place every key alike.", "good")
    apart = share(join.keys_apart, join.shared_keys)
    return Note(
        f"{join.keys_apart:,} of {join.shared_keys:,} shared keys ({apart}) are in different places, "
        f"with {join.rows_apart:,} of {join.shared_rows:,} rows.",
        "bad",
    )
