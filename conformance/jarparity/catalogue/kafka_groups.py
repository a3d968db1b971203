"""Kafka's consumer groups: which member gets which partitions, and the bytes in which members and leader talk."""

from __future__ import annotations

from jarparity.catalogue import varying
from jarparity.catalogue.shapes import HEX, INT32, STRING, either_direction, extended, listing, record, ref
from jarparity.operations import Operation, SeededInput

_CONSUMER = "org.apache.kafka.clients.consumer"
_PROTOCOL = f"{_CONSUMER}.internals.ConsumerProtocol"
_PRODUCER = "org.apache.kafka.clients.producer"
_PARTITIONS = ref("topic-partitions")
_GROUP = record(topics=ref("group-topics"), members=listing(ref("group-member")))
_VERSION = {"description": "A 16-bit integer.", "type": "integer", "minimum": -32768, "maximum": 32767}
_NULLABLE_STRING = {"description": "A string, or null.", "type": ["string", "null"]}
_DECODE = record(direction={"const": "decode"}, bytes=HEX)
_GROUP_ROWS, _HISTORY_ROWS = 100, 250
_OLDER = (
    "On a line, a member has only the fields that the line's Subscription carries: up to 2.3 id, topics and userData; "
    "from 2.4 on also instance and owned; from 3.4 on also generation, rack and racks of partitions. Null and an "
    "empty list are as good as absent."
)

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        name="kafka.assignor.range",
        summary="The members' partitions, topic by topic in ranges.",
        original=f"{_CONSUMER}.RangeAssignor.assign(Cluster, GroupSubscription)",
        python="copartition.kafka.assign",
        family="kafka-clients",
        input=_GROUP,
        answer=ref("assignment"),
        strategy="jarparity.strategies.groups:range_groups",
        vectors="jarparity.vectors.kafka_groups:ranges",
        seeded=SeededInput("jarparity.vectors.volume_groups:ranges", rows=_GROUP_ROWS),
        varies=True,
        needs="jarparity.catalogue.group_versions:of_group",
        narrow="jarparity.catalogue.group_versions:narrowed",
        grader="jarparity.catalogue.graders:of_places",
        notes=_OLDER,
    ),
    Operation(
        name="kafka.assignor.round-robin",
        summary="The members' partitions, dealt out one by one.",
        original=f"{_CONSUMER}.RoundRobinAssignor.assign(Cluster, GroupSubscription)",
        python="copartition.kafka.assign",
        family="kafka-clients",
        input=_GROUP,
        answer=ref("assignment"),
        strategy="jarparity.strategies.groups:round_robin_groups",
        vectors="jarparity.vectors.kafka_groups:round_robins",
        seeded=SeededInput("jarparity.vectors.volume_groups:round_robins", rows=_GROUP_ROWS),
        varies=True,
        needs="jarparity.catalogue.group_versions:of_group",
        narrow="jarparity.catalogue.group_versions:narrowed",
        grader="jarparity.catalogue.graders:of_places",
        notes=_OLDER,
    ),
    Operation(
        name="kafka.assignor.sticky",
        summary="The members' partitions, balanced, and as few as possible moved from what their user data says.",
        original=f"{_CONSUMER}.StickyAssignor.assign(Cluster, GroupSubscription)",
        python="copartition.kafka.assign",
        family="kafka-clients",
        input=_GROUP,
        answer=ref("assignment"),
        strategy="jarparity.strategies.groups:sticky_groups",
        vectors="jarparity.vectors.kafka_groups:stickies",
        excluded=(varying.EQUAL_PARTITIONS, varying.MESSAGES),
        seeded=SeededInput("jarparity.vectors.volume_groups:stickies", rows=_GROUP_ROWS),
        messages=False,
        varies=True,
        needs="jarparity.catalogue.group_versions:of_sticky_group",
        narrow="jarparity.catalogue.group_versions:narrowed",
        grader="jarparity.catalogue.graders:of_balance",
        notes=(
            f"{_OLDER} Before 3.0, groups with topic-partitions of one hash code that may share a tree are not asked: "
            "the answer depends on identity hash codes. Messages are not compared: some are the JVM's own, of "
            "a NullPointerException."
        ),
    ),
    Operation(
        name="kafka.assignor.cooperative-sticky",
        summary="The members' partitions, as sticky, less those that another member must give up first.",
        original=f"{_CONSUMER}.CooperativeStickyAssignor.assign(Cluster, GroupSubscription)",
        python="copartition.kafka.assign",
        family="kafka-clients",
        input=_GROUP,
        answer=ref("assignment"),
        strategy="jarparity.strategies.groups:cooperative_groups",
        vectors="jarparity.vectors.kafka_groups:cooperatives",
        excluded=(varying.EQUAL_PARTITIONS, varying.MESSAGES),
        seeded=SeededInput("jarparity.vectors.volume_groups:cooperatives", rows=_GROUP_ROWS),
        since="2.4.0",
        messages=False,
        varies=True,
        needs="jarparity.catalogue.group_versions:of_sticky_group",
        narrow="jarparity.catalogue.group_versions:narrowed",
        grader="jarparity.catalogue.graders:of_moves",
        notes="As kafka.assignor.sticky; the generation may also stand in the user data.",
    ),
    Operation(
        name="kafka.assignor.rebalances",
        summary="A group's history: the assignment at each rebalance, each member's assignor remembering its own.",
        original=f"{_CONSUMER}.ConsumerPartitionAssignor.subscriptionUserData(Set), assign(…), onAssignment(…)",
        python="copartition.kafka.assign",
        family="kafka-clients",
        input=extended(
            record(
                assignor={"enum": ["range", "round-robin", "sticky", "cooperative-sticky"]},
                topics={
                    "description": "By topic its number of partitions.",
                    "type": "object",
                    "additionalProperties": ref("partition-count"),
                },
                steps=ref("group-steps"),
            ),
            userData={
                "description": "true: the bytes that members sent stand beside each assignment.",
                "type": "boolean",
            },
        ),
        answer={
            "description": "One entry a rebalance.",
            "type": "array",
            "items": {"type": "object"},
        },
        strategy="jarparity.strategies.group_histories:rebalances",
        vectors="jarparity.vectors.kafka_histories:rebalances",
        excluded=(varying.EQUAL_PARTITIONS,),
        seeded=SeededInput("jarparity.vectors.volume_groups:histories", rows=_HISTORY_ROWS),
        varies=True,
        needs="jarparity.catalogue.group_versions:of_history",
        narrow="jarparity.catalogue.group_versions:narrowed_history",
        grader="jarparity.catalogue.history_grader:of_history",
        notes=(
            "An entry is the assignment, or {'error': {'kind'}}. With 'userData': true it is {'assignment', "
            "'userData'} or {'error', 'userData'}; userData has by member the bytes that it sent as hex, or null. A "
            "member is one assignor from join to leave; members stand in the leader's HashMap in the order of "
            "joining, and the first leads. Eager members send no owned partitions, cooperative ones their last "
            "assignment less topics that they left. Generations count rebalances from 1, failed ones too; a failed "
            "one tells nobody anything. A rebalance of nobody gives {}."
        ),
    ),
    Operation(
        name="kafka.assignor.custom",
        summary="One rebalance of a group with a user's own assignor that sends user data.",
        original=f"{_CONSUMER}.ConsumerPartitionAssignor.subscriptionUserData(Set), assign(…), onAssignment(…)",
        python="copartition.kafka.rebalance",
        family="kafka-clients",
        input=extended(
            record(
                assignor={"description": "weighted or rack-preferring.", "enum": ["weighted", "rack-preferring"]},
                topics=ref("group-topics"),
                members={**listing(ref("custom-member")), "description": "At least one member.", "minItems": 1},
            ),
            generation=ref("generation"),
        ),
        answer=record(
            name=STRING,
            version={"type": ["integer", "null"]},
            supportedProtocols={"type": ["array", "null"], "items": {"enum": ["EAGER", "COOPERATIVE"]}},
            userData={"type": "object", "additionalProperties": ref("user-data")},
            seen=record(
                partitionsPerTopic={"type": ["array", "null"], "items": {"type": "array"}}, members=listing(STRING)
            ),
            assignment=ref("assignment"),
            onAssignment={
                "type": "object",
                "additionalProperties": record(
                    partitions=_PARTITIONS,
                    userData=ref("user-data"),
                    generation=ref("generation"),
                    member=_NULLABLE_STRING,
                    instance=_NULLABLE_STRING,
                ),
            },
        ),
        strategy="jarparity.strategies.own_assignors:own_groups",
        vectors="jarparity.vectors.kafka_own_assignors:custom",
        varies=True,
        needs="jarparity.catalogue.group_versions:of_own_group",
        notes=(
            "Kafka has no such assignors: both are references of our own in java_ref, the interface around them is the "
            "line's: ConsumerPartitionAssignor from 2.4 on, before internals.PartitionAssignor; weighted stands on the "
            "line's AbstractPartitionAssignor. docs/own-assignor.md says what each does. A member's assignor is "
            "configured with 'setting' (a weight in decimal digits, or a rack) and sends it; 'userData' is sent "
            "in its place. 'seen' is what the leader's assignor was asked, in the original's order: the members, and "
            "on the abstract base the partitions per topic (else null). 'onAssignment' is what each member was told; "
            "'generation' (by default 1) is told from 2.3 on, the member and its instance from 2.4 on, else null. "
            "version and supportedProtocols are null up to 2.3. Racks of partitions are known on every line. Classes "
            "of users run where Python is: `jarparity assignor check` does that, through JPype only."
        ),
    ),
    Operation(
        name="kafka.protocol.subscription",
        summary="A member's subscription as bytes, and back.",
        original=f"{_PROTOCOL}.serializeSubscription(…), deserializeSubscription(ByteBuffer)",
        python="copartition.kafka.protocol",
        family="kafka-clients",
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
                owned=listing({"type": "array"}),
                generation=ref("generation"),
                rack=_NULLABLE_STRING,
            ),
        },
        strategy="jarparity.strategies.group_bytes:subscriptions",
        vectors="jarparity.vectors.kafka_protocol:subscriptions",
        excluded=(varying.MESSAGES,),
        messages=False,
        varies=True,
        needs="jarparity.catalogue.group_versions:of_subscription",
        notes=(
            "Up to 2.3 there is only version 0; later lines write a version above their highest as that one. Fields "
            "that a line's Subscription doesn't carry decode as absent: owned is empty, generation and rack are null."
        ),
    ),
    Operation(
        name="kafka.protocol.assignment",
        summary="A member's assignment as bytes, and back.",
        original=f"{_PROTOCOL}.serializeAssignment(…), deserializeAssignment(ByteBuffer)",
        python="copartition.kafka.protocol",
        family="kafka-clients",
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
            "else": record(partitions=listing({"type": "array"}), userData=ref("user-data")),
        },
        strategy="jarparity.strategies.group_bytes:assignments",
        vectors="jarparity.vectors.kafka_protocol:assignments",
        excluded=(varying.MESSAGES,),
        messages=False,
        varies=True,
        needs="jarparity.catalogue.group_versions:of_assignment",
    ),
    Operation(
        name="kafka.protocol.sticky-user-data",
        summary="What a sticky assignor sends about its last assignment, and what the leader's reads.",
        original=f"{_CONSUMER}.StickyAssignor.subscriptionUserData(Set), memberData(Subscription)",
        python="copartition.kafka.protocol",
        family="kafka-clients",
        input=either_direction(
            extended(record(direction={"const": "encode"}, partitions=_PARTITIONS), generation=ref("generation")),
            _DECODE,
        ),
        answer={
            "if": {"type": "string"},
            "then": HEX,
            "else": record(partitions=listing({"type": "array"}), generation=ref("generation")),
        },
        strategy="jarparity.strategies.group_bytes:sticky_user_data",
        vectors="jarparity.vectors.kafka_protocol:sticky_user_data",
        excluded=(varying.MESSAGES,),
        messages=False,
        varies=True,
        needs="jarparity.catalogue.group_versions:of_sticky_user_data",
        notes="A generation of null is sent as -1 from 2.3 on; before, there is none in the bytes.",
    ),
)

