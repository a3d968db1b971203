"""The plan: how much of which kind of work, in numbered stages that follow from the seed alone."""

from __future__ import annotations

import tomllib
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from jarparity import registry

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from jarparity.answers import JSON

SEED: Final = 20261123
"""The seed where none is named."""

KEYS: Final = "keys"
"""The kind that is asked in columns; all others are asked input by input."""

_FILE: Final = Path(__file__).with_name("plan.toml")
_STAGES: Final = 4
"""A small campaign has about so many stages of a kind, too: one that is killed has something to resume."""
_OF_A_KEY, _OF_A_CHUNK = 20, 5000
"""About how many comparisons a key and a chunk of the search are: each is asked on several releases."""


class Stage(NamedTuple):
    """A part of the work, done and kept as a whole.

    Attributes:
        kind: What kind of work.
        number: Its place among the stages of the kind, from 0.
    """

    kind: str
    number: int

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of work.

    Attributes:
        name: Its name.
        comparisons: How many make it whole; a comparison is one input on one release.
        stage: Keys of a stage, or chunks of the search.
        operations: Names of operations; none for keys, whose operations are declared by areas.
    """

    name: str
    comparisons: int
    stage: int
    operations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """All of the work.

    Attributes:
        seed: Everything that is drawn follows from it.
        scale: Which part of the whole campaign this is.
        kinds: By name.
    """

    seed: int
    scale: float
    kinds: Mapping[str, Kind]

    @classmethod
    def read(cls, seed: int = SEED, scale: float = 1.0, path: Path = _FILE) -> Plan:
        """The plan of the file, or a smaller one.

        Raises:
            ValueError: A glob names no operation; the message says which.
        """
        document = tomllib.loads(path.read_text("utf-8"))
        return cls(seed, scale, {name: _kind(name, row, scale) for name, row in document.items()})

    @classmethod
    def of(cls, document: JSON) -> Plan:
        """The plan that a journal names."""
        kinds = {row["name"]: Kind(**{**row, "operations": tuple(row["operations"])}) for row in document["kinds"]}
        return cls(document["seed"], document["scale"], kinds)

    def document(self) -> JSON:
        """As JSON has it."""
        kinds = [{**asdict(kind), "operations": list(kind.operations)} for kind in self.kinds.values()]
        return {"seed": self.seed, "scale": self.scale, "kinds": kinds}

    def done(self, compared: Mapping[Stage, int]) -> dict[str, int]:
        """By kind how many comparisons were made, up to its first stage that is missing.

        Args:
            compared: By stage that is done, how many comparisons it made.
        """
        return {name: sum(compared[stage] for stage in self._in_a_row(name, compared)) for name in self.kinds}

    def next(self, compared: Mapping[Stage, int]) -> Stage | None:
        """The stage to do next; None where all is done.

        Kinds advance together, so that a run that ends early has compared as much of each.

        Args:
            compared: As for `done`.
        """
        done = self.done(compared)
        wanting = [kind for kind in self.kinds.values() if done[kind.name] < kind.comparisons]
        if not wanting:
            return None
        kind = min(wanting, key=lambda one: done[one.name] / one.comparisons)
        return Stage(kind.name, sum(1 for _ in self._in_a_row(kind.name, compared)))

    def counted(self, compared: Mapping[Stage, int]) -> list[Stage]:
        """The stages that count, by kind from the first on; none that comes after one that is missing.

        Args:
            compared: As for `done`.
        """
        return [stage for name in self.kinds for stage in self._in_a_row(name, compared)]

    def _in_a_row(self, name: str, compared: Mapping[Stage, int]) -> Iterator[Stage]:
        """The stages of a kind from the first on that are done, until it is whole."""
        total = 0
        for stage in (Stage(name, number) for number in count()):
            if stage not in compared or total >= self.kinds[name].comparisons:
                return
            total += compared[stage]
            yield stage


def _kind(name: str, row: Mapping[str, JSON], scale: float) -> Kind:
    comparisons = max(1, round(row["comparisons"] * scale))
    patterns = row.get("operations", [])
    for pattern in patterns:
        if not registry.select([pattern]):
            raise ValueError(f"{_FILE.name}: {name}: no operation matches {pattern}; `jarparity list` shows all")
    names = tuple(operation.name for operation in registry.select(patterns)) if patterns else ()
    return Kind(name, comparisons, _stage(row, scale), names)


def _stage(row: Mapping[str, JSON], scale: float) -> int:
    """The size of a stage: smaller where the whole kind would be less than some stages."""
    each = _OF_A_CHUNK if "operations" in row else _OF_A_KEY
    return int(max(1, min(row["stage"], row["comparisons"] * scale / (each * _STAGES))))
