"""An operation: one comparable behaviour of an original, named by a path.

Everything in the kit that depends on operations (bridge dispatch, ports, fixtures, search, reports, `list`,
`explain`, docs) reads these entries; they are declared in `jarparity.catalogue`, one file a family.
"""

from __future__ import annotations

import pkgutil
import re
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from jarparity.grades import Grade

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from random import Random

    from jarparity.answers import JSON, Answer
    from jarparity.cases import Case
    from jarparity.lines import Line

_resolve = cache(pkgutil.resolve_name)
"""The object of a name such as `module:function`."""


@cache
def _is_from(line: Line, version: str) -> bool:
    """Whether a line is of this version or a later one."""
    return not line < type(line)(line.family, version)


_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)+")


_SINGLE_PURPOSE: Final = {
    "flink 1.17.0": frozenset({"flink.watermark.valve"}),
    "flink-connector-kafka 1.15.4": frozenset(
        {"flink.kafka-source.enumerator", "flink.kafka-source.split-owner", "flink.kafka-source.split-bytes"}
    ),
}
"""Lines that are there for the fault of one behaviour; no other operation has them."""


@dataclass(frozen=True, slots=True)
class BulkInput:
    """How an operation takes a whole column in one crossing.

    Attributes:
        column: The name of the input field that varies (`key`, `hash`, `bytes`), or the names of several
            32-bit fields, which then stand side by side in each row.
        kinds: The kinds of column (see `jarparity.columns.Kind`) that it takes.
        width: How many 32-bit integers each row's answer has.
        answer: Names of the answer's fields where it is an object; empty where it is a bare integer.
    """

    column: str | tuple[str, ...]
    kinds: tuple[str, ...]
    width: int = 1
    answer: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeededInput:
    """How inputs are drawn for volume where there are no columns: one by one, from plain `random.Random`.

    Attributes:
        draw: `module:function(random) -> input`; the same for the same `random`.
        rows: As how many rows of a column one such input counts: about what it costs.
    """

    draw: str
    rows: int


@dataclass(frozen=True, slots=True)
class Varying:
    """Something in an original's behaviour that is not the same in every JVM.

    Attributes:
        what: The part of the answer, or of what might be asked.
        why: What it hangs on.
    """

    what: str
    why: str


@dataclass(frozen=True, slots=True)
class Assumed:
    """A setting of the JVM on which an original's answer hangs, and under which the answers are recorded.

    Attributes:
        setting: Which; `jarparity.references.settings.ASSUMED` has its name.
        value: How it is set where the recorded answers are the original's.
        why: What the original does with it.
    """

    setting: str
    value: str
    why: str


@dataclass(frozen=True, slots=True)
class Operation:
    """A catalogue entry.

    Attributes:
        name: The path, `flink.key-group.of-key`.
        summary: One sentence: what is compared.
        original: The Java class and method, fully qualified.
        python: `copartition`'s public function for it.
        family: The family of lines that have it (`flink`, `kafka-clients`, `java`).
        formerly: Families that had it before it moved to that one, with the versions counted on.
        since: The first version that has it, or None for all.
        until: The first version that no longer has it, or None.
        input: JSON Schema of the input; may refer to `values.schema.json`.
        answer: JSON Schema of the answer's value.
        strategy: `module:function` that returns a Hypothesis strategy of inputs (kept as a name: golden runs
            never import Hypothesis).
        vectors: `module:function(random) -> iterable of Case`: edge cases and seeded ones for the fixtures.
        messages: Whether the original's error messages are deterministic, and so compared for our own port.
        varies: Whether lines are known to answer differently; then each line is asked on its own.
        bulk: How it takes a column, or None.
        seeded: How volume draws inputs where there is no `bulk`, or None.
        needs: `module:function` that takes an input and gives the first version whose API carries all that stands
            in it, or None for all versions; empty where every version that has the operation takes every input.
        grader: `module:function` that takes an input, the original's answer and another one, and gives its grade;
            empty where only one answer is right.
        narrow: `module:function` that takes an input and a version and gives the input as that version carries it;
            empty where nothing of an input can be left out.
        unordered: Parts of the answer that are sorted, for the original's own order varies; headers of fixtures say so.
        excluded: What is not asked or not compared, for it varies; headers of fixtures say so.
        assumed: Settings of the JVM on which the answer hangs; headers of fixtures say how they were.
    """

    name: str
    summary: str
    original: str
    python: str
    family: str
    input: dict[str, JSON]
    answer: dict[str, JSON]
    strategy: str
    vectors: str
    since: str | None = None
    until: str | None = None
    messages: bool = True
    varies: bool = False
    formerly: tuple[str, ...] = ()
    bulk: BulkInput | None = None
    seeded: SeededInput | None = None
    needs: str = ""
    narrow: str = ""
    grader: str = ""
    unordered: tuple[Varying, ...] = field(default=(), repr=False)
    excluded: tuple[Varying, ...] = field(default=(), repr=False)
    assumed: tuple[Assumed, ...] = field(default=(), repr=False)
    notes: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise ValueError(f"operation name {self.name!r}: lower-case words joined by '-' and '.'")

    @property
    def families(self) -> tuple[str, ...]:
        """All families of lines that have it, or had it."""
        return (self.family, *self.formerly)

    def has(self, line: Line) -> bool:
        """Whether this line of the original has the operation."""
        if line.family not in self.families or self.name not in _SINGLE_PURPOSE.get(str(line), {self.name}):
            return False
        too_early = self.since is not None and not _is_from(line, self.since)
        gone = self.until is not None and _is_from(line, self.until)
        return not (too_early or gone)

    def takes(self, line: Line, document: JSON) -> bool:
        """Whether this input can be put to this line: it has the operation, and carries every field of the input."""
        return bool(self.takers([line], document))

    def takers(self, lines: Iterable[Line], document: JSON) -> list[Line]:
        """Those of the lines to which this input can be put."""
        having = [line for line in lines if self.has(line)]
        if not (self.needs and having):
            return having
        first: str | None = _resolve(self.needs)(document)
        return having if first is None else [line for line in having if _is_from(line, first)]

    def narrowed(self, line: Line, document: JSON) -> JSON:
        """The input without the fields that the line's API doesn't carry."""
        if not self.narrow:
            return document
        return _resolve(self.narrow)(document, line.version)

    def matches(self, patterns: Iterable[str]) -> bool:
        """Whether any glob names this operation."""
        return any(fnmatchcase(self.name, p) for p in patterns)

    def load_strategy(self) -> Any:  # noqa: ANN401 - a Hypothesis SearchStrategy; Hypothesis is imported here only
        """The Hypothesis strategy of inputs."""
        make: Callable[[], Any] = pkgutil.resolve_name(self.strategy)
        return make()

    def load_seeded(self) -> Callable[[Random], JSON] | None:
        """What draws an input for volume; None where nothing does."""
        return None if self.seeded is None else pkgutil.resolve_name(self.seeded.draw)

    def grade(self, document: JSON, expected: Answer, got: Answer) -> Grade:
        """How good an answer is that is not the original's."""
        if not self.grader:
            return Grade.WRONG
        found: Grade = _resolve(self.grader)(document, expected, got)
        return found

    def load_vectors(self, random: Random) -> Iterable[Case]:
        """The cases from which the fixtures are made; the same for the same `random`."""
        make: Callable[[Random], Iterable[Case]] = pkgutil.resolve_name(self.vectors)
        return make(random)
