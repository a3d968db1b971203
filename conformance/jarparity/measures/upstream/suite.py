"""Suites: which of an original's published test classes run on a line, and what they ask of a port."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Final

from jarparity.lines import Line

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class JavaTests:
    """One JUnit class.

    Attributes:
        name: With its package.
        operations: What its tests ask of a port, through the classes that replace originals; none where all of
            it stays in Java.
        methods: Globs of the tests that run, where a class has many of other things; without any, all run.
    """

    name: str
    operations: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()

    @property
    def simple_name(self) -> str:
        """Without its package."""
        return self.name.rpartition(".")[2]


@dataclass(frozen=True, slots=True)
class Suite:
    """The tests of one line.

    Attributes:
        original: The folder in `java_ref/upstream` whose classes replace originals: `kafka`, `flink`.
        line: The line on whose JARs the tests run.
        classes: What runs.
        heap: Java's `-Xmx`.
        options: More options of the JVM.
    """

    original: str
    line: Line
    classes: tuple[JavaTests, ...]
    heap: str = "1g"
    options: tuple[str, ...] = ()

    @property
    def tests(self) -> Line:
        """The lock's name of the test JARs."""
        return Line(f"{self.line.family}-tests", self.line.version)

    def chosen(self, patterns: Sequence[str]) -> Suite:
        """The suite with those classes only whose name, with or without package, matches a glob; all without globs."""
        kept = tuple(
            tests
            for tests in self.classes
            if not patterns
            or any(fnmatchcase(tests.name, glob) or fnmatchcase(tests.simple_name, glob) for glob in patterns)
        )
        return Suite(self.original, self.line, kept, self.heap, self.options)

    @property
    def operations(self) -> list[str]:
        """All that its tests ask of a port."""
        return sorted({operation for tests in self.classes for operation in tests.operations})


_CLIENTS: Final = "org.apache.kafka.clients"
_STICKY: Final = ("kafka.assignor.sticky", "kafka.protocol.sticky-user-data")
# Of a partition that a member has still to give up, the cooperative answer doesn't say who gets it: the eager one does.
_COOPERATIVE: Final = ("kafka.assignor.cooperative-sticky", "kafka.assignor.sticky")

_ASSIGNORS: Final = (
    JavaTests(f"{_CLIENTS}.consumer.RangeAssignorTest", ("kafka.assignor.range",)),
    JavaTests(f"{_CLIENTS}.consumer.RoundRobinAssignorTest", ("kafka.assignor.round-robin",)),
    JavaTests(f"{_CLIENTS}.consumer.StickyAssignorTest", _STICKY),
    JavaTests(f"{_CLIENTS}.consumer.CooperativeStickyAssignorTest", _COOPERATIVE),
    JavaTests(f"{_CLIENTS}.consumer.internals.AbstractPartitionAssignorTest"),
    JavaTests(
        f"{_CLIENTS}.consumer.internals.ConsumerProtocolTest",
        ("kafka.protocol.assignment", "kafka.protocol.subscription"),
    ),
)
_ROUND_ROBIN: Final = JavaTests(f"{_CLIENTS}.producer.RoundRobinPartitionerTest", ("kafka.partitioner.round-robin",))
_BUILT_IN: Final = JavaTests(f"{_CLIENTS}.producer.internals.BuiltInPartitionerTest", ("kafka.partitioner.load-table",))
_UNTIL_3: Final = (
    JavaTests(f"{_CLIENTS}.producer.UniformStickyPartitionerTest"),
    JavaTests(f"{_CLIENTS}.producer.internals.DefaultPartitionerTest", ("kafka.partitioner.partition-for-key",)),
    JavaTests(f"{_CLIENTS}.producer.internals.StickyPartitionCacheTest"),
)

# Groups with a million partitions need it.
_HEAP: Final = "4g"


def _suite(version: str, *partitioners: JavaTests) -> Suite:
    return Suite("kafka", Line("kafka-clients", version), (*_ASSIGNORS, *partitioners), _HEAP)


_COORDINATOR: Final = "org.apache.kafka.coordinator.group"
_UNIFORM: Final = ("kafka.group.assignor.uniform",)
_RECONCILE: Final = ("kafka.group.reconcile",)
_RECONCILE_STREAMS: Final = ("kafka.group.reconcile-streams",)
_TARGET: Final = ("kafka.group.target",)

