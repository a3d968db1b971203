"""Advice for people who run jobs: questions and answers in JSON, for command lines and services.

`ADVICE` maps a question's name to a callable from the JSON question to the JSON answer, as `OPERATIONS` does for
what is compared; the functions themselves are in `copartition.flink`, typed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition import flink, kafka
from copartition.flink import kafka_source
from copartition.flink.kafka_source.releases import NEWEST
from copartition.java import Integer, Long
from copartition.port import inputs, reassign_advice
from copartition.port.keys import decoded

if TYPE_CHECKING:
    from collections.abc import Callable

    from copartition.flink.misplaced_key_group import Subtask
    from copartition.java import Key
    from copartition.port.inputs import JSON


def _range(key_groups: flink.KeyGroupRange) -> JSON:
    return {"start": key_groups.start, "end": key_groups.end}


def _route(question: JSON) -> JSON:
    """`{key, maxParallelism, parallelism, partitions}`: the key's way through Flink, and Kafka's partition."""
    key = decoded(inputs.field(question, "key"))
    max_parallelism, parallelism = inputs.int32(question, "maxParallelism"), inputs.int32(question, "parallelism")
    route = flink.route_of_key(key, max_parallelism, parallelism)
    return {
        "hashCode": route.hash_code,
        "murmur": route.murmur,
        "keyGroup": route.key_group,
        "operator": route.operator,
        "range": _range(route.key_groups),
        "kafka": _partition(key, inputs.int32(question, "partitions")),
    }


def _partition(key: Key, partitions: int) -> JSON:
    try:
        data = kafka.serialized(key)
    except TypeError as error:
        return {"reason": str(error)}
    return {
        "bytes": data.hex(),
        "murmur2": kafka.murmur2(data),
        "partition": kafka.partition_for_key(data, partitions),
    }


def _rescale(question: JSON) -> JSON:
    """`{maxParallelism, oldParallelism, newParallelism}`: what moves, and what stays."""
    plan = flink.rescale_plan(*_change(question))
    return {
        "keyGroupsMoving": plan.key_groups_moving,
        "keyGroupsStaying": plan.key_groups_staying,
        "transfers": [
            {"from": transfer.source, "to": transfer.target, "range": _range(transfer.key_groups)} for transfer in plan
        ],
    }


def _in_flight(question: JSON) -> JSON:
    """`{maxParallelism, oldParallelism, newParallelism}`: what `SubtaskStateMapper.RANGE` leaves out."""
    return [
        {
            "newSubtask": gap.new_subtask,
            "range": _range(gap.key_groups),
            "reads": list(gap.reads),
            "missed": gap.missed,
            "lost": _range(gap.lost),
            "readBy": list(gap.read_by),
        }
        for gap in flink.in_flight_gaps(*_change(question))
    ]


def _change(question: JSON) -> tuple[int, int, int]:
    return (
        inputs.int32(question, "maxParallelism"),
        inputs.int32(question, "oldParallelism"),
        inputs.int32(question, "newParallelism"),
    )


def _balance(balance: flink.RangeBalance) -> JSON:
    return {
        "maxParallelism": balance.max_parallelism,
        "parallelism": balance.parallelism,
        "fewest": balance.fewest,
        "most": balance.most,
        "subtasksWithMost": balance.subtasks_with_most,
        "ratio": round(balance.ratio, 3),
    }


def _ranges(question: JSON) -> JSON:
    """`{parallelisms[, maxParallelism]}`: how even the ranges are, and what makes them even."""
    wanted = [
        inputs.checked_int32(parallelism, f"input.parallelisms[{place}]")
        for place, parallelism in enumerate(inputs.items(question, "parallelisms"))
    ]
    given = inputs.int32(question, "maxParallelism") if "maxParallelism" in question else None
    maximum = given or flink.default_max_parallelism(max(wanted, default=0))
    return {
        "isDefault": given is None,
        "balances": [_balance(flink.range_balance(maximum, parallelism)) for parallelism in wanted],
        "evenMaxParallelisms": flink.even_max_parallelisms(wanted, at_least=maximum),
        "fairestMaxParallelism": flink.fairest_max_parallelism(
            wanted, at_least=maximum, at_most=min(max(4 * maximum, 1024), 1 << 15)
        ),
        "evenParallelisms": {str(p): flink.even_parallelisms(maximum, near=p) for p in wanted},
    }


def _skewed_defaults(question: JSON) -> JSON:
    """`{first, last}`: the share of parallelisms whose default maximum gives some subtask twice the work."""
    first, last = inputs.int32(question, "first"), inputs.int32(question, "last")
    skewed = flink.skewed_defaults(first, last)
    return {"first": first, "last": last, "of": last - first + 1, "skewed": [found.parallelism for found in skewed]}


_CANDIDATES: dict[str, Callable[[str, int], JSON]] = {
    "string": lambda prefix, n: f"{prefix}{n}",
    "long": lambda _, n: str(n),
    "integer": lambda _, n: str(n),
}


def _keys(question: JSON) -> JSON:
    """`{maxParallelism, parallelism, perSubtask, type, prefix}`: per subtask keys that go there."""
    kind, prefix = inputs.text(question, "type"), inputs.text(question, "prefix")
    if kind not in _CANDIDATES:
        raise ValueError(f"input.type must be one of {', '.join(_CANDIDATES)}, not {kind!r}")
    groups, subtasks = inputs.int32(question, "maxParallelism"), inputs.int32(question, "parallelism")
    each = inputs.int32(question, "perSubtask")
    # A subtask of one key group gets one key in so many; the chance to miss it in 40 times as many is e^-40.
    last = min(40 * max(groups, 1) * max(each, 1), 2**31)
    candidates = (decoded({"type": kind, "value": _CANDIDATES[kind](prefix, n)}) for n in range(last))
    found = flink.balanced_keys(groups, subtasks, candidates=candidates, per_subtask=each)
    return [[str(key.value if isinstance(key, Long | Integer) else key) for key in keys] for keys in found]


def _misplaced(question: JSON) -> JSON:
    """`{message | keyGroup and range[, maxParallelism][, keyText]}`: who owns the group, and the usual causes."""
    if "message" in question:
        group, key_groups = flink.parsed_message(inputs.text(question, "message"))
    else:
        ends = inputs.field(question, "range")
        group = inputs.int32(question, "keyGroup")
        key_groups = flink.KeyGroupRange(
            inputs.checked_int32(inputs.field(ends, "start", "input.range"), "input.range.start"),
            inputs.checked_int32(inputs.field(ends, "end", "input.range"), "input.range.end"),
        )
    found = flink.diagnose_key_group(
        group,
        key_groups,
        max_parallelism=inputs.int32(question, "maxParallelism") if "maxParallelism" in question else None,
        key_text=inputs.text(question, "keyText") if "keyText" in question else None,
    )
    return {
        "keyGroup": found.key_group,
        "range": _range(found.key_groups),
        "maxParallelism": found.max_parallelism,
        "failing": [_subtask(subtask) for subtask in found.failing],
        "owners": [_subtask(subtask) for subtask in found.owners],
        "keyGroupsByType": found.groups_by_kind,
        "typesOfTheGroup": found.kinds_of_the_group,
        "typesOfTheRange": found.kinds_of_the_range,
        "causes": [{"what": c.what, "fix": c.fix, "sources": list(c.sources)} for c in found.causes],
    }


def _subtask(subtask: Subtask) -> JSON:
    return {"subtask": subtask.index, "parallelism": subtask.parallelism}


def _source(question: JSON) -> JSON:
    """`{topics, parallelism[, connector]}`: who reads what, and what the next partition of each topic does."""
    listed = inputs.field(question, "topics")
    if not isinstance(listed, dict):
        raise inputs.wrong("input.topics", "an object of topics", listed)
    topics = {topic: inputs.checked_int32(count, f"input.topics.{topic}") for topic, count in listed.items()}
    connector = inputs.text(question, "connector") if "connector" in question else NEWEST
    placed = kafka_source.place_source(topics, inputs.int32(question, "parallelism"))
    later = kafka_source.discovery(connector)
    interval = later.default_interval_ms
    return {
        "connector": connector,
        "subtasks": [[_partition_of(partition) for partition in partitions] for partitions in placed.subtasks],
        "idle": list(placed.idle),
        "fewest": placed.fewest,
        "most": placed.most,
        "starts": dict(placed.starts),
        "added": [{"partition": _partition_of(next_), "subtask": owner} for next_, owner in placed.added.values()],
        "discovery": {
            "defaultIntervalMs": None if interval is None else str(interval),
            "fromEarliest": later.from_earliest,
        },
    }


def _partition_of(partition: kafka.TopicPartition) -> JSON:
    return [partition.topic, partition.partition]


ADVICE: dict[str, Callable[[JSON], JSON]] = {
    "key-route": _route,
    "rescale-plan": _rescale,
    "in-flight-gaps": _in_flight,
    "range-balance": _ranges,
    "skewed-defaults": _skewed_defaults,
    "balanced-keys": _keys,
    "misplaced-key-group": _misplaced,
    "source-placement": _source,
    "reassign-plan": reassign_advice.increase,
    "reassign-moves": reassign_advice.moves,
}
