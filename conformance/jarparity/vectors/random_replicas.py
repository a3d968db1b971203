"""Seeded clusters on which replicas are placed: with racks and without, of odd sizes, some brokers fenced."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

    from jarparity.answers import JSON

RACKS = ("r1", "r2", "r3", "rack-a", "rack-b", "eu-1a", "eu-1b", "Z", "😀", "\uffff")
"""Names whose order in UTF-16 units, in code points and in a HashMap are three different ones."""


def assignment(random: Random) -> JSON:
    """An input of `kafka.replicas.assign`."""
    brokers = _brokers(random, 9)
    count = len(brokers)
    with_racks = random.randrange(10)
    names = RACKS[: random.randrange(1, 5)]
    for broker in brokers:
        if with_racks < 6 or (with_racks == 6 and random.randrange(4)):  # noqa: PLR2004 - a half, and a mixed tenth
            broker["rack"] = random.choice(names)
    return {
        "brokers": brokers,
        "partitions": random.randrange(1, 13),
        "replicationFactor": random.randrange(1, count + 1) if random.randrange(15) else count + 1,
        "startIndex": random.randrange(count) if random.randrange(5) else random.randrange(1000),
        "startPartition": random.choice((0, 0, -1, random.randrange(8))),
    }


def placement(random: Random) -> JSON:
    """An input of `kafka.replicas.place`."""
    brokers = _brokers(random, 9)
    names = random.choice((("r1",), RACKS[:2], RACKS[:5], RACKS))
    for broker in brokers:
        if random.randrange(8):
            broker["rack"] = random.choice(names)
        if not random.randrange(5):
            broker["fenced"] = True
    return {
        "brokers": brokers,
        "partitions": random.randrange(1, 13),
        "replicationFactor": random.randrange(1, len(brokers) + 1) if random.randrange(15) else len(brokers) + 1,
        "startPartition": random.choice((0, 0, random.randrange(8))),
        "seed": str(random.getrandbits(64) - 2**63),
    }


def _brokers(random: Random, most: int) -> list[JSON]:
    first, step = random.randrange(4), random.choice((1, 1, 3))
    ids = [first + step * place for place in range(random.randrange(1, most + 1))]
    random.shuffle(ids)
    return [{"id": broker} for broker in ids]
