"""Days, times and instants at which ports go wrong: far years, packed dates, omitted seconds, nanos."""

from __future__ import annotations

LOCAL_DATES: dict[str, str] = {
    "epoch": "1970-01-01",
    "before-epoch": "1969-12-31",
    "leap-day": "2024-02-29",
    "leap-century": "2000-02-29",
    "no-leap-century": "1900-02-28",
    "gregorian-start": "1582-10-15",
    "year-zero": "0000-01-01",
    "year-one": "0001-01-01",
    "before-christ": "-0001-12-31",
    "year-2047": "2047-12-31",
    "year-2048": "2048-01-01",
    "year-minus-2048": "-2048-06-15",
    "last-four-digits": "9999-12-31",
    "first-five-digits": "+10000-01-01",
    "minus-five-digits": "-10000-01-01",
    "min": "-999999999-01-01",
    "max": "+999999999-12-31",
}

LOCAL_TIMES: dict[str, str] = {
    "midnight": "00:00",
    "noon": "12:00",
    "one-second": "00:00:01",
    "one-nano": "00:00:00.000000001",
    "one-micro": "00:00:00.000001",
    "one-milli": "00:00:00.001",
    "minutes": "10:15",
    "seconds": "10:15:30",
    "millis": "10:15:30.120",
    "micros": "10:15:30.123450",
    "nanos": "01:02:03.000000004",
    "beyond-int-nanos": "00:00:02.147483648",
    "beyond-unsigned-nanos": "00:00:04.294967296",
    "max": "23:59:59.999999999",
}

LOCAL_DATE_TIMES: dict[str, str] = {
    "epoch": "1970-01-01T00:00",
    "published": "2024-02-29T01:02:03.000000004",
    "before-epoch": "1969-12-31T23:59:59.999999999",
    "minutes": "2024-02-29T10:15",
    "millis": "2024-02-29T10:15:30.120",
    "year-zero": "0000-01-01T00:00:01",
    "five-digits": "+12345-06-07T08:09:10.000011",
    "min": "-999999999-01-01T00:00",
    "max": "+999999999-12-31T23:59:59.999999999",
}

INSTANTS: dict[str, str] = {
    "epoch": "1970-01-01T00:00:00Z",
    "published": "2023-11-14T22:13:20.000000005Z",
    "before-epoch": "1969-12-31T23:59:59.999999999Z",
    "one-milli-before": "1969-12-31T23:59:59.999Z",
    "one-nano": "1970-01-01T00:00:00.000000001Z",
    "beyond-int-seconds": "2038-01-19T03:14:08Z",
    "beyond-unsigned-seconds": "2106-02-07T06:28:16Z",
    "micros": "2024-02-29T10:15:30.123450Z",
    "year-zero": "0000-01-01T00:00:00Z",
    "five-digits": "+12345-06-07T08:09:10.000011Z",
    "min": "-1000000000-01-01T00:00:00Z",
    "max": "+1000000000-12-31T23:59:59.999999999Z",
}

SQL_TIMESTAMPS: dict[str, tuple[str, int | None]] = {
    "epoch": ("0", None),
    "published": ("1700000000123", None),
    "with-nanos": ("1700000000123", 123_456_789),
    "with-last-nano": ("999", 999_999_999),
    "before-epoch": ("-1", None),
    "before-epoch-with-nanos": ("-1", 999_000_001),
    "beyond-int": (str(2**31), None),
    "beyond-unsigned": (str(2**32), 296_000_000),
    "max": (str(2**63 - 1), None),
    "min": (str(-(2**63)), None),
}
