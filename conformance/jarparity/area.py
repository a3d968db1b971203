"""An area: one subject of comparison, with everything that the kit knows of it in one folder."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from jarparity.answer_pairs import AnswerPair
    from jarparity.answers import JSON
    from jarparity.lines import Line
    from jarparity.operations import Operation

CHANGES: Final = "behaviour-changes.json"

Aspect: TypeAlias = "Callable[[AnswerPair, str], bool]"
"""Takes a difference between two lines, and the text after the aspect's colon."""


@dataclass(frozen=True, slots=True)
class WatchedClass:
    """A class of an original whose branches are counted, with all that is nested in it.

    Attributes:
        name: With its package.
        family: The family of lines that have it.
        operations: Globs of the operations that are to reach it.
        since: The first version that has it, or None for all.
    """

    name: str
    family: str
    operations: tuple[str, ...]
    since: str | None = None

    @property
    def simple_name(self) -> str:
        """Without its package."""
        return self.name.rpartition(".")[2]

    def on(self, line: Line) -> bool:
        """Whether a line has it."""
        return line.family == self.family and (self.since is None or not line < type(line)(line.family, self.since))

    def holds(self, class_name: str) -> bool:
        """Whether a class is this one, or nested in it."""
        return class_name == self.name or class_name.startswith(f"{self.name}$")


@dataclass(frozen=True, slots=True)
class Area:
    """A subject of comparison.

    Attributes:
        name: The name of its folder, and of its entry point: `kafka_assignors`.
        summary: One sentence: what is compared.
        operations: In the order in which lists show them.
        place: Where lists show the area: the lowest first, then by name.
        folder: Where its data files are: `behaviour-changes.json`, `coverage.json`; None for none.
        data: The folder of a distribution that brings originals of its own: `lines.toml`, `java/`, `fixtures/`; None
            where they are the kit's.
        port: The port that comes with it, `module:attribute`: `jarparity check` asks it where none is named. None for
            copartition's.
        watched: Classes of the original whose branches are counted.
        aspects: What can be said of a difference between two releases, beside the general aspects, by name.
        domains: Name of a module that exports what is compared completely as `DOMAINS`: whole domains, exhaustive small
            scopes. Imported late.
        faults: Names of modules that export the known ways to be wrong as `FAULTS`. Imported late.
        original_faults: Name of a module that exports faults of the originals as `ORIGINAL_FAULTS`. Imported late.
        models: Name of a module that exports independent models of operations as `MODELS`. Imported late.
    """

    name: str
    summary: str
    operations: tuple[Operation, ...]
    place: int = 100
    folder: Path | None = None
    data: Path | None = None
    port: str | None = None
    watched: tuple[WatchedClass, ...] = ()
    aspects: Mapping[str, Aspect] = field(default_factory=dict)
    domains: str | None = None
    faults: tuple[str, ...] = ()
    original_faults: str | None = None
    models: str | None = None

    def changes(self) -> list[JSON]:
        """What `behaviour-changes.json` lists: the known changes between releases; none without the file.

        Raises:
            OSError: The file can't be read.
            ValueError: It isn't JSON.
        """
        path = None if self.folder is None else self.folder / CHANGES
        return json.loads(path.read_text("utf-8"))["changes"] if path and path.is_file() else []
