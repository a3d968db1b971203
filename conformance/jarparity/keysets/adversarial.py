"""Keys at which ports go wrong: collisions, one place for all, extreme hashes, edges, very long ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pyarrow as pa

from jarparity.keysets import collisions, spelling
from jarparity.keysets.words import Words, below, words
from jarparity.values.boundary import KEYS, SERIALIZED, STRINGS

VERY_LONG: Final = 10_000
"""Characters, or bytes, of the longest keys."""

_LONG_SHARE: Final = 4096
"""One row of so many is a very long one: on average it adds the length of a short key to a row."""

_Maker = Callable[[Words], Any]


def adversarial(seed: int, rows: Words, key_type: str) -> Any:  # noqa: ANN401 - pyarrow has no types
    """A key of one of the type's families for every row, each family as often."""
    random = words(seed, "adversarial/key", rows)
    share = words(seed, "adversarial/family", rows)
    makers: list[_Maker] = _FAMILIES.get(key_type, [lambda random: spelling.uniform(random, key_type)])
    families = [lambda random: _edges(random, key_type), *makers]
    of_row = below(share, len(families)).astype(np.int64)
    if key_type in ("string", "bytes"):
        families.append(lambda random: _very_long(random, text=key_type == "string"))
        of_row[(share >> np.uint64(32)) % np.uint64(_LONG_SHARE) == 0] = len(families) - 1
    parts = [family(random[of_row == number]) for number, family in enumerate(families)]
    return spelling.interleaved(parts, of_row)


def _edges(random: Words, key_type: str) -> Any:  # noqa: ANN401 - as above
    """What the kit's own vectors are made of, so far as a file can hold it."""
    match key_type:
        case "string":
            values = pa.array([text for text in STRINGS.values() if not _has_surrogates(text)])
        case "bytes":
            values = pa.array(list(SERIALIZED.values()))
        case "double" | "float":
            # By their bits: a conversion would make one NaN of all.
            bits = np.array([int(text, 16) for text in KEYS[key_type].values()], np.uint64)
            values = pa.array(bits.view("f8") if key_type == "double" else bits.astype("u4").view("f4"))
        case "boolean":
            values = pa.array([True, False])
        case _:
            values = pa.array([int(text) for text in KEYS[key_type].values()], spelling.arrow_type(key_type))
    return values.take(pa.array(below(random, len(values))))


def _has_surrogates(text: str) -> bool:
    """Whether UTF-8, and so every file, has no place for a part of it."""
    return any("\ud800" <= character <= "\udfff" for character in text)


def _strings_of_hash(random: Words) -> Any:  # noqa: ANN401 - as above
    codes = collisions.hash_codes(_others(random))
    return spelling.rectangle(collisions.strings_of_hash(random, codes), text=True)


def _bytes_of_murmur2(random: Words) -> Any:  # noqa: ANN401 - as above
    target = collisions.murmur2_results(_others(random))
    return spelling.rectangle(collisions.bytes_of_murmur2(random, target), text=False)


def _longs(random: Words) -> Any:  # noqa: ANN401 - as above
    return spelling.fixed(_of_folded_hash(random).view(np.int64))


def _doubles(random: Words) -> Any:  # noqa: ANN401 - as above
    # A NaN has one hash code whatever its bits; with the exponent's top bit cleared it is none.
    return spelling.fixed(_of_folded_hash(random & np.uint64(2**64 - 1 - 2**62)).view(np.float64))


def _of_folded_hash(random: Words) -> Words:
    """64 bits whose two halves, one xor the other, are a chosen hash code."""
    high = random & np.uint64(0xFFFFFFFF00000000)
    codes = collisions.hash_codes(_others(random)).astype(np.uint64)
    return high | (high >> np.uint64(32) ^ codes)


def _others(random: Words) -> Words:
    """Other words, for a row's second choice: on their upper bits, which choose, all bits of the first have a say."""
    return random * np.uint64(0x9E3779B97F4A7C15)


def _integers(random: Words) -> Any:  # noqa: ANN401 - as above
    return spelling.fixed(collisions.hash_codes(random).view(np.int32))


def _very_long(random: Words, *, text: bool) -> Any:  # noqa: ANN401 - as above
    rows = np.full((len(random), VERY_LONG), ord("x"), np.uint8)
    rows[:, -16:] = ord("a") + (random[:, None] >> np.arange(0, 64, 4, dtype=np.uint64)) % np.uint64(16)
    return spelling.rectangle(rows, text=text)


_FAMILIES: Final[dict[str, list[_Maker]]] = {
    "string": [
        lambda random: spelling.rectangle(collisions.colliding_strings(random), text=True),
        lambda random: spelling.rectangle(collisions.colliding_in_murmur2(random), text=True),
        _strings_of_hash,
    ],
    "bytes": [
        lambda random: spelling.rectangle(collisions.colliding_in_murmur2(random), text=False),
        _bytes_of_murmur2,
    ],
    "long": [_longs],
    "integer": [_integers],
    "double": [_doubles],
}
"""By type, what it has beside its edges; other types are small enough that every value comes up."""
