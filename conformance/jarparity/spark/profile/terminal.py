"""The profile as tables in the terminal."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING, Final

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from jarparity.spark.profile import words
from jarparity.spark.profile.document import FlinkProfile

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.spark.profile.document import Join, Placed, Profile
    from jarparity.spark.profile.loads import Weight
    from jarparity.spark.profile.what_if import WhatIf

_SLOTS: Final = 16
"""Subtasks or partitions that are listed; where there are more, the busiest."""

_SETTINGS: Final = 9
"""Other settings that are listed."""

_KEY: Final = 40
"""Characters of a key that are shown."""

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


def _print(profile: Profile, console: Console) -> None:
    for part in _parts(profile):
        console.print(part, highlight=False, soft_wrap=isinstance(part, str))


def _parts(profile: Profile) -> Iterator[Table | str]:
    data = profile.data
    keys = "" if data.keys is None else f", {data.keys:,} distinct keys"
    sizes = "" if data.bytes is None else f", {words.size(data.bytes)} in {data.size_column}"
    yield escape(f"{data.source}: {data.rows:,} rows with a key in {data.column} ({data.key_type}){keys}{sizes}")
    if data.nulls:
        yield f"[yellow]{data.nulls:,} rows without a key are in no load[/]"
    for placed in profile.placed:
        yield from _placed(placed)
    if profile.top:
        yield from _top(profile)
    if profile.join is not None:
        yield from _join(profile.join)
    yield escape(f"placed by {profile.by}")


def _placed(placed: Placed) -> Iterator[Table | str]:
    load, slot = words.main_load(placed), words.slot_name(placed)
    yield ""
    yield f"[bold]{escape(placed.name)}[/]"
    for weight in load.counts:
        yield f"  {weight}: {words.finding(placed, weight)}"
    yield _slots(placed, slot)
    moving: Weight = "bytes" if "bytes" in load.counts else "rows"
    total = load.skews[moving].total
    others = words.what_ifs(placed)
    if len(others) > 1:
        title = "what if: other parallelisms" if slot == "subtask" else "what if: other numbers of partitions"
        yield _what_if(title, others, load.slots, moving, total)
    if isinstance(placed, FlinkProfile) and placed.maximums:
        yield _what_if("what if: other maximum parallelisms", placed.maximums, placed.key_groups.slots, moving, total)


def _slots(placed: Placed, slot: str) -> Table:
    load = words.main_load(placed)
    rows = load.counts["rows"]
    order = list(range(load.slots))
    if load.slots > _SLOTS:
        order = sorted((-rows).argsort(kind="stable")[:_SLOTS].tolist())
    title = f"load by {slot}" + (f" (the busiest {_SLOTS} of {load.slots})" if load.slots > _SLOTS else "")
    table = _table(title, [slot, *load.counts, "of all", ""])
    skew = load.skews["rows"]
    for at in order:
        bar = "█" * round(_BAR * int(rows[at]) / max(1, skew.max))
        amounts = [words.size(int(c[at])) if w == "bytes" else f"{int(c[at]):,}" for w, c in load.counts.items()]
        table.add_row(str(at), *amounts, words.share(int(rows[at]), skew.total), bar)
    return table


def _what_if(title: str, others: Sequence[WhatIf], now: int, weight: Weight, total: int) -> Table:
    moving = any(other.moves is not None for other in others)
    table = _table(title, ["setting", "max / mean", "Gini", "idle", *([f"{weight} that move"] if moving else [])])
    for other in _around(others, now):
        skew = other.skews[weight]
        mark = " (now)" if other.setting == now else ""
        gini = words.NOTHING if skew.gini is None else f"{skew.gini:.3f}"
        moves = [words.moved(other.moves, weight, total)] if moving else []
        table.add_row(f"{other.setting}{mark}", words.times(skew.max_over_mean), gini, str(skew.idle), *moves)
    return table


def _around(others: Sequence[WhatIf], now: int) -> Sequence[WhatIf]:
    """Those nearest to the present setting."""
    place = next((place for place, other in enumerate(others) if other.setting == now), 0)
    first = max(0, min(place - _SETTINGS // 2, len(others) - _SETTINGS))
    return others[first : first + _SETTINGS]


def _top(profile: Profile) -> Iterator[Table | str]:
    exact = profile.missed == 0
    head = ["key", "rows" if exact else "rows, at least", "of all", *(p.name for p in profile.placed)]
    table = _table("top keys", head)
    for top in profile.top:
        places = [f"{words.slot_name(p)} {at}" for p, at in zip(profile.placed, top.slots, strict=True)]
        table.add_row(escape(_key(top.key)), f"{top.at_least:,}", words.share(top.at_least, profile.data.rows), *places)
    yield ""
    yield table
    if not exact:
        yield f"  a key may have up to {profile.missed:,} rows more; --distinct counts exactly, for a shuffle"


def _key(key: str) -> str:
    """A key on one line, and printable whatever stands in it."""
    shown = key if key.isprintable() else repr(key)[1:-1]
    return shown if len(shown) <= _KEY else f"{shown[: _KEY - 1]}…"


def _join(join: Join) -> Iterator[Table | str]:
    left, right = join.left, join.right
    yield ""
    yield "[bold]is a join local?[/] " + ("[green]yes[/]" if join.local else "[red]no[/]")
    yield escape(
        f"  {join.apart:,} of {join.shared:,} shared keys ({words.share(join.apart, join.shared)}) lie apart, with "
        f"{join.rows_apart:,} of {join.rows:,} rows"
    )
    for side in (left, right):
        where = f"{side.source}, {side.column} ({side.key_type}), {side.placement}"
        yield escape(f"  {where}: {side.keys:,} keys, {side.rows:,} rows")
    yield from (escape(f"  because {reason}") for reason in join.reasons)
    if join.examples:
        table = _table("keys that lie apart", ["key", "left", "right", "rows"])
        for apart in join.examples:
            table.add_row(escape(_key(apart.key)), str(apart.left), str(apart.right), f"{apart.rows:,}")
        yield table


def _table(title: str, head: Sequence[str]) -> Table:
    table = Table(title=escape(title), title_justify="left", title_style="", box=box.SIMPLE_HEAD, pad_edge=False)
    for place, name in enumerate(head):
        table.add_column(escape(name), justify="left" if not place or not name else "right", overflow="fold")
    return table
