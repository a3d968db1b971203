"""Cases of `flink.rescale.*`; of operator state most are in `cases.json`, where a state is its mode and its size."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity.case_collector import Cases, named
from jarparity.values.boundary import KEYS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jarparity.answers import JSON
    from jarparity.cases import Case

_CHANGES = (
    (10, 3, 4),
    (30, 3, 4),
    (128, 1, 128),
    (128, 128, 1),
    (128, 4, 4),
    (128, 4, 5),
    (128, 5, 4),
    (128, 3, 7),
    (128, 7, 3),
    (128, 127, 128),
    (127, 126, 5),
    (7, 7, 6),
    (1, 1, 1),
    (720, 20, 24),
    (600, 179, 200),
    (32768, 2, 3),
)
"""Maximum, old and new parallelism."""

_RESTORED = ((30, 3, 4), (128, 4, 5), (128, 5, 4), (128, 1, 6), (128, 6, 1), (720, 20, 24), (7, 7, 5), (32768, 2, 3))
"""Changes that are made on real backends, one a subtask."""

_REFUSED = ((4, 5, 2), (4, 2, 5), (4, 0, 2), (4, 2, 0), (4, -1, 2), (4, 2, -1), (32769, 2, 3), (0, 0, 0), (-1, -2, -3))

_GAPS = (
    (179, 200, 181),
    (180, 223, 139),
    (205, 206, 123),
    (175, 197, 9),
    (182, 181, 90),
)
"""Old and new parallelism and a new subtask, some of whose records `RANGE` may leave to others."""

_INVALID = ((0, 3, 0), (-3, 2, 0), (-3, 2, 1), (3, 0, 0), (3, 2, -1), (3, 2, 2), (3, 2, 2**31 - 1))
"""Old and new parallelism and a subtask."""

_DOCUMENTED = {
    ("ROUND_ROBIN", 10, 4): "apache/flink:SubtaskStateMapper.ROUND_ROBIN",
    ("RANGE", 3, 2): "apache/flink:SubtaskStateMapper.RANGE",
}
"""Examples in the original's documentation."""

_MAPPERS = ("ARBITRARY", "FIRST", "FULL", "RANGE", "ROUND_ROBIN", "UNSUPPORTED")


def partitions() -> Iterable[Case]:
    """Cases of `flink.rescale.partitions`."""
    cases = Cases("flink.rescale.partitions")
    for change in (*_CHANGES, *_REFUSED, (2**31 - 1, 1, 100_000), (100_000, 1, 3), (4, 2, -100_000)):
        cases.add(_name(change), _rescale(change))
    return cases


def keyed_state() -> Iterable[Case]:
    """Cases of `flink.rescale.keyed-state`."""
    cases = Cases("flink.rescale.keyed-state")
    for change in (*_CHANGES, *_REFUSED):
        cases.add(_name(change), _rescale(change))
    for name, finished in {"first": [0], "last": [3], "two": [2, 1], "all": [0, 1, 2, 3], "none": []}.items():
        for new in (1, 4, 6):
            document = {**_rescale((128, 4, new)), "finished": finished}
            cases.add(f"finished/{name}/to-{new}", document)

    return cases


def restored_keys() -> Iterable[Case]:
    """Cases of `flink.rescale.restored-keys`: real snapshots, taken and restored."""
    cases = Cases("flink.rescale.restored-keys")
    users = [{"type": "string", "value": f"user_{n}"} for n in range(40)]
    for change in (*_RESTORED, *_REFUSED):
        cases.add(_name(change), {**_rescale(change), "keys": users})
    twice = {"keys": [*users[:5], *users[:3]], **_rescale((128, 2, 3))}
    cases.add("keys-twice", twice)
    for name, finished in {"first": [0], "all": [0, 1, 2]}.items():
        cases.add(f"finished/{name}", {**_rescale((128, 3, 2)), "keys": users, "finished": finished})
    for kind in ("string", "long", "integer", "short", "byte", "char", "boolean"):
        edge_keys = [{"type": kind, "value": value} for value in KEYS[kind].values()]
        cases.add(f"type/{kind}", {**_rescale((128, 5, 7)), "keys": edge_keys})
    return cases


