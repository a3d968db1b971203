"""The operations `kafka.assignor.*`: what a group's leader assigns, once or over a history of rebalances."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from copartition.java.ints import MAX_INT, MIN_INT
from copartition.kafka.assignors import ASSIGNORS, Member, PartitionRacks, Subscription
from copartition.kafka.assignors.assignor import check_fields
from copartition.kafka.assignors.versions import NEWEST
from copartition.kafka.topic_partition import TopicPartition
from copartition.port import inputs
from copartition.port.rebalances import History

__all__ = [
    "OPERATIONS",
    "check_fields",
    "checked_partitions",
    "checked_subscription",
    "partition_documents",
    "release",
]

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from copartition.kafka.assignors.members import Topics
    from copartition.port.inputs import JSON

_FAMILY: Final = "kafka-clients "
_TEXT: Final = frozenset({str})


def release(line: str | None) -> str:
    """The release of kafka-clients that a line names, the newest for no line.

    Raises:
        ValueError: It is a line of something else.
    """
    if line is None:
        return NEWEST
    if not line.startswith(_FAMILY):
        raise ValueError(f"line must be one of kafka-clients, not {line}")
    return line.removeprefix(_FAMILY)


def topics_of(document: JSON) -> Topics:
    """The field `topics`: by name a number of partitions, or an array of partitions and their racks.

    Raises:
        ValueError: It is missing, or something else.
    """
    listed = inputs.field(document, "topics")
    if not isinstance(listed, dict):
        raise inputs.wrong("input.topics", "an object", listed)
    return {
        inputs.checked_text(topic, "input.topics"): _partitions(known, f"input.topics[{topic!r}]")
        for topic, known in listed.items()
    }


def partition_documents(partitions: Sequence[TopicPartition]) -> JSON:
    """Partitions as `["topic", 0]`."""
    return [[partition.topic, partition.partition] for partition in partitions]


def checked_partitions(listed: JSON, path: str) -> tuple[TopicPartition, ...]:
    """An array of `["topic", 0]`.

    Raises:
        ValueError: It is something else.
    """
    partitions: list[TopicPartition] = []
    for place, item in enumerate(inputs.checked_items(listed, path)):
        if not isinstance(item, list) or len(item) != 2:  # noqa: PLR2004 - a topic and a partition
            raise inputs.wrong(f"{path}[{place}]", "a topic and a partition", item)
        topic, number = item
        if type(topic) is not str or not topic.isascii() or type(number) is not int:
            topic = inputs.checked_text(topic, f"{path}[{place}][0]")
            number = inputs.checked_int32(number, f"{path}[{place}][1]")
        elif not MIN_INT <= number <= MAX_INT:
            inputs.checked_int32(number, f"{path}[{place}][1]")
        partitions.append(TopicPartition(topic, number))
    return tuple(partitions)


def checked_subscription(document: JSON, path: str) -> Subscription:
    """A subscription's fields; what is null is as good as absent.

    Raises:
        ValueError: A field is missing, or something else.
    """
    topics = inputs.field(document, "topics", path)
    user_data, owned = document.get("userData"), document.get("owned")
    generation, rack, instance = document.get("generation"), document.get("rack"), document.get("instance")
    return Subscription(
        topics=inputs.checked_texts(topics, f"{path}.topics"),
        user_data=None if user_data is None else inputs.checked_hex(user_data, f"{path}.userData"),
        owned=() if owned is None else checked_partitions(owned, f"{path}.owned"),
        generation=-1 if generation is None else inputs.checked_int32(generation, f"{path}.generation"),
        rack=None if rack is None else inputs.checked_text(rack, f"{path}.rack"),
        instance=None if instance is None else inputs.checked_text(instance, f"{path}.instance"),
    )


def _partitions(known: JSON, path: str) -> int | PartitionRacks:
    if type(known) is int and 0 <= known <= MAX_INT:
        return known
    if not isinstance(known, list):
        return inputs.checked_number(known, path, 0, MAX_INT)
    racks: dict[int, frozenset[str]] = {}
    # Partitions by the million have few different lists of racks: each list is checked, and kept, once.
    checked: dict[tuple[str, ...], frozenset[str]] = {}
    for place, item in enumerate(known):
        number = _number(item, len(known), path, place)
        if number in racks:
            raise ValueError(f"{path}[{place}].partition must be listed once, not again: {number}")
        names = item.get("racks")
        are_texts = type(names) is list and _TEXT.issuperset(map(type, names))
        found = checked.get(tuple(names)) if are_texts else None
        if found is None:
            found = frozenset(() if names is None else inputs.checked_texts(names, f"{path}[{place}].racks"))
        if are_texts:
            checked[tuple(names)] = found
        racks[number] = found
    if not any(racks.values()):
        return len(known)
    return PartitionRacks(tuple(racks[number] for number in range(len(known))))


def _number(item: JSON, count: int, path: str, place: int) -> int:
    """The partition's number; the path is put into words only for a message."""
    if type(item) is dict:
        number = item.get("partition")
        if type(number) is int and 0 <= number < count:
            return number
    at = f"{path}[{place}]"
    return inputs.checked_number(inputs.field(item, "partition", at), f"{at}.partition", 0, count - 1)


