"""Hand-written cases of `kafka.reassign.*`: `cases.json`, in which a file's text is mostly written as its JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity.case_collector import Cases

if TYPE_CHECKING:
    from jarparity.answers import JSON

_FILE: Final = Path(__file__).with_name("cases.json")


def hand_written(operation: str) -> Cases:
    """Cases of an operation."""
    return Cases(operation).read(_FILE, _expand)


def _expand(_: str, document: JSON) -> JSON:
    if not isinstance(document.get("json"), dict):
        return document
    return {**document, "json": json.dumps(document["json"], ensure_ascii=False)}
