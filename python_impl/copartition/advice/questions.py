"""Questions and answers in JSON, for command lines and services; the functions themselves are in `copartition.advice`.

`ADVICE` maps a question's name to a callable from the JSON question to the JSON answer, as `PORT.operations` does for
what is compared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition import advice, flink, kafka
from copartition.advice._topics import refuse_illegal_topic
from copartition.advice.consumer_group import status
from copartition.advice.reassign import questions as reassign
from copartition.advice.rebalances import moves
from copartition.advice.rescaling import RescalePlan, rescale_plan
from copartition.advice.savepoint.questions import savepoint
from copartition.flink.kafka_source.releases import NEWEST
from copartition.java import Integer, Long
from copartition.port.fields import array, int32, mapping, one_of, text, texts
from copartition.port.flink_values import key_groups, range_document
from copartition.port.groups import partition_documents
from copartition.port.rows import Field, answer, call
from copartition.port.table import KEY, MAX_PARALLELISM, NEW, OLD, PARALLELISM, PARTITIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from copartition.java import Key
    from copartition.port.fields import JSON, Fields
    from copartition.port.rows import Operation


def _route(key: Key, max_parallelism: int, parallelism: int, partitions: int) -> JSON:
    """The key's way through Flink, and Kafka's partition."""
    route = advice.route_of_key(key, max_parallelism, parallelism)
    return {
        "hashCode": route.hash_code,
        "murmur": route.murmur,
        "keyGroup": route.key_group,
        "operator": route.operator,
        "range": range_document(route.key_groups),
        "kafka": _partition(key, partitions),
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


def _plan(plan: RescalePlan) -> JSON:
    """What moves, and what stays."""
    return {
        "keyGroupsMoving": plan.key_groups_moving,
        "keyGroupsStaying": plan.key_groups_staying,
        "transfers": [
            {"from": transfer.source, "to": transfer.target, "range": range_document(transfer.key_groups)}
            for transfer in plan
        ],
    }


def _gaps(gaps: list[advice.InFlightGap]) -> JSON:
    """What `SubtaskStateMapper.RANGE` leaves out."""
    return [
        {
            "newSubtask": gap.new_subtask,
            "range": range_document(gap.key_groups),
            "reads": list(gap.reads),
            "missed": gap.missed,
            "lost": range_document(gap.lost),
            "readBy": list(gap.read_by),
        }
        for gap in gaps
    ]


def _balance(balance: advice.RangeBalance) -> JSON:
    return {
        "maxParallelism": balance.max_parallelism,
        "parallelism": balance.parallelism,
        "fewest": balance.fewest,
        "most": balance.most,
        "subtasksWithMost": balance.subtasks_with_most,
        "ratio": round(balance.ratio, 3),
    }


def _ranges(wanted: list[int], given: int | None) -> JSON:
    """How even the ranges are, and what makes them even."""
    maximum = given or flink.default_max_parallelism(max(wanted, default=0))
    # More key groups are always fairer in the end, but each costs something; so this looks no further.
    at_most = min(max(4 * maximum, 1024), 1 << 15)
    safe = advice.power_of_two(wanted, at_least=maximum)
    return {
        "isDefault": given is None,
        "balances": [_balance(advice.range_balance(maximum, parallelism)) for parallelism in wanted],
        "evenMaxParallelisms": advice.even_max_parallelisms(wanted, at_least=maximum),
        "fairestMaxParallelism": advice.fairest_max_parallelism(wanted, at_least=maximum, at_most=at_most),
        "fairestAtMost": at_most,
        "powerOfTwo": None if safe is None else _balance(safe),
        "evenParallelisms": {str(p): advice.even_parallelisms(maximum, near=p) for p in wanted},
    }


def _skewed_defaults(first: int, last: int) -> JSON:
    """The share of parallelisms whose default maximum gives some subtask twice the work."""
    skewed = advice.skewed_defaults(first, last)
    return {"first": first, "last": last, "of": last - first + 1, "skewed": [found.parallelism for found in skewed]}


_CANDIDATES: Final[Mapping[str, Callable[[str, int], Key]]] = {
    "string": lambda prefix, n: f"{prefix}{n}",
    "long": lambda _, n: Long(n),
    "integer": lambda _, n: Integer(n),
}


def _keys(kind: Callable[[str, int], Key], prefix: str, groups: int, subtasks: int, each: int) -> JSON:
    """Per subtask keys that go there."""
    # A subtask of one key group gets one key in so many; the chance to miss it in 40 times as many is e^-40.
    last = min(40 * max(groups, 1) * max(each, 1), 2**31)
    candidates = (kind(prefix, n) for n in range(last))
    found = advice.balanced_keys(groups, subtasks, candidates=candidates, per_subtask=each)
    return [[str(key.value if isinstance(key, Long | Integer) else key) for key in keys] for keys in found]


def _misplaced(document: Fields) -> JSON:
    """`{message | keyGroup and range[, maxParallelism][, keyText]}`: who owns the group, and the usual causes."""
    if "message" in document:
        group, groups = advice.parsed_message(document.get("message", text))
    else:
        groups, group = document.get("range", key_groups), document.get("keyGroup", int32)
    found = advice.diagnose_key_group(
        group,
        groups,
        max_parallelism=document.get("maxParallelism", int32) if "maxParallelism" in document else None,
        key_text=document.get("keyText", text) if "keyText" in document else None,
    )
    return {
        "keyGroup": found.key_group,
        "range": range_document(found.key_groups),
        "maxParallelism": found.max_parallelism,
        "failing": [_subtask(subtask) for subtask in found.failing],
        "owners": [_subtask(subtask) for subtask in found.owners],
        "keyGroupsByType": found.groups_by_kind,
        "typesOfTheGroup": found.kinds_of_the_group,
        "typesOfTheRange": found.kinds_of_the_range,
        "causes": [{"what": c.what, "fix": c.fix, "sources": list(c.sources)} for c in found.causes],
    }


def _subtask(subtask: advice.Subtask) -> JSON:
    return {"subtask": subtask.index, "parallelism": subtask.parallelism}


def _source(counts: dict[str, JSON], parallelism: int, connector: str, old: int | None) -> JSON:
    """Who reads what, at the first start or after a restore, and what the next partition of each topic does."""
    for topic in counts:
        refuse_illegal_topic(topic, "input.topics")
    topics = {topic: int32(count, f"input.topics.{topic}") for topic, count in counts.items()}
    later = advice.discovery(connector)
    interval = later.default_interval_ms
    if old is None:
        placed, moved = advice.place_source(topics, parallelism), {}
    else:
        placed = advice.restore_source(topics, old, parallelism, connector)
        moved = {"moved": placed.moved_from(advice.place_source(topics, old))}
    return {
        "connector": connector,
        **moved,
        "subtasks": [partition_documents(partitions) for partitions in placed.subtasks],
        "idle": list(placed.idle),
        "fewest": placed.fewest,
        "most": placed.most,
        "starts": dict(placed.starts),
        "added": [{"partition": [to.topic, to.partition], "subtask": owner} for to, owner in placed.added.values()],
        "discovery": {
            "defaultIntervalMs": None if interval is None else str(interval),
            "fromEarliest": later.from_earliest,
        },
    }


ADVICE: Final[Mapping[str, Operation]] = {
    "key-route": call(_route, KEY, MAX_PARALLELISM, PARALLELISM, PARTITIONS),
    "rescale-plan": call(rescale_plan, MAX_PARALLELISM, OLD, NEW, write=_plan),
    "in-flight-gaps": call(advice.in_flight_gaps, MAX_PARALLELISM, OLD, NEW, write=_gaps),
    "range-balance": call(_ranges, Field("parallelisms", array(int32)), Field("maxParallelism", int32, None)),
    "skewed-defaults": call(_skewed_defaults, Field("first", int32), Field("last", int32)),
    "balanced-keys": call(
        _keys,
        Field("type", one_of(_CANDIDATES)),
        Field("prefix", text),
        MAX_PARALLELISM,
        PARALLELISM,
        Field("perSubtask", int32),
    ),
    "misplaced-key-group": answer(_misplaced),
    "source-placement": call(
        _source,
        Field("topics", mapping),
        PARALLELISM,
        Field("connector", text, NEWEST),
        Field("oldParallelism", int32, None),
    ),
    "consumer-group": answer(status),
    "rebalances": answer(moves),
    "reassign-plan": answer(reassign.increase),
    "reassign-moves": answer(reassign.moves),
    "savepoint": call(
        savepoint,
        Field("path", text),
        Field("maxParallelism", int32, None),
        Field("parallelisms", array(int32), ()),
        Field("uids", texts, ()),
    ),
}
