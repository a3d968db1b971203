"""How histories of a pre-keyed stream are drawn: splits that come, go and move, records, jobs that are rescaled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from random import Random

    from jarparity.answers import JSON

_SPLITS: Final = ("a", "b", "c", "d", "e", "orders-0", "orders-10", "file:///a.csv", "", "é", "\U0001f600")
_KEYS: Final = ("k", "l", "m", "user_1")
_KINDS: Final = ("add", "add", "add", "remove", "record", "record", "record", "rescale", "dump")


def mapping(random: Random) -> JSON:
    """An input of `flink.prekeyed.mapping`: few key groups, so that they run out, and few keys, so that they meet."""
    most, parallelism, operator = _job(random)
    there: list[str] = []
    steps: list[JSON] = []
    sensible = random.randrange(4) != 0
    for _ in range(random.randrange(31)):
        kind = random.choice(_KINDS)
        if kind == "add":
            there.append(random.choice(_SPLITS) if random.randrange(3) else f"s{random.randrange(100)}")
            steps.append({"op": "addSplit", "split": there[-1]})
        elif kind == "rescale":
            steps.append({"op": "rescale", "parallelism": 1 + random.randrange(max(1, min(most, 8)))})
        elif kind == "dump" or (sensible and not there):
            steps.append({"op": "dump"})
        elif kind == "remove":
            gone = there.pop(random.randrange(len(there))) if sensible else random.choice(_SPLITS)
            steps.append({"op": "removeSplit", "split": gone})
        else:
            steps.append(_record(random, random.choice(there) if sensible else random.choice(_SPLITS)))
        if random.randrange(4) == 0 and steps[-1]["op"] != "rescale":
            steps[-1]["operator"] = random.randrange(max(1, min(parallelism, 4)))
    if random.randrange(2):
        steps.append({"op": "dump"})
    return {"maxParallelism": most, "parallelism": parallelism, "operator": operator, "steps": steps}


def _job(random: Random) -> tuple[int, int, int]:
    """Max parallelism, parallelism, and operator index; one in eight are those of no job."""
    if random.randrange(8) == 0:
        return random.randrange(-1, 10), random.randrange(-1, 10), random.randrange(-1, 10)
    most = random.choice((1, 2, 3, 5, 8, 13, 30, 128, 720, 1000))
    parallelism = 1 + random.randrange(min(most, 8))
    return most, parallelism, random.randrange(parallelism)


def _record(random: Random, split: str) -> JSON:
    key = {"type": "string", "value": random.choice(_KEYS)} if random.randrange(8) else {"type": "null"}
    value = {"value": random.choice((None, "1", "22", "é"))} if random.randrange(2) else {}
    return {"op": "record", "key": key, "split": split, **value}
