"""How keys of a producer, and records without a key, are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.values import numbers, texts

if TYPE_CHECKING:
    from random import Random

    from jarparity.answers import JSON


def murmur2(random: Random) -> JSON:
    """An input of `kafka.partitioner.murmur2`."""
    return {"bytes": texts.serialized_key(random).hex()}


def partition_for_key(random: Random) -> JSON:
    """An input of `kafka.partitioner.partition-for-key`."""
    return {"bytes": texts.serialized_key(random).hex(), "partitions": numbers.partition_count(random)}


def round_robin(random: Random) -> JSON:
    """An input of `kafka.partitioner.round-robin`: topics whose leaders come and go."""

    def topics() -> JSON:
        known = random.sample(("t", "u"), random.randrange(3))
        return {t: [random.randrange(10) < 7 for _ in range(random.randrange(6))] for t in known}  # noqa: PLR2004 - a share

    steps: list[JSON] = []
    for _ in range(random.randrange(26)):
        changed = random.randrange(6) == 0
        steps.append(
            {"op": "topics", "topics": topics()} if changed else {"op": "record", "topic": random.choice("tuv")}
        )
    return {"topics": topics(), "steps": steps}


def load_table(random: Random) -> JSON:
    """An input of `kafka.partitioner.load-table`: mostly a size for each partition, and as many as are available."""
    most = random.choice((2, 5, 10, 1000, 0))
    sizes = [random.randrange(most) if most else numbers.int32(random) for _ in range(random.randrange(13))]
    partitions = list(range(len(sizes)))
    random.shuffle(partitions)
    match random.randrange(5):
        case 0:
            few = [random.randrange(10) for _ in range(random.randrange(9))]
            some = random.choice((None, sizes))
            return {"queueSizes": some, "partitions": few, "length": random.randrange(-1, 10)}
        case 1:
            racks = [random.choice(("r1", "r2", "r3", None)) for _ in sizes]
            racks = racks if random.randrange(8) else racks[1:]
            table = {"queueSizes": sizes, "partitions": partitions, "length": len(sizes)}
            return {**table, "racks": racks, "rack": random.choice(("r1", "r2"))}
        case _:
            length = random.choice((len(sizes), len(sizes), random.randrange(len(sizes) + 1)))
            return {"queueSizes": sizes, "partitions": partitions, "length": length}
