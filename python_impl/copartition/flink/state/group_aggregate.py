"""`SELECT …, SUM(v) FROM … GROUP BY k` as a function on keyed state: accumulators, updates and retractions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from copartition.errors import IllegalArgumentException
from copartition.java.composites import ROW_KINDS
from copartition.java.ints import int64

if TYPE_CHECKING:
    from collections.abc import Iterator

    from copartition.flink.state.heap_backend import HeapKeyedStateBackend
    from copartition.flink.state.value_state import ValueState
    from copartition.java.keys import Key

Accumulator = TypeVar("Accumulator")
Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)
Value_contra = TypeVar("Value_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Change(Generic[Result]):
    """A record of a changelog.

    Attributes:
        kind: "+I" inserts, "-U" takes an old result back, "+U" gives the new one, "-D" deletes.
        key: The key that it is about.
        value: The value, or result.
    """

    kind: str
    key: Key
    value: Result

    def __post_init__(self) -> None:
        if self.kind not in ROW_KINDS:
            raise IllegalArgumentException(f"Change.kind must be one of {', '.join(ROW_KINDS)}, not {self.kind!r}")


class Aggregate(Protocol[Value_contra, Accumulator, Result_co]):
    """What is aggregated. Accumulators are immutable: each step gives a new one."""

    def create(self) -> Accumulator:
        """The accumulator of no records."""
        ...  # pragma: no cover - a protocol has no body

    def accumulate(self, accumulator: Accumulator, value: Value_contra) -> Accumulator:
        """With one record more."""
        ...  # pragma: no cover - a protocol has no body

    def retract(self, accumulator: Accumulator, value: Value_contra) -> Accumulator:
        """With one record less."""
        ...  # pragma: no cover - a protocol has no body

    def count(self, accumulator: Accumulator) -> int:
        """How many records are in it: at zero the key's state is cleared."""
        ...  # pragma: no cover - a protocol has no body

    def result(self, accumulator: Accumulator) -> Result_co:
        """What is emitted."""
        ...  # pragma: no cover - a protocol has no body


class CountAndSum:
    """`SUM(v)` over BIGINT beside `COUNT(*)`; both overflow as Java's long. An accumulator is (count, sum)."""

    def create(self) -> tuple[int, int]:
        """No records."""
        return 0, 0

    def accumulate(self, accumulator: tuple[int, int], value: int) -> tuple[int, int]:
        """One record more."""
        return int64(accumulator[0] + 1), int64(accumulator[1] + value)

    def retract(self, accumulator: tuple[int, int], value: int) -> tuple[int, int]:
        """One record less."""
        return int64(accumulator[0] - 1), int64(accumulator[1] - value)

    def count(self, accumulator: tuple[int, int]) -> int:
        """How many records."""
        return accumulator[0]

    def result(self, accumulator: tuple[int, int]) -> int:
        """The sum."""
        return accumulator[1]


class GroupAggregate(Generic[Value_contra, Accumulator, Result]):
    """`org.apache.flink.table.runtime.operators.aggregate.GroupAggFunction`, without state retention.

    A key's accumulator is created by its first record, updated by each one, and cleared when its record count is
    back to zero. A retraction of a key without state is dropped. A result that is as before is not emitted.

    Args:
        aggregate: What is aggregated.
        update_before: Whether "-U" goes before each "+U".
    """

    STATE = "accState"

    def __init__(self, aggregate: Aggregate[Value_contra, Accumulator, Result], *, update_before: bool) -> None:
        self._aggregate = aggregate
        self._update_before = update_before
        self._accumulators: ValueState[Accumulator | None]

    def open(self, backend: HeapKeyedStateBackend) -> None:
        """Gets the state."""
        self._accumulators = backend.value_state(self.STATE)

    def process_element(self, element: Change[Value_contra], current_key: Key) -> Iterator[Change[Result]]:
        """What a record changes in its key's result."""
        aggregate = self._aggregate
        accumulates = element.kind in ("+I", "+U")
        known = self._accumulators.value()
        if known is None and not accumulates:
            return
        before = aggregate.create() if known is None else known
        step = aggregate.accumulate if accumulates else aggregate.retract
        after = step(before, element.value)
        old, new = aggregate.result(before), aggregate.result(after)
        if aggregate.count(after) == 0:
            if known is not None:
                yield Change("-D", current_key, old)
            self._accumulators.clear()
            return
        self._accumulators.update(after)
        if known is None:
            yield Change("+I", current_key, new)
        elif old != new:
            if self._update_before:
                yield Change("-U", current_key, old)
            yield Change("+U", current_key, new)
