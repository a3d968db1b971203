"""Known bugs of Flink's Kafka source: which reader gets which partition."""

from __future__ import annotations

from typing import Final

from jarparity.bugs.bug import Bug
from jarparity.bugs.rules import Rules, SourceRules

_OWNER: Final = ("flink.kafka-source.split-owner",)
_GET_SPLIT_OWNER: Final = "apache/flink-connector-kafka:KafkaSourceEnumerator.getSplitOwner"


def _bug(tag: str, operations: tuple[str, ...], rules: SourceRules, title: str, explanation: str, *by: str) -> Bug:
    return Bug(tag, title, explanation, operations, Rules(source=rules), by)


BUGS: Final = (
    _bug(
        "owner-without-topic",
        _OWNER,
        SourceRules(start="zero"),
        "deals the partitions of every topic from reader 0 on",
        "A topic begins at a reader of its name, so that many small topics don't all meet at the first readers.",
        _GET_SPLIT_OWNER,
    ),
    _bug(
        "owner-plain-hash",
        _OWNER,
        SourceRules(factor=1),
        "begins at the hash code of the topic",
        "The hash code is multiplied by 31 first, and may overflow.",
        _GET_SPLIT_OWNER,
    ),
    _bug(
        "owner-abs",
        _OWNER,
        SourceRules(sign="abs"),
        "takes the absolute value of a negative hash code",
        "The sign bit is masked away, which gives another number for every negative one.",
        _GET_SPLIT_OWNER,
    ),
    _bug(
        "owner-unsigned",
        _OWNER,
        SourceRules(sign="unsigned"),
        "reads a negative hash code as an unsigned number",
        "The sign bit is masked away: 31 bits are left.",
        _GET_SPLIT_OWNER,
    ),
    _bug(
        "owner-wide-sum",
        _OWNER,
        SourceRules(sum="unbounded"),
        "adds first reader and partition without overflow",
        "The sum is an int: near 2^31 it overflows, and the owner is negative.",
        _GET_SPLIT_OWNER,
    ),
    _bug(
        "owner-by-hash",
        _OWNER,
        SourceRules(dealt="by-hash"),
        "picks a reader by the hash code of the partition",
        "A topic's partitions are dealt round, one reader after the other, so that none gets two more than another.",
        _GET_SPLIT_OWNER,
    ),
)
