"""How groups and histories of the assignors are drawn: of every family, most of them small, a few large."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.areas.kafka_assignors import random_groups, random_histories
from jarparity.areas.kafka_assignors.random_custom_groups import (
    FAMILIES,
    ODD_USER_DATA,
    SETTINGS,
    api_versions,
    custom_family,
)
from jarparity.values import sticky_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from jarparity.answers import JSON

ASSIGNORS: Final = ("range", "round-robin", "sticky", "cooperative-sticky")
_KINDS: Final = {assignor: random_groups.kinds(assignor, random_groups.FAMILIES) for assignor in ASSIGNORS}
_MEDIUM: Final = (20, 15, 12)
"""Enough for the hash tables of members and topics to grow."""
_RARE: Final = 7
"""Not 0: that is what Hypothesis likes to draw, and shrinks to."""
_MEDIUM_SHARE, _LARGE_SHARE = 1 / 32, 1 / 512
_NAMES: Final = ("t", "u", "t0", "t10", "AaAa", "BBBB", "😀", "\uffff")
_IDS: Final = ("A", "B", "C", "C10", "AaBB", "BBAa", "😀", "\uffff")
_RACKS: Final = ("r0", "r1", "r2")
_ONE_BIN: Final = ("Aa", "BB", "C#")
"""Topics of one hash code: only their order of insertion orders them in a `HashMap`."""


def range_group(random: Random) -> JSON:
    """An input of `kafka.assignor.range`."""
    return _group(random, "range")


def round_robin_group(random: Random) -> JSON:
    """An input of `kafka.assignor.round-robin`."""
    return _group(random, "round-robin")


def sticky_group(random: Random) -> JSON:
    """An input of `kafka.assignor.sticky`."""
    return _group(random, "sticky")


def cooperative_group(random: Random) -> JSON:
    """An input of `kafka.assignor.cooperative-sticky`."""
    return _group(random, "cooperative-sticky")


def rebalances(random: Random) -> JSON:
    """An input of `kafka.assignor.rebalances`; most show what members sent, one in six has topics of one hash code.

    In one of six, services share a group id: those come near assignments that never end.
    """
    if random.randrange(6) == 0:
        return random_histories.services(random, random.choice(("sticky", "cooperative-sticky")))
    steps, static, observed = random.randrange(13), random.randrange(2) == 0, random.randrange(4) > 0
    names = _ONE_BIN if random.randrange(6) == 0 else random_histories.NAMES
    kind = random.choice(ASSIGNORS)
    return random_histories.history(random, kind, steps=steps, static=static, observed=observed, names=names)


def custom_group(random: Random) -> JSON:
    """An input of `kafka.assignor.custom`."""
    assignor = random.choice(sorted(SETTINGS))
    return custom_group_of(random, assignor, SETTINGS[assignor])


def custom_group_of(random: Random, assignor: str, settings: Sequence[str | None]) -> JSON:
    """A group with this custom assignor.

    Args:
        random: What it is drawn from.
        assignor: Its name in the input.
        settings: What members are configured with; empty for no settings at all.
    """
    if random.randrange(2):
        kinds = [(family, api) for family in FAMILIES for api in api_versions(family)]
        size = (1 + random.randrange(7), 1 + random.randrange(6), 1 + random.randrange(8))
        return custom_family(random, assignor, *random.choice(kinds), size, settings)
    document = _small(random, "cooperative-sticky", random.choice(random_groups.API_VERSIONS), racked=True)
    for member in document["members"]:
        member.pop("userData", None)
        member["topics"] = list(dict.fromkeys(member["topics"]))
        if settings and (setting := random.choice((None, *settings))) is not None:
            member["setting"] = setting
        if assignor in ODD_USER_DATA and random.randrange(4) == 0:
            member["userData"] = random.choice(ODD_USER_DATA[assignor])
    document = {"assignor": assignor, **document}
    return {**document, "generation": random.choice((None, 0, 7, -1))} if random.randrange(2) else document


def _group(random: Random, assignor: str) -> JSON:
    share = random.random()
    if "sticky" in assignor and random.randrange(20) == 0:
        return _claimed_by_all(random, assignor)
    if "sticky" in assignor and random.randrange(20) == _RARE:
        return _set_aside(random, assignor)
    if share > 0.75:  # noqa: PLR2004 - a quarter
        releases = random_groups.API_VERSIONS[assignor == "cooperative-sticky" :]
        api = random.choice(releases)
        return _small(random, assignor, api, racked=api == "3.4" and assignor != "round-robin")
    size = random_groups.SMALL
    if share < _LARGE_SHARE:
        size = random_groups.LARGE
    elif share < _MEDIUM_SHARE:
        size = _MEDIUM
    family, api = random.choice(_KINDS[assignor])
    if random.randrange(12) == _RARE:
        # Only of members with equal instance ids the order in a table shows in round robin's assignment.
        family, api = "equal-instances", "3.4"
    return random_groups.group(random, assignor, family, api, size)


def _claimed_by_all(random: Random, assignor: str) -> JSON:
    """Three or four members of different generations that claim the same partitions."""
    members: list[JSON] = []
    for name in "ABCD"[: random.choice((3, 4))]:
        generation = random.randrange(3)
        owned = [("t", number) for number in range(3) if random.randrange(5)]
        member: JSON = {"id": name, "topics": ["t"], "generation": generation}
        if assignor == "sticky":
            members.append({**member, "userData": sticky_bytes.write(owned, generation).hex()})
        else:
            members.append({**member, "owned": [list(pair) for pair in owned]})
    return {"topics": {"t": 3}, "members": members}


def _set_aside(random: Random, assignor: str) -> JSON:
    """A member that others share a topic with takes no part in balancing, for it remembers more than it can have.

    Until 2.2 it does if it remembers a partition again and again; from 3.0 on if it remembers some that are gone. Where
    partitions have racks, the others are in two.
    """
    racked = random.randrange(4) > 0
    names = random.sample(_IDS, 4 + random.randrange(4))
    shared, many = 1 + random.randrange(2), 4 + random.randrange(8)
    near, far = random.sample(_RACKS, 2)
    counts = {"u": 1, "t": shared, "w": many}
    homes = {"u": [far], "t": [near], "w": [near]}
    subscribed = [["u", "t"], ["t", "w"], ["t"], *(["w"] for _ in names[3:])]
    members: list[JSON] = []
    for place, (name, topics) in enumerate(zip(names, subscribed, strict=False)):
        member: JSON = {"id": name, "topics": topics}
        if racked and place:
            member["rack"] = near if place < 3 and random.randrange(8) else far  # noqa: PLR2004 - those who share t
        members.append(member)
    gone = [("u", number if racked or random.randrange(2) else 0) for number in range(2 + shared + random.randrange(2))]
    _remember(members[0], assignor, gone)
    if not racked and random.randrange(2):
        _remember(members[1], assignor, [("t", number) for number in range(shared)] + [("w", n) for n in range(many)])
    random.shuffle(members)
    listed: JSON = {t: [{"partition": p, "racks": homes[t]} for p in range(n)] for t, n in counts.items()}
    return {"topics": listed if racked else counts, "members": members}


def _remember(member: JSON, assignor: str, owned: Sequence[tuple[str, int]]) -> None:
    if assignor == "sticky":
        member["userData"] = sticky_bytes.write(owned, 1).hex()
    else:
        member["owned"] = [list(pair) for pair in owned]


def _small(random: Random, assignor: str, api: str, *, racked: bool) -> JSON:
    """Up to four members and three topics, of any form that the types allow."""
    topics: dict[str, JSON] = {}
    for name in random.sample(_NAMES, random.randrange(4)):
        count = random.randrange(5)
        listed = racked and random.randrange(3) == 0
        topics[name] = [{"partition": p, "racks": _homes(random)} for p in range(count)] if listed else count
    members = [
        _member(random, assignor, api, name, list(topics)) for name in random.sample(_IDS, 1 + random.randrange(4))
    ]
    return {"topics": topics, "members": members}


def _homes(random: Random) -> list[str]:
    return random.sample(_RACKS, random.randrange(3))


def _member(random: Random, assignor: str, api: str, name: str, topics: list[str]) -> JSON:
    known = [*topics, "gone"]
    some = [random.choice(known) for _ in range(random.randrange(4))]
    member: dict[str, JSON] = {"id": name, "topics": some if random.randrange(2) else topics}
    if api != "2.0" and random.randrange(4) == 0:
        member["instance"] = random.choice(("i0", "i1", "i2"))
    if api == "3.4" and random.randrange(2):
        member["rack"] = random.choice(_RACKS)
    if assignor in ("sticky", "cooperative-sticky") and random.randrange(2):
        owned = list(dict.fromkeys((random.choice(known), random.randrange(5)) for _ in range(random.randrange(6))))
        generation = random.choice((None, *range(-1, 5)))
        if assignor == "sticky":
            member["userData"] = sticky_bytes.write(owned, generation).hex()
        else:
            if api != "2.0":
                member["owned"] = [list(pair) for pair in owned]
            member["userData"] = None if generation is None else sticky_bytes.write_generation(generation).hex()
        if api == "3.4" and random.randrange(2):
            member["generation"] = generation
    return member
