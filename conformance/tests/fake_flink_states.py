"""Stands in for the process of a Flink cluster whose jobs keep state: snapshots are real files, by a port's hand."""

from fake_flink_snapshots import FakeSnapshots
from fake_flink_windows import FakeWindows

from jarparity.measures.live.flink.kept import add_entry, entries_of, name_of
from jarparity.measures.live.flink.savepoints import STATES

_SIGN = 1 << 63


class FakeStates(FakeSnapshots):
    """A worker whose jobs are of the kinds `states` and `windowed`."""

    def __init__(self, port, flink, folder):
        super().__init__(port, flink, folder)
        self._states, self._windows = {}, {}

    def _submit(self, name, **description):
        self._jobs[name], self._seen[name], self._states = description, [], {}
        if description["job"] == "windowed":
            self._windows[name] = FakeWindows(self._snapshots, description, self._seen[name])
            if description["savepoint"] is not None:
                self._refusing(lambda: self._windows[name].restore(description["savepoint"]))
            return name
        if description["savepoint"] is not None:
            self._restore(description)
        opened = [{"kind": "opened", "subtask": at} for at in range(description["parallelism"])]
        self._seen[name] += opened * len(description["keyTypes"])
        return name

    def _restore(self, description):
        uids = [f"keyed-{of}" for of in description["keyTypes"]]
        found = self._refusing(
            lambda: self._snapshots.read(description["savepoint"], uids, compressed=description["compression"])
        )
        for operator in found.values():
            for _, group, entry in operator.entries:
                key, state = self._states.setdefault(name_of(entry["key"]), (entry["key"], {}))
                if self._snapshots.places([key], description["maxParallelism"], 1) == [(group, 0)]:
                    add_entry(state, entry)

    def _apply(self, name, instruction):
        description = self._jobs[name]
        if description["job"] == "windowed":
            self._windows[name].apply(instruction["changes"])
            return
        for change in instruction["changes"]:
            key, state = self._states.setdefault(name_of(change["key"]), (change["key"], {}))
            if change.get("forget"):
                state.clear()
            _put(state, change.get("put", {}))
            ((group, subtask),) = self._snapshots.places(
                [key], description["maxParallelism"], description["parallelism"]
            )
            told = {"keyGroup": group, "subtask": subtask, "state": {of: _copy(part) for of, part in state.items()}}
            self._seen[name].append({"kind": "record", "id": change["id"], **told})

    def _write(self, name, kind):
        description = self._jobs[name]
        if description["job"] == "windowed":
            return self._windows[name].write(self._next(kind), kind)
        operators = {}
        for of in description["keyTypes"]:
            entries = [
                {"op": "update", "key": key, **entry}
                for key, state in self._states.values()
                if key["type"] == of
                for entry in entries_of(state)
            ]
            typed = {"type": of, "fields": ["string", "long"]} if of in {"tuple", "row"} else of
            operators[f"keyed-{of}"] = {"keyType": typed, "states": list(STATES), "entries": entries}
        return self._snapshots.write(
            self._next(kind),
            kind,
            operators,
            description["maxParallelism"],
            description["parallelism"],
            compressed=description["compression"],
        )


def _copy(part):
    return part if isinstance(part, str) else type(part)(part)


def _put(state, put):
    for name, part in put.items():
        match name:
            case "words":
                state[name] = [*state.get(name, []), *part]
            case "pages" | "windows":
                state[name] = {**state.get(name, {}), **part}
            case "sum":
                state[name] = str(_int64(int(state.get(name, "0")) + int(part)))
            case "mean":
                total, count = map(int, state.get(name, "0/0").split("/"))
                state[name] = f"{_int64(total + int(part))}/{count + 1}"
            case _:
                state[name] = part


def _int64(number):
    return (number + _SIGN) % (2 * _SIGN) - _SIGN
