"""Cases in chunks, each drawn from a seed of its own: the same whichever process draws them, in whatever order."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

from jarparity.answers import canonical

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.answers import JSON
    from jarparity.columns import Kind
    from jarparity.operations import Operation

MOST: Final = 500
"""Inputs of a chunk, where they cost least: a task then ends every few seconds, and another takes over."""

ROWS: Final = 50_000
"""As many rows of a column as a chunk of dearer inputs counts (`SeededInput.rows`)."""

BY_STRATEGY: Final = 50
"""Inputs of a chunk that Hypothesis draws: milliseconds each."""

_STRATEGY_SHARE: Final = 8
"""Where an operation's inputs are drawn without Hypothesis, its strategy draws every eighth chunk: it knows edges."""

_BACKEND: Final = "jarparity-seeded"


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some inputs of an operation.

    Attributes:
        operation: The operation.
        number: Its place among the operation's chunks, from 0; with the seed it settles what is drawn.
        size: How many inputs.
    """

    operation: Operation
    number: int
    size: int

    def draw(self, seed: int) -> list[JSON]:
        """The inputs. Cost: 10 to 300 µs each, 1 to 20 ms where Hypothesis draws them."""
        if _is_by_strategy(self.operation, self.number):
            return _by_strategy(self.operation, f"{seed}/{self.operation.name}/{self.number}", self.size)
        seeded = self.operation.load_seeded()
        if seeded is None:
            return _rows_of_columns(self, seed)
        random = Random(f"{seed}/{self.operation.name}/{self.number}")  # noqa: S311 - reproducible, not secret
        return [seeded(random) for _ in range(self.size)]


def chunks(operations: Sequence[Operation], cases: int) -> Iterator[Chunk]:
    """The chunks that hold so many cases of each operation; neighbours are of different operations.

    So a run of neighbours, which is what a task gets, costs about as much as any other of its length.
    """
    left = {operation.name: cases for operation in operations}
    for number in count():
        wanting = [operation for operation in operations if left[operation.name]]
        if not wanting:
            return
        for operation in wanting:
            size = min(_size(operation, number), left[operation.name])
            yield Chunk(operation, number, size)
            left[operation.name] -= size


def _is_by_strategy(operation: Operation, number: int) -> bool:
    return (operation.seeded is None and operation.bulk is None) or number % _STRATEGY_SHARE == _STRATEGY_SHARE - 1


def _size(operation: Operation, number: int) -> int:
    if _is_by_strategy(operation, number):
        return BY_STRATEGY
    return MOST if operation.seeded is None else max(1, min(MOST, ROWS // operation.seeded.rows))


def _rows_of_columns(chunk: Chunk, seed: int) -> list[JSON]:
    """Rows of a column as single inputs; every chunk's column is of the operation's next kind."""
    import numpy as np  # noqa: PLC0415 - as below

    from jarparity.check.volume import random_column, random_parameters, row_input  # noqa: PLC0415 - imports numpy

    bulk = chunk.operation.bulk
    if bulk is None:
        raise ValueError(f"{chunk.operation.name} takes no columns")
    kind: Kind = bulk.kinds[chunk.number % len(bulk.kinds)]  # type: ignore[assignment] # the catalogue's are Kinds
    random = np.random.default_rng([seed, crc32(chunk.operation.name.encode()), chunk.number])
    parameters = random_parameters(chunk.operation, bulk, random)
    column = random_column(kind, chunk.size, random, bulk)
    return [row_input(bulk, parameters, column, row) for row in range(chunk.size)]


class _EnoughError(AssertionError):
    """Tells Hypothesis to stop."""


def _by_strategy(operation: Operation, name: str, size: int) -> list[JSON]:
    """Distinct inputs of the operation's Hypothesis strategy, repeated where it has fewer."""
    import hypothesis  # noqa: PLC0415 - slow to import
    from hypothesis import strategies as st  # noqa: PLC0415

    drawn: dict[str, JSON] = {}

    def keep(batch: list[Any]) -> None:
        drawn.update((canonical(document), document) for document in batch)
        if len(drawn) >= size:
            raise _EnoughError

    # Lists, as in `search`: what Hypothesis needs for an example it then needs for sixteen inputs.
    test = hypothesis.settings(
        max_examples=size,
        database=None,
        deadline=None,
        backend=seeded_backend(),
        phases=(hypothesis.Phase.generate,),
        suppress_health_check=list(hypothesis.HealthCheck),
        verbosity=hypothesis.Verbosity.quiet,
    )(hypothesis.given(st.lists(operation.load_strategy(), min_size=1, max_size=16))(keep))
    with suppress(_EnoughError):
        hypothesis.seed(crc32(name.encode()))(test)()
    found = list(drawn.values())
    return [found[i % len(found)] for i in range(size)]


def seeded_backend() -> str:
    """Names a source of choices for Hypothesis that doesn't look round for constants in the modules that are loaded.

    Those are other ones in every process, and after every edit, and so would be what is drawn.
    """
    from hypothesis.internal.conjecture.providers import AVAILABLE_PROVIDERS, HypothesisProvider  # noqa: PLC0415

    if _BACKEND in AVAILABLE_PROVIDERS:
        return _BACKEND

    class Seeded(HypothesisProvider):  # type: ignore[misc, unused-ignore] # Hypothesis exports it without a type
        def _maybe_draw_constant(self, *_: object, **__: object) -> None:
            return None

    AVAILABLE_PROVIDERS[_BACKEND] = Seeded
    return _BACKEND
