"""Keys that are days, times and instants, up to the ends of what Java can hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from jarparity.edges.keys import key
from jarparity.strategies.integers import int64s
from jarparity.strategies.scalars import edge_keys

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from jarparity.answers import JSON

_MAX_YEAR = 999_999_999
_SHORT_YEAR = 9999
_MILLION = 1_000_000


def date_text(year: int, month: int, day: int) -> str:
    """What `LocalDate.toString` prints.

    >>> date_text(2024, 2, 29), date_text(-5, 1, 1), date_text(12345, 6, 7)
    ('2024-02-29', '-0005-01-01', '+12345-06-07')
    """
    sign = "-" if year < 0 else "+" if year > _SHORT_YEAR else ""
    return f"{sign}{abs(year):04d}-{month:02d}-{day:02d}"


def time_text(second_of_day: int, nano: int, *, seconds: bool = False) -> str:
    """What `LocalTime.toString` prints: no more digits than needed; `seconds` keeps `:00`, as `Instant` does.

    >>> time_text(36900, 0), time_text(36930, 120_000_000), time_text(0, 1)
    ('10:15', '10:15:30.120', '00:00:00.000000001')
    """
    minutes, second = divmod(second_of_day, 60)
    text = f"{minutes // 60:02d}:{minutes % 60:02d}"
    if second or nano or seconds:
        text += f":{second:02d}"
    if nano:
        digits = f"{nano:09d}"
        text += "." + (digits[:3] if nano % _MILLION == 0 else digits[:6] if nano % 1000 == 0 else digits)
    return text


def local_dates() -> SearchStrategy[JSON]:
    """`java.time.LocalDate` keys, from the year -999999999 to +999999999."""
    return st.one_of(edge_keys("local-date"), _dates().map(lambda text: key("local-date", text)))


def local_times() -> SearchStrategy[JSON]:
    """`java.time.LocalTime` keys."""
    return st.one_of(edge_keys("local-time"), _times().map(lambda text: key("local-time", text)))


def local_date_times() -> SearchStrategy[JSON]:
    """`java.time.LocalDateTime` keys."""
    made = st.builds(lambda day, time: key("local-date-time", f"{day}T{time}"), _dates(), _times())
    return st.one_of(edge_keys("local-date-time"), made)


def instants() -> SearchStrategy[JSON]:
    """`java.time.Instant` keys."""
    made = st.builds(lambda day, time: key("instant", f"{day}T{time}Z"), _dates(), _times(seconds=True))
    return st.one_of(edge_keys("instant"), made)


def sql_dates() -> SearchStrategy[JSON]:
    """`java.sql.Date` keys: epoch milliseconds."""
    return int64s().map(lambda millis: key("sql-date", str(millis)))


def sql_timestamps() -> SearchStrategy[JSON]:
    """`java.sql.Timestamp` keys: epoch milliseconds, and nanos of the second that fit them."""

    def build(millis: int, rest: int | None) -> JSON:
        nanos = None if rest is None else millis % 1000 * _MILLION + rest
        return key("sql-timestamp", (str(millis), nanos))

    made = st.builds(build, int64s(), st.none() | st.integers(0, _MILLION - 1))
    return st.one_of(edge_keys("sql-timestamp"), made)


def _dates() -> SearchStrategy[str]:
    years = st.one_of(st.integers(1970, 2100), st.integers(-10_100, 10_100), st.integers(-_MAX_YEAR, _MAX_YEAR))
    return st.builds(date_text, years, st.integers(1, 12), st.integers(1, 28))


def _times(*, seconds: bool = False) -> SearchStrategy[str]:
    nanos = st.one_of(
        st.just(0),
        st.integers(0, 999).map(lambda n: n * _MILLION),
        st.integers(0, 999_999).map(lambda n: n * 1000),
        st.integers(0, 999_999_999),
    )
    return st.builds(lambda second, nano: time_text(second, nano, seconds=seconds), st.integers(0, 86_399), nanos)
