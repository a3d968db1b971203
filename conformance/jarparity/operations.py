"""An operation: one comparable behaviour of an original, named by a path.

Everything in the kit that depends on operations (bridge dispatch, ports, fixtures, search, reports, `list`,
`explain`, docs) reads these entries. Each is declared once, in its area (`jarparity.areas.*`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from jarparity.grades import Grade
from jarparity.lines import is_from

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import numpy as np
    from hypothesis.strategies import SearchStrategy

    from jarparity.answers import JSON, Answer
    from jarparity.cases import Case
    from jarparity.columns import Kind
    from jarparity.key_placements import KeyPlacement
    from jarparity.lines import Line

Problem: TypeAlias = tuple[str, str]
"""The path of a field that breaks a rule, and a sentence with the fix."""


_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)+")


_RESERVED: Final[dict[str, set[str]]] = {}
"""By line the operations that it is kept for; a line that is not here has every operation of its family."""


def reserve(operations: Iterable[Operation]) -> None:
    """Keeps lines for the operations that name them (`Operation.only_lines`). The registry does it, once."""
    for operation in operations:
        for line in operation.only_lines:
            _RESERVED.setdefault(line, set()).add(operation.name)


BATCH: Final = 16
"""Inputs of a Hypothesis example: enough to pay for a round trip, few enough to look at the clock between two."""


@dataclass(frozen=True, slots=True)
class BulkInput:
    """How an operation takes a whole column in one round trip, and what volume has to know to draw one.

    Attributes:
        column: The name of the input field that varies, or the names of several 32-bit fields, which then stand side
            by side in each row.
        kinds: The kinds of column (see `jarparity.columns.Kind`) that it takes; `ints` where several fields vary.
        width: How many 32-bit integers each row's answer has.
        answer: Names of the answer's fields where it is an object; empty where it is a bare integer.
        parameters: Draws the input's other fields, which stay the same for a column. None where there are no others.
        rows: Draws so many rows of several fields, in the order of `column`. None where one field varies: its rows
            are numbers of any size, text of any plane, any bytes.
        document: Takes the kind of a column and a row of it, numpy's number or bytes, and gives the field as a single
            case has it. None where it is the integer itself.
    """

    column: str | tuple[str, ...]
    kinds: tuple[Kind, ...]
    width: int = 1
    answer: tuple[str, ...] = ()
    parameters: Callable[[np.random.Generator], dict[str, JSON]] | None = field(default=None, repr=False, compare=False)
    rows: Callable[[np.random.Generator, int], np.ndarray] | None = field(default=None, repr=False, compare=False)
    document: Callable[[Kind, Any], JSON] | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        several = not isinstance(self.column, str)
        if several != (self.kinds == ("ints",)) or several != (self.rows is not None):
            raise ValueError(f"columns of {self.column!r}: several fields are of the kind 'ints', and come by `rows`")
        unlike = [kind for kind in self.kinds if kind not in ("integer", "ints")]
        if unlike and self.document is None:
            raise ValueError(f"columns of {self.column!r}: `document` must say what {', '.join(unlike)} become")

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the fields that vary."""
        return (self.column,) if isinstance(self.column, str) else self.column


@dataclass(frozen=True, slots=True)
class Varying:
    """Something in an original's behaviour that is not the same in every JVM.

    Attributes:
        what: The part of the answer, or of what might be asked.
        why: What it depends on.
        cases: Ids of vectors that show it, and so hold on the JDK of the recordings alone: no other one is asked them.
    """

    what: str
    why: str
    cases: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Assumed:
    """A setting of the JVM on which an original's answer hangs, and under which the answers are recorded.

    Attributes:
        setting: Which; `jarparity.references.fresh.ASSUMED` has its name.
        value: How it is set where the recorded answers are the original's.
        why: What the original does with it.
    """

    setting: str
    value: str
    why: str


