"""What a group leader knows when it assigns partitions: the members' subscriptions and the topics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from copartition import _arguments
from copartition.errors import WrongTypeError
from copartition.java.strings import all_joined, joined
from copartition.kafka.topic_partition import TopicPartition

DEFAULT_GENERATION = -1
"""`AbstractStickyAssignor.DEFAULT_GENERATION`: no generation."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """`ConsumerPartitionAssignor.Subscription`: what a member sends when it joins.

    Names are as Java holds them: two halves of a surrogate pair become the character that they are.

    `topics` and `owned` are kept as tuples. At run time a list is welcome, too; type checkers want a tuple.

    Attributes:
        topics: The topics' names, in the member's order; a name may occur twice.
        user_data: What the member's assignor adds, None for nothing.
        owned: The partitions that the member says it owns; from 2.4 on. Of Kafka's assignors `cooperative-sticky` alone
            reads them; `sticky` reads `user_data`, as `StickyAssignor.subscription_user_data` gives it after
            `on_assignment`.
        generation: The generation in which it owned them, negative for none; from 3.4 on.
        rack: `client.rack`, None or "" for none; from 3.4 on, and it counts from 3.5 on.
        instance: `group.instance.id` of a static member (2.3); assignors see it from 2.4 on.

    Raises:
        WrongTypeError: A field has the wrong type.
        ValueError: `generation` doesn't fit 32 bits.
    """

    topics: tuple[str, ...]
    user_data: bytes | None = None
    owned: tuple[TopicPartition, ...] = ()
    generation: int = DEFAULT_GENERATION
    rack: str | None = None
    instance: str | None = None

    def __post_init__(self) -> None:
        topics = _arguments.tuple_of("Subscription.topics", self.topics, str, ordered=True)
        if not "".join(topics).isascii():
            topics = all_joined(topics)
        owned = _arguments.tuple_of("Subscription.owned", self.owned, TopicPartition, ordered=True)
        generation = _arguments.int32("Subscription.generation", self.generation)
        # Setting a field of a frozen value is slow, and rarely needed.
        if topics is not self.topics:
            object.__setattr__(self, "topics", topics)
        if owned is not self.owned:
            object.__setattr__(self, "owned", owned)
        if generation is not self.generation:
            object.__setattr__(self, "generation", generation)
        if self.rack is not None:
            self._join("rack", self.rack)
        if self.instance is not None:
            self._join("instance", self.instance)
        if self.user_data is not None and not isinstance(self.user_data, bytes):
            raise WrongTypeError(f"Subscription.user_data must be bytes or None, not {type(self.user_data).__name__}")

    def _join(self, name: str, text: str) -> None:
        _arguments.optional_text(f"Subscription.{name}", text)
        if not text.isascii():
            object.__setattr__(self, name, joined(text))


@dataclass(frozen=True, slots=True)
class Assignment:
    """`ConsumerPartitionAssignor.Assignment`: what a member gets.

    Attributes:
        partitions: Its partitions, in this order.
        user_data: What the leader's assignor tells the member's, None for nothing.

    Raises:
        WrongTypeError: A field has the wrong type.
    """

    partitions: tuple[TopicPartition, ...]
    user_data: bytes | None = None

    def __post_init__(self) -> None:
        partitions = _arguments.tuple_of("Assignment.partitions", self.partitions, TopicPartition, ordered=True)
        if partitions is not self.partitions:
            object.__setattr__(self, "partitions", partitions)
        if self.user_data is not None and not isinstance(self.user_data, bytes):
            raise WrongTypeError(f"Assignment.user_data must be bytes or None, not {type(self.user_data).__name__}")


@dataclass(frozen=True, slots=True)
class Member:
    """A member of the group.

    Attributes:
        id: The member's id, as the group coordinator gave it; two halves of a surrogate pair become the character that
            they are in Java.
        subscription: What it sent.
    """

    id: str
    subscription: Subscription

    def __post_init__(self) -> None:
        if not isinstance(self.id, str):
            raise WrongTypeError(f"Member.id must be a str, not {type(self.id).__name__}")
        if not self.id.isascii():
            object.__setattr__(self, "id", joined(self.id))
        if not isinstance(self.subscription, Subscription):
            raise WrongTypeError(f"Member.subscription must be a Subscription, not {type(self.subscription).__name__}")


@dataclass(frozen=True, slots=True)
class PartitionRacks:
    """A topic whose partitions' racks are known.

    Attributes:
        racks: For each partition, from 0 on, the racks of its replicas.
    """

    racks: tuple[frozenset[str], ...]

    def __post_init__(self) -> None:
        # Partitions by the million have few different sets of racks: each set is checked once.
        checked: set[frozenset[object]] = set()
        racks: list[frozenset[object]] = []
        for partition, names in enumerate(_arguments.iterated("PartitionRacks.racks", self.racks, ordered=True)):
            if type(names) is frozenset and names in checked:
                racks.append(names)
            else:
                listed = _arguments.tuple_of(f"PartitionRacks.racks[{partition}]", names, str)
                racks.append(frozenset(all_joined(listed)))
                checked.add(racks[-1])
        object.__setattr__(self, "racks", tuple(racks))

    def __len__(self) -> int:
        return len(self.racks)


Topics: TypeAlias = Mapping[str, "int | PartitionRacks"]
"""The cluster's topics: how many partitions each has, or the racks of each partition."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """Checked metadata of the topics.

    Attributes:
        counts: How many partitions each topic has; topics without partitions are left out.
        racks: The racks of every partition of the topics whose racks are known.
    """

    counts: Mapping[str, int]
    racks: Mapping[str, tuple[frozenset[str], ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, topics: Topics) -> Cluster:
        """The metadata of `topics`.

        Raises:
            WrongTypeError: A name is no str, or a value neither a number nor `PartitionRacks`.
            ValueError: A number of partitions is negative or doesn't fit 32 bits, or two names are one in Java.
        """
        if not isinstance(topics, Mapping):
            raise WrongTypeError(f"topics must be a mapping from names to partitions, not {type(topics).__name__}")
        counts: dict[str, int] = {}
        racks: dict[str, tuple[frozenset[str], ...]] = {}
        for given, known in topics.items():
            if not isinstance(given, str):
                raise WrongTypeError(f"topics must be named by str, not {type(given).__name__}")
            topic = given if given.isascii() else joined(given)
            if topic is not given and topic != given and (topic in topics or topic in counts):
                raise ValueError(f"topics has {topic!r} twice, once as two halves of its pairs: name each topic once")
            if isinstance(known, PartitionRacks):
                racks[topic] = known.racks
                count = len(known)
            else:
                count = _arguments.int32(f"topics[{topic!r}]", known)
                if count < 0:
                    raise ValueError(f"topics[{topic!r}] must be a number of partitions, not {count}")
            if count:
                counts[topic] = count
        return cls(counts, racks)


def checked_members(members: Iterable[Member]) -> Sequence[Member]:
    """The members, of whom no two have one id.

    Raises:
        WrongTypeError: One is no `Member`.
        ValueError: Two have one id.
    """
    checked = _arguments.iterated("members", members, ordered=True)
    for member in checked:
        if not isinstance(member, Member):
            raise WrongTypeError(f"members must be Member values, not {type(member).__name__}")
    if len({member.id for member in checked}) != len(checked):
        ids = Counter(member.id for member in checked)
        raise ValueError(f"members must have different ids: {ids.most_common(1)[0][0]!r} occurs twice")
    return checked
