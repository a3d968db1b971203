"""The document of a profile: what terminal, page, JSON and Parquet show. `spark-profile.schema.json` describes it."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, Any, Final

from jarparity import __version__, whole_file
from jarparity.spark.errors import SparkPipelineError
from jarparity.spark.profile.loads import WEIGHTS
from jarparity.spark.profile.report import page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    import pyarrow as pa

    from jarparity.answers import JSON
    from jarparity.key_placements import KeyPlacement
    from jarparity.spark.profile.loads import Int32s, Load, Skew, Weight, WhatIf


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
class Owned:
    """The slots that a placement's slots own: the key groups of an operator's subtasks.

    Attributes:
        form: How keys are put on them.
        owners: For each its owner.
        load: The load on each.
        others: Other numbers of them, and the present one; none where none were asked for.
    """

    form: KeyPlacement
    owners: Int32s
    load: Load
    others: tuple[WhatIf, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A keyed operator of Flink, or a topic of Kafka.

    Attributes:
        name: The placement as the user wrote it.
        form: How keys are put to it.
        load: The load by slot: a subtask or a partition.
        others: Other numbers of slots, and the present one.
        owned: The slots that these own, or None.
    """

    name: str
    form: KeyPlacement
    load: Load
    others: tuple[WhatIf, ...]
    owned: Owned | None = None

    def to_json(self) -> JSON:
        """The placement's part of the document."""
        field = _setting(self.form)
        head: dict[str, JSON] = {"kind": self.form.name, "name": self.name}
        others: JSON = [_what_if(field, other) for other in self.others]
        if self.owned is None:
            return {**head, field: self.load.slots, "load": _load(self.load), "others": others}
        owned = _setting(self.owned.form)
        return {
            **head,
            owned: self.owned.load.slots,
            field: self.load.slots,
            "keyGroups": _load(self.owned.load),
            "operators": _load(self.load),
            "rescalings": others,
            "maximums": [_what_if(owned, other) for other in self.owned.others],
        }


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
    """A key whose rows of the two data sets are in different places.

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
    """Whether two data sets are co-partitioned: whether a join of them on the key needs no shuffle.

    Attributes:
        left: The profiled data set.
        right: The other one.
        reasons: Why keys may be in different places, in sentences; none where both sides place alike.
        shared_keys: Distinct keys that both have: the same as text.
        keys_apart: Those of them that are in different subtasks or partitions.
        shared_rows: Rows of both sides that have a shared key.
        rows_apart: Rows of both sides that have a key in different places.
        examples: Some of these keys, those with most rows first.
    """

    left: Side
    right: Side
    reasons: tuple[str, ...]
    shared_keys: int
    keys_apart: int
    shared_rows: int
    rows_apart: int
    examples: tuple[ApartKey, ...]

    @property
    def local(self) -> bool:
        """Whether a join is local: there is no reason against it, and no key was found in different places."""
        return not self.reasons and not self.keys_apart


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
            "data": _plain(self.data),
            "placements": [placed.to_json() for placed in self.placed],
            "topKeys": {"missed": self.missed, "keys": _plain(self.top)},
            "join": None if self.join is None else {"local": self.join.local} | _plain(self.join),
        }


def _plain(value: Any) -> Any:  # noqa: ANN401 - JSON, of data classes
    """Data classes as objects whose names are in camel case, tuples as arrays."""
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if not is_dataclass(value):
        return value
    return {_camel(field.name): _plain(getattr(value, field.name)) for field in fields(value)}


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))


def _setting(form: KeyPlacement) -> str:
    """The field of the operation's input that is the number of slots."""
    return list(form.settings.values())[-1].field


def _load(load: Load) -> JSON:
    skews = _skews(load.skews)
    return {weight: {"counts": counts.tolist(), "skew": skews[weight]} for weight, counts in load.counts.items()}


def _what_if(setting: str, other: WhatIf) -> JSON:
    moves: JSON = None if other.moves is None else {"keyGroups": other.key_groups, **other.moves}
    return {setting: other.setting, "skews": _skews(other.skews), "moves": moves}


def _skews(skews: Mapping[Weight, Skew]) -> dict[str, JSON]:
    return {weight: _plain(skew) for weight, skew in skews.items()}


def json_text(profile: Profile) -> str:
    """The document as JSON; `spark-profile.schema.json` describes it."""
    return json.dumps(profile.to_json(), indent=1, allow_nan=False) + "\n"


def loads_table(profile: Profile) -> pa.Table:
    """All loads, a row a slot.

    Columns: `placement` (as asked for), `of` (`key group`, `subtask` or `partition`), `slot`, and int64 `rows`, `keys`
    and `bytes`, null where they weren't counted.
    """
    import pyarrow as pa  # noqa: PLC0415 - an extra

    types = {"placement": pa.string(), "of": pa.string(), "slot": pa.int32(), **dict.fromkeys(WEIGHTS, pa.int64())}
    tables = []
    for name, of, load in _loads(profile):
        nothing = [None] * load.slots
        amounts = [load.counts.get(weight, nothing) for weight in WEIGHTS]
        columns = [[name] * load.slots, [of] * load.slots, range(load.slots), *amounts]
        tables.append(pa.table(dict(zip(types, columns, strict=True)), pa.schema(types)))
    return pa.concat_tables(tables)


def write(profile: Profile, path: Path, kind: str) -> None:
    """Writes the profile.

    Args:
        profile: The profile.
        path: The file; one that is there is replaced.
        kind: `html` for the page, `json` for the document, `parquet` for `loads_table`.

    Raises:
        SparkPipelineError: It can't be written.
    """
    try:
        whole_file.replace(path, KINDS[kind](profile))
    except OSError as error:
        raise SparkPipelineError(f"{path} can't be written: {error.strerror}") from error


def _loads(profile: Profile) -> Iterator[tuple[str, str, Load]]:
    for placed in profile.placed:
        if placed.owned is not None:
            yield placed.name, placed.owned.form.slot, placed.owned.load
        yield placed.name, placed.form.slot, placed.load


def _parquet(profile: Profile) -> bytes:
    import pyarrow.parquet as pq  # noqa: PLC0415 - an extra

    out = io.BytesIO()
    pq.write_table(loads_table(profile), out)
    return out.getvalue()


KINDS: Final[Mapping[str, Callable[[Profile], bytes]]] = {
    "html": lambda profile: page(profile).encode("utf-8", "backslashreplace"),
    "parquet": _parquet,
    "json": lambda profile: json_text(profile).encode(),
}
"""What can be written."""
