"""A key set: its kind, the keys' Java type, a seed; and any part of its rows.

Ranks by Zipf's law: rank k comes up as often as k^-exponent says, among finitely many.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from jarparity.keysets import adversarial, spelling, texts
from jarparity.keysets.names import CAPACITY, KINDS, TYPES, KeySetError
from jarparity.keysets.words import below, words

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

    from jarparity.keysets.words import Words


MOST_RANKED: Final = 10_000_000
"""Distinct keys at most: the table takes 8 bytes each, in every process that makes keys."""


def zipf_ranks(random: Words, exponent: float, distinct: int) -> Words:
    """The rank, from 0, that each random word stands for.

    Cost: a look-up by bisection a row in a table that is made once a process, 8 bytes for each distinct key.

    Args:
        random: Words.
        exponent: 0 is uniform; 1 is how words of a language are spread.
        distinct: How many ranks there are, at most `MOST_RANKED`.
    """
    return np.searchsorted(_ends(exponent, distinct), random >> np.uint64(11), side="right").astype(np.uint64)


@lru_cache(maxsize=2)
def _ends(exponent: float, distinct: int) -> npt.NDArray[np.uint64]:
    """The first of 2^53 words that no longer means the rank."""
    cumulated = np.cumsum(np.arange(1, distinct + 1, dtype=np.float64) ** -exponent)
    ends: npt.NDArray[np.uint64] = np.floor(cumulated * (2.0**53 / cumulated[-1])).astype(np.uint64)
    ends[-1] = 2**53
    return ends


_ZIPF_DISTINCT: Final = 1_000_000
_ONLY: Final = {"uuid": ("string", "bytes"), "unicode": ("string",)}
"""Kinds that only some types can spell."""


@dataclass(frozen=True, slots=True)
class KeySet:
    """Rows that follow from these fields and their number alone, so that any split of them gives the same keys.

    Attributes:
        kind: One of `KINDS`.
        key_type: One of `TYPES`.
        seed: Another seed, other keys (but for `sequential`, which has no chance in it).
        distinct: `uniform` and `zipf`: how many keys there are to draw from. 0 stands for all that the type has
            (`uniform`), or a million (`zipf`), or as many as a smaller type has.
        exponent: `zipf`: how steep; at 1, the key of rank k comes up 1/k times as often as the first.

    Raises:
        KeySetError: These fields don't go together.
    """

    kind: str
    key_type: str = "string"
    seed: int = 0
    distinct: int = 0
    exponent: float = 1.0

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise KeySetError(f"kind {self.kind!r}: one of {', '.join(KINDS)}")
        if self.key_type not in TYPES:
            raise KeySetError(f"type {self.key_type!r}: one of {', '.join(TYPES)}")
        if self.key_type not in _ONLY.get(self.kind, TYPES):
            raise KeySetError(f"kind {self.kind}: keys are {' or '.join(_ONLY[self.kind])}, not {self.key_type}")
        self._refuse_distinct()
        if not 0 <= self.exponent <= 100:  # noqa: PLR2004 - beyond it every key is the first
            raise KeySetError(f"exponent {self.exponent}: from 0 (uniform) to 100")

    def _refuse_distinct(self) -> None:
        if self.distinct and self.kind not in ("uniform", "zipf"):
            raise KeySetError(f"distinct {self.distinct}: only uniform and zipf draw from a number of keys")
        if self.distinct < 0:
            raise KeySetError(f"distinct {self.distinct}: at least 1")
        capacity = CAPACITY[self.key_type]
        if self.distinct > capacity:
            raise KeySetError(f"distinct {self.distinct}: {self.key_type} tells {capacity:,} ids apart")
        if self.kind == "zipf" and self.distinct > MOST_RANKED:
            raise KeySetError(f"distinct {self.distinct}: for zipf at most {MOST_RANKED:,}")

    @property
    def rows_at_most(self) -> int:
        """How many rows it has: sequential ids end where their type does."""
        return CAPACITY[self.key_type] if self.kind == "sequential" else 2**58

    def rows(self, start: int, stop: int) -> Any:  # noqa: ANN401 - pyarrow has no types
        """The keys of the rows from `start` to before `stop`, as an Arrow array.

        Cost: linear in the rows; memory about 100 bytes a row, so ask for some hundred thousand at a time.

        Raises:
            KeySetError: The set ends before `stop`.
        """
        if not 0 <= start <= stop <= self.rows_at_most:
            raise KeySetError(
                f"rows {start} to {stop}: {self.kind} keys of type {self.key_type} are {self.rows_at_most:,}; "
                "take another type or fewer keys"
            )
        numbers: Words = np.arange(start, stop, dtype=np.uint64)
        return _MAKERS[self.kind](self, numbers)


def _uniform(keys: KeySet, rows: Words) -> Any:  # noqa: ANN401 - pyarrow has no types
    random = words(keys.seed, "uniform", rows)
    if keys.distinct:
        return spelling.spelled(below(random, keys.distinct), keys.key_type)
    return spelling.uniform(random, keys.key_type)


def _zipf(keys: KeySet, rows: Words) -> Any:  # noqa: ANN401 - as above
    distinct = keys.distinct or min(_ZIPF_DISTINCT, CAPACITY[keys.key_type])
    ranks = zipf_ranks(words(keys.seed, "zipf", rows), keys.exponent, distinct)
    return spelling.spelled(ranks, keys.key_type)


_MAKERS: Final[dict[str, Callable[[KeySet, Words], Any]]] = {
    "uniform": _uniform,
    "zipf": _zipf,
    "sequential": lambda keys, rows: spelling.spelled(rows, keys.key_type),
    "uuid": lambda keys, rows: texts.uuids(keys.seed, rows, text=keys.key_type == "string"),
    "unicode": lambda keys, rows: texts.unicode(keys.seed, rows),
    "adversarial": lambda keys, rows: adversarial.adversarial(keys.seed, rows, keys.key_type),
}
