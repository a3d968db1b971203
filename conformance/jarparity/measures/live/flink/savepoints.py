"""The scenario `savepoints`: what a job keeps is read from its snapshots, and what is written is restored by a job.

The job has keyed state of every kind, for keys of each type. What an operator says of a key when it has changed it is
what the job knows; a snapshot that the port reads says the same. Then the other way round: the port writes a snapshot,
a job starts from it at another parallelism, and says what it finds for each key.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final

from jarparity.answers import canonical
from jarparity.child_process.worker import RefusedError
from jarparity.measures.live.flink.backends import HEAP
from jarparity.measures.live.flink.kept import (
    FORGOTTEN,
    add_entry,
    drawn_change,
    drawn_state,
    entries_of,
    name_of,
)
from jarparity.measures.live.flink.keys import sample_keys
from jarparity.measures.live.flink.snapshots import Snapshots, local
from jarparity.measures.live.flink.windows import WINDOWED, WindowedJobs
from jarparity.measures.live.scenario import Step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from contextlib import AbstractContextManager

    from jarparity.answers import JSON
    from jarparity.measures.live.flink.backends import Backend
    from jarparity.measures.live.flink.cluster import FlinkCluster, Job
    from jarparity.measures.live.flink.windows import WindowedRun
    from jarparity.measures.live.scenario import Oracle

_OTHER: Final = "uuid"
"""A type of keys whose serializer is Kryo: its bytes are no operation's."""

KEY_TYPES: Final = tuple(dict.fromkeys(key["type"] for key in sample_keys() if key["type"] != _OTHER))

_PAIR: Final[JSON] = {"type": "tuple", "fields": ["long", "long"]}
STATES: Final[tuple[JSON, ...]] = (
    {"name": "total", "kind": "value", "namespaceType": "void-namespace", "type": "long"},
    {
        "name": "words",
        "kind": "list",
        "namespaceType": "void-namespace",
        "type": {"type": "list", "element": "string"},
    },
    {
        "name": "pages",
        "kind": "map",
        "namespaceType": "void-namespace",
        "type": {"type": "map", "key": "string", "value": "long"},
    },
    {"name": "sum", "kind": "reducing", "namespaceType": "void-namespace", "type": "long"},
    {"name": "mean", "kind": "aggregating", "namespaceType": "void-namespace", "type": _PAIR},
    {"name": "in-window", "kind": "value", "namespaceType": "time-window", "type": "long"},
)
"""What `Keeper.java` declares."""

_SEED: Final = 20261124


@dataclass(frozen=True, slots=True)
class Run:
    """A job, and what is written for it.

    Attributes:
        max_parallelism: The number of key groups.
        types: Types of keys, each a keyed stream.
        parallelism: Of the job whose snapshots are read.
        written: Of the snapshots that are written: the savepoint, and the heap backend's checkpoint.
        restored: Of the jobs that are restored from them.
        compressed: Whether snapshots are compressed.
    """

    max_parallelism: int
    types: tuple[str, ...]
    parallelism: int
    written: tuple[int, ...]
    restored: tuple[int, ...]
    compressed: bool = False


RUNS: Final = (
    Run(128, KEY_TYPES, 3, (4, 2), (2, 5)),
    Run(301, ("string", "tuple", "row"), 2, (3, 1), (4, 3)),
    Run(200, ("string", "long", "tuple"), 3, (2, 4), (3, 2), compressed=True),
)
"""One byte of key group before each key, and two. There are more subtasks afterwards, and fewer. The last one's key
groups are compressed."""


@dataclass(frozen=True, slots=True)
class Work:
    """What is run.

    Attributes:
        runs: Jobs with state of every kind.
        windowed: Jobs with windows and timers.
        keys: Keys of all types.
    """

    runs: tuple[Run, ...] = RUNS
    windowed: tuple[WindowedRun, ...] = WINDOWED
    keys: tuple[JSON, ...] = tuple(sample_keys())

    def keys_of(self, run: Run) -> list[JSON]:
        """All keys of a run's types."""
        return [key for key in self.keys if key["type"] in run.types]


