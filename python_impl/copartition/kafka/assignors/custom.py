"""A user's custom assignor: the interface `ConsumerPartitionAssignor`, and what its methods take and give."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from copartition.kafka.assignors.assignor import RebalanceProtocol
from copartition.kafka.assignors.java_order import sorted_names
from copartition.kafka.assignors.members import Assignment, Cluster, Subscription, Topics
from copartition.kafka.assignors.versions import NEWEST, behaviour

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self


@dataclass(frozen=True, slots=True)
class GroupMetadata:
    """`ConsumerGroupMetadata`: who is told of an assignment, and when; None where a release doesn't say it.

    Attributes:
        generation: The group's generation; from 2.3 on.
        member: The member's id; from 2.4 on.
        instance: Its `group.instance.id` if it is a static member; told from 2.4 on.
        group: `group.id`; from 2.4 on.
    """

    generation: int | None = None
    member: str | None = None
    instance: str | None = None
    group: str | None = None


@dataclass(frozen=True, slots=True)
class ClusterMetadata:
    """`Cluster`, as far as an assignor needs it. Topics stand in the order of `String.compareTo`.

    Attributes:
        counts: How many partitions each topic has; topics without partitions are left out.
        racks: The racks of every partition, from 0 on, of each topic of which any rack is known.
        version: The release of kafka-clients that is behaved like.
    """

    counts: Mapping[str, int]
    racks: Mapping[str, tuple[frozenset[str], ...]] = field(default_factory=dict)
    version: str = NEWEST

    @classmethod
    def of(cls, topics: Topics, version: str = NEWEST) -> ClusterMetadata:
        """The metadata of these topics. A replica's rack is known in every release.

        Raises:
            TypeError: A name is no str, or a value neither a number nor `PartitionRacks`.
            ValueError: A number of partitions is negative or doesn't fit 32 bits, or the release isn't known.
        """
        behaviour(version)
        cluster = Cluster.of(topics)
        names = sorted_names(cluster.counts)
        racks = {name: cluster.racks[name] for name in names if any(cluster.racks.get(name, ()))}
        return cls({name: cluster.counts[name] for name in names}, racks, version)

    def racks_of(self, topic: str) -> tuple[frozenset[str], ...]:
        """The racks of each of the topic's partitions; empty sets where none is known.

        Raises:
            KeyError: There is no such topic.
        """
        return self.racks.get(topic) or (frozenset(),) * self.counts[topic]


GroupSubscription: TypeAlias = Mapping[str, Subscription]
"""`GroupSubscription`: by member what it sent, in the order of the leader's `HashMap`."""


class ConsumerPartitionAssignor(ABC):
    """`org.apache.kafka.clients.consumer.ConsumerPartitionAssignor`, to be implemented by users.

    Every member has an instance. Before a member joins, its instance may add user data to the subscription; the
    leader's instance assigns; then every instance is told what its member got. Up to 2.3 the interface was
    `internals.PartitionAssignor`, which knows neither protocols nor versions.
    """

    @classmethod
    def configured(cls, setting: str | None = None) -> Self:
        """`Configurable.configure(configs)`: an instance for a consumer with this setting.

        Args:
            setting: What the consumer is configured with, None for nothing.

        Raises:
            ValueError: The assignor takes no setting, or not this one.
        """
        if setting is not None:
            raise ValueError(f"setting must be absent: {cls.__name__} takes none (override `configured`)")
        return cls()

    @abstractmethod
    def name(self) -> str:
        """`name()`: how the members call the assignor; all members of a group must know a common one."""

    @abstractmethod
    def assign(self, cluster: ClusterMetadata, group: GroupSubscription) -> Mapping[str, Assignment]:
        """`assign(cluster, groupSubscription)`, asked of the leader's instance.

        Args:
            cluster: The topics.
            group: By member what it sent, in the order of the leader's `HashMap`.

        Returns:
            An assignment for every member, an empty one for who gets nothing.
        """

    def subscription_user_data(self, topics: frozenset[str]) -> bytes | None:  # noqa: ARG002 - an implementation's may depend on them
        """`subscriptionUserData(topics)`: what the member adds to its subscription, None for nothing."""
        return None

    def on_assignment(self, assignment: Assignment, metadata: GroupMetadata) -> None:  # noqa: B027 - most forget it
        """`onAssignment(assignment, metadata)`: the member got this."""

    def supported_protocols(self) -> Sequence[RebalanceProtocol]:
        """`supportedProtocols()`, preferred one first."""
        return (RebalanceProtocol.EAGER,)

    def version(self) -> int:
        """`version()` of the assignor's user data, int16."""
        return 0
