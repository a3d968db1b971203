"""Cases of `kafka.replicas.*`: Kafka's own worked examples, each error, each edge of the algorithms, seeded ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.areas.kafka_replicas.inputs import RACKS
from jarparity.case_collector import Cases
from jarparity.values.utf16 import string_with_hash

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from jarparity.answers import JSON
    from jarparity.cases import Case

_ADMIN = "apache/kafka:AdminUtils"
_PLACER = "apache/kafka:StripedReplicaPlacer"
_MAX = 2**31 - 1
_SEEDS = {
    "0": 0,
    "1": 1,
    "42": 42,
    "minus-1": -1,
    "max-long": 2**63 - 1,
    "min-long": -(2**63),
    "the-multiplier": 0x5DEECE66D,
}
_SIX = {0: "rack1", 1: "rack3", 2: "rack3", 3: "rack2", 4: "rack2", 5: "rack1"}
"""The brokers of the example in AdminUtils' documentation."""


def assignments() -> Iterable[Case]:
    """Cases of `kafka.replicas.assign`."""
    cases = Cases("kafka.replicas.assign")
    plain, racked = _brokers(*range(5)), _racked(_SIX)
    cases.add("documented/without-racks", _assign(plain, 10, 3), source=_ADMIN)
    cases.add("documented/with-racks", _assign(racked, 7, 3), source=_ADMIN)
    article = _brokers(0, 1)
    cases.add("article/replication-factor-1", _assign(article, 3, 1))
    cases.add("article/replication-factor-2", _assign(article, 3, 2))
    for start in range(6):
        cases.add(f"start/{start}/without-racks", _assign(plain, 12, 3, start))
        cases.add(f"start/{start}/with-racks", _assign(racked, 14, 4, start))
        cases.add(f"start-partition/{start}", _assign(plain, 7, 3, 1, start))
        cases.add(f"start-partition/{start}/with-racks", _assign(racked, 7, 3, 1, start))
    cases.add("start-partition/minus-1", _assign(plain, 6, 2, 0, -1))
    for factor in range(1, 7):
        cases.add(f"factor/{factor}/with-racks", _assign(racked, 13, factor, 2))
    cases.add("order/as-given-without-racks", _assign(_brokers(7, 3, 9, 1), 8, 2))
    cases.add("order/sorted-with-racks", _assign(_racked({7: "b", 3: "a", 9: "b", 1: "a"}), 8, 2))
    cases.add("racks/one", _assign(_racked(dict.fromkeys(range(4), "r")), 9, 3))
    cases.add("racks/uneven", _assign(_racked({0: "a", 1: "a", 2: "a", 3: "b"}), 9, 3))
    for factor in (1, 2, 3):
        cases.add(f"racks/order-of-units/{factor}", _assign(_racked({0: "\uffff", 1: "😀", 2: "z"}), 4, factor))
    cases.add("racks/one-broker-named-twice", _assign([*_racked({0: "a"}), *_racked({0: "b"})], 2, 2))
    cases.add("racks/empty-name", _assign(_racked({0: "", 1: "a"}), 3, 2))
    cases.add("single-broker", _assign(_brokers(5), 4, 1, 3))
    for name, document in {
        "no-partitions": _assign(plain, 0, 1),
        "negative-partitions": _assign(plain, -1, 1),
        "no-replicas": _assign(plain, 1, 0),
        "negative-replicas": _assign(plain, 1, -3),
        "too-many-replicas": _assign(plain, 1, 6),
        "no-brokers": _assign([], 1, 1),
        "some-without-rack": _assign([*racked[:2], *plain[:1]], 1, 1),
        "checked-in-this-order": _assign([], 0, 0),
        "partition-overflows": _assign(plain, 2, 2, 1, _MAX),
        "partition-overflows/with-racks": _assign(racked, 2, 2, 2, _MAX),
        "partition-overflows/in-the-middle": _assign(plain, 3, 2, 0, _MAX - 1),
    }.items():
        cases.add(f"error/{name}", document)
    cases.add("branch/broker-met-again", _assign(_racked(dict(enumerate("abbc"))), 1, 4, 3))
    cases.add("branch/broker-named-and-chosen-twice", _assign([*_racked({0: "a", 1: "b"}), *_racked({1: "b"})], 1, 3))
    _add_far_followers(cases)
    for name, brokers in {"without-rack": _brokers(5), "with-rack": _racked({5: "a"})}.items():
        cases.add(f"start/drawn/one-broker/{name}", _assign(brokers, 3, 1, -1))
        cases.add(f"start/drawn/one-broker/{name}/from-partition-2", _assign(brokers, 2, 1, -1, 2))
        cases.add(f"start/drawn/one-broker/{name}/too-many-replicas", _assign(brokers, 1, 2, -1))
    cases.add("start/drawn/no-brokers", _assign([], 1, 1, -1))
    return cases


def _add_far_followers(cases: Cases) -> None:
    """So many racks that the distance to the followers overflows: a million times 2148 is beyond an int32.

    The remainder of a negative distance is negative or 0: where it leads before the first broker, there is none.
    """
    many = _racked({broker: str(broker) for broker in range(2148)})
    for start in (999_999, 1_000_000):
        cases.add(f"distance/overflows/from-{start}", _assign(many, 3, 3, start))
    cases.add("distance/nearly-overflows", _assign(many[:-1], 3, 3, 1_000_000))
    # The distance is the last but one; a follower's overflows, and its broker is before the first one, or the first.
    more = _racked({broker: str(broker) for broker in range(2317)})
    for first in (400, 401):
        cases.add(f"distance/overflows-with-the-followers/from-{first}", _assign(more, 1, 4, 926_838, first))


