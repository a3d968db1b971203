"""The keys of the benchmarks: the same in every run."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

_SEED = 20261121
LONGS = 4_000_000
STRINGS = 1_000_000
PURE = 20_000
"""How many of them the pure Python functions are given."""


@dataclass(frozen=True, slots=True, eq=False)
class Strings:
    """Packed strings: Arrow's layout.

    Attributes:
        texts: The strings.
        offsets: int32, one more than there are strings.
        data: UTF-8, uint8.
    """

    texts: list[str]
    offsets: np.ndarray
    data: np.ndarray


@cache
def longs() -> np.ndarray:
    """int64 over the whole range."""
    return np.random.default_rng(_SEED).integers(np.iinfo(np.int64).min, np.iinfo(np.int64).max, LONGS)


@cache
def strings(*, ascii_only: bool) -> Strings:
    """Strings of 10 to 20 characters, such as ids are; of every four, one has a German letter unless ASCII."""
    random = np.random.default_rng(_SEED)
    sizes = random.integers(10, 21, STRINGS).tolist()
    digits = bytes(random.integers(ord("0"), ord("9") + 1, 32 * STRINGS, np.uint8)).decode()
    umlauts = ("", "", "", "" if ascii_only else "ß")
    texts = [("user-" + umlauts[i % 4] + digits[32 * i : 32 * i + 20])[:size] for i, size in enumerate(sizes)]
    encoded = [text.encode() for text in texts]
    offsets = np.zeros(STRINGS + 1, np.int32)
    np.cumsum([len(text) for text in encoded], out=offsets[1:])
    return Strings(texts, offsets, np.frombuffer(b"".join(encoded), np.uint8))
