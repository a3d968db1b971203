"""Keys made to order: of a given hash code, or with the same hash as each other.

Both hashes are turned round here: Flink's murmur of a hash code is a bijection, and the last four bytes that Kafka's
murmur2 reads can bring it to any value.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from jarparity.keysets.words import Words, below
from jarparity.values.boundary import MURMUR_MINIMUM

Words32 = npt.NDArray[np.uint32]

STRIDE: Final = 2**15 * 45
"""What hashes of one place are multiples of: key group 0 of all powers of two, of 720, 1440 and so on."""

_MULTIPLES: Final = 2**31 // STRIDE

_EXTREMES: Final = np.array([0x80000000, 0x7FFFFFFF, 0, 0xFFFFFFFF, MURMUR_MINIMUM & 0xFFFFFFFF], np.uint32)
"""Hash codes at which signs go wrong: MIN_VALUE and MAX_VALUE, 0 and -1, and the one whose murmur is MIN_VALUE."""

_ENGLISH: Final = tuple(np.frombuffer(text.encode(), np.uint8) for text in ("Aa", "BB"))
"""One `String.hashCode()`."""

_CHINESE: Final = tuple(np.frombuffer(text.encode(), np.uint8) for text in ("en8y", "叫+"))
"""Wherever a word of murmur2 is the second in place of the first, its top bit is another one: two such words undo
each other, for the top bit comes through a multiplication as it is."""

_WORDS: Final = 24
"""Words a string that collides."""

_M: Final = 0x5BD1E995
_M_INVERSE: Final = pow(_M, -1, 2**32)
_SEED: Final = 0x9747B28C


def hash_codes(random: Words) -> Words32:
    """Half of them extremes, half of one place: key group 0, whatever usual max parallelism the job has."""
    return _extremes_or(of_key_group_zero(random >> np.uint64(8)), random)


def murmur2_results(random: Words) -> Words32:
    """Half of them extremes, half of one place: partition 0 of 2, 3, 4, 5, 6, 8, 9, 10, 12 and many more."""
    multiple = (below(random >> np.uint64(8), _MULTIPLES) * np.uint64(STRIDE)).astype(np.uint32)
    # Kafka clears the sign before it takes the remainder.
    sign = (random >> np.uint64(31)).astype(np.uint32) & np.uint32(1 << 31)
    return _extremes_or(multiple | sign, random)


def of_key_group_zero(random: Words) -> Words32:
    """Hash codes whose murmur is a multiple of `STRIDE`, or of its negative, which Java makes positive."""
    multiple = (below(random, _MULTIPLES) * np.uint64(STRIDE)).astype(np.uint32)
    negative = (random >> np.uint64(40)) & np.uint64(1) == 1
    return _murmur_source(np.where(negative, np.uint32(0) - multiple, multiple))


def strings_of_hash(prefix: Words, target: Words32) -> npt.NDArray[np.uint8]:
    """Eleven ASCII characters a row with the target as `String.hashCode()`.

    Args:
        prefix: Chooses the first four letters, which can be any.
        target: The hash codes.
    """
    letters = np.empty((len(prefix), 11), np.uint8)
    for i in range(4):
        letters[:, i] = ord("a") + below(prefix >> np.uint64(8 * i), 26)
    code = np.zeros(len(prefix), np.uint32)
    for i in range(4):
        code = code * np.uint32(31) + letters[:, i]
    # Seven base-31 digits reach any 32-bit rest; they are counted from `A`.
    base = np.uint32(sum(ord("A") * 31**i for i in range(7)) & 0xFFFFFFFF)
    rest = (target - code * np.uint32(31**7 & 0xFFFFFFFF) - base).astype(np.uint64)
    for i in range(10, 3, -1):
        letters[:, i] = ord("A") + rest % np.uint64(31)
        rest //= np.uint64(31)
    return letters


def colliding_strings(random: Words) -> npt.NDArray[np.uint8]:
    """Strings of 24 words, `Aa` or `BB`: any two have one hash code.

    Args:
        random: A bit of it chooses a word.
    """
    bits = (random[:, None] >> np.arange(_WORDS, dtype=np.uint64)) & np.uint64(1)
    return _of_words(_ENGLISH, bits)


def colliding_in_murmur2(random: Words) -> npt.NDArray[np.uint8]:
    """Strings of 24 words of four bytes; their UTF-8 has one murmur2: one partition, however many Kafka has.

    Args:
        random: A bit of it chooses a word, but for the last, which makes the number of second words even.
    """
    bits = (random[:, None] >> np.arange(_WORDS, dtype=np.uint64)) & np.uint64(1)
    bits[:, -1] = bits[:, :-1].sum(axis=1) & np.uint64(1)
    return _of_words(_CHINESE, bits)


def bytes_of_murmur2(prefix: Words, target: Words32) -> npt.NDArray[np.uint8]:
    """Twelve bytes a row with the target as Kafka's murmur2.

    Args:
        prefix: The first eight bytes, which can be any.
        target: murmur2's results, as 32 bits.
    """
    first, second = prefix.astype(np.uint32), (prefix >> np.uint64(32)).astype(np.uint32)
    before = np.full(len(prefix), _SEED ^ 12, np.uint32)
    for word in (first, second):
        before = before * np.uint32(_M) ^ _scrambled(word)
    after = target ^ target >> np.uint32(15) ^ target >> np.uint32(30)
    after = after * np.uint32(_M_INVERSE)
    after = after ^ after >> np.uint32(13) ^ after >> np.uint32(26)
    last = _unscrambled(after ^ before * np.uint32(_M))
    return np.stack([first, second, last], axis=1).astype("<u4").view(np.uint8).reshape(-1, 12)


def _extremes_or(others: Words32, random: Words) -> Words32:
    extreme = _EXTREMES[below(random, len(_EXTREMES)).astype(np.int64)]
    return np.where(random >> np.uint64(63) == 0, extreme, others)


def _of_words(pair: tuple[npt.NDArray[np.uint8], ...], bits: Words) -> npt.NDArray[np.uint8]:
    rows, length = bits.shape
    return np.stack(pair)[bits.astype(np.int64)].reshape(rows, length * len(pair[0]))


def _scrambled(word: Words32) -> Words32:
    """How murmur2 prepares a word."""
    word = word * np.uint32(_M)
    word = word ^ word >> np.uint32(24)
    return word * np.uint32(_M)


def _unscrambled(word: Words32) -> Words32:
    word = word * np.uint32(_M_INVERSE)
    word = word ^ word >> np.uint32(24)
    return word * np.uint32(_M_INVERSE)


def _murmur_source(mixed: Words32) -> Words32:
    """The hash code that Flink's murmur turns into this, before the sign goes: its steps backwards."""
    word = mixed ^ mixed >> np.uint32(16)
    word = word * np.uint32(pow(0xC2B2AE35, -1, 2**32))
    word = word ^ word >> np.uint32(13) ^ word >> np.uint32(26)
    word = word * np.uint32(pow(0x85EBCA6B, -1, 2**32))
    word = word ^ word >> np.uint32(16)
    word = word ^ np.uint32(4)
    word = (word - np.uint32(0xE6546B64)) * np.uint32(pow(5, -1, 2**32))
    word = word >> np.uint32(13) | word << np.uint32(19)
    word = word * np.uint32(pow(0x1B873593, -1, 2**32))
    word = word >> np.uint32(15) | word << np.uint32(17)
    code: Words32 = word * np.uint32(pow(0xCC9E2D51, -1, 2**32))
    return code