def placements() -> Iterable[Case]:
    """Cases of `kafka.replicas.place`."""
    cases = Cases("kafka.replicas.place")
    four = _racked({0: "rack0", 1: "rack1", 2: "rack0", 3: "rack1"})
    three = _racked({0: "a", 1: "b", 2: "c"})
    for label, seed in _SEEDS.items():
        cases.add(f"seed/{label}", _place(four, 9, 2, seed), source=_PLACER)
    cases.add("racks/nine-brokers", _place(_racked({i: "abc"[i // 3] for i in range(9)}), 30, 3, 7), source=_PLACER)
    cases.add("racks/three-shuffles", _place(three, 12, 2, 5))
    cases.add("racks/none", _place(_brokers(*range(5)), 16, 3, 3))
    cases.add("racks/some", _place([*three, *_brokers(7, 8)], 12, 3, 3))
    cases.add("racks/order-of-a-hash-map", _place(_racked(dict(enumerate(RACKS))), 25, 3, 11))
    cases.add("racks/eight-of-one-hash-code", _place(_racked(dict(enumerate(_colliding()))), 17, 2, 11))
    cases.add("order/as-given", _place(_racked({9: "a", 3: "b", 5: "a", 1: "b"}), 9, 2, 1))
    cases.add("single-broker/shuffles-never", _place(_brokers(4), 5, 1, 9))
    cases.add("one-unfenced/many-partitions", _place(_fenced([*three], {1, 2}), 9, 2, 9))
    for fenced in ({0}, {0, 1}, {1, 3}, {2, 3}):
        name = "-".join(map(str, sorted(fenced)))
        cases.add(f"fenced/{name}", _place(_fenced(four, fenced), 9, 3, 21))
        cases.add(f"fenced/{name}/all-replicas", _place(_fenced(four, fenced), 7, 4, 22))
    cases.add("start-partition/ignored", _place(four, 4, 2, 42, 10))
    cases.add("partitions/0", _place(four, 0, 2, 1))
    for name, document in {
        "negative-partitions": _place(four, -1, 2, 1),
        "no-replicas": _place(four, 1, 0, 1),
        "negative-replicas": _place(four, 1, -2, 1),
        "too-many-replicas": _place(four, 1, 5, 1),
        "no-brokers": _place([], 1, 1, 1),
        "all-fenced": _place(_fenced(four, {0, 1, 2, 3}), 1, 1, 1),
        "all-fenced-and-too-many-replicas": _place(_fenced(four, {0, 1, 2, 3}), 1, 9, 1),
        "no-partitions-and-too-many-replicas": _place(four, -1, 9, 1),
    }.items():
        cases.add(f"error/{name}", document)
    cases.add("racks/a-tree-with-none", _place(_in_one_bin(), 4, 3, 5))
    for below in (1, 2, 3, 4, 5):  # five brokers: the last three of the 2**31 numbers make no whole round
        document = _place(_brokers(*range(5)), 6, 3, _drawing(2**31 - below))
        cases.add(f"seed/first-draw/{below}-below-2-to-the-31", document)
    return cases


def _drawing(first: int) -> int:
    """A seed of `java.util.Random` of which `next(31)` gives this number first."""
    state = (((first << 17) - 0xB) * pow(0x5DEECE66D, -1, 1 << 48)) % (1 << 48)
    return state ^ 0x5DEECE66D


def _brokers(*ids: int) -> list[JSON]:
    return [{"id": broker} for broker in ids]


def _racked(racks: dict[int, str]) -> list[JSON]:
    return [{"id": broker, "rack": rack} for broker, rack in racks.items()]


def _fenced(brokers: Sequence[JSON], fenced: set[int]) -> list[JSON]:
    return [{**broker, "fenced": True} if broker["id"] in fenced else broker for broker in brokers]


def _colliding() -> list[str]:
    """Eight names of one hash code."""
    pair = ("Aa", "BB")
    return [a + b + c for a in pair for b in pair for c in pair]


def _in_one_bin() -> list[JSON]:
    """Two brokers without a rack, then in ten racks that share a tree with it: negative hash codes, the lack's is 0.

    The tree's root is walked first, and which one that is hangs on that 0.
    """
    racks = [string_with_hash(-0x10000 | 64 * n ^ 0xFFFF) for n in (4, 10, 5, 1, 8, 7, 6, 3, 2, 9)]
    return [*_brokers(0, 1), *_racked({2 + broker: racks[broker // 2] for broker in range(20)})]


def _assign(brokers: list[JSON], partitions: int, factor: int, start: int = 0, first: int = 0) -> JSON:
    return {
        "brokers": brokers,
        "partitions": partitions,
        "replicationFactor": factor,
        "startIndex": start,
        "startPartition": first,
    }


def _place(brokers: list[JSON], partitions: int, factor: int, seed: int, first: int = 0) -> JSON:
    return {
        "brokers": brokers,
        "partitions": partitions,
        "replicationFactor": factor,
        "startPartition": first,
        "seed": str(seed),
    }
