"""Racks, and what a reassignment has that is rarely meant: the tool refuses some of it, and takes the rest."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from copartition.kafka.reassign.tool_text import sorted_partitions

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from copartition.advice.reassign.plan import Plan
    from copartition.kafka.replicas.broker import Broker
    from copartition.kafka.topic_partition import TopicPartition
    from copartition.port.fields import JSON


def warnings(plan: Plan, brokers: Sequence[Broker]) -> list[JSON]:
    """What is odd, each with its kind, and the partition or the topic.

    - `negative-broker`, `unknown-broker`, `fenced-broker`: a replica that the tool's `--execute` refuses (`Unknown
      broker id`), a fenced broker's also where the partition has it already;
    - `fewer-racks`: a partition in fewer racks than its replicas could be in;
    - `lower-factor`: a partition with fewer replicas than now;
    - `unequal-factors`: a topic whose partitions have different numbers of replicas when all is done.

    Args:
        plan: The reassignment.
        brokers: All brokers of the cluster, all of them with a rack or none; empty where they aren't known.
    """
    known = {broker.id: broker.rack for broker in brokers}
    open_racks = {broker.rack for broker in brokers if broker.id not in plan.fenced}
    found: list[JSON] = []
    for partition in sorted_partitions(plan.proposed):
        of_replicas = _of_replicas(plan.proposed[partition], known, plan.fenced, open_racks)
        found += [{"warning": kind, **named(partition), **said} for kind, said in of_replicas]
        now, then = len(plan.current[partition]), len(plan.proposed[partition])
        if then < now:
            found.append({"warning": "lower-factor", **named(partition), "from": now, "to": then})
    return [*found, *_unequal(plan)]


def racks(plan: Plan, brokers: Sequence[Broker]) -> JSON:
    """How many partitions are in how many racks when all is done; None where no racks are known.

    Args:
        plan: The reassignment.
        brokers: As for `warnings`. A partition on a broker that isn't among them has None for its racks.
    """
    rack_of = {broker.id: broker.rack for broker in brokers if broker.rack is not None}
    if not rack_of:
        return None
    counts: Counter[int | None] = Counter(
        len({rack_of[broker] for broker in replicas}) if rack_of.keys() >= {*replicas} else None
        for replicas in {**plan.current, **plan.proposed}.values()
    )
    ordered = sorted(counts, key=lambda count: -(count or 0))
    return [{"racks": count, "partitions": counts[count]} for count in ordered]


def named(partition: TopicPartition) -> dict[str, JSON]:
    """A partition as JSON has it."""
    return {"topic": partition.topic, "partition": partition.partition}


def _of_replicas(
    replicas: Sequence[int], known: Mapping[int, str | None], fenced: Collection[int], open_racks: set[str | None]
) -> Iterator[tuple[str, dict[str, int]]]:
    for broker in replicas:
        if broker < 0:
            yield "negative-broker", {"broker": broker}
        elif known and broker not in known:
            yield "unknown-broker", {"broker": broker}
        elif broker in fenced:
            yield "fenced-broker", {"broker": broker}
    racks = {known[broker] for broker in replicas if broker in known}
    possible = min(len(replicas), len(open_racks | racks))
    if len(racks) < possible and all(broker in known for broker in replicas) and None not in racks:
        yield "fewer-racks", {"racks": len(racks), "possible": possible}


def _unequal(plan: Plan) -> Iterator[JSON]:
    by_topic: dict[str, Counter[int]] = {partition.topic: Counter() for partition in sorted_partitions(plan.proposed)}
    for partition, replicas in {**plan.current, **plan.proposed}.items():
        if partition.topic in by_topic:
            by_topic[partition.topic][len(replicas)] += 1
    for topic, factors in by_topic.items():
        if len(factors) > 1:
            listed = [{"replicas": factor, "partitions": factors[factor]} for factor in sorted(factors, reverse=True)]
            yield {"warning": "unequal-factors", "topic": topic, "factors": listed}
