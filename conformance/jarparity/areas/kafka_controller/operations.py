"""Kafka's controller: what becomes of partitions that are reassigned."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.areas.kafka_controller.versions import VERSIONS
from jarparity.lazy_modules import lazy_modules
from jarparity.operations import Operation
from jarparity.values.shapes import INT32, STRING, by_number, extended, happening, listing, record, ref, steps

if TYPE_CHECKING:
    from jarparity.answers import JSON
    from jarparity.areas.kafka_controller import cases, histories, rules
else:
    cases, histories, rules = lazy_modules(__package__, "cases", "histories", "rules")

_COUNT: Final = ref("count")
_BROKERS: Final = listing(INT32)
_FLAG: Final[JSON] = {"type": "boolean"}
_MIN_ISR: Final[JSON] = {"type": "integer", "minimum": 1, "maximum": 2**31 - 1}
_PARTITION: Final = record(
    replicas=_BROKERS,
    isr=_BROKERS,
    adding=_BROKERS,
    removing=_BROKERS,
    leader=INT32,
    leaderEpoch=INT32,
    partitionEpoch=INT32,
    elr=_BROKERS,
    lastKnownElr=_BROKERS,
    recovering=_FLAG,
)
_MESSAGE: Final[JSON] = {"type": ["string", "null"]}
_ERROR: Final = record(kind=STRING, message=_MESSAGE)
_REFUSAL: Final = record(partition=INT32, kind=STRING, message=_MESSAGE)
_TARGET: Final = record(
    partition=INT32,
    replicas={"anyOf": [_BROKERS, {"type": "null"}], "description": "null takes a reassignment back"},
)
_ISR: Final = extended(
    record(partition=INT32, isr=_BROKERS),
    leader=INT32,
    leaderEpoch=INT32,
    partitionEpoch=INT32,
    recovering=_FLAG,
    outdated=_BROKERS,
)

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        name="kafka.controller.reassignment",
        summary="What becomes of partitions under a KRaft controller that is asked to reassign them, step by step.",
        original=(
            "org.apache.kafka.controller.ReplicationControlManager.alterPartitionReassignments(…), alterPartition(…), "
            "processBrokerHeartbeat(…), electLeaders(…), createPartitions(…)"
        ),
        python="copartition.kafka.controller.Controller",
        family="kafka-metadata",
        input=record(
            metadataVersion={"enum": list(VERSIONS), "description": "metadata.version"},
            eligibleLeaderReplicas={**_FLAG, "description": "eligible.leader.replicas.version is 1"},
            minInsyncReplicas=_MIN_ISR,
            unclean={**_FLAG, "description": "unclean.leader.election.enable"},
            brokers={**listing(_COUNT), "uniqueItems": True, "description": "registered, and alive"},
            steps=steps(
                create=record(partitions={**listing(_BROKERS), "minItems": 1}),
                grow=extended(record(partitions=listing(_BROKERS)), count=INT32),
                reassign=extended(record(targets=listing(_TARGET)), allowFactorChange=_FLAG),
                isr=_ISR,
                heartbeat=extended(record(broker=INT32), fence=_FLAG, shutDown=_FLAG),
                register=extended(record(broker=_COUNT), cleanly=_FLAG),
                unregister=record(broker=INT32),
                elect=extended(record(), unclean=_FLAG, partitions=listing(INT32)),
                balance=record(),
                **{"elect-offline": record()},
                config=extended(record(), minInsyncReplicas=_MIN_ISR, unclean=_FLAG),
                list=record(),
            ),
        ),
        answer=listing(
            extended(
                record(partitions=by_number(_PARTITION, "Those that the step has written anew.")),
                error=_ERROR,
                refused=listing(_REFUSAL),
                reassigning=listing(record(partition=INT32, replicas=_BROKERS, adding=_BROKERS, removing=_BROKERS)),
            )
        ),
        draw=histories.history,
        cases=cases.hand_written,
        problems=rules.problems,
        min_version=rules.since,
        steps=happening,
        enough=512,
        volume_rows=50,
        varies=True,
        notes=(
            "A step creates a topic t with the brokers of each partition's replicas; 'grow' adds partitions, up to a "
            "count if it says one. 'isr' is a leader's request; "
            "who leads and both epochs are what the controller has, where a step doesn't say otherwise; 'outdated' are "
            "brokers whose epoch the leader has from before they came up anew. A 'heartbeat' is that of a broker that "
            "has read all metadata; without more it wants to take part. 'register' is a broker that comes up anew, and "
            "is fenced until it beats; 'cleanly' says that it went down so. 'balance' and 'elect-offline' are what a "
            "controller does from time to time. Each broker has one directory. A broker in controlled shutdown need "
            "not wait for others to have read so. allowFactorChange is there from 4.1 on."
        ),
    ),
)
