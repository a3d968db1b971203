"""Stands in for a Flink job with windows and timers: what `Windowed.java` does."""

from jarparity.measures.live.flink.windows import _CONTENTS, OPERATORS, TIMED, _documents, _start, _values

_SIZE = 10


class FakeWindows:
    """What such a job has.

    Args:
        snapshots: Reads and writes what Flink does.
        description: The job.
        seen: Where observations go.
    """

    def __init__(self, snapshots, description, seen):
        self._snapshots, self._description, self._seen = snapshots, description, seen
        self._windows = {name: {} for name in _CONTENTS}
        self._fires = {name: set() for name in _CONTENTS}
        self._counts, self._timers, self._processing = {}, set(), set()
        self._watermark = -(1 << 63)
        seen += [{"kind": "opened", "subtask": 0}] * (description["parallelism"] * len(OPERATORS))

    def restore(self, path):
        """Takes what a snapshot has, as far as it is in the key's own key group."""
        found = self._snapshots.read(path, list(OPERATORS), compressed=self._description["compression"])
        for name, operator in found.items():
            for _, group, entry in operator.entries:
                key, value = entry["key"]["value"], entry["value"]["value"]
                if self._snapshots.places([entry["key"]], self._description["maxParallelism"], 1) != [(group, 0)]:
                    continue
                match entry["state"]:
                    case "window-contents":
                        self._windows[name][key, int(_start(entry))] = _values(name, value)
                    case "_timer_state/event_window-timers":
                        self._fires[name].add((int(value), key, int(_start(entry))))
                    case "seen":
                        self._counts[key] = int(value)
                    case "_timer_state/event_user-timers":
                        self._timers.add((int(value), key))
                    case _:
                        self._processing.add(key)

    def apply(self, changes):
        """Takes records and watermarks."""
        for change in changes:
            if change["op"] == "watermark":
                self._advance(int(change["timestamp"]))
            else:
                self._take(change["key"]["value"], change)

    def _take(self, key, record):
        start = record["timestamp"] // _SIZE * _SIZE
        number = record["number"]
        for name in _CONTENTS:
            before = self._windows[name].get((key, start), [])
            match name:
                case "summed":
                    after = [str(sum(map(int, [*before, number])))]
                case "mean":
                    total, _, count = (before or ["0/0"])[0].partition("/")
                    after = [f"{int(total) + int(number)}/{int(count) + 1}"]
                case _:
                    after = [*before, number]
            self._windows[name][key, start] = after
            self._fires[name].add((start + _SIZE - 1, key, start))
        self._counts[key] = self._counts.get(key, 0) + 1
        self._timers |= {(int(time), key) for time in record["timers"]}
        if record["processingTimers"]:
            self._processing.add(key)

    def _advance(self, time):
        for name in _CONTENTS:
            for due in sorted(each for each in self._fires[name] if each[0] <= time):
                self._fires[name].remove(due)
                _, key, start = due
                if (values := self._windows[name].pop((key, start), None)) is not None:
                    self._tell(name, {"key": key, "start": str(start), "values": values})
        for due in sorted(each for each in self._timers if each[0] <= time):
            self._timers.remove(due)
            at, key = due
            self._tell(TIMED, {"key": key, "time": str(at), "seen": str(self._counts.get(key))})
        self._seen += [{"kind": "watermark"}] * (self._description["parallelism"] * len(OPERATORS))

    def _tell(self, operator, fired):
        self._seen.append({"kind": "record", "operator": operator, "fired": fired})

    def write(self, folder, kind):
        """Writes a snapshot."""
        wanted = {
            "windows": {
                name: {f"{key} from {start}": values for (key, start), values in of.items()}
                for name, of in self._windows.items()
            },
            "seen": {key: str(count) for key, count in self._counts.items()},
            "timers": {key: [str(time) for time, of in sorted(self._timers) if of == key] for key in self._counts},
            "processingTimers": sorted(self._processing),
        }
        of = self._description
        return self._snapshots.write(
            folder, kind, _documents(wanted), of["maxParallelism"], of["parallelism"], compressed=of["compression"]
        )
