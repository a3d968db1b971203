"""Counting: inputs are drawn as `check` draws them, until a port with a fault answers otherwise than a correct one."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Final

from jarparity.answers import same
from jarparity.faults import fault as faults
from jarparity.faults.fault import NotApplicable
from jarparity.faults.known import every_fault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON
    from jarparity.faults.fault import Fault, Wrong
    from jarparity.operations import Operation

FIRST: Final = 16
"""Inputs of the first chunk, as in the search; each chunk is twice as large as the one before, up to `MOST`."""

MOST: Final = 512

DEAR: Final = ("flink.state.checkpoint", "flink.state.savepoint", "kafka.group.coordinator")
"""Of these an input takes a port several milliseconds: no more are drawn than `check` draws by default."""


@dataclass(frozen=True, slots=True)
class Pursuit:
    """One fault of one operation, hunted from several seeds.

    Attributes:
        operation: The operation's name.
        fault: The fault's tag.
        draws: By seed, how many inputs were drawn until it was met; None where so many as were allowed didn't do.
    """

    operation: str
    fault: str
    draws: tuple[int | None, ...]

    @property
    def worst(self) -> int | None:
        """The most draws of any seed, or None where a seed never met it."""
        return None if None in self.draws else max(draw for draw in self.draws if draw is not None)

    @property
    def median(self) -> int | None:
        """The median of all seeds, or None where half of them never met it."""
        never = float("inf")
        middle = median(never if draw is None else draw for draw in self.draws)
        return None if middle == never else int(middle)


def hunted(operation: Operation) -> tuple[Fault, ...]:
    """The faults that affect an operation, those without a tag, too."""
    return tuple(fault for fault in every_fault() if operation.name in fault.operations)


def met(operation: Operation, seed: int, most: int) -> dict[str, int | None]:
    """By fault of the operation, how many inputs were drawn until it was met, or None.

    What is drawn, and the correct answers, are shared by all faults.

    Args:
        operation: The operation.
        seed: From which inputs are drawn.
        most: Inputs at most, and of dear operations as many as `check` draws.
    """
    most = min(most, operation.enough) if operation.name in DEAR else most
    wanted = hunted(operation)
    found: dict[str, int | None] = {fault.tag: None for fault in wanted}
    for before, inputs in chunks(operation, seed, most):
        left = [fault for fault in wanted if found[fault.tag] is None]
        if not left:
            break
        right = faults.answers([], operation.name, inputs)
        for fault in left:
            wrong = faults.answers([fault], operation.name, inputs)
            places = (place for place, pair in enumerate(zip(right, wrong, strict=True), before + 1) if _tells(*pair))
            found[fault.tag] = next(places, None)
    return found


def _tells(right: Wrong, wrong: Wrong) -> bool:
    """Whether the fault shows; a fault that says nothing of an input doesn't."""
    return not isinstance(right, NotApplicable) and not isinstance(wrong, NotApplicable) and not same(right, wrong)


def chunks(operation: Operation, seed: int, most: int) -> Iterator[tuple[int, list[JSON]]]:
    """What is drawn from a seed, in chunks, each with how many were drawn before it."""
    random = Random(f"{seed}/{operation.name}")  # noqa: S311 - reproducible, not secret
    drawn, size = 0, FIRST
    while drawn < most:
        inputs = [operation.draw(random) for _ in range(min(size, most - drawn))]
        yield drawn, inputs
        drawn, size = drawn + len(inputs), min(MOST, 2 * size)