class _Example(list["JSON"]):
    """Inputs that Hypothesis draws at once. It writes down what fails, which could be a megabyte."""

    def __repr__(self) -> str:
        return f"{len(self)} inputs"


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
        draw: Draws an input; the one generator of an operation. Hypothesis, volume, Spark and recording all use it; it
            gives the same input for the same `random`, on every version of Python.
        cases: Gives the hand-written cases. Drawn cases are kept where they are recorded: in the fixtures.
        messages: Whether the original's error messages are deterministic, and so compared for our own port.
        varies: Whether lines are known to answer differently; then each line is asked on its own.
        bulk: How it takes a column, or None.
        placement: How whole key sets are put to it, where its answer is a key's place, or None.
        enough: How many inputs `check` draws by default: more than any of 20 seeds needed until each known fault was
            met (`python -m quality draws`, which says so where it no longer holds).
        volume_rows: As how many rows of a column one input counts where volume compares single inputs: about what it
            costs, its answers by all releases included. Of a number or a short text about 10.
        only_lines: Lines that are kept for this operation; no operation has them that doesn't name them.
        min_version: Takes an input and gives the first version whose API carries all that is in it, or None for all
            versions. Without it every version that has the operation takes every input.
        project_to: Takes an input and a version and gives the input as that version carries it. Without it nothing
            of an input can be left out.
        problems: Takes an input that fits its schema and gives each broken rule between its fields.
        realistic: Whether a real job, producer or cluster can bring an input; a failure on such a one is shown first.
        grader: Takes an input, the original's answer and another one, and gives its grade. Without it only one
            answer is right.
        alike: Whether two answers are the same but for an order that a port may choose.
        edits: Takes an input and gives smaller ones, for shrinking; generic ones are tried anyway.
        sensible: Whether a job or group can have an input that was made smaller; one that none has is never shown in
            its place.
        weight: How much there is to read in an input, which counts before its length: its members, its partitions.
        in_words: Takes an input and says in a sentence what its bytes say; empty where they say nothing.
        hint: Takes an input on which a port differs and says in a sentence why it may; empty where that isn't known.
        steps: Takes a history and gives by step the name of what happens.
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
    draw: Callable[[Random], JSON] = field(repr=False)
    cases: Callable[[], Iterable[Case]] = field(repr=False)
    since: str | None = None
    until: str | None = None
    messages: bool = True
    varies: bool = False
    formerly: tuple[str, ...] = ()
    bulk: BulkInput | None = None
    placement: KeyPlacement | None = field(default=None, repr=False)
    enough: int = 512
    volume_rows: int = 10
    only_lines: tuple[str, ...] = ()
    min_version: Callable[[JSON], str | None] | None = field(default=None, repr=False)
    project_to: Callable[[JSON, str], JSON] | None = field(default=None, repr=False)
    problems: Callable[[JSON], Iterator[Problem]] | None = field(default=None, repr=False)
    realistic: Callable[[JSON], bool] | None = field(default=None, repr=False)
    grader: Callable[[JSON, Answer, Answer], Grade] | None = field(default=None, repr=False)
    alike: Callable[[Answer, Answer], bool] | None = field(default=None, repr=False)
    edits: Callable[[JSON], Iterator[JSON]] | None = field(default=None, repr=False)
    sensible: Callable[[JSON], bool] | None = field(default=None, repr=False)
    weight: Callable[[JSON], tuple[int, ...]] | None = field(default=None, repr=False)
    in_words: Callable[[JSON], str] | None = field(default=None, repr=False)
    hint: Callable[[JSON], str] | None = field(default=None, repr=False)
    steps: Callable[[JSON], Sequence[str]] | None = field(default=None, repr=False)
    unordered: tuple[Varying, ...] = field(default=(), repr=False)
    excluded: tuple[Varying, ...] = field(default=(), repr=False)
    assumed: tuple[Assumed, ...] = field(default=(), repr=False)
    notes: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise ValueError(f"operation name {self.name!r}: lower-case words joined by '-' and '.'")
        if self.volume_rows < 1:
            raise ValueError(f"{self.name}: an input counts as at least one row of volume, not {self.volume_rows}")
        if self.bulk is not None and self.bulk.parameters is None:
            others = [name for name in self.input.get("properties", ()) if name not in self.bulk.columns]
            if others:
                raise ValueError(f"{self.name}: BulkInput.parameters must say how to draw {', '.join(others)}")

    @property
    def families(self) -> tuple[str, ...]:
        """All families of lines that have it, or had it."""
        return (self.family, *self.formerly)

    def has(self, line: Line) -> bool:
        """Whether this line of the original has the operation."""
        if line.family not in self.families or self.name not in _RESERVED.get(str(line), {self.name}):
            return False
        too_early = self.since is not None and not is_from(line, self.since)
        gone = self.until is not None and is_from(line, self.until)
        return not (too_early or gone)

    def takes(self, line: Line, document: JSON) -> bool:
        """Whether this input can be put to this line: it has the operation, and carries every field of the input."""
        return bool(self.eligible_lines([line], document))

    @property
    def of_one_jdk(self) -> frozenset[str]:
        """Ids of the vectors that hold on the JDK of the recordings alone."""
        return frozenset(case for varying in self.excluded for case in varying.cases)

    def eligible_lines(self, lines: Iterable[Line], document: JSON) -> list[Line]:
        """Those of the lines to which this input can be put."""
        having = [line for line in lines if self.has(line)]
        if self.min_version is None or not having:
            return having
        first = self.min_version(document)
        return having if first is None else [line for line in having if is_from(line, first)]

    def projected(self, line: Line, document: JSON) -> JSON:
        """The input without the fields that the line's API doesn't carry."""
        return document if self.project_to is None else self.project_to(document, line.version)

    def is_realistic(self, document: JSON) -> bool:
        """Whether a real job, producer or cluster can bring this input; all can, where the operation doesn't say."""
        return self.realistic is None or self.realistic(document)

    def matches(self, patterns: Iterable[str]) -> bool:
        """Whether any glob names this operation."""
        return any(fnmatchcase(self.name, p) for p in patterns)

    def batches(self) -> SearchStrategy[list[JSON]]:
        """The Hypothesis strategy of `BATCH` inputs: seven of eight from one seed, the others choice by choice.

        An input from a seed costs a twentieth of the others, which Hypothesis makes odd in its own ways.
        """
        from hypothesis import strategies as st  # noqa: PLC0415 - golden runs never import it

        chosen = BATCH // 8
        seeds = st.integers(0, 2**64 - 1).map(self._of_seed)
        choices = st.randoms(use_true_random=False).map(self.draw)
        parts = st.tuples(seeds, st.lists(choices, min_size=chosen, max_size=chosen))
        return parts.map(lambda both: _Example(both[0] + both[1]))

    def _of_seed(self, seed: int) -> list[JSON]:
        random = Random(seed)  # noqa: S311 - not for secrets
        return [self.draw(random) for _ in range(BATCH - BATCH // 8)]

    def grade(self, document: JSON, expected: Answer, got: Answer) -> Grade:
        """How good an answer is that is not the original's."""
        return Grade.WRONG if self.grader is None else self.grader(document, expected, got)
