"""Mutants that answer as the port does, as far as is known; each with its reason, and each looked at in every run.

`equivalent`: it is proven that no input tells. `unproven`: no input was found, and the entry names the search.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from quality.mutation.outcome import Killed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from quality.mutation.mutants import Mutant
    from quality.mutation.outcome import Outcome

FILE: Final = Path(__file__).with_name("equivalent.json")
_SCHEMA: Final = "jarparity-equivalent-mutants-1"


class EquivalentError(ValueError):
    """The file is no list of equivalent mutants."""


@dataclass(frozen=True, slots=True)
class Equivalent:
    """Mutants of one line that no input tells from the port, or none that was found.

    Attributes:
        module: The dotted name of the module.
        line: The text of the line, stripped.
        mutants: Operators with their places on lines of this text: `NumberReplacer#1`.
        reason: Why no input tells them from the port; where that isn't proven, what was searched, and how many inputs.
        proven: Whether it is.
    """

    module: str
    line: str
    mutants: tuple[str, ...]
    reason: str
    proven: bool = True

    @property
    def idents(self) -> tuple[str, ...]:
        """The mutants' lasting names."""
        return tuple(f"{self.module} {label} {self.line}" for label in self.mutants)


def read(path: Path = FILE) -> list[Equivalent]:
    """What is declared.

    Raises:
        EquivalentError: The file isn't of the form, gives no reason, or names a mutant twice.
    """
    try:
        document = json.loads(path.read_text("utf-8"))
        if document["schema"] != _SCHEMA:
            raise EquivalentError(f"{path}: schema must be {_SCHEMA!r}, not {document['schema']!r}")
        entries = [_entry(each, "reason") for each in document["equivalent"]]
        entries += [_entry(each, "search") for each in document.get("unproven", [])]
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        raise EquivalentError(f"{path}: {error!r}; see the entries that stand there for the form") from error
    seen: set[str] = set()
    for entry in entries:
        if not entry.reason.strip() or not entry.mutants:
            field = "reason" if entry.proven else "search"
            raise EquivalentError(f"{path}: {entry.module}: {entry.line}: give `mutants` and a `{field}`")
        if not entry.proven and not any(letter.isdigit() for letter in entry.reason):
            raise EquivalentError(f"{path}: {entry.module}: {entry.line}: say in `search` how many inputs were tried")
        for ident in entry.idents:
            if ident in seen:
                raise EquivalentError(f"{path}: {ident}: stands twice")
            seen.add(ident)
    return entries


def _entry(each: Mapping[str, Any], why: str) -> Equivalent:
    return Equivalent(each["module"], each["line"], tuple(each["mutants"]), each[why], proven=why == "reason")


def stale(
    entries: Iterable[Equivalent], existing: Iterable[Mutant], outcomes: Mapping[str, Outcome], modules: Sequence[str]
) -> list[str]:
    """What is no longer so: entries whose mutant isn't there any more, or dies.

    Args:
        entries: What is declared.
        existing: All mutants of these modules.
        outcomes: By mutant's name, of those that were tried.
        modules: The modules that were looked at; entries of others are passed over.
    """
    there = {mutant.ident for mutant in existing}
    found: list[str] = []
    for entry in entries:
        if entry.module not in modules:
            continue
        for ident in entry.idents:
            outcome = outcomes.get(ident)
            if ident not in there:
                found.append(f"{ident}: there is no such mutant any more; delete the entry, or mend its line")
            elif isinstance(outcome, Killed):
                found.append(
                    f"{ident}: killed by {outcome.case or outcome.how}, so it isn't equivalent; delete the entry"
                )
    return found
