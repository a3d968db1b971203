"""Stands in for a Flink cluster whose jobs have queries; operators have no uid, and types of rows are null."""

from fake_flink_snapshots import FakeSnapshots

from jarparity.answers import canonical
from jarparity.measures.live.flink.queries import QUERIES, fields
from jarparity.measures.live.flink.sql import ROW_BYTES, STATE

OPERATOR = "707432d8890ae0d8681268dfc23ea07e"
STRINGS = "org.apache.flink.table.runtime.typeutils.StringDataSerializer$StringDataSerializerSnapshot"
VOID = "void-namespace"


def row_type(count):
    """A type of rows of so many fields, of which the snapshot says nothing true."""
    name = STRINGS.encode()
    part = len(name).to_bytes(2, "big") + name + (3).to_bytes(4, "big")
    nested = b"".join(number.to_bytes(4, "big") for number in (1_333_245, 1, count)) + part * count
    types = bytes.fromhex("aced000570") * count
    return {"type": "row-data", "snapshot": (count.to_bytes(4, "big") + types + nested).hex()}


class FakeSql(FakeSnapshots):
    """A worker whose jobs are of the kind `sql`."""

    def __init__(self, port, flink, folder):
        super().__init__(port, flink, folder)
        self._held = {}

    def _query(self, name):
        return next(query for query in QUERIES if query.sql == self._jobs[name]["query"])

    def _submit(self, name, **description):
        self._jobs[name], self._held = description, {}
        self._seen[name] = [{"kind": "opened", "subtask": at} for at in range(description["parallelism"])]
        if description["savepoint"] is not None:
            operator, found = self._refusing(lambda: self._snapshots.keyed(description["savepoint"], STATE))
            assert operator == OPERATOR
            self._stored = {
                (group, entry["key"]["value"]): entry["value"]["value"]
                for _, group, entry in found.entries
                if entry["state"] == STATE
            }
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
        return self._snapshots.write(
            self._next(kind),
            kind,
            {STATE: document},
            job["maxParallelism"],
            job["parallelism"],
            ids={STATE: OPERATOR},
        )
