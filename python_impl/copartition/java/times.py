"""Key types of `java.time`: LocalDate, LocalTime, LocalDateTime, Instant, with Java's ranges and texts.

Java's years run from -999999999 to 999999999 and its times count nanoseconds, which Python's `datetime`
can't hold; `datetime.date`, naive `datetime.time` and naive `datetime.datetime` convert without loss, and so does
pandas' `Timestamp`, a `datetime` that counts nanoseconds, too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final, Self

from copartition import _arguments
from copartition.java.boxed import check_field, checked_int

MAX_YEAR: Final = 999_999_999
MIN_INSTANT_SECOND: Final = -31_557_014_167_219_200
MAX_INSTANT_SECOND: Final = 31_556_889_864_403_199
NANOS_PER_SECOND: Final = 1_000_000_000

_PLAIN_YEAR: Final = 9999
"""The last year that is written without a sign."""
_SECONDS_PER_DAY: Final = 86_400
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_DAYS_PER_CYCLE: Final = 146_097
"""Days in 400 years of the proleptic Gregorian calendar."""

_DATE: Final = r"(-[0-9]{4,10}|\+[0-9]{5,10}|[0-9]{4})-([0-9]{2})-([0-9]{2})"
_TIME: Final = r"([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]{1,9}))?)?"
_LOCAL_DATE: Final = re.compile(_DATE)
_LOCAL_TIME: Final = re.compile(_TIME)
_LOCAL_DATE_TIME: Final = re.compile(f"({_DATE})T({_TIME})")
_INSTANT: Final = re.compile(rf"{_DATE}T([0-9]{{2}}):([0-9]{{2}}):([0-9]{{2}})(?:\.([0-9]{{1,9}}))?Z")


@dataclass(frozen=True, slots=True, order=True)
class LocalDate:
    """A `java.time.LocalDate` of the proleptic Gregorian calendar.

    Attributes:
        year: -999999999 to 999999999; 0 is 1 BC.
        month: 1 to 12.
        day: 1 to the month's last day.
    """

    year: int
    month: int
    day: int

    def __post_init__(self) -> None:
        check_field(self, "year", -MAX_YEAR, MAX_YEAR)
        check_field(self, "month", 1, 12)
        check_field(self, "day", 1, _days_in_month(self.year, self.month))

    @classmethod
    def of(cls, value: date) -> Self:
        """The same day as a Python date.

        Raises:
            WrongTypeError: `value` is no date.
        """
        _arguments.instance("value", value, date)
        return cls(value.year, value.month, value.day)

    @classmethod
    def parse(cls, text: str) -> Self:
        """The date that `LocalDate.toString` wrote as `text`: "2024-02-29", "+12345-01-01", "-0001-12-31".

        Raises:
            WrongTypeError: `text` is no str.
            ValueError: `text` is no such date.
        """
        return cls(*_date_fields("LocalDate", _matched(_LOCAL_DATE, "LocalDate", text)[0:3], text))

    def __str__(self) -> str:
        """What Java's `toString()` writes: "2024-02-29", "+12345-01-01"."""
        return f"{_year_text(self.year)}-{self.month:02d}-{self.day:02d}"

    @property
    def epoch_day(self) -> int:
        """Days since 1970-01-01."""
        return _epoch_day(self.year, self.month, self.day)


