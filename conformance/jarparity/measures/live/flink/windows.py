"""Jobs with windows and timers, for the scenario `savepoints`: what snapshots have of them, and what fires afterwards.

A snapshot of a running job is read, and a job is restored from it, whose time then ends: what it tells of each window
and timer that fires is what the snapshot had to have. Then windows and timers are written without a JVM, and a job that
starts from them has to fire each.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final

from jarparity.child_process.worker import RefusedError
from jarparity.measures.live.flink.snapshots import local
from jarparity.measures.live.scenario import Step

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jarparity.answers import JSON
    from jarparity.measures.live.flink.backends import Backend
    from jarparity.measures.live.flink.cluster import FlinkCluster, Job
    from jarparity.measures.live.flink.snapshots import Snapshots

_VOID: Final = "void-namespace"
_NUMBER: Final[JSON] = {"type": "tuple", "fields": ["string", "long"]}
_CONTENTS: Final[dict[str, tuple[str, JSON]]] = {
    "summed": ("reducing", _NUMBER),
    "mean": ("aggregating", {"type": "tuple", "fields": ["long", "long"]}),
    "listed": ("list", {"type": "list", "element": _NUMBER}),
}
"""By operator with windows, the kind and the type of their contents, as `Windowed.java` has them."""

TIMED: Final = "timed"
OPERATORS: Final = (*_CONTENTS, TIMED)

_SIZE: Final = 10
_AT_FIRST: Final = 25
"""The watermark up to which windows and timers have fired when snapshots are taken."""
_BEFORE: Final = -(1 << 62) - 1
"""A watermark at which nothing fires."""
_END: Final = (1 << 63) - 1
_LATE: Final = str(4_102_444_800_000)
"""A processing time that doesn't come: the year 2100."""
_SEED: Final = 20261126
_USERS: Final = 40


def _timers(name: str, namespace: str) -> list[JSON]:
    return [
        {"name": f"_timer_state/{domain}_{name}", "kind": "timers", "namespaceType": namespace, "type": "long"}
        for domain in ("event", "processing")
    ]


STATES: Final[dict[str, tuple[JSON, ...]]] = {
    **{
        name: (
            {"name": "window-contents", "kind": kind, "namespaceType": "time-window", "type": of},
            *_timers("window-timers", "time-window"),
        )
        for name, (kind, of) in _CONTENTS.items()
    },
    TIMED: (
        {"name": "seen", "kind": "value", "namespaceType": _VOID, "type": "long"},
        *_timers("user-timers", _VOID),
    ),
}
"""By operator the states that it has."""


@dataclass(frozen=True, slots=True)
class WindowedRun:
    """A job with windows and timers, and what is written for it.

    Attributes:
        max_parallelism: The number of key groups.
        parallelism: Of the job whose snapshots are read, and of the one that is restored from its savepoint.
        written: Of the snapshots that are written: the savepoint, and the heap backend's checkpoint.
        restored: Of the jobs that are restored from them.
        compressed: Whether snapshots are compressed.
    """

    max_parallelism: int
    parallelism: tuple[int, int]
    written: tuple[int, int]
    restored: tuple[int, int]
    compressed: bool = False


WINDOWED: Final = (
    WindowedRun(128, (3, 2), (4, 2), (2, 5)),
    WindowedRun(301, (2, 4), (3, 1), (4, 3), compressed=True),
)


