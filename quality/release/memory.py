"""What earlier runs found at the same commit, kept in `dist`: steps can be taken one by one, on one day or several."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Final

from jarparity import whole_file
from quality.release.desk import Done
from quality.release.steps import STEPS, Taken

if TYPE_CHECKING:
    from collections.abc import Iterable

    from quality.release.desk import Desk

FILE: Final = "rehearsal.json"


def remembered(desk: Desk) -> list[Taken]:
    """The steps that were taken at this commit, in their order. Of another commit nothing is remembered."""
    try:
        document = json.loads((desk.dist / FILE).read_text("utf-8"))
    except FileNotFoundError:
        return []
    known = document["steps"] if document["commit"] == desk.commit else {}
    return [
        Taken(step, _done(known[step.name]["done"]), tuple(known[step.name]["faults"]))
        for step in STEPS
        if step.name in known
    ]


def remember(desk: Desk, taken: Iterable[Taken]) -> list[Taken]:
    """Adds steps that were taken now, in place of what was found before. Returns all that is known."""
    known = {one.step.name: one for one in (*remembered(desk), *taken)}
    steps = {name: {"done": one.done and asdict(one.done), "faults": one.faults} for name, one in known.items()}
    whole_file.replace(desk.dist / FILE, json.dumps({"commit": desk.commit, "steps": steps}, indent=1).encode())
    return remembered(desk)


def _done(document: dict[str, object] | None) -> Done | None:
    if document is None:
        return None
    tables, still_open = document["tables"], document["open"]
    rows = tables if isinstance(tables, list) else []
    return Done(
        str(document["said"]),
        tuple((str(title), tuple(map(str, table))) for title, table in rows),
        None if still_open is None else str(still_open),
    )
