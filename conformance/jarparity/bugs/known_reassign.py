"""Known ways to read or write the reassignment tool's files otherwise than the tool does."""

from __future__ import annotations

from typing import Final

from jarparity.bugs.bug import Bug
from jarparity.bugs.rules import ReassignRules, Rules

_PARSE: Final = "kafka.reassign.parse"
_PLAN: Final = "kafka.reassign.plan"
_ROLLBACK: Final = "kafka.reassign.rollback"
_COMMAND: Final = "apache/kafka:ReassignPartitionsCommand"


def _bug(tag: str, rules: ReassignRules, title: str, explanation: str, *operations: str, method: str) -> Bug:
    return Bug(tag, title, explanation, operations, Rules(reassign=rules), (f"{_COMMAND}.{method}",))


BUGS: Final = (
    _bug(
        "reassign-needs-version",
        ReassignRules(version="required"),
        "refuses a file without a version",
        "Without one it is version 1.",
        _PARSE,
        method="parsePartitionReassignmentData",
    ),
    _bug(
        "reassign-refuses-unknown-fields",
        ReassignRules(unknown="refused"),
        "refuses fields that it doesn't know",
        "They are passed over.",
        _PARSE,
        method="parsePartitionReassignmentData",
    ),
    _bug(
        "reassign-takes-duplicates",
        ReassignRules(twice="last"),
        "takes the last of two entries for a partition, and a broker twice",
        "Both are refused before anything is moved.",
        _PARSE,
        method="parseExecuteAssignmentArgs",
    ),
    _bug(
        "reassign-takes-no-replicas",
        ReassignRules(empty="taken"),
        "takes a partition without replicas",
        "AdminCommandFailedException: Partition replica list cannot be empty.",
        _PARSE,
        method="parseExecuteAssignmentArgs",
    ),
    _bug(
        "reassign-sizes-differ",
        ReassignRules(sizes="any"),
        "takes fewer or more log directories than replicas",
        "There must be as many; then each belongs to the replica in its place.",
        _PARSE,
        method="parsePartitionReassignmentData",
    ),
    _bug(
        "reassign-any-is-a-path",
        ReassignRules(any="a-path"),
        "takes the log directory any for a path",
        "It means that the broker chooses.",
        _PARSE,
        method="parsePartitionReassignmentData",
    ),
    _bug(
        "reassign-as-given",
        ReassignRules(order="as-given"),
        "writes partitions in the order of the file",
        "They are sorted by topic and number.",
        _ROLLBACK,
        method="formatAsReassignmentJson",
    ),
    _bug(
        "reassign-by-code-points",
        ReassignRules(order="code-points"),
        "sorts topics by code points",
        "String.compareTo compares UTF-16 units: supplementary characters come before U+E000.",
        _ROLLBACK,
        method="compareTopicPartitions",
    ),
    _bug(
        "rollback-of-everything",
        ReassignRules(rollback="everything"),
        "writes all partitions into the rollback",
        "Only those that are reassigned stand there: the others may have moved since, and must not move back.",
        _ROLLBACK,
        method="currentPartitionReplicaAssignmentToString",
    ),
    _bug(
        "rollback-without-log-dirs",
        ReassignRules(log_dirs="absent"),
        "leaves log directories out",
        "Each entry has one for each replica.",
        _ROLLBACK,
        method="formatAsReassignmentJson",
    ),
    _bug(
        "rollback-python-escapes",
        ReassignRules(json="python"),
        "escapes all that is not ASCII",
        "Jackson writes characters as they are, and escapes quotes, backslashes and control characters only.",
        _ROLLBACK,
        method="formatAsReassignmentJson",
    ),
    _bug(
        "reassign-to-unknown-brokers",
        ReassignRules(checks="left-out"),
        "starts a reassignment to a broker that isn't there",
        "AdminCommandFailedException: Unknown broker id.",
        _ROLLBACK,
        method="verifyBrokerIds",
    ),
    _bug(
        "moves-from-the-leader-only",
        ReassignRules(sources="leader"),
        "counts the leader alone as a source",
        "All replicas now are sources, and throttled as such: any of them may become the leader.",
        _PLAN,
        method="calculateProposedMoveMap",
    ),
    _bug(
        "moves-all-destinations",
        ReassignRules(destinations="all"),
        "counts every proposed replica as one that is copied",
        "Those that are there already are not.",
        _PLAN,
        method="calculateProposedMoveMap",
    ),
    _bug(
        "moves-going-on-as-sources",
        ReassignRules(going_on="counted"),
        "counts replicas that are being added as sources",
        "A reassignment lists them among its replicas; they have no data yet.",
        _PLAN,
        method="calculateCurrentMoveMap",
    ),
    _bug(
        "throttles-by-number",
        ReassignRules(throttles="by-number"),
        "sorts throttled replicas by number",
        "They are sorted as text: 10:1 comes before 2:1.",
        _PLAN,
        method="calculateLeaderThrottles",
    ),
)
