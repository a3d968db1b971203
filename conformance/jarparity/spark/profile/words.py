"""Loads and settings in words, the same in the terminal and on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.report.charts.amounts import EVEN, NOTHING, share, shown_key, size, times

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from jarparity.spark.profile.document import Placed, TopKey
    from jarparity.spark.profile.loads import Weight

_KEY: Final = 40
"""Characters of a key in a sentence."""


def amount(weight: Weight, count: int) -> str:
    """A count with its unit: `1,234 rows`, `1.2 MB`."""
    if weight == "bytes":
        return size(count)
    return f"{count:,} {weight if count != 1 else weight[:-1]}"


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


def moved(moves: Mapping[Weight, int] | None, weight: Weight, total: int) -> str:
    """What a change moves, in per cent and absolutely."""
    if moves is None:
        return NOTHING
    return f"{share(moves[weight], total)} ({amount(weight, moves[weight])})"
