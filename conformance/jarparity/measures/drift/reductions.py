"""Smaller inputs: how small one is, and every input that is one step smaller."""

from __future__ import annotations

import json
from itertools import chain
from typing import TYPE_CHECKING, Final, TypeAlias

from jarparity.answers import canonical
from jarparity.measures.drift import group_reductions
from jarparity.validation import validate_input
from jarparity.values.sticky_bytes import claims

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON
    from jarparity.operations import Operation

_BATCH: Final = 50
_SLOW_BATCH: Final = 10
"""Of a source's histories, each of which takes milliseconds."""
_BYTES: Final = ("bytes", "userData")
"""The fields whose texts are hexadecimal."""
_FILE: Final = "json"
"""The field whose text is JSON."""

Size: TypeAlias = tuple[bool, int, int, int, str]
"""Whether no job has it, members or steps, partitions, characters, the text itself: the lower size is shown."""


def size(document: JSON) -> Size:
    """How much there is to read in an input."""
    text = canonical(document)
    listed = document.get("members", document.get("steps", ()))
    odd = not (_subtask_exists(document) and _has_subtasks(document))
    return odd, len(listed), _partitions(document), len(text), text


def smaller(operation: Operation, document: JSON) -> Iterator[list[JSON]]:
    """The inputs one step smaller that the operation takes, each once, the smallest first; in batches to be asked."""
    least = size(document)
    group = "topics" in document and "direction" not in document
    source = "boundedness" in document
    edits = chain(
        group_reductions.edits(document) if group else (), _halves(document) if source else (), _edits(document)
    )
    found = {measured[-1]: (measured, edited) for edited in edits if (measured := size(edited)) < least}
    ordered = [edited for _, edited in sorted(found.values(), key=lambda pair: pair[0])]
    batch = _SLOW_BATCH if source else _BATCH
    for start in range(0, len(ordered), batch):
        yield [edited for edited in ordered[start : start + batch] if _valid(operation, edited)]


def _valid(operation: Operation, document: JSON) -> bool:
    try:
        validate_input(operation, document)
    except ValueError:
        return False
    checks = (_numbered, _claimed_once_each, _handles_differ, _subtask_exists, _state_has_version)
    return all(check(document) for check in checks)


def _partitions(document: JSON) -> int:
    topics = document.get("topics")
    if not isinstance(topics, dict):
        return 0
    return sum(len(listed) if isinstance(listed, list) else listed for listed in topics.values())


def _numbered(document: JSON) -> bool:
    """Whether partitions that are listed one by one are those from 0 on, as a cluster has them."""
    topics = document.get("topics")
    listed = (
        [partitions for partitions in topics.values() if isinstance(partitions, list)]
        if isinstance(topics, dict)
        else []
    )
    return all(item["partition"] == i for partitions in listed for i, item in enumerate(partitions))


def _claimed_once_each(document: JSON) -> bool:
    """Whether nobody names a partition twice, as no client does."""
    said = (list(claims(member)) for member in document.get("members", ()))
    return all(len(set(claimed)) == len(claimed) for claimed in said)


def _handles_differ(document: JSON) -> bool:
    """Whether no two handles of Flink's subtasks have one name, as no two files have."""
    listed = document.get("subtasks")
    subtasks = listed if isinstance(listed, list) else ()
    names = [item["handle"] for subtask in subtasks for item in subtask or () if "handle" in item]
    return len(set(names)) == len(names)


def _subtask_exists(document: JSON) -> bool:
    """Whether the subtask of a history of keyed state is one of its job, with key groups that the job has."""
    match document:
        case {"keyType": _, "maxParallelism": groups, "range": {"start": start, "end": end}}:
            return bool(0 <= start <= end < groups)
        case {"keyType": _, "maxParallelism": groups, "parallelism": parallelism, "operator": operator}:
            return bool(0 <= operator < parallelism <= groups)
    return True


def _has_subtasks(document: JSON) -> bool:
    """Whether the job of a history of a source has any."""
    return "boundedness" not in document or bool(document.get("parallelism", 0) > 0)


def _state_has_version(document: JSON) -> bool:
    """Whether whoever restores a source says both, the bytes and their version, or neither."""
    steps = document["steps"] if "boundedness" in document else ()
    return all(("state" in step) == ("version" in step) for step in steps if step["op"] == "restore")


def _halves(document: JSON) -> Iterator[JSON]:
    """A list left out, or half of it: a source has many offsets, of which most don't matter."""
    for name, value in document.items():
        if isinstance(value, list):
            middle = len(value) // 2
            yield from ({**document, name: part} for part in ([], value[:middle], value[middle:]))


def _edits(document: JSON, field: str = "") -> Iterator[JSON]:
    """One value anywhere made smaller: an item or a field left out, a number nearer to 0, a text shorter."""
    if isinstance(document, dict):
        for name, value in document.items():
            yield {other: kept for other, kept in document.items() if other != name}
            for edited in _edits(value, name):
                yield {**document, name: edited}
    elif isinstance(document, list):
        for i, item in enumerate(document):
            yield document[:i] + document[i + 1 :]
            for edited in _edits(item, field):
                yield [*document[:i], edited, *document[i + 1 :]]
    elif isinstance(document, str) and field == _FILE:
        yield from _edited_file(document)
    elif isinstance(document, str):
        # Two characters of hexadecimal are a byte; names keep one, for a name that is empty is hard to see.
        step, least = (2, 0) if field in _BYTES else (1, 1)
        yield from (document[:length] for length in {least, len(document) - step} if least <= length < len(document))
    elif isinstance(document, int) and not isinstance(document, bool):
        yield from (number for number in {0, 1, document // 2, document - 1} if abs(number) < abs(document))


def _edited_file(text: str) -> Iterator[str]:
    """A text of JSON with one value in it made smaller; first as short as the same values can be written."""
    try:
        document = json.loads(text)
    except ValueError:
        return
    yield canonical(document)
    yield from map(canonical, _edits(document))
