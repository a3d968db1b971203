"""What lies behind "Key group 37 is not in KeyGroupRange{startKeyGroup=0, endKeyGroup=31}"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, SupportsIndex

from copartition import _arguments
from copartition.errors import IllegalArgumentException
from copartition.flink.assignment import check_parallelism, key_group, operator_of_key_group, range_of_operator
from copartition.flink.key_group_range import KeyGroupRange
from copartition.java import Byte, Double, Float, Integer, Long, Short

if TYPE_CHECKING:
    from collections.abc import Callable

    from copartition.java.keys import Key

_MESSAGE: Final = re.compile(
    r"Key group (-?\d+) is not in KeyGroupRange\s*\{\s*startKeyGroup=(-?\d+),\s*endKeyGroup=(-?\d+)\s*\}"
)
_WHOLE: Final = re.compile(r"[+-]?[0-9]+")


def _whole(text: str) -> int:
    """The integer, as Java reads it: Python's `int` takes spaces, underscores and digits of other scripts, too."""
    if not _WHOLE.fullmatch(text):
        raise ValueError(f"{text!r} is no integer")
    return int(text)


def _real(text: str) -> float:
    if "_" in text:
        raise ValueError(f"{text!r} is no number")
    return float(text)


_KINDS: Final[dict[str, Callable[[str], Key]]] = {
    "string": str,
    "long": lambda text: Long(_whole(text)),
    "integer": lambda text: Integer(_whole(text)),
    "short": lambda text: Short(_whole(text)),
    "byte": lambda text: Byte(_whole(text)),
    "double": lambda text: Double(_real(text)),
    "float": lambda text: Float(_real(text)),
}


@dataclass(frozen=True, slots=True)
class Subtask:
    """One subtask of a parallelism."""

    index: int
    parallelism: int


@dataclass(frozen=True, slots=True)
class Cause:
    """A usual cause of the message.

    Attributes:
        what: What goes wrong.
        fix: What fixes it.
        sources: Where it was met: addresses of public pages, or `owner/repo#n`.
    """

    what: str
    fix: str
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Misplacement:
    """A key group that came to a subtask which doesn't own it.

    Attributes:
        key_group: The group of the key, as the failing subtask computed it.
        key_groups: What the failing subtask owns.
        max_parallelism: The number of key groups, or None if it wasn't said.
        failing: Which subtask has that range, by parallelism; empty if there is none.
        owners: Which subtask owns the key group, at the same parallelisms.
        groups_by_kind: For the key that was given, the key group of each Java type it can have.
        causes: The usual causes, likeliest first.
    """

    key_group: int
    key_groups: KeyGroupRange
    max_parallelism: int | None
    failing: tuple[Subtask, ...]
    owners: tuple[Subtask, ...]
    groups_by_kind: dict[str, int]
    causes: tuple[Cause, ...]

    @property
    def kinds_of_the_group(self) -> list[str]:
        """The Java types by which the key gets the misplaced group: what the failing subtask takes it for."""
        return [kind for kind, group in self.groups_by_kind.items() if group == self.key_group]

    @property
    def kinds_of_the_range(self) -> list[str]:
        """The Java types by which the key belongs to the failing subtask: what the sender may have taken it for."""
        return [kind for kind, group in self.groups_by_kind.items() if group in self.key_groups]


UNSTABLE: Final = Cause(
    "the key's hashCode differs from JVM to JVM: an enum, an array or a class without hashCode somewhere in the key",
    "key by its name, its ordinal or its fields; keyBy refuses such keys only where their type shows it",
    (
        "apache/flink#3501",
        "https://devgem.io/posts/resolving-non-deterministic-key-issues-in-flink-s-mapbundlefunction-for-mini-batch-processing",
    ),
)
RANDOM: Final = Cause(
    "the KeySelector gives another key when it is asked again: a random number, the clock, a field that changes",
    "compute such a key once, upstream, into a field; never mutate a key or a record after keyBy",
    ("http://www.dtcms.com/a/549493.html",),
)
OTHER_TYPE: Final = Cause(
    "sender and receiver hash different Java types: a Long and its text, an Integer and a Long, a bare value and a Row",
    "use one key type on both sides; with String(key) on one side only, Long 1 and the string 1 part ways",
    ("apache/flink-agents#1024", "apache/flink-agents#581"),
)
OTHER_MAXIMUM: Final = Cause(
    "sender and receiver count on different maximum parallelisms, or the state is of another one",
    "set maxParallelism explicitly, the same for both; keyed state keeps the one it was made with",
    ("https://issues.apache.org/jira/browse/FLINK-21695",),
)
REINTERPRETED: Final = Cause(
    "records come to the subtask without keyBy: reinterpretAsKeyedStream over a stream that is partitioned otherwise",
    "partition it exactly as keyBy would, or use keyBy",
    ("https://nightlies.apache.org/flink/flink-docs-stable/docs/dev/datastream/experimental/",),
)
PORTED: Final = Cause(
    "a port of Flink's hash placed the key: & 0x7fffffff for a negative hash in place of negating it is the commonest",
    "check the port: jarparity check --operation 'flink.key-group.*'",
    ("apache/flink:MathUtils.murmurHash",),
)