@dataclass(frozen=True, slots=True, order=True)
class LocalTime:
    """A `java.time.LocalTime`.

    Attributes:
        hour: 0 to 23.
        minute: 0 to 59.
        second: 0 to 59.
        nano: 0 to 999999999.
    """

    hour: int
    minute: int
    second: int = 0
    nano: int = 0

    def __post_init__(self) -> None:
        check_field(self, "hour", 0, 23)
        check_field(self, "minute", 0, 59)
        check_field(self, "second", 0, 59)
        check_field(self, "nano", 0, NANOS_PER_SECOND - 1)

    @classmethod
    def of(cls, value: time | datetime) -> Self:
        """The same time as a naive Python time, or a naive datetime's time.

        Raises:
            TypeError: `value` is no time, or has a time zone, which a LocalTime can't keep.
        """
        if not isinstance(value, datetime):
            _arguments.instance("value", value, time)
        if value.tzinfo is not None:
            raise TypeError("a time with a time zone is no LocalTime: drop its tzinfo")
        return cls(value.hour, value.minute, value.second, value.microsecond * 1000 + nanos_of_microsecond(value))

    @classmethod
    def parse(cls, text: str) -> Self:
        """The time that `LocalTime.toString` wrote as `text`: "10:15", "10:15:30", "10:15:30.000001".

        Raises:
            WrongTypeError: `text` is no str.
            ValueError: `text` is no such time.
        """
        return cls(*_time_fields(_matched(_LOCAL_TIME, "LocalTime", text)))

    def __str__(self) -> str:
        """What Java's `toString()` writes: "10:15", "10:15:30.500"."""
        text = f"{self.hour:02d}:{self.minute:02d}"
        return f"{text}:{self.second:02d}{_fraction_text(self.nano)}" if self.second or self.nano else text

    @property
    def nano_of_day(self) -> int:
        """Nanoseconds since midnight."""
        return ((self.hour * 60 + self.minute) * 60 + self.second) * NANOS_PER_SECOND + self.nano


@dataclass(frozen=True, slots=True, order=True)
class LocalDateTime:
    """A `java.time.LocalDateTime`: a date and a time without a zone."""

    date: LocalDate
    time: LocalTime

    def __post_init__(self) -> None:
        fields: tuple[object, object] = (self.date, self.time)
        if not (isinstance(fields[0], LocalDate) and isinstance(fields[1], LocalTime)):
            raise TypeError("LocalDateTime takes a LocalDate and a LocalTime; of(datetime) takes a datetime")

    @classmethod
    def of(cls, value: datetime) -> Self:
        """The same date and time as a naive Python datetime.

        Raises:
            TypeError: `value` is no datetime, or has a time zone, which a LocalDateTime can't keep.
        """
        _arguments.instance("value", value, datetime)
        if value.tzinfo is not None:
            raise TypeError(
                "a datetime with a time zone is no LocalDateTime: write Instant.of(value) for the moment, "
                "or drop its tzinfo for the local time"
            )
        nanos = value.microsecond * 1000 + nanos_of_microsecond(value)  # its time() has no nanoseconds
        return cls(LocalDate.of(value), LocalTime(value.hour, value.minute, value.second, nanos))

    @classmethod
    def parse(cls, text: str) -> Self:
        """The date and time that `LocalDateTime.toString` wrote as `text`: "2024-02-29T10:15:30.5".

        Raises:
            WrongTypeError: `text` is no str.
            ValueError: `text` is no such date and time.
        """
        groups = _matched(_LOCAL_DATE_TIME, "LocalDateTime", text)
        day, clock = groups[0], groups[4]
        return cls(LocalDate.parse(day), LocalTime.parse(clock))

    def __str__(self) -> str:
        """What Java's `toString()` writes: "2024-02-29T10:15"."""
        return f"{self.date}T{self.time}"


