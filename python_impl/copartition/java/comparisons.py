"""`equals` and `compareTo` of Java's key classes, as `java.util.HashMap` uses them on its keys."""

from __future__ import annotations

import datetime
import decimal
import uuid
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from copartition.java import strings
from copartition.java.boxed import Byte, Character, Double, Float, Integer, Long, Short
from copartition.java.composites import JavaList, Row, Tuple
from copartition.java.decimals import BigDecimal, BigInteger
from copartition.java.ints import int64
from copartition.java.sql_times import SqlDate, SqlTimestamp
from copartition.java.times import Instant, LocalDate, LocalDateTime, LocalTime

if TYPE_CHECKING:
    from collections.abc import Callable

    from copartition.java.keys import Key

_REMEMBERED_CLASSES: Final = 128


def equals(a: Key, b: Key) -> bool:
    """`Objects.equals(a, b)`: the classes count, so does a decimal's scale; NaN is NaN, -0.0 isn't 0.0."""
    if a is b:
        return True
    left, right = _boxed(a), _boxed(b)
    if type(left) is not type(right):
        return False
    if isinstance(left, str):
        return left == right or (not left.isascii() and strings.units(left) == strings.units(right))
    if isinstance(left, (Tuple, Row, JavaList)):
        return _equal_items(left, right)
    return bool(left == right)


def order_in_tree(a: Key, b: Key) -> int:
    """The order in which a treeified bin of a HashMap keeps keys of one hash code.

    That is `a.compareTo(b)` if both are of one class `C` that itself implements `Comparable<C>` (LocalDate
    and LocalDateTime don't, they inherit it), else the order of their classes' names. null comes first.

    Returns:
        A negative number, a positive number, or 0 where Java goes on to `System.identityHashCode`.
    """
    if a is None or b is None:
        return (a is not None) - (b is not None)
    left, right = _boxed(a), _boxed(b)
    if type(left) is type(right):
        compare = _COMPARABLE.get(type(left))
        return 0 if compare is None else compare(left, right)
    return strings.compare(_class_name(left), _class_name(right))


def never_ordered(_a: object, _b: object) -> int:
    """The order of keys of one class that isn't Comparable: none, always 0."""
    return 0


def _boxed(key: Key) -> Any:  # noqa: ANN401 - one of the key types, or a class of the caller's
    """`key` as its typed twin where Python's own `==` isn't Java's `equals`."""
    kind: type = type(key)
    box = _box_of(kind)
    return key if box is None else box(key)


@lru_cache(maxsize=_REMEMBERED_CLASSES)
def _box_of(kind: type) -> Callable[[Any], object] | None:
    """What makes the typed twin of such a key; None where the key is its own."""
    if kind is str:
        return None
    return next((box for boxed, box in _BOXES if issubclass(kind, boxed)), None)


def _equal_items(a: Tuple | Row | JavaList, b: Tuple | Row | JavaList) -> bool:
    if isinstance(a, Row) and isinstance(b, Row) and a.kind != b.kind:
        return False
    left = a.items if isinstance(a, JavaList) else a.fields
    right = b.items if isinstance(b, JavaList) else b.fields
    return len(left) == len(right) and all(map(equals, left, right))


def _sign(a: Any, b: Any) -> int:  # noqa: ANN401 - two values of one ordered type
    return int(a > b) - int(a < b)


def _decimal_order(a: BigDecimal, b: BigDecimal) -> int:
    """`BigDecimal.compareTo`: by the numbers, so that 1.0 and 1.00 are alike."""
    signs = _sign(a.unscaled, 0), _sign(b.unscaled, 0)
    if signs[0] != signs[1] or signs[0] == 0:
        return _sign(*signs)
    # Scales may differ by 2**32: numbers of different magnitude are told apart without writing them out.
    magnitudes = _magnitude(a), _magnitude(b)
    if magnitudes[0] != magnitudes[1]:
        return _sign(*magnitudes) * signs[0]
    scale = max(a.scale, b.scale)
    return _sign(a.unscaled * 10 ** (scale - a.scale), b.unscaled * 10 ** (scale - b.scale))


def _magnitude(key: BigDecimal) -> int:
    """The number of digits before the point of a number that isn't 0; negative for zeros behind it."""
    return decimal.Decimal(key.unscaled).adjusted() + 1 - key.scale


def _floating_order(a: Double | Float, b: Double | Float) -> int:
    """`Double.compare`: NaN above everything, -0.0 below 0.0."""
    return _sign(_floating_rank(a), _floating_rank(b))


def _floating_rank(key: Double | Float) -> int:
    sign = 1 << (63 if isinstance(key, Double) else 31)
    return -(key.bits ^ sign) - 1 if key.bits & sign else key.bits


def _uuid_order(a: uuid.UUID, b: uuid.UUID) -> int:
    """`UUID.compareTo` compares the halves as signed longs."""
    return _sign(*((int64(key.int >> 64), int64(key.int)) for key in (a, b)))


_BOXES: Final[tuple[tuple[type, Callable[[Any], object]], ...]] = (
    (str, str),  # a subclass such as numpy's str_
    (float, Double),
    (decimal.Decimal, BigDecimal.of),
    (datetime.datetime, LocalDateTime.of),  # before date, which it derives from
    (datetime.date, LocalDate.of),
    (datetime.time, LocalTime.of),
    (bytearray, bytes),
)

_COMPARABLE: Final[dict[type, Callable[[Any, Any], int]]] = {
    str: strings.compare,
    bool: _sign,
    Integer: _sign,
    Long: _sign,
    Short: _sign,
    Byte: _sign,
    Character: _sign,
    Float: _floating_order,
    Double: _floating_order,
    BigInteger: _sign,
    BigDecimal: _decimal_order,
    LocalTime: _sign,
    Instant: _sign,
    uuid.UUID: _uuid_order,
}

_CLASS_NAMES: Final[dict[type, str]] = {
    str: "java.lang.String",
    bool: "java.lang.Boolean",
    Integer: "java.lang.Integer",
    Long: "java.lang.Long",
    Short: "java.lang.Short",
    Byte: "java.lang.Byte",
    Character: "java.lang.Character",
    Float: "java.lang.Float",
    Double: "java.lang.Double",
    BigInteger: "java.math.BigInteger",
    BigDecimal: "java.math.BigDecimal",
    LocalDate: "java.time.LocalDate",
    LocalTime: "java.time.LocalTime",
    LocalDateTime: "java.time.LocalDateTime",
    Instant: "java.time.Instant",
    uuid.UUID: "java.util.UUID",
    SqlDate: "java.sql.Date",
    SqlTimestamp: "java.sql.Timestamp",
    Row: "org.apache.flink.types.Row",
}


def _class_name(key: object) -> str:
    if isinstance(key, Tuple):
        return f"org.apache.flink.api.java.tuple.Tuple{len(key.fields)}"
    name = _CLASS_NAMES.get(type(key))
    if name is None:
        raise TypeError(
            f"the Java class of {type(key).__qualname__} isn't known, so keys of several classes with one "
            "hash code can't be ordered by its name: give the map an order of its own"
        )
    return name
