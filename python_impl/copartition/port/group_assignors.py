"""The group coordinator's assignors: a group by names of topics, and what each member is to have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition.kafka.group import assign_range, assign_simple, assign_uniform
from copartition.kafka.group.members import GroupMember
from copartition.port.fields import Fields, array, int32, mapping, nullable, objects, text, texts, wrong
from copartition.port.group_metadata import uuid
from copartition.port.rows import answer, kafka_release

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from copartition.kafka.group.members import Target
    from copartition.kafka.uuid import Uuid
    from copartition.port.fields import JSON
    from copartition.port.rows import Operation

_partitions: Final = nullable(int32)
_instance: Final = nullable(text)
_numbers: Final = array(int32)


class _Group:
    """The group of a document.

    Raises:
        ValueError: A field is missing or of another type, or names a topic that isn't there; the message names it.
    """

    def __init__(self, document: Fields) -> None:
        topics = {
            name: Fields(topic, f"input.topics.{name}") for name, topic in document.get("topics", mapping).items()
        }
        self._ids = {name: topic.get("id", uuid) for name, topic in topics.items()}
        counts = {name: topic.get("partitions", _partitions) for name, topic in topics.items()}
        self._names = {id_: name for name, id_ in self._ids.items()}
        self.partitions = {self._ids[name]: count for name, count in counts.items() if count is not None}
        self.members = [self._member(member) for member in document.get("members", objects)]

    def _member(self, member: Fields) -> GroupMember:
        return GroupMember(
            member.get("id", text),
            member.get("topics", self._named),
            member.get("target", self.by_topic),
            member.get("instance", _instance, None),
        )

    def by_topic(self, value: JSON, path: str) -> dict[Uuid, list[int]]:
        """Partitions by topic."""
        return {
            self._id(name, path): _numbers(numbers, f"{path}.{name}") for name, numbers in mapping(value, path).items()
        }

    def _named(self, value: JSON, path: str) -> list[Uuid]:
        names = texts(value, path)
        try:
            return list(map(self._ids.__getitem__, names))
        except KeyError:
            return [self._id(name, path) for name in names]

    def _id(self, name: str, path: str) -> Uuid:
        if name not in self._ids:
            raise wrong(path, "the name of a topic of the field 'topics'", name)
        return self._ids[name]

    def answered(self, assignment: Mapping[str, Target]) -> JSON:
        """The answer: by member and topic the partitions, sorted."""
        return {
            member.id: {
                self._names[topic]: sorted(numbers)
                for topic, numbers in assignment.get(member.id, {}).items()
                if numbers
            }
            for member in self.members
        }


def _assignor(assign: Callable[..., dict[str, Target]]) -> Operation:
    def assigned(document: Fields, **release: tuple[int, ...]) -> JSON:
        group = _Group(document)
        return group.answered(assign(group.partitions, group.members, **release))

    return answer(assigned, kafka_release)


def _simple(document: Fields, **release: tuple[int, ...]) -> JSON:
    group = _Group(document)
    assignable = document.get("assignable", nullable(group.by_topic), None)
    return group.answered(assign_simple(group.partitions, group.members, assignable=assignable, **release))


OPERATIONS: Final[Mapping[str, Operation]] = {
    "kafka.group.assignor.uniform": _assignor(assign_uniform),
    "kafka.group.assignor.range": _assignor(assign_range),
    "kafka.group.assignor.simple": answer(_simple, kafka_release),
}
