"""Known faults of Flink's Kafka source: which reader gets which partition, and from where."""

from __future__ import annotations

from functools import partial
from typing import Final

from jarparity.faults.fault import Fault, Rewritten

_ENUMERATORS: Final = "apache/flink-connector-kafka:KafkaSourceEnumerator"
_owner: Final = partial(
    Fault.of, "flink.kafka-source.split-owner", "apache/flink-connector-kafka:KafkaSourceEnumerator.getSplitOwner"
)
_enumerator: Final = partial(Fault.of, "flink.kafka-source.enumerator", _ENUMERATORS)
_ticket: Final = partial(Fault.of, "flink.kafka-source.enumerator")

_SPLIT_OWNER: Final = "copartition.flink.kafka_source.split_owner:split_owner"
_FIRST_OWNER: Final = "copartition.flink.kafka_source.split_owner:first_owner"
_ENUMERATOR: Final = "copartition.flink.kafka_source.enumerator:KafkaSourceEnumerator"
_MEMORY: Final = "copartition.flink.kafka_source.memory:WholeSplits"
_PENDING: Final = "copartition.flink.kafka_source.pending:PendingSplits"
_READERS: Final = "tuple(self._context.registered_readers())"
_FOUND: Final = "return PartitionChange(tuple(initial), new if self._finished else (), removed)"
_COUNTS: Final = """finished, self._finished = self._finished, True
        return PartitionChange(tuple(initial), new if finished else (), removed)"""
_ENDS: Final = f"""change = self._memory.change(found, self._pending.partitions()) or None
        if change is None and self._interval <= 0:
            self._no_more = True
            self._assign({_READERS})
        return change"""

