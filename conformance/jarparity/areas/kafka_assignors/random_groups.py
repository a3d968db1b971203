"""How consumer groups of many families are drawn: who subscribes to what, who owns what, who claims what wrongly.

Well-formed families are what a cluster's life brings; malformed ones are what it shouldn't, and sometimes does.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jarparity.values import sticky_bytes

if TYPE_CHECKING:
    from random import Random

    from jarparity.answers import JSON

API_VERSIONS = ("2.0", "2.4", "3.4")
"""The releases after which a subscription carries more; see `jarparity.areas.kafka_assignors.versions`."""

SMALL = (7, 6, 8)
"""Members, topics, and partitions a topic, at most: a group that a person can look through."""
LARGE = (60, 40, 60)

COLLIDING = tuple("".join(parts) for parts in itertools.product(("Aa", "BB"), repeat=5))
"""Thirty-two names of one hash code: a table of more than eleven of them has a tree."""
SUPPLEMENTARY = ("😀", "\uffff", "é", "\U00010000", "z", "\ue000", "\U0010ffff", "\u0800", "Z")
"""Names whose order by UTF-16 units is not that by code points."""


@dataclass(frozen=True, slots=True)
class Family:
    """A kind of group.

    Attributes:
        uniform: All members subscribe to the same topics.
        owned: Partitions are owned: `no`, `once`, `twice` (claimed by several, in several generations), `stale`
            (some don't exist any more).
        static: Some members have an instance id; `equal` where several may have the same.
        racks: Partitions and members have racks.
        odd: One more peculiarity: `empty` subscriptions, `duplicate` topics, `unknown` topics without metadata,
            `damaged` user data, `colliding` or `planes` as names.
    """

    uniform: bool = True
    owned: str = "no"
    static: str = "no"
    racks: bool = False
    odd: str = ""


WELL_FORMED: dict[str, Family] = {
    "uniform": Family(),
    "uniform-owned": Family(owned="once"),
    "mixed": Family(uniform=False),
    "mixed-owned": Family(uniform=False, owned="once"),
    "static": Family(uniform=False, static="different"),
    "static-uniform": Family(static="different", owned="once"),
    "unknown-topics": Family(uniform=False, owned="once", odd="unknown"),
    "colliding-names": Family(odd="colliding"),
    "colliding-names-mixed": Family(uniform=False, owned="once", odd="colliding"),
    "planes": Family(uniform=False, owned="once", odd="planes"),
    "racks-uniform": Family(racks=True),
    "racks-mixed": Family(uniform=False, racks=True),
    "racks-uniform-owned": Family(racks=True, owned="once"),
    "racks-mixed-owned": Family(uniform=False, racks=True, owned="once"),
}
MALFORMED: dict[str, Family] = {
    "claimed-twice": Family(owned="twice"),
    "claimed-twice-mixed": Family(uniform=False, owned="twice"),
    "stale": Family(owned="stale"),
    "stale-mixed": Family(uniform=False, owned="stale"),
    "empty-subscriptions": Family(uniform=False, owned="once", odd="empty"),
    "empty-subscriptions-uniform": Family(owned="once", odd="empty"),
    "duplicate-topics": Family(uniform=False, owned="once", odd="duplicate"),
    "equal-instances": Family(uniform=False, static="equal"),
    "damaged-user-data": Family(owned="once", odd="damaged"),
    "racks-claimed-twice": Family(racks=True, owned="twice"),
}
FAMILIES = WELL_FORMED | MALFORMED
_OWNING = ("sticky", "cooperative-sticky")


def families(assignor: str, names: dict[str, Family]) -> list[str]:
    """The families that tell something about an assignor: owned partitions only matter to sticky ones."""
    return [name for name, family in names.items() if assignor in _OWNING or family.owned == "no" or family.odd]


def api_versions(assignor: str, family: str) -> list[str]:
    """The releases from which on such a group can be asked."""
    first = 2 if FAMILIES[family].racks else 1 if FAMILIES[family].static != "no" else 0
    return list(API_VERSIONS[max(first, assignor == "cooperative-sticky") :])


def kinds(assignor: str, names: dict[str, Family]) -> list[tuple[str, str]]:
    """The pairs of a family and a release that there are for an assignor."""
    return [(family, api) for family in families(assignor, names) for api in api_versions(assignor, family)]


def group(random: Random, assignor: str, family: str, api: str, size: tuple[int, int, int]) -> JSON:
    """A group.

    Args:
        random: What it is drawn from.
        assignor: `range`, `round-robin`, `sticky` or `cooperative-sticky`.
        family: A name in `FAMILIES`.
        api: One of `api_versions(assignor, family)`.
        size: How many members, topics, and partitions a topic there are, at most.
    """
    return _Group(random, assignor, FAMILIES[family], api, size).document()


class _Group:
    """One group while it is drawn."""

    def __init__(self, random: Random, assignor: str, family: Family, api: str, size: tuple[int, int, int]) -> None:
        self.random, self.assignor, self.family, self.api = random, assignor, family, api
        most_members, most_topics, most_partitions = size
        count = 1 + random.randrange(most_topics)
        self.counts = {t: 1 + random.randrange(most_partitions) for t in self._topic_names(count)}
        self.members = self._member_names(1 + random.randrange(most_members))
        self.racks = 2 + random.randrange(3)
        self.subscribed = self._subscriptions()
        self.owned, self.generations = self._claims()

    def document(self) -> JSON:
        topics: JSON = {
            topic: [{"partition": p, "racks": self._replica_racks()} for p in range(n)] if self.family.racks else n
            for topic, n in self.counts.items()
        }
        if self.family.odd == "unknown":
            for topic in list(topics)[1:]:
                if self.random.random() < 0.3:  # noqa: PLR2004 - a share
                    del topics[topic]
        return {"topics": topics, "members": [self._member(m) for m in self.members]}

    def _topic_names(self, count: int) -> list[str]:
        random = self.random
        if self.family.odd == "colliding":
            return random.sample(COLLIDING, min(len(COLLIDING), max(count, 1 + random.randrange(20))))
        if self.family.odd == "planes":
            return random.sample(SUPPLEMENTARY, min(count, len(SUPPLEMENTARY)))
        stem = random.choice(("t", "topic-", "orders.", "Z", "é"))
        step = random.choice((1, 1, 1, 7, 37))
        start = random.choice((0, 0, 1, 95))
        names = [f"{stem}{start + step * i}" for i in range(count)]
        random.shuffle(names)
        return names

    def _member_names(self, count: int) -> list[str]:
        random = self.random
        if self.family.odd == "colliding":
            return random.sample(COLLIDING, min(count, len(COLLIDING)))
        if self.family.odd == "planes":
            return random.sample(SUPPLEMENTARY, min(count, len(SUPPLEMENTARY)))
        form = random.choice(("C{}", "consumer-{}", "c_{:02d}", "m-{}-{:08x}"))
        names = [form.format(i, random.getrandbits(32)) for i in range(count)]
        random.shuffle(names)
        return names

    def _subscriptions(self) -> dict[str, list[str]]:
        random, topics = self.random, list(self.counts)
        everyone = [t for t in topics if random.random() < 0.9] or topics[:1]  # noqa: PLR2004 - a share
        subscribed = {}
        for member in self.members:
            mine = (
                list(everyone)
                if self.family.uniform
                else [t for t in topics if random.random() < 0.6] or [random.choice(topics)]  # noqa: PLR2004
            )
            random.shuffle(mine)
            if self.family.odd == "empty" and random.random() < 0.3:  # noqa: PLR2004
                mine = []
            if self.family.odd == "duplicate" and random.random() < 0.5:  # noqa: PLR2004
                mine.append(random.choice(mine))
            subscribed[member] = mine
        return subscribed

    def _claims(self) -> tuple[dict[str, list[tuple[str, int]]], dict[str, int | None]]:
        random, family = self.random, self.family
        owned: dict[str, list[tuple[str, int]]] = {m: [] for m in self.members}
        generations: dict[str, int | None] = dict.fromkeys(self.members)
        if family.owned == "no" or self.assignor not in _OWNING:
            return owned, generations
        now = random.choice((1, 2, 3, 5, 100))
        lopsided, orphaned = random.random() < 0.5, random.choice((0.0, 0.15, 0.5))  # noqa: PLR2004
        for topic, count in self.counts.items():
            subscribed = [m for m in self.members if topic in self.subscribed[m]]
            for partition in range(count + (family.owned == "stale" and random.randrange(3))):
                subscribers = subscribed
                if not subscribers or random.random() < 0.05:  # noqa: PLR2004 - it has left the topic
                    subscribers = self.members
                if random.random() >= orphaned:
                    owner = min(subscribers) if lopsided and random.random() < 0.5 else random.choice(subscribers)  # noqa: PLR2004
                    owned[owner].append((topic, partition))
                if family.owned == "twice" and random.random() < 0.5:  # noqa: PLR2004
                    owned[random.choice(self.members)].append((topic, partition))
        newcomer = 0.0 if family.owned == "twice" else 0.15
        for member in self.members:
            owned[member] = [] if random.random() < newcomer else list(dict.fromkeys(owned[member]))
            if random.random() < 0.5:  # noqa: PLR2004
                random.shuffle(owned[member])
            late = random.choice((0, 0, 1, 2)) if family.owned == "twice" or random.random() < 0.1 else 0  # noqa: PLR2004
            generations[member] = None if random.random() < 0.08 else now - late  # noqa: PLR2004
        return owned, generations

    def _replica_racks(self) -> list[str]:
        return [f"r{r}" for r in self.random.sample(range(self.racks), 1 + self.random.randrange(2))]

    def _member(self, name: str) -> JSON:
        random, api = self.random, self.api
        member: dict[str, JSON] = {"id": name, "topics": self.subscribed[name]}
        if self.family.static != "no" and random.random() < 0.6:  # noqa: PLR2004
            equal = self.family.static == "equal"
            member["instance"] = f"i{random.randrange(3) if equal else len(self.members) - self.members.index(name)}"
        if api == "3.4":
            if self.family.racks and random.random() < 0.9:  # noqa: PLR2004
                member["rack"] = f"r{random.randrange(self.racks)}"
            generation = self.generations[name]
            if generation is not None and random.random() < 0.8:  # noqa: PLR2004 - others are older clients
                other = self.family.owned == "twice" and random.random() < 0.1  # noqa: PLR2004
                member["generation"] = generation - 1 if other else generation
        data = self._user_data(name)
        if self.assignor == "cooperative-sticky" and "generation" in member and random.random() < 0.2:  # noqa: PLR2004
            data = None  # the field is enough
        if data is not None:
            member["userData"] = data.hex()
        if self.assignor == "cooperative-sticky" and self.owned[name]:
            member["owned"] = [list(pair) for pair in self.owned[name]]
        return member

    def _user_data(self, name: str) -> bytes | None:
        random, generation = self.random, self.generations[name]
        if self.assignor == "cooperative-sticky":
            data = None if generation is None else sticky_bytes.write_generation(generation)
        elif self.assignor != "sticky" or (generation is None and not self.owned[name]):
            data = None
        else:
            data = sticky_bytes.write(self.owned[name], generation)
        if data is not None and self.family.odd == "damaged" and random.random() < 0.5:  # noqa: PLR2004
            # Never a longer array: an original may reserve memory for as many elements as the bytes promise.
            return random.choice((data[: random.randrange(len(data))], data + b"\0", b"", b"\xff" * 4))
        return data
