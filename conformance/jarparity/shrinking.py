"""Makes an input small, as long as it shows what it shows: a failure of a port, or a difference between two lines.

Runs of parts are taken out first, if wanted; then the smallest of all inputs that are one step smaller is taken, until
no single step makes it smaller. What is special to a behaviour, its operation says (`edits`, `sensible`, `weight`).
"""

from __future__ import annotations

import json
import re
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from jarparity.answers import canonical
from jarparity.validation import validate_input

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from jarparity.answers import JSON
    from jarparity.operations import Operation

TRIES: Final = 3000
"""Smaller inputs that are looked at; a group of ten members takes some hundreds."""

BATCH: Final = 50
"""Smaller inputs that are asked in one round trip, of those that cost least."""

_ROWS: Final = 5000
"""As many rows of a column as the inputs of a round trip count (`Operation.volume_rows`)."""

_HEX: Final = re.compile(r"([0-9a-f]{2})+")
_NAMES: Final = "ABCDEFGH"
"""What names are shortened to."""

_Path: TypeAlias = tuple[Any, ...]
Size: TypeAlias = tuple[bool, tuple[int, ...], int, str]
"""Whether it is no input of a real job or group, its weight, characters, the text itself: the lower size is shown."""
First: TypeAlias = "Callable[[Sequence[JSON]], JSON]"
"""Takes smaller inputs, and gives the first of them that shows the same; None for none."""


def size(operation: Operation, document: JSON) -> Size:
    """How much there is to read in an input."""
    text = canonical(document)
    length = len(text) - text.count("false")  # as short as true, and before it
    return not _is_sensible(operation, document), _weight(operation, document), length, text


def shrunk(operation: Operation, document: JSON, first: First, *, tries: int = TRIES, strict: bool = False) -> JSON:
    """The smallest input found that shows the same.

    Args:
        operation: Whose input it is.
        document: The input.
        first: Looks at smaller ones.
        tries: How many are looked at, at most.
        strict: Whether only single steps are made, and only to inputs that a job or group can have; otherwise runs of
            parts are taken out first, as is good for large inputs.
    """
    left = tries

    def found_in(candidates: Iterable[JSON]) -> JSON:
        nonlocal left
        rest = islice(candidates, left)
        while batch := list(islice(rest, BATCH)):
            better = first(batch)
            left -= next((i for i, looked_at in enumerate(batch, 1) if looked_at is better), len(batch))
            if better is not None:
                return better
        return None

    if not strict:
        document = _without_what_does_not_matter(operation, document, found_in)
    progress = True
    while progress:
        progress = False
        for batch in smaller(operation, document, strict=strict):
            better = found_in(batch)
            if better is not None:
                document, progress = better, True
                break
    return document


