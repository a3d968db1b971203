"""The document of a profile: what terminal, page, JSON and Parquet show. `spark-profile.schema.json` describes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from jarparity import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jarparity.answers import JSON
    from jarparity.spark.profile.loads import Int32s, Load, Skew, Weight
    from jarparity.spark.profile.what_if import WhatIf

SCHEMA: Final = "jarparity-spark-profile-1"


@dataclass(frozen=True, slots=True)
class Data:
    """What was profiled.

    Attributes:
        source: Where it was read from, as the user named it.
        column: The key column or columns.
        key_type: The keys' Java type.
        size_column: The column of sizes, or None.
        rows: Rows with a key.
        nulls: Rows without one: Flink's keyBy fails on them, Kafka's producer spreads them by itself.
        keys: Distinct keys, or None where they weren't counted.
        bytes: The sum of the sizes, or None.
    """

    source: str
    column: str
    key_type: str
    size_column: str | None
    rows: int
    nulls: int
    keys: int | None
    bytes: int | None


@dataclass(frozen=True, slots=True, eq=False)
class FlinkProfile:
    """A keyed operator of Flink.

    Attributes:
        name: The placement as the user wrote it.
        parallelism: The number of subtasks.
        owners: For each key group its subtask.
        key_groups: The load by key group; as many as the maximum parallelism.
        operators: The load by subtask.
        rescalings: Other parallelisms, and the present one.
        maximums: Other maximum parallelisms, and the present one; none where none were asked for.
    """

    name: str
    parallelism: int
    owners: Int32s
    key_groups: Load
    operators: Load
    rescalings: tuple[WhatIf, ...]
    maximums: tuple[WhatIf, ...]


@dataclass(frozen=True, slots=True, eq=False)
class KafkaProfile:
    """A topic of Kafka.

    Attributes:
        name: The placement as the user wrote it.
        partitions: The load by partition.
        others: Other numbers of partitions, and the present one.
    """

    name: str
    partitions: Load
    others: tuple[WhatIf, ...]


Placed: TypeAlias = FlinkProfile | KafkaProfile


@dataclass(frozen=True, slots=True)
class TopKey:
    """A frequent key.

    Attributes:
        key: As text; bytes as hex.
        at_least: Rows with it, at least.
        at_most: Rows with it, at most; the same number where keys were counted exactly.
        slots: For each placement its subtask or partition.
    """

    key: str
    at_least: int
    at_most: int
    slots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """One of two data sets to be joined.

    Attributes:
        source: Where it was read from.
        column: The key column.
        key_type: The keys' Java type.
        placement: Where its keys are placed, as the user wrote it.
        keys: Its distinct keys.
        rows: Its rows with a key.
        nulls: Its rows without one.
    """

    source: str
    column: str
    key_type: str
    placement: str
    keys: int
    rows: int
    nulls: int


@dataclass(frozen=True, slots=True)
class ApartKey:
    """A key whose rows of the two data sets lie apart.

    Attributes:
        key: As text, the same in both.
        left: Its subtask or partition on the left.
        right: And on the right.
        rows: Its rows on both sides together.
    """

    key: str
    left: int
    right: int
    rows: int


@dataclass(frozen=True, slots=True)
class Join:
    """Whether two data sets are co-partitioned: whether a join of them on the key is local.

    Attributes:
        left: The profiled data set.
        right: The other one.
        reasons: Why keys may lie apart, in sentences; none where both sides place alike.
        shared: Distinct keys that both have: the same as text.
        apart: Those of them that lie in different subtasks or partitions.
        rows: Rows of both sides that have a shared key.
        rows_apart: Rows of both sides that have a key that lies apart.
        examples: Some of these keys, those with most rows first.
    """

    left: Side
    right: Side
    reasons: tuple[str, ...]
    shared: int
    apart: int
    rows: int
    rows_apart: int
    examples: tuple[ApartKey, ...]

    @property
    def local(self) -> bool:
        """Whether a join is local: nothing keeps keys apart, and none was found apart."""
        return not self.reasons and not self.apart


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """A whole profile.

    Attributes:
        by: Who placed the keys: the port, or the originals' lines.
        data: What was profiled.
        placed: One profile a placement.
        top: The most frequent keys, most frequent first.
        missed: How many rows a key may have at most that is not among them for want of memory; 0 where keys were
            counted exactly.
        join: The comparison with another data set, or None.
    """

    by: str
    data: Data
    placed: tuple[Placed, ...]
    top: tuple[TopKey, ...]
    missed: int
    join: Join | None

    def to_json(self) -> JSON:
        """The document as `spark-profile.schema.json` describes it."""
        return {
            "schema": SCHEMA,
            "kit": __version__,
            "by": self.by,
            "data": {
                "source": self.data.source,
                "column": self.data.column,
                "keyType": self.data.key_type,
                "sizeColumn": self.data.size_column,
                "rows": self.data.rows,
                "nulls": self.data.nulls,
                "keys": self.data.keys,
                "bytes": self.data.bytes,
            },
            "placements": [_placed(placed) for placed in self.placed],
            "topKeys": {
                "missed": self.missed,
                "keys": [
                    {"key": top.key, "atLeast": top.at_least, "atMost": top.at_most, "slots": list(top.slots)}
                    for top in self.top
                ],
            },
            "join": None if self.join is None else _join(self.join),
        }


def _placed(placed: Placed) -> JSON:
    match placed:
        case FlinkProfile():
            return {
                "kind": "flink",
                "name": placed.name,
                "maxParallelism": placed.key_groups.slots,
                "parallelism": placed.parallelism,
                "keyGroups": _load(placed.key_groups),
                "operators": _load(placed.operators),
                "rescalings": [_what_if("parallelism", other) for other in placed.rescalings],
                "maximums": [_what_if("maxParallelism", other) for other in placed.maximums],
            }
        case KafkaProfile():
            return {
                "kind": "kafka",
                "name": placed.name,
                "partitions": placed.partitions.slots,
                "load": _load(placed.partitions),
                "others": [_what_if("partitions", other) for other in placed.others],
            }


def _load(load: Load) -> JSON:
    skews = _skews(load.skews)
    return {weight: {"counts": counts.tolist(), "skew": skews[weight]} for weight, counts in load.counts.items()}


def _what_if(setting: str, other: WhatIf) -> JSON:
    moves = other.moves
    moved: JSON = None
    if moves is not None:
        moved = {"keyGroups": moves.key_groups} | dict(moves.of)
    return {setting: other.setting, "skews": _skews(other.skews), "moves": moved}


def _skews(skews: Mapping[Weight, Skew]) -> JSON:
    return {
        weight: {
            "total": skew.total,
            "busiest": skew.busiest,
            "max": skew.max,
            "maxOverMean": skew.max_over_mean,
            "gini": skew.gini,
            "idle": skew.idle,
        }
        for weight, skew in skews.items()
    }


def _join(join: Join) -> JSON:
    return {
        "local": join.local,
        "left": _side(join.left),
        "right": _side(join.right),
        "reasons": list(join.reasons),
        "sharedKeys": join.shared,
        "keysApart": join.apart,
        "sharedRows": join.rows,
        "rowsApart": join.rows_apart,
        "examples": [
            {"key": apart.key, "left": apart.left, "right": apart.right, "rows": apart.rows} for apart in join.examples
        ],
    }


def _side(side: Side) -> JSON:
    return {
        "source": side.source,
        "column": side.column,
        "keyType": side.key_type,
        "placement": side.placement,
        "keys": side.keys,
        "rows": side.rows,
        "nulls": side.nulls,
    }
