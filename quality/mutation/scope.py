"""What is gated: the placement logic. What is outside stands here, each with its reason.

What no vector can judge is outside only as long as no vector reaches it; see `misplaced`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quality.mutation.code import Code, Module
    from quality.mutation.reach import Reach


@dataclass(frozen=True, slots=True)
class Outside:
    """Modules or functions that are not mutated.

    Attributes:
        globs: Their dotted names; a function's stands behind its module's and a colon.
        reason: Why the golden vectors needn't judge them.
        passed: Whether vectors run them all the same, on their way.
    """

    globs: tuple[str, ...]
    reason: str
    passed: bool = False


OUTSIDE: Final = (
    Outside(
        ("copartition.port", "copartition.port.*"),
        "the door: it reads inputs that a JSON Schema has checked, and writes answers; it places nothing",
        passed=True,
    ),
    Outside(
        ("copartition._bulk", "copartition._bulk.*", "copartition.*.bulk"),
        "whole columns: vectors ask one by one; `--volume` compares columns with the JARs, and the port's tests "
        "compare them with the functions that are mutated here",
    ),
    Outside(
        ("copartition.errors", "copartition._arguments"),
        "names of errors, and checks of a Python caller's types, which no vector can carry",
        passed=True,
    ),
    Outside(
        ("copartition.flink.balance", "copartition.flink.rescaling", "copartition.flink.in_flight_gaps"),
        "advice from the placement, for `jarparity balance`; no original gives it",
    ),
    Outside(
        ("copartition.flink.misplaced_key_group", "copartition.flink.key_route", "copartition.flink.pyflink"),
        "explanations of an error and of a key's way, for `jarparity explain`; no original gives them",
    ),
    Outside(
        (
            "copartition.kafka.reassign.evening",
            "copartition.kafka.reassign.increase",
            "copartition.kafka.reassign.moves",
            "copartition.kafka.reassign.plan",
        ),
        "plans of our own: no original makes them; their tests check them against the cluster's rules",
    ),
    Outside(
        ("copartition.kafka.assignors.lawful",),
        "what is wrong with a user's own assignor: no original says it, and the vectors' assignors are lawful",
        passed=True,
    ),
    Outside(
        ("copartition.flink.kafka_source.placement", "copartition.flink.kafka_source.context"),
        "conveniences for callers; the enumerator that the vectors ask doesn't use them",
    ),
    Outside(
        ("copartition.kafka.serializers", "copartition.java.keys"),
        "a caller's own types on their way to bytes and keys; vectors carry both ready-made",
    ),
    Outside(
        ("copartition.flink.sql_python_values",),
        "a caller's own types on their way to SQL's values; the vectors' are ready-made, and pass through",
        passed=True,
    ),
    Outside(
        (
            "copartition.flink:__getattr__",
            "copartition.kafka:__getattr__",
            "copartition.kafka.reassign:__getattr__",
            "copartition.flink.kafka_source.enumerator:KafkaSourceEnumerator.discover",
            "copartition.flink.prekeyed.split_key_groups:SplitKeyGroups.__contains__",
            "copartition.java.hash_map:HashMap.__contains__",
            "copartition.java.hash_map:HashMap.get",
            "copartition.java.hash_map:HashSet.__contains__",
            "copartition.java.strings:compare_to",
            "copartition.java.strings:length",
            "copartition.kafka.assignors:assign",
            "copartition.kafka.assignors.own_group:assign_own",
            "copartition.kafka.assignors.own_group:own_violations",
            "copartition.kafka.assignors.own_group:_answered",
        ),
        "conveniences for callers; what they call is mutated where it stands",
    ),
    Outside(
        (
            "copartition.java.boxed:Double.value",
            "copartition.java.boxed:Float.value",
            "copartition.java.decimals:BigDecimal.of",
            "copartition.java.times:LocalTime.of",
            "copartition.java.hash_codes:_subclass_hash",
            "copartition.flink.state.stored_keys:_derived",
        ),
        "Python's own values as keys, and keys as Python's own values; vectors carry the typed ones",
    ),
    Outside(
        (
            "copartition.java.comparisons:_equal_items",
            "copartition.java.comparisons:_decimal_order",
            "copartition.java.comparisons:_magnitude",
            "copartition.java.comparisons:_floating_order",
            "copartition.java.comparisons:_floating_rank",
            "copartition.java.comparisons:_uuid_order",
            "copartition.java.comparisons:_class_name",
            "copartition.java.comparisons:_sign",
            "copartition.java.comparisons:never_ordered",
        ),
        "the order of a caller's own keys in a HashMap's trees; vectors watch strings and topic-partitions in them",
    ),
    Outside(
        (
            "copartition.flink.kafka_source.split:KafkaPartitionSplit.__str__",
            "copartition.flink.sql_types:SqlType.__str__",
            "copartition.flink.sql_types:_names",
        ),
        "texts for people; no answer has them",
    ),
    Outside(
        (
            "copartition.flink.key_group_range:KeyGroupRangeOffsets.intersection",
            "copartition.flink.rescale_in_flight:SubtaskStateMapper.is_ambiguous",
            "copartition.kafka.assignors.movements:Movements.is_sticky",
            "copartition.kafka.assignors.sticky:AbstractStickyAssignor.is_sticky",
        ),
        "the originals have them, and no operation asks for them; the port's tests do",
    ),
)


RISK: Final = (
    "*.assignment",
    "*.math_utils",
    "*.key_group_range",
    "*.murmur",
    "*.flink.partitioner",
    "*.split_owner",
    "*.kafka.assignors.range*",
    "*.kafka.assignors.round_robin",
    "*.kafka.assignors.sorted_members",
    "*.kafka.assignors.c*",
    "*.flink.rescale_*",
    "*.prekeyed.*",
    "*.kafka_source.[emph]*",
    "*.watermarks.*",
    "*.replicas.*",
    "*.keyless",
    "*.state.*",
    "*.kafka.assignors.*",
    "*.reassign.*",
    "*",
)
"""Modules in the order in which they are tried: first those whose fault costs most data."""


def risk(module: str) -> int:
    """The module's place in `RISK`."""
    return next(place for place, glob in enumerate(RISK) if fnmatchcase(module, glob))


