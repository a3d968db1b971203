"""How reassignments are drawn: clusters, the tool's files with most of what can be wrong in them, moves that go on."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from jarparity.areas.kafka_reassign.rules import problems
from jarparity.values import numbers

if TYPE_CHECKING:
    from random import Random

    from jarparity.answers import JSON

TOPICS = ("t", "u", "t-1", "tp_re_02", "AaAa", "BBBB", "é", "😀", "\uffff")
DIRS = ("any", "/d1", "/d2", 'C:\\kafka\\"logs"', "/tab\there", "/\x7f\x1f")


def text(random: Random) -> JSON:
    """An input of `kafka.reassign.parse`: files as they should be, and with anything in place of each value."""
    while random.randrange(4) == 0:
        malformed = {"json": _halved(random, json.dumps(_malformed(random)))}
        if not any(problems(malformed)):
            return malformed
    document: JSON = {"version": 1, "partitions": [_entry(random) for _ in range(random.randrange(1, 5))]}
    if random.randrange(3) == 0:
        _malform(random, document)
    return {"json": _halved(random, json.dumps(document, ensure_ascii=bool(random.randrange(2))))}


def _halved(random: Random, text: str) -> str:
    """Sometimes with half of a pair as it is, beside the other half's escape."""
    return text.replace("\\ud83d", "\ud83d") if random.randrange(8) == 0 else text


def _entry(random: Random) -> JSON:
    replicas = _replicas(random, 6)
    entry: JSON = {"topic": random.choice(TOPICS), "partition": random.randrange(4), "replicas": replicas}
    if random.randrange(2):
        entry["log_dirs"] = [random.choice(DIRS) for _ in replicas]
    return entry


def _malformed(random: Random) -> JSON:
    def either(value: JSON) -> JSON:
        return _anything(random) if random.randrange(4) == 0 else value

    entries: list[JSON] = []
    for _ in range(random.randrange(5)):
        entry: JSON = {"topic": either(random.choice(TOPICS)), "partition": either(numbers.int32(random))}
        if random.randrange(4):
            entry["replicas"] = either([either(random.randrange(6)) for _ in range(random.randrange(4))])
        if random.randrange(2):
            entry["log_dirs"] = either([random.choice(DIRS) for _ in range(random.randrange(4))])
        entries.append(entry)
    document: JSON = {"partitions": either(entries)}
    if random.randrange(2):
        document["version"] = either(1)
    if random.randrange(4) == 0:
        document["other"] = _anything(random)
    return either(document)


def _anything(random: Random, depth: int = 2) -> JSON:
    """Any JSON, nested a little."""
    match random.randrange(6 if depth else 4):
        case 0:
            return None
        case 1:
            return random.randrange(2) == 1
        case 2:
            return numbers.int64(random)
        case 3:
            return random.choice(TOPICS)
        case 4:
            return [_anything(random, depth - 1) for _ in range(random.randrange(4))]
        case _:
            return {random.choice(TOPICS): _anything(random, depth - 1) for _ in range(random.randrange(3))}


def _malform(random: Random, document: JSON) -> None:
    """Changes one thing, or two: a field goes, or has another type, or something is there twice."""
    odd: tuple[JSON, ...] = (
        None,
        True,
        7,
        -1,
        2**31,
        2**70,
        10**999,
        10**1000,
        "x",
        "\ud800x",
        "",
        [],
        [1, "a"],
        {},
        {"a": [1, None, "é"]},
    )
    entry = random.choice(document["partitions"])
    match random.randrange(9):
        case 0:
            document["version"] = random.choice(odd)
        case 1:
            document["partitions"] = random.choice(odd)
        case 2:
            entry[random.choice(("topic", "partition", "replicas", "log_dirs"))] = random.choice(odd)
        case 3:
            del entry[random.choice(("topic", "partition", "replicas"))]
        case 4:
            entry.pop("log_dirs", None)
            brokers = [numbers.int32(random) for _ in range(random.randrange(1, 12))]
            entry["replicas"] = brokers + brokers[: random.randrange(1, 12)]
        case 5:
            more = [{**entry, "topic": random.choice(TOPICS), "partition": random.randrange(99)} for _ in range(9)]
            document["partitions"] += random.choices([*more, *document["partitions"]], k=random.randrange(1, 20))
        case 6:
            entry[random.choice(("unknown", "unknown", "n" * random.choice((50_000, 50_001))))] = random.choice(odd)
            del document["version"]
        case 7:
            entry["replicas"] = []
            entry.pop("log_dirs", None)
        case 8:
            entry["log_dirs"] = [random.choice(DIRS) for _ in range(random.randrange(5))]


def plan(random: Random) -> JSON:
    """An input of `kafka.reassign.plan`."""
    names = _names(random)
    current = [_placed(random, name) for name in names]
    proposed = [_placed(random, name) for name in names if random.randrange(3)]
    if not random.randrange(12):
        proposed.append({"topic": "new", "partition": 0, "replicas": [1]})
    document: JSON = {"current": current, "proposed": proposed}
    if not random.randrange(3):
        document["reassigning"] = [
            {**_placed(random, name), "adding": _replicas(random, 6), "removing": _replicas(random, 6)}
            for name in names
            if not random.randrange(3)
        ]
    return document


def rollback(random: Random) -> JSON:
    """An input of `kafka.reassign.rollback`."""
    while True:
        document = _rollback(random)
        if not any(problems(document)):
            return document


def _rollback(random: Random) -> JSON:
    names = _names(random)
    current: list[JSON] = []
    for name in names:
        entry = _placed(random, name)
        if random.randrange(3):
            entry["logDirs"] = [random.choice((None, *DIRS)) for _ in entry["replicas"]]
        current.append(entry)
    proposed = [_placed(random, name) for name in names if random.randrange(4)]
    if not random.randrange(10):
        topic = random.choice((names[0][0], names[0][0], "gone"))
        unknown = random.sample((3, 17, 33, 99), random.randrange(1, 5))
        proposed += [{"topic": topic, "partition": number, "replicas": [1]} for number in unknown]
    document: JSON = {
        "brokers": list(range(6 if random.randrange(6) else 4)),
        "current": current,
        "json": json.dumps({"version": 1, "partitions": proposed or current[:1]}, ensure_ascii=False),
    }
    for entry in json.loads(document["json"])["partitions"]:
        if "logDirs" in entry:  # an unknown field to the tool
            document["json"] = document["json"].replace("logDirs", "log-dirs")
    if not random.randrange(12):
        document["reassigning"] = [{"topic": "t", "partition": 0}]
    return document


def _names(random: Random) -> list[tuple[str, int]]:
    listed = [(topic, number) for topic in TOPICS for number in (0, 1, 2, 10)]
    random.shuffle(listed)
    return listed[: random.randrange(1, 8)]


def _placed(random: Random, name: tuple[str, int]) -> JSON:
    return {"topic": name[0], "partition": name[1], "replicas": _replicas(random, 6)}


def _replicas(random: Random, brokers: int) -> list[int]:
    listed = list(range(brokers))
    random.shuffle(listed)
    return listed[: random.randrange(1, 4)]
