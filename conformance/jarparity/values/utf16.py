"""Java's view of a string: UTF-16 units. The kit's own few lines, independent of the port that it judges."""

from __future__ import annotations

import json
import re
import struct
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_SURROGATE = re.compile("[\ud800-\udfff]")
_MASK = 0xFFFFFFFF
_SIGN = 0x80000000
_ONE_BYTE, _TWO_BYTES = 0x80, 0x800


@lru_cache(maxsize=4096)
def units(text: str) -> tuple[int, ...]:
    """The UTF-16 units of a string; a lone surrogate is one unit."""
    packed = text.encode("utf-16-le", "surrogatepass")
    return struct.unpack(f"<{len(packed) // 2}H", packed)


def from_units(codes: Iterable[int]) -> str:
    """The string of these UTF-16 units; pairs of surrogates become one character."""
    return b"".join(code.to_bytes(2, "little") for code in codes).decode("utf-16-le", "surrogatepass")


@lru_cache(maxsize=4096)
def string_hash(text: str) -> int:
    """`String.hashCode()`, signed."""
    code = 0
    for unit in units(text):
        code = 31 * code + unit & _MASK
    return signed(code)


def signed(number: int) -> int:
    """The low 32 bits as Java's int."""
    return ((number & _MASK) ^ _SIGN) - _SIGN


def joined(text: str) -> str:
    """The same Java string in Python's one form: a high and a low surrogate in a row become one character."""
    return from_units(units(text))


def has_lone_surrogate(text: str) -> bool:
    """Whether a string in this canonical JSON has half of a surrogate pair alone; Java's may, and UTF-8 has none."""
    # Reading joins pairs: what is left is alone.
    return "\\ud" in text and _SURROGATE.search(json.dumps(json.loads(text), ensure_ascii=False)) is not None


def string_with_hash(target: int) -> str:
    """Seven ASCII characters with the target as `String.hashCode()`: its base-31 digits, counted from `A`."""
    rest = (target - sum(ord("A") * 31**i for i in range(7))) & _MASK
    return "".join(chr(ord("A") + rest // 31**i % 31) for i in reversed(range(7)))


def write_utf(text: str) -> bytes:
    """As `DataOutput.writeUTF`: a length of two bytes, and modified UTF-8, which encodes each UTF-16 unit alone."""
    data = b"".join(map(_encoded, units(text)))
    return struct.pack(">H", len(data)) + data


def _encoded(unit: int) -> bytes:
    if 0 < unit < _ONE_BYTE:
        return bytes([unit])
    if unit < _TWO_BYTES:
        return bytes([0xC0 | unit >> 6, 0x80 | unit & 0x3F])
    return bytes([0xE0 | unit >> 12, 0x80 | unit >> 6 & 0x3F, 0x80 | unit & 0x3F])
