"""The scenario `sql`: what a query's aggregate keeps is read from snapshots, and what is written is restored by it.

What the job knows are the rows of its result: of each key the newest. Its operators have no uid, and generated ids: the
one with the accumulators is found by the name of its state.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final

from jarparity.answers import canonical
from jarparity.child_process.worker import RefusedError
from jarparity.measures.live.flink.backends import HEAP
from jarparity.measures.live.flink.queries import QUERIES, fields
from jarparity.measures.live.flink.snapshots import Snapshots, local
from jarparity.measures.live.scenario import Step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from contextlib import AbstractContextManager

    from jarparity.answers import JSON
    from jarparity.measures.live.flink.cluster import FlinkCluster, Job
    from jarparity.measures.live.flink.queries import Query, Texts
    from jarparity.measures.live.flink.snapshots import Found
    from jarparity.measures.live.scenario import Oracle

ROW_HASH: Final = "flink.table.row-hash"
ROW_BYTES: Final = "flink.table.row-bytes"
STATE: Final = "accState"
"""`GroupAggFunction`'s state: the accumulators of a key as one row."""

_SEED: Final = 20261128
_KEYS: Final = 120
_NEW: Final = 20
"""So many keys are not written, and begin anew."""
_LENGTH: Final = 4
"""The bytes before a row that say how long it is."""


@dataclass(frozen=True, slots=True)
class SqlRun:
    """The job of a query, and what is written for it.

    Attributes:
        max_parallelism: The number of key groups.
        parallelism: Of the job whose snapshots are read.
        written: Of the snapshots that are written: the savepoint, and the heap backend's checkpoint.
        restored: Of the jobs that are restored from them.
    """

    max_parallelism: int
    parallelism: int
    written: tuple[int, int]
    restored: tuple[int, int]


RUNS: Final = (SqlRun(128, 3, (4, 2), (2, 5)), SqlRun(301, 2, (3, 2), (4, 3)), SqlRun(200, 3, (2, 4), (3, 2)))
"""By query. Each job has two subtasks or more: with one, operators could be chained otherwise, and have other ids."""


@dataclass(frozen=True, slots=True)
class SqlScenario:
    """Jobs of queries, and snapshots in both directions.

    Attributes:
        opened: Starts the cluster on which they run.
        oracle: The port, as of its release.
    """

    opened: Callable[[], AbstractContextManager[FlinkCluster]]
    oracle: Oracle

    def __call__(self) -> Iterator[Step]:
        """By query: what is read, then what is written."""
        with self.opened() as cluster:
            for query, run in zip(QUERIES, RUNS, strict=True):
                random = Random(_SEED)  # noqa: S311 - the same rows in every run
                yield from _Jobs(cluster, Snapshots(self.oracle), query, run, query.drawn_keys(random, _KEYS))(random)


