"""`StickyAssignor` and `CooperativeStickyAssignor`: balanced, and as many partitions as possible stay."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar, SupportsIndex

from copartition import _arguments
from copartition.kafka.assignors.assignor import Assignor, RebalanceProtocol, leader_order
from copartition.kafka.assignors.capacity_queues import CapacityQueues
from copartition.kafka.assignors.claims import Owned, owned_partitions
from copartition.kafka.assignors.cooperative import remove_transferred, transferred_in
from copartition.kafka.assignors.fast_path import FastPath, is_sound
from copartition.kafka.assignors.general import General, StepByStep
from copartition.kafka.assignors.java_order import sorted_names
from copartition.kafka.assignors.layout import Layout
from copartition.kafka.assignors.member_data import NOTHING_OWNED, MemberData, OwnedData, claims_of
from copartition.kafka.assignors.members import DEFAULT_GENERATION, Cluster, Member
from copartition.kafka.assignors.racks import NO_RACKS, Racks
from copartition.kafka.assignors.range import topics_of_metadata
from copartition.kafka.assignors.starting import (
    map_order,
    start_from_generations,
    start_from_owned,
    start_from_user_data,
)
from copartition.kafka.assignors.subscriptions import Subscriptions
from copartition.kafka.assignors.uniform import UniformAssignment
from copartition.kafka.assignors.versions import NEWEST, Previous, Uniform
from copartition.kafka.protocol.buffers import Buffer
from copartition.kafka.protocol.user_data import (
    NOTHING,
    decode_cooperative,
    decode_sticky,
    decode_sticky_v0,
    encode_cooperative,
    encode_sticky,
)
from copartition.kafka.topic_partition import TopicPartition

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from copartition.kafka.assignors.movements import Movements


class _Joined(Buffer):
    """A member in a rebalance: its number, and its user data with the position that has been read to."""

    __slots__ = ("_read", "member", "rank", "topics")

    def __init__(self, member: Member, rank: int, read: Callable[[_Joined], MemberData]) -> None:
        subscription = member.subscription
        self.data = subscription.user_data or b""
        self.position = 0
        self.member = member
        self.rank = rank
        self.topics = subscription.topics
        self._read = read

    @property
    def subscription_generation(self) -> int:
        """The generation in its subscription, -1 for none."""
        return max(self.member.subscription.generation, DEFAULT_GENERATION)

    def has_data(self) -> bool:
        """Whether user data is left to be read."""
        return len(self.data) > self.position

    def read_data(self) -> MemberData:
        """`memberData(subscription)`: what the member owned, read on from where the last reading ended."""
        return self._read(self)


class AbstractStickyAssignor(Assignor):
    """`AbstractStickyAssignor`: what both sticky assignors have in common.

    Attributes:
        prefer_rack_aware_logic: Match racks even where every partition is in all of them; Kafka's own tests
            set it.
    """

    prefer_rack_aware_logic: bool = False

    def __init__(self, version: str = NEWEST) -> None:
        super().__init__(version)
        self._max_generation = DEFAULT_GENERATION
        self._movements: Movements | None = None
        self._transferred: dict[TopicPartition, str] | None = {}

    def max_generation(self) -> int:
        """`maxGeneration()`: the highest generation that this instance has seen, -1 at first; from 3.0 on."""
        return self._max_generation

    def is_sticky(self) -> bool:
        """`isSticky()`: the last assignment didn't move partitions of a topic back and forth.

        An assignment to members with equal subscriptions doesn't move anything; Java throws a
        NullPointerException then.
        """
        return self._movements is None or self._movements.is_sticky()

    def partitions_transferring_ownership(self) -> dict[TopicPartition, str] | None:
        """`partitionsTransferringOwnership()`: what another member has to give up first, and who gets it.

        Returns:
            None after an assignment by the general algorithm, which doesn't keep book of it.
        """
        return None if self._transferred is None else self._transferred.copy()

    @abstractmethod
    def _member_data(self, joined: _Joined) -> MemberData:
        """`memberData(subscription)`."""

    def _assign(self, cluster: Cluster, members: Sequence[Member]) -> dict[str, list[TopicPartition]]:
        names = sorted_names([member.id for member in members])
        rank_of = {name: rank for rank, name in enumerate(names)}
        by_rank = {rank_of[member.id]: member for member in members}
        read = self._member_data
        joined = [_Joined(member, rank_of[member.id], read) for member in leader_order(members)]
        subscriptions = Subscriptions([by_rank[rank].subscription.topics for rank in range(len(by_rank))])
        named = subscriptions.times
        layout = Layout({topic: count for topic, count in cluster.counts.items() if topic in named})
        owned = None
        if self._behaviour.uniform is not Uniform.GENERAL:
            before = self._max_generation if self._behaviour.lasting_generation else DEFAULT_GENERATION
            owned = owned_partitions(joined, layout, self._behaviour, before)
            if self._behaviour.lasting_generation:
                self._max_generation = owned.max_generation
        racks = self._racks(members, rank_of, layout, cluster)
        transferred: dict[int, int] | None = None
        if owned is not None and owned.equal:
            assigned, transferred = self._assign_uniform(joined, names, layout, racks, owned)
        else:
            start = self._start(joined, names, subscriptions, layout, racks, owned, cluster)
            general = (FastPath if is_sound(start) else StepByStep)(start)
            self._movements = general.movements
            assigned = general.build()
        self._adjust(assigned, transferred, by_rank, layout, owned)
        objects = layout.objects().__getitem__
        if transferred is None:
            self._transferred = None
        else:
            self._transferred = {objects(number): names[member] for number, member in transferred.items()}
        return {member.id: list(map(objects, assigned[rank])) for rank, member in by_rank.items()}

    def _adjust(
        self,
        assigned: Sequence[list[int]],
        transferred: Mapping[int, int] | None,
        by_rank: Mapping[int, Member],
        layout: Layout,
        owned: Owned | None,
    ) -> None:
        """Take out what a member must not get yet."""

    def _assign_uniform(
        self, joined: Sequence[_Joined], names: Sequence[str], layout: Layout, racks: Racks, owned: Owned
    ) -> tuple[list[list[int]], dict[int, int]]:
        order = map_order([member.rank for member in joined], names)
        if self._behaviour.uniform is Uniform.CAPACITY_QUEUES:
            queues = CapacityQueues(layout, owned, order)
            return queues.build(), queues.transferred
        uniform = UniformAssignment(layout, racks, owned, order, names, self._behaviour)
        return uniform.build(), uniform.transferred()

    def _racks(self, members: Sequence[Member], rank_of: dict[str, int], layout: Layout, cluster: Cluster) -> Racks:
        if not self._behaviour.racks or not any(member.subscription.rack for member in members):
            return NO_RACKS
        by_rank: list[str | None] = [None] * len(members)
        for member in members:
            by_rank[rank_of[member.id]] = member.subscription.rack
        return Racks.of(by_rank, layout, cluster, preferred=self.prefer_rack_aware_logic)

    def _start(  # noqa: PLR0913 - everything that is known so far
        self,
        joined: Sequence[_Joined],
        names: Sequence[str],
        subscriptions: Subscriptions,
        layout: Layout,
        racks: Racks,
        owned: Owned | None,
        cluster: Cluster,
    ) -> General:
        if owned is not None and self._behaviour.previous is Previous.OWNED:
            return start_from_owned(joined, names, subscriptions, layout, racks, owned, self._behaviour)
        topics = topics_of_metadata([member.member for member in joined], cluster.counts)
        if self._behaviour.previous is Previous.BY_GENERATION:
            return start_from_generations(joined, subscriptions, layout, topics, self._behaviour)
        return start_from_user_data(joined, names, subscriptions, layout, topics, self._behaviour)


class StickyAssignor(AbstractStickyAssignor):
    """`org.apache.kafka.clients.consumer.StickyAssignor`: eager, with its assignment as user data."""

    NAME: ClassVar[str] = "sticky"

    def __init__(self, version: str = NEWEST) -> None:
        super().__init__(version)
        self._assigned: list[TopicPartition] | None = None
        self._generation = DEFAULT_GENERATION

    def on_assignment(self, partitions: Sequence[TopicPartition], generation: SupportsIndex) -> None:
        """Remember the assignment for the next subscription.

        Raises:
            WrongTypeError: A partition is no `TopicPartition`, or the generation no integer.
            ValueError: The generation doesn't fit 32 bits.
        """
        assigned = list(_arguments.tuple_of("partitions", partitions, TopicPartition, ordered=True))
        self._generation = _arguments.int32("generation", generation)
        self._assigned = assigned

    def subscription_user_data(self, topics: Iterable[str]) -> bytes | None:
        """The last assignment, with its generation from 2.3 on; nothing before the first."""
        if self._assigned is None:
            return super().subscription_user_data(topics)
        known = self._behaviour
        return encode_sticky(
            self._assigned,
            self._generation if known.user_data_generation else None,
            grouped_by_compute=known.grouped_by_compute,
        )

    def _member_data(self, joined: _Joined) -> MemberData:
        if not joined.has_data():
            return NOTHING
        return decode_sticky(joined) if self._behaviour.user_data_generation else decode_sticky_v0(joined)


class CooperativeStickyAssignor(AbstractStickyAssignor):
    """`org.apache.kafka.clients.consumer.CooperativeStickyAssignor`, from 2.4 on.

    Partitions that another member still owns are left out: they come with the next rebalance.
    """

    NAME: ClassVar[str] = "cooperative-sticky"

    def __init__(self, version: str = NEWEST) -> None:
        super().__init__(version)
        if not self._behaviour.cooperative:
            raise ValueError(f"there is no cooperative-sticky assignor before 2.4.0: this is {version}")
        self._generation = DEFAULT_GENERATION

    def supported_protocols(self) -> tuple[RebalanceProtocol, ...]:
        """Cooperative, or eager while the group still has members that need it."""
        return RebalanceProtocol.COOPERATIVE, RebalanceProtocol.EAGER

    def on_assignment(self, partitions: Sequence[TopicPartition], generation: SupportsIndex) -> None:
        """Remember the generation for the next subscription.

        Raises:
            WrongTypeError: A partition is no `TopicPartition`, or the generation no integer.
            ValueError: The generation doesn't fit 32 bits.
        """
        _arguments.tuple_of("partitions", partitions, TopicPartition, ordered=True)
        number = _arguments.int32("generation", generation)
        if self._behaviour.cooperative_user_data:
            self._generation = number

    def subscription_user_data(self, topics: Iterable[str]) -> bytes | None:  # noqa: ARG002 - the base's signature
        """The last generation from 2.8.1 on, -1 before the first."""
        return encode_cooperative(self._generation) if self._behaviour.cooperative_user_data else None

    def _member_data(self, joined: _Joined) -> MemberData:
        subscription = joined.member.subscription
        if subscription.generation >= 0:
            return subscription
        # An older release's subscription has none.
        data = None if subscription.user_data is None else joined
        generation = decode_cooperative(data) if self._behaviour.cooperative_user_data else None
        if generation is None and not subscription.owned:
            return NOTHING_OWNED
        return OwnedData(subscription.owned, generation)

    def _adjust(
        self,
        assigned: Sequence[list[int]],
        transferred: Mapping[int, int] | None,
        by_rank: Mapping[int, Member],
        layout: Layout,
        owned: Owned | None,
    ) -> None:
        if transferred is None:
            if owned is not None and len(owned.claimed) == len(by_rank):
                before = owned.claimed
            else:  # some releases don't read all claims
                before = {rank: layout.numbers(*claims_of(member.subscription)) for rank, member in by_rank.items()}
            transferred = transferred_in(by_rank, assigned, before)
        remove_transferred(assigned, transferred)
