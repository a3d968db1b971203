"""Queries with aggregates, the keys and rows that are drawn for them, and what their accumulators become."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from jarparity.answers import JSON

Texts: TypeAlias = "tuple[str | None, ...]"
"""Values as SQL writes them; None for NULL."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_STRINGS: Final = ("", "a", "seven77", "eight888", "nine99999", "é", "😀", "a,b", "long " * 40)


@dataclass(frozen=True, slots=True)
class Aggregate:
    """An aggregate of a query.

    Attributes:
        function: `COUNT`, `SUM` or `MIN`.
        of: The type of what it takes; None for a row.
        type: That of its one field in the accumulator.
    """

    function: str
    of: str | None
    type: str

    def added(self, before: str | None, value: str | None) -> str | None:
        """Its field, as a text, after one more value."""
        if self.function == "COUNT":
            counts = self.of is None or value is not None
            return str(int(before or "0") + counts)
        if value is None or before is None:
            return before if value is None else value
        if self.function == "MIN":
            return min(before, value, key=lambda text: text.encode("utf-8"))
        return str(Decimal(before) + Decimal(value))


@dataclass(frozen=True, slots=True)
class Query:
    """A query: `SELECT key…, aggregate… GROUP BY key…`, of columns that are texts.

    Attributes:
        name: For the report.
        keys: The types of its key.
        aggregates: What is selected beside.
    """

    name: str
    keys: tuple[str, ...]
    aggregates: tuple[Aggregate, ...]

    @property
    def columns(self) -> int:
        """How many columns a row has: those of the key, then what aggregates take."""
        return len(self.keys) + len(self._taken)

    @property
    def types(self) -> list[str]:
        """Those of the accumulator's fields."""
        return [each.type for each in self.aggregates]

    @property
    def _taken(self) -> list[str]:
        return [each.of for each in self.aggregates if each.of is not None]

    @property
    def sql(self) -> str:
        """As SQL."""
        names = [f"k{place}" for place in range(len(self.keys))]
        typed = [*zip(names, self.keys, strict=True), *((f"v{at}", of) for at, of in enumerate(self._taken))]
        inner = ", ".join(f"CAST(c{place} AS {of}) AS {name}" for place, (name, of) in enumerate(typed))
        taken = iter(name for name, _ in typed[len(names) :])
        calls = [f"{each.function}({'*' if each.of is None else next(taken)})" for each in self.aggregates]
        outer = ", ".join(f"CAST({each} AS STRING)" for each in (*names, *calls))
        return f"SELECT {outer} FROM (SELECT {inner} FROM `rows`) GROUP BY {', '.join(names)}"  # noqa: S608 - of our own

    def added(self, before: Texts | None, values: Texts) -> Texts:
        """The accumulator after one more row, of which the values behind the key are given."""
        taken = iter(values)
        fields = before or (None,) * len(self.aggregates)
        pairs = zip(self.aggregates, fields, strict=True)
        return tuple(each.added(field, None if each.of is None else next(taken)) for each, field in pairs)

    def drawn_keys(self, random: Random, count: int) -> list[Texts]:
        """Different keys, among them one that is NULL in each field."""
        keys: dict[Texts, None] = {(None,) * len(self.keys): None}
        while len(keys) < count:
            keys[tuple(drawn(random, of) for of in self.keys)] = None
        return list(keys)

    def drawn_values(self, random: Random) -> Texts:
        """Of one row, what aggregates take."""
        return tuple(drawn(random, of) for of in self._taken)


QUERIES: Final = (
    Query("a string", ("STRING",), (Aggregate("COUNT", None, "BIGINT"), Aggregate("SUM", "BIGINT", "BIGINT"))),
    Query(
        "numbers",
        ("BIGINT", "DECIMAL(10,2)", "DECIMAL(38,18)"),
        (
            Aggregate("COUNT", "STRING", "BIGINT"),
            Aggregate("SUM", "DECIMAL(10,2)", "DECIMAL(38,2)"),
            Aggregate("MIN", "STRING", "STRING"),
            Aggregate("COUNT", None, "BIGINT"),
        ),
    ),
    Query(
        "days and times",
        ("DATE", "TIMESTAMP(3)", "TIMESTAMP(9)", "BOOLEAN", "SMALLINT"),
        (Aggregate("SUM", "BIGINT", "BIGINT"), Aggregate("COUNT", None, "BIGINT")),
    ),
)


def drawn(random: Random, of: str) -> str | None:
    """A value of a type as SQL writes it; now and then NULL."""
    if random.randrange(8) == 0:
        return None
    name, _, digits = of.removesuffix(")").partition("(")
    return _DRAWN[name](random, digits)


def _number(random: Random, _: str) -> str:
    return str(random.choice((random.randrange(-3, 4), random.randrange(-(2**40), 2**40))))


def _decimal(random: Random, digits: str) -> str:
    return f"{Decimal(random.randrange(-(10**9), 10**9)).scaleb(-int(digits.partition(',')[2])):f}"


def _day(random: Random, _: str) -> str:
    return (date(1970, 1, 1) + timedelta(days=random.randrange(-20_000, 40_000))).isoformat()


def _moment(random: Random, digits: str) -> str:
    moment = _EPOCH + timedelta(seconds=random.randrange(-(2**30), 2**32))
    return f"{moment:%Y-%m-%d %H:%M:%S}.{random.randrange(10 ** int(digits)):0{digits}}"


_DRAWN: Final[dict[str, Callable[[Random, str], str]]] = {
    "STRING": lambda random, _: random.choice((*_STRINGS, *(f"user_{random.randrange(500)}" for _ in _STRINGS))),
    "BIGINT": _number,
    "SMALLINT": lambda random, _: str(random.randrange(-(2**15), 2**15)),
    "BOOLEAN": lambda random, _: random.choice(("TRUE", "FALSE")),
    "DECIMAL": _decimal,
    "DATE": _day,
    "TIMESTAMP": _moment,
}


def field(of: str, text: str | None) -> JSON:
    """A field of a row, as operations have it."""
    if text is None:
        return {"type": of, "value": None}
    match of.partition("(")[0]:
        case "SMALLINT":
            return {"type": of, "value": int(text)}
        case "BOOLEAN":
            return {"type": of, "value": text == "TRUE"}
        case "DATE":
            return {"type": of, "value": (date.fromisoformat(text) - date(1970, 1, 1)).days}
        case "TIMESTAMP":
            seconds, _, fraction = text.partition(".")
            nanos = int(fraction.ljust(9, "0"))
            moment = datetime.fromisoformat(seconds).replace(tzinfo=UTC) - _EPOCH
            millis = (moment.days * 86_400 + moment.seconds) * 1000 + nanos // 10**6
            return {"type": of, "value": str(millis), "nanosOfMillisecond": nanos % 10**6}
    return {"type": of, "value": text}


def fields(types: tuple[str, ...] | list[str], texts: Texts) -> list[JSON]:
    """The fields of a row."""
    return [field(of, text) for of, text in zip(types, texts, strict=True)]
