"""How groups are drawn, and the hand-written cases.

Most groups are such as a coordinator meets: every member's target is about what an assignor gave a while ago; since
then members came or left, topics grew, or one subscribed to something else. The rest is what no coordinator writes:
partitions with two owners or beyond the end, topics that are gone, targets without subscribers. Of a few members that
subscribe to many topics of one partition, the topics' order shows.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity.case_collector import from_file

if TYPE_CHECKING:
    from random import Random

    from jarparity.answers import JSON
    from jarparity.case_collector import Cases

_FILE: Final = Path(__file__).with_name("cases.json")
_SCARCE: Final = 20
_RARE: Final = 5
"""Not 0: that is what Hypothesis likes to draw, and shrinks to."""


def topic_id(number: int) -> str:
    """The id of 128 bits that is this number, as Kafka prints it."""
    return urlsafe_b64encode(number.to_bytes(16)).decode().rstrip("=")


def hand_written(operation: str) -> Cases:
    """Cases of an assignor: `cases.json`, in which only what a case is about is written."""
    return from_file(_FILE, operation, _expand)


def _expand(_: str, short: JSON) -> JSON:
    """The whole input: a topic is given by its partitions, or whole; members subscribe to all unless they say else."""
    topics = {
        name: topic if isinstance(topic, dict) else {"id": topic_id(place), "partitions": topic}
        for place, (name, topic) in enumerate(short["topics"].items(), short.get("firstId", 1))
    }
    members = [{"id": name, "topics": [*topics], "target": {}, **member} for name, member in short["members"].items()]
    rest = {field: value for field, value in short.items() if field not in {"topics", "members", "firstId"}}
    return {"topics": topics, "members": members, **rest}


def group(random: Random) -> JSON:
    """An input of `kafka.group.assignor.uniform` and of `.range`."""
    odd = random.randrange(8) == 0
    mixed = random.randrange(6) == _RARE
    few_ids = not mixed and random.randrange(3) == 0
    numbers: dict[int, None] = {}
    for _ in range(random.randrange(4, 9) if mixed else random.randrange(1, random.choice((4, 4, 4, 9)))):
        numbers[random.randrange(1, 64) if few_ids else random.getrandbits(128)] = None
    topics: JSON = {
        f"t{place}": {"id": topic_id(number), "partitions": 1 if mixed else _partitions(random, odd=odd)}
        for place, number in enumerate(numbers)
    }
    members = _members(random, topics, mixed=mixed)
    if random.randrange(4):
        _give(random, topics, members, odd=odd)
    return {"topics": topics, "members": members}


def _partitions(random: Random, *, odd: bool) -> int | None:
    if odd and random.randrange(4) == 0:
        return random.choice((0, None))
    return random.randrange(1, random.choice((3, 8, 8, 30)))


def _members(random: Random, topics: JSON, *, mixed: bool) -> list[JSON]:
    plain, alike, static = random.randrange(3) == 0, random.randrange(2) == 0, random.randrange(3) == 0
    alike = alike and not mixed
    names: dict[str, None] = {}
    count = random.choice((0, 1, 2, 2, 3, 3, 4, 5, 8, 20)) if random.randrange(_SCARCE) else 40
    for number in range(random.choice((2, 3, 4)) if mixed else count):
        names[f"m{number}" if plain else _printed_id(random)] = None
    shuffled = random.sample([*names], len(names))
    common = [name for name in topics if random.randrange(5)]
    return [
        {
            "id": name,
            "topics": common if alike else random.sample([*topics], random.randrange(len(topics) + 1)),
            "target": {},
            **({"instance": f"i{random.randrange(100)}"} if static and random.randrange(2) else {}),
        }
        for name in shuffled
    ]


def _printed_id(random: Random) -> str:
    """A member's id as consumers make it."""
    return urlsafe_b64encode(random.randbytes(16)).decode().rstrip("=")


def _give(random: Random, topics: JSON, members: list[JSON], *, odd: bool) -> None:
    """Gives the members a former target: the partitions of a topic go round those who had it, and some are free."""
    kept = random.choice((2, 10, 100))
    for name, topic in topics.items():
        had = [member for member in members if (name in member["topics"]) or random.randrange(_SCARCE) == 0]
        had = random.sample(had, random.randrange(1, len(had) + 1)) if had and random.randrange(2) else had
        if not had:
            continue
        beyond = random.randrange(3) if odd else 0
        for partition in range((topic["partitions"] or 0) + beyond):
            if random.randrange(kept):
                owner = had[partition % len(had)] if random.randrange(4) else random.choice(had)
                owner["target"].setdefault(name, []).append(partition)
            if odd and random.randrange(_SCARCE) == 0:
                second = random.choice(had)["target"].setdefault(name, [])
                if partition not in second:
                    second.append(partition)
    for member in members:
        member["target"] = {name: numbers for name, numbers in member["target"].items() if numbers}


def share_group(random: Random) -> JSON:
    """An input of `kafka.group.assignor.simple`."""
    document = group(random)
    if random.randrange(4) == 0:
        document["assignable"] = {
            name: [number for number in range(topic["partitions"] or 0) if random.randrange(5)]
            for name, topic in document["topics"].items()
        }
    return document
