"""What became of mutants, kept in the cache so that a run goes on where the last one ended.

An outcome holds for a fingerprint: a digest of the changed module, of the modules that its operations run, of these
operations' vectors, and of what judges (`judges`). When the fingerprint is another one, the mutant is tried again, the
case that killed it last first.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Killed:
    """A case distinguished it from the port.

    Attributes:
        case: The case, by operation and id; empty where the port could no longer be loaded.
        how: `answer`, `time` (it ran on and on), or `loading`.
    """

    case: str
    how: str


@dataclass(frozen=True, slots=True)
class Survived:
    """No case distinguished it from the port.

    Attributes:
        asked: How many cases were asked: all that run the changed lines.
    """

    asked: int


@dataclass(frozen=True, slots=True)
class Died:
    """The copy that held it ended without a verdict: nothing is known, and nothing is counted as killed."""

    text: str


TrialOutcome: TypeAlias = Killed | Survived | Died

_KINDS: Final = {kind.__name__: kind for kind in (Killed, Survived, Died)}


class Results:
    """A file with a line a trial, written after each; later lines count."""

    def __init__(self, path: Path) -> None:
        """Reads it, where there is one; half a line, of a run that was killed, says nothing.

        Raises:
            OSError: It can't be read.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path = path
        self._known: dict[str, tuple[str, TrialOutcome]] = {}
        for line in path.read_text("utf-8").splitlines() if path.exists() else ():
            with suppress(ValueError):
                ident, fingerprint, kind, fields = json.loads(line)
                self._known[ident] = fingerprint, _KINDS[kind](**fields)

    def known(self, ident: str, fingerprint: str) -> TrialOutcome | None:
        """The outcome under this fingerprint; None where it has to be found, as after a copy's death."""
        known, outcome = self._known.get(ident, ("", None))
        return None if isinstance(outcome, Died) or known != fingerprint else outcome

    def killer(self, ident: str) -> str:
        """The case that killed it last, under whatever fingerprint; empty where there is none."""
        _, outcome = self._known.get(ident, ("", None))
        return outcome.case if isinstance(outcome, Killed) else ""

    def add(self, ident: str, fingerprint: str, outcome: TrialOutcome) -> None:
        """Keeps an outcome."""
        self._known[ident] = fingerprint, outcome
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps([ident, fingerprint, type(outcome).__name__, asdict(outcome)])}\n")