def reason_outside(name: str) -> str | None:
    """Why a module, or a function as `module:function`, isn't mutated; None where it is."""
    return next((out.reason for out in OUTSIDE if any(fnmatchcase(name, glob) for glob in out.globs)), None)


def reason_of_line(module: Module, line: int) -> str | None:
    """Why a line of a mutated module isn't mutated; None where it is."""
    return reason_outside(f"{module.name}:{module.function(line)}")


def misplaced(code: Code, traced: Reach) -> Iterator[str]:
    """What is wrong with what is outside: it is gone, or vectors reach it and can judge it."""
    for out in OUTSIDE:
        for glob in out.globs:
            found = dict(_matching(code, glob))
            if not found:
                yield f"{glob}: there is nothing of that name any more; delete it from quality/mutation/scope.py"
            for name, lines in found.items():
                module = name.partition(":")[0]
                if not out.passed and traced.cases(module, lines.start + 1, lines.stop - 1):
                    yield f"{name}: vectors reach it, so it is to be mutated; delete it from quality/mutation/scope.py"


def _matching(code: Code, glob: str) -> Iterator[tuple[str, range]]:
    """The functions that a name in `OUTSIDE` is about, as `module:function`, with their lines; its modules' all."""
    name, _, function = glob.partition(":")
    for module in code.modules.values():
        if fnmatchcase(module.name, name):
            if not function:
                yield f"{module.name}:", range(0)  # a module of constants is there, too
            for one, lines in module.functions.items():
                if function in {"", one}:
                    yield f"{module.name}:{one}", lines
