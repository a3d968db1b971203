"""Known ways to place replicas elsewhere than Kafka does."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from jarparity.faults.fault import Fault, Reads, Rewritten

if TYPE_CHECKING:
    from jarparity.answers import JSON

_ASSIGN: Final = "kafka.replicas.assign"
_PLACE: Final = "kafka.replicas.place"
_assign: Final = partial(Fault.of, _ASSIGN, "apache/kafka:AdminUtils.assignReplicasToBrokers")
_place: Final = partial(Fault.of, _PLACE, "apache/kafka:StripedReplicaPlacer")

_ASSIGN_REPLICAS: Final = "copartition.kafka.replicas.assigning:assign_replicas"
_ALTERNATING: Final = "copartition.kafka.replicas.assigning:alternating"
_RACK_AWARE: Final = "copartition.kafka.replicas.assigning:_rack_aware"
_INDEX: Final = "copartition.kafka.replicas.assigning:_index"
_RACKS: Final = "copartition.kafka.replicas.placing:_RackList.__init__"
_NEXT: Final = "copartition.kafka.replicas.placing:_RackList.place"
_RANDOM: Final = "copartition.java.randomness:Random"
_SHUFFLE: Final = "copartition.java.randomness:shuffle"
_BY_NAME: Final = 'sorted(racks, key=lambda name: (name is not None, utf16_key(name or "")))'


def _unfenced(document: JSON) -> JSON:
    return {**document, "brokers": [{**broker, "fenced": False} for broker in document["brokers"]]}


FAULTS: Final = (
    _assign(
        "replicas-distance-from-0",
        "lets followers start right behind the leader",
        "A fixed start index is the first follower's distance, too.",
        Rewritten(_ASSIGN_REPLICAS, "max(0, start_partition), start_index", "max(0, start_partition), 0"),
    ),
    _assign(
        "replicas-distance-fixed",
        "keeps the followers' distance from round to round",
        "It grows by one whenever a partition's number is a multiple of the number of brokers.",
        Rewritten(_ASSIGN_REPLICAS, "distance = int32(distance + 1)", "pass"),
    ),
    _assign(
        "replicas-sorted",
        "goes round the brokers by their ids",
        "Without racks they are taken as given; with racks, racks alternate.",
        Rewritten(
            _ASSIGN_REPLICAS,
            "else [broker.id for broker in brokers]",
            "else [broker.id for broker in brokers]; around = sorted(around)",
        ),
    ),
    Fault.of(
        _ASSIGN,
        "apache/kafka:AdminUtils.getRackAlternatedBrokerList",
        "replicas-rack-by-rack",
        "goes round the brokers rack by rack",
        "Racks alternate: the first broker of each rack, then the second of each.",
        Rewritten(_ASSIGN_REPLICAS, "alternating(racks)", "sorted(racks, key=lambda id: (utf16_key(racks[id]), id))"),
    ),
    Fault.of(
        _ASSIGN,
        "openjdk/jdk:java.lang.String.compareTo",
        "replicas-racks-by-code-points",
        "sorts the names of racks by code points",
        "String.compareTo compares UTF-16 units: supplementary characters come before U+E000.",
        Rewritten(_ALTERNATING, ", key=utf16_key", ""),
    ),
    _assign(
        "replicas-racks-ignored",
        "gives a partition two replicas in a rack while another rack has none",
        "A broker is passed over while its rack has a replica and another has none.",
        Rewritten(_ASSIGN_REPLICAS, "_rack_aware(around, racks, beyond) if racks else ", ""),
    ),
    _assign(
        "replicas-rack-distance",
        "takes the distance as it is where there are racks",
        "With racks it counts times the number of racks.",
        Rewritten(_RACK_AWARE, "int32(distance * number_of_racks)", "distance"),
    ),
    Fault.of(
        _ASSIGN,
        "apache/kafka:AdminUtils.replicaIndex",
        "replicas-twice-on-a-broker",
        "takes the distance modulo the number of brokers, and meets the leader again",
        "It is modulo one less, so that followers go round the others.",
        Rewritten(_INDEX, "offset % (brokers - 1)", "offset % brokers"),
        Rewritten(_INDEX, "int32(offset), brokers - 1", "int32(offset), brokers"),
    ),
    _assign(
        "replicas-start-partition-ignored",
        "starts each call at the same broker, whatever the first partition's number",
        "The number counts: added partitions go on where the others stopped.",
        Rewritten(_ASSIGN_REPLICAS, "int32(partition + start_index)", "int32(len(placed) + start_index)"),
        Rewritten(_INDEX, "raise beyond(index)", "raise NotImplementedError"),  # releases differ in the error
    ),
    Fault.of(
        _PLACE,
        "openjdk/jdk:java.util.Random",
        "placer-plain-seed",
        "starts the generator with the seed as it is",
        "openjdk/jdk:java.util.Random scrambles it: seed ^ 0x5DEECE66D, of 48 bits.",
        Rewritten(f"{_RANDOM}.__init__", "(seed ^ _MULTIPLIER)", "seed"),
    ),
    Fault.of(
        _PLACE,
        "openjdk/jdk:java.util.Random.nextInt",
        "placer-lower-bits",
        "takes a remainder where the bound is a power of two",
        "nextInt takes the upper bits of the draw then.",
        Rewritten(f"{_RANDOM}.next_int", "bound & (bound - 1) == 0", "False"),
    ),
    Fault.of(
        _PLACE,
        "openjdk/jdk:java.util.Collections.shuffle",
        "placer-shuffles-upwards",
        "shuffles from the first place up",
        "Collections.shuffle goes from the last place down.",
        Rewritten(_SHUFFLE, "range(len(items), 1, -1)", "range(2, len(items) + 1)"),
    ),
    _place(
        "placer-racks-as-met",
        "draws the racks' numbers in the order in which racks were met",
        "The racks stand in a HashMap, whose order decides which rack draws first.",
        Rewritten(_RACKS, "map_of_racks.values()", "racks.values()"),
    ),
    _place(
        "placer-racks-sorted",
        "draws the racks' numbers in the order of their names",
        "The racks stand in a HashMap, whose order decides which rack draws first.",
        Rewritten(_RACKS, "map_of_racks.values()", f"racks[name] for name in {_BY_NAME}"),
    ),
    _place(
        "placer-never-shuffles",
        "never shuffles",
        "After as many partitions as there are unfenced brokers, racks and brokers are shuffled.",
        Rewritten(_NEXT, "self._epoch == self.unfenced and", "False and"),
    ),
    _place(
        "placer-fenced-lead",
        "treats fenced brokers as others",
        "They never lead, and come last in their rack.",
        Reads(_unfenced),
    ),
    _place(
        "placer-racks-keep-their-order",
        "shuffles the brokers of each rack, but not the racks",
        "Racks are shuffled first, then the brokers of each.",
        Rewritten(
            "copartition.kafka.replicas.placing:_RackList._shuffle", "shuffle(self._order, self._random)", "pass"
        ),
    ),
    _place(
        "placer-fenced-lead-their-rack",
        "lets a fenced broker lead where its rack has no other one left",
        "A rack without unfenced brokers is passed over for the leader.",
        Rewritten(_NEXT, "self._order[leading].unfenced.next(epoch)", "self._order[leading].next(epoch)"),
    ),
    _place(
        "placer-same-rack-first",
        "starts each partition at the same rack",
        "Each starts one rack further.",
        Rewritten(_NEXT, "self._offset += 1", "pass"),
    ),
    _place(
        "placer-leader-rack-again",
        "lets the leader's rack take its turn again",
        "It has had its turn, and is passed over once.",
        Rewritten(_NEXT, "if at == leading and", "if False and"),
    ),
)
