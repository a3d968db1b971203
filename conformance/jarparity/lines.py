"""A line: one version of one original, such as `flink 2.3.0` or `kafka-clients 4.4.0`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


@dataclass(frozen=True, slots=True)
class Line:
    """A family (the original's usual artifact name) and a version.

    Lines order by family, then by version as numbers: 3.9.2 stands before 3.10.0, 3.0.2-1.18 before 3.4.0-1.20.
    """

    family: str
    version: str
    _order: tuple[str, tuple[int, ...], str] = field(init=False, repr=False, compare=False)
    _text: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Kept: a run compares, names and looks up lines for every case.
        numbers = tuple(int(n) for n in re.findall(r"\d+", self.version))
        object.__setattr__(self, "_order", (self.family, numbers, self.version))
        object.__setattr__(self, "_text", f"{self.family} {self.version}")

    def __hash__(self) -> int:
        return hash(self._text)  # a text keeps its own

    @classmethod
    @lru_cache(maxsize=1024)
    def parse(cls, text: str) -> Line:
        """Reads `flink 2.3.0`.

        Raises:
            ValueError: The text is not a family, one space and a version.
        """
        family, space, version = text.partition(" ")
        if not (family and space and version) or " " in version:
            raise ValueError(f"line {text!r}: write a family, one space and a version, such as 'flink 2.3.0'")
        return cls(family, version)

    @property
    def age(self) -> tuple[tuple[int, ...], str]:
        """Orders lines of several families by version alone: an original may move from one artifact to another."""
        return self._order[1:]

    @property
    def folder(self) -> str:
        """The line's name as a file name: `flink-2.3.0`."""
        return f"{self.family}-{self.version}"

    def __str__(self) -> str:
        return self._text

    def __lt__(self, other: Line) -> bool:
        return self._order < other._order


@cache
def is_from(line: Line, version: str) -> bool:
    """Whether a line is of this version or a later one."""
    return not line < Line(line.family, version)


def select(lines: Iterable[Line], patterns: Sequence[str]) -> list[Line]:
    """The lines that match any of the globs (all, where there are none), in order."""
    return sorted(line for line in lines if not patterns or any(fnmatchcase(str(line), p) for p in patterns))
