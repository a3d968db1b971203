"""The recorded cases, numbered, and the port asked one of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING

from jarparity import registry
from jarparity.check.asking import PortReplies
from jarparity.check.judging import Truth
from jarparity.fixtures import reading
from jarparity.lines import Line
from jarparity.references.golden import GoldenReference
from jarparity.verdicts import Agrees

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from jarparity.cases import Vector
    from jarparity.ports import Port


@dataclass(frozen=True)
class Vectors:
    """All recorded cases in one list; a case's number is its place there.

    Attributes:
        truths: The cases with the originals' answers.
        ranges: By operation, the numbers of its cases.
        digests: By operation, a digest of its files.
    """

    truths: Sequence[Truth]
    ranges: Mapping[str, range]
    digests: Mapping[str, str]

    @classmethod
    def recorded(cls) -> Vectors:
        """The kit's own golden vectors.

        Raises:
            FixtureError: A file is damaged.
        """
        golden = GoldenReference.default()
        files = reading.files(golden.folder)
        digests = {o: sha256(b"".join(path.read_bytes() for path in paths)).hexdigest() for o, paths in files.items()}
        truths: list[Truth] = []
        ranges: dict[str, range] = {}
        for operation in sorted(files):
            start = len(truths)
            truths += map(_truth, golden.vectors(operation))
            ranges[operation] = range(start, len(truths))
        return cls(truths, ranges, digests)

    @cached_property
    def operations(self) -> Sequence[str]:
        """By number, the case's operation."""
        return [operation for operation, numbers in self.ranges.items() for _ in numbers]

    def lines(self, operations: Iterable[str]) -> set[str]:
        """The lines that cases of these operations are recorded for."""
        truths = (self.truths[number] for operation in operations for number in self.ranges[operation])
        return {str(line) for truth in truths for lines, _ in truth.groups for line in lines}

    def more_lines(self, number: int) -> int:
        """How many lines `agrees` asks more where it asks every one: 0 where it asks each already."""
        varies = registry.operation(self.operations[number]).varies
        return sum(len(lines) - 1 for lines, _ in self.truths[number].groups) if varies else 0

    def agrees(self, port: Port, number: int, *, every_line: bool = False) -> bool:
        """Whether the port answers a case as the originals do, on every group of lines; or on every line."""
        operation = registry.operation(self.operations[number])
        verdicts = PortReplies(operation, port).verdicts([self.truths[number]], "golden", every_line=every_line)
        return all(isinstance(verdict, Agrees) for verdict in verdicts)

    def name(self, number: int) -> str:
        """The case's operation and id."""
        return f"{self.operations[number]} {self.truths[number].case.id}"


def _truth(vector: Vector) -> Truth:
    return Truth(vector.case, tuple((tuple(map(Line.parse, r.lines)), r.answer) for r in vector.answers))
