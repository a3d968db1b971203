"""Cases of `flink.prekeyed.mapping`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.case_collector import Cases, named

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.answers import JSON
    from jarparity.cases import Case

_DUMP = {"op": "dump"}
_NAMES = ("orders-0", "orders-1", "orders-2", "orders-10", "file:///a.csv", "", "é", "\U0001f600")
_JOBS = ((1, 1, 0), (4, 1, 0), (4, 2, 1), (10, 3, 1), (128, 4, 1), (600, 179, 161), (32768, 32768, 5))


def mappings() -> Iterable[Case]:
    """Every kind of step and of fault by hand, on jobs of many shapes, then seeded histories."""
    cases = Cases("flink.prekeyed.mapping")
    for name, steps in _documented().items():
        for job in _JOBS:
            shape = "-".join(map(str, job))
            cases.add(f"{name}/of-{shape}", _history(job, steps))
    for job in ((8, 2, 2), (8, 2, -1), (8, 9, 0), (0, 1, 0), (8, 0, 0), (32769, 1, 0), (-5, 1, 0)):
        shape = "-".join(map(named, job))
        cases.add(f"no-such-subtask/of-{shape}", _history(job, [_add("a"), _record("a", "k"), _DUMP]))
    cases.add("records/of-32768-1-0", _history((32768, 1, 0), _documented()["records"]))
    cases.add("no-steps", _history((8, 2, 1), []))
    for count in (31, 32, 33, 64):
        steps = [_add(f"s{n}") for n in range(count)]
        cases.add(f"as-many-as-key-groups/{count}", _history((128, 4, 3), steps))
    return cases


def _documented() -> dict[str, list[JSON]]:
    """Histories that make sense on any job; where there are fewer key groups than splits, some steps fail."""
    two = [_add("a"), _add("b"), _record("a", "k", "1"), _record("b", "k", "2")]
    return {
        "splits-come": [_add("a"), _add("b"), _add("c")],
        "splits-go-and-come": [_add("a"), _add("b"), _remove("a"), _add("c"), _add("d"), _remove("b"), _add("a")],
        "gaps": [*map(_add, "abcdef"), *map(_remove, "bde"), _add("x"), _remove("a"), *map(_add, "yz")],
        "records": [*two, _record("a", "k"), _record("a", "l", "3"), _record("b", "k", None), _record("b", "k"), _DUMP],
        "twice": [_add("a"), _add("a"), _remove("a"), _remove("a"), _add("a")],
        "unknown-split": [_record("a", "k", "1"), _remove("a"), _add("a"), _record("b", "k", "1"), _DUMP],
        "after-removal": [*two, _remove("a"), _record("a", "k"), _DUMP],
        "reused-group-shows-old-state": [*two, _remove("a"), _add("c"), _record("c", "k"), _record("c", "l"), _DUMP],
        "returns-to-another-group": [*two, _remove("a"), _remove("b"), _add("b"), _record("b", "k"), _DUMP],
        "null-key": [_add("a"), _record("a", None, "1"), _record("a", "k", "1"), _record("a", None), _DUMP],
        "names": [*map(_add, _NAMES[:4]), _record("orders-1", "", ""), _record("orders-2", "\ud800", "\udfff"), _DUMP],
        "keys-in-order": [
            _add("a"),
            *(_record("a", key, "1") for key in ("b", "", "a", "\uffff", "\U00010000")),
            _DUMP,
        ],
        "moves-without-state": [
            {**_add("a"), "operator": 0},
            {**_record("a", "k", "1"), "operator": 0},
            {**_remove("a"), "operator": 0},
            {**_add("a"), "operator": 1},
            {**_record("a", "k", "2"), "operator": 1},
            {**_DUMP, "operator": 0},
            {**_DUMP, "operator": 1},
        ],
        "rescaled-down": [*two, {"op": "rescale", "parallelism": 1}, *_look(0)],
        "rescaled-up": [*two, {"op": "rescale", "parallelism": 4}, *_look(0), *_look(1), *_look(2)],
        "rescaled-to-all-groups": [*two, {"op": "rescale", "parallelism": 10}, *_look(0), *_look(4), *_look(9)],
        "rescaled-twice": [
            *two,
            {"op": "rescale", "parallelism": 3},
            {**_add("c"), "operator": 0},
            {"op": "rescale", "parallelism": 2},
            *_look(0),
            *_look(1),
        ],
        "rescaled-to-nothing": [
            *two,
            {"op": "rescale", "parallelism": 0},
            {"op": "rescale", "parallelism": 32769},
            _DUMP,
        ],
        "rescaled-empty": [{"op": "rescale", "parallelism": 2}, {**_add("a"), "operator": 1}],
        "in-two-subtasks": [
            {**_add("a"), "operator": 0},
            {**_add("a"), "operator": 1},
            {"op": "rescale", "parallelism": 1},
            {**_remove("a"), "operator": 1},
            {"op": "rescale", "parallelism": 1},
            *_look(0),
        ],
        "no-such-operator": [{**_add("a"), "operator": 99999}, {**_DUMP, "operator": -1}],
    }


def _look(operator: int) -> list[JSON]:
    """What a subtask has after rescaling: the splits' values, the key group that the next split gets, everything."""
    steps = [_record("a", "k"), _record("b", "k", "4"), _add("new"), _DUMP]
    return [{**step, "operator": operator} for step in steps]


def _history(job: tuple[int, int, int], steps: list[JSON]) -> JSON:
    most, parallelism, operator = job
    return {"maxParallelism": most, "parallelism": parallelism, "operator": operator, "steps": steps}


def _add(split: str) -> JSON:
    return {"op": "addSplit", "split": split}


def _remove(split: str) -> JSON:
    return {"op": "removeSplit", "split": split}


def _record(split: str, key: str | None, *value: str | None) -> JSON:
    typed = {"type": "null"} if key is None else {"type": "string", "value": key}
    return {"op": "record", "split": split, "key": typed, **({"value": value[0]} if value else {})}
