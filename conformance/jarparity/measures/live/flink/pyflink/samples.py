"""The keys of the scenario `pyflink`, made here and, by the same code, in the environment that has PyFlink.

It imports nothing but the standard library: PyFlink's environment has no other package of the kit's.
"""

from __future__ import annotations

import datetime
import math
import uuid
from decimal import Decimal
from random import Random
from typing import Final

PICKLED: Final = "none"
"""Stands for `key_by` without a `key_type`."""

_SEED: Final = 20261121
_EACH: Final = 40
"""Keys of a type at least."""

_TEXTS: Final = ("", "a", "Größe", "😀", "user_1", "x" * 300)
_NUMBERS: Final = (0, 1, -1, 2, -2)
_FLOATS: Final = (0.0, -0.0, 1.0, -1.5, math.inf, -math.inf, math.nan)
_BITS: Final = {"BYTE": 8, "SHORT": 16, "INT": 32, "LONG": 64}


def typed_keys() -> dict[str, list[object]]:
    """By `key_type`, as `Types` names it, the keys. A tuple is of a string and a long, and so is a row."""
    random = Random(_SEED)  # noqa: S311 - the same keys in every run
    texts = [*_TEXTS, *(f"user_{random.randrange(10**6)}" for _ in range(_EACH))]
    whole = {
        kind: [*_NUMBERS, -(2 ** (bits - 1)), 2 ** (bits - 1) - 1, *(_signed(random, bits) for _ in range(_EACH))]
        for kind, bits in _BITS.items()
    }
    doubles = [*_FLOATS, *(random.uniform(-1e6, 1e6) for _ in range(_EACH))]
    # What a float can't hold, PyFlink rounds; these it can.
    singles = [*_FLOATS, *(random.randrange(-(2**20), 2**20) / 64 for _ in range(_EACH))]
    decimals = [Decimal(text) for text in ("0", "1.0", "1.00", "-1", "0.001", "123456789012345678901234567890.5")]
    pairs = [(text, _signed(random, 64)) for text in texts]
    return {
        "STRING": list(texts),
        **{kind: list(numbers) for kind, numbers in whole.items()},
        "FLOAT": list(singles),
        "DOUBLE": list(doubles),
        "BOOLEAN": [True, False],
        "BIG_DEC": [*decimals, *(Decimal(random.randrange(10**12)).scaleb(-3) for _ in range(_EACH))],
        "TUPLE": list(pairs),
        "ROW": list(pairs),
    }


def pickled_keys() -> list[object]:
    """Keys for `key_by` without a `key_type`: of the same types and of others, alone and in tuples, lists and dicts."""
    keys = [key for kind, keys in typed_keys().items() if kind != "ROW" for key in keys[:_EACH]]
    random = Random(_SEED)  # noqa: S311 - as above
    text = "ab"
    start = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
    return [
        *keys,
        None,
        2**70,
        -(2**2100),
        *(random.randbytes(size) for size in range(_EACH)),
        b"y" * 70_000,
        "x" * 70_000,
        bytearray(b"ab"),
        # Equal, with two pickles: the same object twice, and two.
        (text, text),
        (text, "".join(list(text))),
        (1, (2, ("a", None))),
        [1, "a", [2.0]],
        {"a": 1, "b": [True]},
        {1},
        complex(1, 2),
        start,
        start.replace(tzinfo=None),
        *(start.date() + datetime.timedelta(days) for days in range(5)),
        start.time(),
        datetime.timedelta(1, 2, 3),
        *(uuid.UUID(int=random.getrandbits(128)) for _ in range(5)),
    ]


def keys_of(kind: str) -> list[object]:
    """The keys of a type, or of `PICKLED`."""
    return pickled_keys() if kind == PICKLED else typed_keys()[kind]


def _signed(random: Random, bits: int) -> int:
    return random.getrandbits(bits) - (1 << (bits - 1))
