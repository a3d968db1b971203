"""Rules between the fields of inputs about replicas: what Java itself doesn't fix, or draws."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.values.utf16 import string_hash

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON

_A_LIST = 8
"""So many keys of a HashMap's bin are a list, whatever their hash codes."""


def problems(document: JSON) -> Iterator[tuple[str, str]]:
    """The path and the sentence of each broken rule in an input that fits its schema."""
    if "brokers" not in document:
        return
    if len(document["brokers"]) > 1 and document.get("startIndex", 0) < 0:
        yield "input.startIndex", "a negative one is drawn at random; write one from 0 on, or a single broker"
    if "seed" not in document:
        return
    racks = {broker.get("rack"): i for i, broker in reversed(list(enumerate(document["brokers"])))}
    if len(racks) <= _A_LIST:
        return
    seen: dict[int, str | None] = {}
    for rack, i in sorted(racks.items(), key=lambda item: item[1]):
        code = 0 if rack is None else string_hash(rack)
        if code in seen:
            problem = (
                f"{rack!r} has the hash code of {seen[code]!r}, and a bin that is a tree orders such racks by "
                "identity; write racks with different hash codes, or at most eight racks"
            )
            yield f"input.brokers[{i}].rack", problem
        seen[code] = rack
