"""Kafka's replicas: on which brokers a partition's replicas are placed."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity.case_collector import from_file
from jarparity.lazy_modules import lazy_modules
from jarparity.operations import Operation, Varying
from jarparity.values import jobs
from jarparity.values.shapes import INT32, STRING, extended, listing, record, ref

if TYPE_CHECKING:
    from jarparity.answers import JSON
    from jarparity.areas.kafka_replicas import cases, inputs, rules
else:
    cases, inputs, rules = lazy_modules(__package__, "cases", "inputs", "rules")

_CASES: Final = Path(__file__).with_name("cases.json")
_MAX_PARTITIONS = 10_000
_MAX_START = 1_000_000
_ROWS = 50


def _number(least: int, most: int, what: str) -> JSON:
    return {"type": "integer", "minimum": least, "maximum": most, "description": f"{what}, from {least} to {most}"}


_BROKER = extended(
    record(id={**ref("count"), "description": "The broker's id, from 0 to 2147483647."}),
    rack={"anyOf": [STRING, {"type": "null"}], "description": "The broker's rack, or null."},
)
_REQUEST = record(
    brokers=listing(_BROKER),
    partitions=_number(-_MAX_PARTITIONS, _MAX_PARTITIONS, "a number of partitions"),
    replicationFactor=INT32,
    startPartition=INT32,
)
_PLACED = {
    "description": "By partition the brokers of its replicas, the preferred leader first.",
    "type": "object",
    "propertyNames": {"pattern": "^(0|-?[1-9][0-9]*)$"},
    "additionalProperties": listing(INT32),
}


def _request(**more: JSON) -> JSON:
    return {**_REQUEST, "required": [*_REQUEST["required"], *more], "properties": {**_REQUEST["properties"], **more}}


EQUAL_RACKS = Varying(
    "more than eight racks of which two have one hash code: not asked",
    "racks are keys of a HashMap as Optional, which isn't Comparable: a tree orders equal codes by "
    "System.identityHashCode",
)
RANDOM_START = Varying(
    "a negative start index with more than one broker: not asked",
    "the original then draws one from a java.util.Random whose seed is the clock's",
)
_operation = partial(
    Operation,
    answer=_PLACED,
    realistic=jobs.has_partitions,
    problems=rules.problems,
    volume_rows=_ROWS,
    varies=True,
)

OPERATIONS: tuple[Operation, ...] = (
    _operation(
        name="kafka.replicas.assign",
        summary="The brokers of each partition's replicas, as the admin tools and ZooKeeper's controller placed them.",
        original=(
            "org.apache.kafka.admin.AdminUtils.assignReplicasToBrokers(Collection, int, int, int, int); "
            "before 3.6 kafka.admin.AdminUtils.assignReplicasToBrokers(…)"
        ),
        python="copartition.kafka.replicas.assign_replicas",
        family="kafka-server-common",
        formerly=("kafka_2.13",),
        until="4.1.0",
        input=_request(startIndex=_number(-1, _MAX_START, "the index of the broker at which the round starts")),
        draw=inputs.assignment,
        cases=cases.assignments,
        excluded=(RANDOM_START,),
        notes=(
            "With a negative start index the original draws one at random, so none is asked for, except where there is "
            "only one to draw. Releases differ in the errors of numbers that overflow."
        ),
    ),
    _operation(
        name="kafka.replicas.place",
        summary="The brokers of each new partition's replicas, as KRaft's controller places them.",
        original=("org.apache.kafka.metadata.placement.StripedReplicaPlacer.place(PlacementSpec, ClusterDescriber)"),
        python="copartition.kafka.replicas.place_replicas",
        family="kafka-metadata",
        input={
            **_request(
                brokers=listing(
                    extended(_BROKER, fenced={"type": "boolean", "description": "Whether the broker is fenced."})
                ),
                replicationFactor=_number(-32768, 32767, "a replication factor of 16 bits"),
                seed=ref("int64"),
            ),
            "required": [*_REQUEST["required"], "seed"],
        },
        draw=inputs.placement,
        cases=partial(from_file, _CASES, "kafka.replicas.place"),
        excluded=(EQUAL_RACKS,),
        notes=(
            "The generator is a java.util.Random of that seed. The placer ignores startPartition; the answer's numbers "
            "count from it. Of more than eight racks no two may have one hash code: the order of such racks in a "
            "HashMap depends on identity hash codes."
        ),
    ),
)
