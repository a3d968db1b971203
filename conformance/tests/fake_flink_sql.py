"""Stands in for a Flink cluster whose jobs have queries; operators have no uid, and types of rows are no objects."""

from fake_flink import FakeFlink

from jarparity.answers import canonical
from jarparity.child_process.worker import RefusedError
from jarparity.measures.live.flink.queries import QUERIES, fields
from jarparity.measures.live.flink.snapshots import Snapshots
from jarparity.measures.live.flink.sql import ROW_BYTES, STATE
from jarparity.measures.live.scenario import NoPredictionError, Oracle

OPERATOR = "707432d8890ae0d8681268dfc23ea07e"
STRINGS = "org.apache.flink.table.runtime.typeutils.StringDataSerializer$StringDataSerializerSnapshot"
VOID = "void-namespace"


def row_type(count):
    """A type of rows of so many fields, of which the snapshot says nothing true."""
    name = STRINGS.encode()
    part = len(name).to_bytes(2, "big") + name + (2).to_bytes(4, "big")
    nested = b"".join(number.to_bytes(4, "big") for number in (1_333_245, 1, count)) + part * count
    return {"type": "row-data", "snapshot": (count.to_bytes(4, "big") + b"types" + nested).hex()}


class FakeSql(FakeFlink):
    """A worker whose jobs are of the kind `sql`.

    Args:
        port: Writes and reads what Flink does.
        flink: The release.
        folder: For snapshots.
    """

    def __init__(self, port, flink, folder):
        super().__init__(port)
        self._flink, self._folder, self._written = flink, folder, 0
        self._snapshots = Snapshots(Oracle(port, flink))
        self._held = {}

    def _start(self, slots):
        return {"flink": self._flink.version, "java": "17.0.15"}

    def _query(self, name):
        return next(query for query in QUERIES if query.sql == self._jobs[name]["query"])

    def _submit(self, name, **description):
        self._jobs[name], self._held = description, {}
        self._seen[name] = [{"kind": "opened", "subtask": at} for at in range(description["parallelism"])]
        if description["savepoint"] is not None:
            try:
                operator, found = self._snapshots.keyed(description["savepoint"], STATE)
            except NoPredictionError as error:
                raise RefusedError("submit", "IllegalStateException", f"the job failed: {error}") from error
            assert operator == OPERATOR
            self._stored = {
                (group, entry["key"]["value"]): entry["value"]["value"]
                for _, group, entry in found.entries
                if entry["state"] == STATE
            }
            self._restored = True
        else:
            self._stored = {}
        return name

    def _found(self, query, key, group):
        """What was restored of a key, in its own key group."""
        hashed = self._answer("flink.table.row-hash", {"fields": fields(query.keys, key)})["bytes"]
        data = self._stored.get((group, hashed))
        if data is None:
            return None
        document = {"direction": "decode", "types": query.types, "bytes": f"{len(data) // 2:08x}{data}"}
        return tuple(each["value"] for each in self._answer(ROW_BYTES, document)["fields"])

    def _apply(self, name, instruction):
        query, job = self._query(name), self._jobs[name]
        for change in instruction["changes"]:
            key = tuple(change["row"][: len(query.keys)])
            values = tuple(change["row"][len(query.keys) :])
            document = {"type": "row-data", "value": fields(query.keys, key)}
            ((group, subtask),) = self._snapshots.places([document], job["maxParallelism"], job["parallelism"])
            before = self._held.get(key) or self._found(query, key, group)
            self._held[key] = query.added(before, values)
            row = {"kind": "+I" if before is None else "+U", "fields": [*key, *self._held[key]]}
            self._seen[name].append({"kind": "record", "subtask": subtask, "row": row})

    def _cancel(self, id):  # noqa: A002 - the command's field
        pass

    def _checkpoint(self, id):  # noqa: A002 - the command's field
        return self._write(id, "key-groups")

    def _stopWithSavepoint(self, id):  # noqa: A002, N802 - the command's name and field
        return self._write(id, "savepoint")

    def _write(self, name, kind):
        query, job = self._query(name), self._jobs[name]
        entries = []
        for key, held in sorted(self._held.items(), key=canonical):
            of = {"type": "row-data", "value": fields(query.keys, key)}
            value = {"type": "row-data", "value": fields(query.types, held)}
            entries.append({"op": "update", "state": STATE, "key": of, "value": value})
        states = [
            {"name": STATE, "kind": "value", "namespaceType": VOID, "type": row_type(len(query.types))},
            {"name": "_timer_state/event_user-timers", "kind": "timers", "namespaceType": VOID, "type": "long"},
        ]
        document = {"keyType": row_type(len(query.keys)), "states": states, "entries": entries}
        self._written += 1
        return self._snapshots.write(
            self._folder / f"{kind}-{self._written}",
            kind,
            {STATE: document},
            job["maxParallelism"],
            job["parallelism"],
            ids={STATE: OPERATOR},
        )
