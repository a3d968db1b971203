"""How changes of parallelism are drawn: mostly those that a job can make, and ones that Flink refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.values import keys, numbers, texts

if TYPE_CHECKING:
    from random import Random

    from jarparity.answers import JSON

_MOST: Final = 300
"""Most subtasks of a drawn change: the original compares each old snapshot with each new subtask."""
_RARE: Final = 7
_FEW: Final = 6
"""Most subtasks where each has a backend of its own."""
_INVALID: Final = (0, -1, -7, numbers.UPPER_BOUND + 1, 100_000, -100_000)
_MODES: Final = ("SPLIT_DISTRIBUTE", "UNION", "BROADCAST")
_MAPPERS: Final = ("RANGE", "RANGE", "RANGE", "ROUND_ROBIN", "ARBITRARY", "FIRST", "FULL", "UNSUPPORTED")
_TYPES: Final = ("string", "long", "integer", "short", "byte", "char", "boolean")
_STATES: Final = ("s", "t", "offsets", "Aa", "BB", "reader-states", "topic-partition-offset-states", "é", "\U0001f600")


def partitions(random: Random) -> JSON:
    """An input of `flink.rescale.partitions`."""
    return _change(random, _MOST)


def keyed_state(random: Random) -> JSON:
    """An input of `flink.rescale.keyed-state`: in one of three some old subtasks have finished."""
    return _with_finished(random, _change(random, _MOST))


def restored_keys(random: Random) -> JSON:
    """An input of `flink.rescale.restored-keys`: a few keys of one type, on few subtasks, some finished."""
    # A backend has a table for each of its key groups, which takes the original a third of a second where there are
    # 32,768. Not 0: that is what Hypothesis likes to draw.
    limit = numbers.limit(random) if random.randrange(16) == _RARE else 1 + random.randrange(300)
    most = min(limit, _FEW if random.randrange(4) else 2 * _FEW)
    change = _both(limit, numbers.below(random, most), numbers.below(random, most))
    kind = random.choice(_TYPES)
    found = [keys.of_type(random, kind) for _ in range(1 + random.randrange(25))]
    return {**_with_finished(random, change), "keys": found}


def in_flight(random: Random) -> JSON:
    """An input of `flink.rescale.in-flight`: mostly subtasks that exist."""
    bound = numbers.UPPER_BOUND
    old = numbers.below(random, _MOST) if random.randrange(4) else random.randrange(-bound, bound + 1)
    new = numbers.below(random, _MOST) if random.randrange(4) else random.randrange(bound + 1)
    index = random.randrange(max(1, new)) if random.randrange(4) else random.randrange(-bound, 2**31)
    return {"mode": random.choice(_MAPPERS), "oldParallelism": old, "newParallelism": new, "newIndex": index}


def operator_state(random: Random) -> JSON:
    """An input of `flink.rescale.operator-state`: each subtask has a file or two, states that most of them have."""
    names = [*_STATES[: 1 + random.randrange(len(_STATES))], *([texts.java_string(random, 8)] * random.randrange(2))]
    modes = {name: random.choice(_MODES) for name in names}
    old = random.randrange(7)
    if random.randrange(3):
        subtasks = [
            [_file(random, f"{subtask}-{place}", modes) for place in range(random.choice((0, 1, 1, 1, 2)))]
            for subtask in range(old)
        ]
    else:  # files of few names, so that subtasks share them
        subtasks = [
            [_file(random, random.choice("abcd"), modes) for _ in range(random.randrange(4))] for _ in range(old)
        ]
    new = old if random.randrange(3) == 0 else 1 + random.randrange(8)
    match random.randrange(8):
        case 0:
            return {"oldParallelism": old + 1, "newParallelism": new, "subtasks": subtasks}
        case 1:
            return {"oldParallelism": old - 1, "newParallelism": new - 1, "subtasks": subtasks}
        case _:
            return {"oldParallelism": old, "newParallelism": new, "subtasks": subtasks}


def _file(random: Random, name: str, modes: dict[str, str]) -> JSON:
    states = {
        state: {"mode": mode, "offsets": [str(numbers.int64(random)) for _ in range(random.randrange(5))]}
        for state, mode in modes.items()
        if random.randrange(4)
    }
    if random.randrange(4):
        return {"handle": name, "states": states}
    order = list(states)
    random.shuffle(order)
    return {"handle": name, "states": states, "order": order}


def _change(random: Random, most: int) -> JSON:
    if random.randrange(4) == 0:
        old, new = (
            random.choice(_INVALID) if random.randrange(6) == 0 else numbers.below(random, most) for _ in range(2)
        )
        beyond = numbers.UPPER_BOUND + numbers.below(random, numbers.UPPER_BOUND)
        return _both(beyond if random.randrange(2) else numbers.max_parallelism(random), old, new)
    limit = numbers.limit(random)
    return _both(limit, numbers.below(random, min(limit, most)), numbers.below(random, min(limit, most)))


def _with_finished(random: Random, change: JSON) -> JSON:
    old = change["oldParallelism"]
    if old <= 0 or random.randrange(3):
        return change
    # Of a parallelism that Flink refuses, too, not more: Hypothesis draws no list of thousands.
    most = min(old, 4 + min(old, _MOST) // 4)
    return {**change, "finished": random.sample(range(old), random.randrange(most + 1))}


def _both(limit: int, old: int, new: int) -> JSON:
    return {"maxParallelism": limit, "oldParallelism": old, "newParallelism": new}
