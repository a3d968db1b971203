"""The red-black tree of a crowded bin: which node is the root, and whose child a new node becomes.

Insertion and deletion are the textbook's (Cormen et al.), and so are Java's; only the shapes matter here.
"""

from __future__ import annotations

from typing import TypeAlias

from jarparity.models import NotModelledError
from jarparity.values.utf16 import signed, units

Key: TypeAlias = str | tuple[str, int]


class Node:
    """A key in a bin.

    Attributes:
        spread: The hash code with its high bits spread, unsigned.
        sorted_by: What the tree orders by first: the same number, signed.
    """

    __slots__ = ("key", "left", "parent", "red", "right", "sorted_by", "spread")

    def __init__(self, spread: int, key: Key) -> None:
        self.spread = spread
        self.sorted_by = signed(spread)
        self.key = key
        self.parent: Node | None = None
        self.left: Node | None = None
        self.right: Node | None = None
        self.red = False


def _goes_left(node: Node, other: Node) -> bool:
    if node.sorted_by != other.sorted_by:
        return node.sorted_by < other.sorted_by
    if isinstance(node.key, str) and isinstance(other.key, str):
        return units(node.key) < units(other.key)
    raise NotModelledError("equal hash codes of keys without an order: Java falls back to identity hash codes")


def _is_red(node: Node | None) -> bool:
    return node is not None and node.red


class Tree:
    """A red-black tree of nodes."""

    __slots__ = ("root",)

    def __init__(self) -> None:
        self.root: Node | None = None

    def is_small(self) -> bool:
        """Java's test, on a removal, of whether the bin is a list again; it looks at four nodes only."""
        root = self.root
        return root is None or root.right is None or root.left is None or root.left.left is None

    def insert(self, node: Node) -> Node | None:
        """Adds a node; returns the parent that it had before the tree was balanced."""
        node.left = node.right = None
        parent, at, left = None, self.root, False
        while at is not None:
            parent, left = at, _goes_left(node, at)
            at = at.left if left else at.right
        node.parent, node.red = parent, True
        if parent is None:
            self.root = node
        elif left:
            parent.left = node
        else:
            parent.right = node
        self._balance_insertion(node)
        return parent

    def delete(self, node: Node) -> None:
        """Takes a node out."""
        if node.left is not None and node.right is not None:
            successor = node.right
            while successor.left is not None:
                successor = successor.left
            self._swap(node, successor)
        child = node.left or node.right
        if child is not None:
            self._put_in_place(node, child)
            if not node.red:
                self._balance_deletion(child)
            return
        # A leaf stands for the empty place that it leaves, until the balance is right.
        if not node.red:
            self._balance_deletion(node)
        self._put_in_place(node, None)

    def _put_in_place(self, old: Node, new: Node | None) -> None:
        """Hangs `new` (may be None) where `old` hangs."""
        parent = old.parent
        if new is not None:
            new.parent = parent
        if parent is None:
            self.root = new
        elif parent.left is old:
            parent.left = new
        else:
            parent.right = new

    def _swap(self, node: Node, successor: Node) -> None:
        """Exchanges the places and colours of a node with two children and its successor."""
        node.red, successor.red = successor.red, node.red
        left, right, rest, above = node.left, node.right, successor.right, successor.parent
        self._put_in_place(node, successor)
        successor.left = left
        if left is not None:
            left.parent = successor
        if successor is right:
            successor.right, node.parent = node, successor
        else:
            successor.right = right
            if right is not None:
                right.parent = successor
            node.parent = above
            if above is not None:
                above.left = node
        node.left, node.right = None, rest
        if rest is not None:
            rest.parent = node

    def _balance_insertion(self, node: Node) -> None:
        while node.parent is not None and node.parent.red and node.parent.parent is not None:
            parent, grandparent = node.parent, node.parent.parent
            on_left = grandparent.left is parent
            uncle = grandparent.right if on_left else grandparent.left
            if uncle is not None and uncle.red:
                parent.red = uncle.red = False
                grandparent.red = True
                node = grandparent
                continue
            if node is (parent.right if on_left else parent.left):
                self._rotate(parent, to_left=on_left)
                node, parent = parent, node
            parent.red, grandparent.red = False, True
            self._rotate(grandparent, to_left=not on_left)
        if self.root is not None:
            self.root.red = False

    def _balance_deletion(self, node: Node) -> None:
        """Makes up for a black node that is missing at `node`."""
        while node.parent is not None and not node.red:
            parent = node.parent
            on_left = parent.left is node
            sibling = parent.right if on_left else parent.left
            if sibling is not None and sibling.red:
                sibling.red, parent.red = False, True
                self._rotate(parent, to_left=on_left)
                sibling = parent.right if on_left else parent.left
            if sibling is None:
                node = parent
                continue
            near, far = (sibling.left, sibling.right) if on_left else (sibling.right, sibling.left)
            if near is not None and near.red and not _is_red(far):
                near.red, sibling.red = False, True
                self._rotate(sibling, to_left=not on_left)
                sibling, far = near, sibling
            elif not _is_red(far):
                sibling.red = True
                node = parent
                continue
            sibling.red, parent.red = parent.red, False
            if far is not None:
                far.red = False
            self._rotate(parent, to_left=on_left)
            return
        node.red = False

    def _rotate(self, node: Node, *, to_left: bool) -> None:
        risen = node.right if to_left else node.left
        if risen is None:
            return
        inner = risen.left if to_left else risen.right
        self._put_in_place(node, risen)
        if to_left:
            node.right, risen.left = inner, node
        else:
            node.left, risen.right = inner, node
        if inner is not None:
            inner.parent = node
        node.parent = risen
