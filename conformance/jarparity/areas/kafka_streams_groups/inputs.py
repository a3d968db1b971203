"""How members of streams groups on their way to a target are drawn.

Nine of ten are such as a coordinator may meet: the processes that have a task are the member's own and those of others,
a task has one role in a target, and what the member says is part of what it has or has to give back. The rest breaks
that: tasks in several roles, epochs of any size, unknown processes, subtopologies without tasks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.areas.kafka_streams_groups.operations import STATES

if TYPE_CHECKING:
    from random import Random

    from jarparity.answers import JSON

ROLES: Final = ("active", "standby", "warmup")
_OWN: Final = "p0"
_SCARCE: Final = 10
_ENDS: Final = (-(2**31), -2, -1, 0, 1, 2**31 - 2, 2**31 - 1)


def nothing() -> JSON:
    """No tasks in any role."""
    return {role: {} for role in ROLES}


def reconcile(random: Random) -> JSON:
    """An input of `kafka.group.reconcile-streams`."""
    odd = random.randrange(_SCARCE) == 0
    epoch = random.choice(_ENDS) if odd and random.randrange(2) else random.randrange(1, 30)
    member: JSON = {
        "process": _OWN,
        "epoch": epoch,
        "previousEpoch": epoch - 1 if epoch > _ENDS[0] else epoch,
        "state": STATES[random.randrange(3)] if random.randrange(_SCARCE) else STATES[3],
        "assigned": nothing(),
        "revoking": nothing(),
    }
    target_epoch = epoch if random.randrange(3) == 0 else min(_ENDS[-1], epoch + random.randrange(1, 3))
    document: JSON = {
        "member": member,
        "target": {"epoch": target_epoch, "tasks": nothing()},
        "processes": nothing(),
        "owned": None,
    }
    stays = random.randrange(4) == 0
    for subtopology in [f"{n}" for n in range(random.randrange(1, 4))]:
        for partition in range(random.choice((1, 1, 2, 3))):
            role = _held(random, document, (subtopology, partition), odd=odd)
            wanted = role if stays or random.randrange(4) == 0 else random.choice((None, *ROLES))
            for _ in range(2 if odd and random.randrange(3) == 0 else 1):
                if wanted is not None:
                    _put(document["target"]["tasks"], wanted, (subtopology, partition))
                wanted = random.choice(ROLES)
        if odd and random.randrange(3) == 0:
            _none(random, document, subtopology)
    document["owned"] = _owned(random, member, odd=odd)
    return document


def _held(random: Random, document: JSON, task: tuple[str, int], *, odd: bool) -> str | None:
    """Says who has a task; gives the member's role."""
    member = document["member"]
    role = random.choice((None, *ROLES))
    for _ in range(2 if odd and random.randrange(3) == 0 else 1):
        if role is not None:
            field = "revoking" if member["state"] == STATES[1] and random.randrange(2) else "assigned"
            epoch = random.choice(_ENDS) if odd else member["epoch"] - random.randrange(3)
            _put(member[field], role, task, epoch)
            _runs(document, role, task, _OWN)
        if odd:
            role = random.choice(ROLES)
    if role != ROLES[0] and random.randrange(3) == 0:
        _runs(document, ROLES[0], task, random.choice((_OWN, "p1", "p1", "p2")))
    for kept in ROLES[1:]:
        if random.randrange(5) == 0:
            _runs(document, kept, task, random.choice((_OWN, "p1", "p2")))
    return role


def _put(tasks: JSON, role: str, task: tuple[str, int], epoch: int | None = None) -> None:
    """Adds a task, an active one with its epoch if there is any."""
    subtopology, partition = task
    if role == ROLES[0] and epoch is not None:
        tasks[role].setdefault(subtopology, {})[str(partition)] = epoch
    elif partition not in tasks[role].get(subtopology, ()):
        tasks[role].setdefault(subtopology, []).append(partition)


def _runs(document: JSON, role: str, task: tuple[str, int], process: str) -> None:
    """A member of that process has the task."""
    of = document["processes"][role].setdefault(task[0], {})
    if role == ROLES[0]:
        of[str(task[1])] = process
    elif process not in of.setdefault(str(task[1]), []):
        of[str(task[1])].append(process)


def _none(random: Random, document: JSON, subtopology: str) -> None:
    """A subtopology without tasks, somewhere."""
    member = document["member"]
    role = random.choice(ROLES)
    into = random.choice((member["assigned"], member["revoking"], document["target"]["tasks"], document["processes"]))
    of_partitions = into is document["processes"] or (role == ROLES[0] and into is not document["target"]["tasks"])
    empty: JSON = {} if of_partitions else []
    into[role].setdefault(subtopology, empty)


def _owned(random: Random, member: JSON, *, odd: bool) -> JSON:
    """What the member says: nothing, that it has nothing, what it has, what it had, or anything."""
    kind = random.randrange(5)
    if kind == 0:
        return None
    owned = nothing()
    if kind == 1:
        return owned
    for field in ("assigned", "revoking"):
        for role, tasks in member[field].items():
            for subtopology, partitions in tasks.items():
                if field == "assigned" or kind == 2:  # noqa: PLR2004 - one of five
                    for partition in partitions:
                        if kind < 4 or random.randrange(3):  # noqa: PLR2004
                            _put(owned, role, (subtopology, int(partition)))
    if odd:
        owned[random.choice(ROLES)][random.choice("012")] = [random.randrange(4)] if random.randrange(2) else []
    return owned
