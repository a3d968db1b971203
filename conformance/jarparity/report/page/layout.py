"""JSON laid out for the eye: what fits into a line stays in one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jarparity.answers import JSON

WIDTH = 72
DEEPEST = 40
"""Spaces before a line; what is nested deeper stands in one, however long."""
SHOWN = 3000
"""Characters of a text that the page has; the file of the result has the whole."""


def laid_out(document: JSON, indent: int = 0) -> str:
    """The document as text, in ASCII: objects and lists that are too long for a line take one for each part."""
    flat = json.dumps(document, ensure_ascii=True, sort_keys=True)
    if len(flat) + indent <= WIDTH or not isinstance(document, dict | list) or not document or indent >= DEEPEST:
        return flat
    inner = " " * (indent + 2)
    if isinstance(document, dict):
        parts = [f"{inner}{json.dumps(k)}: {laid_out(v, indent + 2)}" for k, v in sorted(document.items())]
    else:
        parts = [inner + laid_out(v, indent + 2) for v in document]
    opened, closed = ("{", "}") if isinstance(document, dict) else ("[", "]")
    return opened + "\n" + ",\n".join(parts) + "\n" + " " * indent + closed


def cut(text: str) -> str:
    """At most `SHOWN` characters, and how many there are."""
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…\n({len(text):,} characters in all)"
