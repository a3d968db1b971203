"""Figures in words, the same in the terminal and on a page."""

from __future__ import annotations

from typing import Final

NOTHING: Final = "-"
"""A figure that isn't there."""

EVEN: Final = 1.05
"""Up to this many times the average the busiest slot is not worth a word."""

_UNITS: Final = ("B", "kB", "MB", "GB", "TB", "PB", "EB")
_STEP: Final = 1000


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


def printable(text: str) -> str:
    """A text on one line, whatever is in it: a terminal obeys none of it, and any encoding holds it."""
    return text if text.isprintable() else repr(text)[1:-1]


def shown_key(key: str, width: int) -> str:
    """A key on one line, and printable whatever is in it."""
    shown = printable(key)
    return shown if len(shown) <= width else f"{shown[: width - 1]}…"
