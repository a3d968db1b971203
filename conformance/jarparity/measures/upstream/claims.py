"""What Kafka's tests of sticky assignors look at beside the assignment, derived from claims and the answer.

Kafka's assignors leave two notes for their tests: which partitions change hands, and whether two members swapped
partitions of a topic. A port's answer is the assignment alone, so both are found here by comparing it with what the
members claimed to own. A port that moves the wrong partition, or swaps, is seen; how it found its answer is not.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from jarparity.values import sticky_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from jarparity.answers import JSON

Partition: TypeAlias = tuple[str, int]
Assignment: TypeAlias = "Mapping[str, Sequence[Sequence[JSON]]]"

NO_GENERATION = -1
_INT32 = 4


@dataclass(frozen=True, slots=True)
class _Claim:
    member: str
    generation: int
    disputed: bool = False


@dataclass(frozen=True, slots=True)
class Notes:
    """What Kafka's assignor leaves for its tests.

    Attributes:
        sticky: Whether no two members swapped partitions of one topic.
        transferring: The partitions that change hands, with their new owners: `[topic, number, member]` each. None
            where members subscribe to different topics: there, Kafka's assignor keeps no such list.
    """

    sticky: bool
    transferring: list[list[JSON]] | None


def notes(group: JSON, assignment: Assignment, eager: Callable[[], Assignment] | None = None) -> Notes:
    """The notes to a port's answer.

    Args:
        group: The assignor's input.
        assignment: The port's answer.
        eager: For the cooperative assignor, whose answer leaves out what members have still to give up: what the
            eager one answers to the same claims. Called only where some are left out.
    """
    uniform = _uniform(group)
    claims = _claims(group, cooperative=eager is not None)
    if not claims:
        return Notes(sticky=True, transferring=[] if uniform else None)
    moved = list(_moved(claims, assignment))
    moves = {(topic, owner, member) for topic, _, owner, member in moved if owner != member}
    sticky = not any((topic, new, old) in moves for topic, old, new in moves)
    if not uniform:
        return Notes(sticky, None)
    if eager is not None:
        given = {(topic, number) for listed in assignment.values() for topic, number in listed}
        moved = [] if claims.keys() <= given else list(_moved(claims, eager()))
    return Notes(sticky, [[topic, number, member] for topic, number, _, member in moved])


def _moved(claims: Mapping[Partition, _Claim], assignment: Assignment) -> Iterator[tuple[str, int, str, str]]:
    """Topic, number, owner and new owner of what was claimed and isn't simply kept."""
    for member, listed in assignment.items():
        for topic, number in listed:
            claim = claims.get((topic, number))
            if claim is not None and (claim.member != member or claim.disputed):
                yield topic, number, claim.member, member


def as_eager(group: JSON) -> JSON:
    """A cooperative group as the eager assignor takes it: what members own is in their user data."""
    members = []
    for member in group["members"]:
        generation, owned = _owned(member)
        data = sticky_bytes.write(owned, generation)
        members.append({**member, "userData": data.hex(), "owned": []})
    return {**group, "members": members}


def _uniform(group: JSON) -> bool:
    """As Kafka's assignors compare subscriptions: by number of topics, and with the first that isn't empty."""
    first: set[str] = set()
    for member in group["members"]:
        topics = member["topics"]
        if not first:
            first.update(topics)
        elif len(topics) != len(first) or not first.issuperset(topics):
            return False
    return True


def _claims(group: JSON, *, cooperative: bool) -> dict[Partition, _Claim]:
    """By partition, the member with the best claim; disputed where another has an equally good one."""
    claims: dict[Partition, _Claim] = {}
    sizes = {topic: n if isinstance(n, int) else len(n) for topic, n in group["topics"].items()}
    for member in group["members"]:
        generation, partitions = _owned(member) if cooperative else _remembered(member)
        claim = _Claim(member["id"], generation)
        for partition in partitions:
            if partition[1] >= sizes.get(partition[0], 0):
                continue
            best = claims.setdefault(partition, claim)
            if best is claim:
                continue
            if best.generation == generation:
                claims[partition] = _Claim(best.member, generation, disputed=True)
            elif best.generation < generation:
                claims[partition] = _Claim(claim.member, generation, disputed=best.disputed)
    return claims


def _owned(member: JSON) -> tuple[int, list[Partition]]:
    """A cooperative member's claim: its generation may also be in its user data."""
    owned = [(topic, number) for topic, number in member["owned"]]
    if member.get("generation") is not None:
        return member["generation"], owned
    data = bytes.fromhex(member["userData"] or "")
    return (struct.unpack_from(">i", data)[0] if len(data) >= _INT32 else NO_GENERATION), owned


def _remembered(member: JSON) -> tuple[int, list[Partition]]:
    """An eager member's claim: all of it is in its user data."""
    data = bytes.fromhex(member["userData"] or "")
    partitions, generation = sticky_bytes.read_with_rest(data)
    known = len(generation) == _INT32
    return (struct.unpack(">i", generation)[0] if known else NO_GENERATION), partitions
