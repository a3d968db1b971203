"""Kafka's consumer protocol: the bytes in which members of a group and their leader talk."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from jarparity import varying
from jarparity.lazy_modules import lazy_modules
from jarparity.operations import Operation
from jarparity.values.shapes import HEX, INT32, STRING, either_direction, extended, listing, record, ref, row

if TYPE_CHECKING:
    from jarparity.areas.kafka_protocol import cases, inputs, versions
else:
    cases, inputs, versions = lazy_modules(__package__, "cases", "inputs", "versions")

_CONSUMER = "org.apache.kafka.clients.consumer"
_PROTOCOL = f"{_CONSUMER}.internals.ConsumerProtocol"
_PARTITIONS = ref("topic-partitions")
_READ = listing(row("A topic and a partition that the bytes name.", STRING, INT32))
_VERSION = {"description": "A 16-bit integer.", "type": "integer", "minimum": -32768, "maximum": 32767}
_NULLABLE_STRING = {"description": "A string, or null.", "type": ["string", "null"]}
_DECODE = record(direction={"const": "decode"}, bytes=HEX)
_operation = partial(
    Operation,
    python="copartition.kafka.protocol",
    family="kafka-clients",
    excluded=(varying.MESSAGES,),
    messages=False,
    varies=True,
)

OPERATIONS: tuple[Operation, ...] = (
    _operation(
        name="kafka.protocol.subscription",
        summary="A member's subscription as bytes, and back.",
        original=f"{_PROTOCOL}.serializeSubscription(…), deserializeSubscription(ByteBuffer)",
        input=either_direction(
            extended(
                record(direction={"const": "encode"}, version=_VERSION, topics=listing(STRING)),
                userData=ref("user-data"),
                owned=_PARTITIONS,
                generation=ref("generation"),
                rack=_NULLABLE_STRING,
            ),
            _DECODE,
        ),
        answer={
            "if": {"type": "string"},
            "then": HEX,
            "else": record(
                topics=listing(STRING),
                userData=ref("user-data"),
                owned=_READ,
                generation=ref("generation"),
                rack=_NULLABLE_STRING,
            ),
        },
        draw=inputs.subscription,
        cases=cases.subscriptions,
        volume_rows=25,
        min_version=versions.of_subscription,
        notes=(
            "Up to 2.3 there is only version 0; later lines write a version above their highest as that one. Fields "
            "that a line's Subscription doesn't carry decode as absent: owned is empty, generation and rack are null."
        ),
    ),
    _operation(
        name="kafka.protocol.assignment",
        summary="A member's assignment as bytes, and back.",
        original=f"{_PROTOCOL}.serializeAssignment(…), deserializeAssignment(ByteBuffer)",
        input=either_direction(
            extended(
                record(direction={"const": "encode"}, version=_VERSION, partitions=_PARTITIONS),
                userData=ref("user-data"),
            ),
            _DECODE,
        ),
        answer={
            "if": {"type": "string"},
            "then": HEX,
            "else": record(partitions=_READ, userData=ref("user-data")),
        },
        draw=inputs.assignment,
        cases=cases.assignments,
        volume_rows=25,
        min_version=versions.of_assignment,
    ),
    _operation(
        name="kafka.protocol.sticky-user-data",
        summary="What a sticky assignor sends about its last assignment, and what the leader's reads.",
        original=f"{_CONSUMER}.StickyAssignor.subscriptionUserData(Set), memberData(Subscription)",
        input=either_direction(
            extended(record(direction={"const": "encode"}, partitions=_PARTITIONS), generation=ref("generation")),
            _DECODE,
        ),
        answer={
            "if": {"type": "string"},
            "then": HEX,
            "else": record(partitions=_READ, generation=ref("generation")),
        },
        draw=inputs.sticky_user_data,
        cases=cases.sticky_user_data,
        volume_rows=25,
        min_version=versions.of_sticky_user_data,
        notes="A generation of null is sent as -1 from 2.3 on; before, there is none in the bytes.",
    ),
)
