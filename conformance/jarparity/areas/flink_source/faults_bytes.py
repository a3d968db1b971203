"""Ways to get the bytes of the Kafka source wrong: a job restores, and reads records twice or never."""

from __future__ import annotations

from functools import partial
from typing import Final

from jarparity.faults.fault import Fault, Rewritten

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
        Rewritten(f"{_STATE}:_read_v1", "partitions if parsed(version) >= _WITH_STATUS else dict", "dict"),
    ),
)
