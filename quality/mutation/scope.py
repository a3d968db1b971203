"""What is gated: the placement logic. What is outside stands here, each with its reason."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Final


@dataclass(frozen=True, slots=True)
class Outside:
    """Modules that are not mutated.

    Attributes:
        globs: Their dotted names.
        reason: Why the golden vectors needn't judge them.
    """

    globs: tuple[str, ...]
    reason: str


OUTSIDE: Final = (
    Outside(
        ("copartition.port", "copartition.port.*"),
        "the door: it reads inputs that a JSON Schema has checked, and writes answers; it places nothing",
    ),
    Outside(
        ("copartition._bulk", "copartition._bulk.*", "copartition.*.bulk"),
        "whole columns: vectors ask one by one; `--volume` compares columns with the JARs, and the port's tests "
        "compare them with the functions that are mutated here",
    ),
    Outside(
        ("copartition.errors", "copartition._arguments"),
        "names of errors, and checks of a Python caller's types, which no vector can carry",
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
        ("copartition.kafka.assignors.lawful", "copartition.kafka.assignors.own*"),
        "the frame in which users write assignors of their own; what it says of unlawful ones is ours",
    ),
    Outside(
        ("copartition.flink.kafka_source.placement", "copartition.flink.kafka_source.context"),
        "conveniences for callers; the enumerator that the vectors ask doesn't use them",
    ),
    Outside(
        ("copartition.kafka.serializers", "copartition.java.keys"),
        "a caller's own types on their way to bytes and keys; vectors carry both ready-made",
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


def reason_outside(module: str) -> str | None:
    """Why a module isn't mutated; None where it is."""
    return next((out.reason for out in OUTSIDE if any(fnmatchcase(module, glob) for glob in out.globs)), None)