def parsed_message(message: str) -> tuple[int, KeyGroupRange]:
    """The key group and the range in Flink's message, which may be part of a longer log.

    Raises:
        ValueError: It isn't there.
    """
    found = _MESSAGE.search(message)
    if found is None:
        raise ValueError(
            "message must have Flink's sentence 'Key group 37 is not in KeyGroupRange{startKeyGroup=0, endKeyGroup=31}'"
        )
    group, start, end = map(int, found.groups())
    try:
        return group, KeyGroupRange(start, end)
    except IllegalArgumentException as error:
        raise ValueError(f"message has no range of key groups: {start} to {end}") from error


def diagnose_key_group(
    misplaced: SupportsIndex,
    key_groups: KeyGroupRange,
    *,
    max_parallelism: SupportsIndex | None = None,
    key_text: str | None = None,
) -> Misplacement:
    """Says which subtask owns a misplaced key group, which types of the key lead there, and what the usual causes are.

    Args:
        misplaced: The key group in the message.
        key_groups: The range in the message.
        max_parallelism: The job's, if known: without it neither subtasks nor types are known.
        key_text: The key as text, if known.

    Raises:
        IllegalArgumentException: `max_parallelism` is out of bounds.
        WrongTypeError: An argument has the wrong type.
        ValueError: The key group is in the range, so that nothing is misplaced; or the range reaches beyond
            `max_parallelism`; or a key was given without the maximum parallelism.
    """
    group = _arguments.int32("misplaced", misplaced)
    _arguments.instance("key_groups", key_groups, KeyGroupRange, "write KeyGroupRange(0, 63)")
    if group in key_groups:
        raise ValueError(f"key group {group} is in the range {key_groups.start} to {key_groups.end}: all is well")
    if max_parallelism is None:
        if key_text is not None:
            raise ValueError("max_parallelism must be given with a key: its key group depends on it")
        return Misplacement(group, key_groups, None, (), (), {}, _ordered(group, None, (), {}, key_groups))
    maximum = _arguments.int32("max_parallelism", max_parallelism)
    check_parallelism(maximum)
    if key_groups.end >= maximum:
        raise ValueError(f"max_parallelism must be above {key_groups.end}, the last key group of the range")
    failing = tuple(_subtasks(maximum, key_groups))
    owners = tuple(
        Subtask(operator_of_key_group(maximum, subtask.parallelism, group), subtask.parallelism)
        for subtask in failing
        if 0 <= group < maximum
    )
    by_kind = {} if key_text is None else dict(_groups_by_kind(key_text, maximum))
    causes = _ordered(group, maximum, failing, by_kind, key_groups)
    return Misplacement(group, key_groups, maximum, failing, owners, by_kind, causes)


def _subtasks(maximum: int, key_groups: KeyGroupRange) -> list[Subtask]:
    """The subtasks that own exactly this range, at any parallelism: those of sizes around it are enough to look at."""
    found = []
    for parallelism in range(1, maximum + 1):
        if maximum // parallelism <= len(key_groups) <= -(-maximum // parallelism):
            index = operator_of_key_group(maximum, parallelism, key_groups.start)
            if range_of_operator(maximum, parallelism, index) == key_groups:
                found.append(Subtask(index, parallelism))
    return found


def _groups_by_kind(text: str, maximum: int) -> list[tuple[str, int]]:
    found = []
    for kind, key in _KINDS.items():
        try:
            found.append((kind, key_group(key(text), maximum)))
        except ValueError:
            continue  # the text is no number, or none of this type
    return found


def _ordered(
    group: int, maximum: int | None, failing: tuple[Subtask, ...], by_kind: dict[str, int], key_groups: KeyGroupRange
) -> tuple[Cause, ...]:
    """What the numbers tell against comes last, what they speak for first."""
    causes = [UNSTABLE, RANDOM, OTHER_TYPE, REINTERPRETED, OTHER_MAXIMUM, PORTED]
    kinds = [kind for kind, found in by_kind.items() if found in key_groups]
    if group in by_kind.values() and kinds:
        causes.sort(key=lambda cause: cause is not OTHER_TYPE)
    if maximum is not None and (not failing or not 0 <= group < maximum):
        causes.sort(key=lambda cause: cause is not OTHER_MAXIMUM)
    return tuple(causes)
