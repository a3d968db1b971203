"""Faults of Flink's Kafka connector: partitions left out, or read unasked; and splits that share an id."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from jarparity.answers import Value
from jarparity.original_faults import OriginalFault

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from jarparity.answers import JSON, Answer

_MOST: Final = 100_000
"""Of partitions that a topic may be thought to have."""


# Starting offsets of the user's own


def _found(document: JSON) -> set[tuple[str, int]]:
    return {(topic, number) for step in document["steps"] for topic, number in step.get("partitions", ())}


def _answers_otherwise(document: JSON, _answer: Answer) -> bool:
    """Whether the user's own initializer may be asked for partitions, and answers for other ones."""
    start = document["start"]
    if start["type"] != "custom":
        return False
    given = {(topic, number) for topic, number, _ in start["offsets"]}
    asked = [step["partitions"] for step in document["steps"] if step["op"] == "discover"]
    restored = any("state" in step for step in document["steps"])  # then what waits may be asked for, too
    return restored or any({(topic, number) for topic, number in each} != given for each in asked)


def _reads_others(document: JSON, answer: Answer) -> bool:
    """Whether a split is handed out of a partition that was neither found nor in a state, nor came back."""
    if not isinstance(answer, Value) or not _answers_otherwise(document, answer):
        return False
    if any("state" in step or "splits" in step for step in document["steps"]):
        return False
    return not {(topic, number) for topic, number, *_ in _handed_out(answer)} <= _found(document)


def _leaves_out(document: JSON, answer: Answer) -> bool:
    """Whether the only discovery is over, all readers are there, and one of its partitions was handed to none."""
    if not isinstance(answer, Value) or not _answers_otherwise(document, answer):
        return False
    steps = document["steps"]
    if [step["op"] for step in steps[:1]] != ["start"] or any("error" in told for told in answer.value):
        return False
    done = Counter(step["op"] for step in steps)
    there = {step["reader"] for step in steps if step["op"] == "addReader" and step.get("registered", True)}
    if set(done) - {"start", "discover", "addReader", "snapshot"} or done["start"] != 1 or done["discover"] != 1:
        return False
    discovery = next(step for step in steps if step["op"] == "discover")
    if discovery.get("fails") or not discovery.get("initialize", True) or len(there) < document["parallelism"]:
        return False
    return not _found(document) <= {(topic, number) for topic, number, *_ in _handed_out(answer)}


def _handed_out(answer: Value) -> Iterator[JSON]:
    for told in answer.value:
        for assigned in told.get("assign", ()):
            for splits in assigned.values():
                yield from splits


def _of_no_topic(document: JSON, answer: Answer) -> bool:
    """Whether partitions are found that no topic has: a split of one may have an owner that is no reader."""
    return _answers_otherwise(document, answer) and any(not 0 <= number < _MOST for _, number in _found(document))


def _started_by_user(_operation: str, random: Random) -> JSON:
    """A source that looks for partitions once, and whose user knows offsets of some of them, and of others."""
    partitions: list[JSON] = [[topic, number] for topic in ("a", "b") for number in range(random.randrange(1, 4))]
    given = [[*each, str(random.randrange(100))] for each in [*partitions, ["c", 0]] if random.randrange(4)]
    readers = random.randrange(1, 4)
    steps: list[JSON] = [{"op": "addReader", "reader": reader} for reader in range(readers)]
    steps.insert(random.randrange(readers + 1), {"op": "discover", "partitions": partitions})
    return {
        "boundedness": random.choice(("BOUNDED", "CONTINUOUS_UNBOUNDED")),
        "discoveryIntervalMs": "-1",
        "endOffsets": [],
        "parallelism": readers,
        "start": {"type": "custom", "offsets": given},
        "steps": [{"op": "start"}, *steps],
        "stop": None,
    }


# Splits that share an id


def _named(document: JSON) -> Iterator[tuple[str, str, int]]:
    for step in document["steps"]:
        yield from map(tuple, step.get("splits", ()))
        if "split" in step:
            yield tuple(step["split"])


def _share_an_id(document: JSON, _answer: Answer) -> bool:
    """Whether there are two splits with one id."""
    splits = {*_named(document)}
    return len({f"{cluster}-{topic}-{number}" for cluster, topic, number in splits}) < len(splits)


def _takes_two_for_one(document: JSON, answer: Answer) -> bool:
    """Whether a split has another owner than it has where all splits are told apart."""
    if not isinstance(answer, Value) or not _share_an_id(document, answer):
        return False
    told = zip(answer.value, _apart(document), strict=True)
    return any("owner" in step and step["owner"] != owner for step, owner in told)


def _apart(document: JSON) -> Iterator[int | None]:
    """The owners that `GlobalSplitOwnerAssigner` gives splits that are told apart; none where it gives none."""
    known: set[tuple[str, str, int]] = set()
    preferred: dict[tuple[str, str, int], int] = {}
    for step in document["steps"]:
        splits = {*_named({"steps": [step]})}
        owner = None
        if step["op"] == "refresh":
            known = splits
            preferred = {split: reader for split, reader in preferred.items() if split in known}
        elif step["op"] == "addSplitsBack":
            known |= splits
            preferred |= dict.fromkeys(splits, step["reader"])
        elif step["readers"] > 0:
            (split,) = splits
            owner = preferred.pop(split, -1)
            if not 0 <= owner < step["readers"]:
                owner = len(known) % step["readers"]
                known.add(split)
        yield owner


ORIGINAL_FAULTS: Final = (
    OriginalFault(
        "flink-kafka-left-out-partition",
        "What an initializer of offsets answers, and not what it was asked, says which partitions are read.",
        ("flink.kafka-source.enumerator",),
        shown=lambda document, answer: _reads_others(document, answer) or _leaves_out(document, answer),
        concerns=_answers_otherwise,
        refuses=_of_no_topic,
        draw=_started_by_user,
    ),
    OriginalFault(
        "flink-kafka-dynamic-split-ids",
        "Two splits of a dynamic source have one id, and one of them is taken for the other.",
        ("flink.kafka-source.global-owner",),
        shown=_takes_two_for_one,
        concerns=_share_an_id,
    ),
)
