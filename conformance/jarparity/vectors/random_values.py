"""Seeded values for the fixtures: the same on every version of Python, spread over sizes, not uniform."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.utf16 import from_units

if TYPE_CHECKING:
    from random import Random

_WORDS = ("user", "order", "key", "device", "topic", "eu-west", "sensor", "tenant", "id", "x")


def number(random: Random, bits: int) -> int:
    """A signed number of at most so many bits; every magnitude is as likely as another."""
    size = random.randrange(bits)
    drawn = random.getrandbits(size) if size else 0
    return ~drawn if random.randrange(2) else drawn


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


def data(random: Random, longest: int = 64) -> bytes:
    """Bytes of any length up to `longest`; half of them only from 0x80 on."""
    length = random.randrange(longest + 1)
    high = 0x80 if random.randrange(2) else 0
    return bytes(random.getrandbits(8) | high for _ in range(length))


def hash_code(random: Random) -> int:
    """A 32-bit hash code: uniform, or small."""
    return number(random, 32) if random.randrange(3) == 0 else random.getrandbits(32) - 2**31


def limit(random: Random) -> int:
    """A maximum parallelism from 1 to 32768: a usual one, a power of two, or any."""
    match random.randrange(4):
        case 0:
            return random.choice((128, 120, 180, 240, 360, 720, 840, 1260, 4096, 32768))
        case 1:
            return 1 << random.randrange(16)
        case 2:
            return 1 + random.randrange(300)
        case _:
            return 1 + random.randrange(32768)


def below(random: Random, top: int) -> int:
    """A number from 1 to `top`, small ones more often."""
    return 1 + random.randrange(1 + random.randrange(max(1, top)))
