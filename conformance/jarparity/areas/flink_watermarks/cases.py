"""Hand-written histories of watermarks: `cases.json`, in which steps are a line of text, so that they can be read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity.case_collector import Cases

if TYPE_CHECKING:
    from jarparity.answers import JSON

_FILE: Final = Path(__file__).with_name("cases.json")
_FIELDS: Final = {"combined": "input", "valve": "channel", "multiplexer": "output", "broadcast": "", "alignment": "key"}
"""By operation the field in which a word's name stands; a broadcast has one output, which needs no name."""
_WATERMARK: Final = re.compile(r"(-?\w+)(!?):(-?\d+)")
_STATUS: Final = re.compile(r"(-?\d+|[a-z])([ia])(!?)")
_STATUSES: Final = {"i": "idle", "a": "active"}


def hand_written(operation: str) -> Cases:
    """Cases of an operation."""
    return Cases(operation).read(_FILE, expand)


def expand(operation: str, document: JSON) -> JSON:
    """A history as the operation takes it."""
    if not isinstance(document["steps"], str):
        return document
    kind = operation.rpartition(".")[2]
    steps = steps_of(document["steps"], _FIELDS[kind], "report" if kind == "alignment" else "watermark")
    return {**document, "steps": [{name: step[name] for name in step if name} for step in steps]}


def steps_of(text: str, field: str, watermark: str = "watermark") -> list[JSON]:
    """The steps of a text such as `+a +b a:5 bi . -a`.

    Args:
        text: Words. `+a` registers, `-a` unregisters, `a:5` is a watermark, `ai` means idle and `aa` active, a dot is
            periodic, and `!` behind the name means deferred: `a!:5`, `ai!`.
        field: The field in which the name stands; a name of digits is a number there.
        watermark: The `op` of a watermark.

    Raises:
        ValueError: A word is none of these.
    """
    return [_step(word, field, watermark) for word in text.split()]


def _step(word: str, field: str, watermark: str) -> JSON:
    if word == ".":
        return {"op": "periodic"}
    if found := _WATERMARK.fullmatch(word):
        return {"op": watermark, field: _name(found[1]), "timestamp": found[3], **_deferred(found[2])}
    if word[0] in "+-" and not word[1:].rstrip("ia").isdigit():
        return {"op": "register" if word[0] == "+" else "unregister", field: word[1:]}
    if found := _STATUS.fullmatch(word):
        return {"op": _STATUSES[found[2]], field: _name(found[1]), **_deferred(found[3])}
    raise ValueError(f"{word!r} is no step")


def _name(text: str) -> str | int:
    return int(text) if text.lstrip("-").isdigit() else text


def _deferred(mark: str) -> JSON:
    return {"deferred": True} if mark else {}
