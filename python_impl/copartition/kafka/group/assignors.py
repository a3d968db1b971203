"""The assignors of the group coordinator: one function for each, the release says which generation of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition.kafka.group.members import GroupMember, Target, check_group, hashed_order, subscribe_alike
from copartition.kafka.group.partition_sets import UNORDERED
from copartition.kafka.group.range import assign_ranges, assign_sticky_ranges
from copartition.kafka.group.releases import NEWEST, Release, checked_release
from copartition.kafka.group.simple import assign_hashed_equal, assign_hashed_mixed, assign_to_all
from copartition.kafka.group.simple_balanced import assign_balanced_equal, assign_balanced_mixed
from copartition.kafka.group.uniform_equal import assign_equal
from copartition.kafka.group.uniform_mixed import MixedAssignment
from copartition.kafka.group.uniform_sticky import StickyAssignment

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from copartition.kafka.group.partition_sets import Sets
    from copartition.kafka.uuid import Uuid

_RANGE_FORGETS: Final = (3, 9)
_MIXED_REWRITTEN: Final = (4, 0)
_EXTRA_GOES_ON: Final = (4, 0, 1)
_SHARES_BY_HASH: Final = (4, 1)
_SHARES_BALANCED: Final = (4, 2)


def assign_uniform(  # noqa: PLR0913 - the last three are what a coordinator knows beside the group
    partitions: Mapping[Uuid, int],
    members: Sequence[GroupMember],
    release: Release | str = NEWEST,
    *,
    alike: bool | None = None,
    sets: Sets = UNORDERED,
    assigned: Mapping[Uuid, Collection[int]] | None = None,
) -> dict[str, Target]:
    """`UniformAssignor.assign(GroupSpec, SubscribedTopicDescriber)`.

    Args:
        partitions: By topic how many partitions it has.
        members: The members in the order in which they came into the coordinator's map.
        release: Kafka's, such as `(4, 0, 1)` or "4.0.1".
        alike: Whether the group's `SubscriptionType` is HOMOGENEOUS: members with the same topics may have come to
            them by different regular expressions. None: where the topics are the same.
        sets: Makes the collections of partitions; from 4.0 on `partition_sets.ORDERED` gives Java's order.
        assigned: By topic the partitions that a coordinator takes to be assigned; None: those that members had.

    Raises:
        ValueError: A member, or a topic or a partition of one is given twice, or a topic has fewer than no partitions.
        PartitionAssignorException: A topic isn't in the metadata, members had partitions beyond its end, or more than
            is taken to be assigned.
    """
    release = checked_release(release)
    check_group(partitions, members)
    ordered = hashed_order(members)
    if not ordered:
        return {}
    if subscribe_alike(ordered) if alike is None else alike:
        return assign_equal(partitions, ordered, extra_goes_on=release >= _EXTRA_GOES_ON, sets=sets, assigned=assigned)
    if release >= _MIXED_REWRITTEN:
        return MixedAssignment(partitions, ordered, sets=sets).build()
    return StickyAssignment(partitions, ordered).build()


def assign_range(
    partitions: Mapping[Uuid, int],
    members: Sequence[GroupMember],
    release: Release | str = NEWEST,
    *,
    alike: bool | None = None,
) -> dict[str, Target]:
    """`RangeAssignor.assign(GroupSpec, SubscribedTopicDescriber)`; for the arguments see `assign_uniform`."""
    release = checked_release(release)
    check_group(partitions, members)
    if release >= _RANGE_FORGETS:
        return assign_ranges(partitions, members, alike=bool(alike))
    return assign_sticky_ranges(partitions, members, alike=not members if alike is None else alike)


def assign_simple(
    partitions: Mapping[Uuid, int],
    members: Sequence[GroupMember],
    release: Release | str = NEWEST,
    assignable: Mapping[Uuid, Collection[int]] | None = None,
) -> dict[str, Target]:
    """`SimpleAssignor.assign(GroupSpec, SubscribedTopicDescriber)`, of share groups; see `assign_uniform`.

    Args:
        partitions: By topic how many partitions it has.
        members: The members in the order in which they came into the coordinator's map.
        release: Kafka's, such as `(4, 2, 0)` or "4.2.0".
        assignable: By topic the partitions that may be assigned, since 4.1; None: all.

    Returns:
        By member and topic its partitions. Members without topics are left out before 4.1, and where no member has any.

    Raises:
        ValueError: As `assign_uniform`.
        PartitionAssignorException: A topic isn't in the metadata.
    """
    release = checked_release(release)
    check_group(partitions, members)
    ordered = hashed_order(members)
    if not ordered:
        return {}
    if release < _SHARES_BY_HASH:
        return assign_to_all(partitions, ordered)
    alike = subscribe_alike(ordered)
    if release < _SHARES_BALANCED:
        return (assign_hashed_equal if alike else assign_hashed_mixed)(partitions, ordered, assignable)
    return (assign_balanced_equal if alike else assign_balanced_mixed)(partitions, ordered, assignable)