_TABLE = record(table=listing(INT32), partitions=listing(INT32), length=INT32)

PRODUCER: tuple[Operation, ...] = (
    Operation(
        name="kafka.partitioner.round-robin",
        summary="The partitions of records without a key, one after the other, while leaders come and go.",
        original=f"{_PRODUCER}.RoundRobinPartitioner.partition(…)",
        python="copartition.kafka.RoundRobinPartitioner",
        family="kafka-clients",
        input=record(topics=ref("available-topics"), steps=listing(ref("record-step"))),
        answer=listing({"if": {"type": "object"}, "then": record(error=ref("kind-of-error")), "else": {}}),
        strategy="jarparity.strategies.producers:round_robin_histories",
        vectors="jarparity.vectors.kafka_producer:round_robins",
        since="2.4.0",
        notes="One entry a step: the record's partition or {'error': {'kind'}}, and null for a change of topics.",
    ),
    Operation(
        name="kafka.partitioner.load-table",
        summary="The cumulative weights by which records without a key prefer partitions with short queues.",
        original=f"{_PRODUCER}.internals.BuiltInPartitioner.updatePartitionLoadStats(int[], int[], int)",
        python="copartition.kafka.load_table",
        family="kafka-clients",
        input=extended(
            record(
                queueSizes={"description": "Sizes of queues, or null.", "type": ["array", "null"], "items": INT32},
                partitions=listing(INT32),
                length=INT32,
            ),
            racks={
                "description": "By partition the rack of its leader, or null; from kafka-clients 4.4 on.",
                "type": ["array", "null"],
                "items": _NULLABLE_STRING,
            },
            rack={
                "description": "The producer's rack, or null; from kafka-clients 4.4 on.",
                "type": ["string", "null"],
            },
        ),
        answer={
            "if": {"type": "object"},
            "then": extended(_TABLE, inThisRack=_TABLE),
            "else": {"type": "null"},
        },
        strategy="jarparity.strategies.producers:load_tables",
        vectors="jarparity.vectors.kafka_producer:load_tables",
        since="3.3.0",
        needs="jarparity.catalogue.group_versions:of_load_table",
        notes=(
            "The table is the array of queue sizes after the original folded its first 'length' entries in place; "
            "null where it keeps to the uniform distribution. With a rack, inThisRack stands beside it: the table of "
            "the partitions whose leaders are in the producer's rack."
        ),
    ),
)
