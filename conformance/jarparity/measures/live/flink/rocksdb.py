"""The scenario `rocksdb`: that of `savepoints` with RocksDB as the state backend, and what is RocksDB's own.

Its canonical savepoints have the entries of a key group in the order of their bytes. Its native snapshots are files of
RocksDB, of which the metadata tells: their names, their sizes and their key groups, not what is in them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from jarparity.measures.live.flink.backends import ROCKSDB, incremental
from jarparity.measures.live.flink.kept import entries_of, name_of
from jarparity.measures.live.flink.pairs import pairs
from jarparity.measures.live.flink.savepoints import (
    ALL,
    KEY_DOCUMENTS,
    STATES,
    Jobs,
    Run,
    SavepointsScenario,
    uid_of,
)
from jarparity.measures.live.flink.snapshots import (
    METADATA,
    Snapshots,
    keyed_handles,
    local,
    offsets_of,
    stream_of,
)
from jarparity.measures.live.scenario import Step
from jarparity.ports.importing import import_object

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from jarparity.answers import JSON
    from jarparity.measures.live.flink.cluster import FlinkCluster, Job
    from jarparity.measures.live.flink.savepoints import Work
    from jarparity.measures.live.scenario import Oracle

COMPOSITE_KEY: Final = "flink.state.composite-key"
_SEED: Final = 20261127
_OWN: Final = (
    Run(128, ("string", "long", "tuple"), 2, (), ()),
    Run(301, ("string", "row"), 3, (), ()),
)
"""Jobs of which only snapshots are read: keys of variable and of fixed length, a byte of key group and two."""

UNREAD: Final = "files of RocksDB or ForSt, which are not looked into"
_IN_METADATA: Final = "the metadata"

_STATES: Final = {state["name"]: state for state in STATES}


@dataclass(frozen=True, slots=True)
class RocksDBScenario:
    """Jobs whose state is in RocksDB.

    Attributes:
        opened: Starts the cluster on which they run.
        oracle: The port, as of its release.
        work: The jobs that other backends have, too.
    """

    opened: Callable[[], AbstractContextManager[FlinkCluster]]
    oracle: Oracle
    work: Work = ALL

    def __call__(self) -> Iterator[Step]:
        """What any backend does; then the order of entries, and native snapshots."""
        with self.opened() as cluster:
            yield from SavepointsScenario(self.opened, self.oracle, ROCKSDB, self.work).on(cluster)
            for run in _OWN:
                jobs = Jobs(cluster, Snapshots(self.oracle), run, ROCKSDB, self.work.keys_of(run))
                yield from _Own(jobs)()


@dataclass(frozen=True, slots=True)
class _Own:
    """What is RocksDB's own, in the jobs of a run.

    Attributes:
        jobs: The jobs.
    """

    jobs: Jobs

    def __call__(self) -> Iterator[Step]:
        random = Random(_SEED)  # noqa: S311 - the same state in every run
        run = self.jobs.run
        where = f"{run.parallelism} subtasks, {run.max_parallelism} key groups"
        job = self.jobs.submit(run.parallelism)
        known = self.jobs.changed(job, random)
        path = job.stop_with_savepoint()
        yield self._in_order(f"{where}: the order of entries in a savepoint", path, known)
        for kind in ("full", "incremental"):
            job = self.jobs.submit(run.parallelism, path, incremental(on=kind == "incremental"))
            known = self.jobs.changed(job, random)
            yield from self._native(f"{where}: a checkpoint, {kind}", job, job.checkpoint())
            path = job.stop_with_savepoint(native=True)
            yield from self._native(f"{where}: a native savepoint, {kind}", job, path)
        job = self.jobs.submit(run.parallelism, path)
        told = self.jobs.told(job, [{} for _ in self.jobs.keys])
        job.cancel()
        yield Step(f"{where}: what a job restored from it has", known, told, f"{len(told)} keys")

    def _in_order(self, title: str, path: str, known: JSON) -> Step:
        """Every pair's key, in the order of the streams, beside those of what the job knows, in the order of bytes."""
        operators = self.jobs.snapshots.operators(path, self.jobs.uids)
        found = self.jobs.snapshots.read(path, self.jobs.uids)
        observed: dict[str, JSON] = {}
        predicted: dict[str, JSON] = {}
        for kind, uid in zip(self.jobs.run.types, self.jobs.uids, strict=True):
            names = list(found[uid].states)
            for subtask, handle in keyed_handles(operators[uid]):
                place = f"{uid}, subtask {subtask}"
                stream = stream_of(handle["handle"], local(path))
                observed[place] = [[names[state], key] for state, key in pairs(stream, offsets_of(handle))]
                predicted[place] = self._ordered(kind, subtask, names, known)
        count = sum(map(len, predicted.values()))
        return Step(title, predicted, observed, f"{count:,} entries")

    def _ordered(self, kind: str, subtask: int, names: list[str], known: JSON) -> JSON:
        documents = [
            (entry["state"], document)
            for key in self.jobs.keys
            if key["type"] == kind and known[name_of(key)]["subtask"] == subtask
            for entry in entries_of(known[name_of(key)]["state"])
            for document in _key_documents(entry, key, self.jobs.run.max_parallelism)
        ]
        answers = self.jobs.snapshots.oracle.ask_all(COMPOSITE_KEY, [document for _, document in documents])
        rows = [
            (answer["keyGroup"], names.index(state), answer["bytes"])
            for (state, _), answer in zip(documents, answers, strict=True)
        ]
        return [[names[number], key] for _, number, key in sorted(rows)]

    def _native(self, title: str, job: Job, path: str) -> Iterator[Step]:
        """The metadata of files of RocksDB, read and written again; then the folder, and what is explained of it."""
        snapshots, folder = self.jobs.snapshots, local(path)
        data, metadata = snapshots.metadata(path)
        document = {**metadata, "direction": "encode", "version": int.from_bytes(data[4:8], "big")}
        again = snapshots.oracle.ask(METADATA, document)
        yield Step(f"{title}: its metadata, written again", again, data.hex(), f"{len(data):,} bytes")
        handles = {
            f"{uid}, subtask {subtask}": [handle["type"], handle["range"]]
            for uid, operator in snapshots.operators(path, self.jobs.uids).items()
            for subtask, handle in keyed_handles(operator)
        }
        owned = {
            f"{uid_of(one['operator'])}, subtask {one['subtask']}": ["incremental", one["range"]]
            for one in job.opened
            if one["kind"] == "opened"
        }
        files, there = dict(_named(metadata, folder)), _there(folder)
        yield Step(
            title, {"handles": handles, "files": files}, {"handles": owned, "files": there}, f"{len(there)} files"
        )
        unread = {
            "files": sorted(Path(name).name for name in there),
            "why": [UNREAD],
            "restorable": dict.fromkeys(self.jobs.uids, "unknown"),
        }
        yield Step(f"{title}: what is explained of it", self._explained(folder), unread)

    def _explained(self, folder: Path) -> JSON:
        """What `jarparity explain savepoint` says: each file by its name, and why it is not read."""
        advice: Any = import_object("copartition.advice.questions:ADVICE")
        report = advice["savepoint"]({"path": str(folder), "parallelisms": [], "uids": self.jobs.uids})
        operators = {each["uid"]: each for each in report["operators"] if each["uid"] in self.jobs.uids}
        files = [file for operator in operators.values() for file in operator["keyed"]["files"]]
        return {
            "files": sorted({Path(file["name"]).name for file in files} - {_IN_METADATA}),
            "why": sorted({file["unread"] or "" for file in files}),
            "restorable": {uid: operators[uid]["restorable"] for uid in self.jobs.uids if uid in operators},
        }


