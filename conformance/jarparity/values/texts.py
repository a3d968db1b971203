"""How strings and bytes are drawn: any UTF-16 units, equal hash codes, every length, what serializers write."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.values import boundary, numbers
from jarparity.values.utf16 import from_units, joined, string_with_hash

if TYPE_CHECKING:
    from random import Random

_WORDS = ("user", "order", "key", "device", "topic", "eu-west", "sensor", "tenant", "id", "x")
_STRINGS: Final = tuple(boundary.STRINGS.values())
_SERIALIZED: Final = tuple(boundary.SERIALIZED.values())
_SPECIAL: Final = (
    "\0\x7f\x80\xff\u0100\u07ff\u0800\ud7ff\ud800\udbff\udc00\udfff\ue000\ufffd\uffff\U00010000\U0001f600\U0010ffff"
)


def text(random: Random, longest: int = 24) -> str:
    """A string: an identifier, Latin, any of the first plane, supplementary, or with lone surrogates."""
    length = random.randrange(longest + 1)
    match random.randrange(6):
        case 0:
            return f"{random.choice(_WORDS)}{random.choice('_-.:')}{random.randrange(10**6)}"
        case 1:
            return "".join(chr(0x20 + random.randrange(0x5F)) for _ in range(length))
        case 2:
            return "".join(chr(random.randrange(0x100)) for _ in range(length))
        case 3:
            return "".join(_scalar(random.randrange(0x10000 - 0x800)) for _ in range(length))
        case 4:
            return "".join(chr(0x10000 + random.randrange(0x100000)) for _ in range(length // 2))
        case _:
            units = [random.choice((0x61, 0xE9, 0x4E2D, 0xD800 + random.randrange(0x800))) for _ in range(length)]
            return from_units(units)


def _scalar(index: int) -> str:
    """A character of the first plane that is no surrogate."""
    return chr(index if index < 0xD800 else index + 0x800)  # noqa: PLR2004 - the surrogates


def plain_text(random: Random, longest: int = 24) -> str:
    """A string without lone surrogates, so that it has UTF-8."""
    return text(random, longest).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def java_string(random: Random, longest: int = 40) -> str:
    r"""A string of any UTF-16 units: half are of `text`, others boundary values, odd units, or equal hash codes."""
    match random.randrange(8):
        case 0:
            return random.choice(_STRINGS)
        case 1:
            return colliding(random)
        case 2:
            return string_with_hash(numbers.int32(random))
        case 3:
            return joined("".join(random.choice(_SPECIAL) for _ in range(random.randrange(longest + 1))))
        case _:
            return text(random, longest)


def colliding(random: Random, blocks: int = 4) -> str:
    """A string of a family with one hash code for each length: `Aa` and `BB` in any order."""
    return "".join(random.choice(("Aa", "BB")) for _ in range(1 + random.randrange(blocks)))


def data(random: Random, longest: int = 64) -> bytes:
    """Bytes of any length up to `longest`; half of them only from 0x80 on."""
    length = random.randrange(longest + 1)
    high = 0x80 if random.randrange(2) else 0
    return bytes(random.getrandbits(8) | high for _ in range(length))


def serialized_key(random: Random, longest: int = 64) -> bytes:
    """A key as Kafka's serializers write it: any bytes, UTF-8 text, big-endian numbers, boundary values."""
    match random.randrange(6):
        case 0:
            return random.choice(_SERIALIZED)
        case 1:
            return numbers.int64(random).to_bytes(8, "big", signed=True)
        case 2:
            return numbers.int32(random).to_bytes(4, "big", signed=True)
        case 3:
            return plain_text(random, longest // 4).encode()
        case _:
            return data(random, longest)
