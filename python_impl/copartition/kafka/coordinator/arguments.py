"""What a caller hands to a coordinator must be: errors that name the argument, before anything is done with it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Final, SupportsIndex

from copartition import _arguments
from copartition.errors import WrongTypeError
from copartition.java.strings import all_joined, joined
from copartition.kafka.group.metadata_hash import TopicMetadata
from copartition.kafka.uuid import Uuid

if TYPE_CHECKING:
    from copartition.kafka.coordinator.requests import Heartbeat

TOPIC_HINT = 'write TopicMetadata("orders", Uuid.parse("…"), [()] * 3) for a topic of 3 partitions'
"""How a topic is described."""


_TEXTS: Final = ("member", "client_id", "client_host")
_OPTIONAL_TEXTS: Final = ("instance", "rack", "regex", "assignor")


def check_heartbeat_types(beat: Heartbeat) -> None:
    """Refuses what no request can carry; numbers become plain ints, and texts are as Java holds them.

    Raises:
        WrongTypeError: A field has the wrong type.
        ValueError: A number doesn't fit 32 bits.
    """
    for name in ("epoch", "rebalance_timeout_ms"):
        given = getattr(beat, name)
        number = _arguments.int32(f"Heartbeat.{name}", given)
        if number is not given:
            object.__setattr__(beat, name, number)
    for name in _TEXTS:
        text = getattr(beat, name)
        if type(text) is not str or not text.isascii():
            _arguments.text(f"Heartbeat.{name}", text)
            object.__setattr__(beat, name, joined(text))
    for name in _OPTIONAL_TEXTS:
        text = getattr(beat, name)
        if text is not None and (type(text) is not str or not text.isascii()):
            _arguments.optional_text(f"Heartbeat.{name}", text)
            object.__setattr__(beat, name, joined(text))
    if beat.topics is not None:
        _arguments.collection_of("Heartbeat.topics", beat.topics, str)
        if not "".join(beat.topics).isascii():
            object.__setattr__(beat, "topics", all_joined(tuple(beat.topics)))
    if beat.owned is not None:
        _check_owned(beat.owned)


def _check_owned(owned: object) -> None:
    if not isinstance(owned, Mapping):
        raise WrongTypeError(f"Heartbeat.owned must be a mapping from topic ids, not {type(owned).__name__}")
    for topic, numbers in owned.items():
        _arguments.instance("a topic of Heartbeat.owned", topic, Uuid, 'write the topic\'s id: Uuid.parse("…")')
        name = f"Heartbeat.owned[{topic}]"
        if not isinstance(numbers, Collection):
            raise WrongTypeError(f"{name} must be a list of partitions, not {type(numbers).__name__}")
        for number in numbers:
            _arguments.int32(name, number)


def checked_cluster(topics: object, version: SupportsIndex) -> int:
    """The version as a plain int; refuses what describes no topics.

    Raises:
        WrongTypeError: An argument has the wrong type.
        ValueError: The version doesn't fit 64 bits.
    """
    if not isinstance(topics, Mapping):
        raise WrongTypeError(f"topics must be a mapping from names, not {type(topics).__name__}: write Cluster.of([…])")
    for name, topic in topics.items():
        _arguments.instance(f"topics[{name!r}]", topic, TopicMetadata, TOPIC_HINT)
    return _arguments.int64("version", version)


def check_newer(version: int, before: int) -> None:
    """Refuses metadata that isn't newer than what is known: regular expressions are resolved again by its version.

    Raises:
        ValueError: It has the same version, or an older one.
    """
    if version <= before:
        raise ValueError(f"cluster.version is {version}: write {before + 1} or more, as in Cluster.of([…], version=2)")


def topics_by_name(topics: Iterable[TopicMetadata]) -> dict[str, TopicMetadata]:
    """Topics by their names.

    Raises:
        WrongTypeError: One is no `TopicMetadata`.
        ValueError: Two have one name.
    """
    named: dict[str, TopicMetadata] = {}
    for topic in _arguments.iterated("topics", topics):
        _arguments.instance("each of topics", topic, TopicMetadata, TOPIC_HINT)
        if topic.name in named:
            raise ValueError(f"topics has {topic.name!r} twice: name each topic once")
        named[topic.name] = topic
    return named
