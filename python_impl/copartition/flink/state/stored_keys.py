"""Keys and namespaces as a state map holds them: equal in Python exactly where they are equal in Java."""

from __future__ import annotations

import datetime
import decimal
import enum
import uuid
from numbers import Integral
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from copartition import _arguments
from copartition.errors import NullPointerException, WrongTypeError
from copartition.flink.binary_row import RowData
from copartition.flink.state.namespaces import GlobalWindow, TimeWindow, VoidNamespace
from copartition.java.boxed import Byte, Character, Double, Float, Integer, Long, Short
from copartition.java.composites import JavaList, Row, Tuple
from copartition.java.decimals import BigDecimal, BigInteger
from copartition.java.sql_times import SqlDate, SqlTimestamp
from copartition.java.strings import joined
from copartition.java.times import Instant, LocalDate, LocalDateTime, LocalTime

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from copartition.flink.state.namespaces import Namespace
    from copartition.java.keys import Key

StoredKey: TypeAlias = Any
"""A key as a state map holds it: one of the types of keys, or the typed twin of one; hashable."""

_ALIKE: Final = frozenset(
    {
        bool,
        Integer,
        Long,
        Short,
        Byte,
        Character,
        Float,
        Double,
        BigInteger,
        BigDecimal,
        LocalDate,
        LocalTime,
        LocalDateTime,
        Instant,
        SqlDate,
        SqlTimestamp,
        bytes,
        type(None),
        uuid.UUID,
        RowData,
    }
)
"""Types whose `==` is Java's `equals` among keys of one type."""


_WINDOWS: Final = frozenset({VoidNamespace, TimeWindow, GlobalWindow})


def stored(key: Key) -> StoredKey:
    """`key` itself, or the typed twin that is equal to others exactly where Java's `equals` says so.

    Twins are needed for floats (NaN equals NaN, -0.0 isn't 0.0), decimals (1.0 isn't 1.00), dates and times, and
    for strings that spell a character as two surrogates.
    """
    if type(key) is str:
        return key if key.isascii() else joined(key)
    kind = type(key)
    if kind in _ALIKE:
        return key
    twin = _TWINS.get(kind)
    return twin(key) if twin is not None else _derived(key)


def stored_namespace(namespace: Any) -> Namespace:  # noqa: ANN401 - of any immutable type
    """A namespace as `stored` gives a key.

    Raises:
        NullPointerException: It is None.
        WrongTypeError: It is a bare int, which has no Java type, and equals True in Python.
    """
    if type(namespace) in _WINDOWS:  # at once: most of them
        return namespace  # type: ignore[no-any-return]
    if namespace is None:
        raise NullPointerException("Provided namespace is null.")
    _refuse_bare_int(namespace)
    return stored(namespace)  # type: ignore[no-any-return]


def _refuse_bare_int(namespace: object) -> None:
    if isinstance(namespace, (bool, enum.Enum)):  # an enum of ints says what it is
        return
    if isinstance(namespace, Integral):
        number = _arguments.shown(namespace)
        raise WrongTypeError(f"a namespace must not be a bare int: write Integer({number}) or Long({number})")


def stored_class(kind: type) -> type:
    """The class of what `stored` gives for a value of a class: `Double` for float."""
    if issubclass(kind, str):
        return str
    return _STORED_CLASSES.get(kind, kind)


def has_same_keys(keys: Collection[Key]) -> bool:
    """Whether keys that Python tells apart are one key in Java, such as 0.0 and `Double(0.0)`."""
    kinds = set(map(type, keys))
    if len(kinds) == 1:  # most maps: nothing is asked of each key
        (kind,) = kinds
        if kind in _ALIKE or (kind is str and all(map(str.isascii, keys))):  # type: ignore[arg-type]
            return False
    return len(set(map(stored, keys))) < len(keys)


def _derived(key: Any) -> StoredKey:  # noqa: ANN401 - a subclass such as numpy's str_, or a class of the caller's
    for base, twin in _BASES:
        if isinstance(key, base):
            return twin(key)
    return key


_TWINS: Final[dict[type, Callable[[Any], StoredKey]]] = {
    float: Double,
    decimal.Decimal: BigDecimal.of,
    datetime.datetime: LocalDateTime.of,
    datetime.date: LocalDate.of,
    datetime.time: LocalTime.of,
    bytearray: bytes,
    Tuple: lambda key: Tuple(map(stored, key.fields)),
    JavaList: lambda key: JavaList(map(stored, key.items)),
    Row: lambda key: Row(map(stored, key.fields), key.kind),
}

_STORED_CLASSES: Final[dict[type, type]] = {
    float: Double,
    decimal.Decimal: BigDecimal,
    datetime.datetime: LocalDateTime,
    datetime.date: LocalDate,
    datetime.time: LocalTime,
    bytearray: bytes,
}

_BASES: Final[tuple[tuple[type, Callable[[Any], StoredKey]], ...]] = (
    (str, lambda key: joined(str(key))),
    (float, Double),
    (decimal.Decimal, BigDecimal.of),
)
