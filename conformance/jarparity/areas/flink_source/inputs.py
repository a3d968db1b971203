"""How split owners, splits, states and histories of the Kafka source are drawn; half of the bytes damaged."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from jarparity.areas.flink_source import layouts
from jarparity.areas.flink_source.layouts import write_state
from jarparity.values import numbers, texts

if TYPE_CHECKING:
    from random import Random

    from jarparity.answers import JSON

_OWNED: Final = ("a", "b", "orders", "polygenelubricants", "Aa", "BB")
_TOPICS: Final = ("a", "b", "orders", "t-1", "", "é", "😀", "\uffff", "\ufeff", "\0", "\ud83d", "\ude00x", "ab")
_IN_CLUSTERS: Final = (("c", "t"), ("c", "u"), ("d", "t"), ("c-t", "u"), ("c", "t-u"), ("é", "😀"))
_PARTITIONS: Final = (-1, 2**31 - 1, -(2**31))
_OFFSETS: Final = (-1, -2, -3, -(2**63), -4, 2**63 - 1, 2**32)
_NUMBERS: Final = (-(2**31), -2, -1, 0, 1, 2, 3, 7, 255)


def split_owner(random: Random) -> JSON:
    """An input of `flink.kafka-source.split-owner`: mostly partitions that a topic has, some near 2^31 and negative."""
    letters = "abcdefghijklmnopqrstuvwxyz0123456789._-"
    topic = random.choice(
        (
            random.choice(_OWNED),
            "".join(random.choice(letters) for _ in range(1 + random.randrange(20))),
            texts.java_string(random),
        )
    )
    far = (random.randrange(100_000), 2**31 - 1 - random.randrange(70_000), numbers.int32(random))
    partition = random.randrange(51) if random.randrange(2) else random.choice(far)
    readers = random.choice((1 + random.randrange(20), numbers.limit(random), numbers.int32(random)))
    return {"topic": topic, "partition": partition, "readers": readers}


def global_owner(random: Random) -> JSON:
    """An input of `flink.kafka-source.global-owner`: splits that come, go and are given back, some under one id."""
    readers = random.choice((1, 2, 3, 3, 4, 7))
    splits = [[cluster, topic, partition] for cluster, topic in _IN_CLUSTERS for partition in range(3)]

    def some() -> list[JSON]:
        return random.sample(splits, random.randrange(1, 7))

    def step() -> JSON:
        match random.randrange(8):
            case 0:
                return {"op": "refresh", "splits": some()}
            case 1 | 2:
                reader = random.randrange(readers) if random.randrange(4) else random.choice(_NUMBERS)
                return {"op": "addSplitsBack", "reader": reader, "splits": some()}
            case _:
                count = readers if random.randrange(12) else random.choice(_NUMBERS)
                return {"op": "assign", "split": random.choice(splits), "readers": count}

    return {"steps": [step() for _ in range(random.randrange(1, 16))]}


def split_bytes(random: Random) -> JSON:
    """An input of `flink.kafka-source.split-bytes`."""
    split = _split(random)
    if random.randrange(2):
        return {"direction": "encode", "split": split}
    data = layouts.write_split(split)
    if random.randrange(4) == 0:
        text = bytes(random.getrandbits(8) for _ in range(random.randrange(7)))
        data = struct.pack(">H", len(text)) + text + bytes(20)
    return _decode(random.choice((0, 0, 0, 1, -1)), _damaged(random, data) if random.randrange(2) else data)


def state_bytes(random: Random) -> JSON:
    """An input of `flink.kafka-source.state-bytes`: of all versions, and of those to come."""
    splits = [_split(random) for _ in range(random.randrange(5))]
    if random.randrange(2):
        more = [_split(random) for _ in range(random.choice((0, 0, 1, 2)))]
        finished = random.randrange(3) > 0
        return {"direction": "encode", "assigned": splits, "unassigned": more, "initialDiscoveryFinished": finished}
    while True:
        version = random.randrange(4)
        marked = [(split, random.randrange(2 if version else 3)) for split in splits]
        data = layouts.write_state(version, marked, finished=random.choice((1, 0, 2)))
        read_as = version if random.randrange(3) else random.randrange(-1, 5)
        data = _damaged(random, data) if random.randrange(2) else data
        if layouts.are_modest(read_as, data):
            return _decode(read_as, data)


def _split(random: Random) -> list[JSON]:
    partition = random.choice(_PARTITIONS) if random.randrange(4) == 0 else random.randrange(4)
    stop = None if random.randrange(2) else _offset(random)
    return [random.choice(_TOPICS), partition, _offset(random), stop]


def _offset(random: Random) -> str:
    return str(random.choice(_OFFSETS) if random.randrange(2) else random.randrange(10))


def _damaged(random: Random, data: bytes) -> bytes:
    """Cut, longer, with another number somewhere, or with one or two other bytes."""
    match random.randrange(4):
        case 0:
            return data[: random.randrange(61)]
        case 1:
            return data + bytes(random.getrandbits(8) for _ in range(1 + random.randrange(3)))
        case 2:
            at = random.randrange(len(data) + 1)
            return data[:at] + struct.pack(">i", random.choice(_NUMBERS)) + data[at + 4 :]
        case _:
            changed = bytearray(data)
            for _ in range((1 + random.randrange(2)) * bool(data)):
                changed[random.randrange(len(data))] = random.choice((0, 1, 2, 3, 5, 0x61, 0x80, 0xC3, 0xFF))
            return bytes(changed)


def _decode(version: int, data: bytes) -> JSON:
    return {"direction": "decode", "version": version, "bytes": data.hex()}


_HISTORY_TOPICS = ("a", "b", "orders", "Aa", "BB", "payments.v1")
_MOST_PARTITIONS = 6
_MOST_STEPS = 14
_ANSWERS: dict[str, dict[str, float]] = {
    "latest": {"endOffsets": 0.95},
    "timestamp": {"endOffsets": 0.95, "timestampOffsets": 0.7},
    "offsets": {"endOffsets": 0.95, "beginningOffsets": 0.95, "committedOffsets": 0.4},
}
"""What an initializer asks the cluster, and how much of it the cluster knows."""


def enumerator(random: Random) -> JSON:
    """An input of `flink.kafka-source.enumerator`: mostly what a cluster would do, in one of five something else."""
    malformed = random.random() < 0.2  # noqa: PLR2004 - one of five
    parallelism = random.choice((1, 2, 3, 4, 7, 20)) if not malformed else random.choice((0, -3, 1, 5, 40))
    start, stop = (_initializer(random, malformed=malformed) for _ in range(2))
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
    first: list[JSON] = [] if malformed and random.randrange(4) == 0 else [{"op": "start"}]
    if random.random() > 0.9:  # noqa: PLR2004 - one of ten: bounded, and nothing is there yet
        job |= {"boundedness": "BOUNDED", "discoveryIntervalMs": random.choice(("0", "-1"))}
        first += [{"op": "addReader", "reader": 0}, {"op": "discover", "partitions": []}]
    return {**job, "steps": [*first, *_steps(random, parallelism, malformed=malformed)]}


def _steps(random: Random, parallelism: int, *, malformed: bool) -> list[JSON]:
    there: list[JSON] = [[topic, p] for topic in _HISTORY_TOPICS for p in range(random.randint(0, _MOST_PARTITIONS))]
    random.shuffle(there)
    known = there[: random.randint(0, len(there))]
    steps: list[JSON] = []
    readers = list(range(max(1, parallelism)))
    for _ in range(random.randint(1, _MOST_STEPS)):
        match random.randrange(11):
            case 0 | 1 | 2:
                known = there[: random.randint(0, len(there))] if random.random() < 0.4 else known  # noqa: PLR2004
                steps.append(_discovery(random, known, malformed=malformed))
            case 3 | 4 | 5:
                steps.append(
                    {
                        "op": "addReader",
                        "reader": random.choice((-1, 17, *readers)) if malformed else random.choice(readers),
                    }
                )
            case 6:
                reader = random.choice((-1, 17, 33, *readers)) if malformed else random.choice(readers)
                steps.append({"op": "removeReader", "reader": reader})
                if malformed:
                    steps.append({"op": "addReader", "reader": reader, "registered": False})
            case 7 | 8:
                steps.append(_return(random, known or there, readers, malformed=malformed))
            case 9:
                steps += [{"op": "snapshot"}] if random.randrange(2) else _restore(random, there, malformed=malformed)
            case _:
                more = (
                    ({"op": "initialize"}, {"op": "start"}, {"op": "close"}) if malformed else ({"op": "initialize"},)
                )
                steps.append(random.choice(more))
    return [*steps, {"op": "snapshot"}]


def _discovery(random: Random, known: list[JSON], *, malformed: bool) -> JSON:
    step: dict[str, JSON] = {"op": "discover", "partitions": list(known)}
    if malformed and random.random() < 0.3:  # noqa: PLR2004 - about one of three
        odd = random.choice((["a", -1], ["a", 2**31 - 1], ["b", 2**31 - 1], ["orders", 2**31 - 7]))
        step["partitions"] = [*known, odd]
    if malformed and random.random() < 0.2:  # noqa: PLR2004 - one of five
        step["fails"] = True
    if random.random() < 0.2:  # noqa: PLR2004 - one of five
        step["initialize"] = False
    return step


def _return(random: Random, known: list[JSON], readers: list[int], *, malformed: bool) -> JSON:
    pool = [*known, ["foreign", 0], ["a", -1]] if malformed else known
    chosen = [random.choice(pool) for _ in range(random.randint(1, 3))] if pool else []
    lowest = -4 if malformed else 0
    splits = [[*partition, str(random.randint(lowest, 99)), random.choice((None, "100"))] for partition in chosen]
    return {"op": "addSplitsBack", "reader": random.choice(readers), "splits": splits}


def _restore(random: Random, there: list[JSON], *, malformed: bool) -> list[JSON]:
    step: dict[str, JSON] = {"op": "restore"}
    if random.random() < 0.5:  # noqa: PLR2004 - one of two
        version = random.randrange(4)
        chosen = random.sample(there, min(len(there), random.randint(0, 5)))
        marked = [([*p, str(random.randint(-3, 50)), None], random.randrange(2)) for p in chosen]
        step["version"] = version
        step["state"] = write_state(version, marked, finished=random.randrange(2)).hex()
        if malformed and random.random() < 0.3:  # noqa: PLR2004 - about one of three
            step["state"] = step["state"][: 2 * random.randrange(max(1, len(step["state"]) // 2))]
    if random.random() < 0.3:  # noqa: PLR2004 - about one of three
        step["parallelism"] = random.randint(1, 6)
    return [step, {"op": "start"}] if random.random() < 0.9 else [step]  # noqa: PLR2004 - nine of ten


def _initializer(random: Random, *, malformed: bool) -> JSON:
    kind = random.choice(("earliest", "latest", "latest", "committed", "offsets", "offsets", "timestamp", "custom"))
    if kind == "timestamp":
        return {"type": kind, "timestamp": "1700000000000"}
    if kind not in ("offsets", "custom"):
        return {"type": kind}
    given = _offsets(random, 0.6, lowest=-5 if malformed else 0)
    if kind == "custom":
        return {"type": kind, "offsets": given}
    found: dict[str, JSON] = {"type": kind, "offsets": given}
    if random.random() < 0.5:  # noqa: PLR2004 - one of two
        found["reset"] = random.choice(("earliest", "latest", "none"))
    return found


def _offsets(random: Random, share: float, lowest: int = 0) -> list[JSON]:
    return [
        [topic, partition, str(random.randint(lowest, 999))]
        for topic in _HISTORY_TOPICS
        for partition in range(_MOST_PARTITIONS)
        if random.random() < share
    ]
