"""What `port.toml` and `expected.json` of a example port say: how it is built and started, and what is known of it."""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from jarparity.grades import Grade

if TYPE_CHECKING:
    from collections.abc import Mapping

HERE = Path(__file__).parent

RECIPE, EXPECTED = "port.toml", "expected.json"

COUNTS = ("differs", "errored", "skipped")
"""What is counted of an operation; a count that isn't written is 0. What agrees is the rest."""

GRADE = "grade"
"""The operation's grade stands beside the counts: one, or the two between which a non-deterministic library lies."""

_KEYS = {"needs", "packages", "build", "run"}


class RecipeError(ValueError):
    """A port's files say what can't be."""


@dataclass(frozen=True, slots=True)
class Range:
    """How many cases: from `low` to `high`, both of them counted.

    They differ for a library whose own answer isn't the same from run to run.
    """

    low: int
    high: int

    def __contains__(self, count: int) -> bool:
        return self.low <= count <= self.high

    def __str__(self) -> str:
        return f"{self.low:,}" if self.low == self.high else f"{self.low:,} to {self.high:,}"

    def around(self, count: int) -> Range:
        """As wide as this one, with `count` in its middle; this one, where it holds `count`."""
        if count in self:
            return self
        low = max(0, count - (self.high - self.low) // 2)
        return Range(low, low + self.high - self.low)

    def as_json(self) -> int | list[int]:
        """A number, or the two."""
        return self.low if self.low == self.high else [self.low, self.high]


@dataclass(frozen=True, slots=True)
class Known:
    """What is recorded of an operation.

    Attributes:
        counts: By verdict, of those that occur.
        grades: The worst and the best grade that it may have; None before it was recorded.
    """

    counts: Mapping[str, Range]
    grades: tuple[Grade, Grade] | None

    def allows(self, grade: Grade) -> bool:
        """Whether the grade is one that was recorded."""
        return self.grades is not None and self.grades[0] <= grade <= self.grades[1]

    @property
    def shown(self) -> str:
        """The grade in words."""
        if self.grades is None:
            return "none"
        worst, best = self.grades
        return str(worst) if worst is best else f"{worst} to {best}"


@dataclass(frozen=True, slots=True)
class Run:
    """One port of a folder's: a library may be asked in several ways, such as with each of its partitioners.

    Attributes:
        name: The port's name, as in its answer to `start`.
        options: What `jarparity check` is told, to open it.
        expected: By operation what is known of it; None before it was recorded.
    """

    name: str
    options: tuple[str, ...]
    expected: Mapping[str, Known] | None


@dataclass(frozen=True, slots=True)
class Recipe:
    """A folder with a harness.

    Attributes:
        folder: Where it is.
        needs: By program that it needs how one gets it.
        packages: Python distributions that it needs, with their versions: `kafka-python==3.0.12`.
        build: Commands that build it, in its folder.
        runs: Its ports.
    """

    folder: Path
    needs: Mapping[str, str]
    packages: tuple[str, ...]
    build: tuple[str, ...]
    runs: tuple[Run, ...]


def recipes(folder: Path = HERE) -> list[Recipe]:
    """Every port in a folder, by name.

    Raises:
        RecipeError: One's files are wrong, or there is none.
    """
    found = [_recipe(path) for path in sorted(folder.glob(f"*/{RECIPE}"))]
    if not found:
        raise RecipeError(f"no folder in {folder} has a {RECIPE}")
    return found


def record(
    recipe: Recipe,
    seen: Mapping[str, Mapping[str, Mapping[str, int]]],
    grades: Mapping[str, Mapping[str, Grade]],
) -> None:
    """Writes what was seen of a recipe's runs; a range stays one, and is moved where it doesn't hold what was seen."""
    document = {run.name: _recorded(run, seen[run.name], grades[run.name]) for run in recipe.runs}
    path = recipe.folder / EXPECTED
    part = path.with_name(f".{path.name}.part")
    part.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
    part.replace(path)


def _recorded(
    run: Run, seen: Mapping[str, Mapping[str, int]], grades: Mapping[str, Grade]
) -> dict[str, dict[str, object]]:
    document: dict[str, dict[str, object]] = {}
    for operation, counts in seen.items():
        known = (run.expected or {}).get(operation)
        kept = {name: known.counts.get(name, Range(0, 0)) if known else Range(0, 0) for name in COUNTS}
        now = {name: kept[name].around(counts[name]) for name in COUNTS}
        grade = grades[operation]
        worst, best = known.grades if known and known.grades and known.allows(grade) else (grade, grade)
        document[operation] = {GRADE: str(worst) if worst is best else [str(worst), str(best)]}
        document[operation] |= {name: count.as_json() for name, count in now.items() if count.high}
    return document


def _recipe(path: Path) -> Recipe:
    folder = path.parent
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as wrong:
        raise RecipeError(f"{path}: {wrong}") from None
    if unknown := set(document) - _KEYS:
        raise RecipeError(f"{path}: unknown key {min(unknown)}; there are {', '.join(sorted(_KEYS))}")
    if not document.get("run"):
        raise RecipeError(f"{path}: no [[run]]: say with which command, or Python object, the port is opened")
    expected = _expected(folder / EXPECTED)
    runs = tuple(_run(path, run, expected) for run in document["run"])
    if unknown := set(expected) - {run.name for run in runs}:
        raise RecipeError(f"{folder / EXPECTED}: {min(unknown)} is no run of {RECIPE}")
    return Recipe(
        folder, document.get("needs", {}), tuple(document.get("packages", ())), tuple(document.get("build", ())), runs
    )


def _run(path: Path, run: Mapping[str, str], expected: Mapping[str, Mapping[str, Known]]) -> Run:
    openers = {"command": "--port-cmd", "port": "--port"}
    given = [(option, run[key]) for key, option in openers.items() if key in run]
    if "name" not in run or len(given) != 1 or len(run) > 2:  # noqa: PLR2004 - the name and the one of them
        raise RecipeError(f"{path}: a [[run]] has a name, and one of command and port")
    return Run(run["name"], given[0], expected.get(run["name"]))


def _expected(path: Path) -> dict[str, dict[str, Known]]:
    if not path.exists():
        return {}
    document = json.loads(path.read_text(encoding="utf-8"))
    return {
        run: {
            operation: Known(
                {_verdict(path, name): _range(path, count) for name, count in known.items() if name != GRADE},
                _grades(path, operation, known[GRADE]) if GRADE in known else None,
            )
            for operation, known in operations.items()
        }
        for run, operations in document.items()
    }


def _verdict(path: Path, name: str) -> str:
    if name not in COUNTS:
        raise RecipeError(f"{path}: {name} is none of {GRADE}, {', '.join(COUNTS)}")
    return name


def _grades(path: Path, operation: str, given: object) -> tuple[Grade, Grade]:
    names = given if isinstance(given, list) else [given, given]
    try:
        worst, best = (Grade.of(str(name)) for name in names)
    except (KeyError, ValueError):
        known = ", ".join(map(str, sorted(Grade)))
        raise RecipeError(f"{path}: {operation}: {given!r} is no grade: write one of {known}, or two of them") from None
    if worst > best:
        raise RecipeError(f"{path}: {operation}: write the worse grade first")
    return worst, best


def _range(path: Path, count: object) -> Range:
    match count:
        case int() if count > 0:
            return Range(count, count)
        case [int(low), int(high)] if 0 <= low < high:
            return Range(low, high)
    raise RecipeError(f"{path}: {count!r} is no count: write a number above 0, or [from, to]; 0 is left out")
