"""Known ways to place replicas elsewhere than Kafka does."""

from __future__ import annotations

from typing import Final

from jarparity.bugs.bug import Bug
from jarparity.bugs.rules import ReplicaRules, Rules

_ASSIGN: Final = ("kafka.replicas.assign",)
_PLACE: Final = ("kafka.replicas.place",)
_ADMIN: Final = "apache/kafka:AdminUtils.assignReplicasToBrokers"
_PLACER: Final = "apache/kafka:StripedReplicaPlacer"


def _assign(tag: str, rules: ReplicaRules, title: str, explanation: str, source: str = _ADMIN) -> Bug:
    return Bug(tag, title, explanation, _ASSIGN, Rules(replica=rules), (source,))


def _place(tag: str, rules: ReplicaRules, title: str, explanation: str, source: str = _PLACER) -> Bug:
    return Bug(tag, title, explanation, _PLACE, Rules(replica=rules), (source,))


BUGS: Final = (
    _assign(
        "replicas-distance-from-0",
        ReplicaRules(distance="from-0"),
        "lets followers start right behind the leader",
        "A fixed start index is the first follower's distance, too.",
    ),
    _assign(
        "replicas-distance-fixed",
        ReplicaRules(distance="fixed"),
        "keeps the followers' distance from round to round",
        "It grows by one whenever a partition's number is a multiple of the number of brokers.",
    ),
    _assign(
        "replicas-sorted",
        ReplicaRules(line="sorted"),
        "goes round the brokers by their ids",
        "Without racks they are taken as given; with racks, racks alternate.",
    ),
    _assign(
        "replicas-rack-by-rack",
        ReplicaRules(line="by-rack"),
        "goes round the brokers rack by rack",
        "Racks alternate: the first broker of each rack, then the second of each.",
        "apache/kafka:AdminUtils.getRackAlternatedBrokerList",
    ),
    _assign(
        "replicas-racks-by-code-points",
        ReplicaRules(names="code-points"),
        "sorts the names of racks by code points",
        "String.compareTo compares UTF-16 units: supplementary characters come before U+E000.",
        "openjdk/jdk:java.lang.String.compareTo",
    ),
    _assign(
        "replicas-racks-ignored",
        ReplicaRules(racks="ignored"),
        "gives a partition two replicas in a rack while another rack has none",
        "A broker is passed over while its rack has a replica and another has none.",
    ),
    _assign(
        "replicas-rack-distance",
        ReplicaRules(shift="plain"),
        "takes the distance as it is where there are racks",
        "With racks it counts times the number of racks.",
    ),
    _assign(
        "replicas-twice-on-a-broker",
        ReplicaRules(around="all"),
        "takes the distance modulo the number of brokers, and meets the leader again",
        "It is modulo one less, so that followers go round the others.",
        "apache/kafka:AdminUtils.replicaIndex",
    ),
    _assign(
        "replicas-start-partition-ignored",
        ReplicaRules(start_partition="name-only"),
        "starts each call at the same broker, whatever the first partition's number",
        "The number counts: added partitions go on where the others stopped.",
    ),
    _place(
        "placer-plain-seed",
        ReplicaRules(seed="plain"),
        "starts the generator with the seed as it is",
        "openjdk/jdk:java.util.Random scrambles it: seed ^ 0x5DEECE66D, of 48 bits.",
        "openjdk/jdk:java.util.Random",
    ),
    _place(
        "placer-lower-bits",
        ReplicaRules(draw="remainder"),
        "takes a remainder where the bound is a power of two",
        "nextInt takes the upper bits of the draw then.",
        "openjdk/jdk:java.util.Random.nextInt",
    ),
    _place(
        "placer-shuffles-upwards",
        ReplicaRules(shuffle="upwards"),
        "shuffles from the first place up",
        "Collections.shuffle goes from the last place down.",
        "openjdk/jdk:java.util.Collections.shuffle",
    ),
    _place(
        "placer-racks-as-met",
        ReplicaRules(drawn="as-met"),
        "draws the racks' numbers in the order in which racks were met",
        "The racks stand in a HashMap, whose order decides which rack draws first.",
    ),
    _place(
        "placer-racks-sorted",
        ReplicaRules(drawn="sorted"),
        "draws the racks' numbers in the order of their names",
        "The racks stand in a HashMap, whose order decides which rack draws first.",
    ),
    _place(
        "placer-never-shuffles",
        ReplicaRules(again="goes-on"),
        "never shuffles",
        "After as many partitions as there are unfenced brokers, racks and brokers are shuffled.",
    ),
    _place(
        "placer-fenced-lead",
        ReplicaRules(fenced="as-others"),
        "treats fenced brokers as others",
        "They never lead, and come last in their rack.",
    ),
    _place(
        "placer-same-rack-first",
        ReplicaRules(rack_turn="same"),
        "starts each partition at the same rack",
        "Each starts one rack further.",
    ),
    _place(
        "placer-leader-rack-again",
        ReplicaRules(leader_rack="again"),
        "lets the leader's rack take its turn again",
        "It has had its turn, and is passed over once.",
    ),
)
