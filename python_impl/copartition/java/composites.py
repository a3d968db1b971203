"""Composite key types: Flink's Tuple and Row, and Java's List.

A Python tuple or list is no key: it could mean each of the three, and all three hash differently.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from copartition import _arguments
from copartition.errors import WrongTypeError

if TYPE_CHECKING:
    from copartition.java.keys import Key

MAX_TUPLE_ARITY: Final = 25

ROW_KINDS: Final = {"+I": 0, "-U": 1, "+U": 2, "-D": 3}
"""Flink's RowKind: short name to byte value, the value that a Row's hash code starts from."""


def _frozen(owner: str, name: str, values: object) -> tuple[Key, ...]:
    if type(values) in {list, tuple}:  # at once: asking an ABC for each key takes as long as the rest
        return tuple(values)  # type: ignore[arg-type]
    if isinstance(values, _arguments.NO_SEQUENCES) or not isinstance(values, Iterable):
        given = type(values).__name__
        raise WrongTypeError(f"{owner}.{name} must be a sequence of keys, not {given}: write a list or tuple")
    return tuple(values)


@dataclass(frozen=True, slots=True)
class Tuple:
    """One of Flink's `org.apache.flink.api.java.tuple.Tuple0` to `Tuple25`.

    Attributes:
        fields: the keys f0, f1, …; None is a null field.
    """

    fields: tuple[Key, ...]

    def __init__(self, fields: Iterable[Key]) -> None:
        object.__setattr__(self, "fields", _frozen("Tuple", "fields", fields))
        if len(self.fields) > MAX_TUPLE_ARITY:
            raise ValueError(f"Flink has tuples of 0..{MAX_TUPLE_ARITY} fields, not of {len(self.fields)}")


@dataclass(frozen=True, slots=True)
class JavaList:
    """A `java.util.List` (ArrayList, Arrays.asList, List.of: one `hashCode` and one `equals` for all).

    Attributes:
        items: the keys in order; None is a null item.
    """

    items: tuple[Key, ...]

    def __init__(self, items: Iterable[Key]) -> None:
        object.__setattr__(self, "items", _frozen("JavaList", "items", items))


@dataclass(frozen=True, slots=True)
class Row:
    """A `org.apache.flink.types.Row` with fields by position.

    Its hash code goes deep: byte arrays in it (also in lists and rows in it) count by their content.

    Attributes:
        fields: the keys by position; None is a null field, bytes are a byte array.
        kind: "+I", "-U", "+U" or "-D": the row's kind is part of its hash code.
    """

    fields: tuple[Key, ...]
    kind: str = field(default="+I")

    def __init__(self, fields: Iterable[Key], kind: str = "+I") -> None:
        if kind not in ROW_KINDS:
            raise ValueError(f"Row.kind must be one of {', '.join(ROW_KINDS)}, not {kind!r}")
        object.__setattr__(self, "fields", _frozen("Row", "fields", fields))
        object.__setattr__(self, "kind", kind)
