"""SQL types of a table's key, and what a field of each puts into a binary row.

| SQL type | Python values |
|---|---|
| `BOOLEAN` | bool |
| `TINYINT`, `SMALLINT`, `INT`, `BIGINT` | int in the type's range |
| `FLOAT`, `DOUBLE` | float, or `RawBits` for a NaN with a payload |
| `STRING` | str (lone surrogates become "?", as in Java) |
| `BYTES` | bytes |
| `DECIMAL(p, s)` | `decimal.Decimal`, int, str, `BigDecimal`; rounded half up to `s` places |
| `DATE` | `datetime.date`, or days since 1970-01-01 |
| `TIME` | `datetime.time`, or milliseconds of the day |
| `TIMESTAMP(p)` | naive `datetime.datetime`, `Moment`, or epoch milliseconds |
| `TIMESTAMP_LTZ(p)` | aware `datetime.datetime`, `Moment`, or epoch milliseconds |

None is NULL in each of them. A `datetime` may be a `Timestamp` of pandas: its nanoseconds are stored, too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

MAX_DECIMAL_PRECISION: Final = 38
MAX_COMPACT_DECIMAL_PRECISION: Final = 18
MAX_TIMESTAMP_PRECISION: Final = 9
MAX_COMPACT_TIMESTAMP_PRECISION: Final = 3

_TYPE: Final = re.compile(r"([A-Z_]+)(?:\(([0-9]{1,4})(?:,\s?([0-9]{1,4}))?\))?")
_PLAIN: Final = frozenset(
    {"BOOLEAN", "TINYINT", "SMALLINT", "INT", "BIGINT", "FLOAT", "DOUBLE", "STRING", "BYTES", "DATE", "TIME"}
)
_DEFAULT_DECIMAL_PRECISION: Final = 10
_DEFAULT_TIMESTAMP_PRECISION: Final = 6


@dataclass(frozen=True, slots=True)
class SqlType:
    """A SQL type, such as `SqlType.parse("DECIMAL(10,2)")`.

    Attributes:
        name: `INT`, `DECIMAL`, `TIMESTAMP_LTZ`, …
        precision: The digits of a DECIMAL, 1 to 38; the fractional digits of a TIMESTAMP, 0 to 9; else 0.
        scale: The digits of a DECIMAL behind the point, 0 to `precision`; else 0.

    Raises:
        ValueError: There is no such type, or not with these numbers.
    """

    name: str
    precision: int = 0
    scale: int = 0

    def __post_init__(self) -> None:
        match self.name:
            case "DECIMAL":
                legal = 1 <= self.precision <= MAX_DECIMAL_PRECISION and 0 <= self.scale <= self.precision
            case "TIMESTAMP" | "TIMESTAMP_LTZ":
                legal = 0 <= self.precision <= MAX_TIMESTAMP_PRECISION and self.scale == 0
            case _:
                if self.name not in _PLAIN:
                    raise ValueError(f"{self.name!r} is no SQL type of a key; there are {_names()}")
                legal = self.precision == 0 and self.scale == 0
        if not legal:
            raise ValueError(f"{self.name} has no precision {self.precision} with scale {self.scale}")

    @classmethod
    def parse(cls, text: str) -> SqlType:
        """The type that SQL writes so; `DECIMAL` alone is (10,0), `TIMESTAMP` and `TIMESTAMP_LTZ` are (6).

        Raises:
            ValueError: There is no such type.
        """
        match = _TYPE.fullmatch(text)
        if match is None:
            raise ValueError(f"{text!r} is no SQL type of a key; there are {_names()}")
        name, precision, scale = match.groups()
        if precision is None and name == "DECIMAL":
            return cls(name, _DEFAULT_DECIMAL_PRECISION)
        if precision is None and name in {"TIMESTAMP", "TIMESTAMP_LTZ"}:
            return cls(name, _DEFAULT_TIMESTAMP_PRECISION)
        if precision is not None and name in _PLAIN:
            raise ValueError(f"{text!r}: {name} is written without a precision")
        return cls(name, int(precision or 0), int(scale or 0))

    def __str__(self) -> str:
        if self.name == "DECIMAL":
            return f"DECIMAL({self.precision},{self.scale})"
        return self.name if self.name in _PLAIN else f"{self.name}({self.precision})"


def _names() -> str:
    return ", ".join([*sorted(_PLAIN), "DECIMAL(p,s)", "TIMESTAMP(p)", "TIMESTAMP_LTZ(p)"])
