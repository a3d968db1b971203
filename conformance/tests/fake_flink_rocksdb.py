"""Stands in for a Flink cluster whose jobs keep state in RocksDB: native snapshots are files that are not read."""

from fake_flink_states import FakeStates

from jarparity.measures.live.flink.savepoints import uid_of
from jarparity.measures.live.flink.snapshots import METADATA, local

RANGE = "flink.key-group.range-of-operator"


class FakeRocksDB(FakeStates):
    """As `FakeStates`; a savepoint has a heap backend's order, and a native snapshot is remembered, not written."""

    def __init__(self, port, flink, folder):
        super().__init__(port, flink, folder)
        self._native = {}

    def _submit(self, name, **description):
        saved = self._native.get(description["savepoint"])
        submitted = super()._submit(name, **description | ({} if saved is None else {"savepoint": None}))
        self._states |= saved or {}
        if description["job"] == "states":
            seen = self._seen[name]
            seen.clear()
            for kind in description["keyTypes"]:
                for at in range(description["parallelism"]):
                    owned = self._range(description, at)
                    seen.append({"kind": "opened", "operator": kind, "subtask": at, "range": owned})
        return submitted

    def _range(self, description, subtask):
        parallelism = description["parallelism"]
        document = {"maxParallelism": description["maxParallelism"], "parallelism": parallelism, "operator": subtask}
        return self._answer(RANGE, document)

    def _savepoint(self, id):  # noqa: A002 - the command's field
        return self._write(id, "savepoint")

    def _cancel(self, id):  # noqa: A002 - the command's field
        pass

    def _checkpoint(self, id):  # noqa: A002 - the command's field
        return self._write_native(id)

    def _stopWithSavepoint(self, id, native=False):  # noqa: A002, FBT002, N802 - the command's name and fields
        return self._write_native(id) if native else self._write(id, "savepoint")

    def _write_native(self, name):
        description = self._jobs[name]
        folder = self._next("native") / "chk-1"
        shared = folder.parent / "shared"
        shared.mkdir(parents=True)
        folder.mkdir()
        uids = [uid_of(kind) for kind in description["keyTypes"]]
        operators = []
        for uid, operator_id in self._snapshots.ids(uids).items():
            subtasks = {}
            for at in range(description["parallelism"]):
                file = shared / f"{operator_id}-{at}"
                file.write_bytes(bytes(100 + at))
                handle = {"type": "file", "path": file.as_uri(), "size": str(100 + at)}
                keyed = {
                    "type": "incremental",
                    "range": self._range(description, at),
                    "checkpointId": "1",
                    "backend": f"00000000-0000-0000-0000-{at:012}",
                    "shared": [["000009.sst", handle]],
                    "private": [],
                    "meta": {"type": "bytes", "name": "meta", "data": "00"},
                    "checkpointedSize": "1",
                    "id": None,
                }
                rest = ("managedOperator", "rawOperator", "rawKeyed")
                none = dict.fromkeys(rest) | {"inputChannels": [], "outputChannels": []}
                subtasks[str(at)] = {**none, "managedKeyed": keyed}
            named = uid if self._flink.version.startswith("2") else None
            numbers = {"parallelism": len(subtasks), "maxParallelism": description["maxParallelism"]}
            names = {"name": named, "uid": named, "id": operator_id, "coordinator": None}
            operators.append({**names, **numbers, "subtasks": subtasks})
        document = {
            "direction": "encode",
            "version": 6 if self._flink.version.startswith("2") else 4,
            "checkpointId": "1",
            "master": [],
            "operators": operators,
            "properties": None,
        }
        (folder / "_metadata").write_bytes(bytes.fromhex(self._answer(METADATA, document)))
        self._native[folder.as_uri()] = dict(self._states)
        return folder.as_uri()


def remove_a_file(path):
    """A native snapshot without one of its files."""
    next(iter((local(path).parent / "shared").iterdir())).unlink()
