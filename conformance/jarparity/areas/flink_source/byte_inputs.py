"""How split owners, splits of the Kafka source and states of its enumerator are drawn; half of the bytes damaged."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from jarparity.areas.flink_source import layouts
from jarparity.values import numbers, texts

if TYPE_CHECKING:
    from random import Random

    from jarparity.answers import JSON

_OWNED: Final = ("a", "b", "orders", "polygenelubricants", "Aa", "BB")
_TOPICS: Final = ("a", "b", "orders", "t-1", "", "é", "😀", "\uffff", "\ufeff", "\0", "\ud83d", "\ude00x", "ab")
_PARTITIONS: Final = (-1, 2**31 - 1, -(2**31))
_OFFSETS: Final = (-1, -2, -3, -(2**63), -4, 2**63 - 1, 2**32)
_NUMBERS: Final = (-(2**31), -2, -1, 0, 1, 2, 3, 7, 255)


def split_owner(random: Random) -> JSON:
    """An input of `flink.kafka-source.split-owner`: mostly partitions that a topic has, some near 2^31 and negative."""
    letters = "abcdefghijklmnopqrstuvwxyz0123456789._-"
    topic = random.choice(
        (
            random.choice(_OWNED),
            "".join(random.choice(letters) for _ in range(1 + random.randrange(20))),
            texts.java_string(random),
        )
    )
    far = (random.randrange(100_000), 2**31 - 1 - random.randrange(70_000), numbers.int32(random))
    partition = random.randrange(51) if random.randrange(2) else random.choice(far)
    readers = random.choice((1 + random.randrange(20), numbers.limit(random), numbers.int32(random)))
    return {"topic": topic, "partition": partition, "readers": readers}


def split_bytes(random: Random) -> JSON:
    """An input of `flink.kafka-source.split-bytes`."""
    split = _split(random)
    if random.randrange(2):
        return {"direction": "encode", "split": split}
    data = layouts.write_split(split)
    if random.randrange(4) == 0:
        text = bytes(random.getrandbits(8) for _ in range(random.randrange(7)))
        data = struct.pack(">H", len(text)) + text + bytes(20)
    return _decode(random.choice((0, 0, 0, 1, -1)), _damaged(random, data) if random.randrange(2) else data)


def state_bytes(random: Random) -> JSON:
    """An input of `flink.kafka-source.state-bytes`: of all versions, and of those to come."""
    splits = [_split(random) for _ in range(random.randrange(5))]
    if random.randrange(2):
        more = [_split(random) for _ in range(random.choice((0, 0, 1, 2)))]
        finished = random.randrange(3) > 0
        return {"direction": "encode", "assigned": splits, "unassigned": more, "initialDiscoveryFinished": finished}
    while True:
        version = random.randrange(4)
        marked = [(split, random.randrange(2 if version else 3)) for split in splits]
        data = layouts.write_state(version, marked, finished=random.choice((1, 0, 2)))
        read_as = version if random.randrange(3) else random.randrange(-1, 5)
        data = _damaged(random, data) if random.randrange(2) else data
        if layouts.are_modest(read_as, data):
            return _decode(read_as, data)


def _split(random: Random) -> list[JSON]:
    partition = random.choice(_PARTITIONS) if random.randrange(4) == 0 else random.randrange(4)
    stop = None if random.randrange(2) else _offset(random)
    return [random.choice(_TOPICS), partition, _offset(random), stop]


def _offset(random: Random) -> str:
    return str(random.choice(_OFFSETS) if random.randrange(2) else random.randrange(10))


def _damaged(random: Random, data: bytes) -> bytes:
    """Cut, longer, with another number somewhere, or with one or two other bytes."""
    match random.randrange(4):
        case 0:
            return data[: random.randrange(61)]
        case 1:
            return data + bytes(random.getrandbits(8) for _ in range(1 + random.randrange(3)))
        case 2:
            at = random.randrange(len(data) + 1)
            return data[:at] + struct.pack(">i", random.choice(_NUMBERS)) + data[at + 4 :]
        case _:
            changed = bytearray(data)
            for _ in range((1 + random.randrange(2)) * bool(data)):
                changed[random.randrange(len(data))] = random.choice((0, 1, 2, 3, 5, 0x61, 0x80, 0xC3, 0xFF))
            return bytes(changed)


def _decode(version: int, data: bytes) -> JSON:
    return {"direction": "decode", "version": version, "bytes": data.hex()}
