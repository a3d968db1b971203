"""Outcomes that are known already, kept in the cache so that a run goes on where the last one ended.

An outcome holds for a fingerprint: a digest of the changed module, of the modules that its operations run, of these
operations' vectors, and of what judges (`judges`). When the fingerprint is another one, the mutant is tried again, the
case that killed it last first.
"""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING, Self

from quality.mutation import outcome as outcomes

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

    from quality.mutation.outcome import Outcome


class Results:
    """A small database, written after each trial."""

    def __init__(self, path: Path) -> None:
        """Opens it, or makes it.

        Raises:
            sqlite3.DatabaseError: The file is no such database; delete it.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        self._database = sqlite3.connect(path, isolation_level=None)
        self._database.execute(
            "create table if not exists results (ident text primary key, fingerprint text, outcome text)"
        )
        self._known: dict[str, tuple[str, Outcome]] = {
            ident: (fingerprint, outcomes.from_json(json.loads(text)))
            for ident, fingerprint, text in self._database.execute("select ident, fingerprint, outcome from results")
        }

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, thrown: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._database.close()

    def known(self, ident: str, fingerprint: str) -> Outcome | None:
        """The outcome under this fingerprint; None where it has to be found, as after a copy's death."""
        found = self._known.get(ident)
        if found is None or isinstance(found[1], outcomes.Died):
            return None
        return found[1] if found[0] == fingerprint else None

    def killer(self, ident: str) -> str:
        """The case that killed it last, under whatever fingerprint; empty where there is none."""
        found = self._known.get(ident)
        return found[1].case if found and isinstance(found[1], outcomes.Killed) else ""

    def add(self, ident: str, fingerprint: str, outcome: Outcome) -> None:
        """Keeps an outcome."""
        self._known[ident] = (fingerprint, outcome)
        text = json.dumps(outcomes.to_json(outcome))
        self._database.execute("replace into results values (?, ?, ?)", (ident, fingerprint, text))
