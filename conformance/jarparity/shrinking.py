"""Makes a failing input small: parts are taken out and numbers lowered as long as it still fails.

For inputs that no Hypothesis strategy has drawn. It knows nothing of an operation but what the caller says of each
smaller input: whether it is one, and still fails.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from jarparity.answers import JSON

TRIES = 3000
"""Smaller inputs that are looked at; a group of ten members takes some hundreds."""

_Path: TypeAlias = tuple[Any, ...]
_NAMES = ("A", "B", "C", "D", "E", "F", "G", "H")
"""What names are shortened to."""


def shrunk(document: JSON, fails: Callable[[JSON], bool], tries: int = TRIES) -> JSON:
    """The smallest input found that still fails.

    Args:
        document: A failing input.
        fails: Whether a smaller document is an input that fails, too.
        tries: How many smaller documents are looked at, at most.
    """
    left = tries
    progress = True
    while progress:
        progress = False
        for smaller in _passes(document):
            # What is left out is tried again on what came out: candidates are made for the document as it is now.
            changed = True
            while changed and left > 0:
                changed = False
                for candidate in smaller(document):
                    left -= 1
                    if fails(candidate):
                        document, changed, progress = candidate, True, True
                        break
                    if left <= 0:
                        return document
    return document


def _passes(document: JSON) -> Iterator[Callable[[JSON], Iterator[JSON]]]:
    """Ways to make a document smaller, the coarsest first."""
    longest = max((len(_at(document, path)) for path in _containers(document)), default=0)
    size = longest // 2
    while size > 1:
        yield partial(_without_runs, size=size)
        size //= 2
    yield partial(_without_runs, size=1)
    yield _with_lower_numbers
    yield _with_short_names


def _containers(document: JSON, path: _Path = ()) -> Iterator[_Path]:
    """The places of all arrays and objects, outer ones first."""
    if isinstance(document, list | dict):
        yield path
        for key, part in _items(document):
            yield from _containers(part, (*path, key))


def _without_runs(document: JSON, size: int) -> Iterator[JSON]:
    for path in list(_containers(document)):
        keys = [key for key, _ in _items(_at(document, path))]
        # From the end: what comes later depends on what came before, and not the other way round.
        for end in range(len(keys), 0, -size):
            gone = set(keys[max(0, end - size) : end])
            yield _replaced(document, path, _without(_at(document, path), gone))


def _with_lower_numbers(document: JSON) -> Iterator[JSON]:
    for path in list(_containers(document)):
        for key, part in _items(_at(document, path)):
            if type(part) is int:
                for lower in sorted({0, part // 2 if part > 0 else -(-part // 2), part - 1 if part > 0 else part + 1}):
                    if abs(lower) < abs(part):
                        yield _replaced(document, (*path, key), lower)
            elif part is True:
                yield _replaced(document, (*path, key), False)  # noqa: FBT003 - a JSON value


def _with_short_names(document: JSON) -> Iterator[JSON]:
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
    return new if document == old and isinstance(document, str) else document


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
