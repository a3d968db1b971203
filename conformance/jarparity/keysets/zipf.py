"""Ranks by Zipf's law: rank k comes up as often as k^-exponent says, among finitely many."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from jarparity.keysets.words import Words

MOST: Final = 10_000_000
"""Distinct keys at most: the table takes 8 bytes each, in every process that makes keys."""


def ranks(random: Words, exponent: float, distinct: int) -> Words:
    """The rank, from 0, that each random word stands for.

    Cost: a look-up by bisection a row in a table that is made once a process, 8 bytes for each distinct key.

    Args:
        random: Words.
        exponent: 0 is uniform; 1 is how words of a language are spread.
        distinct: How many ranks there are, at most `MOST`.
    """
    return np.searchsorted(_ends(exponent, distinct), random >> np.uint64(11), side="right").astype(np.uint64)


@lru_cache(maxsize=2)
def _ends(exponent: float, distinct: int) -> npt.NDArray[np.uint64]:
    """The first of 2^53 words that no longer means the rank."""
    cumulated = np.cumsum(np.arange(1, distinct + 1, dtype=np.float64) ** -exponent)
    ends: npt.NDArray[np.uint64] = np.floor(cumulated * (2.0**53 / cumulated[-1])).astype(np.uint64)
    ends[-1] = 2**53
    return ends
