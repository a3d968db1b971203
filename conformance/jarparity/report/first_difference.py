"""Where two long answers part: both are cut off on a page, and may begin alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.answers import Value, canonical, same

if TYPE_CHECKING:
    from jarparity.answers import JSON


def first_difference(port: JSON, original: JSON) -> tuple[str, str | None, str | None]:
    """The first place where two values differ, in the order in which they are printed.

    Args:
        port: The port's value.
        original: The original's, which is not the same.

    Returns:
        A JSON pointer, in ASCII, and what each has there, as JSON; None for one that has nothing there.
    """
    if isinstance(port, dict) and isinstance(original, dict):
        pairs = [(name, port.get(name, _NONE), original.get(name, _NONE)) for name in sorted(port | original)]
    elif isinstance(port, list) and isinstance(original, list):
        longest = range(max(len(port), len(original)))
        pairs = [(f"{at}", _at(port, at), _at(original, at)) for at in longest]
    else:
        return "", _text(port), _text(original)
    for name, one, other in pairs:
        if one is _NONE or other is _NONE or not same(Value(one), Value(other)):
            path, ours, theirs = first_difference(one, other)
            step = canonical(name.replace("~", "~0").replace("/", "~1"))[1:-1]
            return f"/{step}{path}", ours, theirs
    return "", _text(port), _text(original)


_NONE = object()
"""Where there is nothing."""


def _at(values: list[JSON], place: int) -> JSON:
    return values[place] if place < len(values) else _NONE


def _text(part: JSON) -> str | None:
    return None if part is _NONE else canonical(part)