def in_flight() -> Iterable[Case]:
    """Cases of `flink.rescale.in-flight`: small ones in full, and those that leave out an old subtask."""
    cases = Cases("flink.rescale.in-flight")
    for mode, old, new, index in _in_flight_edges():
        name = f"{mode.lower().replace('_', '-')}/{named(old)}-to-{named(new)}/subtask-{named(index)}"
        document = {"mode": mode, "oldParallelism": old, "newParallelism": new, "newIndex": index}
        cases.add(name, document, source=_DOCUMENTED.get((mode, old, new)))
    for old, new in ((-1, 1), (-2, 1), (-3, 1), (-4, 2)):  # Java allocates old / new + 1
        document = {"mode": "ROUND_ROBIN", "oldParallelism": old, "newParallelism": new, "newIndex": 0}
        cases.add(f"round-robin/capacity/{named(old)}-to-{new}", document)
    return cases


def _in_flight_edges() -> Iterator[tuple[str, int, int, int]]:
    for mode, old, new in _DOCUMENTED:
        yield from ((mode, old, new, index) for index in range(new))
    for old, new in product(range(1, 6), repeat=2):
        yield from (("RANGE", old, new, index) for index in range(new))
        yield from (("ROUND_ROBIN", old, new, index) for index in range(new))
    for mode, (old, new) in product(_MAPPERS, ((3, 5), (5, 3), (4, 4))):
        yield from ((mode, old, new, index) for index in (0, 1, new - 1))
    for mode, (old, new, index) in product(_MAPPERS, _INVALID):
        yield mode, old, new, index
    for old, new, index in _GAPS:
        yield from (("RANGE", old, new, near) for near in (index - 1, index, index + 1))
    for old, new, index in ((1, 32768, 32767), (32768, 1, 0), (32768, 32768, 17), (2, 32767, 16383)):
        yield "RANGE", old, new, index


def _name(change: tuple[int, int, int]) -> str:
    limit, old, new = map(named, change)
    return f"max-{limit}/{old}-to-{new}"


def _rescale(change: tuple[int, int, int]) -> JSON:
    limit, old, new = change
    return {"maxParallelism": limit, "oldParallelism": old, "newParallelism": new}


_FILE: Final = Path(__file__).with_name("cases.json")


def operator_state() -> Cases:
    """Cases of `flink.rescale.operator-state`."""
    cases = Cases("flink.rescale.operator-state").read(_FILE, expand)
    for parallelism in (63, 64, 65, 128):
        files: list[list[JSON]] = [[_file(f"h{i}", "BROADCAST", ["s"])] for i in range(parallelism)]
        files[0].append(_file("more", "BROADCAST", ["s"]))
        cases.add(f"broadcast/all-reported/of-{parallelism}", _rescaled(files, parallelism), source="FLINK-38131")
    for label, count in {"resized": 13, "resized-twice": 30}.items():
        names = [f"state-{i}" for i in range(count)]
        for new in (3, 5):
            files = [[_file(f"h{i}", "SPLIT_DISTRIBUTE", names)] for i in range(2)]
            cases.add(f"order/{label}/to-{new}", _rescaled(files, new))
    return cases


def expand(_: str, document: JSON) -> JSON:
    """Subtasks with the offsets of their states' elements, eight bytes each, in the order of the file."""
    return {**document, "subtasks": [[_offsets(file) for file in files] for files in document["subtasks"]]}


def _offsets(file: JSON) -> JSON:
    states, at = {}, 0
    for name, (mode, count) in file["states"].items():
        states[name] = {"mode": mode, "offsets": [str(at + 8 * i) for i in range(count)]}
        at += 8 * count
    return {**file, "states": states}


def _file(handle: str, mode: str, names: list[str]) -> JSON:
    return {"handle": handle, "states": dict.fromkeys(names, (mode, 1))}


def _rescaled(subtasks: list[list[JSON]], new: int) -> JSON:
    return expand("", {"oldParallelism": len(subtasks), "newParallelism": new, "subtasks": subtasks})