def _members(document: JSON) -> list[Member]:
    members: list[Member] = []
    for place, member in enumerate(inputs.items(document, "members")):
        path = f"input.members[{place}]"
        member_id = inputs.checked_text(inputs.field(member, "id", path), f"{path}.id")
        members.append(Member(member_id, checked_subscription(member, path)))
    return members


def _assign(name: str, document: JSON, line: str | None = None) -> JSON:
    assigned = ASSIGNORS[name](release(line)).assign(topics_of(document), _members(document))
    return {member: partition_documents(partitions) for member, partitions in assigned.items()}


def _rebalances(document: JSON, line: str | None = None) -> JSON:
    observes = document.get("userData") if isinstance(document, dict) else None
    if observes is not None:
        inputs.checked_boolean(observes, "input.userData")
    name = inputs.text(document, "assignor")
    if name not in ASSIGNORS:
        raise inputs.wrong("input.assignor", f"one of {', '.join(ASSIGNORS)}", name)
    topics = topics_of(document)
    counts: dict[str, int] = {}
    for topic, count in topics.items():
        if isinstance(count, PartitionRacks):
            raise ValueError(  # noqa: TRY004 - what is wrong with an input is a ValueError
                f"input.topics[{topic!r}] must be a number of partitions: a history has no racks"
            )
        counts[topic] = count
    history = History(partial(ASSIGNORS[name], release(line)), counts)
    observations: list[JSON] = []
    for place, step in enumerate(inputs.items(document, "steps")):
        path = f"input.steps[{place}]"
        if inputs.field(step, "op", path) == "rebalance":
            observations.append(_observation(history, with_user_data=bool(observes)))
        else:
            history.make(step, path)
    return observations


def _observation(history: History, *, with_user_data: bool) -> JSON:
    outcome = history.rebalance()
    if outcome.error is None:
        answer: JSON = {member: partition_documents(given) for member, given in outcome.assignment.items()}
        observation: JSON = {"assignment": answer}
    else:
        answer = observation = {"error": {"kind": outcome.error}}
    if not with_user_data:
        return answer
    sent = {member: None if data is None else data.hex() for member, data in outcome.user_data.items()}
    return {**observation, "userData": sent}


def _operation(name: str) -> Callable[[JSON, str | None], JSON]:
    def operation(document: JSON, line: str | None = None) -> JSON:
        return _assign(name, document, line)

    return operation


OPERATIONS: Final[Mapping[str, Callable[..., JSON]]] = {
    **{f"kafka.assignor.{name}": _operation(name) for name in ASSIGNORS},
    "kafka.assignor.rebalances": _rebalances,
}
