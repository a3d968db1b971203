"""Stands in for the process of a Flink cluster: places keys as a port does, and reports the events that it is given."""

from jarparity.answers import Value
from jarparity.lines import Line

FLINK = Line("flink", "2.2.1")


class FakeFlink:
    """A worker of `jarparity.measures.live.flink.cluster`.

    Args:
        port: Who places keys.
        told: By step of a `watermarks` job, what each receiver is told.
        readers: By partition, who reads it; asked at each writing.
    """

    def __init__(self, port, told=None, readers=None):
        self._port = port
        self._told = told
        self._readers = readers
        self._seen = {}
        self._jobs = {}
        self._counts = {}
        self._saved = None
        self.asked = []

    def ask(self, command, **fields):
        self.asked.append((command, fields))
        return getattr(self, f"_{command}")(**fields)

    def _start(self, slots):
        return {"flink": "2.2.1", "java": "17.0.15"}

    def _submit(self, name, **description):
        self._jobs[name] = description
        self._seen[name] = seen = []
        if description.get("savepoint") is None:
            self._counts.clear()
        match description["job"]:
            case "keyed":
                derived = 256 if description["parallelism"] > 80 else 128
                limit = description["maxParallelism"] or (self._saved if description["savepoint"] else derived)
                description["maxParallelism"] = self._saved = limit
                for subtask in range(description["parallelism"]):
                    document = {"maxParallelism": limit, "parallelism": description["parallelism"], "operator": subtask}
                    owned = self._answer("flink.key-group.range-of-operator", document)
                    one = {"kind": "opened", "subtask": subtask, "range": owned, "maxParallelism": limit}
                    seen += [one] * len(description["keyTypes"])
            case "watermarks":
                seen += [{"kind": "opened", "subtask": subtask} for subtask in range(description["receivers"])]
            case "splits":
                seen += [{"kind": "opened", "subtask": subtask} for subtask in range(description["parallelism"])]
        return name

    def _addSplit(self, name, split, subtask):  # noqa: N802 - the command's name
        pass

    def _apply(self, name, instruction):
        description = self._jobs[name]
        if description["job"] == "watermarks":
            for subtask, events in enumerate(self._told[instruction["step"]]):
                for kind, *timestamp in events:
                    timed = {"timestamp": timestamp[0]} if timestamp else {}
                    self._seen[name].append({"kind": kind, "subtask": subtask, **timed})
                self._seen[name].append({"kind": "end", "subtask": subtask, "step": instruction["step"]})
            return
        for change in instruction["changes"]:
            document = {"key": change["key"], "maxParallelism": description["maxParallelism"]}
            self._counts[change["id"]] = self._counts.get(change["id"], 0) + 1
            at = {**document, "parallelism": description["parallelism"]}
            self._seen[name].append(
                {
                    "kind": "record",
                    "id": change["id"],
                    "keyGroup": self._answer("flink.key-group.of-key", document),
                    "subtask": self._answer("flink.key-group.operator-of-key", at),
                    "count": self._counts[change["id"]],
                }
            )

    def _write(self, bootstrap, partitions):
        name = list(self._jobs)[-1]
        for partition in partitions:
            for reader in self._readers(tuple(partition), self._jobs[name]):
                self._seen[name].append({"kind": "record", "id": partition, "subtask": reader})

    def _observations(self, name, kind, count, milliseconds):
        taken = []
        while sum(one["kind"] == kind for one in taken) < count:
            taken.append(self._seen[name].pop(0))
        return taken

    def _rest(self, name):
        taken, self._seen[name] = self._seen[name], []
        return taken

    def _stopWithSavepoint(self, id):  # noqa: A002, N802 - the command's name and field
        return f"file:/savepoints/{id}"

    def _cancel(self, id):  # noqa: A002 - the command's field
        pass

    def _stop(self):
        pass

    def _answer(self, operation, document):
        match list(self._port.replies(operation, FLINK, [document])):
            case [Value(value)]:
                return value
