"""How groups are drawn that are to get a target.

A group's written target is about what an assignor gave a while ago; now a member comes, says something new, goes, or
takes a static member's place. Groups of about 12 and 24 members come often: there the coordinator's table of members
grows, and whether it has depends on who was in it. One group in eight has what no coordinator writes.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections import Counter
from typing import TYPE_CHECKING, Final

from jarparity.areas.kafka_group_coordinator.inputs import topic_id

if TYPE_CHECKING:
    from random import Random

    from jarparity.answers import JSON

_SIZES: Final = (0, 1, 1, 2, 2, 3, 3, 4, 5, 8, 11, 12, 12, 13)
_LARGE: Final = (23, 24, 25, 40)
_REGEXES: Final = ("t.*", "t[01]", "x")
_REGEXES_SINCE: Final = "4.0.0"
_SCARCE: Final = 12
_EPOCHS: Final = (1, 2, 11, 11, 11, 2**31 - 1)
_CHANGES: Final = ("none", "tells", "comes", "goes", "goes", "takes-over", "takes-over")
_TYPES: Final = ("HOMOGENEOUS", "HETEROGENEOUS")
_TIMES: Final = (0, 1000, 1000, 1000, 2**31 - 1)


def target(random: Random) -> JSON:
    """An input of `kafka.group.target`."""
    odd = random.randrange(8) == 0
    topics = _topics(random)
    regexes = random.randrange(5) == 0
    common = [name for name in topics if random.randrange(5)]
    alike = random.randrange(2) == 0
    static = random.randrange(2) == 0
    plain = random.randrange(3) == 0
    count = random.choice(_LARGE) if random.randrange(_SCARCE) == 0 else random.choice(_SIZES)
    ids = [*dict.fromkeys(f"m{number}" if plain else _printed_id(random) for number in range(count + 1))]

    def member(number: int) -> JSON:
        names = common if alike else random.sample([*topics], random.randrange(len(topics) + 1))
        told: JSON = {"id": ids[number], "topics": list(names)}
        if random.randrange(_SCARCE) == 0:
            told["topics"] = [*names, "x0"]  # a topic that isn't there
        if static and random.randrange(2):
            told["instance"] = f"i{number * 7 % 50}"
        if regexes and random.randrange(2):
            told["regex"] = random.choice(_REGEXES)
        return told

    group = [member(number) for number in random.sample(range(len(ids) - 1), len(ids) - 1)]
    _give(random, topics, group, odd=odd)
    updated, removed = _change(random, group, member(len(ids) - 1))
    document: JSON = {
        "topics": topics,
        "assignor": random.choice(("uniform", "uniform", "range")),
        "groupEpoch": random.choice(_EPOCHS),
        "subscriptionType": _type(random, group, updated, removed, odd=odd),
        "members": group,
        "updated": updated,
        "removed": removed,
        "now": random.choice(_TIMES),
    }
    if random.randrange(_SCARCE) == 0:
        document["assignor"] = {"gives": _given(random, topics, group, updated)}
    if regexes:
        document["resolved"] = {
            regex: random.sample([*topics], random.randrange(len(topics) + 1))
            for regex in _REGEXES
            if random.randrange(4)
        }
    return document


def since(document: JSON) -> str | None:
    """The first version that can say all that is in an input."""
    told = [*document["members"], document["updated"] or {}]
    return _REGEXES_SINCE if "resolved" in document or any("regex" in member for member in told) else None


def weight(document: JSON) -> tuple[int, int]:
    """How many members a group has, and how many partitions."""
    return len(document["members"]), sum(topic["partitions"] for topic in document["topics"].values())


def is_group(document: JSON) -> bool:
    """Whether a coordinator can come to this group: it is taken for what it is, targets name what is there, once."""
    counts = {topic["id"]: topic["partitions"] for topic in document["topics"].values()}
    had = Counter(
        (topic, partition)
        for member in document["members"]
        for topic, partitions in member.get("target", {}).items()
        for partition in partitions
    )
    return (
        all(counts.values())
        and all(count == 1 and partition < counts.get(topic, 0) for (topic, partition), count in had.items())
        and document["subscriptionType"] == _right_type(document["members"], document["updated"], document["removed"])
    )


def _topics(random: Random) -> JSON:
    few_ids = random.randrange(3) == 0
    numbers: dict[int, None] = {}
    for _ in range(random.randrange(random.randrange(_SCARCE) > 0, random.choice((4, 4, 4, 9, 15)))):
        numbers[random.randrange(1, 64) if few_ids else random.getrandbits(128) or 1] = None
    return {
        f"t{place}": {"id": topic_id(number), "partitions": random.randrange(1, random.choice((3, 8, 8, 40)))}
        for place, number in enumerate(numbers)
    }


def _printed_id(random: Random) -> str:
    """A member's id as consumers make it."""
    return urlsafe_b64encode(random.randbytes(16)).decode().rstrip("=")