# Most of the class is about classic and share groups, records and requests.
_OF_CONSUMER_AND_STREAMS_GROUPS: Final = (
    "testClassicGroup*DuringAssignmentDelay",
    "testConsumerGroupAssignmentInterval",
    "testConsumerGroup*Configs",
    "testConsumerGroupHeartbeat[!O]*",
    "testConsumerGroupMemberClearsRegex",
    "testConsumerGroupMemberJoins*",
    "testConsumerGroupMemberPicksUp*",
    "testConsumerGroupRebalanceSensor",
    "testConsumerHeartbeatRegexValidation",
    "testConsumerMemberWithRegexReplaced*",
    "testDuplicateFullHeartbeat*",
    "testGroupEpochBump*",
    "testJoiningConsumerGroup[!T]*",
    "testLastConsumerProtocolMemberRebalanceTimeout*",
    "testLastStaticConsumerProtocolMemberReplacedByClassicProtocolMember",
    "testMemberCanRejoin*",
    "testMemberIdGeneration",
    "testMemberJoinsEmptyConsumerGroup",
    "testNewJoiningMember*",
    "testNewRacks*",
    "testRebalanceTimeout[EL]*",
    "testReconciliation*",
    "testRemoveTopicCleanupTopicHash",
    "testSessionTimeoutExpiration",
    "testSessionTimeoutExpirationStaticMember",
    "testSessionTimeoutLifecycle",
    "testStaticConsumerGroupMember*",
    "testStreamsGroup[AE]*",
    "testStreamsGroupDeleteCancels*",
    "testStreamsGroupDynamicConfigs",
    "testStreamsGroupHeartbeat[AP]*",
    "testStreamsGroupHeartbeatWithEmpty*",
    "testStreamsGroupMemberJoining*",
    "testStreamsGroupMemberRequestingShutdownApplicationUponLeaving",
    "testStreamsInitial*",
    "testStreamsNewJoining*",
    "testStreamsPartition*",
    "testStreamsRe*",
    "testStreamsSession*",
    "testStreamsUpdating*",
    "testStaticMemberGetsBack*",
    "testStaticMemberRejoinsWithNewSubscribedTopics",
    "testSubscription*",
    "testTopicHash*",
    "testUnknownMemberIdJoinsConsumerGroup",
    "testUpdatingSubscription*",
)

_GROUPS: Final = (
    JavaTests(f"{_COORDINATOR}.assignor.UniformHomogeneousAssignmentBuilderTest", _UNIFORM),
    JavaTests(f"{_COORDINATOR}.assignor.UniformHeterogeneousAssignmentBuilderTest", _UNIFORM),
    JavaTests(f"{_COORDINATOR}.assignor.RangeAssignorTest", ("kafka.group.assignor.range",)),
    JavaTests(f"{_COORDINATOR}.assignor.SimpleAssignorTest", ("kafka.group.assignor.simple",)),
    JavaTests(f"{_COORDINATOR}.modern.consumer.CurrentAssignmentBuilderTest", _RECONCILE),
    JavaTests(f"{_COORDINATOR}.modern.TargetAssignmentBuilderTest", _TARGET),
    JavaTests(
        f"{_COORDINATOR}.GroupMetadataManagerTest",
        (*_RECONCILE, *_RECONCILE_STREAMS, *_TARGET),
        _OF_CONSUMER_AND_STREAMS_GROUPS,
    ),
    JavaTests(f"{_COORDINATOR}.streams.assignor.StickyTaskAssignorTest", ("kafka.group.assignor.streams-sticky",)),
    JavaTests(f"{_COORDINATOR}.streams.CurrentAssignmentBuilderTest", _RECONCILE_STREAMS),
)

KAFKA_SUITES: Final = (
    _suite("2.8.2", _ROUND_ROBIN, *_UNTIL_3),
    _suite("3.9.2", _ROUND_ROBIN, _BUILT_IN, *_UNTIL_3),
    _suite("4.3.1", _ROUND_ROBIN, _BUILT_IN),
    Suite("kafka-groups", Line("kafka-group-coordinator", "4.3.1"), _GROUPS),
)

