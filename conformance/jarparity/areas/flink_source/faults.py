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

_BOTH: Final = ("flink.kafka-source.split-bytes", "flink.kafka-source.state-bytes")
_endless: Final = partial(Fault.of, _BOTH, "apache/flink-connector-kafka:KafkaPartitionSplit.NO_STOPPING_OFFSET")
_both: Final = partial(Fault.of, _BOTH)
_versions: Final = partial(
    Fault.of, "flink.kafka-source.state-bytes", "apache/flink-connector-kafka:KafkaSourceEnumStateSerializer"
)
_state: Final = partial(Fault.of, "flink.kafka-source.state-bytes")

_ENCODE: Final = "copartition.flink.kafka_source.split_bytes:encode_split"
_READ: Final = "copartition.flink.kafka_source.split_bytes:read_split"
_STATE: Final = "copartition.flink.kafka_source.state_bytes"
_REFUSES_MORE: Final = """if source.available:
        from copartition.errors import IOException
        raise IOException
    check_offsets(split, version)"""


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
    _enumerator(
        "source-asked-only",
        "fails where the user's initializer leaves a partition out, and passes over what it answers unasked",
        "From 5.0 on what an initializer answers is what is read.",
        Rewritten(
            f"{_MEMORY}.starts",
            "return {**new, **(ask(user, change.initial) if change.initial else {})}",
            "starts = {**new, **ask(user, change.initial)}; return {p: starts[p] for p in change.new + change.initial}",
        ),
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
        "source-end-untold",
        "never tells a reader that no more splits follow",
        "Readers of a bounded source are told, or the job would never end.",
        Rewritten(f"{_ENUMERATOR}._assign", "self._context.signal_no_more_splits(reader)", "pass"),
    ),
    _enumerator(
        "source-returned-still-assigned",
        "keeps splits that came back among the assigned ones, too",
        "They are unassigned until a reader gets them again: a snapshot has them once.",
        Rewritten(f"{_MEMORY}.returned", "self._assigned.pop(split.topic_partition, None)", "pass"),
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
            f"{_PENDING}._wait", "first: dict", "count = len(self.at.registered_readers()) or parallelism; first: dict"
        ),
        Rewritten(f"{_PENDING}._wait", "first_owner(topic, parallelism)", "first_owner(topic, count)"),
        Rewritten(f"{_PENDING}._wait", "partition.partition), parallelism)", "partition.partition), count)"),
    ),
    _enumerator(
        "source-bad-owner-waits",
        "lets splits wait for a reader that can't be",
        "From 5.0 on a negative owner, near partition 2^31, is refused; up to 4.0 the split was never read.",
        Rewritten(f"{_PENDING}._wait", "self._checks_owners and not", "False and not"),
    ),
    _enumerator(
        "source-sorted-splits",
        "assigns splits in the order of their names",
        "They come in the order of a HashSet of splits.",
        Rewritten(f"{_PENDING}.take", "split_order(list(waiting))", "list(waiting)"),
    ),
    _both(
        "openjdk/jdk:java.io.DataOutputStream.writeUTF",
        "split-topic-utf-8",
        "writes and reads topics as UTF-8",
        "They are modified UTF-8: each half of a surrogate pair alone, and U+0000 in two bytes.",
        Rewritten(
            "copartition.java.data_streams:utf_bytes",
            'text.encode() if text.isascii() and "\\0" not in text else _encoded(text)',
            'text.encode(errors="replace")',
        ),
        Rewritten(
            "copartition.java.data_streams:DataInput.utf",
            "_decoded(self._data[start : self.position], field, start)",
            'str(self._data[start : self.position], errors="replace")',
        ),
    ),
    _endless(
        "split-endless-as-latest",
        "writes -1 for a split without an end",
        "-1 is a marker of its own, the end of the partition; no end at all is Long.MIN_VALUE.",
        Rewritten(_ENCODE, "= NO_STOPPING_OFFSET", "= -1"),
    ),
    _endless(
        "split-endless-as-greatest",
        "writes the greatest long for a split without an end",
        "No end is Long.MIN_VALUE; with an end the source is taken for a bounded one.",
        Rewritten(_ENCODE, "= NO_STOPPING_OFFSET", "= (1 << 63) - 1"),
    ),
    _state(
        "apache/flink:KafkaPartitionSplit.getStoppingOffset",
        "split-stops-at-0-never",
        "takes a split that stops at offset 0 for an endless one",
        "It is an empty one, of a partition that had no records. Connectors up to 1.15 had this fault themselves.",
        Rewritten(_ENCODE, "stop == 0 and parsed(version) < _STOPS_AT_0", "stop == 0"),
        Rewritten(_READ, "split.stopping_offset == 0 and parsed(version) < _STOPS_AT_0", "split.stopping_offset == 0"),
    ),
    _both(
        "apache/flink-connector-kafka:KafkaPartitionSplitSerializer",
        "split-refuses-more",
        "refuses bytes after a split",
        "No release looks at them; state of versions 0 and 3 says how many bytes a split has, and may have more.",
        Rewritten(_READ, "check_offsets(split, version)", _REFUSES_MORE),
    ),
    _state(
        "apache/flink-connector-kafka:KafkaPartitionSplit.MIGRATED",
        "split-refuses-migrated",
        "refuses a split that starts at Long.MIN_VALUE",
        "From connector 5.0 on it is the start of a split that was restored from state without offsets.",
        Rewritten(
            "copartition.flink.kafka_source.split:check_offsets",
            " and not (start == MIGRATED and parsed(version) >= _KEEPS_OFFSETS)",
            "",
        ),
    ),
    _state(
        "apache/flink-connector-kafka:AssignmentStatus",
        "state-statuses-reversed",
        "takes status 0 for unassigned and 1 for assigned",
        "0 is assigned: reversed, restored partitions are read twice, and others never.",
        Rewritten(f"{_STATE}:encode_state", "splits = [(split, _ASSIGNED)", "splits = [(split, 1)"),
        Rewritten(f"{_STATE}:encode_state", "splits += [(split, _UNASSIGNED)", "splits += [(split, 0)"),
        Rewritten(f"{_STATE}:_read_statuses", "by_status[status].append", "by_status[1 - status].append"),
    ),
    _versions(
        "state-older-refused",
        "reads the newest version of the state only",
        "Every release reads all versions before its own: a savepoint outlives the connector that wrote it.",
        Rewritten(f"{_STATE}:decode_state", "not 0 <= written <= newest", "written != newest"),
    ),
    _versions(
        "state-older-undiscovered",
        "takes the first discovery for unfinished after state of versions 0 and 1",
        "It counts as finished, so that partitions the state doesn't know are read from their beginning.",
        Rewritten(
            f"{_STATE}:decode_state", "tuple(_read_v0(source, version))", "tuple(_read_v0(source, version)), (), False"
        ),
        Rewritten(
            f"{_STATE}:decode_state", "tuple(_read_v1(source, version))", "tuple(_read_v1(source, version)), (), False"
        ),
    ),
    _versions(
        "state-offsets-earliest",
        "starts splits from state of versions 1 and 2 at the beginning",
        "These versions have no offsets, which the split says as Long.MIN_VALUE; readers have them in their own state.",
        Rewritten(f"{_STATE}:_migrated", ", MIGRATED", ", -2"),
    ),
    _versions(
        "state-offsets-zero",
        "starts splits from state of versions 1 and 2 at offset 0",
        "These versions have no offsets, which the split says as Long.MIN_VALUE; readers have them in their own state.",
        Rewritten(f"{_STATE}:_migrated", ", MIGRATED", ", 0"),
    ),
    _versions(
        "state-takes-more",
        "ignores bytes after the state",
        "Versions 1 to 3 refuse them with an IOException; version 0 doesn't look.",
        Rewritten(f"{_STATE}:decode_state", "if source.available", "if False"),
    ),
    _state(
        "apache/flink:SerdeUtils.deserializeSplitAssignments",
        "state-readers-merged",
        "joins the splits of a reader that stands twice in state of version 0",
        "The last ones count, as in a map.",
        Rewritten(f"{_STATE}:_read_v0", "by_reader[reader] = [", "by_reader[reader] = by_reader.get(reader, []) + ["),
    ),
    _versions(
        "state-twins-dropped",
        "keeps a partition once that stands twice in state of version 1",
        "From connector 3.1 on each has a status beside it, and is kept: only before it was a set of partitions.",
        Rewritten(f"{_STATE}:_read_v1", "partitions if parsed(version) >= _LISTS_V1 else dict", "dict"),
    ),
)
