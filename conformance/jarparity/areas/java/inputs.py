"""How strings and histories of hash tables are drawn: equal hash codes, resizes, bins that become trees and lists."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

from jarparity.values import texts, utf16
from jarparity.values.utf16 import joined, string_with_hash

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from random import Random

    from jarparity.answers import JSON

_FAMILY: Final = tuple("".join(parts) for parts in itertools.product(("Aa", "BB"), repeat=5))
"""Strings of one hash code. Eleven of them make a tree: at the ninth and tenth the table grows to 64 first."""
_BIN: Final = 64


def string_hash(random: Random) -> JSON:
    """An input of `java.string.hash`."""
    return {"a": texts.java_string(random)}


def string_compare(random: Random) -> JSON:
    """An input of `java.string.compare`: two strings, half of them with a common beginning."""
    start = texts.plain_text(random, 12) if random.randrange(2) else ""
    return {"a": joined(start + texts.java_string(random, 6)), "b": joined(start + texts.java_string(random, 6))}


def hash_map(random: Random) -> JSON:
    """An input of `java.hash-map.order`: put and computeIfAbsent, and removals."""
    return _history(random, ("put", "computeIfAbsent"))


def hash_set(random: Random) -> JSON:
    """An input of `java.hash-set.order`: add, and removals."""
    return _history(random, ("add",))


def _history(random: Random, inserts: Sequence[str]) -> JSON:
    match random.randrange(6):
        case 0:
            pool = _strings(dict.fromkeys(texts.java_string(random, 8) for _ in range(1 + random.randrange(30))))
        case 1:
            stem, first = random.choice(("topic-", "t", "consumer-", "Z0")), random.randrange(1000)
            pool = _strings(f"{stem}{n}" for n in range(first, first + 1 + random.randrange(110)))
        case 2:
            pool = _partitions(random)
        case 3:
            return _grown_tree(random, inserts)
        case _:
            pool = _colliding(random)
    removals = random.choice((0, 0, 2, 4))
    steps: list[JSON] = []
    for key in pool:
        steps.append({"op": random.choice(inserts), "key": key})
        if random.randrange(10) < removals:
            steps.append({"op": "remove", "key": random.choice(pool)})
    if random.randrange(4) == 0:  # a tree that loses most of its keys is a list again
        steps += [{"op": "remove", "key": key} for key in random.sample(pool, random.randrange(len(pool)))]
    steps += [
        {"op": random.choice((*inserts, "remove")), "key": random.choice(pool)} for _ in range(random.randrange(12))
    ]
    return {"steps": steps}


def _colliding(random: Random) -> list[JSON]:
    """Keys of one hash code, and keys that share their bin."""
    family = random.sample(_FAMILY, 9 + random.randrange(12)) if random.randrange(4) else []
    base = random.getrandbits(30)
    others = [string_with_hash(base + _BIN * random.randrange(900)) for _ in range(random.randrange(9, 24))]
    pool = [*family, *(others if random.randrange(2) or not family else ())]
    random.shuffle(pool)
    return _strings(dict.fromkeys(pool))


def _grown_tree(random: Random, inserts: Sequence[str]) -> JSON:
    """A tree that loses keys, then moves or is shared out as the table grows, then changes again."""
    ends = random.choice((("",), ("!", "a")))  # those two endings make hash codes 64 apart: the tree is shared out
    family = [text + end for text in _FAMILY[: random.choice((11, 13, 18))] for end in ends]
    random.shuffle(family)
    keys = _strings(family)
    gone = random.sample(keys, random.choice((0, 0, 2, len(keys) - 7, len(keys) - 6, len(keys) - 5)))
    fillers = _strings(f"k{n}" for n in range(49 - len(keys) + len(gone)))
    insert = itertools.cycle(inserts)
    steps = [{"op": next(insert), "key": key} for key in keys]
    steps += [{"op": "remove", "key": key} for key in gone]
    steps += [{"op": next(insert), "key": key} for key in fillers]
    steps += [{"op": random.choice((*inserts, "remove")), "key": random.choice(keys)} for _ in range(12)]
    return {"steps": steps}


def _partitions(random: Random) -> list[JSON]:
    """Topic-partitions with different hash codes, for Java orders equal ones by identity; often in one bin."""
    found: dict[int, JSON] = {}
    for topic in random.sample(("t", "topic", "orders.1", "Aa", "BB", "é", "Z0"), 1 + random.randrange(2)):
        stride = random.choice((1, 7, 16, _BIN, _BIN, 7 * _BIN))
        for _ in range(1 + random.randrange(40)):
            # Few strides reach the bits that the spreading folds down, so most of these share a bin.
            partition = stride * random.randrange(random.choice((33, 200)))
            code = (31 * (31 + partition) + utf16.string_hash(topic)) % (1 << 32)
            found.setdefault(code, {"type": "topic-partition", "value": [topic, partition]})
    return list(found.values())


def _strings(values: Iterable[str]) -> list[JSON]:
    return [{"type": "string", "value": text} for text in values]
