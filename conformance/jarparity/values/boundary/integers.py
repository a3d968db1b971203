"""Integers at which ports go wrong: signs, the ends of each width, folded longs, limits of parallelism."""

from __future__ import annotations

MURMUR_MINIMUM = -2089875627
"""The one hash code that Flink's murmur turns into MIN_VALUE, which then becomes 0."""


def _ends(bits: int) -> dict[str, int]:
    top = 1 << (bits - 1)
    return {"max": top - 1, "min": -top, "max-less-one": top - 2, "min-plus-one": 1 - top}


_SMALL = {"zero": 0, "one": 1, "minus-one": -1, "two": 2, "minus-two": -2, "seven": 7, "minus-seven": -7}

INT8: dict[str, int] = {**_SMALL, **_ends(8), "forty-two": 42, "minus-hundred": -100}

INT16: dict[str, int] = {
    **_SMALL,
    **_ends(16),
    "byte-max": 127,
    "above-byte": 128,
    "byte-min": -128,
    "below-byte": -129,
    "two-hundred-fifty-five": 255,
    "two-hundred-fifty-six": 256,
}

INT32: dict[str, int] = {
    **_SMALL,
    **_ends(32),
    "short-max": 32767,
    "above-short": 32768,
    "short-min": -32768,
    "sixteen-bits": 0xFFFF,
    "seventeen-bits": 0x10000,
    "alternating-five": 0x55555555,
    "alternating-a": 0xAAAAAAAA - (1 << 32),
    "murmur-minimum": MURMUR_MINIMUM,
    "million": 1_000_000,
    "minus-million": -1_000_000,
    "epoch-seconds": 1_700_000_000,
}

INT64: dict[str, int] = {
    **_SMALL,
    **_ends(64),
    "int-max": 2**31 - 1,
    "above-int": 2**31,
    "int-min": -(2**31),
    "below-int": -(2**31) - 1,
    "thirty-two-bits": 2**32 - 1,
    "thirty-three-bits": 2**32,
    "minus-thirty-three-bits": -(2**32),
    "forty-one-bits": 2**40,
    "double-exact": 2**53,
    "beyond-double": 2**53 + 1,
    "equal-halves": 0x1234567812345678,
    "opposite-halves": 0x0000000F_FFFFFFF0,
    "high-sign-only": -(2**63) + 2**31,
    "murmur-minimum-low": MURMUR_MINIMUM & 0xFFFFFFFF,
    "murmur-minimum-negative": ~(MURMUR_MINIMUM & 0xFFFFFFFF),
    "epoch-millis": 1_700_000_000_123,
    "before-epoch": -86_400_001,
    "snowflake": 1_288_834_974_657 << 22,
}

HASH_CODES: dict[str, int] = {
    **INT32,
    "murmur-minimum-neighbour": MURMUR_MINIMUM + 1,
    "golden-ratio": 0x9E3779B9 - (1 << 32),
    "true": 1231,
    "false": 1237,
    "nan": 2146959360,
    "string-a": 97,
    "high-bit-pair": 0xC0000000 - (1 << 32),
}

PARALLELISMS: dict[str, int] = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "seven": 7,
    "ten": 10,
    "eighty-five": 85,
    "eighty-six": 86,
    "hundred": 100,
    "below-128": 127,
    "128": 128,
    "above-128": 129,
    "171": 171,
    "172": 172,
    "1000": 1000,
    "21845": 21845,
    "21846": 21846,
    "upper-bound": 32768,
    "above-bound": 32769,
    "zero": 0,
    "minus-one": -1,
    "max-int": 2**31 - 1,
    "min-int": -(2**31),
}

MAX_PARALLELISMS: dict[str, int] = {
    **{f"max-{most}": most for most in (1, 2, 3, 7, 10, 100, 127, 128, 129, 720, 1000, 4096, 32767, 32768, 32769, 0)},
    "max-minus-1": -1,
    "max-minus-128": -128,
    "max-int": 2**31 - 1,
    "min-int": -(2**31),
}

PARTITIONS: dict[str, int] = {
    f"of-{count}": count for count in (1, 2, 3, 5, 6, 7, 10, 12, 15, 16, 50, 128, 999, 4096, 100_000, 0)
}

BIG_INTEGERS: dict[str, int] = {
    "zero": 0,
    "one": 1,
    "minus-one": -1,
    "int-max": 2**31 - 1,
    "above-int": 2**31,
    "int-min": -(2**31),
    "one-word": 2**32 - 1,
    "minus-one-word": 1 - 2**32,
    "two-words": 2**32,
    "minus-two-words": -(2**32),
    "long-max": 2**63 - 1,
    "above-long": 2**63,
    "long-min": -(2**63),
    "below-long": -(2**63) - 1,
    "three-words": 2**64,
    "published": 123456789012345678901,
    "all-ones": 2**128 - 1,
    "ten-to-100": 10**100,
    "minus-ten-to-100": -(10**100),
}