@dataclass(frozen=True, slots=True)
class WindowedJobs:
    """The jobs of a run.

    Attributes:
        cluster: Where they run.
        snapshots: The port.
        run: The run.
        backend: Their state backend.
    """

    cluster: FlinkCluster
    snapshots: Snapshots
    run: WindowedRun
    backend: Backend

    def __call__(self) -> Iterator[Step]:
        """What is read, then what is written."""
        random = Random(_SEED)  # noqa: S311 - the same state in every run
        limit = f"{self.run.max_parallelism} {'compressed ' if self.run.compressed else ''}key groups"
        at_first, again = self.run.parallelism
        job = self._submit(at_first, None)
        records = [_record(random, number) for number in range(6 * _USERS)]
        job.apply(0, 0, [*records, _watermark(_AT_FIRST)])
        self._fired(job, at_first)
        kind, path = self.backend.running(job)
        snapshots = {f"a {kind}": self._read(path)}
        savepoint = job.stop_with_savepoint()
        snapshots["a savepoint"] = self._read(savepoint)
        known = self._known(self._ended(self._submit(again, savepoint), again), records)
        for name, found in snapshots.items():
            yield Step(f"windows, {at_first} subtasks, {limit}: {name}", found, known, _counted(known))
        folder = local(savepoint).parent
        for place, (kind, name) in enumerate(self.backend.written):
            parallelism, restored = self.run.written[place], self.run.restored[place]
            wanted = _drawn(random)
            path = self.snapshots.write(
                folder / f"windows-{limit.replace(' ', '-')}-{kind}",
                kind,
                _documents(wanted),
                self.run.max_parallelism,
                parallelism,
                compressed=self.run.compressed,
            )
            title = f"windows, {name} that was written for {parallelism} subtasks, {limit}, restored by {restored}"
            yield from self._restored(title, path, wanted, restored)

    def _restored(self, title: str, path: str, wanted: JSON, parallelism: int) -> Iterator[Step]:
        try:
            job = self._submit(parallelism, path)
            job.apply(0, 0, [_watermark(_BEFORE)])  # who has seen it is running, and can take a checkpoint
            fired = self._fired(job, parallelism)
            kind, own = self.backend.running(job)
            found = self._read(own)
            fired += self._ended(job, parallelism)
        except RefusedError as refused:  # what was written is to blame: the same job has just run without it
            yield Step(title, "the job starts", f"the job fails: {refused}")
            return
        expected = {name: part for name, part in wanted.items() if name != "processingTimers"}
        yield Step(title, expected, _told(fired), _counted(expected))
        yield Step(f"{title}: its own {kind}", found, _with_states(wanted), _counted(wanted))

    def _submit(self, parallelism: int, savepoint: str | None) -> Job:
        return self.cluster.submit(
            "windowed",
            operators=parallelism * len(OPERATORS),
            parallelism=parallelism,
            maxParallelism=self.run.max_parallelism,
            splits={"all": 0},
            checkpoints=True,
            compression=self.run.compressed,
            savepoint=savepoint,
            settings=dict(self.backend.settings),
        )

    def _fired(self, job: Job, parallelism: int) -> list[JSON]:
        """What the job tells up to the watermark that each subtask of its operators has seen."""
        seen = job.observations("watermark", parallelism * len(OPERATORS))
        return [{"operator": one["operator"], **one["fired"]} for one in seen if one["kind"] == "record"]

    def _ended(self, job: Job, parallelism: int) -> list[JSON]:
        """What fires when time ends; then the job does."""
        job.apply(0, 1, [_watermark(_END)])
        fired = self._fired(job, parallelism)
        job.cancel()
        return fired

    def _known(self, fired: Iterable[JSON], records: Iterable[JSON]) -> JSON:
        """What the job had: all that fired when its time ended, and the processing timers that it was told to set."""
        processing = sorted({record["key"]["value"] for record in records if record["processingTimers"]})
        return _with_states({**_told(fired), "processingTimers": processing})

    def _read(self, path: str) -> JSON:
        """What the port reads in a snapshot, in the form of what is known."""
        found = self.snapshots.read(path, list(OPERATORS), compressed=self.run.compressed)
        windows: dict[str, JSON] = {name: {} for name in _CONTENTS}
        timers: dict[str, list[str]] = {name: [] for name in _CONTENTS}
        seen: dict[str, str] = {}
        event: dict[str, list[str]] = {}
        processing: list[str] = []
        for name, operator in found.items():
            for _, _, entry in operator.entries:
                key, value = entry["key"]["value"], entry["value"]["value"]
                match entry["state"]:
                    case "window-contents":
                        windows[name][f"{key} from {_start(entry)}"] = _values(name, value)
                    case "_timer_state/event_window-timers":
                        timers[name].append(f"{key} from {_start(entry)} at {value}")
                    case "seen":
                        seen[key] = value
                    case "_timer_state/event_user-timers":
                        event.setdefault(key, []).append(value)
                    case _:
                        processing.append(key)
        return {
            "states": {name: dict(sorted(operator.states.items())) for name, operator in found.items()},
            "windows": windows,
            "windowTimers": {name: sorted(of) for name, of in timers.items()},
            "seen": seen,
            "timers": {key: sorted(times, key=int) for key, times in event.items()},
            "processingTimers": sorted(processing),
        }


def _with_states(known: JSON) -> JSON:
    """With the states that each operator has."""
    declared = {
        name: {state["name"]: {part: state[part] for part in state if part != "name"} for state in states}
        for name, states in STATES.items()
    }
    return {"states": {name: dict(sorted(states.items())) for name, states in declared.items()}, **known}


def _record(random: Random, number: int) -> JSON:
    """A record of a user: it falls into a window, and sets timers, of which one is later than the first watermark."""
    late = str(_AT_FIRST + 1 + random.randrange(60))
    return {
        "op": "record",
        "split": "all",
        "id": number,
        "key": {"type": "string", "value": f"user_{random.randrange(_USERS)}"},
        "number": str(random.randrange(-(2**40), 2**40)),
        "timestamp": random.randrange(-15, 60),
        "timers": [late, str(random.randrange(-5, _AT_FIRST))],
        "processingTimers": [_LATE] if random.randrange(3) == 0 else [],
    }


def _watermark(time: int) -> JSON:
    return {"op": "watermark", "split": "all", "timestamp": str(time)}


