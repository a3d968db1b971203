"""Timers of an operator in the order in which Flink fires them: by time, and of one time as a heap has them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from copartition import _arguments
from copartition.errors import IllegalArgumentException, NullPointerException, WrongTypeError
from copartition.flink.assignment import checked_max_parallelism, key_group
from copartition.flink.key_group_range import KeyGroupRange
from copartition.flink.state.stored_keys import stored, stored_namespace

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Timer:
    """`org.apache.flink.streaming.api.operators.InternalTimer`.

    Attributes:
        timestamp: When it fires, in milliseconds, int64.
        key: Its key.
        namespace: Its namespace: a window, or `VOID`.
    """

    timestamp: int
    key: Any
    namespace: Any


class _Element:
    """A timer in a heap, and its place there."""

    __slots__ = ("index", "timer")

    def __init__(self, timer: Timer, index: int) -> None:
        self.timer, self.index = timer, index


class TimerQueue:
    """`org.apache.flink.runtime.state.heap.HeapPriorityQueueSet`: each timer once, the earliest first.

    Timers of one time come as the heap has them, which is neither the order in which they were added nor that of their
    keys. A timer that is added again changes nothing.

    Iterating gives the timers as they lie in the heap's array, which is the order of snapshots.

    Args:
        max_parallelism: The number of key groups, 1 to 32768.
        key_groups: Those whose timers are kept.

    Raises:
        WrongTypeError: An argument has the wrong type.
        ValueError: The max parallelism isn't 1 to 32768.
    """

    __slots__ = ("_elements", "_heap", "_key_groups", "_max_parallelism")

    def __init__(self, max_parallelism: int, key_groups: KeyGroupRange) -> None:
        groups = checked_max_parallelism(max_parallelism)
        _arguments.instance("key_groups", key_groups, KeyGroupRange, "write KeyGroupRange(0, 127)")
        self._max_parallelism, self._key_groups = groups, key_groups
        self._heap: list[_Element] = []
        self._elements: dict[tuple[int, Any, Any], _Element] = {}

    def __len__(self) -> int:
        return len(self._heap)

    def __iter__(self) -> Iterator[Timer]:
        return (element.timer for element in self._heap)

    def by_key_group(self) -> dict[int, list[Timer]]:
        """`KeyGroupPartitioner`: the timers of each key group that has some, as they lie in the heap's array."""
        groups: dict[int, list[Timer]] = {}
        for timer in self:
            groups.setdefault(key_group(timer.key, self._max_parallelism), []).append(timer)
        return groups

    def peek(self) -> Timer | None:
        """The timer that fires next; None where there is none."""
        return self._heap[0].timer if self._heap else None

    def add(self, timer: Timer) -> None:
        """Adds a timer if there is none that equals it.

        Raises:
            IllegalArgumentException: The key's group is not among the queue's.
            NullPointerException: Key or namespace is None.
            WrongTypeError: It is no `Timer`, or its time no integer.
            ValueError: Its time doesn't fit 64 bits.
        """
        place = self._place(timer)
        if place in self._elements:
            return
        element = self._elements[place] = _Element(timer, len(self._heap))
        self._heap.append(element)
        self._rise(element)

    def remove(self, timer: Timer) -> None:
        """Removes the timer that equals this one, if there is one.

        Raises:
            IllegalArgumentException: The key's group is not among the queue's.
            NullPointerException: Key or namespace is None.
        """
        element = self._elements.pop(self._place(timer), None)
        if element is not None:
            self._take_out(element)

    def poll(self) -> Timer:
        """Removes the timer that fires next from a queue that isn't empty."""
        element = self._heap[0]
        self._take_out(element)
        del self._elements[self._place(element.timer)]
        return element.timer

    def _place(self, timer: Timer) -> tuple[int, Any, Any]:
        """What a timer equals others by."""
        if not isinstance(timer, Timer):
            raise _no_timer(timer)
        group = key_group(timer.key, self._max_parallelism)
        if group not in self._key_groups:
            raise IllegalArgumentException(f"{self._key_groups} does not contain key group {group}")
        if timer.namespace is None:
            raise NullPointerException("a timer's namespace must not be null")
        return _arguments.int64("timestamp", timer.timestamp), stored(timer.key), stored_namespace(timer.namespace)

    # --- the heap: who has the index i has the children 2i + 1 and 2i + 2

    def _take_out(self, element: _Element) -> None:
        """The last element takes the free place, and sinks from there, or rises."""
        last = self._heap.pop()
        if last is element:
            return
        last.index = element.index
        self._sink(last)
        if last.index == element.index:
            self._rise(last)

    def _rise(self, element: _Element) -> None:
        heap, index = self._heap, element.index
        while index > 0:
            parent = heap[(index - 1) // 2]
            if element.timer.timestamp >= parent.timer.timestamp:
                break
            index, parent.index = parent.index, index
            heap[parent.index] = parent
        heap[index] = element
        element.index = index

    def _sink(self, element: _Element) -> None:
        heap, index = self._heap, element.index
        while True:
            children = heap[2 * index + 1 : 2 * index + 3]
            if not children:
                break
            least = min(children, key=_timestamp)  # the left one, where both have one time
            if least.timer.timestamp >= element.timer.timestamp:
                break
            index, least.index = least.index, index
            heap[least.index] = least
        heap[index] = element
        element.index = index


def _no_timer(timer: object) -> WrongTypeError:
    return WrongTypeError(f"timer must be a Timer, not {type(timer).__name__}: write Timer(timestamp, key, namespace)")


def _timestamp(element: _Element) -> int:
    return element.timer.timestamp
