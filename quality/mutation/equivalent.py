"""Mutants that answer as the port does, as far as is known; each with its reason, and each looked at in every run.

`equivalent`: no input tells, and `reason` says why. `unproven`: no input was found, and `search` says what was tried.
`unrecorded`: only the releases that `release` names tell, and no recorded line is one of them.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from quality.mutation.results import Killed

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from quality.mutation.mutants import Mutant
    from quality.mutation.results import TrialOutcome

FILE: Final = Path(__file__).with_suffix(".json")
_SCHEMA: Final = "jarparity-equivalent-mutants-2"
_FOR_FLINK: Final = re.compile(r"-\d+\.\d+$")
"""What follows the release of Flink's connector: the Flink that it is for."""
_WHY: Final = {"equivalent": "reason", "unproven": "search", "unrecorded": "release"}


class EquivalentError(ValueError):
    """The file is no list of equivalent mutants."""


@dataclass(frozen=True, slots=True)
class Declared:
    """Mutants of one line that no recorded case tells from the port.

    Attributes:
        kind: `equivalent`, `unproven` or `unrecorded`.
        module: The dotted name of the module.
        line: The text of the line, stripped.
        mutants: Operators with their places on lines of this text: `NumberReplacer#1`.
        why: Why no input tells them from the port; or what was searched, and how many inputs; or the releases that do.
    """

    kind: str
    module: str
    line: str
    mutants: tuple[str, ...]
    why: str

    @property
    def idents(self) -> tuple[str, ...]:
        """The mutants' lasting names."""
        return tuple(f"{self.module} {label} {self.line}" for label in self.mutants)


def read(path: Path = FILE) -> list[Declared]:
    """What is declared.

    Raises:
        EquivalentError: The file isn't of the form, gives no reason, or names a mutant twice.
    """
    try:
        document = json.loads(path.read_text("utf-8"))
        if document.pop("schema") != _SCHEMA:
            raise EquivalentError(f"{path}: schema must be {_SCHEMA!r}")
        entries = [
            Declared(kind, each["module"], each["line"], tuple(each["mutants"]), each[_WHY[kind]])
            for kind, some in document.items()
            for each in some
        ]
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        raise EquivalentError(f"{path}: {error!r}; see the other entries for the form") from error
    seen: set[str] = set()
    for entry in entries:
        if not entry.why.strip() or not entry.mutants:
            raise EquivalentError(f"{path}: {entry.module}: {entry.line}: give `mutants` and a `{_WHY[entry.kind]}`")
        if entry.kind == "unproven" and not any(letter.isdigit() for letter in entry.why):
            raise EquivalentError(f"{path}: {entry.module}: {entry.line}: say in `search` how many inputs were tried")
        for ident in entry.idents:
            if ident in seen:
                raise EquivalentError(f"{path}: {ident}: declared twice")
            seen.add(ident)
    return entries


def stale(
    entries: Iterable[Declared],
    existing: Iterable[Mutant],
    outcomes: Mapping[str, TrialOutcome],
    recorded: Mapping[str, Collection[str]],
) -> list[str]:
    """What is no longer so: entries whose mutant isn't there any more, or dies, or whose release is recorded.

    Args:
        entries: What is declared.
        existing: All mutants of the modules that were looked at.
        outcomes: By mutant's name, of those that were tried.
        recorded: By each of these modules, the lines of the vectors that reach it; entries of others are passed over.
    """
    there = {mutant.ident for mutant in existing}
    found: list[str] = []
    for entry in entries:
        if entry.module not in recorded:
            continue
        releases = {_FOR_FLINK.sub("", line) for line in recorded[entry.module]}
        for ident in entry.idents:
            outcome = outcomes.get(ident)
            if ident not in there:
                found.append(f"{ident}: there is no such mutant any more; delete the entry, or fix its line")
            elif isinstance(outcome, Killed):
                found.append(f"{ident}: killed by {outcome.case or outcome.how}; delete the entry")
            elif entry.kind == "unrecorded" and (known := releases.intersection(entry.why.split(", "))):
                found.append(f"{ident}: {min(known)} is recorded, and still no answer tells; delete the entry")
    return found