def _give(random: Random, topics: JSON, members: list[JSON], *, odd: bool) -> None:
    """Gives the members a written target; a few never had one."""
    if random.randrange(4) == 0:
        return
    for member in members:
        if random.randrange(_SCARCE):
            member["target"] = {}
    having = [member for member in members if "target" in member]
    kept = random.choice((2, 10, 100))
    for topic in topics.values():
        had = random.sample(having, random.randrange(1, len(having) + 1)) if having and random.randrange(3) else having
        for partition in range(topic["partitions"] + odd * random.randrange(3)) if had else ():
            if random.randrange(kept):
                owner = had[partition % len(had)] if random.randrange(4) else random.choice(had)
                owner["target"].setdefault(topic["id"], []).append(partition)
        if random.randrange(4) == 0:
            for member in had:
                random.shuffle(member["target"].get(topic["id"], []))
    _give_nothing_of_a_topic(random, topics, having if odd else [])
    if having and random.randrange(_SCARCE) == 0:  # a topic that has been deleted
        random.choice(having)["target"][topic_id(2**100)] = [0, 1]


def _give_nothing_of_a_topic(random: Random, topics: JSON, members: list[JSON]) -> None:
    """Puts a topic into the members' targets, if it isn't there, of which they have no partition."""
    known = [topic["id"] for topic in topics.values()] or [topic_id(2**100)]
    for member in members:
        member["target"].setdefault(random.choice(known), [])


def _change(random: Random, group: list[JSON], other: JSON) -> tuple[JSON, list[str]]:
    """Who comes or says something new, and who goes."""
    removed = [member["id"] for member in group if random.randrange(30) == 0]
    staying = [member for member in group if member["id"] not in removed]
    kind = random.choice(_CHANGES)
    if kind == "none" or not staying:
        return (None if random.randrange(2) else other), removed
    chosen = random.choice(staying)
    if kind == "goes":
        return None, [*removed, chosen["id"]]
    told = {field: value for field, value in chosen.items() if field != "target"}
    if kind == "tells":
        return {**told, "topics": other["topics"]}, removed
    static = [member for member in staying if "instance" in member]
    if kind == "comes" or not static:
        return other if random.randrange(4) else told, removed
    former = random.choice(static)
    taking = {**other, "instance": former["instance"]}
    if random.randrange(3):
        taking["topics"] = former["topics"]
    if random.randrange(_SCARCE) == 0 and chosen is not former:  # one that was there under another instance id
        taking["id"] = chosen["id"]
    return taking, [*removed, former["id"]]


def _given(random: Random, topics: JSON, group: list[JSON], updated: JSON) -> JSON:
    """What an assignor of the broker's own gives: some members what they had, some other things, some nothing."""
    told = {member["id"]: member for member in (*group, *([updated] if updated else []))}
    given: JSON = {"stranger": {}} if random.randrange(_SCARCE) == 0 else {}
    for name, member in told.items():
        match random.randrange(4):
            case 0:
                given[name] = member.get("target", {})
            case 1:
                given[name] = {
                    topic["id"]: random.sample(range(topic["partitions"]), random.randrange(topic["partitions"] + 1))
                    for topic in topics.values()
                    if random.randrange(2)
                }
            case 2:
                given[name] = {}
    return given


def _type(random: Random, group: list[JSON], updated: JSON, removed: list[str], *, odd: bool) -> str:
    """What the coordinator takes the group for; with regular expressions that can be out of date."""
    return random.choice(_TYPES) if odd and random.randrange(2) else _right_type(group, updated, removed)


def _right_type(group: list[JSON], updated: JSON, removed: list[str]) -> str:
    told = {member["id"]: member for member in group if member["id"] not in removed}
    if updated is not None:
        told[updated["id"]] = updated
    subscriptions = {(*sorted(member["topics"]), member.get("regex")) for member in told.values()}
    return _TYPES[len(subscriptions) > 1]
