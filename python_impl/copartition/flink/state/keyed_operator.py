"""An operator that processes elements key by key, and what it does to be rescaled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Protocol, SupportsIndex, TypeVar

from copartition import _arguments
from copartition.errors import IllegalArgumentException, NullPointerException, RuntimeException
from copartition.flink.assignment import range_of_operator
from copartition.flink.releases import NEWEST
from copartition.flink.state.heap_backend import HeapKeyedStateBackend

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from copartition.flink.state.snapshot import KeyedStateSnapshot
    from copartition.java.keys import Key

Element = TypeVar("Element")
Output = TypeVar("Output")
Element_contra = TypeVar("Element_contra", contravariant=True)
Output_co = TypeVar("Output_co", covariant=True)


class KeyedProcessFunction(Protocol[Element_contra, Output_co]):
    """`org.apache.flink.streaming.api.functions.KeyedProcessFunction`: what happens to the elements of a key."""

    def open(self, backend: HeapKeyedStateBackend) -> None:
        """Called once, before the first element: the place to get states."""
        ...  # pragma: no cover - a protocol has no body

    def process_element(self, element: Element_contra, current_key: Key) -> Iterable[Output_co]:
        """Processes an element, whose key is the current one, and emits what it yields."""
        ...  # pragma: no cover - a protocol has no body


class KeyedProcessOperator(Generic[Element, Output]):
    """`org.apache.flink.streaming.api.operators.KeyedProcessOperator`: one parallel subtask of it.

    Args:
        function: What happens to an element.
        key_selector: Takes the key out of an element.
        max_parallelism: The number of key groups, 1 to 32768.
        parallelism: How many subtasks there are.
        operator: The index of this one.
        restored: Snapshots of all subtasks of the job before, at whatever parallelism it had.
        version: The release of Flink whose behaviour it has.

    Raises:
        IllegalArgumentException: There is no such subtask, or no such range of key groups.
        ValueError: The version is unknown.
    """

    def __init__(  # noqa: PLR0913 - what places a subtask in its job
        self,
        function: KeyedProcessFunction[Element, Output],
        key_selector: Callable[[Element], Key],
        max_parallelism: SupportsIndex,
        parallelism: SupportsIndex,
        operator: SupportsIndex,
        restored: Iterable[KeyedStateSnapshot] = (),
        *,
        version: str = NEWEST,
    ) -> None:
        if _arguments.int32("operator", operator) >= _arguments.int32("parallelism", parallelism):
            raise IllegalArgumentException("Task index must be less than parallelism.")
        groups = range_of_operator(max_parallelism, parallelism, operator)
        self.backend = HeapKeyedStateBackend(max_parallelism, groups, restored, version=version)
        self._function = function
        self._key_selector = key_selector
        function.open(self.backend)

    def process_element(self, element: Element) -> list[Output]:
        """`setKeyContextElement1`, then `processElement`: what the function emits.

        Raises:
            RuntimeException: The backend refuses the key: it is None, or from Flink 1.17 on another subtask's. The
                context is half updated then, see `HeapKeyedStateBackend.set_current_key`.
            IllegalArgumentException: Before 1.17, from a state that the function asks: the key is another subtask's.
        """
        try:
            self.backend.set_current_key(self._key_selector(element))
        except (IllegalArgumentException, NullPointerException) as refused:
            raise RuntimeException(f"Exception occurred while setting the current key context. {refused}") from refused
        return list(self._function.process_element(element, self.backend.current_key))

    def snapshot(self) -> KeyedStateSnapshot:
        """What this subtask contributes to a checkpoint."""
        return self.backend.snapshot()
