"""Cases of the operations that take a key: its key group, operator and channel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.case_collector import Cases, named
from jarparity.values import boundary as edges
from jarparity.values.boundary.keys import key
from jarparity.values.published import AGENTS, FLINK_STRINGS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jarparity.answers import JSON
    from jarparity.cases import Case


_PLAIN = ("string", "long", "integer", "short", "double", "boolean")
_OTHER_LIMITS = (10, 720, 32768)
_HOSTILE_LIMITS = (0, -1, -128, 32769, 100_000, 2**31 - 1, -(2**31))

_TELLING = (
    ("string", "user"),
    ("long", "minus-one"),
    ("integer", "murmur-minimum"),
    ("integer", "zero"),
    ("null", "null"),
)

_PARALLELISMS = {128: (1, 2, 3, 4, 7, 100, 128), 10: (3,), 720: (7, 20, 719), 32768: (5, 32768)}
_HOSTILE_PARALLELISMS = (0, -1, 129, 32769, 2**31 - 1, -(2**31))


def _edges(kinds: Iterable[str] = tuple(edges.KEYS)) -> Iterator[tuple[str, JSON]]:
    for kind in kinds:
        for label, value in edges.KEYS[kind].items():
            yield f"{kind}/{label}", key(kind, value)


def key_groups() -> Iterable[Case]:
    """Cases of `flink.key-group.of-key`."""
    cases = Cases("flink.key-group.of-key")
    for text, source in FLINK_STRINGS.items():
        cases.add(f"published/string-{text}", {"key": key("string", text), "maxParallelism": 128}, source=source)
    cases.add("published/agents-long-one", {"key": key("long", "1"), "maxParallelism": 128}, source=AGENTS)
    cases.add("published/agents-string-one", {"key": key("string", "1"), "maxParallelism": 128}, source=AGENTS)
    for name, document in _edges():
        cases.add(f"{name}/max-128", {"key": document, "maxParallelism": 128})
    for name, document in _edges(_PLAIN):
        for limit in _OTHER_LIMITS:
            cases.add(f"{name}/max-{limit}", {"key": document, "maxParallelism": limit})
    for kind, label in _TELLING:
        document = key(kind, edges.KEYS[kind][label])
        for limit in _HOSTILE_LIMITS:
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
    for name, document in _edges():
        cases.add(f"{name}/max-128/of-7", {"key": document, "maxParallelism": 128, field: 7})
    for kind, label in _TELLING:
        document = key(kind, edges.KEYS[kind][label])
        for limit, parallelisms in _PARALLELISMS.items():
            for parallelism in parallelisms:
                name = f"{kind}/{label}/max-{limit}/of-{parallelism}"
                cases.add(name, {"key": document, "maxParallelism": limit, field: parallelism})
        for parallelism in _HOSTILE_PARALLELISMS:
            name = f"{kind}/{label}/max-128/of-{named(parallelism)}"
            cases.add(name, {"key": document, "maxParallelism": 128, field: parallelism})
        for limit in _HOSTILE_LIMITS:
            name = f"{kind}/{label}/max-{named(limit)}/of-4"
            cases.add(name, {"key": document, "maxParallelism": limit, field: 4})

    return cases
