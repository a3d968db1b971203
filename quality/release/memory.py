"""What earlier runs found at the same commit, kept in `dist`: steps can be taken one by one, on one day or several."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Final

from jarparity import whole_file
from quality.release import versions
from quality.release.desk import Done
from quality.release.steps import STEPS, Taken

if TYPE_CHECKING:
    from collections.abc import Callable

    from quality.release.desk import Desk

FILE: Final = "rehearsal.json"
_NAMED: Final = 3


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


class Memory:
    """Keeps what a run finds, each step as soon as it is taken: whatever ends the run, the steps before it were taken.

    A checkout with changes is not its commit. From when one is seen, nothing of the run is kept.
    """

    def __init__(self, desk: Desk, says: Callable[[str], object]) -> None:
        self._desk = desk
        self._says = says
        self._keeps = True
        self._look()

    def add(self, taken: Taken) -> None:
        """Adds a step that was taken now, in place of what was found before."""
        self._look()
        if not self._keeps:
            return
        known = {one.step.name: one for one in (*remembered(self._desk), taken)}
        steps = {name: {"done": one.done and asdict(one.done), "faults": one.faults} for name, one in known.items()}
        document = {"commit": self._desk.commit, "steps": steps}
        whole_file.replace(self._desk.dist / FILE, json.dumps(document, indent=1).encode())

    def _look(self) -> None:
        """Says it once where the checkout has changes."""
        if self._keeps and (changed := versions.uncommitted(self._desk)):
            more = f" and {len(changed) - _NAMED} more" if len(changed) > _NAMED else ""
            self._says(f"not remembered: {', '.join(changed[:_NAMED])}{more} not committed")
            self._keeps = False


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
