"""Cases of the key-group arithmetic on numbers: groups of hash codes, their operators, ranges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.case_collector import Cases, named
from jarparity.values import boundary as edges
from jarparity.values.published import MAP_BUNDLE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jarparity.answers import JSON
    from jarparity.cases import Case

_LIMITS = (1, 2, 3, 7, 10, 100, 120, 127, 128, 129, 720, 1000, 4096, 32767, 32768)
_HOSTILE = (0, -1, -128, 32769, 100_000, 2**31 - 1, -(2**31))


def of_hash() -> Iterable[Case]:
    """Cases of `flink.key-group.of-hash`."""
    cases = Cases("flink.key-group.of-hash")
    for label, code in edges.HASH_CODES.items():
        for name, limit in edges.MAX_PARALLELISMS.items():
            cases.add(f"{label}/{name}", {"hash": code, "maxParallelism": limit})
    return cases


def _parallelisms(limit: int) -> Iterator[int]:
    """Telling parallelisms of a maximum parallelism."""
    telling = (1, 2, 3, 4, 7, limit // 3, limit // 2, limit // 2 + 1, limit - 1, limit)
    yield from sorted({n for n in telling if 1 <= n <= limit})


def operator_of_group() -> Iterable[Case]:
    """Cases of `flink.key-group.operator-of-group`."""
    cases = Cases("flink.key-group.operator-of-group")

    def add(group: int, limit: int, parallelism: int, source: str | None = None) -> None:
        name = f"max-{named(limit)}/of-{named(parallelism)}/group-{named(group)}"
        document = {"keyGroup": group, "maxParallelism": limit, "parallelism": parallelism}
        cases.add(name, document, source=source)

    add(193, 720, 20, MAP_BUNDLE)

    for limit in _LIMITS:
        for parallelism in _parallelisms(limit):
            boundary = -(-limit // parallelism)
            for group in sorted({0, boundary - 1, boundary, limit // 2, limit - 1} & set(range(limit))):
                add(group, limit, parallelism)
    for group in (-1, 128, 2**31 - 1, -(2**31)):
        add(group, 128, 7)
    for hostile in _HOSTILE:
        add(5, hostile, 4)
        add(5, 128, hostile)
    add(99_999, 100_000, 100_000)

    for limit, parallelism in ((1, 1), (1, 2), (2, 2)):  # -1 / 1 is -1, where -1 / 2 is 0
        add(-1, limit, parallelism)
    return cases


def range_of_operator() -> Iterable[Case]:
    """Cases of `flink.key-group.range-of-operator`."""
    cases = Cases("flink.key-group.range-of-operator")

    def add(limit: int, parallelism: int, operator: int, source: str | None = None) -> None:
        name = f"max-{named(limit)}/of-{named(parallelism)}/operator-{named(operator)}"
        document = {"maxParallelism": limit, "parallelism": parallelism, "operator": operator}
        cases.add(name, document, source=source)

    for operator in range(3):
        add(10, 3, operator)
    add(720, 20, 4, MAP_BUNDLE)
    for limit in _LIMITS:
        for parallelism in _parallelisms(limit):
            for operator in sorted(
                {0, 1, parallelism // 2, parallelism - 2, parallelism - 1} & set(range(parallelism))
            ):
                add(limit, parallelism, operator)
    for operator in (-1, 4, 5, 1000, 2**31 - 1, -(2**31)):
        add(128, 4, operator)
        add(100, 7, operator)
    for hostile in _HOSTILE:
        add(hostile, 4, 1)
        add(128, hostile, 1)
    add(4, 7, 0)
    add(127, 128, 0)

    return cases


def default_max_parallelism() -> Iterable[Case]:
    """Cases of `flink.key-group.default-max-parallelism`: where 1.5 times it crosses a power of two."""
    cases = Cases("flink.key-group.default-max-parallelism")
    for name, parallelism in edges.PARALLELISMS.items():
        cases.add(f"edge/{name}", {"parallelism": parallelism})
    for power in range(7, 16):
        crossing = (1 << power) * 2 // 3
        for offset in (-2, -1, 0, 1, 2):
            cases.add(f"crossing-{1 << power}/{named(offset)}", {"parallelism": crossing + offset})
    return cases


def check_parallelism() -> Iterable[Case]:
    """Cases of `flink.key-group.check-parallelism`."""
    cases = Cases("flink.key-group.check-parallelism")
    for name, parallelism in edges.PARALLELISMS.items():
        cases.add(f"edge/{name}", {"parallelism": parallelism})
    for offset in range(-3, 4):
        cases.add(f"near-bound/{named(offset)}", {"parallelism": 32768 + offset})
    return cases


_RELATIONS: dict[str, tuple[tuple[int, int], tuple[int, int]]] = {
    "equal": ((3, 9), (3, 9)),
    "before": ((0, 4), (6, 9)),
    "touching": ((0, 4), (5, 9)),
    "sharing-one": ((0, 5), (5, 9)),
    "overlapping": ((0, 6), (4, 9)),
    "same-start": ((2, 5), (2, 9)),
    "same-end": ((2, 9), (5, 9)),
    "inside": ((4, 5), (0, 9)),
    "one-in-many": ((7, 7), (0, 9)),
    "one-outside": ((10, 10), (0, 9)),
    "both-one": ((7, 7), (7, 7)),
    "whole": ((0, 32767), (100, 32767)),
    "empty": ((0, -1), (0, 9)),
    "both-empty": ((0, -1), (0, -1)),
    "inverted": ((5, 3), (0, 9)),
    "negative-start": ((-1, 3), (0, 9)),
    "negative": ((-5, -3), (-9, -1)),
    "ends-of-int": ((0, 2**31 - 1), (2**31 - 2, 2**31 - 1)),
    "least-int": ((-(2**31), 0), (0, 9)),
}


def intersections() -> Iterable[Case]:
    """Cases of `flink.key-group-range.intersection`."""
    cases = Cases("flink.key-group-range.intersection")
    for name, (a, b) in _RELATIONS.items():
        cases.add(name, {"a": _range(*a), "b": _range(*b)})
        cases.add(f"{name}-reversed", {"a": _range(*b), "b": _range(*a)})
    for start in range(6):
        for end in range(start, 6):
            cases.add(f"window-2-to-3/{start}-to-{end}", {"a": _range(2, 3), "b": _range(start, end)})
    largest = 2**31 - 1
    for name, bounds in {
        "upper-half": (2**30, largest),
        "all-but-0": (1, largest),
        "all-but-last": (0, largest - 1),
    }.items():
        cases.add(f"{name}/inside", {"a": _range(*bounds), "b": _range(2**30 + 5, 2**30 + 9)})
        cases.add(f"{name}/itself", {"a": _range(*bounds), "b": _range(*bounds)})
    return cases


def ranges_of() -> Iterable[Case]:
    """Cases of `flink.key-group-range.of`."""
    cases = Cases("flink.key-group-range.of")

    def add(name: str, bounds: tuple[int, int], other: tuple[int, int] | None, key_group: int, position: int) -> None:
        cases.add(name, _range_of(bounds, None if other is None else _range(*other), key_group, position))

    for position in (-1, 0, 1, 4, 5, 6, 2**31 - 1, -(2**31)):
        add(f"position/{named(position)}", (3, 7), (3, 7), 3, position)
    for key_group in (2, 3, 5, 7, 8, -1):
        add(f"key-group/{named(key_group)}", (3, 7), (3, 7), key_group, 0)
    for name, other in {"start": (2, 7), "end": (3, 8), "both": (0, 1), "empty": (1, 0), "null": None}.items():
        add(f"other/{name}", (3, 7), other, 5, 0)
    for name, bounds in {
        "empty": (0, -1),
        "inverted": (5, 3),
        "negative": (-3, -5),
        "ends-of-int": (2**31 - 1, -(2**31)),
    }.items():
        add(f"none/{name}", bounds, (9, 8), 0, 0)
        add(f"none/{name}/position-1", bounds, (0, 0), 0, 1)
    add("none/other-null", (1, 0), None, -1, 0)
    add("one", (0, 0), (0, 0), 0, 1)
    add("whole", (0, 32767), (0, 32767), 32767, 32768)
    for name, bounds in {"negative-start": (-1, 1), "all-ints": (0, 2**31 - 1), "least-int": (-(2**31), 0)}.items():
        add(f"refused/{name}", bounds, (0, 0), 0, 0)
        add(f"refused/{name}/as-other", (0, 0), bounds, 0, 0)
    add("all-but-0", (1, 2**31 - 1), (1, 2**31 - 1), 2**31 - 1, 2**31 - 1)

    return cases


def _range_of(bounds: tuple[int, int], other: JSON, key_group: int, position: int) -> JSON:
    return {"start": bounds[0], "end": bounds[1], "other": other, "keyGroup": key_group, "position": position}


def offsets() -> Iterable[Case]:
    """Cases of `flink.key-group-range.offsets`."""
    cases = Cases("flink.key-group-range.offsets")
    values = ["0", "10", str(2**31), str(2**63 - 1), "-1"]
    for start in (0, 1, 100):
        whole = {"range": _range(start, start + 4), "offsets": values}
        for shift in (-1, 0, 1, 3, 4, 5):
            cases.add(f"from-{start}/probe-{named(shift)}", {**whole, "probe": start + shift})
    for count in (0, 4, 6):
        cases.add(f"wrong-count/{count}", {"range": _range(0, 4), "offsets": ["7"] * count, "probe": 0})
    for name, bounds in {
        "empty": (0, -1),
        "inverted": (5, 3),
        "negative-start": (-1, 1),
        "all-ints": (0, 2**31 - 1),
    }.items():
        for count in (0, 1, 3):
            document = {"range": _range(*bounds), "offsets": ["7"] * count, "probe": 0}
            cases.add(f"{name}-range/{count}", document)
    for probe in (2**31 - 1, -(2**31)):
        cases.add(f"far-probe/{named(probe)}", {"range": _range(0, 1), "offsets": ["1", "2"], "probe": probe})

    return cases


def _range(start: int, end: int) -> JSON:
    return {"start": start, "end": end}
