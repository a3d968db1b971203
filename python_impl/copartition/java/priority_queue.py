"""`java.util.PriorityQueue`: among equals the one comes first that Java's heap gives first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class PriorityQueue(Generic[T]):
    """A binary heap as Java keeps it.

    Args:
        key: What elements are compared by.
    """

    def __init__(self, key: Callable[[T], float]) -> None:
        self._key = key
        self._heap: list[T] = []

    def __len__(self) -> int:
        return len(self._heap)

    def add(self, element: T) -> None:
        """Adds at the end, and lets it rise."""
        heap, key = self._heap, self._key
        heap.append(element)
        place, weight = len(heap) - 1, key(element)
        while place > 0:
            parent = (place - 1) // 2
            if weight >= key(heap[parent]):
                break
            heap[place] = heap[parent]
            place = parent
        heap[place] = element

    def poll(self) -> T:
        """Takes the least of a queue that isn't empty, and lets the last sink in its place."""
        heap, key = self._heap, self._key
        least, last = heap[0], heap.pop()
        size = len(heap)
        if not size:
            return least
        place, weight = 0, key(last)
        while place < size // 2:
            child = 2 * place + 1
            if child + 1 < size and key(heap[child]) > key(heap[child + 1]):
                child += 1
            if weight <= key(heap[child]):
                break
            heap[place] = heap[child]
            place = child
        heap[place] = last
        return least