@dataclass(frozen=True, slots=True)
class _Jobs:
    """The jobs of a query."""

    cluster: FlinkCluster
    snapshots: Snapshots
    query: Query
    run: SqlRun
    keys: list[Texts]

    def __call__(self, random: Random) -> Iterator[Step]:
        where = f"{self.query.name}, {self.run.parallelism} subtasks, {self.run.max_parallelism} key groups"
        job = self._submit(self.run.parallelism)
        rows = [(key, self.query.drawn_values(random)) for key in self.keys for _ in range(1 + random.randrange(3))]
        random.shuffle(rows)
        known = self._told(job, rows)
        operator, found = self.snapshots.keyed(job.checkpoint(), STATE)
        yield self._read(f"{where}: a checkpoint", found, known)
        savepoint = job.stop_with_savepoint()
        _, found = self.snapshots.keyed(savepoint, STATE)
        yield self._read(f"{where}: a savepoint", found, known)
        folder = local(savepoint).parent
        for place, (kind, name) in enumerate(HEAP.written):
            wanted, restored = self.run.written[place], self.run.restored[place]
            held = {key: self._drawn(random) for key in self.keys[_NEW:]}
            path = self.snapshots.write(
                folder / f"sql-{self.run.max_parallelism}-{kind}",
                kind,
                {STATE: self._document(found, held)},
                self.run.max_parallelism,
                wanted,
                ids={STATE: operator},
            )
            title = f"{where}: {name} that was written for {wanted} subtasks, restored by {restored}"
            yield from self._restored(title, path, held, restored, random)

    def _submit(self, parallelism: int, savepoint: str | None = None) -> Job:
        return self.cluster.submit(
            "sql",
            operators=parallelism,
            parallelism=parallelism,
            maxParallelism=self.run.max_parallelism,
            splits={"all": 0},
            checkpoints=True,
            savepoint=savepoint,
            columns=self.query.columns,
            query=self.query.sql,
        )

    def _told(self, job: Job, rows: Iterable[tuple[Texts, Texts]]) -> dict[str, JSON]:
        """By key, the newest row of the result, and where it was."""
        records = [{"op": "record", "split": "all", "id": 0, "row": [*key, *values]} for key, values in rows]
        job.apply(0, 0, records)
        told: dict[str, JSON] = {}
        for one in job.observations("record", len(records)):
            if one["kind"] == "record":
                row = one["row"]
                key, values = row["fields"][: len(self.query.keys)], row["fields"][len(self.query.keys) :]
                told[canonical(key)] = {"subtask": one["subtask"], "kind": row["kind"], "row": values}
        return told

    def _places(self, parallelism: int) -> dict[Texts, tuple[int, int]]:
        documents = [self._key(key) for key in self.keys]
        places = self.snapshots.places(documents, self.run.max_parallelism, parallelism)
        return dict(zip(self.keys, places, strict=True))

    def _key(self, key: Texts) -> JSON:
        return {"type": "row-data", "value": fields(self.query.keys, key)}

    def _read(self, title: str, found: Found, known: dict[str, JSON]) -> Step:
        """What the port reads beside the rows of the result: each key's bytes, its place, and its accumulators."""
        oracle = self.snapshots.oracle
        hashes = oracle.ask_all(ROW_HASH, [{"fields": fields(self.query.keys, key)} for key in self.keys])
        keys = {answer["bytes"]: key for answer, key in zip(hashes, self.keys, strict=True)}
        places = self._places(self.run.parallelism)
        predicted: dict[str, JSON] = {}
        groups: dict[str, int] = {}
        for subtask, group, entry in found.entries:
            if entry["state"] != STATE:
                continue
            data = entry["key"]["value"]
            of = keys.get(data)
            name = f"the bytes {data}, in subtask {subtask}" if of is None else canonical(list(of))
            place = (group, subtask) if of is None else places[of]
            groups[name] = group
            predicted[name] = {
                "keyGroup": place[0],
                "subtask": place[1],
                "stored": subtask,
                "row": self._accumulators(entry),
            }
        observed = {
            name: {
                "keyGroup": groups.get(name),
                "subtask": one["subtask"],
                "stored": one["subtask"],
                "row": one["row"],
            }
            for name, one in known.items()
        }
        return Step(title, predicted, observed, f"{len(known)} keys; {self.query.sql}")

    def _accumulators(self, entry: JSON) -> list[JSON]:
        data = entry["value"]["value"]
        size = f"{len(data) // 2:0{2 * _LENGTH}x}"
        document = {"direction": "decode", "types": self.query.types, "bytes": size + data}
        return [each["value"] for each in self.snapshots.oracle.ask(ROW_BYTES, document)["fields"]]

    def _drawn(self, random: Random) -> Texts:
        """Accumulators of a key, after some rows that never were."""
        held = self.query.added(None, self.query.drawn_values(random))
        for _ in range(random.randrange(4)):
            held = self.query.added(held, self.query.drawn_values(random))
        return held

    def _document(self, found: Found, held: dict[Texts, Texts]) -> JSON:
        """What is written, with the types that the job's own savepoint has."""
        entries = [
            {
                "op": "update",
                "state": STATE,
                "key": self._key(key),
                "value": {"type": "row-data", "value": fields(self.query.types, texts)},
            }
            for key, texts in held.items()
        ]
        states = [{"name": name, **of} for name, of in found.states.items()]
        return {"keyType": found.key_type, "states": states, "entries": entries}

    def _restored(
        self, title: str, path: str, held: dict[Texts, Texts], parallelism: int, random: Random
    ) -> Iterator[Step]:
        """A job goes on from what was written: one more row of each key says what it found, and where."""
        rows = [(key, self.query.drawn_values(random)) for key in self.keys]
        places = self._places(parallelism)
        predicted = {
            canonical(list(key)): {
                "subtask": places[key][1],
                "kind": "+U" if key in held else "+I",
                "row": list(self.query.added(held.get(key), values)),
            }
            for key, values in rows
        }
        try:
            job = self._submit(parallelism, path)
            observed = self._told(job, rows)
        except RefusedError as refused:  # what was written is to blame: the same job has just run without it
            yield Step(title, "the job starts", f"the job fails: {refused}")
            return
        job.cancel()
        yield Step(title, predicted, observed, f"{len(held)} keys that were written, {_NEW} that were not")
