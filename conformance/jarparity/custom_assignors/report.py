"""The result of checking a custom assignor, as text and as JSON."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jarparity.answers import canonical
from jarparity.check.outcome import Exit
from jarparity.report.tables import Document, Fields, Section

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.answers import JSON
    from jarparity.custom_assignors.examine import Finding, Unread
    from jarparity.custom_assignors.search import Searched
    from jarparity.lines import Line


@dataclass(frozen=True, slots=True)
class Examined:
    """A finished examination.

    Attributes:
        name: The class, `module:Class`.
        searched: What was found, on how many groups.
        lines: On which lines.
        missing: Why the real interface was not asked; None where it was.
        seed: The seed of the groups; None for one that was given.
        options: The options of the command beside the class and the groups.
        unread: Where a partition went to no one.
    """

    name: str
    searched: Searched
    lines: Sequence[Line]
    missing: str | None
    seed: int | None
    options: tuple[str, ...]
    unread: Unread

    @property
    def exit_code(self) -> Exit:
        """As `check`: 1 for a finding; nothing asked is not green."""
        if self.searched.finding is not None:
            return Exit.DIFFERS
        return Exit.OK if self.searched.groups else Exit.NOTHING_CHECKED

    def document(self) -> Document:
        """For people and for machines."""
        finding = self.searched.finding
        data: JSON = {
            "schema": "jarparity-assignor-1",
            "assignor": self.name,
            "exit": int(self.exit_code),
            "groups": self.searched.groups,
            "seed": self.seed,
            "lines": [str(line) for line in self.lines],
            "realInterface": {"asked": self.missing is None, "missing": self.missing},
            "unread": {
                "groups": len(self.unread.groups),
                "smallest": self.unread.smallest and _as_given(self.unread.smallest),
            },
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
        blocks = [] if finding is None else [self._section(finding)]
        return Document((*blocks, *self._closing()), data)

    def _section(self, finding: Finding) -> Section:
        random = "It was not seen each time: the class is random, or its instances share state."
        return Section(
            f"{self.name} {finding.title}, on {finding.line}",
            (
                *finding.sentences,
                *([] if self.searched.steady else [random]),
                Fields((("group", canonical(_group(finding))), ("reproduce", self._reproduce(finding)))),
            ),
        )

    def _closing(self) -> Iterator[str]:
        asked = self.searched.groups
        where = "in Python only" if self.missing is not None else "in Python and inside the real interface (jpype)"
        outcome = "1 finding" if self.searched.finding else "nothing wrong" if asked else "nothing was asked"
        seeded = "" if self.seed is None else f", seed {self.seed}"
        if self.unread.smallest is not None:
            count, smallest = len(self.unread.groups), canonical(_as_given(self.unread.smallest))
            yield (
                f"look at this: in {count:,} group{'s' * (count != 1)} no member got a partition of a topic to which "
                f"one subscribes, so it is never read; Kafka allows it. The smallest: {smallest}"
            )
        if self.missing is not None:
            yield f"real interface: {self.missing}"
        yield f"releases: {', '.join(map(str, self.lines))}"
        yield f"{self.name}: {outcome} on {asked:,} group{'s' * (asked != 1)}, {where}{seeded}"

    def _reproduce(self, finding: Finding) -> str:
        command = ["jarparity", "assignor", "check", self.name, "--line", str(finding.line), *self.options]
        return shlex.join([*command, "--input", canonical(_group(finding))])


def _group(finding: Finding) -> JSON:
    return _as_given(finding.document)


def _as_given(document: JSON) -> JSON:
    """As `--input` takes it."""
    return {field: value for field, value in document.items() if field != "assignor"}
