"""Every small group, for each assignor of the coordinator: members A, B, C; topics t and u of 0 to 3 partitions."""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from jarparity.areas.kafka_group_assignors.inputs import topic_id
from jarparity.domains import NUMBERED, Part, SmallScope

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from jarparity.answers import JSON

_MEMBERS: Final = ("A", "B", "C")
_TOPICS: Final = ("t", "u")
_SUBSCRIPTIONS: Final = ((), ("t",), ("u",), ("t", "u"))
_INSTANCES: Final = (None, "x", "y", "z")
_GONE: Final = (("t", 0), ("t", 1), ("u", 0), ("u", 1))
_ASSIGNABLE_SINCE: Final = "4.1.1"


def _sizes(*choices: Sequence[int | None]) -> Iterator[tuple[str, dict[str, int | None]]]:
    """Every choice of the numbers of partitions: a name, and the topics."""
    for sizes in product(*choices):
        named = dict(zip(_TOPICS, sizes, strict=True))
        yield "/".join(f"{topic}-{'absent' if size is None else size}" for topic, size in named.items()), named


def _partitions(topics: dict[str, int | None]) -> list[tuple[str, int]]:
    return [(topic, number) for topic, size in topics.items() for number in range(size or 0)]


def _owned(topics: JSON, count: int, partitions: Sequence[tuple[str, int]], *chosen: Any) -> JSON:  # noqa: ANN401
    """Subscriptions, then by partition who has it."""
    owners = dict(zip(partitions, chosen[count:], strict=True))
    return _group(
        topics,
        [
            {
                "id": name,
                "topics": list(subscribed),
                "target": _by_topic(pair for pair in partitions if name in owners[pair]),
            }
            for name, subscribed in zip(_MEMBERS, chosen[:count], strict=False)
        ],
    )


def _assignable(topics: JSON, count: int, partitions: Sequence[tuple[str, int]], *chosen: Any) -> JSON:  # noqa: ANN401
    """As `_owned`, then by partition whether it may be assigned."""
    may = chosen[count + len(partitions) :]
    document = _owned(topics, count, partitions, *chosen[: count + len(partitions)])
    free = [pair for pair, assignable in zip(partitions, may, strict=True) if assignable]
    return {**document, "assignable": {topic: [] for topic in topics} | _by_topic(free)}


def _static(topics: JSON, *chosen: Any) -> JSON:  # noqa: ANN401 - choices of every type
    """Subscriptions, then instance ids."""
    count = len(chosen) // 2
    return _group(
        topics,
        [
            {"id": name, "topics": list(subscribed), "target": {}, "instance": instance}
            for name, subscribed, instance in zip(_MEMBERS, chosen[:count], chosen[count:], strict=True)
        ],
    )


def _group(topics: JSON, members: list[JSON]) -> JSON:
    numbered = enumerate(topics.items(), 1)
    return {
        "topics": {name: {"id": topic_id(number), "partitions": size} for number, (name, size) in numbered},
        "members": members,
    }


def _by_topic(pairs: Iterable[tuple[str, int]]) -> JSON:
    found: dict[str, list[int]] = {}
    for topic, partition in pairs:
        found.setdefault(topic, []).append(partition)
    return found


def _owned_parts() -> Iterator[Part]:
    yield Part("owned/0/t-1/u-1", (), partial(_group, {"t": 1, "u": 1}, []))
    for count in range(1, len(_MEMBERS) + 1):
        for name, topics in _sizes((0, 1, 2, 3), (0, 1, 2, 3)):
            there = _partitions(topics)
            choices = (_SUBSCRIPTIONS,) * count + (("", *_MEMBERS[:count]),) * len(there)
            yield Part(f"owned/{count}/{name}", choices, partial(_owned, topics, count, there))


def _gone_parts() -> Iterator[Part]:
    for count in (1, 2):
        for name, topics in _sizes((None, 0, 1, 2), (None, 0, 1, 2)):
            choices = (_SUBSCRIPTIONS,) * count + (("", *_MEMBERS[:count]),) * len(_GONE)
            yield Part(f"gone/{count}/{name}", choices, partial(_owned, topics, count, _GONE))


def _shared_parts() -> Iterator[Part]:
    for count, sizes in ((2, (0, 1, 2)), (3, (0, 1))):
        anybody = tuple("".join(some) for some in product(*(("", name) for name in _MEMBERS[:count])))
        for name, topics in _sizes(sizes, sizes):
            there = _partitions(topics)
            choices = (_SUBSCRIPTIONS,) * count + (anybody,) * len(there)
            yield Part(f"shared/{count}/{name}", choices, partial(_owned, topics, count, there))


def _static_parts() -> Iterator[Part]:
    for name, topics in _sizes((0, 1, 2), (0, 1, 2)):
        choices = (_SUBSCRIPTIONS,) * 3 + (_INSTANCES,) * 3
        yield Part(f"static/3/{name}", choices, partial(_static, topics))


def _assignable_parts() -> Iterator[Part]:
    anybody = ("", "B", "A", "AB")
    for name, topics in _sizes((0, 1, 2), (0, 1)):
        there = _partitions(topics)
        choices = (_SUBSCRIPTIONS,) * 2 + (anybody,) * len(there) + ((False, True),) * len(there)
        yield Part(f"assignable/2/{name}", choices, partial(_assignable, topics, 2, there), _ASSIGNABLE_SINCE)


_OWNED: Final = (
    "owned: 0 to 3 members, 0 to 3 partitions; by member its subscription: none, t, u, t u, then by partition who has "
    "it: nobody, A, B, C; gone: 1 or 2 members, t and u without metadata or of 0 to 2 partitions, likewise, but t 0, "
    "t 1, u 0, u 1 may be had whether they are there or not; shared: 2 members, 0 to 2 partitions (3 members, 0 or 1 "
    "partition); subscriptions, then by partition who has it: any subset of the members, counted in binary, A the "
    "highest bit"
)
_STATIC: Final = (
    "static: 3 members, 0 to 2 partitions; subscriptions, then by member its instance: null, x, y, z; no targets"
)
_ASSIGNABLE: Final = (
    "assignable (4.1 on): 2 members, t of 0 to 2, u of 0 or 1 partitions; as shared, then by partition whether it may "
    "be assigned: no, yes"
)


def _scope(assignor: str, more: Iterable[Part], *words: str) -> SmallScope:
    parts = (*_owned_parts(), *_gone_parts(), *_shared_parts(), *more)
    return SmallScope(f"kafka.group.assignor.{assignor}", "; ".join((_OWNED, *words, NUMBERED)), parts)


DOMAINS: Final = (
    _scope("uniform", ()),
    _scope("range", _static_parts(), _STATIC),
    _scope("simple", _assignable_parts(), _ASSIGNABLE),
)
"""A small scope for each assignor."""
