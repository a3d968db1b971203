"""Small groups of the sticky assignor with a contested past, each of which shows a change of a port's code.

Several members remember a partition, of one generation or of three; somebody remembers more than there is: a partition
too many, one twice, one of a topic that is gone. Such groups move partitions on and back while they are balanced. They
were picked from many drawn ones: together they tell what no other case tells.
"""

from __future__ import annotations

import struct
from random import Random
from typing import TYPE_CHECKING, Final, TypeAlias

from jarparity.areas.kafka_assignors.groups import all_to_all, group
from jarparity.values import sticky_bytes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from jarparity.answers import JSON
    from jarparity.case_collector import Cases

_EMPTY_GROUP: Final = struct.pack(">ih1sii", 1, 1, b"t", 0, 5)
_RACKS: Final = ("r1", "r2", "r3")
_GENERATIONS: Final = (5, 5, 5, 5, 4, 3, 2, 1, 0, -1)
_KEEPS: Final = (0.0, 0.1, 0.4, 0.9)
"""Which share of its topics' partitions a member remembers."""

_SEEDS: Final[Mapping[str, Sequence[int]]] = {
    "data": (5, 12, 15, 19, 50, 54, 103, 154),
    "fields": (3, 12),
    "racks": (1, 38, 53),
}
"""By where the past stands, the groups that were picked."""

Past: TypeAlias = "dict[str, tuple[list[tuple[str, int]], int]]"
"""By member, what it remembers, and of which generation."""

_WORKED: Final[Mapping[str, tuple[Mapping[str, int], Mapping[str, Sequence[str]], Past]]] = {
    # A doesn't subscribe to the topic, and 0 - 1 must not become the partition of another one.
    "partition-before-the-first": ({"t": 3, "u": 2}, {"A": ("t",), "B": ("t", "u")}, {"A": ([("u", -1)], 1)}),
    "partition-before-the-first-and-another": (
        {"t": 3, "u": 2}, {"A": ("t",), "B": ("t", "u")}, {"A": ([("u", -1), ("t", 0)], 1)},
    ),
    "generation-zero-against-none": (
        {"t": 4}, dict.fromkeys("AB", ("t",)), {"A": ([("t", 0), ("t", 1)], 0), "B": ([("t", 0)], -1)},
    ),
    "topics-twice-for-all/unequal": ({"t": 4, "u": 1}, {"A": ("t", "t"), "B": ("t", "t", "u", "u")}, {}),
    # Until 2.5.0 owned partitions are visited member by member, and not once more behind the new ones.
    "owned-by-member-then-new": (
        {"t": 9},
        dict.fromkeys("ABCDE", ("t",)),
        {
            "A": ([("t", 5), ("t", 8)], 2),
            "C": ([("t", 0), ("t", 5), ("t", 8), ("t", 6), ("t", 2), ("t", 1)], 3),
            "E": ([("t", 5)], 2),
        },
    ),
    # B remembers topics that it doesn't subscribe to any more.
    "unsubscribed-claims": (
        {"t0": 6, "t1": 4, "t2": 4, "t3": 1},
        {"D": ("t2", "t1", "t0"), "A": ("t1", "t2"), "B": ("t3",), "C": ("t1", "t0", "t3")},
        {
            "D": ([("t0", 3), ("t2", 2)], 4),
            "B": ([("t2", 3), ("t2", 0), ("t0", 0)], 2),
            "C": (
                [("t3", 0), ("t1", 0), ("t1", 1), ("t1", 2), ("t0", 1), ("t0", 0), ("t0", 4), ("t2", 2), ("t2", 3)], 5,
            ),
        },
    ),
}  # fmt: skip


def add_contested(cases: Cases) -> None:
    """Adds them for `sticky`, named `contested/…`, behind all others."""
    for name, (counts, subscribed, past) in _WORKED.items():
        members = [
            {"id": member, "topics": list(topics), "userData": sticky_bytes.write(*past.get(member, ((), -1))).hex()}
            for member, topics in subscribed.items()
        ]
        cases.add(f"contested/{name}", {"topics": dict(counts), "members": members})
    document: JSON = all_to_all({"t": 2}, ["A", "B"])
    document["members"][0]["userData"] = _EMPTY_GROUP.hex()
    cases.add("contested/topic-without-partitions", document)
    # From 2.5.1 to 2.8 user data is read twice, the second time from where the first ended: the second message counts.
    document = group({"a": 1, "b": 5}, {"A": ["b"], "B": ["a"]})
    document["members"][0]["userData"] = (sticky_bytes.write([], 2) + sticky_bytes.write([("b", 3)], 2)).hex()
    cases.add("contested/message-behind-a-message", document)
    for where, seeds in _SEEDS.items():
        for seed in seeds:
            cases.add(f"contested/{where}/{seed}", contested(Random(seed), where))  # noqa: S311 - the same each time


def contested(random: Random, where: str) -> JSON:
    """A group of up to six members.

    Args:
        random: What it is drawn from.
        where: `data`: the past is in user data; `fields`: the generation is in its field,
            too; `racks`: likewise, and members and partitions have racks.
    """
    counts = {f"t{n}": random.randrange(1, 8) for n in range(random.randrange(1, 5))}
    topics: JSON = dict(counts)
    if where == "racks":
        topics = {
            topic: [{"partition": p, "racks": random.sample(_RACKS, random.randrange(1, 3))} for p in range(count)]
            for topic, count in counts.items()
        }
    uniform = random.random() < 0.25  # noqa: PLR2004 - a share
    ids = list("ABCDEF"[: random.randrange(2, 7)])
    random.shuffle(ids)
    members = []
    for member in ids:
        subscribed = list(counts) if uniform else random.sample(list(counts), random.randrange(1, len(counts) + 1))
        past, generation = _past(random, counts, subscribed), random.choice(_GENERATIONS)
        told: dict[str, JSON] = {"id": member, "topics": subscribed}
        told["userData"] = sticky_bytes.write(past, generation).hex()
        if where != "data":
            told["generation"] = generation
        if where == "racks":
            told["rack"] = random.choice(_RACKS)
        members.append(told)
    return {"topics": topics, "members": members}


def _past(random: Random, counts: dict[str, int], subscribed: Sequence[str]) -> list[tuple[str, int]]:
    """What a member remembers: some of its topics' partitions, now and then of others, or what isn't there."""
    keep = random.choice(_KEEPS)
    among = subscribed if random.random() < 0.8 else list(counts)  # noqa: PLR2004 - a share
    past = [(topic, p) for topic in counts if topic in among for p in range(counts[topic]) if random.random() < keep]
    odd = random.random()
    if odd < 0.1:  # noqa: PLR2004 - a share
        past.append((random.choice(list(counts)), random.choice((8, 9))))
    elif odd < 0.15 and past:  # noqa: PLR2004 - a share
        past.append(random.choice(past))
    elif odd < 0.2:  # noqa: PLR2004 - a share
        past.append(("gone", 0))
    if random.random() < 0.3:  # noqa: PLR2004 - a share
        random.shuffle(past)
    return past
