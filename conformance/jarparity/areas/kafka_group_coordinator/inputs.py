"""How histories of a consumer group are drawn.

Members join, beat, subscribe to something else, fall silent, leave and come back; topics come, grow and go; the
coordinator restarts. A heartbeat without an epoch goes on where the last answer left the member, as a client does; one
in ten says something that no client says.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from typing import TYPE_CHECKING, Final
from uuid import UUID

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from jarparity.answers import JSON

_SCARCE: Final = 10
_LOST: Final = 8
"""Of so many answers one is lost."""
_REGEXES: Final = ("t.*", "t[01]", "x.*", "t0|t2", "t3", "(")
_STEMS: Final = ("i", "I", "K", "s", "é", "😀", "\uffff", "ª", "\u0432", "\u0529", "\u1c80", "\U0001e922")
"""How topics begin whose letters have other forms, an order of their own, or are newer than RE2/J's tables."""
_OF_STEMS: Final = (
    "(?i)[^a-z].",
    r"(?i)\W.",
    "(?i)[^i].*",
    "(?i)[I-K].",
    "(?i)s.*",
    r"(?i)\p{Ll}.",
    r"(?i)\P{Lu}.",
    r"\p{Cn}",
    r"\p{Ll}.",
    "(?i)[\u0430-\u044f].",
    "(?i)[\U0001e900].",
    "[[:].",
)
_SLEEPS: Final = (1, 999, 1000, 1001, 3000, 5000, 9000, 10000, 10001, 45000)
_EPOCHS: Final = (-3, -2, -1, 0, 1, 2, 3, 5, 7, 100, 2**31 - 1)
_KINDS: Final = (
    *["heartbeat"] * 12,
    *["sleep", "leave", "task_or_subscription"] * 2,
    "new_topics",
    "restart",
)
_STATIC: Final = 2
"""Of three members so many are static ones in histories with static members."""
_PARTITIONS: Final = (1, 2, 3, 3, 4, 7, 7, 18, 35)
"""Beyond 16 the order of Java's sets isn't the ascending one."""
_RACKS: Final = ("a", "b", " ", "")


def topic_id(number: int) -> str:
    """The id of 128 bits that is this number, as Kafka prints it."""
    return urlsafe_b64encode(number.to_bytes(16)).decode().rstrip("=")


def coordinator(random: Random) -> JSON:
    """An input of `kafka.group.coordinator`."""
    return _History(random).drawn()


