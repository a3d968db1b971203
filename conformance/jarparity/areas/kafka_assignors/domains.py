"""Every small consumer group, for each of Kafka's assignors: members A, B, C; topics t and u of 0 to 3 partitions."""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from jarparity.domains import NUMBERED, Part, SmallScope
from jarparity.values import sticky_bytes
from jarparity.values.consumer_versions import OWNED, RACKS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from jarparity.answers import JSON

_MEMBERS: Final = ("A", "B", "C")
_TOPICS: Final = ("t", "u")
_SUBSCRIPTIONS: Final = ((), ("t",), ("u",), ("t", "u"))
_ODD_SUBSCRIPTIONS: Final = (*_SUBSCRIPTIONS, ("u", "t"), ("t", "t"))
_INSTANCES: Final = (None, "x", "y", "z")
_RACKS: Final = (None, "r", "s")
_REPLICA_RACKS: Final = ((), ("r",), ("s",), ("r", "s"))
_GENERATIONS: Final = (None, 1, 2)

_STICKY: Final = "kafka.assignor.sticky"
_COOPERATIVE: Final = "kafka.assignor.cooperative-sticky"


def _sizes(*choices: Sequence[int | None]) -> Iterator[tuple[str, dict[str, int]]]:
    """Every choice of the numbers of partitions: a name, and the topics; a topic of None isn't there."""
    for sizes in product(*choices):
        named = dict(zip(_TOPICS, sizes, strict=True))
        yield (
            "/".join(f"{topic}-{'absent' if size is None else size}" for topic, size in named.items()),
            {topic: size for topic, size in named.items() if size is not None},
        )


def _partitions(topics: dict[str, int]) -> list[tuple[str, int]]:
    return [(topic, number) for topic, size in topics.items() for number in range(size)]


def _group(topics: JSON, subscriptions: Sequence[Sequence[str]], more: Sequence[JSON]) -> JSON:
    members = [
        {"id": name, "topics": list(subscribed), **fields}
        for name, subscribed, fields in zip(_MEMBERS, subscriptions, more, strict=False)
    ]
    return {"topics": dict(topics), "members": members}


def _claim(operation: str, owned: Iterable[tuple[str, int]], generation: int | None) -> JSON:
    """The fields in which a member says what it owned, and when."""
    if operation == _STICKY:
        return {"userData": sticky_bytes.write(owned, generation).hex()}
    said = {} if generation is None else {"userData": sticky_bytes.write_generation(generation).hex()}
    return {"owned": [list(pair) for pair in owned], **said}


def _unowned(topics: JSON, *subscriptions: Sequence[str]) -> JSON:
    return _group(topics, subscriptions, [{}] * len(subscriptions))


def _owned(
    operation: str,
    topics: JSON,
    count: int,
    partitions: Sequence[tuple[str, int]],
    *chosen: Any,  # noqa: ANN401
) -> JSON:
    """Subscriptions, then the owner of each partition; who owns nothing says nothing."""
    owners = chosen[count:]
    more = []
    for name in _MEMBERS[:count]:
        owned = [pair for pair, owner in zip(partitions, owners, strict=True) if owner == name]
        more.append(_claim(operation, owned, 1) if owned else {})
    return _group(topics, chosen[:count], more)


def _claimed(operation: str, topics: JSON, count: int, *chosen: Any) -> JSON:  # noqa: ANN401 - choices of every type
    """Subscriptions, generations, then by partition the members that claim it."""
    generations, claims = chosen[count : 2 * count], chosen[2 * count :]
    more = [
        _claim(operation, _claimed_by(name, topics, claims), generation)
        for name, generation in zip(_MEMBERS, generations, strict=False)
    ]
    return _group(topics, chosen[:count], more)


def _in_fields(topics: JSON, count: int, *chosen: Any) -> JSON:  # noqa: ANN401 - as above
    """As `_claimed`, but the generation is the subscription's own, as from 3.4 on."""
    generations, claims = chosen[count : 2 * count], chosen[2 * count :]
    more = [
        {"owned": [list(pair) for pair in _claimed_by(name, topics, claims)], "generation": generation}
        for name, generation in zip(_MEMBERS, generations, strict=False)
    ]
    return _group(topics, chosen[:count], more)


def _claimed_by(name: str, topics: JSON, claims: Sequence[str]) -> list[tuple[str, int]]:
    return [pair for pair, by in zip(_partitions(topics), claims, strict=True) if name in by]


def _static(topics: JSON, *chosen: Any) -> JSON:  # noqa: ANN401 - as above
    """Subscriptions, then instance ids."""
    count = len(chosen) // 2
    return _group(topics, chosen[:count], [{"instance": instance} for instance in chosen[count:]])


def _racked(topics: JSON, count: int, *chosen: Any) -> JSON:  # noqa: ANN401 - as above
    """Subscriptions, racks of the members, then racks of each partition's replicas."""
    racks = iter(chosen[2 * count :])
    where = {
        topic: [{"partition": number, "racks": list(next(racks))} for number in range(size)]
        for topic, size in topics.items()
    }
    return _group(where, chosen[:count], [{"rack": rack} for rack in chosen[count : 2 * count]])


