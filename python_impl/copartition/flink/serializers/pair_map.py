"""Maps whose keys have no hash code here: by identity in Java, as arrays have it, or of a class that is no key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable

K = TypeVar("K")
V = TypeVar("V")


class PairMap(Mapping[K, V]):
    """The pairs of a map as they were read. Each key is one of its own: two arrays of the same bytes are two keys."""

    def __init__(self) -> None:
        self._pairs: list[tuple[K, V]] = []

    def __len__(self) -> int:
        return len(self._pairs)

    def __iter__(self) -> Iterator[K]:
        return (key for key, _ in self._pairs)

    def __getitem__(self, key: K) -> V:
        """The value of the very object that is a key.

        Raises:
            KeyError: The object is none of them, though it may be equal to one.
        """
        for of, value in self._pairs:
            if of is key:
                return value
        raise KeyError(key)

    def items(self) -> Iterable[tuple[K, V]]:  # type: ignore[override]
        """The pairs, in the order in which they were put."""
        return iter(self._pairs)

    def put(self, key: K, value: V) -> None:
        """`put(key, value)` of a key that is not there."""
        self._pairs.append((key, value))
