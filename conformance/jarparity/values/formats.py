"""The `format`s of `values.schema.json`: what a pattern can't say about the text of a Java value."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_FEBRUARY = 2
_MAX_YEAR = 999_999_999
_SHORT_YEAR = 9999
_MAX_SCALE = 2**31 - 1


def fits(bits: int) -> Callable[[str], bool]:
    """Whether a decimal string fits into so many bits, signed."""
    limit = 1 << (bits - 1)
    return lambda text: -limit <= int(text) < limit


def is_date(text: str, max_year: int = _MAX_YEAR) -> bool:
    """Whether this is a day of the proleptic ISO calendar as `LocalDate.toString` prints it."""
    year, month, day = text.rsplit("-", 2)
    y, m, d = int(year), int(month), int(day)
    canonical = f"+{y}" if y > _SHORT_YEAR else f"{'-' if y < 0 else ''}{abs(y):04d}"
    if year != canonical or abs(y) > max_year or not 1 <= m <= len(_DAYS):
        return False
    leap = m == _FEBRUARY and y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)
    return 1 <= d <= _DAYS[m - 1] + leap


def is_time(text: str) -> bool:
    """Whether this is a time of the day: `10:15`, `10:15:30` or `10:15:30.123`."""
    hour, minute, second = (*text.split(":"), "0")[:3]
    return int(hour) < 24 and int(minute) < 60 and int(second.partition(".")[0]) < 60  # noqa: PLR2004 - a clock


def is_date_time(text: str) -> bool:
    """Whether this is a day and a time, joined by `T`."""
    day, _, time = text.partition("T")
    return is_date(day) and is_time(time)


def is_instant(text: str) -> bool:
    """Whether this is a day and a time in UTC; an `Instant` reaches one year further than a `LocalDate`."""
    day, _, time = text.partition("T")
    return is_date(day, _MAX_YEAR + 1) and is_time(time.removesuffix("Z"))


def is_big_decimal(text: str) -> bool:
    """Whether Java can parse this: its exponent and its scale are 32-bit integers."""
    number, _, exponent = text.partition("E")
    power = int(exponent or 0)
    scale = len(number.partition(".")[2]) - power
    return abs(power) <= _MAX_SCALE and abs(scale) <= _MAX_SCALE


def is_unit(text: str) -> bool:
    """Whether this is one UTF-16 unit (a lone surrogate is one)."""
    return len(text) == 1 and ord(text) <= 0xFFFF  # noqa: PLR2004 - the last unit


FORMATS: dict[str, Callable[[str], bool]] = {
    "int64": fits(64),
    "int32": fits(32),
    "int16": fits(16),
    "int8": fits(8),
    "utf16-unit": is_unit,
    "big-decimal": is_big_decimal,
    "local-date": is_date,
    "local-time": is_time,
    "local-date-time": is_date_time,
    "instant": is_instant,
}


@cache
def pattern(text: str) -> re.Pattern[str]:
    """A schema's pattern; its `$` is the end of the text, where Python's also comes before a last newline."""
    return re.compile(text.removesuffix("$") + r"\Z" if text.endswith("$") else text)


def holds(name: str, asked: str | None, text: str) -> bool:
    """Whether a text has a format; a text that its pattern refuses already is left to the pattern."""
    return (asked is not None and not pattern(asked).search(text)) or FORMATS[name](text)