def _unowned_parts() -> Iterator[Part]:
    for count in range(len(_MEMBERS) + 1):
        for name, topics in _sizes((None, 0, 1, 2, 3), (None, 0, 1, 2, 3)):
            yield Part(f"plain/{count}/{name}", (_ODD_SUBSCRIPTIONS,) * count, partial(_unowned, topics))


def _static_parts() -> Iterator[Part]:
    for name, topics in _sizes((0, 1, 2), (0, 1, 2)):
        choices = (_SUBSCRIPTIONS,) * 3 + (_INSTANCES,) * 3
        yield Part(f"static/3/{name}", choices, partial(_static, topics), OWNED)


def _racked_parts() -> Iterator[Part]:
    for name, topics in _sizes((0, 1, 2), (0, 1)):
        choices = (_SUBSCRIPTIONS,) * 2 + (_RACKS,) * 2 + (_REPLICA_RACKS,) * sum(topics.values())
        yield Part(f"racks/2/{name}", choices, partial(_racked, topics, 2), RACKS)


def _owned_parts(operation: str) -> Iterator[Part]:
    for count in range(1, len(_MEMBERS) + 1):
        for name, topics in _sizes((0, 1, 2, 3), (0, 1, 2, 3)):
            there = _partitions(topics)
            choices = (_SUBSCRIPTIONS,) * count + ((None, *_MEMBERS[:count]),) * len(there)
            yield Part(f"owned/{count}/{name}", choices, partial(_owned, operation, topics, count, there))


def _gone_parts(operation: str) -> Iterator[Part]:
    claimed = _partitions({"t": 2, "u": 2})
    for count in (1, 2):
        for name, topics in _sizes((None, 0, 1, 2), (None, 0, 1, 2)):
            choices = (_SUBSCRIPTIONS,) * count + ((None, *_MEMBERS[:count]),) * len(claimed)
            yield Part(f"gone/{count}/{name}", choices, partial(_owned, operation, topics, count, claimed))


def _claimed_parts(operation: str) -> Iterator[Part]:
    for count, sizes, generations in ((2, (0, 1, 2), _GENERATIONS), (3, (0, 1), _GENERATIONS[1:])):
        anybody = tuple("".join(some) for some in product(*(("", name) for name in _MEMBERS[:count])))
        for name, topics in _sizes(sizes, sizes):
            choices = (_SUBSCRIPTIONS,) * count + (generations,) * count + (anybody,) * sum(topics.values())
            yield Part(f"claimed/{count}/{name}", choices, partial(_claimed, operation, topics, count))


def _field_parts() -> Iterator[Part]:
    anybody = ("", "B", "A", "AB")
    for name, topics in _sizes((0, 1, 2), (0, 1)):
        choices = (_SUBSCRIPTIONS,) * 2 + (_GENERATIONS,) * 2 + (anybody,) * sum(topics.values())
        yield Part(f"fields/2/{name}", choices, partial(_in_fields, topics, 2), RACKS)


def _sticky_parts(operation: str) -> Iterator[Part]:
    yield from _owned_parts(operation)
    yield from _gone_parts(operation)
    yield from _claimed_parts(operation)


_PLAIN: Final = (
    "plain: 0 to 3 members, t and u absent or of 0 to 3 partitions; by member its subscription: "
    "none, t, u, t u, u t, t t"
)
_STATIC: Final = (
    "static (2.4 on): 3 members, 0 to 2 partitions; subscriptions none, t, u, t u, then by member its instance: null, "
    "x, y, z"
)
_RACK: Final = (
    "racks (3.4 on): 2 members, t of 0 to 2, u of 0 or 1 partitions; subscriptions none, t, u, t u, then by member its "
    "rack: null, r, s, then by partition its racks: none, r, s, r s"
)
_HELD: Final = (
    "owned: 1 to 3 members, 0 to 3 partitions; subscriptions none, t, u, t u, then by partition its owner: nobody, A, "
    "B, C (in generation 1; who owns nothing claims nothing); gone: 1 or 2 members, t and u absent or of 0 to 2 "
    "partitions, likewise, but t 0, t 1, u 0, u 1 may be owned whether they are there or not; claimed: 2 members, 0 to "
    "2 partitions (3 members, 0 or 1 partition); subscriptions, then by member its generation: none, 1, 2 (1, 2), then "
    "by partition who claims it: any subset of the members, counted in binary, A the highest bit"
)
_FIELDS: Final = (
    "fields (3.4 on): as claimed, 2 members, t of 0 to 2, u of 0 or 1 partitions, the generation in the subscription's "
    "own field"
)


def _scope(operation: str, parts: Iterable[Part], *words: str) -> SmallScope:
    return SmallScope(operation, "; ".join((*words, NUMBERED)), tuple(parts))


DOMAINS: Final = (
    _scope("kafka.assignor.range", [*_unowned_parts(), *_static_parts(), *_racked_parts()], _PLAIN, _STATIC, _RACK),
    _scope("kafka.assignor.round-robin", [*_unowned_parts(), *_static_parts()], _PLAIN, _STATIC),
    _scope(_STICKY, [*_sticky_parts(_STICKY), *_racked_parts()], _HELD, _RACK),
    _scope(_COOPERATIVE, [*_sticky_parts(_COOPERATIVE), *_field_parts(), *_racked_parts()], _HELD, _FIELDS, _RACK),
)
"""A small scope for each assignor."""
