"""`kafka.group.reconcile`: what a coordinator tells a member next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from copartition.kafka.group.reconcile import Heartbeat, MemberAssignment, MemberState, reconcile
from copartition.kafka.group.releases import NEWEST
from copartition.port.fields import Fields, boolean, int32, mapping, nullable, one_of, texts, wrong
from copartition.port.group_metadata import uuid
from copartition.port.partitions import by_partition, distinct_partitions
from copartition.port.rows import answer, kafka_release

if TYPE_CHECKING:
    from collections.abc import Mapping

    from copartition.kafka.group.reconcile import Epochs
    from copartition.kafka.group.releases import Release
    from copartition.kafka.uuid import Uuid
    from copartition.port.fields import JSON, Reader
    from copartition.port.rows import Operation

T = TypeVar("T")

_STATE: Final = one_of({state.name: state for state in MemberState})
_EPOCHS: Final = by_partition(int32)


def reconciled(document: Fields, release: Release = NEWEST) -> JSON:
    """The member after a heartbeat."""
    topics = _Topics(document.get("topics", mapping))
    member = document.get("member", Fields)
    target = document.get("target", Fields)
    epochs = document.get("partitionEpochs", topics.epochs)
    names = {*member.get("topics", texts)}
    beat = Heartbeat(
        target_epoch=target.get("epoch", int32),
        target=target.get("partitions", topics.partitions),
        partition_epoch=lambda topic, partition: epochs.get(topic, {}).get(partition, -1),
        owned=document.get("owned", nullable(topics.partitions)),
        subscribed=topics.known(names) if names else None,
        subscription_changed=document.get("subscriptionChanged", boolean),
    )
    with_epochs = release >= (4, 3)
    before = MemberAssignment(
        member.get("epoch", int32),
        member.get("previousEpoch", int32),
        member.get("state", _STATE),
        member.get("assigned", topics.epochs),
        member.get("revoking", topics.epochs),
    )
    after = reconcile(before, beat, release)
    return {
        "epoch": after.epoch,
        "previousEpoch": after.previous_epoch,
        "state": after.state.name,
        "assigned": topics.json(after.assigned, with_epochs=with_epochs),
        "revoking": topics.json(after.revoking, with_epochs=with_epochs),
    }


class _Topics:
    """The topics of a document by name and by id."""

    def __init__(self, topics: dict[str, JSON]) -> None:
        self._ids: dict[str, Uuid] = {}
        self._names: dict[Uuid, str] = {}
        self._deleted: set[str] = set()
        for name, described in topics.items():
            topic = Fields(described, f"input.topics.{name}")
            found = topic.get("id", uuid)
            if found in self._names:
                raise ValueError(f"input.topics.{name}.id: {self._names[found]} has this id; give each its own")
            self._ids[name], self._names[found] = found, name
            if topic.get("deleted", boolean, default=False):
                self._deleted.add(name)

    def known(self, names: set[str]) -> frozenset[Uuid]:
        """The ids of those topics that exist."""
        return frozenset(self._ids[name] for name in names if name in self._ids and name not in self._deleted)

    def epochs(self, value: JSON, path: str) -> dict[Uuid, dict[int, int]]:
        """By topic and partition an epoch."""
        return self._by_id(value, path, _EPOCHS)

    def partitions(self, value: JSON, path: str) -> dict[Uuid, frozenset[int]]:
        """By topic its partitions, each once."""
        return self._by_id(value, path, distinct_partitions)

    def _by_id(self, value: JSON, path: str, read: Reader[T]) -> dict[Uuid, T]:
        found: dict[Uuid, T] = {}
        for name, of_topic in mapping(value, path).items():
            if name not in self._ids:
                raise wrong(path, "an object by names of the field 'topics'", name)
            found[self._ids[name]] = read(of_topic, f"{path}.{name}")
        return found

    def json(self, epochs: Epochs, *, with_epochs: bool) -> JSON:
        """By topic and partition its epoch, or null in releases that keep none; all sorted."""
        return {
            self._names[topic]: {
                str(partition): partitions[partition] if with_epochs else None for partition in sorted(partitions)
            }
            for topic, partitions in epochs.items()
        }


OPERATIONS: Final[Mapping[str, Operation]] = {
    "kafka.group.reconcile": answer(reconciled, kafka_release),
}
