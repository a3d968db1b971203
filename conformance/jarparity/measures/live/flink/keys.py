"""The scenario `keys`: which subtask gets a key, in which key group, and that its state is found after a rescaling.

Keys for a real job: of every type that Flink has a serializer for, edges first, then seeded ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final

from jarparity.answers import canonical
from jarparity.measures.live.scenario import LiveError, Step
from jarparity.values.boundary.keys import KEYS, key
from jarparity.values.keys import SCALARS
from jarparity.values.state_values import KEY_SCALARS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON
    from jarparity.measures.live.flink.cluster import FlinkCluster, Job
    from jarparity.measures.live.scenario import Oracle


KEY_TYPES: Final = (*KEY_SCALARS, "uuid", "tuple", "row")
"""As `KeyKind.java` has them; each is a keyed stream of its own.

Tuples and rows are of a string and a long, and a row's string may be null.
"""

_EACH: Final = 40
"""Keys of a type, if it has so many."""

_LONG_MIN: Final = -(2**63)
_SEED: Final = 20261121
_NULL_EACH: Final = 5
"""So many rows have one whose first field is null."""

_ROW_KINDS: Final = ("+I", "-U", "+U", "-D")
_NOT_A_NUMBER: Final = {"float": ("0x7f800000", "0x7fc00000"), "double": ("0x7ff0000000000000", "0x7ff8000000000000")}
"""Infinity, above which a float without its sign is no number; and the one of these that is left."""


def sample_keys() -> list[JSON]:
    """The keys: no two are equal in Java, so that each has a count of its own."""
    random = Random(_SEED)  # noqa: S311 - the same keys in every run
    found: dict[str, JSON] = {}
    for kind in KEY_TYPES:
        values = _composites(random, kind) if kind in {"tuple", "row"} else _scalars(random, kind)
        found |= {canonical(document): document for document in (key(kind, value) for value in values[:_EACH])}
    return list(found.values())


def _scalars(random: Random, kind: str) -> list[JSON]:
    make = SCALARS.get(kind)
    values = [*KEYS[kind].values(), *([make(random) for _ in range(_EACH)] if make else [])]
    return [value for value in values if not _another_nan(kind, value) and not _written_as_null(kind, value)]


def _composites(random: Random, kind: str) -> list[JSON]:
    fields = [[key(one, SCALARS[one](random)) for one in ("string", "long")] for _ in range(_EACH)]
    if kind == "tuple":
        return list(fields)
    nothing = key("null", None)
    rows = [[nothing if i % _NULL_EACH == 0 else text, number] for i, (text, number) in enumerate(fields)]
    return [{"kind": _ROW_KINDS[i % len(_ROW_KINDS)], "fields": row} for i, row in enumerate(rows)]


def _written_as_null(kind: str, value: JSON) -> bool:
    """Whether Flink's serializer writes this date as it writes null: a savepoint with such a key can't be restored."""
    return kind in {"sql-date", "sql-timestamp"} and str(_LONG_MIN) in value


def _another_nan(kind: str, value: JSON) -> bool:
    """Whether it is one of the many that are equal to NaN."""
    if kind not in _NOT_A_NUMBER:
        return False
    infinity, nan = (int(text, 16) for text in _NOT_A_NUMBER[kind])
    bits = int(value, 16)
    sign = 1 << (infinity.bit_length())
    return bits % sign > infinity and bits != nan


OPERATIONS: Final = (
    "flink.key-group.default-max-parallelism",
    "flink.key-group.of-key",
    "flink.key-group.operator-of-key",
    "flink.key-group.range-of-operator",
    "flink.partitioner.channel",
)


@dataclass(frozen=True, slots=True)
class _Run:
    """A job that is stopped with a savepoint again and again, to go on at another parallelism.

    Attributes:
        max_parallelism: As the job sets it; None leaves it to Flink.
        parallelisms: One after the other.
        types: Types of keys, each a keyed stream.
    """

    max_parallelism: int | None
    parallelisms: tuple[int, ...]
    types: tuple[str, ...]


_RUNS: Final = (
    _Run(500, (3, 6), KEY_TYPES),
    _Run(None, (90, 40), ("long", "string")),
    _Run(None, (3,), ("boolean",)),
)
"""A max parallelism that is no power of two, and is shared unevenly; then two that Flink derives: from so many subtasks
that it is more than the least, and from few. There are more subtasks afterwards, or fewer."""


@dataclass(frozen=True, slots=True)
class KeysScenario:
    """Jobs that are rescaled by savepoints.

    Attributes:
        cluster: Where they run.
        oracle: The port, as of the cluster's release.
    """

    cluster: FlinkCluster
    oracle: Oracle

    def __call__(self) -> Iterator[Step]:
        """By job and parallelism: key groups, then keys."""
        samples = sample_keys()
        for run in _RUNS:
            savepoint: str | None = None
            limit = run.max_parallelism
            keys = [key for key in samples if key["type"] in run.types]
            for count, parallelism in enumerate(run.parallelisms, 1):
                job = self._submit(run, parallelism, savepoint)
                state = "from nothing" if savepoint is None else "from the savepoint"
                if limit is None:
                    step = self._derived(parallelism, job)
                    yield step
                    limit = int(step.observed)
                where = f"{parallelism} subtasks, {limit} key groups, {state}"
                yield Step(f"{where}: key groups", self._ranges(parallelism, limit), _observed_ranges(job))
                _send(job, keys)
                seen = job.observations("record", len(keys))
                savepoint = job.stop_with_savepoint()
                observed = _observed_places(keys, [*seen, *job.rest()])
                yield Step(f"{where}: keys", self._places(keys, parallelism, limit, count), observed)

    def _submit(self, run: _Run, parallelism: int, savepoint: str | None) -> Job:
        return self.cluster.submit(
            "keyed",
            operators=parallelism * len(run.types),
            parallelism=parallelism,
            maxParallelism=run.max_parallelism,
            splits={"all": 0},
            keyTypes=list(run.types),
            savepoint=savepoint,
        )

    def _derived(self, parallelism: int, job: Job) -> Step:
        found = {opened["maxParallelism"] for opened in job.opened}
        if len(found) != 1:
            raise LiveError(f"operators of one job have several max parallelisms: {found}")
        predicted = self.oracle.values_or_replies(
            "flink.key-group.default-max-parallelism", [{"parallelism": parallelism}]
        )
        return Step(f"{parallelism} subtasks: the max parallelism that Flink derives", predicted[0], found.pop())

    def _ranges(self, parallelism: int, limit: int) -> JSON:
        documents = [
            {"maxParallelism": limit, "parallelism": parallelism, "operator": operator}
            for operator in range(parallelism)
        ]
        ranges = self.oracle.values_or_replies("flink.key-group.range-of-operator", documents)
        return {str(operator): [owned] for operator, owned in enumerate(ranges)}

    def _places(self, keys: list[JSON], parallelism: int, limit: int, count: int) -> JSON:
        documents = [{"key": key, "maxParallelism": limit} for key in keys]
        groups = self.oracle.values_or_replies("flink.key-group.of-key", documents)
        subtasks = self.oracle.values_or_replies(
            "flink.key-group.operator-of-key", [{**document, "parallelism": parallelism} for document in documents]
        )
        channels = self.oracle.values_or_replies(
            "flink.partitioner.channel", [{**document, "channels": parallelism} for document in documents]
        )
        return {
            canonical(key): [{"keyGroup": group, "subtask": subtask, "channel": channel, "count": count}]
            for key, group, subtask, channel in zip(keys, groups, subtasks, channels, strict=True)
        }


def _send(job: Job, keys: list[JSON]) -> None:
    job.apply(0, 0, [{"op": "record", "split": "all", "id": i, "key": key} for i, key in enumerate(keys)])


def _observed_places(keys: list[JSON], seen: list[JSON]) -> JSON:
    """By key, every place where it was seen."""
    places: dict[str, list[JSON]] = {canonical(key): [] for key in keys}
    for one in seen:
        if one["kind"] == "record":
            place = {"keyGroup": one["keyGroup"], "subtask": one["subtask"], "channel": one["subtask"]}
            places[canonical(keys[one["id"]])].append({**place, "count": one["count"]})
    return places


def _observed_ranges(job: Job) -> JSON:
    """By subtask, the ranges of key groups that its operators have: one, if they agree."""
    seen: dict[str, list[JSON]] = {}
    for opened in sorted(job.opened, key=lambda one: int(one["subtask"])):
        ranges = seen.setdefault(str(opened["subtask"]), [])
        if opened["range"] not in ranges:
            ranges.append(opened["range"])
    return seen
