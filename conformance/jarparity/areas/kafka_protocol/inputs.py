"""How subscriptions, assignments and user data are drawn: to be written as bytes, and bytes to be read.

A third of the bytes are damaged: cut, longer, with other numbers. They never announce many elements, for some originals
reserve memory for all of them before they read the first.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from jarparity.areas.kafka_protocol.array_sizes import are_modest
from jarparity.values import sticky_bytes

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from jarparity.answers import JSON
    from jarparity.areas.kafka_protocol.array_sizes import Layout

_TOPICS: Final = ("a", "b", "t10", "t", "abc", "", "Aa", "BB", "é", "😀", "\uffff")
_COUNTS: Final = (-2, -1, 1, 7)


def subscription(random: Random) -> JSON:
    """An input of `kafka.protocol.subscription`, for lines of any age."""
    if random.randrange(4) == 0:
        return _decode(random, _subscription_bytes, "subscription")
    age = random.randrange(3)
    document: JSON = {
        "direction": "encode",
        "version": random.randrange(-1, 6) if age else 0,
        "topics": _topics(random),
        "userData": _user_data(random),
    }
    if age:
        document["owned"] = _pairs(random)
    if age > 1:
        document |= {"generation": _generation(random), "rack": random.choice((None, "", "r1", "é"))}
    return document


def assignment(random: Random) -> JSON:
    """An input of `kafka.protocol.assignment`."""
    if random.randrange(2):
        return _decode(random, _assignment_bytes, "assignment")
    version = random.choice((0, random.randrange(-1, 5)))
    return {
        "direction": "encode",
        "version": version,
        "partitions": _pairs(random),
        "userData": _user_data(random),
    }


def sticky_user_data(random: Random) -> JSON:
    """An input of `kafka.protocol.sticky-user-data`."""
    if random.randrange(2):
        return _decode(random, _sticky_bytes, "sticky-user-data")
    document = {"direction": "encode", "partitions": _pairs(random)}
    return document if random.randrange(2) else {**document, "generation": _generation(random)}


def _subscription_bytes(random: Random) -> bytes:
    """In every version, also in versions to come."""
    version, topics = random.randrange(5), _topics(random)
    data = struct.pack(">hi", version, len(topics)) + b"".join(map(_string, topics)) + _data(random)
    if version >= 1:
        data += sticky_bytes.write(map(tuple, _pairs(random)), None)
    if version >= 2:  # noqa: PLR2004 - the version that brought it
        data += struct.pack(">i", random.randrange(-1, 6))
    if version >= 3:  # noqa: PLR2004
        data += _string(random.choice((None, "", "r1")))
    return data


def _assignment_bytes(random: Random) -> bytes:
    version = struct.pack(">h", random.randrange(5))
    return version + sticky_bytes.write(map(tuple, _pairs(random)), None) + _data(random)


def _sticky_bytes(random: Random) -> bytes:
    return sticky_bytes.write(map(tuple, _pairs(random)), _generation(random))


def _decode(random: Random, write: Callable[[Random], bytes], layout: Layout) -> JSON:
    while True:
        data = bytearray(write(random))
        match random.randrange(9):
            case 0:
                data = data[: random.randrange(41)]
            case 1:
                data += bytes(random.getrandbits(8) for _ in range(random.randrange(4)))
            case 2:
                start = random.choice((b"", b"\0\0", b"\0\1"))
                data = bytearray(start + struct.pack(">i", random.choice(_COUNTS)) + bytes(random.randrange(4)))
            case 3 if data:
                for _ in range(1 + random.randrange(2)):
                    data[random.randrange(len(data))] = random.choice((0, 1, 2, 3, 5, 0x61, 0x80, 0xFF))
        if are_modest(bytes(data), layout):
            return {"direction": "decode", "bytes": data.hex()}


def _topics(random: Random) -> list[str]:
    return [random.choice(_TOPICS) for _ in range(random.randrange(5))]


def _pairs(random: Random) -> JSON:
    return [[random.choice(_TOPICS), random.randrange(10)] for _ in range(random.randrange(7))]


def _generation(random: Random) -> int | None:
    return random.choice((None, random.randrange(-2, 10), 2**31 - 1))


def _user_data(random: Random) -> str | None:
    return None if random.randrange(3) == 0 else bytes(random.getrandbits(8) for _ in range(random.randrange(7))).hex()


def _data(random: Random) -> bytes:
    """User data with its length; absent in one of three."""
    text = _user_data(random)
    return struct.pack(">i", -1) if text is None else struct.pack(">i", len(text) // 2) + bytes.fromhex(text)


def _string(text: str | None) -> bytes:
    if text is None:
        return struct.pack(">h", -1)
    data = text.encode()
    return struct.pack(">h", len(data)) + data
