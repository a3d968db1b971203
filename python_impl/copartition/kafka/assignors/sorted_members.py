"""`AbstractPartitionAssignor.MemberInfo`: the order of members in Range and RoundRobin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition.java.strings import utf16_key
from copartition.kafka.assignors.assignor import leader_order
from copartition.kafka.assignors.java_order import sorted_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from copartition.kafka.assignors.members import Member


def sorted_members(members: Sequence[Member], *, static: bool) -> list[Member]:
    """Static members first, by instance id; the others by member id.

    Static members with one instance id keep the order of the leader's `HashMap`.

    Args:
        members: In any order.
        static: Whether instance ids count; they do from 2.4 on (KAFKA-8355, KAFKA-8356).
    """
    instances = {member.subscription.instance for member in members} if static else {None}
    if instances == {None} or not members:
        by_id = {member.id: member for member in members}
        return [by_id[member_id] for member_id in sorted_names(by_id)]
    return sorted(leader_order(members), key=_key)


def _key(member: Member) -> tuple[bool, bytes]:
    instance = member.subscription.instance
    return instance is None, utf16_key(member.id if instance is None else instance)
