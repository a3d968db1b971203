"""How histories of a group's rebalances are drawn: who joins, leaves, subscribes; which topics come and grow."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from jarparity.answers import JSON

NAMES = ("t", "u", "orders", "t10", "t20", "Zed", "é")


def history(  # noqa: PLR0913 - what a history can have
    random: Random, assignor: str, *, steps: int, static: bool, observed: bool, names: Sequence[str] = NAMES
) -> JSON:
    """A history in which every step can be made; a rebalance follows each few of them.

    Args:
        random: What it is drawn from.
        assignor: `range`, `round-robin`, `sticky` or `cooperative-sticky`.
        steps: How many steps there are before each of their rebalances.
        static: Members have instance ids, and some restart as another member with the same one.
        observed: The bytes that members send stand beside the assignments.
        names: What topics may be called.
    """
    spare = list(names)
    random.shuffle(spare)
    topics = {spare.pop(): 1 + random.randrange(8) for _ in range(1 + random.randrange(min(3, len(names))))}
    document: JSON = {"assignor": assignor, "topics": dict(topics), "steps": []}
    if observed:
        document["userData"] = True
    group = _Group(random, topics, spare, static=static)
    made: list[JSON] = document["steps"]
    made.extend(group.join() for _ in range(1 + random.randrange(3)))
    made.append({"op": "rebalance"})
    for _ in range(steps):
        made += group.step()
        if random.random() < 0.7:  # noqa: PLR2004 - a share
            made.append({"op": "rebalance"})
        if assignor == "cooperative-sticky" and random.random() < 0.5:  # noqa: PLR2004 - what was given up finds an owner
            made.append({"op": "rebalance"})
    return document


def services(random: Random, assignor: str) -> JSON:
    """Three services under one group id, each with topics of its own: one runs, then the instances of the others join.

    Of 25 such histories about one never ends: docs/findings/kafka-assignment-never-ends.md.
    """
    topics = {f"t{place}": 4 + random.randrange(5) for place in range(5)}
    first, last = [*topics][:-1], [*topics][-1]
    second = random.sample(first, 2 + random.randrange(2))
    third = random.sample(first, len(first) - 1 - random.randrange(2))
    instances = (2, 2 + random.randrange(2), 1)
    steps: list[JSON] = []
    for service, (subscribed, count) in enumerate(zip((first, second, [*third, last]), instances, strict=True)):
        names = (f"s{service}-{instance}" for instance in range(count))
        steps += ({"op": "join", "member": name, "topics": list(subscribed)} for name in names)
        if service != 1:
            steps.append({"op": "rebalance"})
    return {"assignor": assignor, "topics": topics, "steps": steps}


class _Group:
    """Who is there while a history is drawn."""

    def __init__(self, random: Random, topics: dict[str, int], spare: list[str], *, static: bool) -> None:
        self._random, self._topics, self._spare, self._static = random, topics, spare, static
        self._members: dict[str, str | None] = {}
        self._subscribed: dict[str, list[str]] = {}
        self._joined = 0

    def join(self) -> JSON:
        instance = f"i{self._joined}" if self._static and self._random.random() < 0.6 else None  # noqa: PLR2004
        return self._enter(instance, self._topics_of_a_member())

    def step(self) -> list[JSON]:
        """One change, or two that belong together."""
        random = self._random
        kind = random.choice(("join", "join", "leave", "leave", "restart", "subscribe", "drop", "drop", "grow", "new"))
        if kind == "join" or not self._members:
            return [self.join()]
        member = random.choice(list(self._members))
        if kind in ("subscribe", "drop"):
            # Who drops a topic owns partitions of it, which another subscriber is to get.
            fewer = self._subscribed[member][1:]
            self._subscribed[member] = fewer if kind == "drop" else self._topics_of_a_member()
            return [{"op": "subscribe", "member": member, "topics": self._subscribed[member]}]
        if kind == "grow":
            topic = random.choice(list(self._topics))
            self._topics[topic] += random.randrange(4)
            return [{"op": "addPartitions", "topic": topic, "partitions": self._topics[topic]}]
        if kind == "new" and self._spare:
            topic = self._spare.pop()
            self._topics[topic] = random.randrange(6)
            return [{"op": "addTopic", "topic": topic, "partitions": self._topics[topic]}]
        instance = self._members.pop(member)
        gone: JSON = {"op": "leave", "member": member}
        return [gone, self._enter(instance, self._subscribed[member])] if kind == "restart" else [gone]

    def _enter(self, instance: str | None, topics: list[str]) -> JSON:
        member = f"m{self._random.choice((self._joined, 97 - self._joined))}-{self._joined}"
        self._joined += 1
        self._members[member] = instance
        self._subscribed[member] = topics
        joined: JSON = {"op": "join", "member": member, "topics": topics}
        return joined if instance is None else {**joined, "instance": instance}

    def _topics_of_a_member(self) -> list[str]:
        everything = [*self._topics, *self._spare[:1]]
        topics = list(self._topics) if self._random.random() < 0.6 else everything  # noqa: PLR2004
        if self._random.random() < 0.4:  # noqa: PLR2004
            topics = [t for t in everything if self._random.random() < 0.6]  # noqa: PLR2004
        self._random.shuffle(topics)
        return topics
