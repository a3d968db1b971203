"""Which faults a case catches; and `fixtures/tags.json`, which explains them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, TypeAlias

from jarparity.answers import Answer, same
from jarparity.faults.diagnosis import ENOUGH
from jarparity.faults.fault import NotApplicable, answers
from jarparity.faults.known import faults_of, tagged_faults
from jarparity.faults.reach import Reach

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from jarparity.answers import JSON
    from jarparity.lines import Line

    Told: TypeAlias = tuple[JSON, Mapping[Line, Answer]]
    """An input, and what the originals say, by line."""

SCHEMA: Final = "jarparity-tags-1"


def tags_of(operation: str, cases: Sequence[Told]) -> list[tuple[str, ...]]:
    """For each case the faults that answer otherwise than every one of its true answers, sorted.

    A fault that was once right is compared with the newest answer alone.

    Args:
        operation: The operation's name.
        cases: Inputs and true answers.
    """
    inputs = [document for document, _ in cases]
    caught: list[list[str]] = [[] for _ in cases]
    faults = sorted(faults_of(operation), key=lambda fault: fault.tag)
    reach = Reach.of(faults, operation, inputs)
    # Most releases of a case have one answer, the same object: it is compared once.
    every = [[*{id(answer): answer for answer in true.values()}.values()] for _, true in cases]
    newest = [[true[max(true)]] for _, true in cases]
    # To an input that doesn't reach what a fault changes, it gives the right answer.
    elsewhere: dict[bool, list[bool]] = {}
    for once_right in {fault.once_right for fault in faults}:
        elsewhere[once_right] = list(map(_catches, reach.right, newest if once_right else every))
    for fault in faults:
        places = reach.by(fault)
        catches = [*elsewhere[fault.once_right]]
        true_answers = newest if fault.once_right else every
        for place, wrong in zip(places, answers([fault], operation, [inputs[i] for i in places]), strict=True):
            catches[place] = _catches(wrong, true_answers[place])
        for tags, catching in zip(caught, catches, strict=True):
            if catching:
                tags.append(fault.tag)
    return [tuple(tags) for tags in caught]


def _catches(wrong: Answer | NotApplicable, answers: Iterable[Answer]) -> bool:
    return not isinstance(wrong, NotApplicable) and not any(same(true, wrong) for true in answers)


def hardly_caught(operations: Collection[str], recorded: Callable[[str], Iterable[Sequence[str]]]) -> dict[str, int]:
    """The faults of these operations that fewer recorded cases catch than a report names a bug by, and how many do.

    Args:
        operations: Names.
        recorded: Gives the tags of each recorded case of an operation.
    """
    faults = [fault for fault in tagged_faults() if not set(operations).isdisjoint(fault.operations)]
    caught = {fault.tag: 0 for fault in faults}
    for name in {name for fault in faults for name in fault.operations}:
        for tags in recorded(name):
            for tag in caught.keys() & set(tags):
                caught[tag] += 1
    return {tag: count for tag, count in caught.items() if count < ENOUGH}


def tags_text() -> bytes:
    """The text of `fixtures/tags.json`."""
    tags = {
        fault.tag: {
            "title": fault.title,
            "explanation": fault.explanation,
            "operations": sorted(fault.operations),
            "sources": list(fault.sources),
        }
        for fault in sorted(tagged_faults(), key=lambda fault: fault.tag)
    }
    return (json.dumps({"schema": SCHEMA, "tags": tags}, indent=2) + "\n").encode("ascii")