KAFKA_WRONG: Final = (
    "members-exchanged",
    "sticky-owned-ignored",
    "racks-ignored",
    "assignor-instance-ids-ignored",
    "cooperative-moves-at-once",
    "protocol-version-0",
    "protocol-user-data-lost",
    "sticky-data-generation",
    "round-robin-stays",
    "load-table-prefers-long-queues",
    "sign-unsigned",
    "seed-0",
    "crc32",
    "group-target-forgotten",
    "uniform-extra-stays",
    "uniform-mixed-as-in-3-9",
    "group-range-ignores-instances",
    "group-range-extras-last",
    "share-everything-to-everyone",
    "reconcile-two-owners",
    "reconcile-waits-for-itself",
    "reconcile-whatever-is-subscribed",
    "reconcile-new-subscription-waits",
    "reconcile-silence-is-nothing",
    "reconcile-epoch-before-revocation",
    "reconcile-all-or-nothing",
    "reconcile-unknown-goes-on",
    "reconcile-gives-back-at-once",
    "target-static-starts-anew",
    "target-everybody-is-written",
    "target-empty-is-none",
    "target-without-regexes",
    "target-without-time",
    "streams-sticky-forgets-active",
    "streams-sticky-forgets-standby",
    "streams-sticky-quota-rounds-up-for-all",
    "streams-sticky-standby-beside-active",
    "streams-sticky-deals-by-partition",
    "streams-sticky-load-of-threads",
    "streams-sticky-first-thread",
    "reconcile-streams-two-owners",
    "reconcile-streams-one-process-twice",
    "reconcile-streams-standby-of-any-process",
    "reconcile-streams-silence-is-nothing",
    "reconcile-streams-whatever-role",
    "reconcile-streams-epoch-before-revocation",
    "reconcile-streams-gives-back-at-once",
    "reconcile-streams-unknown-goes-on",
    "reconcile-streams-epochs-start-anew",
)
"""The wrong ports of `upstream kafka --mutants`."""


_RUNTIME: Final = "org.apache.flink.runtime"
_STREAMING: Final = "org.apache.flink.streaming.runtime"
_INTERSECTION: Final = "flink.key-group-range.intersection"
_OF_KEY: Final = "flink.key-group.of-key"
_RANGE: Final = "flink.key-group.range-of-operator"
_POWER: Final = "flink.math.round-up-to-power-of-two"
_OPERATOR_STATE: Final = "flink.rescale.operator-state"
_IN_FLIGHT: Final = "flink.rescale.in-flight"
_DEFAULT: Final = "flink.key-group.default-max-parallelism"

_FLINK_CLASSES: Final = (
    JavaTests("org.apache.flink.util.MathUtilTest", (_POWER,)),
    JavaTests(f"{_RUNTIME}.state.KeyGroupRangeTest", (_INTERSECTION,)),
    JavaTests(f"{_RUNTIME}.state.KeyGroupRangeOffsetTest", (_INTERSECTION,)),
    JavaTests(f"{_RUNTIME}.state.KeyGroupsStateHandleTest", (_INTERSECTION,)),
    JavaTests(f"{_RUNTIME}.state.heap.InternalKeyContextImplTest"),
    JavaTests(f"{_RUNTIME}.state.heap.KeyGroupPartitionedPriorityQueueTest", (_OF_KEY,)),
    JavaTests(
        f"{_STREAMING}.partitioner.KeyGroupStreamPartitionerTest", (_OF_KEY, "flink.key-group.operator-of-group")
    ),
    JavaTests(f"{_RUNTIME}.io.network.api.writer.SubtaskStateMapperTest", (_IN_FLIGHT,)),
    JavaTests(
        f"{_RUNTIME}.checkpoint.StateAssignmentOperationTest",
        (_INTERSECTION, _DEFAULT, _RANGE, _IN_FLIGHT, _OPERATOR_STATE),
    ),
    JavaTests(f"{_RUNTIME}.checkpoint.CheckpointCoordinatorRestoringTest", (_INTERSECTION, _RANGE, _OPERATOR_STATE)),
    JavaTests(f"{_RUNTIME}.state.HashMapStateBackendTest", (_INTERSECTION, _OF_KEY, _RANGE, _POWER)),
)

# The tests look into the JDK's own classes: to copy keys with Kryo, and to see what was queued.
_OPENED: Final = tuple(
    f"--add-opens=java.base/{package}=ALL-UNNAMED"
    for package in ("java.lang", "java.util", "java.util.concurrent", "java.time")
)

FLINK_SUITES: Final = tuple(
    Suite("flink", Line("flink", version), _FLINK_CLASSES, "2g", _OPENED) for version in ("1.20.5", "2.3.0")
)

FLINK_WRONG: Final = (
    "finish-masked",
    "finish-abs",
    "finish-missing",
    "finish-unsigned",
    "hash-unmixed",
    "avalanche-missing",
    "length-missing",
    "string-code-points",
    "long-as-integer",
    "integer-as-long",
    "index-modulo",
    "index-ceiling",
    "remainder-floors",
    "range-floor",
    "range-end-exclusive",
    "range-remainder-first",
    "range-unchecked",
    "range-disjoint-inverted",
    "default-lower-64",
    "default-upper-missing",
    "default-without-half",
    "power-above",
    "power-nearest",
    "in-flight-forgotten",
    "operator-state-backwards",
)
"""The wrong ports of `upstream flink --mutants`."""
