"""What a server-side assignor is given: the members of a group, what they subscribe to and what they had."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Generic, Self, TypeGuard, TypeVar

from copartition import _arguments
from copartition.errors import PartitionAssignorException, WrongTypeError
from copartition.java.ints import MAX_INT
from copartition.java.strings import joined
from copartition.kafka.group.orders import copied_id_order, id_order, in_member_order
from copartition.kafka.uuid import Uuid

if TYPE_CHECKING:
    from collections.abc import Sequence

UUID_HINT = 'write the topic\'s id: Uuid.parse("…")'
"""How a topic is named here."""

_LISTS: Final = frozenset({list, tuple, set, frozenset})
_INT: Final = frozenset({int})

Target = Mapping[Uuid, Collection[int]]
"""By topic the partitions that a member is to have, each once, in no order; it may be what the member came with."""


@dataclass(frozen=True, slots=True)
class GroupMember:
    """A member as the group coordinator hands it to an assignor.

    Attributes:
        id: The member's id.
        topics: The topics that it subscribes to, each once, in the order in which they came into their `HashSet`.
        target: What the former assignment gave it, in the order in which it came into its `HashMap`.
        instance: `group.instance.id` of a static member.
    """

    id: str
    topics: Sequence[Uuid]
    target: Mapping[Uuid, Sequence[int]] = field(default_factory=dict)
    instance: str | None = None

    def topic_order(self) -> list[Uuid]:
        """The topics as the `HashSet<Uuid>` of the subscription iterates."""
        return id_order(self.topics)

    def copied_topics(self) -> list[Uuid]:
        """The topics as a copy of that set iterates."""
        return copied_id_order(self.topic_order())


M = TypeVar("M", bound=GroupMember)


def check_group(partitions: Mapping[Uuid, int], members: Sequence[GroupMember]) -> None:
    """Refuses what Java's own types make impossible.

    Raises:
        WrongTypeError: A topic is no `Uuid`, a number no integer; and as `check_members`.
        ValueError: A member, or a topic or a partition of one is given twice, or a number is negative.
    """
    _arguments.mapping("partitions", partitions, "from topics to how many partitions they have")
    for topic, count in partitions.items():
        if type(topic) is not Uuid or type(count) is not int or count > MAX_INT:
            _arguments.instance("a topic of partitions", topic, Uuid, UUID_HINT)
            _arguments.int32(f"partitions[{topic}]", count)
        if count < 0:
            raise ValueError(f"partitions[{topic}] is {count}: write how many there are, 0 or more")
    if not isinstance(members, HashedMembers):
        check_members(members)


def check_members(members: Sequence[GroupMember]) -> None:
    """Refuses what Java's own types make impossible.

    Raises:
        WrongTypeError: The members are no list of `GroupMember`, or one's field has the wrong type.
        ValueError: A member, or a topic or a partition of one is given twice, or a partition is negative.
    """
    _arguments.collection_of("members", members, GroupMember)
    seen: set[str] = set()
    lists: set[int] = set()
    for place, member in enumerate(members):
        _arguments.text(f"members[{place}].id", member.id)
        _arguments.optional_text(f"members[{place}].instance", member.instance)
        if id(member.topics) not in lists:  # a list that several members share is looked through once
            _check_topics(f"members[{place}].topics", member.topics)
            lists.add(id(member.topics))
        name = member.id if member.id.isascii() else joined(member.id)
        if name in seen:
            raise ValueError(f"members[{place}].id: a member before it is {name!r}, too; give each its own id")
        seen.add(name)
        if type(member.target) is not dict:
            _arguments.mapping(f"members[{place}].target", member.target, "from topics")
        for topic, owned in member.target.items():
            _check_owned(place, topic, owned)


def _check_topics(name: str, topics: Sequence[Uuid]) -> None:
    _arguments.collection_of(name, topics, Uuid, UUID_HINT)
    if len(set(topics)) < len(topics):  # the original's is a set
        twice = next(topic for topic in topics if list(topics).count(topic) > 1)
        raise ValueError(f"{name} has a topic twice, {twice}; write each once")


def _check_owned(place: int, topic: object, owned: object) -> None:
    if type(topic) is not Uuid or not _holds_numbers(owned):  # a large group has millions: names are for what is wrong
        _arguments.instance(f"a topic of members[{place}].target", topic, Uuid, UUID_HINT)
        name = f"members[{place}].target[{topic}]"
        if isinstance(owned, str) or not isinstance(owned, Collection):
            raise WrongTypeError(f"{name} must be a list of partitions, not {type(owned).__name__}")
        for partition in owned:
            _arguments.int32(name, partition)
    if min(owned, default=0) < 0:
        raise ValueError(f"members[{place}].target[{topic}] has the partition {min(owned)}; write 0 or more")
    if len(set(owned)) < len(owned):
        raise ValueError(f"members[{place}].target[{topic}] has a partition twice; write each once")


def _holds_numbers(owned: Any) -> TypeGuard[Collection[int]]:  # noqa: ANN401 - whatever a caller may pass
    return type(owned) is range or (type(owned) in _LISTS and _INT.issuperset(map(type, owned)))


class HashedMembers(list[M], Generic[M]):
    """Members in the order of the coordinator's `HashMap` already: it may have grown for others, who are gone.

    As in a `GroupSpec`, which the coordinator makes once, nothing of them is checked or put in order again.
    """

    @classmethod
    def of(cls, members: Sequence[M]) -> Self:
        """The members, whatever order they came in.

        Raises:
            ValueError: As `check_members`.
        """
        check_members(members)
        return cls(in_member_order(members, [member.id for member in members]))


def hashed_order(members: Sequence[GroupMember]) -> Sequence[GroupMember]:
    """The members as the coordinator's `HashMap` of them iterates, whatever order they came in."""
    if isinstance(members, HashedMembers):
        return members
    return in_member_order(members, [member.id for member in members])


def by_subscription(members: Sequence[GroupMember]) -> dict[frozenset[Uuid], list[int]]:
    """The places of the members that subscribe to the same topics, in the order of the first of them.

    A list of topics that several members share is looked through once.
    """
    found: dict[frozenset[Uuid], list[int]] = {}
    of_list: dict[int, list[int]] = {}
    for place, member in enumerate(members):
        places = of_list.get(id(member.topics))
        if places is None:
            places = of_list[id(member.topics)] = found.setdefault(frozenset(member.topics), [])
        places.append(place)
    return found


def subscribe_alike(members: Sequence[GroupMember]) -> bool:
    """Whether the coordinator calls the group homogeneous: all members subscribe to the same topics."""
    return len(by_subscription(members)) <= 1


def unknown_topic(topic: Uuid) -> PartitionAssignorException:
    """What the uniform and the share assignor throw for a topic that isn't in the metadata."""
    return PartitionAssignorException(
        f"Members are subscribed to topic {topic} which doesn't exist in the topic metadata."
    )