class _History:
    def __init__(self, random: Random) -> None:
        self._random = random
        self._next_id = random.randrange(2**128 - 100) if random.randrange(2) else random.randrange(1, 100)
        self._stems = _STEMS if random.randrange(6) == 0 else ("t",)
        self._topics: JSON = {
            f"{random.choice(self._stems)}{n}": self._topic() for n in range(random.choice((1, 2, 3, 1, 2, 3, 12)))
        }
        count = random.choice((1, 2, 2, 3, 3, 4, 6, 13))
        self._members = [self._member_id(n) for n in range(count)]
        self._static = random.randrange(3) == 0
        self._by_regex = random.randrange(4) == 0
        self._wanted = {member: self._names() for member in self._members}
        self._steps: list[JSON] = []
        self._unheard: str | None = None
        """Whose last answer was lost."""
        self._kinds: dict[str, Callable[[], JSON]] = {
            "heartbeat": self._heartbeat,
            "sleep": self._sleep,
            "leave": self._leave,
            "task_or_subscription": self._task_or_subscription,
            "new_topics": self._new_topics,
            "restart": self._restart,
        }

    def drawn(self) -> JSON:
        random = self._random
        topics = dict(self._topics)
        for member in self._members[: random.randrange(1, len(self._members) + 1)]:
            self._steps.append(self._beat(member, joins=True))
        for _ in range(random.choice((4, 8, 12, 16, 24, 36))):
            self._steps.append(self._kinds[random.choice(_KINDS)]())
        return {
            "assignors": random.choice((["uniform", "range"], ["range", "uniform"], ["uniform"], ["range"])),
            "config": {
                "sessionTimeoutMs": random.choice((45000, 45000, 6000, 12000)),
                "heartbeatIntervalMs": random.choice((5000, 3000)),
                "maxSize": random.choice((100, 100, 100, 3, 2)),
                "assignmentIntervalMs": random.choice((1000, 1000, 0, 5000, 15001)),
            },
            "topics": topics,
            "steps": self._steps,
        }

    def _heartbeat(self) -> JSON:
        unheard, self._unheard = self._unheard, None
        if unheard is not None and self._random.randrange(2):
            return self._again(unheard)
        return self._beat(self._random.choice(self._members), joins=self._random.randrange(4) == 0)

    def _sleep(self) -> JSON:
        return {"op": "sleep", "ms": self._random.choice(_SLEEPS)}

    def _leave(self) -> JSON:
        member = self._random.choice(self._members)
        left: JSON = {"op": "heartbeat", "member": member, "epoch": -1}
        if self._static and self._random.randrange(4):
            left |= {"epoch": self._random.choice((-1, -2, -2)), "instance": self._instance(member)}
        return left

    def _restart(self) -> JSON:
        compacted = self._random.randrange(2) == 0
        return {"op": "restart", **({"compactedFrom": self._random.randrange(60)} if compacted else {})}

    def _new_topics(self) -> JSON:
        return {"op": "topics", "topics": self._changed()}

    def _task_or_subscription(self) -> JSON:
        if self._by_regex:
            return {"op": "tasks"}
        member = self._random.choice(self._members)
        self._wanted[member] = self._names()
        return self._beat(member, joins=True)

    def _beat(self, member: str, *, joins: bool) -> JSON:
        """A heartbeat; one that joins says everything, and goes on where the member is in the group already."""
        random = self._random
        beat: JSON = {"op": "heartbeat", "member": member}
        if self._static and self._instance(member):
            beat["instance"] = self._instance(member)
        if joins:
            beat["timeoutMs"] = random.choice((5000, 5000, 300000, 2000))
            if self._by_regex and random.randrange(3):
                regexes = _REGEXES[: 5 + (random.randrange(8) == 0)]
                beat["regex"] = random.choice(_OF_STEMS if self._stems is _STEMS else regexes)
            if "regex" not in beat or random.randrange(4) == 0:
                beat["topics"] = self._wanted[member]
            if random.randrange(3) == 0:
                beat["assignor"] = random.choice(("uniform", "range"))
            beat["owned"] = "told"
        elif random.randrange(4):
            beat["owned"] = "told"
        if random.randrange(_LOST) == 0:
            beat["lost"] = True
            self._unheard = member
        if random.randrange(_SCARCE) == 0:
            self._malform(beat)
        return beat

    def _again(self, member: str) -> JSON:
        """A heartbeat with the epoch before the member's own, which doesn't say what it has, or says too much."""
        beat: JSON = {"op": "heartbeat", "member": member}
        if self._static and self._instance(member):
            beat["instance"] = self._instance(member)
        if self._topics and self._random.randrange(2):
            owned = self._random.choice([*self._topics.values()])
            beat["owned"] = {owned["id"]: [self._random.randrange(owned["partitions"])]}
        return beat

    def _malform(self, beat: JSON) -> None:
        random = self._random
        match random.randrange(7):
            case 0:
                beat["epoch"] = random.choice(_EPOCHS)
            case 1:
                beat["epoch"] = 0
                beat["owned"] = {}
            case 2:
                chosen = random.choice([*self._topics.values()])["id"] if self._topics else topic_id(5)
                beat["owned"] = {chosen: sorted(random.sample(range(6), random.randrange(3)))}
            case 3:
                beat["rack"] = random.choice(_RACKS)
            case 4:
                beat["instance"] = random.choice(("i0", "i9", ""))
            case 5:
                beat["member"] = random.choice(("", "nobody"))
            case _:
                beat["assignor"] = "sticky"

    def _names(self) -> list[str]:
        random = self._random
        names = [*self._topics] or ["t0"]
        if random.randrange(_SCARCE) == 0:
            names = [*names, "x0"]
        if random.randrange(3):
            return [*self._topics]
        return random.sample(names, random.randrange(len(names) + 1))

    def _member_id(self, number: int) -> str:
        if self._next_id % 2:
            return f"m{number}"
        return str(UUID(int=self._random.getrandbits(128), version=4))

    def _instance(self, member: str) -> str:
        """Two members may have one instance id, as when a pod is replaced; every third member is a dynamic one."""
        place = self._members.index(member)
        return f"i{place // 4}-{place % 2}" if place % 3 < _STATIC else ""

    def _topic(self) -> JSON:
        self._next_id += 1
        return {"id": topic_id(self._next_id), "partitions": self._random.choice(_PARTITIONS)}

    def _changed(self) -> JSON:
        """The topics after one came, grew, went, or was made anew under another id."""
        random = self._random
        name = f"t{random.randrange(4)}"
        topics = dict(self._topics)
        if name not in topics:
            topics[name] = self._topic()
        elif random.randrange(2):
            topics[name] = {**topics[name], "partitions": topics[name]["partitions"] + random.randrange(1, 3)}
        elif random.randrange(2):
            topics[name] = self._topic()
        else:
            del topics[name]
        self._topics = topics
        return topics