def _key_documents(entry: JSON, key: JSON, max_parallelism: int) -> Iterator[JSON]:
    """The composite keys of an entry: one for each pair of a map."""
    state = _STATES[entry["state"]]
    document = {
        "maxParallelism": max_parallelism,
        "keyType": KEY_DOCUMENTS[key["type"]],
        "key": key,
        "namespaceType": state["namespaceType"],
        "namespace": entry.get("namespace", {"type": "void-namespace", "value": None}),
    }
    if state["kind"] != "map":
        yield document
        return
    for user_key, _ in entry["value"]["value"]:
        yield {**document, "userKeyType": state["type"]["key"], "userKey": user_key}


def _named(document: JSON, folder: Path) -> Iterator[tuple[str, int]]:
    """Every file that a metadata names, and its size there."""
    if isinstance(document, list):
        for each in document:
            yield from _named(each, folder)
    elif isinstance(document, dict):
        match document.get("type"):
            case "file":
                yield _short(local(document["path"]), folder), int(document["size"])
            case "relative":
                yield _short(folder / document["path"], folder), int(document["size"])
            case _:
                yield from _named(list(document.values()), folder)


def _there(folder: Path) -> dict[str, int]:
    """Every file of a snapshot but its metadata, and its size; also those that it shares with other checkpoints."""
    folders = (folder, folder.parent / "shared") if (folder.parent / "shared").is_dir() else (folder,)
    return {
        _short(path, folder): path.stat().st_size
        for each in folders
        for path in sorted(each.rglob("*"))
        if path.is_file() and path.name != "_metadata"
    }


def _short(path: Path, folder: Path) -> str:
    """A file's path from the folder beside the snapshot's on."""
    return path.relative_to(folder.parent).as_posix()