@dataclass(frozen=True, slots=True, order=True)
class Instant:
    """A `java.time.Instant`.

    Attributes:
        seconds: whole seconds since 1970-01-01T00:00:00Z, rounded down; years -1000000000 to 1000000000.
        nanos: nanoseconds within the second, 0 to 999999999.
    """

    seconds: int
    nanos: int = 0

    def __post_init__(self) -> None:
        check_field(self, "seconds", MIN_INSTANT_SECOND, MAX_INSTANT_SECOND)
        check_field(self, "nanos", 0, NANOS_PER_SECOND - 1)

    @classmethod
    def of(cls, value: datetime) -> Self:
        """The moment of a Python datetime with a time zone.

        Raises:
            TypeError: `value` is no datetime, or has no time zone.
        """
        _arguments.instance("value", value, datetime)
        if value.tzinfo is None:
            raise TypeError(
                "a datetime without a time zone is no Instant: give it a tzinfo, or write LocalDateTime.of(value)"
            )
        seconds = (value - _EPOCH) // timedelta(seconds=1)
        return cls(seconds, value.microsecond * 1000 + nanos_of_microsecond(value))

    @classmethod
    def parse(cls, text: str) -> Self:
        """The instant that `Instant.toString` wrote as `text`: "2024-02-29T10:15:30.5Z".

        Raises:
            WrongTypeError: `text` is no str.
            ValueError: `text` is no such instant.
        """
        groups = _matched(_INSTANT, "Instant", text)
        year, month, day = _date_fields("Instant", groups[0:3], text)
        checked_int("Instant", "month", month, 1, 12)
        checked_int("Instant", "day", day, 1, _days_in_month(year, month))
        clock = LocalTime(*_time_fields(groups[3:7]))
        whole, nanos = divmod(clock.nano_of_day, NANOS_PER_SECOND)
        return cls(_epoch_day(year, month, day) * _SECONDS_PER_DAY + whole, nanos)

    def __str__(self) -> str:
        """What Java's `toString()` writes: "2024-02-29T10:15:00Z"."""
        days, second = divmod(self.seconds, _SECONDS_PER_DAY)
        # As in `_epoch_day`, by whole cycles into Python's calendar.
        cycles, day_of_cycle = divmod(days - _epoch_day(400, 1, 1), _DAYS_PER_CYCLE)
        day = date(400, 1, 1) + timedelta(days=day_of_cycle)
        minutes, second = divmod(second, 60)
        year = _year_text(day.year + 400 * cycles)
        clock = f"{minutes // 60:02d}:{minutes % 60:02d}:{second:02d}{_fraction_text(self.nanos)}"
        return f"{year}-{day.month:02d}-{day.day:02d}T{clock}Z"


def nanos_of_microsecond(value: datetime | time) -> int:
    """The nanoseconds that a `Timestamp` of pandas has beside its microseconds, 0 to 999; Python's own have none."""
    nanos: int = getattr(value, "nanosecond", 0)
    return nanos


def _year_text(year: int) -> str:
    sign = "-" if year < 0 else "+" if year > _PLAIN_YEAR else ""
    return f"{sign}{abs(year):04d}"


def _fraction_text(nano: int) -> str:
    """Digits of a second by threes, as many as are needed; nothing for 0."""
    if not nano:
        return ""
    digits = f"{nano:09d}"
    while digits.endswith("000"):
        digits = digits[:-3]
    return f".{digits}"


def _matched(pattern: re.Pattern[str], owner: str, text: str) -> tuple[str, ...]:
    """The groups of the pattern; "0" for those that Java leaves out where they are 0."""
    _arguments.text("text", text)
    match = pattern.fullmatch(text)
    if match is None:
        raise ValueError(f"{owner}: {text!r} is not what Java's {owner}.toString writes")
    return match.groups(default="0")


def _date_fields(owner: str, groups: tuple[str, ...], text: str) -> tuple[int, int, int]:
    year, month, day = map(int, groups)
    if year == 0 and groups[0].startswith("-"):
        raise ValueError(f"{owner}: {text!r} has a negative year 0, which Java refuses")
    return year, month, day


def _time_fields(groups: tuple[str, ...]) -> tuple[int, int, int, int]:
    hour, minute, second, fraction = groups
    return int(hour), int(minute), int(second), int(fraction.ljust(9, "0"))


def _days_in_month(year: int, month: int) -> int:
    if month == 2:  # noqa: PLR2004 - February
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def _epoch_day(year: int, month: int, day: int) -> int:
    # Python's calendar ends at the year 9999: shift by whole cycles of 400 years into it.
    cycles, year_of_cycle = divmod(year, 400)
    shifted = date(year_of_cycle + 400, month, day).toordinal() - date(1970, 1, 1).toordinal()
    return shifted + (cycles - 1) * _DAYS_PER_CYCLE
