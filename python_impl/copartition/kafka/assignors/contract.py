"""What Kafka needs of a user's custom assignor, and doesn't check: every violation, with the member and the fix."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from copartition.kafka.assignors.assignor import RebalanceProtocol
from copartition.kafka.assignors.members import Assignment

if TYPE_CHECKING:
    from copartition.kafka.assignors.custom import ClusterMetadata, ConsumerPartitionAssignor
    from copartition.kafka.assignors.members import Member, Subscription
    from copartition.kafka.topic_partition import TopicPartition

TAKEN: Final = ("range", "roundrobin", "sticky", "cooperative-sticky")
"""The names by which members of a group mean the assignors that Kafka has."""

_SHOWN: Final = 20
"""Violations that an error's message lists."""

_INT16: Final = range(-(1 << 15), 1 << 15)


@dataclass(frozen=True, slots=True)
class Violation:
    """One way in which an assignor breaks the rules.

    Attributes:
        rule: The rule: `name`, `protocols`, `version`, `user-data`, `answer`, `unanswered`, `unknown-member`,
            `unknown-partition`, `unsubscribed`, `given-twice` or `not-revoked`.
        message: What is wrong, and how to fix it.
        member: The member that it is about, None if it is about none.
        partition: The partition that it is about, None if it is about none.
    """

    rule: str
    message: str
    member: str | None = None
    partition: TopicPartition | None = None


class AssignorContractError(ValueError):
    """An assignor broke rules.

    Attributes:
        violations: Every one that was found.
    """

    def __init__(self, name: str, violations: Sequence[Violation]) -> None:
        lines = [f"- {violation.message}" for violation in violations[:_SHOWN]]
        if len(violations) > _SHOWN:
            lines.append(f"- and {len(violations) - _SHOWN} more (see `violations`)")
        super().__init__("\n".join([f"the assignor {name} is not valid:", *lines]))
        self.violations = tuple(violations)


def assignor_violations(assignor: ConsumerPartitionAssignor) -> list[Violation]:
    """What is wrong with the name, the protocols and the version of an assignor."""
    found: list[Violation] = []
    name: object = assignor.name()
    if not isinstance(name, str) or not name:
        found.append(Violation("name", f"name() must be a str that isn't empty, not {name!r}"))
    elif name in TAKEN:
        found.append(
            Violation("name", f"name() must not be {name!r}: members would take it for Kafka's own; choose another")
        )
    protocols: object = assignor.supported_protocols()
    if not isinstance(protocols, Iterable) or isinstance(protocols, str):
        found.append(Violation("protocols", f"supported_protocols() must be a sequence, not {protocols!r}"))
    else:
        listed = list(protocols)
        if not listed:
            found.append(Violation("protocols", "supported_protocols() must name at least one, such as EAGER"))
        found += [
            Violation("protocols", f"supported_protocols() must hold RebalanceProtocol values, not {protocol!r}")
            for protocol in listed
            if not isinstance(protocol, RebalanceProtocol)
        ]
    version: object = assignor.version()
    if isinstance(version, bool) or not isinstance(version, int) or version not in _INT16:
        found.append(Violation("version", f"version() must be an int of 16 bits, not {version!r}"))
    return found


def user_data_violations(member: str, user_data: object) -> list[Violation]:
    """What is wrong with what a member's assignor adds to its subscription."""
    if user_data is None or isinstance(user_data, bytes):
        return []
    message = f"subscription_user_data() of {member!r} must be bytes or None, not {type(user_data).__name__}"
    return [Violation("user-data", message, member)]


def assignment_violations(
    assignment: object, cluster: ClusterMetadata, members: Sequence[Member], *, cooperative: bool = False
) -> list[Violation]:
    """What is wrong with what the leader's assignor assigned.

    Args:
        assignment: By member an `Assignment`.
        cluster: The topics.
        members: The group.
        cooperative: The members keep their partitions through the rebalance: a partition must be given up by its
            owner before another gets it (`ConsumerCoordinator.validateCooperativeAssignment`).
    """
    if not isinstance(assignment, Mapping):
        return [Violation("answer", f"assign() must give a mapping by member, not {type(assignment).__name__}")]
    subscriptions = {member.id: member.subscription for member in members}
    found = [
        Violation("unanswered", f"assign() must answer {member!r}: give it Assignment(()) if it gets nothing", member)
        for member in subscriptions
        if member not in assignment
    ]
    sound: dict[str, Assignment] = {}
    for member, given in assignment.items():
        if member not in subscriptions:
            found.append(
                Violation("unknown-member", f"assign() gives to {member!r}, who is not in the group", str(member))
            )
        if isinstance(given, Assignment):
            sound[member] = given
        else:
            message = f"assign() must give {member!r} an Assignment, not {type(given).__name__}"
            found.append(Violation("answer", message, str(member)))
    owners: dict[TopicPartition, str] = {}
    for member, given in sound.items():
        for partition in given.partitions:
            found += _misplaced(member, partition, subscriptions.get(member), cluster, owners)
    if cooperative:
        found += _not_revoked(subscriptions, sound)
    return found


def _misplaced(
    member: str,
    partition: TopicPartition,
    subscription: Subscription | None,
    cluster: ClusterMetadata,
    owners: dict[TopicPartition, str],
) -> list[Violation]:
    found: list[Violation] = []
    shown = f"{partition.topic}-{partition.partition}"
    count = cluster.counts.get(partition.topic, 0)
    if not 0 <= partition.partition < count:
        there = f"has partitions 0 to {count - 1}" if count else "is not in the metadata"
        message = f"assign() gives {member!r} {shown}, which does not exist: {partition.topic!r} {there}"
        found.append(Violation("unknown-partition", message, member, partition))
    if subscription is not None and partition.topic not in subscription.topics:
        message = (
            f"assign() gives {member!r} {shown}, but it doesn't subscribe to {partition.topic!r}: leave it out there"
        )
        found.append(Violation("unsubscribed", message, member, partition))
    if partition in owners:
        message = f"assign() gives {shown} to {member!r}, but {owners[partition]!r} has it already: give it once"
        found.append(Violation("given-twice", message, member, partition))
    owners.setdefault(partition, member)
    return found


def _not_revoked(subscriptions: Mapping[str, Subscription], assignment: Mapping[str, Assignment]) -> list[Violation]:
    owned = {member: set(subscription.owned) for member, subscription in subscriptions.items()}
    given = {member: set(of.partitions) for member, of in assignment.items()}
    revoked = {partition: member for member, had in owned.items() for partition in had - given.get(member, set())}
    found: list[Violation] = []
    for member, of in assignment.items():
        for partition in of.partitions:
            if partition in revoked and partition not in owned.get(member, set()):
                shown = f"{partition.topic}-{partition.partition}"
                message = (
                    f"assign() gives {member!r} {shown} while {revoked[partition]!r} owns it: a cooperative assignor "
                    "leaves it out now, and gives it in the next rebalance"
                )
                found.append(Violation("not-revoked", message, member, partition))
    return found
