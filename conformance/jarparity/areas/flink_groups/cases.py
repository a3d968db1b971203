"""Cases of key groups: of keys and hash codes, their operators and channels, parallelisms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.case_collector import Cases, named
from jarparity.values import boundary as edges
from jarparity.values.boundary.keys import key, labelled
from jarparity.values.published import AGENTS, FLINK_STRINGS, MAP_BUNDLE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jarparity.cases import Case

_LIMITS = (1, 2, 3, 7, 10, 100, 120, 127, 128, 129, 720, 1000, 4096, 32767, 32768)
_INVALID = (0, -1, -128, 32769, 100_000, 2**31 - 1, -(2**31))


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
    for invalid in _INVALID:
        add(5, invalid, 4)
        add(5, 128, invalid)
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
    for invalid in _INVALID:
        add(invalid, 4, 1)
        add(128, invalid, 1)
    add(4, 7, 0)
    add(127, 128, 0)

    return cases


def default_max_parallelism() -> Iterable[Case]:
    """Cases of `flink.key-group.default-max-parallelism`: where 1.5 times it crosses a power of two."""
    cases = Cases("flink.key-group.default-max-parallelism")
    for name, parallelism in edges.PARALLELISMS.items():
        cases.add(f"edge/{name}", {"parallelism": parallelism})
    for power in range(7, 16):
        just_above = (1 << power) * 2 // 3
        for offset in (-2, -1, 0, 1, 2):
            cases.add(f"crossing-{1 << power}/{named(offset)}", {"parallelism": just_above + offset})
    return cases


def check_parallelism() -> Iterable[Case]:
    """Cases of `flink.key-group.check-parallelism`."""
    cases = Cases("flink.key-group.check-parallelism")
    for name, parallelism in edges.PARALLELISMS.items():
        cases.add(f"edge/{name}", {"parallelism": parallelism})
    for offset in range(-3, 4):
        cases.add(f"near-bound/{named(offset)}", {"parallelism": 32768 + offset})
    return cases


_PLAIN = ("string", "long", "integer", "short", "double", "boolean")
_OTHER_LIMITS = (10, 720, 32768)
_TELLING = (
    ("string", "user"),
    ("long", "minus-one"),
    ("integer", "murmur-minimum"),
    ("integer", "zero"),
    ("null", "null"),
)

_PARALLELISMS = {128: (1, 2, 3, 4, 7, 100, 128), 10: (3,), 720: (7, 20, 719), 32768: (5, 32768)}
_INVALID_PARALLELISMS = (0, -1, 129, 32769, 2**31 - 1, -(2**31))


def key_groups() -> Iterable[Case]:
    """Cases of `flink.key-group.of-key`."""
    cases = Cases("flink.key-group.of-key")
    for text, source in FLINK_STRINGS.items():
        cases.add(f"published/string-{text}", {"key": key("string", text), "maxParallelism": 128}, source=source)
    cases.add("published/agents-long-one", {"key": key("long", "1"), "maxParallelism": 128}, source=AGENTS)
    cases.add("published/agents-string-one", {"key": key("string", "1"), "maxParallelism": 128}, source=AGENTS)
    for name, document in labelled():
        cases.add(f"{name}/max-128", {"key": document, "maxParallelism": 128})
    for name, document in labelled(_PLAIN):
        for limit in _OTHER_LIMITS:
            cases.add(f"{name}/max-{limit}", {"key": document, "maxParallelism": limit})
    for kind, label in _TELLING:
        document = key(kind, edges.KEYS[kind][label])
        for limit in _INVALID:
            cases.add(f"{kind}/{label}/max-{named(limit)}", {"key": document, "maxParallelism": limit})
    return cases


def operators() -> Iterable[Case]:
    """Cases of `flink.key-group.operator-of-key`."""
    return _placed("flink.key-group.operator-of-key", "parallelism")


def channels() -> Iterable[Case]:
    """Cases of `flink.partitioner.channel`."""
    return _placed("flink.partitioner.channel", "channels")


def _placed(operation: str, field: str) -> Iterable[Case]:
    cases = Cases(operation)
    for name, document in labelled():
        cases.add(f"{name}/max-128/of-7", {"key": document, "maxParallelism": 128, field: 7})
    for kind, label in _TELLING:
        document = key(kind, edges.KEYS[kind][label])
        for limit, parallelisms in _PARALLELISMS.items():
            for parallelism in parallelisms:
                name = f"{kind}/{label}/max-{limit}/of-{parallelism}"
                cases.add(name, {"key": document, "maxParallelism": limit, field: parallelism})
        for parallelism in _INVALID_PARALLELISMS:
            name = f"{kind}/{label}/max-128/of-{named(parallelism)}"
            cases.add(name, {"key": document, "maxParallelism": 128, field: parallelism})
        for limit in _INVALID:
            name = f"{kind}/{label}/max-{named(limit)}/of-4"
            cases.add(name, {"key": document, "maxParallelism": limit, field: 4})

    return cases
