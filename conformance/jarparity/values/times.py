"""How days, times and instants are drawn, as Java prints them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.values.numbers import number

if TYPE_CHECKING:
    from random import Random

_MILLION = 1_000_000
_MAX_YEAR = 999_999_999
_SHORT_YEAR = 9999


def date(random: Random) -> str:
    """A day: mostly of this age, some of far years."""
    year = (
        max(-_MAX_YEAR, min(_MAX_YEAR, number(random, 31)))
        if random.randrange(3) == 0
        else 1900 + random.randrange(200)
    )
    sign = "-" if year < 0 else "+" if year > _SHORT_YEAR else ""
    return f"{sign}{abs(year):04d}-{1 + random.randrange(12):02d}-{1 + random.randrange(28):02d}"


def time(random: Random, *, seconds: bool = False) -> str:
    """A time of the day with no digits, or 3, 6 or 9 of a second."""
    nano = random.choice(
        (0, random.randrange(1000) * _MILLION, random.randrange(_MILLION) * 1000, random.randrange(10**9))
    )
    minutes, second = divmod(random.randrange(86_400), 60)
    text = f"{minutes // 60:02d}:{minutes % 60:02d}"
    if second or nano or seconds:
        text += f":{second:02d}"
    if nano:
        digits = f"{nano:09d}"
        text += "." + (digits[:3] if nano % _MILLION == 0 else digits[:6] if nano % 1000 == 0 else digits)
    return text


def date_time(random: Random) -> str:
    """A day and a time."""
    return f"{date(random)}T{time(random)}"


def instant(random: Random) -> str:
    """A moment in UTC."""
    return f"{date(random)}T{time(random, seconds=True)}Z"


def sql_timestamp(random: Random) -> tuple[str, int | None]:
    """Epoch milliseconds, and for half of them the nanos of the second."""
    millis = number(random, random.choice((42, 64)))
    nanos = millis % 1000 * _MILLION + random.randrange(_MILLION) if random.randrange(2) else None
    return str(millis), nanos
