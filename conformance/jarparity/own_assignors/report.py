"""What an examination of a user's assignor came to, as text and as JSON."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jarparity.answers import canonical
from jarparity.check.outcome import Exit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jarparity.answers import JSON
    from jarparity.lines import Line
    from jarparity.own_assignors.examine import Finding
    from jarparity.own_assignors.search import Searched


@dataclass(frozen=True, slots=True)
class Examined:
    """A finished examination.

    Attributes:
        name: The class, `module:Class`.
        searched: What was found, on how many groups.
        lines: On which lines.
        missing: Why the real interface was not asked; None where it was.
        seed: The seed of the groups; None for one that was given.
        options: What the command was told beside the class and the groups.
    """

    name: str
    searched: Searched
    lines: Sequence[Line]
    missing: str | None
    seed: int | None
    options: tuple[str, ...]

    @property
    def exit_code(self) -> Exit:
        """As `check`: 1 for a finding; nothing asked is not green."""
        if self.searched.finding is not None:
            return Exit.DIFFERS
        return Exit.OK if self.searched.groups else Exit.NOTHING_CHECKED

    def text(self) -> str:
        """For people."""
        asked, finding = self.searched.groups, self.searched.finding
        rows = [] if finding is None else self._told(finding)
        where = "in Python only" if self.missing is not None else "in Python and inside the real interface (jpype)"
        outcome = "1 finding" if finding else "nothing wrong" if asked else "nothing was asked"
        seeded = "" if self.seed is None else f", seed {self.seed}"
        groups = "1 group" if asked == 1 else f"{asked:,} groups"
        rows.append(f"{self.name}: {outcome} on {groups}, {where}{seeded}")
        if self.missing is not None:
            rows.append(f"real interface: {self.missing}")
        rows.append(f"lines: {', '.join(map(str, self.lines))}")
        return "\n".join(rows)

    def json(self) -> str:
        """For machines."""
        finding = self.searched.finding
        document: JSON = {
            "schema": "jarparity-assignor-1",
            "assignor": self.name,
            "exit": int(self.exit_code),
            "groups": self.searched.groups,
            "seed": self.seed,
            "lines": [str(line) for line in self.lines],
            "realInterface": {"asked": self.missing is None, "missing": self.missing},
            "finding": None
            if finding is None
            else {
                "kind": type(finding).__name__,
                "title": finding.title,
                "line": str(finding.line),
                "sentences": list(finding.sentences),
                "group": _group(finding),
                "steady": self.searched.steady,
                "reproduce": self._reproduce(finding),
            },
        }
        return json.dumps(document, indent=2)

    def _told(self, finding: Finding) -> list[str]:
        rows = [f"{self.name} {finding.title}, on {finding.line}", *(f"  {sentence}" for sentence in finding.sentences)]
        rows.append(f"  group      {canonical(_group(finding))}")
        if not self.searched.steady:
            rows.append("  It did not show each time: the class is random, or its instances share a state.")
        rows.append(f"  reproduce  {self._reproduce(finding)}")
        return rows

    def _reproduce(self, finding: Finding) -> str:
        command = ["jarparity", "assignor", "check", self.name, "--line", str(finding.line), *self.options]
        return shlex.join([*command, "--input", canonical(_group(finding))])


def _group(finding: Finding) -> JSON:
    """As `--input` takes it."""
    return {field: value for field, value in finding.document.items() if field != "assignor"}
