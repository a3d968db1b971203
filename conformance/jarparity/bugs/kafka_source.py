"""Flink's Kafka source: the model, with the switches of `SourceRules`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.bugs.ints import remainder
from jarparity.bugs.rules import ThrownError
from jarparity.utf16 import signed, string_hash

if TYPE_CHECKING:
    from jarparity.answers import JSON
    from jarparity.bugs.rules import SourceRules

_MAX_INT = 2**31 - 1


def owner(document: JSON, rules: SourceRules) -> int:
    """`KafkaSourceEnumerator.getSplitOwner`."""
    return split_owner(document["topic"], document["partition"], document["readers"], rules)


def split_owner(topic: str, partition: int, readers: int, rules: SourceRules) -> int:
    """The reader of a partition."""
    if readers == 0:
        raise ThrownError("ArithmeticException")
    if rules.dealt == "by-hash":
        return remainder(signed(31 * (31 + partition) + string_hash(topic)) & _MAX_INT, readers)
    start = remainder(_start(signed(string_hash(topic) * rules.factor), rules), readers)
    summed = (0 if rules.start == "zero" else start) + partition
    return signed(remainder(signed(summed) if rules.sum == "int32" else summed, readers))


def _start(code: int, rules: SourceRules) -> int:
    match rules.sign:
        case "masked":
            return code & _MAX_INT
        case "abs":
            return abs(code)
        case "unsigned":
            return code & 0xFFFFFFFF
