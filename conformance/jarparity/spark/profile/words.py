"""Figures and settings in words, the same in the terminal and on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from jarparity.spark.profile.document import Placed, TopKey
    from jarparity.spark.profile.loads import Weight

NOTHING: Final = "-"
"""A figure that isn't there."""

EVEN: Final = 1.05
"""Up to this many times the average the busiest slot is not worth a word."""

_KEY: Final = 40
"""Characters of a key in a sentence."""

_UNITS: Final = ("B", "kB", "MB", "GB", "TB", "PB", "EB")
_STEP: Final = 1000


def amount(weight: Weight, count: int) -> str:
    """A count with its unit: `1,234 rows`, `1.2 MB`."""
    if weight == "bytes":
        return size(count)
    return f"{count:,} {weight if count != 1 else weight[:-1]}"


def size(count: int) -> str:
    """Bytes in the largest unit that gives 1 or more."""
    value = float(count)
    for unit in _UNITS[:-1]:
        if value < _STEP:
            return f"{value:.1f} {unit}" if unit != "B" else f"{count} B"
        value /= _STEP
    return f"{value:.1f} {_UNITS[-1]}"


def times(value: float | None) -> str:
    """A load divided by the average: `1.25x`."""
    return NOTHING if value is None else f"{value:.2f}x"


def gini(value: float | None) -> str:
    """A Gini coefficient: `0.123`."""
    return NOTHING if value is None else f"{value:.3f}"


def share(part: int, whole: int) -> str:
    """A part in per cent of the whole; never 0 % or 100 % of what isn't none or all."""
    if whole == 0:
        return NOTHING
    percent = 100 * part / whole
    if 0 < part < whole:
        percent = min(max(percent, 0.01), 99.99)
    decimals = 2 if 0 < percent < 1 or 99 < percent < 100 else 1  # noqa: PLR2004 - per cent
    return f"{percent:.{decimals}f} %"


def span(first: int, last: int) -> str:
    """A run of numbers: `32 to 63`, or `543` alone."""
    return str(first) if first == last else f"{first} to {last}"


def finding(placed: Placed, weight: Weight) -> str:
    """What one should know about the load, in a sentence."""
    skew, slot = placed.load.skews[weight], placed.form.slot
    if skew.max_over_mean is None:
        return f"There are no {weight}."
    if skew.max_over_mean <= EVEN:
        sentence = (
            f"Even: the busiest of {placed.load.slots} {slot}s has {times(skew.max_over_mean)} the average of {weight}."
        )
    else:
        sentence = (
            f"{slot.capitalize()} {skew.busiest} has {times(skew.max_over_mean)} the average: "
            f"{amount(weight, skew.max)}, {share(skew.max, skew.total)} of all."
        )
    idle = f" {skew.idle} {slot}{'s have' if skew.idle > 1 else ' has'} nothing to do." if skew.idle else ""
    return sentence + idle


def cause(placed: Placed, top: Sequence[TopKey], rows: int, place: int) -> str:
    """Why rows are uneven and what helps, in a sentence or two; nothing where they are even, or no keys are known.

    Args:
        placed: The placement.
        top: The most frequent keys of all.
        rows: How many rows there are with a key.
        place: The placement's, among those of the profile.
    """
    skew, slot = placed.load.skews["rows"], placed.form.slot
    if skew.max_over_mean is None or skew.max_over_mean <= EVEN or not top or not rows:
        return ""
    first = max(top, key=lambda one: one.at_least)
    has = f"{shown_key(first.key, _KEY)} has {share(first.at_least, rows)} of the rows"
    average = first.at_least * placed.load.slots / rows
    if average > EVEN:
        what = "One key causes it" if first.slots[place] == skew.busiest else "One key alone is above the average"
        return (
            f"{what}: {has}, {times(average)} the average of {slot}s, and no other number of {slot}s divides it. "
            "Split the key, or pre-aggregate it."
        )
    if first.at_most * placed.load.slots / rows > EVEN:
        return f"The most frequent key, {has}, or some more: --distinct counts it exactly."
    return f"No single key causes it: the most frequent, {has}. Another number of {slot}s may be more even."


def shown_key(key: str, width: int) -> str:
    """A key on one line, and printable whatever is in it."""
    shown = key if key.isprintable() else repr(key)[1:-1]
    return shown if len(shown) <= width else f"{shown[: width - 1]}…"


def moved(moves: Mapping[Weight, int] | None, weight: Weight, total: int) -> str:
    """What a change moves, in per cent and absolutely."""
    if moves is None:
        return NOTHING
    return f"{share(moves[weight], total)} ({amount(weight, moves[weight])})"
