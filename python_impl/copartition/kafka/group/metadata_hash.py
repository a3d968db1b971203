"""The hash by which a coordinator sees that the topics of a group have changed (KIP-1101).

A text is hashed as its UTF-16 units, then how many there are; every number is little-endian.
"""

from __future__ import annotations

from collections.abc import Collection
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from copartition import _arguments
from copartition.java.ints import MASK_64
from copartition.java.strings import all_joined, joined, length
from copartition.kafka.assignors.java_order import sorted_names
from copartition.kafka.group.xxh3 import xxh3_64
from copartition.kafka.uuid import Uuid

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_VERSION: Final = b"\x00"
"""The magic byte: another way to hash would begin with another one."""


@dataclass(frozen=True, slots=True)
class TopicMetadata:
    """What of a topic goes into the hash. Names are as Java holds them: halves of surrogate pairs are joined.

    Attributes:
        name: Its name.
        id: Its id, which another topic of the same name hasn't.
        racks: By partition the racks of its replicas, in any order; a replica without a rack is left out. They are
            copied: what was given may change.

    Raises:
        WrongTypeError: A field has the wrong type.
    """

    name: str
    id: Uuid
    racks: Sequence[Collection[str]]

    def __post_init__(self) -> None:
        _arguments.text("TopicMetadata.name", self.name)
        _arguments.instance("TopicMetadata.id", self.id, Uuid, 'write Uuid.parse("…")')
        _arguments.collection_of("TopicMetadata.racks", self.racks, Collection, "write [()] * 3 for 3 partitions")
        for racks in self.racks:
            _arguments.collection_of("a partition of TopicMetadata.racks", racks, str)
        object.__setattr__(self, "name", joined(self.name))
        object.__setattr__(self, "racks", tuple([_unchanging(racks) for racks in self.racks]))


def _unchanging(racks: Collection[str]) -> Collection[str]:
    """The racks as they are now; of sets, equal ones stay equal."""
    names = all_joined(tuple(racks))
    return frozenset(names) if isinstance(racks, AbstractSet) else names


def topic_hash(topic: TopicMetadata) -> int:
    """`org.apache.kafka.coordinator.group.Utils.computeTopicHash`, int64.

    Time is linear in partitions and their racks.

    Raises:
        WrongTypeError: That is no `TopicMetadata`.
    """
    _arguments.instance("topic", topic, TopicMetadata, 'write TopicMetadata("orders", Uuid.parse("…"), [()] * 3)')
    parts = [_VERSION, _int64(topic.id.most), _int64(topic.id.least), _text(topic.name), _int32(len(topic.racks))]
    for partition, racks in enumerate(topic.racks):
        parts.append(_int32(partition))
        for rack in sorted_names(racks):
            parts += (_int32(length(rack)), _text(rack))
    return xxh3_64(b"".join(parts))


def group_hash(topics: Mapping[str, int]) -> int:
    """`org.apache.kafka.coordinator.group.Utils.computeGroupHash`, int64: 0 of no topic.

    Args:
        topics: By name the hashes of the topics that members subscribe to; names that are no topics have no entry.

    Raises:
        WrongTypeError: That is no mapping from texts to integers.
        ValueError: A hash doesn't fit 64 bits.
    """
    _arguments.mapping("topics", topics, "from names to hashes")
    for name, code in topics.items():
        _arguments.text("each name in topics", name)
        _arguments.int64(f"topics[{name!r}]", code)
    if not topics:
        return 0
    return xxh3_64(b"".join(_int64(topics[name]) for name in sorted_names(topics)))


def _int32(value: int) -> bytes:
    return value.to_bytes(4, "little")


def _int64(value: int) -> bytes:
    return (value & MASK_64).to_bytes(8, "little")


def _text(text: str) -> bytes:
    return text.encode("utf-16-le", "surrogatepass") + _int32(length(text))