FAULTS: Final = (
    _owner(
        "owner-without-topic",
        "deals the partitions of every topic from reader 0 on",
        "A topic begins at a reader of its name, so that many small topics don't all meet at the first readers.",
        Rewritten(_SPLIT_OWNER, "first_owner(partition.topic, readers) + ", ""),
    ),
    _owner(
        "owner-plain-hash",
        "begins at the hash code of the topic",
        "The hash code is multiplied by 31 first, and may overflow.",
        Rewritten(_FIRST_OWNER, " * _SPREAD", ""),
    ),
    _owner(
        "owner-abs",
        "takes the absolute value of a negative hash code",
        "The sign bit is masked away, which gives another number for every negative one.",
        Rewritten(_FIRST_OWNER, "string_hash(topic) * _SPREAD & MAX_INT", "abs(int32(string_hash(topic) * _SPREAD))"),
    ),
    _owner(
        "owner-unsigned",
        "reads a negative hash code as an unsigned number",
        "The sign bit is masked away: 31 bits are left.",
        Rewritten(_FIRST_OWNER, "& MAX_INT", "& 0xFFFFFFFF"),
    ),
    _owner(
        "owner-wide-sum",
        "adds first reader and partition without overflow",
        "The sum is an int: near 2^31 it overflows, and the owner is negative.",
        Rewritten(_SPLIT_OWNER, "remainder(int32(", "remainder(int("),
    ),
    _owner(
        "owner-by-hash",
        "picks a reader by the hash code of the partition",
        "A topic's partitions are dealt round, one reader after the other, so that none gets two more than another.",
        Rewritten(
            _SPLIT_OWNER,
            "first_owner(partition.topic, readers) + partition.partition)",
            "31 * (31 + partition.partition) + string_hash(partition.topic)) & MAX_INT",
        ),
    ),
    _ticket(
        ("FLINK-32019", _ENUMERATORS),
        "source-later-by-user",
        "starts partitions that are found later where the user said",
        "From 3.1 on only those of the first discovery do; later ones start at the earliest offset.",
        Rewritten(f"{_MEMORY}.starts", "ask(Earliest(), change.new)", "ask(user, change.new)"),
    ),
    _ticket(
        ("FLINK-28303", _ENUMERATORS),
        "source-latest-marker",
        "leaves it to the reader to find the latest offset",
        "From 3.0.1 on the enumerator asks for it once: a reader that starts anew would skip records.",
        Rewritten(
            "copartition.flink.kafka_source.offsets:Latest.partition_offsets",
            "parsed(version) < _ASKS_FOR_THE_END",
            "True",
        ),
    ),
    _enumerator(
        "source-removed-forgotten",
        "forgets partitions that are gone",
        "They stay assigned, in snapshots too: one that is seen again is not assigned again.",
        Rewritten(
            f"{_MEMORY}.change",
            "migrated = [",
            "[self._assigned.pop(partition, None) for partition in removed]; migrated = [",
        ),
    ),
    _ticket(
        ("FLINK-38681", _ENUMERATORS),
        "source-empty-first",
        "takes an empty first discovery for the first",
        "From 5.0 on the first discovery is the first that finds partitions: they start where the user said.",
        Rewritten(f"{_MEMORY}.change", _FOUND, _COUNTS),
    ),
    _enumerator(
        "source-empty-ends",
        "ends a bounded source that finds no partition",
        "No reader is told then that no splits follow, and the job waits forever.",
        Rewritten(
            f"{_ENUMERATOR}.find_changes",
            "return self._memory.change(found, self._pending.partitions()) or None",
            _ENDS,
        ),
    ),
    _ticket(
        ("FLINK-31319", _ENUMERATORS),
        "source-zero-goes-on",
        "takes an interval of 0 for a periodic discovery",
        "There is one discovery, after which a bounded source ends; up to 1.16.1 it didn't.",
        Rewritten(f"{_ENUMERATOR}.__init__", "(1 if release >= _ZERO_IS_ONCE else 0)", "0"),
    ),
    _enumerator(
        "source-end-with-splits",
        "tells only readers that get splits that no more follow",
        "Every reader is told whenever it is looked at, or readers without splits would never end.",
        Rewritten(f"{_ENUMERATOR}._assign", "if self._no_more and", "if assignment and self._no_more and"),
    ),
    _enumerator(
        "source-returned-to-all",
        "hands out all that waits when splits come back",
        "Only the reader that failed gets its splits, if it is there again; others get theirs when they register.",
        Rewritten(f"{_ENUMERATOR}.add_splits_back", "if reader in self._context.registered_readers()", "if True"),
        Rewritten(f"{_ENUMERATOR}.add_splits_back", "(reader,)", _READERS),
    ),
    _ticket(
        ("FLINK-38681", _ENUMERATORS),
        "source-unassigned-lost",
        "forgets restored splits that had no reader yet",
        "From 5.0 on they wait for their readers at once, with the offsets that they had.",
        Rewritten(f"{_ENUMERATOR}.start", "if waiting", "if False"),
    ),
    _enumerator(
        "source-owners-there",
        "deals splits out to the readers that are there",
        "The owner follows from the parallelism: a reader that registers later gets its splits then.",
        Rewritten(
            f"{_ENUMERATOR}.__init__", "PendingSplits(version)", "PendingSplits(version); self._pending.at = context"
        ),
        Rewritten(
            f"{_PENDING}.add", "first: dict", "count = len(self.at.registered_readers()) or parallelism; first: dict"
        ),
        Rewritten(f"{_PENDING}.add", "first_owner(topic, parallelism)", "first_owner(topic, count)"),
        Rewritten(f"{_PENDING}.add", "partition.partition), parallelism)", "partition.partition), count)"),
    ),
    _enumerator(
        "source-bad-owner-waits",
        "lets splits wait for a reader that can't be",
        "From 5.0 on a negative owner, near partition 2^31, is refused; up to 4.0 the split was never read.",
        Rewritten(f"{_PENDING}.add", "self._checks_owners and not", "False and not"),
    ),
    _enumerator(
        "source-sorted-splits",
        "assigns splits in the order of their names",
        "They come in the order of a HashSet of splits.",
        Rewritten(f"{_PENDING}.take", "split_order(list(waiting))", "list(waiting)"),
    ),
)
