"""The red-black tree of `java.util.HashMap.TreeNode`: its links, and the balance after each change.

Only the shape is observable, through the root and through each node's parent, and the shape depends on every
step below. Where the node goes is the caller's decision; keys are never looked at here.
"""

from __future__ import annotations

from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Node(Generic[K, V]):
    """One entry of a map: a list bin uses `next` only, a tree bin all links, which it sets.

    Attributes:
        hash: the key's hash code after HashMap's spreading, int32.
    """

    __slots__ = ("hash", "key", "left", "next", "parent", "prev", "red", "right", "value")

    red: bool
    prev: Node[K, V] | None
    parent: Node[K, V] | None
    left: Node[K, V] | None
    right: Node[K, V] | None

    def __init__(self, spread: int, key: K, value: V) -> None:
        self.hash = spread
        self.key = key
        self.value = value
        self.next: Node[K, V] | None = None


class RedBlackTree(Generic[K, V]):
    """A tree of at least one node.

    Args:
        root: the first node; whatever links it had are cut.
    """

    __slots__ = ("root",)

    def __init__(self, root: Node[K, V]) -> None:
        root.parent = root.left = root.right = None
        root.red = False
        self.root = root

    def hang(self, node: Node[K, V], parent: Node[K, V], *, left: bool) -> None:
        """Put a node without children at a free place below `parent`, then restore the balance."""
        node.parent = parent
        node.left = node.right = None
        node.red = True
        if left:
            parent.left = node
        else:
            parent.right = node
        self._balance_insertion(node)

    def unhang(self, node: Node[K, V]) -> None:
        """Take a node out of a tree that has others, then restore the balance."""
        if node.left is not None and node.right is not None:
            self._trade_places(node, _leftmost(node.right))
        child = node.left if node.left is not None else node.right
        if child is None:  # balance first: the leaf stands in for the nothing that will be in its place
            if not node.red:
                self._balance_deletion(node)
            self._replace(node, None)
        else:
            self._replace(node, child)
            if not node.red:  # pragma: no branch - a red node has no child alone
                self._balance_deletion(child)

    def _balance_insertion(self, node: Node[K, V]) -> None:
        while True:
            parent = node.parent
            if parent is None:
                node.red = False
                return
            grandparent = parent.parent
            if not parent.red or grandparent is None:
                return
            left = parent is grandparent.left
            uncle = grandparent.right if left else grandparent.left
            if uncle is not None and uncle.red:
                uncle.red = parent.red = False
                grandparent.red = True
                node = grandparent
                continue
            if node is (parent.right if left else parent.left):
                self._rotate(parent, left=left)
                node, parent = parent, node
            parent.red = False
            grandparent.red = True
            self._rotate(grandparent, left=not left)

    def _balance_deletion(self, node: Node[K, V]) -> None:
        """Make up for one black node that is missing on the way to `node`."""
        while (parent := node.parent) is not None and not node.red:
            left = parent.left is node
            sibling = parent.right if left else parent.left
            if sibling is not None and sibling.red:
                sibling.red, parent.red = False, True
                self._rotate(parent, left=left)
                sibling = parent.right if left else parent.left
            if sibling is None:  # pragma: no cover - where a black node is missing, the other side has nodes
                node = parent
                continue
            near, far = (sibling.left, sibling.right) if left else (sibling.right, sibling.left)
            if far is None or not far.red:
                if near is None or not near.red:
                    sibling.red = True
                    node = parent
                    continue
                self._rotate(sibling, left=not left)
                sibling, far = near, sibling
            sibling.red, parent.red, far.red = parent.red, False, False
            self._rotate(parent, left=left)
            return
        node.red = False

    def _rotate(self, node: Node[K, V], *, left: bool) -> None:
        """Turn the edge between `node` and its right (`left`: to the left) or left child."""
        child = node.right if left else node.left
        if child is None:  # pragma: no cover - no caller turns an edge that isn't there; Java asks, too
            return
        if left:
            inner = node.right = child.left
            child.left = node
        else:
            inner = node.left = child.right
            child.right = node
        if inner is not None:
            inner.parent = node
        self._replace(node, child)
        node.parent = child

    def _replace(self, node: Node[K, V], other: Node[K, V] | None) -> None:
        """Let the parent of `node` have `other` in its place."""
        parent = node.parent
        if other is not None:
            other.parent = parent
        if parent is not None:
            if parent.left is node:
                parent.left = other
            else:
                parent.right = other
        elif other is not None:  # pragma: no branch - a tree's last node is never taken out
            self.root = other

    def _trade_places(self, node: Node[K, V], successor: Node[K, V]) -> None:
        """Swap `node` with the next larger node, colours included: now it has one child at most."""
        node.red, successor.red = successor.red, node.red
        left, right, above, below = node.left, node.right, successor.parent, successor.right
        self._replace(node, successor)
        successor.left = left
        if left is not None:  # pragma: no branch - it has both; said for the type checker
            left.parent = successor
        if right is successor or above is None:
            successor.right = node
            node.parent = successor
        else:
            successor.right = right
            if right is not None:  # pragma: no branch - as above
                right.parent = successor
            above.left = node
            node.parent = above
        node.left = None
        node.right = below
        if below is not None:
            below.parent = node


def _leftmost(node: Node[K, V]) -> Node[K, V]:
    while node.left is not None:
        node = node.left
    return node