ALL: Final = Work()


@dataclass(frozen=True, slots=True)
class SavepointsScenario:
    """Jobs with state, and snapshots in both directions.

    Attributes:
        opened: Starts the cluster on which they run.
        oracle: The port, as of its release.
        backend: The jobs' state backend.
        work: The jobs.
    """

    opened: Callable[[], AbstractContextManager[FlinkCluster]]
    oracle: Oracle
    backend: Backend = HEAP
    work: Work = ALL

    def __call__(self) -> Iterator[Step]:
        """By number of key groups: what is read, then what is written."""
        with self.opened() as cluster:
            yield from self.on(cluster)

    def on(self, cluster: FlinkCluster) -> Iterator[Step]:
        """The same on a cluster that is there."""
        snapshots = Snapshots(self.oracle)
        for run in self.work.runs:
            yield from Jobs(cluster, snapshots, run, self.backend, self.work.keys_of(run))()
        for windowed in self.work.windowed:
            yield from WindowedJobs(cluster, snapshots, windowed, self.backend)()


@dataclass(frozen=True, slots=True)
class Jobs:
    """The jobs of a run.

    Attributes:
        cluster: Where they run.
        snapshots: The port.
        run: The run.
        backend: Their state backend.
        keys: All keys of the run's types.
    """

    cluster: FlinkCluster
    snapshots: Snapshots
    run: Run
    backend: Backend
    keys: list[JSON]

    def __call__(self) -> Iterator[Step]:
        """What is read, then what is written."""
        random = Random(_SEED)  # noqa: S311 - the same state in every run
        limit = f"{self.run.max_parallelism} {'compressed ' if self.run.compressed else ''}key groups"
        job = self.submit(self.run.parallelism)
        known = self.changed(job, random)
        where = f"{self.run.parallelism} subtasks, {limit}"
        kind, path = self.backend.running(job)
        yield self._read(f"{where}: a {kind}", path, known)
        savepoint = job.stop_with_savepoint()
        yield self._read(f"{where}: a savepoint", savepoint, known)
        folder = local(savepoint).parent
        for place, (kind, name) in enumerate(self.backend.written):
            wanted, found = self.run.written[place], self.run.restored[place]
            states = [drawn_state(random) for _ in self.keys]
            path = self.snapshots.write(
                folder / f"written-{limit.replace(' ', '-')}-{kind}",
                kind,
                {uid: self._input(of, states) for uid, of in zip(self.uids, self.run.types, strict=True)},
                self.run.max_parallelism,
                wanted,
                compressed=self.run.compressed,
            )
            title = f"{name} that was written for {wanted} subtasks, {limit}"
            yield from self._restored(f"{title}, restored by {found}", path, states, found, random)

    def _restored(self, title: str, path: str, states: list[JSON], parallelism: int, random: Random) -> Iterator[Step]:
        places = self.snapshots.places(self.keys, self.run.max_parallelism, parallelism)
        predicted = {
            name_of(key): {"keyGroup": group, "subtask": subtask, "state": state}
            for key, (group, subtask), state in zip(self.keys, places, states, strict=True)
        }
        try:
            job = self.submit(parallelism, path)
            observed = self.told(job, [{} for _ in self.keys])
        except RefusedError as refused:  # what was written is to blame: on its own the same job has just run
            yield Step(title, "the job starts", f"the job fails: {refused}")
            return
        yield Step(title, predicted, observed, f"{len(self.keys)} keys of {len(self.run.types)} types")
        known = self.changed(job, random)
        title = f"{title}: its own savepoint"
        try:
            path = job.stop_with_savepoint()
        except RefusedError as refused:  # as above: RocksDB doesn't look at keys when it restores them
            job.cancel()
            yield Step(title, "the job takes it", f"it fails: {refused}")
            return
        yield self._read(title, path, known)

    @property
    def uids(self) -> list[str]:
        """Those of the operators with state, one for each type of key."""
        return [uid_of(of) for of in self.run.types]

    def submit(self, parallelism: int, savepoint: str | None = None, settings: Mapping[str, str] | None = None) -> Job:
        """Starts a job.

        Args:
            parallelism: Its parallelism.
            savepoint: What it starts from.
            settings: More settings than the state backend's.
        """
        return self.cluster.submit(
            "states",
            operators=parallelism * len(self.run.types),
            parallelism=parallelism,
            maxParallelism=self.run.max_parallelism,
            splits={"all": 0},
            keyTypes=list(self.run.types),
            checkpoints=True,
            compression=self.run.compressed,
            savepoint=savepoint,
            settings={**self.backend.settings, **(settings or {})},
        )

    def changed(self, job: Job, random: Random) -> dict[str, JSON]:
        """Changes each key's state, some of it twice; what the job says that it has then."""
        self.told(job, [{"put": drawn_change(random)} for _ in self.keys])
        again = [{"forget": random.randrange(FORGOTTEN) == 0} for _ in self.keys]
        return self.told(job, [each if each["forget"] else {"put": drawn_change(random)} for each in again])

    def told(self, job: Job, changes: list[JSON]) -> dict[str, JSON]:
        """By key, what the job says of it after a change."""
        records = [
            {"op": "record", "split": "all", "id": number, "key": key, **change}
            for number, (key, change) in enumerate(zip(self.keys, changes, strict=True))
        ]
        job.apply(0, 0, records)
        seen = [one for one in job.observations("record", len(records)) if one["kind"] == "record"]
        return {
            name_of(self.keys[one["id"]]): {name: one[name] for name in ("keyGroup", "subtask", "state")}
            for one in seen
        }

    def _read(self, title: str, path: str, known: dict[str, JSON]) -> Step:
        """What the port reads in a snapshot beside what the job said; keys without state are in none."""
        read: dict[str, JSON] = {}
        found = self.snapshots.read(path, self.uids, compressed=self.run.compressed)
        for operator in found.values():
            for subtask, group, entry in operator.entries:
                place = {"keyGroup": group, "subtask": subtask}
                of = read.setdefault(name_of(entry["key"]), place | {"state": {}})
                if place != {name: of[name] for name in place}:
                    of = read.setdefault(f"{name_of(entry['key'])}, again in {canonical(place)}", place | {"state": {}})
                add_entry(of["state"], entry)
        declared = {state["name"]: {name: state[name] for name in state if name != "name"} for state in STATES}
        predicted = {"states": {uid: operator.states for uid, operator in found.items()}, "keys": read}
        observed = {
            "states": dict.fromkeys(found, declared),
            "keys": {name: of for name, of in known.items() if of["state"]},
        }
        entries = sum(len(operator.entries) for operator in found.values())
        return Step(title, predicted, observed, f"{entries:,} entries of {len(read)} keys")

    def _input(self, kind: str, states: list[JSON]) -> JSON:
        """A key type's entries, as `flink.state.savepoint` takes them."""
        entries = [
            {"op": "update", "key": key, **entry}
            for key, state in zip(self.keys, states, strict=True)
            if key["type"] == kind
            for entry in entries_of(state)
        ]
        return {"keyType": KEY_DOCUMENTS[kind], "states": list(STATES), "entries": entries}


KEY_DOCUMENTS: Final[dict[str, JSON]] = {
    kind: {"type": kind, "fields": ["string", "long"]} if kind in {"tuple", "row"} else kind for kind in KEY_TYPES
}
"""By type of key, as inputs of operations have it."""


def uid_of(kind: str) -> str:
    """The uid of the operator whose keys are of this type."""
    return f"keyed-{kind}"
