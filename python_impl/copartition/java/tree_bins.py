"""A treeified bin of `java.util.HashMap`: a red-black tree whose nodes also form a chain.

Lookups go down the tree, iteration follows the chain, and the tree's rotations show through: a new node
enters the chain right behind its tree parent, and whichever node is the root stands first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition.errors import IdentityOrderedKeys
from copartition.java.red_black import K, Node, RedBlackTree, V

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def chain(first: Node[K, V] | None) -> Iterator[Node[K, V]]:
    """The nodes from `first` to the end of its chain."""
    while first is not None:
        yield first
        first = first.next


class TreeBin(RedBlackTree[K, V]):
    """`HashMap.TreeNode`s of one bin. The root is the first node of the chain.

    Args:
        first: the chain to make a tree of; its order is kept, except that the root moves to the front.
        order: `compareTo` of two keys of one hash code; 0 where Java would ask for their identity.
        equals: `equals` of two keys.

    Raises:
        IdentityOrderedKeys: two keys have one hash code and no order. The chain is unchanged then.
    """

    __slots__ = ("_equals", "_order")

    def __init__(
        self,
        first: Node[K, V],
        order: Callable[[K, K], int],
        equals: Callable[[K, K], bool],
    ) -> None:
        super().__init__(first)
        self._order = order
        self._equals = equals
        first.prev = None
        previous = first
        for node in chain(first.next):
            parent, left = self._place(node)
            self.hang(node, parent, left=left)
            node.prev, previous = previous, node
        self._root_first(first)

    def find(self, spread: int, key: K) -> Node[K, V] | None:
        """The node of `key`, in logarithmic time where keys of one hash code have an order."""
        node: Node[K, V] | None = self.root
        while node is not None:
            if spread != node.hash:
                node = node.left if spread < node.hash else node.right
            elif node.key is key or self._equals(key, node.key):
                return node
            else:  # without an order, no key of the tree is this one: those of one hash code have one
                node = node.left if self._order(key, node.key) < 0 else node.right
        return None

    def insert(self, node: Node[K, V]) -> None:
        """Add a node whose key isn't in the tree.

        Raises:
            IdentityOrderedKeys: the tree has a key of the same hash code and there is no order between them;
                the tree is unchanged then.
        """
        first = self.root
        parent, left = self._place(node)
        after = parent.next
        parent.next, node.prev, node.next = node, parent, after
        if after is not None:
            after.prev = node
        self.hang(node, parent, left=left)
        self._root_first(first)

    def remove(self, node: Node[K, V]) -> Node[K, V] | None:
        """Take out a node of this tree.

        Returns:
            None if the bin stays a tree; else the first node of the chain that is the bin from now on,
            because Java finds the tree too small.
        """
        root, before, after = self.root, node.prev, node.next
        if before is not None:
            before.next = after
        if after is not None:
            after.prev = before
        first = after if before is None else root
        # Java judges by the tree's shape before the node leaves it.
        if first is None or root.right is None or root.left is None or root.left.left is None:
            return first
        self.unhang(node)
        self._root_first(first)
        return None

    def _place(self, node: Node[K, V]) -> tuple[Node[K, V], bool]:
        """The parent below which a new node belongs, and whether on its left."""
        at = self.root
        while True:
            if node.hash != at.hash:
                left = node.hash < at.hash
            else:
                order = self._order(node.key, at.key)
                if order == 0:
                    raise IdentityOrderedKeys(
                        f"{node.key!r} and {at.key!r} have one hash code and no order: Java's HashMap orders "
                        "them by identityHashCode, which changes from JVM to JVM"
                    )
                left = order < 0
            below = at.left if left else at.right
            if below is None:
                return at, left
            at = below

    def _root_first(self, first: Node[K, V]) -> None:
        """Move the root to the front of the chain that begins with `first`."""
        root = self.root
        if root is first:
            return
        before, after = root.prev, root.next
        if before is not None:  # pragma: no branch - the root isn't the first; said for the type checker
            before.next = after
        if after is not None:
            after.prev = before
        first.prev, root.next, root.prev = root, first, None
