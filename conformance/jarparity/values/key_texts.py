"""What Java's `toString` prints of dates, times and decimals, as numbers."""

from __future__ import annotations

import re
from typing import Final

_DATE: Final = re.compile(r"([+-]?\d{4,10})-(\d\d)-(\d\d)")
_TIME: Final = re.compile(r"(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?")
_DECIMAL: Final = re.compile(r"(-?)(\d+)(?:\.(\d+))?(?:E([+-]?\d+))?")


def date_fields(text: str) -> tuple[int, int, int]:
    """Year, month and day of `LocalDate.toString`."""
    year, month, day = _match(_DATE, text).groups()
    return int(year), int(month), int(day)


def epoch_day(year: int, month: int, day: int) -> int:
    """Days since 1970-01-01 in the proleptic Gregorian calendar, for any year."""
    # The year starts in March, so that the leap day is its last: then months have a regular length.
    year -= month <= 2  # noqa: PLR2004 - January and February
    day_of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    return 365 * year + year // 4 - year // 100 + year // 400 + day_of_year - 719468


def nano_of_day(text: str) -> int:
    """Nanoseconds since midnight of `LocalTime.toString`."""
    hour, minute, second, fraction = _match(_TIME, text).groups()
    return ((int(hour) * 60 + int(minute)) * 60 + int(second or 0)) * 10**9 + int((fraction or "").ljust(9, "0"))


def instant(text: str) -> tuple[int, int]:
    """Epoch second and nanosecond of `Instant.toString`."""
    date, _, time = text.removesuffix("Z").partition("T")
    seconds, nanos = divmod(nano_of_day(time), 10**9)
    return epoch_day(*date_fields(date)) * 86400 + seconds, nanos


def decimal(text: str) -> tuple[int, int]:
    """Unscaled value and scale of `BigDecimal.toString`."""
    sign, whole, fraction, exponent = _match(_DECIMAL, text).groups()
    fraction = fraction or ""
    return int(f"{sign}{whole}{fraction}"), len(fraction) - int(exponent or 0)


def _match(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    found = pattern.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is not what Java prints")
    return found
