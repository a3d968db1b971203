"""Known ways to read or write the reassignment tool's files otherwise than the tool does."""

from __future__ import annotations

import json
from functools import partial
from typing import Final

from jarparity.faults.fault import Fault, Replaced, Rewritten

_COMMAND: Final = "apache/kafka:ReassignPartitionsCommand"
_parsed: Final = partial(Fault.of, "kafka.reassign.parse", f"{_COMMAND}.parsePartitionReassignmentData")
_checked: Final = partial(Fault.of, "kafka.reassign.parse", f"{_COMMAND}.parseExecuteAssignmentArgs")
_written: Final = partial(Fault.of, "kafka.reassign.rollback", f"{_COMMAND}.formatAsReassignmentJson")
_rollback: Final = partial(Fault.of, "kafka.reassign.rollback")
_plan: Final = partial(Fault.of, "kafka.reassign.plan")

_PARSE_TEXT: Final = "copartition.kafka.reassign.tool_input:parse_reassignment"
_READER: Final = "copartition.kafka.reassign.tool_input:_Reader"
_SORTED: Final = "copartition.kafka.reassign.tool_text:sorted_partitions"
_JSON: Final = "copartition.kafka.reassign.tool_text:reassignment_json"
_ROLLBACK: Final = "copartition.kafka.reassign.tool_text:rollback_text"
_MOVES: Final = "copartition.kafka.reassign.throttles:proposed_moves"
_FROM_THE_LEADER: Final = """if partition in current:
            sources = frozenset(current[partition][:1])
        moves[partition] = PartitionMove("""

FAULTS: Final = (
    _parsed(
        "reassign-needs-version",
        "refuses a file without a version",
        "Without one it is version 1.",
        Rewritten(
            f"{_READER}.read",
            'fields["version"]) if "version" in fields else 1',
            '_field(fields, "version"))',
        ),
    ),
    _parsed(
        "reassign-refuses-unknown-fields",
        "refuses fields that it doesn't know",
        "They are passed over.",
        Rewritten(
            f"{_READER}._entry",
            "topic = self",
            '[_field({}, name) for name in {*fields} - {*"topic partition replicas log_dirs".split()}]; topic = self',
        ),
    ),
    _checked(
        "reassign-takes-duplicates",
        "takes the last of two entries for a partition, and a broker twice",
        "Both are refused before anything is moved.",
        Rewritten(_PARSE_TEXT, "if twice", "if False"),
        Rewritten(_PARSE_TEXT, "if said", "if False"),
    ),
    _checked(
        "reassign-takes-no-replicas",
        "takes a partition without replicas",
        "AdminCommandFailedException: Partition replica list cannot be empty.",
        Rewritten(_PARSE_TEXT, "if any(not replicas for _, replicas in listed)", "if False"),
    ),
    _parsed(
        "reassign-sizes-differ",
        "takes fewer or more log directories than replicas",
        "There must be as many; then each belongs to the replica in its place.",
        Rewritten(f"{_READER}._entry", "if len(replicas) != len(dirs)", "if False"),
        Rewritten(f"{_READER}.read", "strict=True", "strict=False"),
    ),
    _parsed(
        "reassign-any-is-a-path",
        "takes the log directory any for a path",
        "It means that the broker chooses.",
        Rewritten(f"{_READER}.read", " if path != ANY_LOG_DIR", ""),
    ),
    _written(
        "reassign-as-given",
        "writes partitions in the order of the file",
        "They are sorted by topic and number.",
        Replaced(_SORTED, lambda _, partitions: list(partitions)),
        Rewritten(
            _ROLLBACK,
            "replicas for partition, replicas in current.items() if partition in wanted",
            "current[partition] for partition in proposed",
        ),
    ),
    _rollback(
        f"{_COMMAND}.compareTopicPartitions",
        "reassign-by-code-points",
        "sorts topics by code points",
        "String.compareTo compares UTF-16 units: supplementary characters come before U+E000.",
        Rewritten(_SORTED, "utf16_key(partition.topic)", "partition.topic"),
    ),
    _rollback(
        f"{_COMMAND}.currentPartitionReplicaAssignmentToString",
        "rollback-of-everything",
        "writes all partitions into the rollback",
        "Only those that are reassigned stand there: the others may have moved since, and must not move back.",
        Rewritten(_ROLLBACK, " if partition in wanted", ""),
    ),
    _written(
        "rollback-without-log-dirs",
        "leaves log directories out",
        "Each entry has one for each replica.",
        Rewritten(_JSON, ',"log_dirs":[{dirs}]', ""),
    ),
    _written(
        "rollback-python-escapes",
        "escapes all that is not ASCII",
        "Jackson writes characters as they are, and escapes quotes, backslashes and control characters only.",
        Replaced("copartition.kafka.reassign.tool_text:quoted", lambda _, text: json.dumps(text)),
    ),
    _rollback(
        f"{_COMMAND}.verifyBrokerIds",
        "reassign-to-unknown-brokers",
        "starts a reassignment to a broker that isn't there",
        "AdminCommandFailedException: Unknown broker id.",
        Rewritten("copartition.kafka.reassign.execution:_check_brokers", "if unknown is not None", "if False"),
    ),
    _plan(
        f"{_COMMAND}.calculateProposedMoveMap",
        "moves-from-the-leader-only",
        "counts the leader alone as a source",
        "All replicas now are sources, and throttled as such: any of them may become the leader.",
        Rewritten(_MOVES, "moves[partition] = PartitionMove(", _FROM_THE_LEADER),
    ),
    _plan(
        f"{_COMMAND}.calculateProposedMoveMap",
        "moves-all-destinations",
        "counts every proposed replica as one that is copied",
        "Those that are there already are not.",
        Rewritten(_MOVES, "frozenset(replicas) - sources", "frozenset(replicas)"),
    ),
    _plan(
        f"{_COMMAND}.calculateCurrentMoveMap",
        "moves-going-on-as-sources",
        "counts replicas that are being added as sources",
        "A reassignment lists them among its replicas; they have no data yet.",
        Rewritten(_MOVES, " - frozenset(moving.adding),", ","),
    ),
    _plan(
        f"{_COMMAND}.calculateLeaderThrottles",
        "throttles-by-number",
        "sorts throttled replicas by number",
        "They are sorted as text: 10:1 comes before 2:1.",
        Rewritten(
            "copartition.kafka.reassign.throttles:ProposedMoves._throttles",
            "sorted(texts)",
            'sorted(texts, key=lambda text: [*map(int, text.split(":"))])',
        ),
    ),
)
