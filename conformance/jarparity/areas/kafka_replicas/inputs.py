"""How clusters are drawn on which replicas are placed.

Two of three inputs are well-formed: distinct brokers, racks on all or none of them, at most as many replicas as
brokers. Others break each of these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.areas.kafka_replicas.rules import problems
from jarparity.values import numbers, texts

if TYPE_CHECKING:
    from random import Random

    from jarparity.answers import JSON

RACKS: Final = ("r1", "r2", "r3", "rack-a", "rack-b", "eu-1a", "eu-1b", "Z", "😀", "\uffff")
"""Names whose order in UTF-16 units, in code points and in a HashMap are three different ones."""
_MAX: Final = 2**31 - 1


def assignment(random: Random) -> JSON:
    """An input of `kafka.replicas.assign`."""
    if random.randrange(3) == 0:
        return _malformed_assignment(random)
    brokers = _brokers(random)
    count, with_racks, names = len(brokers), random.randrange(10), RACKS[: random.randrange(1, 5)]
    for broker in brokers:
        if with_racks < 6 or (with_racks == 6 and random.randrange(4)):  # noqa: PLR2004 - a half, and a mixed tenth
            broker["rack"] = random.choice(names)
    return {
        "brokers": brokers,
        "partitions": random.randrange(1, 21),
        "replicationFactor": random.randrange(1, count + 1) if random.randrange(15) else count + 1,
        "startIndex": random.randrange(count) if random.randrange(5) else random.randrange(1000),
        "startPartition": random.choice((0, 0, -1, random.randrange(10))),
    }


def _malformed_assignment(random: Random) -> JSON:
    brokers = _odd_brokers(random)
    start = random.randrange(10) if random.randrange(2) else random.randrange(1_000_000)
    if len(brokers) == 1 and random.randrange(2):
        start = -1  # the original draws one, and there is only one
    return {
        "brokers": brokers,
        "partitions": random.randrange(-1, 13),
        "replicationFactor": random.randrange(-1, 10) if random.randrange(6) else random.choice((_MAX, -_MAX - 1)),
        "startIndex": start,
        "startPartition": random.choice((random.randrange(-2, 10), _MAX - random.randrange(10), -_MAX - 1)),
    }


def placement(random: Random) -> JSON:
    """An input of `kafka.replicas.place`; none with racks that the original orders by identity."""
    while True:
        document = _placement(random)
        if not any(problems(document)):
            return document


def _placement(random: Random) -> JSON:
    malformed = random.randrange(3) == 0
    brokers, names = (
        _odd_brokers(random) if malformed else _brokers(random),
        random.choice((RACKS[:2], RACKS[:5], RACKS)),
    )
    for broker in brokers:
        if not malformed and random.randrange(8):
            broker["rack"] = random.choice(names)
        if not random.randrange(5):
            broker["fenced"] = True
    count = len(brokers)
    return {
        "brokers": brokers,
        "partitions": random.randrange(-1, 13) if malformed else random.randrange(21),
        "replicationFactor": random.randrange(-2, 10) if malformed else random.randrange(1, count + 2),
        "startPartition": random.randrange(6) if random.randrange(3) else numbers.int32(random),
        "seed": str(numbers.int64(random)),
    }


def _brokers(random: Random) -> list[JSON]:
    first, step = random.randrange(4), random.choice((1, 1, 3))
    ids = [first + step * place for place in range(random.randrange(1, 10))]
    random.shuffle(ids)
    return [{"id": broker} for broker in ids]


def _odd_brokers(random: Random) -> list[JSON]:
    """Up to eight brokers, some with equal ids, and racks of any text on some of them."""
    found: list[JSON] = []
    for _ in range(random.randrange(9)):
        number = random.randrange(random.choice((7, 7, 101))) if random.randrange(4) else _MAX
        rack = random.choice(("a", "b", "", None, *RACKS[-2:])) if random.randrange(6) else texts.java_string(random, 4)
        found.append({"id": number} if rack is None else {"id": number, "rack": rack})
    return found
