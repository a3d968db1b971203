"""`kafka.controller.reassignment`: what a controller makes of a topic's partitions, step by step."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from copartition.errors import JavaError
from copartition.kafka.controller import Controller, IsrChange, Target
from copartition.kafka.group.releases import NEWEST
from copartition.port.fields import array, boolean, int32, nullable, objects, text
from copartition.port.rows import answer, kafka_release, steps

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from copartition.kafka.controller import Partition, Refusal
    from copartition.kafka.group.releases import Release
    from copartition.port.fields import JSON, Fields
    from copartition.port.rows import Operation

_brokers: Final = array(int32)


def controlled(document: Fields, release: Release = NEWEST) -> JSON:
    """By step what is refused, and the partitions that are written anew."""
    controller = Controller(
        "t",
        metadata_version=document.get("metadataVersion", text),
        eligible_leader_replicas=document.get("eligibleLeaderReplicas", boolean),
        release=release,
    )
    for broker in document.get("brokers", _brokers):
        controller.register_broker(broker)
        controller.heartbeat(broker)
    topic = _Topic(controller, document.get("minInsyncReplicas", int32), document.get("unclean", boolean))
    return [topic.answer(make, step) for make, step in steps(document, _STEPS)]


@dataclass(slots=True)
class _Topic:
    controller: Controller
    min_isr: int
    unclean: bool
    before: dict[int, Partition] = field(default_factory=dict)

    def answer(self, make: Callable[[_Topic, Fields], Sequence[Refusal] | None], step: Fields) -> JSON:
        answer: JSON = {}
        try:
            refused = make(self, step)
        except JavaError as error:
            answer["error"] = _error(error)
        else:
            if refused:
                answer["refused"] = [{"partition": at, **_error(error)} for at, error in refused]
        now = self.controller.partitions
        answer["partitions"] = {
            str(at): _document(partition) for at, partition in now.items() if partition is not self.before.get(at)
        }
        if make is _list:
            answer["reassigning"] = [_ongoing(at, now[at]) for at in self.controller.reassigned]
        self.before = dict(now)
        return answer


def _error(error: JavaError) -> JSON:
    return {"kind": error.kind, "message": str(error) or None}


def _document(partition: Partition) -> JSON:
    return {
        "replicas": list(partition.replicas),
        "isr": list(partition.isr),
        "adding": list(partition.adding),
        "removing": list(partition.removing),
        "leader": partition.leader,
        "leaderEpoch": partition.leader_epoch,
        "partitionEpoch": partition.partition_epoch,
        "elr": list(partition.elr),
        "lastKnownElr": list(partition.last_known_elr),
        "recovering": partition.recovering,
    }


def _ongoing(at: int, partition: Partition) -> JSON:
    return {
        "partition": at,
        "replicas": list(partition.replicas),
        "adding": list(partition.adding),
        "removing": list(partition.removing),
    }


def _create(topic: _Topic, step: Fields) -> None:
    replicas = step.get("partitions", array(_brokers))
    topic.controller.create_topic(replicas, min_insync_replicas=topic.min_isr, unclean=topic.unclean)


def _grow(topic: _Topic, step: Fields) -> None:
    topic.controller.add_partitions(step.get("partitions", array(_brokers)), step.get("count", int32, default=None))


def _reassign(topic: _Topic, step: Fields) -> Sequence[Refusal]:
    targets = [
        Target(target.get("partition", int32), target.get("replicas", nullable(_brokers)))
        for target in step.get("targets", objects)
    ]
    return topic.controller.reassign(targets, allow_factor_change=step.get("allowFactorChange", boolean, default=True))


def _isr(topic: _Topic, step: Fields) -> Sequence[Refusal]:
    request = IsrChange(
        step.get("partition", int32),
        tuple(step.get("isr", _brokers)),
        leader=step.get("leader", int32, default=None),
        leader_epoch=step.get("leaderEpoch", int32, default=None),
        partition_epoch=step.get("partitionEpoch", int32, default=None),
        recovering=step.get("recovering", boolean, default=False),
        outdated=frozenset(step.get("outdated", _brokers, default=[])),
    )
    return topic.controller.alter_isr(request)


def _heartbeat(topic: _Topic, step: Fields) -> None:
    fence = step.get("fence", boolean, default=False)
    shut_down = step.get("shutDown", boolean, default=False)
    topic.controller.heartbeat(step.get("broker", int32), fence=fence, shut_down=shut_down)


def _register(topic: _Topic, step: Fields) -> None:
    topic.controller.register_broker(step.get("broker", int32), cleanly=step.get("cleanly", boolean, default=False))


def _elect(topic: _Topic, step: Fields) -> Sequence[Refusal]:
    partitions = step.get("partitions", _brokers, default=None)
    return topic.controller.elect_leaders(partitions, unclean=step.get("unclean", boolean, default=False))


def _configure(topic: _Topic, step: Fields) -> None:
    topic.controller.configure_topic(
        min_insync_replicas=step.get("minInsyncReplicas", int32, default=None),
        unclean=step.get("unclean", boolean, default=None),
    )


def _list(_topic: _Topic, _step: Fields) -> None:
    """What it says is written with what a step makes of partitions."""


_STEPS: Final = {
    "create": _create,
    "grow": _grow,
    "reassign": _reassign,
    "isr": _isr,
    "heartbeat": _heartbeat,
    "register": _register,
    "unregister": lambda topic, step: topic.controller.unregister_broker(step.get("broker", int32)),
    "elect": _elect,
    "balance": lambda topic, _: topic.controller.balance_leaders(),
    "elect-offline": lambda topic, _: topic.controller.elect_offline_leaders(),
    "config": _configure,
    "list": _list,
}


OPERATIONS: Final[Mapping[str, Operation]] = {
    "kafka.controller.reassignment": answer(controlled, kafka_release),
}
