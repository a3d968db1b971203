"""The recorded cases, numbered, and the port asked one of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING

from jarparity import catalogue
from jarparity.check.judge import Truth, judge
from jarparity.fixtures import reading
from jarparity.lines import Line
from jarparity.references.golden import GoldenReference
from jarparity.verdicts import Agrees

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
    def of(cls, by_operation: Mapping[str, Sequence[Vector]], digests: Mapping[str, str]) -> Vectors:
        """These vectors, with their digests."""
        truths: list[Truth] = []
        ranges: dict[str, range] = {}
        for operation, vectors in sorted(by_operation.items()):
            ranges[operation] = range(len(truths), len(truths) + len(vectors))
            truths += map(_truth, vectors)
        return cls(truths, ranges, digests)

    @classmethod
    def recorded(cls) -> Vectors:
        """The kit's own golden vectors.

        Raises:
            FixtureError: A file is damaged.
        """
        golden = GoldenReference.default()
        files = reading.files(golden.folder)
        digests = {o: sha256(b"".join(path.read_bytes() for path in paths)).hexdigest() for o, paths in files.items()}
        return cls.of({operation: golden.vectors(operation) for operation in files}, digests)

    @cached_property
    def operations(self) -> Sequence[str]:
        """By number, the case's operation."""
        return [operation for operation, numbers in self.ranges.items() for _ in numbers]

    def more_lines(self, number: int) -> int:
        """How many lines `agrees` asks more where it asks every one: 0 where it asks each already."""
        varies = catalogue.operation(self.operations[number]).varies
        return sum(len(lines) - 1 for lines, _ in self.truths[number].groups) if varies else 0

    def agrees(self, port: Port, number: int, *, every_line: bool = False) -> bool:
        """Whether the port answers a case as the originals do, on every group of lines; or on every line."""
        operation = catalogue.operation(self.operations[number])
        verdicts = judge(operation, port, [self.truths[number]], "golden", every_line=every_line)
        return all(isinstance(verdict, Agrees) for verdict in verdicts)

    def name(self, number: int) -> str:
        """The case's operation and id."""
        return f"{self.operations[number]} {self.truths[number].case.id}"


def _truth(vector: Vector) -> Truth:
    return Truth(vector.case, tuple((tuple(map(Line.parse, r.lines)), r.answer) for r in vector.answers))
