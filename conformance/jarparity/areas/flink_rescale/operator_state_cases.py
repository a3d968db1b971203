"""Cases of `flink.rescale.operator-state`: who restores which elements of lists, unions and broadcasts.

Most are in `cases.json`, where a state is its mode and its number of elements; here are those of many files or states.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity.case_collector import Cases

if TYPE_CHECKING:
    from jarparity.answers import JSON

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
