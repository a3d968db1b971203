"""The iteration order of a HashMap: the kit's own model.

A bin is a list of nodes in iteration order; a bin that Java keeps as a tree has a `Tree` beside its list. The tree
decides only where a new node goes into the list (behind its tree parent), and which node is first (the root).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.areas.java.map_tree import Key, Node, Tree
from jarparity.values.hashing import polynomial
from jarparity.values.utf16 import string_hash

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.answers import JSON

_CAPACITY: Final = 16
_TREE_FROM: Final = 8
_LIST_UP_TO: Final = 6
_TABLE_FOR_TREES: Final = 64
_MASK: Final = 0xFFFFFFFF


def order(steps: Sequence[JSON]) -> list[JSON]:
    """The keys in the order of the final iteration.

    Raises:
        NotModelledError: Java would fall back to identity hash codes.
    """
    table = _Table()
    keys: dict[Key, JSON] = {}
    for step in steps:
        key, (identity, code) = step["key"], _identity(step["key"])
        if step["op"] == "remove":
            table.remove(code, identity)
            keys.pop(identity, None)
            continue
        keys.setdefault(identity, key)
        table.insert(code, identity, compute=step["op"] == "computeIfAbsent")
    return [keys[identity] for identity in table]


def _identity(key: JSON) -> tuple[Key, int]:
    """What equals compares, and the hash code."""
    value = key["value"]
    if key["type"] == "string":
        return value, string_hash(value)
    topic, number = value
    return (topic, number), polynomial([number, string_hash(topic)], 1)


class _Bin:
    """Nodes that share a slot of the table."""

    __slots__ = ("nodes", "tree")

    def __init__(self, nodes: list[Node]) -> None:
        self.nodes = nodes
        self.tree: Tree | None = None

    def find(self, spread: int, key: Key) -> Node | None:
        """The node of a key that equals this one."""
        return next((node for node in self.nodes if node.spread == spread and node.key == key), None)

    def treeify(self) -> None:
        self.tree = Tree()
        for node in self.nodes:
            self.tree.insert(node)
        self.root_first()

    def add_to_tree(self, node: Node, tree: Tree) -> None:
        parent = tree.insert(node)
        self.nodes.insert(self.nodes.index(parent) + 1 if parent else 0, node)
        self.root_first()

    def root_first(self) -> None:
        """`moveRootToFront`."""
        if self.tree is not None and self.tree.root is not None:
            self.nodes.remove(self.tree.root)
            self.nodes.insert(0, self.tree.root)


class _Table:
    """`java.util.HashMap`, as far as its order goes."""

    def __init__(self) -> None:
        self._bins: list[_Bin | None] = []
        self._threshold = 0
        self._size = 0

    def __iter__(self) -> Iterator[Key]:
        return (node.key for here in self._bins if here for node in here.nodes)

    def insert(self, code: int, key: Key, *, compute: bool) -> None:
        """`putVal`, or `computeIfAbsent`, which makes room before and inserts at the head of a bin."""
        spread = self._spread(code)
        if not self._bins or (compute and self._size > self._threshold):
            self._grow()
        at = spread & len(self._bins) - 1
        here = self._bins[at]
        if here is None:
            here = self._bins[at] = _Bin([])
        if here.find(spread, key):
            return
        node = Node(spread, key)
        if here.tree is not None:
            here.add_to_tree(node, here.tree)
        else:
            here.nodes.insert(0 if compute else len(here.nodes), node)
            # put counts the nodes before the new one, computeIfAbsent the new one as well.
            if len(here.nodes) >= _TREE_FROM + (not compute):
                self._crowded(here)
        self._size += 1
        if not compute and self._size > self._threshold:
            self._grow()

    def remove(self, code: int, key: Key) -> None:
        """`removeNode`: a tree that is small by its shape becomes a list again."""
        if not self._bins:
            return
        spread = self._spread(code)
        here = self._bins[spread & len(self._bins) - 1]
        node = here.find(spread, key) if here else None
        if here is None or node is None:
            return
        self._size -= 1
        here.nodes.remove(node)
        if here.tree is None:
            return
        if not here.nodes or here.tree.is_small():
            here.tree = None
        else:
            here.tree.delete(node)
            here.root_first()

    def _spread(self, code: int) -> int:
        code &= _MASK
        return code ^ code >> 16

    def _crowded(self, here: _Bin) -> None:
        if len(self._bins) < _TABLE_FOR_TREES:
            self._grow()
        else:
            here.treeify()

    def _grow(self) -> None:
        """`resize`: bins keep their order and split in two; a tree's parts are trees or lists by their length."""
        old = self._bins
        size = 2 * len(old) or _CAPACITY
        self._threshold = size * 3 // 4
        self._bins = [None] * size
        for i, here in enumerate(old):
            if here is None or not here.nodes:
                continue
            halves: tuple[list[Node], list[Node]] = [], []
            for node in here.nodes:
                halves[bool(node.spread & len(old))].append(node)
            for half, at in zip(halves, (i, i + len(old)), strict=True):
                if half:
                    self._bins[at] = self._part(here, half)

    def _part(self, whole: _Bin, nodes: list[Node]) -> _Bin:
        part = _Bin(nodes)
        if whole.tree is None or (len(nodes) <= _LIST_UP_TO):
            return part
        if len(nodes) == len(whole.nodes):
            part.tree = whole.tree  # moved as it is
        else:
            part.treeify()
        return part
