"""`java.util.HashMap` and `HashSet` with Java's iteration order, treeified bins included.

The order follows from the hash codes, the table's size and the history of the map: `put` appends to a bin
and resizes afterwards, `computeIfAbsent` prepends and resizes before the next insertion, a crowded bin
becomes a tree (or resizes a small table instead), a removal may turn a tree into a list again but never
shrinks the table. Java 17 is the reference; that its tables end at 2**30 bins takes 805 million keys to show, which
no Python process holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Generic

from copartition import _arguments
from copartition.errors import (
    ConcurrentModificationException,
    IdentityOrderedKeys,
    IllegalArgumentException,
)
from copartition.java.comparisons import equals as java_equals
from copartition.java.comparisons import order_in_tree
from copartition.java.hash_codes import hash_code as java_hash_code
from copartition.java.red_black import K, Node, V
from copartition.java.tree_bins import TreeBin, chain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_DEFAULT_CAPACITY: Final = 16
_TREEIFY: Final = 8
"""Nodes of a list bin from which on one more makes it a tree."""
_UNTREEIFY: Final = 6
"""Nodes up to which the half of a split tree is a list."""
_TREEIFY_CAPACITY: Final = 64
"""Smaller tables grow where a bin would become a tree."""


class HashMap(Generic[K, V]):
    """A `java.util.HashMap` whose iteration order is Java's.

    Iterating gives the keys. Lookups, insertions and removals take constant time on average, and logarithmic
    time where many keys collide, as in Java.

    Args:
        capacity: `new HashMap(capacity)`; without it `new HashMap()`, which is one of 16.
        hash_code: a key's `hashCode()`, int32; by default that of the types in `copartition.java.keys`. It
            isn't called for None, which Java puts at 0.
        order: `a.compareTo(b)` if the keys' class implements `Comparable` of itself, else 0; needed when more
            than eight keys collide. By default that of the types in `copartition.java.keys`;
            `copartition.java.comparisons.never_ordered` is right for a class that isn't Comparable.
        equals: `a.equals(b)`; asked for keys of one hash code only. By default that of the types in
            `copartition.java.keys`.

    Raises:
        IllegalArgumentException: "Illegal initial capacity: …" for a negative capacity.
        WrongTypeError: `capacity` is no integer.
        ValueError: `capacity` doesn't fit 32 bits.
    """

    def __init__(
        self,
        capacity: int | None = None,
        *,
        hash_code: Callable[[K], int] | None = None,
        order: Callable[[K, K], int] | None = None,
        equals: Callable[[K, K], bool] | None = None,
    ) -> None:
        bins = _DEFAULT_CAPACITY if capacity is None else _table_size(_arguments.int32("capacity", capacity))
        self._hash_code: Callable[[Any], int] = java_hash_code if hash_code is None else hash_code
        self._order: Callable[[Any, Any], int] = order_in_tree if order is None else order
        self._equals: Callable[[Any, Any], bool] = java_equals if equals is None else equals
        self._table: list[Node[K, V] | TreeBin[K, V] | None] = []
        self._initial = bins
        self._threshold = 0
        self._size = 0
        self._changes = 0

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[K]:
        return (node.key for node in self._nodes())

    def __contains__(self, key: K) -> bool:
        return self._find(self._spread(key), key) is not None

    def keys(self) -> Iterator[K]:
        """`keySet().iterator()`."""
        return iter(self)

    def values(self) -> Iterator[V]:
        """`values().iterator()`."""
        return (node.value for node in self._nodes())

    def items(self) -> Iterator[tuple[K, V]]:
        """`entrySet().iterator()`, as pairs."""
        return ((node.key, node.value) for node in self._nodes())

    def get(self, key: K) -> V | None:
        """`get(key)`: the value, None if there is none."""
        node = self._find(self._spread(key), key)
        return None if node is None else node.value

    def put(self, key: K, value: V) -> V | None:
        """`put(key, value)`: a new key goes to the end of its bin, an old one keeps its place.

        Returns:
            The value that the key had before, else None.

        Raises:
            IdentityOrderedKeys: Java would order the key by its identity; the map is unchanged.
        """
        spread = self._spread(key)
        if not self._table:
            self._resize()
        node = self._find(spread, key)
        if node is not None:
            before, node.value = node.value, value
            return before
        self._append(Node(spread, key, value))
        self._changes += 1
        self._size += 1
        if self._size > self._threshold:
            self._resize()
        return None

    def compute_if_absent(self, key: K, make: Callable[[K], V | None]) -> V | None:
        """`computeIfAbsent(key, make)`: a new key goes to the front of its bin.

        Returns:
            The value that the key has now; None if `make` returned None, which adds nothing.

        Raises:
            ConcurrentModificationException: `make` changed the map.
            IdentityOrderedKeys: Java would order the key by its identity; the map has no new key.
        """
        spread = self._spread(key)
        if not self._table or self._size > self._threshold:
            self._resize()
        node = self._find(spread, key)
        if node is not None and node.value is not None:
            return node.value
        changes = self._changes
        value = make(key)
        if changes != self._changes:
            raise ConcurrentModificationException("the function given to compute_if_absent changed the map")
        if value is None:
            return None
        if node is not None:
            node.value = value
            return value
        self._prepend(Node(spread, key, value))
        self._changes += 1
        self._size += 1
        return value

    def remove(self, key: K) -> V | None:
        """`remove(key)`: the value that the key had, else None."""
        node = self._take_out(key)
        return None if node is None else node.value

    # --- bins

    def _spread(self, key: K) -> int:
        if key is None:
            return 0
        code = self._hash_code(key)
        return code ^ ((code & 0xFFFF_FFFF) >> 16)

    def _nodes(self) -> Iterator[Node[K, V]]:
        changes = self._changes
        bins: Iterator[Node[K, V] | TreeBin[K, V]] = filter(None, self._table)
        firsts: Iterator[Node[K, V]] = map(_first, bins)
        node = next(firsts, None)
        while node is not None:
            if changes != self._changes:
                raise ConcurrentModificationException("the map changed while it was iterated")
            # The next node is looked up before this one is handed out, as Java's iterator does: what
            # happens to the map while the last one is looked at goes unnoticed.
            following = node.next or next(firsts, None)
            yield node
            node = following

    def _find(self, spread: int, key: K) -> Node[K, V] | None:
        if not self._table:
            return None
        bin_ = self._table[spread & (len(self._table) - 1)]
        if isinstance(bin_, TreeBin):
            return bin_.find(spread, key)
        node = bin_
        while node is not None:
            if node.hash == spread and (node.key is key or self._equals(key, node.key)):
                return node
            node = node.next
        return None

    def _append(self, node: Node[K, V]) -> None:
        index = node.hash & (len(self._table) - 1)
        bin_ = self._table[index]
        if bin_ is None:
            self._table[index] = node
        elif isinstance(bin_, TreeBin):
            bin_.insert(node)
        else:
            others, last = 1, bin_
            while last.next is not None:
                others, last = others + 1, last.next
            last.next = node
            if others >= _TREEIFY:
                try:
                    self._treeify(index)
                except IdentityOrderedKeys:
                    last.next = None
                    raise

    def _prepend(self, node: Node[K, V]) -> None:
        index = node.hash & (len(self._table) - 1)
        bin_ = self._table[index]
        if isinstance(bin_, TreeBin):
            bin_.insert(node)
            return
        others = sum(1 for _ in chain(bin_))
        node.next, self._table[index] = bin_, node
        if others >= _TREEIFY - 1:  # one sooner than put: computeIfAbsent counts the bin's nodes otherwise
            try:
                self._treeify(index)
            except IdentityOrderedKeys:
                self._table[index] = bin_
                raise

    def _take_out(self, key: K) -> Node[K, V] | None:
        spread = self._spread(key)
        node = self._find(spread, key)
        if node is None:
            return None
        index = spread & (len(self._table) - 1)
        bin_ = self._table[index]
        if isinstance(bin_, TreeBin):
            rest = bin_.remove(node)
            if rest is not None:
                self._table[index] = rest
        elif bin_ is node:
            self._table[index] = node.next
        else:
            before = next(other for other in chain(bin_) if other.next is node)
            before.next = node.next
        self._changes += 1
        self._size -= 1
        return node

    # --- the table

    def _treeify(self, index: int) -> None:
        if len(self._table) < _TREEIFY_CAPACITY:
            self._resize()
            return
        bin_ = self._table[index]
        if bin_ is not None:  # pragma: no branch - a crowded bin has nodes; said for the type checker
            self._table[index] = TreeBin(_first(bin_), self._order, self._equals)

    def _resize(self) -> None:
        old = self._table
        size = len(old)
        capacity = 2 * size if size else self._initial
        self._threshold = capacity * 3 // 4
        self._table = [None] * capacity
        for index, bin_ in enumerate(old):
            if bin_ is not None:
                self._split(bin_, index, size)

    def _split(self, bin_: Node[K, V] | TreeBin[K, V], index: int, size: int) -> None:
        """Share a bin out between its two places in the doubled table; both halves keep the order."""
        low: list[Node[K, V]] = []
        high: list[Node[K, V]] = []
        for node in chain(_first(bin_)):
            (high if node.hash & size else low).append(node)
        for place, half, other in ((index, low, high), (index + size, high, low)):
            if not half:
                continue
            if isinstance(bin_, TreeBin) and len(half) > _UNTREEIFY and not other:
                self._table[place] = bin_  # moved as a whole: the tree keeps its shape
                continue
            for node, after in zip(half, [*half[1:], None], strict=True):
                node.next = after
            treeify = isinstance(bin_, TreeBin) and len(half) > _UNTREEIFY
            self._table[place] = TreeBin(half[0], self._order, self._equals) if treeify else half[0]


class HashSet(Generic[K]):
    """A `java.util.HashSet` whose iteration order is Java's: the keys of a `HashMap`.

    Args:
        capacity: as for `HashMap`.
        hash_code: as for `HashMap`.
        order: as for `HashMap`.
        equals: as for `HashMap`.
    """

    def __init__(
        self,
        capacity: int | None = None,
        *,
        hash_code: Callable[[K], int] | None = None,
        order: Callable[[K, K], int] | None = None,
        equals: Callable[[K, K], bool] | None = None,
    ) -> None:
        self._map: HashMap[K, bool] = HashMap(capacity, hash_code=hash_code, order=order, equals=equals)

    def __len__(self) -> int:
        return len(self._map)

    def __iter__(self) -> Iterator[K]:
        return iter(self._map)

    def __contains__(self, key: K) -> bool:
        return key in self._map

    def add(self, key: K) -> bool:
        """`add(key)`: whether the key is new.

        Raises:
            IdentityOrderedKeys: Java would order the key by its identity; the set is unchanged.
        """
        return self._map.put(key, True) is None  # noqa: FBT003 - a value that stands for "present"

    def remove(self, key: K) -> bool:
        """`remove(key)`: whether the key was there."""
        return self._map.remove(key) is not None


def _first(bin_: Node[K, V] | TreeBin[K, V]) -> Node[K, V]:
    return bin_.root if isinstance(bin_, TreeBin) else bin_


def _table_size(capacity: int) -> int:
    """`HashMap.tableSizeFor`: the power of two that isn't smaller, at least 1."""
    if capacity < 0:
        raise IllegalArgumentException(f"Illegal initial capacity: {capacity}")
    return 1 << (max(capacity, 1) - 1).bit_length()
