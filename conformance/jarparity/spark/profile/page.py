"""The page of a profile: one HTML file that needs nothing else, no network and no script to be read."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from jarparity import __version__
from jarparity.report import look
from jarparity.spark.profile import words
from jarparity.spark.profile.placed_sections import placed_section
from jarparity.spark.profile.tables import figures, table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.spark.profile.document import Join, Profile, Side


def page(profile: Profile) -> str:
    """The page."""
    title = f"Load of {profile.data.column}"
    body = "\n".join(_body(profile, title))
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{look.POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>{escape(title)}</title>
<style>
{look.style(__package__, "page.css")}</style>
</head>
<body>
{body}
<script>
{look.script(__package__, "page.js")}</script>
</body>
</html>
"""


def _body(profile: Profile, title: str) -> Iterator[str]:
    data = profile.data
    yield '<a class="skip" href="#main">Skip to the profile</a>'
    yield f'<header><div><h1>{escape(title)}</h1><p class="quiet">{escape(data.source)}</p></div>'
    yield '<button id="theme" type="button" hidden>Theme</button></header>'
    yield '<nav aria-label="Sections"><ul>'
    yield from (f'<li><a href="#placed{place}">{escape(p.name)}</a></li>' for place, p in enumerate(profile.placed))
    yield '<li><a href="#top">Top keys</a></li>' if profile.top else ""
    yield '<li><a href="#join">Join</a></li>' if profile.join else ""
    yield "</ul></nav><main id='main'>"
    yield from _figures(profile)
    for place, placed in enumerate(profile.placed):
        yield from placed_section(placed, f"placed{place}")
    if profile.top:
        yield from _top(profile)
    if profile.join is not None:
        yield from _join(profile.join)
    made = escape(f"Placed by {profile.by}; jarparity {__version__}.")
    yield f'</main><footer class="quiet"><p>{made}</p></footer>'


def _figures(profile: Profile) -> Iterator[str]:
    data = profile.data
    shown = [("rows", f"{data.rows:,}"), ("rows without a key", f"{data.nulls:,}"), ("key type", data.key_type)]
    if data.keys is not None:
        shown.append(("distinct keys", f"{data.keys:,}"))
    if data.bytes is not None:
        shown.append((f"sum of {data.size_column}", words.size(data.bytes)))
    yield figures(shown)
    if data.nulls:
        yield (
            "<p class=\"high-text\">Rows without a key are in no load: Flink's keyBy fails on them, and Kafka's "
            "producer spreads them by itself.</p>"
        )


def _top(profile: Profile) -> Iterator[str]:
    exact = profile.missed == 0
    yield '<section id="top" aria-labelledby="top-title"><h2 id="top-title">Top keys</h2>'
    if not exact:
        yield (
            f"<p>Counted in one pass with bounded memory: a key may have up to {profile.missed:,} rows more than is "
            "shown. <code>--distinct</code> counts exactly, for a shuffle.</p>"
        )
    head = ["key", "rows" if exact else "rows, at least", "of all", *(p.name for p in profile.placed)]
    rows = [
        [
            top.key,
            f"{top.at_least:,}",
            words.share(top.at_least, profile.data.rows),
            *(f"{words.slot_name(p)} {slot}" for p, slot in zip(profile.placed, top.slots, strict=True)),
        ]
        for top in profile.top
    ]
    yield table("The most frequent keys, and where they lie", head, rows, keys=True)
    yield "</section>"


def _join(join: Join) -> Iterator[str]:
    yield '<section id="join" aria-labelledby="join-title"><h2 id="join-title">Is a join local?</h2>'
    if join.local:
        yield '<p class="finding good-text">Yes: both sides place every key alike.</p>'
    else:
        yield (
            f'<p class="finding high-text">No: {join.apart:,} of {join.shared:,} shared keys '
            f"({words.share(join.apart, join.shared)}) lie apart, with {join.rows_apart:,} of {join.rows:,} rows.</p>"
        )
    if join.reasons:
        yield "<ul>" + "".join(f"<li>{escape(reason)}</li>" for reason in join.reasons) + "</ul>"
    yield table("Both sides", ["", "left", "right"], _sides(join.left, join.right))
    if join.examples:
        rows = [[e.key, str(e.left), str(e.right), f"{e.rows:,}"] for e in join.examples]
        yield table(
            "Keys that lie apart, those with most rows first", ["key", "left", "right", "rows"], rows, keys=True
        )
    yield "</section>"


def _sides(left: Side, right: Side) -> list[list[str]]:
    return [
        ["data", left.source, right.source],
        ["column", left.column, right.column],
        ["key type", left.key_type, right.key_type],
        ["placement", left.placement, right.placement],
        ["distinct keys", f"{left.keys:,}", f"{right.keys:,}"],
        ["rows", f"{left.rows:,}", f"{right.rows:,}"],
        ["rows without a key", f"{left.nulls:,}", f"{right.nulls:,}"],
    ]
