"""Random 64-bit words by place: the word at a place follows from the seed and the place alone (SplitMix64)."""

from __future__ import annotations

import hashlib
from typing import Final

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint64]

_STEP: Final = np.uint64(0x9E3779B97F4A7C15)
_FIRST: Final = np.uint64(0xBF58476D1CE4E5B9)
_SECOND: Final = np.uint64(0x94D049BB133111EB)


def words(seed: int, purpose: str, places: Words) -> Words:
    """A word for every place.

    Args:
        seed: Of the key set.
        purpose: What the words are for; other purposes have other words.
        places: From 0; any order, any part.
    """
    digest = hashlib.blake2b(f"{purpose}/{seed}".encode(), digest_size=8).digest()
    # In place: a temporary array a step would cost more than the arithmetic. uint64 wraps around, as it has to.
    mixed = places * _STEP
    mixed += np.uint64(int.from_bytes(digest, "little"))
    mixed ^= mixed >> np.uint64(30)
    mixed *= _FIRST
    mixed ^= mixed >> np.uint64(27)
    mixed *= _SECOND
    mixed ^= mixed >> np.uint64(31)
    return mixed


def below(random: Words, bound: int) -> Words:
    """Numbers from 0 to `bound - 1`; for bounds far below 2^64 the bias of the remainder is far below notice."""
    return random % np.uint64(bound)


def unit(random: Words) -> npt.NDArray[np.float64]:
    """Numbers in [0, 1) with all 53 bits."""
    return (random >> np.uint64(11)).astype(np.float64) * 2.0**-53
