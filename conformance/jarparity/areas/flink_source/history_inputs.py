"""How histories of a Kafka source's enumerator are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.areas.flink_source.layouts import write_state

if TYPE_CHECKING:
    from random import Random

    from jarparity.answers import JSON

_TOPICS = ("a", "b", "orders", "Aa", "BB", "payments.v1")
_PARTITIONS = 6
_MOST_STEPS = 14
_ANSWERS: dict[str, dict[str, float]] = {
    "latest": {"endOffsets": 0.95},
    "timestamp": {"endOffsets": 0.95, "timestampOffsets": 0.7},
    "offsets": {"endOffsets": 0.95, "beginningOffsets": 0.95, "committedOffsets": 0.4},
}
"""What an initializer asks the cluster, and how much of it the cluster knows."""


def enumerator(random: Random) -> JSON:
    """An input of `flink.kafka-source.enumerator`: mostly what a cluster would do, in one of five something else."""
    hostile = random.random() < 0.2  # noqa: PLR2004 - one of five
    parallelism = random.choice((1, 2, 3, 4, 7, 20)) if not hostile else random.choice((0, -3, 1, 5, 40))
    start, stop = (_initializer(random, hostile=hostile) for _ in range(2))
    job: dict[str, JSON] = {
        "parallelism": parallelism,
        "discoveryIntervalMs": random.choice(("1000", "1000", "1000", "-1", "0", "0", None)),
        "boundedness": random.choice(("CONTINUOUS_UNBOUNDED", "BOUNDED")),
        "start": start,
        "stop": random.choice((None, None, stop)),
        "endOffsets": [],
    }
    for asked in dict.fromkeys(how["type"] for how in (start, job["stop"]) if how):
        job |= {name: _offsets(random, share) for name, share in _ANSWERS.get(asked, {}).items()}
    if random.random() < 0.1:  # noqa: PLR2004 - one of ten
        job["events"] = True
    first = [] if hostile and random.randrange(4) == 0 else [{"op": "start"}]
    return {**job, "steps": [*first, *_steps(random, parallelism, hostile=hostile)]}


def _steps(random: Random, parallelism: int, *, hostile: bool) -> list[JSON]:
    there: list[JSON] = [[topic, p] for topic in _TOPICS for p in range(random.randint(0, _PARTITIONS))]
    random.shuffle(there)
    known = there[: random.randint(0, len(there))]
    steps: list[JSON] = []
    readers = list(range(max(1, parallelism)))
    for _ in range(random.randint(1, _MOST_STEPS)):
        match random.randrange(11):
            case 0 | 1 | 2:
                known = there[: random.randint(0, len(there))] if random.random() < 0.4 else known  # noqa: PLR2004
                steps.append(_discovery(random, known, hostile=hostile))
            case 3 | 4 | 5:
                steps.append(
                    {
                        "op": "addReader",
                        "reader": random.choice((-1, 17, *readers)) if hostile else random.choice(readers),
                    }
                )
            case 6:
                reader = random.choice((-1, 17, 33, *readers)) if hostile else random.choice(readers)
                steps.append({"op": "removeReader", "reader": reader})
                if hostile:
                    steps.append({"op": "addReader", "reader": reader, "registered": False})
            case 7 | 8:
                steps.append(_return(random, known or there, readers, hostile=hostile))
            case 9:
                steps += [{"op": "snapshot"}] if random.randrange(2) else _restore(random, there, hostile=hostile)
            case _:
                more = ({"op": "initialize"}, {"op": "start"}, {"op": "close"}) if hostile else ({"op": "initialize"},)
                steps.append(random.choice(more))
    return [*steps, {"op": "snapshot"}]


def _discovery(random: Random, known: list[JSON], *, hostile: bool) -> JSON:
    step: dict[str, JSON] = {"op": "discover", "partitions": list(known)}
    if hostile and random.random() < 0.3:  # noqa: PLR2004 - about one of three
        odd = random.choice((["a", -1], ["a", 2**31 - 1], ["b", 2**31 - 1], ["orders", 2**31 - 7]))
        step["partitions"] = [*known, odd]
    if hostile and random.random() < 0.2:  # noqa: PLR2004 - one of five
        step["fails"] = True
    if random.random() < 0.2:  # noqa: PLR2004 - one of five
        step["initialize"] = False
    return step


def _return(random: Random, known: list[JSON], readers: list[int], *, hostile: bool) -> JSON:
    pool = [*known, ["foreign", 0], ["a", -1]] if hostile else known
    chosen = [random.choice(pool) for _ in range(random.randint(1, 3))] if pool else []
    lowest = -4 if hostile else 0
    splits = [[*partition, str(random.randint(lowest, 99)), random.choice((None, "100"))] for partition in chosen]
    return {"op": "addSplitsBack", "reader": random.choice(readers), "splits": splits}


def _restore(random: Random, there: list[JSON], *, hostile: bool) -> list[JSON]:
    step: dict[str, JSON] = {"op": "restore"}
    if random.random() < 0.5:  # noqa: PLR2004 - one of two
        version = random.randrange(4)
        chosen = random.sample(there, min(len(there), random.randint(0, 5)))
        marked = [([*p, str(random.randint(-3, 50)), None], random.randrange(2)) for p in chosen]
        step["version"] = version
        step["state"] = write_state(version, marked, finished=random.randrange(2)).hex()
        if hostile and random.random() < 0.3:  # noqa: PLR2004 - about one of three
            step["state"] = step["state"][: 2 * random.randrange(max(1, len(step["state"]) // 2))]
    if random.random() < 0.3:  # noqa: PLR2004 - about one of three
        step["parallelism"] = random.randint(1, 6)
    return [step, {"op": "start"}] if random.random() < 0.9 else [step]  # noqa: PLR2004 - nine of ten


def _initializer(random: Random, *, hostile: bool) -> JSON:
    kind = random.choice(("earliest", "latest", "latest", "committed", "offsets", "offsets", "timestamp"))
    if kind == "timestamp":
        return {"type": kind, "timestamp": "1700000000000"}
    if kind != "offsets":
        return {"type": kind}
    given = _offsets(random, 0.6, lowest=-5 if hostile else 0)
    found: dict[str, JSON] = {"type": kind, "offsets": given}
    if random.random() < 0.5:  # noqa: PLR2004 - one of two
        found["reset"] = random.choice(("earliest", "latest", "none"))
    return found


def _offsets(random: Random, share: float, lowest: int = 0) -> list[JSON]:
    return [
        [topic, partition, str(random.randint(lowest, 999))]
        for topic in _TOPICS
        for partition in range(_PARTITIONS)
        if random.random() < share
    ]
