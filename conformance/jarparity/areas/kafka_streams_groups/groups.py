"""How streams groups are drawn for the assignor: what members had before is a former assignment, or nearly one.

Former tasks are dealt evenly, or as it comes. Since then members left or came, a subtopology grew, and one in ten
groups is odd: tasks that several members had, that there aren't any more, or that are active and standby at once.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final
from uuid import UUID

from jarparity.case_collector import Cases

if TYPE_CHECKING:
    from random import Random

    from jarparity.answers import JSON

_SCARCE: Final = 10
_FILE: Final = Path(__file__).with_name("cases.json")


def sticky(random: Random) -> JSON:
    """An input of `kafka.group.assignor.streams-sticky`."""
    subtopologies: JSON = {
        name: {"partitions": random.choice((1, 1, 2, 3, 4, 6, 12)), "stateful": random.randrange(3) > 0}
        for name in [f"{n}" for n in range(random.randrange(1, 5))]
    }
    processes = [_name(random, "p", place) for place in range(random.choice((1, 1, 2, 3, 4, 8)))]
    members: list[JSON] = [
        {
            "id": _name(random, "m", place),
            "process": random.choice(processes),
            "active": {},
            "standby": {},
            "offsets": {},
        }
        for place in range(random.choice((1, 2, 2, 3, 3, 4, 5, 8, 13, 20)))
    ]
    standbys = random.choice((0, 0, 1, 1, 2, 3))
    if random.randrange(5):
        _former(random, members, subtopologies, standbys)
        _since(random, members, subtopologies, processes)
    if random.randrange(_SCARCE) == 0:
        _odd(random, members)
    random.shuffle(members)
    return {"subtopologies": subtopologies, "members": members, "standbys": standbys}


def _name(random: Random, kind: str, place: int) -> str:
    return f"{kind}{place}" if random.randrange(2) else str(UUID(int=random.getrandbits(112) << 16 | place))


def _former(random: Random, members: list[JSON], subtopologies: JSON, standbys: int) -> None:
    """Deals the tasks to the members."""
    even = random.randrange(2) == 0
    at = 0
    for name, of in subtopologies.items():
        for partition in range(of["partitions"]):
            at = at + 1 if even else random.randrange(len(members))
            if random.randrange(8):
                members[at % len(members)]["active"].setdefault(name, []).append(partition)
            for copy in range(standbys if of["stateful"] else 0):
                holder = members[(at + 1 + copy) % len(members)] if even else random.choice(members)
                if random.randrange(4) and partition not in holder["standby"].get(name, ()):
                    holder["standby"].setdefault(name, []).append(partition)
                if random.randrange(3) == 0:
                    holder["offsets"].setdefault(name, {})[str(partition)] = random.randrange(4)
            if of["stateful"] and random.randrange(4) == 0:
                behind = random.choice(members)
                behind["offsets"].setdefault(name, {})[str(partition)] = random.choice((0, 1, 2, 1000, 2**31 - 1))


def _since(random: Random, members: list[JSON], subtopologies: JSON, processes: list[str]) -> None:
    """What came since then."""
    for _ in range(random.randrange(3)):
        match random.randrange(3):
            case 0 if len(members) > 1:
                del members[random.randrange(len(members))]
            case 1:
                new = f"new{random.randrange(1000)}-{len(members)}"
                process = random.choice([*processes, "pn"])
                members.append({"id": new, "process": process, "active": {}, "standby": {}, "offsets": {}})
            case _:
                subtopologies[random.choice([*subtopologies])]["partitions"] += random.randrange(3)


def _odd(random: Random, members: list[JSON]) -> None:
    """Something that no coordinator comes to."""
    for _ in range(random.randrange(1, 4)):
        role = random.choice(("active", "standby"))
        random.choice(members)[role][random.choice(("0", "1", "gone", ""))] = [random.randrange(4)]
    if random.randrange(_SCARCE) == 0:
        members.clear()


def sticky_groups() -> Cases:
    """Cases of `kafka.group.assignor.streams-sticky`."""
    return Cases("kafka.group.assignor.streams-sticky").read(_FILE, _expand)


def _expand(_: str, short: JSON) -> JSON:
    """The whole input: three tasks with state, members of one process that had nothing, if nothing else is said."""
    nothing: JSON = {"process": "p", "active": {}, "standby": {}, "offsets": {}}
    members = [{"id": name, **nothing, **of} for name, of in short["members"].items()]
    return {"subtopologies": {"0": {"partitions": 3, "stateful": True}}, "standbys": 0, **short, "members": members}