def smaller(operation: Operation, document: JSON, *, strict: bool = True) -> Iterator[list[JSON]]:
    """The inputs one step smaller that the operation takes, each once, the smallest first; in batches to be asked.

    What no job or group can have is among them only if the input is of that kind itself, and not where it is `strict`.
    """
    least = size(operation, document)
    names = () if strict else _shorter_names(document)
    special = operation.edits(document) if operation.edits else names
    found: dict[str, tuple[Size, JSON]] = {}
    for edited in chain(special, _edits(document)):
        try:
            measured = size(operation, edited)
        except (KeyError, TypeError, ValueError):  # the operation's own hooks need a field that is gone
            continue
        if measured < least and not (strict and measured[0]):
            found[measured[-1]] = measured, edited
    ordered = [edited for _, edited in sorted(found.values(), key=lambda pair: pair[0])]
    count = max(1, min(BATCH, _ROWS // operation.volume_rows))
    for start in range(0, len(ordered), count):
        yield [edited for edited in ordered[start : start + count] if _is_taken(operation, edited)]


def _is_taken(operation: Operation, document: JSON) -> bool:
    try:
        validate_input(operation, document)
    except ValueError:
        return False
    return True


def _is_sensible(operation: Operation, document: JSON) -> bool:
    return operation.sensible is None or operation.sensible(document)


def _weight(operation: Operation, document: JSON) -> tuple[int, ...]:
    """Without a word of the operation, how long its longest list is."""
    if operation.weight is not None:
        return operation.weight(document)
    parts = document.values() if isinstance(document, dict) else (document,)
    return (max((len(part) for part in parts if isinstance(part, list)), default=0),)


def _without_what_does_not_matter(
    operation: Operation, document: JSON, found_in: Callable[[Iterable[JSON]], JSON]
) -> JSON:
    """The input without long runs of items, then shorter ones, wherever they are."""
    run = max((len(_at(document, path)) for path in _containers(document)), default=0) // 2
    while run > 1:
        better = found_in(edited for edited in _without_runs(document, run) if _is_taken(operation, edited))
        if better is None:
            run //= 2
        else:
            document = better
    return document


def _containers(document: JSON, path: _Path = ()) -> Iterator[_Path]:
    """The places of all arrays and objects, outer ones first."""
    if isinstance(document, list | dict):
        yield path
        for key, part in _items(document):
            yield from _containers(part, (*path, key))


def _without_runs(document: JSON, run: int) -> Iterator[JSON]:
    for path in _containers(document):
        keys = [key for key, _ in _items(_at(document, path))]
        # From the end: what comes later depends on what came before, and not the other way round.
        for end in range(len(keys), 0, -run):
            gone = set(keys[max(0, end - run) : end])
            yield _replaced(document, path, _without(_at(document, path), gone))


def _edits(document: JSON) -> Iterator[JSON]:
    """One value anywhere made smaller: an item or a field left out, a number nearer to 0, a text shorter."""
    match document:
        case dict():
            for name, value in document.items():
                yield {other: kept for other, kept in document.items() if other != name}
                for edited in _edits(value):
                    yield {**document, name: edited}
        case list():
            for i, item in enumerate(document):
                yield document[:i] + document[i + 1 :]
                for edited in _edits(item):
                    yield [*document[:i], edited, *document[i + 1 :]]
        case str():
            yield from _shorter_texts(document)
        case True:
            yield False
        case int() if not isinstance(document, bool):
            halves = {0, 1, -(-document // 2) if document < 0 else document // 2}
            nearer = document + 1 if document < 0 else document - 1
            yield from (number for number in {*halves, nearer} if abs(number) < abs(document))


def _shorter_texts(text: str) -> Iterator[str]:
    """JSON with a value in it smaller; bytes in hexadecimal less one; a name less a character, but never all of it."""
    if text[:1] in {"{", "["}:
        try:
            document = json.loads(text)
        except ValueError:
            return
        # First as short as the same values can be written.
        yield canonical(document)
        yield from map(canonical, _edits(document))
        return
    lengths = {1, len(text) - 1}
    if _HEX.fullmatch(text):
        lengths |= {0, len(text) - 2}
    yield from (text[:length] for length in sorted(lengths) if 0 <= length < len(text) and (length or len(text) > 1))


def _shorter_names(document: JSON) -> Iterator[JSON]:
    """A name is another one everywhere at once."""
    names = dict.fromkeys(_texts(document))
    for name in names:
        for short in _NAMES:
            if short not in names and (len(short), short) < (len(name), name):
                yield _renamed(document, name, short)
                break


def _texts(document: JSON) -> Iterator[str]:
    if isinstance(document, str):
        yield document
    elif isinstance(document, list | dict):
        for key, part in _items(document):
            if isinstance(key, str):
                yield key
            yield from _texts(part)


def _renamed(document: JSON, old: str, new: str) -> JSON:
    if isinstance(document, dict):
        return {new if key == old else key: _renamed(part, old, new) for key, part in document.items()}
    if isinstance(document, list):
        return [_renamed(part, old, new) for part in document]
    return new if isinstance(document, str) and document == old else document


def _items(container: JSON) -> list[tuple[Any, JSON]]:
    return list(container.items() if isinstance(container, dict) else enumerate(container))


def _at(document: JSON, path: _Path) -> JSON:
    for key in path:
        document = document[key]
    return document


def _without(container: JSON, gone: set[Any]) -> JSON:
    kept = [(key, part) for key, part in _items(container) if key not in gone]
    return dict(kept) if isinstance(container, dict) else [part for _, part in kept]


def _replaced(document: JSON, path: _Path, part: JSON) -> JSON:
    """A copy with another part at a place; the rest is shared."""
    if not path:
        return part
    copy = document.copy()
    copy[path[0]] = _replaced(document[path[0]], path[1:], part)
    return copy
