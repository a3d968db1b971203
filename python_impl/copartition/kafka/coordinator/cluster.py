"""What a coordinator knows of the topics of its cluster."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from copartition.kafka.coordinator.arguments import checked_cluster, topics_by_name
from copartition.kafka.group.metadata_hash import topic_hash

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from copartition.kafka.group.metadata_hash import TopicMetadata
    from copartition.kafka.uuid import Uuid


@dataclass(slots=True)
class Cluster:
    """The topics of a cluster: Kafka's metadata image, as far as consumer groups look into it.

    Attributes:
        topics: By name, in any order; a copy of what is given.
        version: How far the metadata is: larger with each image.

    Raises:
        WrongTypeError: An argument has the wrong type.
        ValueError: A topic stands under another name, or two have one id.
    """

    topics: Mapping[str, TopicMetadata]
    version: int = 1
    _hashes: dict[str, int] = field(default_factory=dict, init=False)
    _names: dict[Uuid, str] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.version = checked_cluster(self.topics, self.version)
        self.topics = dict(self.topics)
        for name, topic in self.topics.items():
            if topic.name != name:
                raise ValueError(f"topics[{name!r}].name is {topic.name!r}: write the name by which the topic is found")
            if topic.id in self._names:
                raise ValueError(f"topics[{name!r}].id: {self._names[topic.id]!r} has this id; give each its own")
            self._names[topic.id] = name

    @classmethod
    def of(cls, topics: Iterable[TopicMetadata], version: int = 1) -> Cluster:
        """The cluster that has these topics.

        Raises:
            WrongTypeError: An argument has the wrong type.
            ValueError: Two topics have one name, or one id.
        """
        return cls(topics_by_name(topics), version)

    def topic_hash(self, name: str) -> int:
        """The hash of a topic that is there; it is computed once."""
        if name not in self._hashes:
            self._hashes[name] = topic_hash(self.topics[name])
        return self._hashes[name]

    def created_since(self, before: Cluster) -> bool:
        """Whether there is a topic with an id that wasn't there before."""
        return any(topic.id not in before._names for topic in self.topics.values())

    def changed_since(self, before: Cluster) -> set[str]:
        """The names of topics that came, went, or have other partitions."""
        return {
            name
            for name in self.topics.keys() | before.topics.keys()
            if self.topics.get(name) != before.topics.get(name)
        }
