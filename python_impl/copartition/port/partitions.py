"""Partitions in documents: numbers listed once each, or as the names of an object's fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from copartition.port.fields import array, mapping, number, wrong

if TYPE_CHECKING:
    from copartition.port.fields import JSON, Reader

T = TypeVar("T")

_MOST: Final = 2**31 - 1


def distinct_partitions(value: JSON, path: str) -> frozenset[int]:
    """Partitions, each once."""
    numbers = array(_count)(value, path)
    found = frozenset(numbers)
    if len(found) < len(numbers):
        raise wrong(path, "partitions, each once", value)
    return found


def by_partition(read: Reader[T]) -> Reader[dict[int, T]]:
    """An object that has something by partition."""

    def read_all(value: JSON, path: str) -> dict[int, T]:
        return {_partition(name, path): read(of, f"{path}.{name}") for name, of in mapping(value, path).items()}

    return read_all


def _partition(name: str, path: str) -> int:
    if not (name.isascii() and name.isdigit() and str(int(name)) == name and int(name) <= _MOST):
        raise wrong(path, "an object by numbers of partitions", name)
    return int(name)


def _count(value: JSON, path: str) -> int:
    return number(value, path, 0, _MOST)
