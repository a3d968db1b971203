"""Ways to get the bytes of the Kafka source wrong: a job restores, and reads records twice or never."""

from __future__ import annotations

from typing import Final

from jarparity.bugs.bug import Bug
from jarparity.bugs.rules import Rules, SourceBytesRules

_SPLIT: Final = "flink.kafka-source.split-bytes"
_STATE: Final = "flink.kafka-source.state-bytes"
_BOTH: Final = (_SPLIT, _STATE)
_SPLITS: Final = "apache/flink-connector-kafka:KafkaPartitionSplitSerializer"
_STATES: Final = "apache/flink-connector-kafka:KafkaSourceEnumStateSerializer"


def _bug(tag: str, operations: tuple[str, ...], rules: SourceBytesRules, *texts: str) -> Bug:
    title, explanation, source = texts
    return Bug(tag, title, explanation, operations, Rules(source_bytes=rules), (source,))


BUGS: Final = (
    _bug(
        "split-topic-utf-8",
        _BOTH,
        SourceBytesRules(text="utf-8"),
        "writes and reads topics as UTF-8",
        "They are modified UTF-8: each half of a surrogate pair alone, and U+0000 in two bytes.",
        "openjdk/jdk:java.io.DataOutputStream.writeUTF",
    ),
    _bug(
        "split-endless-as-latest",
        _BOTH,
        SourceBytesRules(no_stop="latest"),
        "writes -1 for a split without an end",
        "-1 is a marker of its own, the end of the partition; no end at all is Long.MIN_VALUE.",
        "apache/flink-connector-kafka:KafkaPartitionSplit.NO_STOPPING_OFFSET",
    ),
    _bug(
        "split-endless-as-greatest",
        _BOTH,
        SourceBytesRules(no_stop="greatest"),
        "writes the greatest long for a split without an end",
        "No end is Long.MIN_VALUE; with an end the source is taken for a bounded one.",
        "apache/flink-connector-kafka:KafkaPartitionSplit.NO_STOPPING_OFFSET",
    ),
    _bug(
        "split-stops-at-0-never",
        (_STATE,),  # alone a split is so written by a line, connector 1.15.4
        SourceBytesRules(stop_0="endless"),
        "takes a split that stops at offset 0 for an endless one",
        "It is an empty one, of a partition that had no records. Connectors up to 1.15 had this fault themselves.",
        "apache/flink:KafkaPartitionSplit.getStoppingOffset",
    ),
    _bug(
        "split-refuses-more",
        _BOTH,
        SourceBytesRules(after_split="refused"),
        "refuses bytes after a split",
        "No release looks at them; state of versions 0 and 3 says how many bytes a split has, and may have more.",
        _SPLITS,
    ),
    _bug(
        "split-refuses-migrated",
        (_STATE,),  # alone it is refused by lines, up to 4.0
        SourceBytesRules(migrated="refused"),
        "refuses a split that starts at Long.MIN_VALUE",
        "From connector 5.0 on it is the start of a split that was restored from state without offsets.",
        "apache/flink-connector-kafka:KafkaPartitionSplit.MIGRATED",
    ),
    _bug(
        "state-statuses-reversed",
        (_STATE,),
        SourceBytesRules(status="reversed"),
        "takes status 0 for unassigned and 1 for assigned",
        "0 is assigned: reversed, restored partitions are read twice, and others never.",
        "apache/flink-connector-kafka:AssignmentStatus",
    ),
    _bug(
        "state-older-refused",
        (_STATE,),
        SourceBytesRules(older="refused"),
        "reads the newest version of the state only",
        "Every release reads all versions before its own: a savepoint outlives the connector that wrote it.",
        _STATES,
    ),
    _bug(
        "state-older-undiscovered",
        (_STATE,),
        SourceBytesRules(old="unfinished"),
        "takes the first discovery for unfinished after state of versions 0 and 1",
        "It counts as finished, so that partitions the state doesn't know are read from their beginning.",
        _STATES,
    ),
    _bug(
        "state-offsets-earliest",
        (_STATE,),
        SourceBytesRules(restored="earliest"),
        "starts splits from state of versions 1 and 2 at the beginning",
        "These versions have no offsets, which the split says as Long.MIN_VALUE; readers have them in their own state.",
        _STATES,
    ),
    _bug(
        "state-offsets-zero",
        (_STATE,),
        SourceBytesRules(restored="zero"),
        "starts splits from state of versions 1 and 2 at offset 0",
        "These versions have no offsets, which the split says as Long.MIN_VALUE; readers have them in their own state.",
        _STATES,
    ),
    _bug(
        "state-takes-more",
        (_STATE,),
        SourceBytesRules(after_state="ignored"),
        "ignores bytes after the state",
        "Versions 1 to 3 refuse them with an IOException; version 0 doesn't look.",
        _STATES,
    ),
    _bug(
        "state-readers-merged",
        (_STATE,),
        SourceBytesRules(reader_twice="merged"),
        "joins the splits of a reader that stands twice in state of version 0",
        "The last ones count, as in a map.",
        "apache/flink:SerdeUtils.deserializeSplitAssignments",
    ),
    _bug(
        "state-twins-dropped",
        (_STATE,),
        SourceBytesRules(twins="dropped"),
        "keeps a partition once that stands twice in state of version 1",
        "From connector 3.1 on each has a status beside it, and is kept: only before it was a set of partitions.",
        _STATES,
    ),
)