def _start(entry: JSON) -> str:
    start: str = entry["namespace"]["value"]["start"]
    return start


def _values(operator: str, value: JSON) -> list[str]:
    """The contents of a window as the job tells them when it fires."""
    match operator:
        case "summed":
            return [value[1]["value"]]
        case "mean":
            return ["/".join(part["value"] for part in value)]
    return [pair["value"][1]["value"] for pair in value]


def _told(fired: Iterable[JSON]) -> JSON:
    """What fired: of windows their contents, of timers their times, and how many records their keys have."""
    windows: dict[str, JSON] = {name: {} for name in _CONTENTS}
    timers: dict[str, list[str]] = {name: [] for name in _CONTENTS}
    seen: dict[str, str] = {}
    event: dict[str, list[str]] = {}
    for one in fired:
        if one["operator"] == TIMED:
            seen[one["key"]] = one["seen"]
            event.setdefault(one["key"], []).append(one["time"])
        else:
            window = f"{one['key']} from {one['start']}"
            windows[one["operator"]][window] = one["values"]
            timers[one["operator"]].append(f"{window} at {int(one['start']) + _SIZE - 1}")
    return {
        "windows": windows,
        "windowTimers": {name: sorted(of) for name, of in timers.items()},
        "seen": seen,
        "timers": {key: sorted(times, key=int) for key, times in event.items()},
    }


def _drawn(random: Random) -> JSON:
    """What is written: windows of each operator, and timers."""
    users = [f"user_{number}" for number in range(_USERS)]
    windows = {
        name: {
            f"{user} from {start}": _drawn_values(random, name)
            for user in random.sample(users, 25)
            for start in random.sample((-20, 0, 30, 10**12), 1 + random.randrange(3))
        }
        for name in _CONTENTS
    }
    timed = random.sample(users, 30)
    times = (-(2**62), -1, 0, 26, 10**12)
    return {
        "windows": windows,
        "windowTimers": {
            name: sorted(f"{window} at {int(window.rpartition(' ')[2]) + _SIZE - 1}" for window in of)
            for name, of in windows.items()
        },
        "seen": {user: str(random.randrange(1, 2**40)) for user in timed},
        "timers": {user: sorted(map(str, random.sample(times, 1 + random.randrange(4))), key=int) for user in timed},
        "processingTimers": sorted(random.sample(users, 12)),
    }


def _drawn_values(random: Random, operator: str) -> list[str]:
    numbers = [str(random.randrange(-(2**40), 2**40)) for _ in range(1 + random.randrange(4))]
    match operator:
        case "summed":
            return numbers[:1]
        case "mean":
            return [f"{numbers[0]}/{len(numbers)}"]
    return numbers


def _documents(wanted: JSON) -> dict[str, JSON]:
    """What is wanted, as inputs of `flink.state.savepoint`."""
    documents = {}
    for name in _CONTENTS:
        entries = []
        for window, values in wanted["windows"][name].items():
            user, _, start = window.partition(" from ")
            ends = {"start": start, "end": str(int(start) + _SIZE)}
            common = {"op": "update", "key": _text(user), "namespace": {"type": "time-window", "value": ends}}
            entries.append({**common, "state": "window-contents", "value": _contents(name, user, values)})
            time = str(int(start) + _SIZE - 1)
            entries.append({**common, "state": "_timer_state/event_window-timers", "value": _long(time)})
        documents[name] = {"keyType": "string", "states": list(STATES[name]), "entries": entries}
    timed = [
        {"op": "update", "state": state, "key": _text(user), "value": _long(number)}
        for user in wanted["seen"]
        for state, number in (
            ("seen", wanted["seen"][user]),
            *(("_timer_state/event_user-timers", time) for time in wanted["timers"][user]),
        )
    ]
    timed += [
        {"op": "update", "state": "_timer_state/processing_user-timers", "key": _text(user), "value": _long(_LATE)}
        for user in wanted["processingTimers"]
    ]
    documents[TIMED] = {"keyType": "string", "states": list(STATES[TIMED]), "entries": timed}
    return documents


def _contents(operator: str, user: str, values: list[str]) -> JSON:
    match operator:
        case "summed":
            return {"type": "tuple", "value": [_text(user), _long(values[0])]}
        case "mean":
            return {"type": "tuple", "value": list(map(_long, values[0].split("/")))}
    return {"type": "list", "value": [{"type": "tuple", "value": [_text(user), _long(each)]} for each in values]}


def _text(text: str) -> JSON:
    return {"type": "string", "value": text}


def _long(number: str) -> JSON:
    return {"type": "long", "value": number}


def _counted(known: JSON) -> str:
    windows = sum(map(len, known["windows"].values()))
    return f"{windows} windows, {sum(map(len, known['timers'].values()))} timers of {len(known['timers'])} keys"
