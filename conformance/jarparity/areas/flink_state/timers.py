"""How histories of timers are drawn, and their rules: many timers of one time, so that the heap decides their order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.values import numbers
from jarparity.values import state_values as values
from jarparity.values.boundary.keys import key
from jarparity.values.state_rules import NO_KEYS, name_of, names, of_maps, of_type

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from jarparity.answers import JSON
    from jarparity.operations import Problem

_GROUPS: Final = (1, 2, 3, 8, 128, 128, 720)
_MOST_GROUPS: Final = 1 << 15
_LONG: Final = 24
_LONGEST: Final = 120
_CALLS: Final = (
    ("registerEventTimeTimer", 6),
    ("deleteEventTimeTimer", 2),
    ("registerProcessingTimeTimer", 4),
    ("deleteProcessingTimeTimer", 1),
)
_NULL: Final = key("null", None)
_ENDS: Final = (str(-(2**63)), str(2**63 - 1))


def history(random: Random) -> JSON:
    """An input of `flink.state.timers`."""
    job = _Job(random)
    steps: list[JSON] = []
    for _ in range(1 + random.randrange(_LONGEST if random.randrange(8) == 0 else _LONG)):
        steps += job.steps()
    if random.randrange(2):
        steps += job.moved()
    return {**job.document, "steps": steps}


class _Job:
    """What can be done next while a history is drawn."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._groups = random.choice(_GROUPS)
        kind = values.key_type(random)
        if not isinstance(kind, str) and "sql-timestamp" in names(kind):
            kind = "string"  # bytes behind a null one are read as others, and as the length of a list
        namespaces = random.choice(values.NAMESPACES)
        self._keys = [values.value(random, kind) for _ in range(1 + random.randrange(12))]
        self._namespaces = [values.value(random, namespaces) for _ in range(1 + random.randrange(3))]
        self._times = [str(numbers.mostly(random, 5)) for _ in range(1 + random.randrange(4))]
        self._snapshots: list[str] = []
        whole = random.randrange(4) > 0
        self.document: JSON = {
            "maxParallelism": self._groups,
            "range": {"start": 0, "end": self._groups - 1} if whole else self._range(),
            "keyType": kind,
            "namespaceType": namespaces,
        }

    def steps(self) -> list[JSON]:
        """One step, or a few that belong together."""
        random = self._random
        match random.randrange(16):
            case 0:
                name = random.choice("abc")
                self._snapshots = [*(known for known in self._snapshots if known != name), name]
                return [{"op": "snapshot", "name": name}]
            case 1 if self._snapshots:
                count = 1 + random.randrange(len(self._snapshots))
                taken = random.sample(self._snapshots, count if random.randrange(3) == 0 else 1)
                whole = {"start": 0, "end": self._groups - 1}
                return [{"op": "restore", "range": random.choice((whole, whole, self._range())), "from": taken}]
            case 2:
                return [self._advance(random.choice(("advanceWatermark", "advanceWatermark", "advanceProcessingTime")))]
            case 3:
                return [self._call()]
            case _:
                chosen = _NULL if random.randrange(40) == 0 else random.choice(self._keys)
                return [{"op": "setCurrentKey", "key": chosen}, self._call()]

    def moved(self) -> list[JSON]:
        """All that there is goes to another subtask, and fires there."""
        whole = {"start": 0, "end": self._groups - 1}
        return [
            {"op": "snapshot", "name": "d"},
            {"op": "restore", "range": whole, "from": ["d"]},
            {"op": self._random.choice(("advanceWatermark", "advanceProcessingTime")), "timestamp": _ENDS[1]},
        ]

    def _advance(self, op: str) -> JSON:
        random = self._random
        step: JSON = {"op": op, "timestamp": self._time()}
        if random.randrange(3) == 0:
            step["onTimer"] = [
                [self._of_timer() for _ in range(random.randrange(3))] for _ in range(1 + random.randrange(3))
            ]
        return step

    def _call(self) -> JSON:
        of = self._of_timer()
        return {**of, "namespace": _NULL} if self._random.randrange(60) == 0 else of

    def _of_timer(self) -> JSON:
        random = self._random
        (op,) = random.choices([name for name, _ in _CALLS], [weight for _, weight in _CALLS])
        return {"op": op, "namespace": random.choice(self._namespaces), "timestamp": self._time()}

    def _time(self) -> str:
        random = self._random
        return random.choice(_ENDS) if random.randrange(24) == 0 else random.choice(self._times)

    def _range(self) -> JSON:
        ends = sorted((self._random.randrange(self._groups), self._random.randrange(self._groups)))
        return {"start": ends[0], "end": ends[1]}


def problems(document: JSON) -> Iterator[Problem]:
    """The broken rules of an input of `flink.state.timers`."""
    groups = document["maxParallelism"]
    if not 1 <= groups <= _MOST_GROUPS:
        yield "input.maxParallelism", f"is {groups}; write 1 to {_MOST_GROUPS}"
    yield from _of_range("input.range", document["range"], groups)
    yield from of_maps("input.keyType", document["keyType"])
    for name in names(document["keyType"]):
        if name in NO_KEYS:
            yield "input.keyType", f"has {name} in it, which has no hash code of its own; write a type of keys"
    if document["namespaceType"] not in values.NAMESPACES:
        named = name_of(document["namespaceType"])
        yield "input.namespaceType", f"is {named}; write one of {', '.join(values.NAMESPACES)}"
    taken: set[str] = set()
    for i, step in enumerate(document["steps"]):
        yield from _of_step(f"input.steps[{i}]", step, document, taken)


def _of_step(path: str, step: JSON, document: JSON, taken: set[str]) -> Iterator[Problem]:
    match step["op"]:
        case "setCurrentKey":
            yield from of_type(f"{path}.key", step["key"], document["keyType"])
        case "snapshot":
            taken.add(step["name"])
        case "restore":
            yield from _of_range(f"{path}.range", step["range"], document["maxParallelism"])
            for at, name in enumerate(step["from"]):
                if name not in taken:
                    yield f"{path}.from[{at}]", f"there is no snapshot {name!r} yet; take it in a step before"
        case "advanceWatermark" | "advanceProcessingTime":
            yield from _of_callbacks(path, step.get("onTimer", ()), document["namespaceType"])
        case _:
            yield from of_type(f"{path}.namespace", step["namespace"], document["namespaceType"])


def _of_range(path: str, bounds: JSON, groups: int) -> Iterator[Problem]:
    if not 0 <= bounds["start"] <= bounds["end"] < groups:
        yield path, f"is {bounds['start']} to {bounds['end']}; write a range within 0 to {groups - 1}"


def _of_callbacks(path: str, on_timer: list[list[JSON]], kind: JSON) -> Iterator[Problem]:
    for i, calls in enumerate(on_timer):
        for j, call in enumerate(calls):
            place = f"{path}.onTimer[{i}][{j}].namespace"
            if call["namespace"]["type"] == "null":
                yield place, "is null, which would end the firing; write a namespace"
            yield from of_type(place, call["namespace"], kind)
