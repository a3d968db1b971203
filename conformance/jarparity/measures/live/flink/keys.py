"""The scenario `keys`: which subtask gets a key, in which key group, and that its state is found after a rescaling."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from jarparity.answers import canonical
from jarparity.measures.live.flink.key_samples import KEY_TYPES, sample_keys
from jarparity.measures.live.scenario import LiveError, Step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON
    from jarparity.measures.live.flink.cluster import FlinkCluster, Job
    from jarparity.measures.live.scenario import Oracle

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
