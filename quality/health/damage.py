"""What becomes of a damaged file of golden vectors: is it refused, with file and line, or does it do no harm?"""

from __future__ import annotations

import dataclasses
import gzip
import hashlib
import re
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final, cast

from jarparity import registry
from jarparity.answers import Error, Value, canonical, to_json
from jarparity.fixtures import reading, sums, writing
from jarparity.fixtures.format import FixtureError, parse_header, print_header
from jarparity.fixtures.verify import verify
from jarparity.lines import Line
from jarparity.measures.prove import digests
from jarparity.measures.prove.digests import DOMAINS
from jarparity.ports.load import open_port

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from jarparity.answers import JSON, Answer
    from jarparity.fixtures.problems import Problem
    from jarparity.fixtures.reading import FixtureFile
    from jarparity.references import LiveReference


_FREE: Final = frozenset({"kit", "seed"})
"""Fields of headers that may be others: which kit made a file, from which seed, is its provenance."""
_STAND_IN: Final = "recorded answers and the port, in place of the originals"


class DamageOutcome(Enum):
    """How the damage ended."""

    LINE = "refused, file and line named"
    FILE = "refused, file named"
    SAME = "harmless: reads as the identical vectors"
    ORIGINALS = f"a valid vector that is not true: {_STAND_IN}, name its line"
    TRUE = f"harmless: another vector, which is true by {_STAND_IN}"
    SAYS_NOTHING = "harmless: only an id, a source, a provenance, a message or the order of lines is another"


class FindingError(AssertionError):
    """Damage that passed unseen, or was reported on the wrong place; the message says what."""


@dataclass(frozen=True, slots=True)
class Golden:
    """A file of golden vectors or digests.

    Attributes:
        name: Where in the fixtures: `X.jsonl`, `regressions/X.jsonl` or `complete/X.jsonl`.
        raw: Its bytes.
    """

    name: str
    raw: bytes

    @property
    def packed(self) -> bool:
        """Whether it lies packed."""
        return self.name.endswith(".gz")

    @property
    def text(self) -> bytes:
        """Its text."""
        return gzip.decompress(self.raw) if self.packed else self.raw

    @property
    def operation(self) -> str:
        """The operation that its name says."""
        return self.name.rpartition("/")[2].removesuffix(".gz").removesuffix(".jsonl")

    def cut_down(self, start: int, count: int) -> Golden:
        """A valid file of some of its cases, which is verified in milliseconds."""
        first, *cases = self.text.decode("ascii").splitlines()
        kept = cases[start : start + count]
        header = parse_header(first, self.name)
        shorter = dataclasses.replace(header, cases=len(kept))
        text = "".join(f"{line}\n" for line in [print_header(shorter), *kept]).encode("ascii")
        return Golden(self.name, writing.pack(text) if self.packed else text)


def as_it_lies(golden: Golden, damaged: bytes, folder: Path) -> DamageOutcome:
    """The damaged file, read beside the digest of the whole one.

    Raises:
        FindingError: Nothing is reported, or not of this file.
    """
    path = _put(golden, damaged, folder)
    sums.write(path.parent, {path.name: hashlib.sha256(golden.raw).hexdigest()})
    try:
        if path.parent.name == "complete":
            digests.read(path, DOMAINS[golden.operation])
        else:
            reading.read(path)
    except FixtureError as error:
        if not error.place.startswith(str(path)):
            raise FindingError(f"reported on {error.place}: {error.what}") from error
        return DamageOutcome.FILE if error.place == str(path) else DamageOutcome.LINE
    if [problem.place for problem in sums.problems(path.parent, [path], ())] != [str(path)]:
        raise FindingError("the digest is not reported")
    return DamageOutcome.FILE


def sealed_again(
    golden: Golden, damaged: bytes, folder: Path, originals: Mapping[str, Mapping[str, str]]
) -> DamageOutcome:
    """The damaged file beside its own new digest, as an editor on purpose leaves it.

    Raises:
        FindingError: It isn't a valid file, and nothing is reported; or what is reported is not of this file, or of an
            undamaged line.
    """
    whole = reading.read(_put(golden, golden.raw, folder))
    path = _put(golden, damaged, folder)
    sums.write(path.parent, {path.name: hashlib.sha256(damaged).hexdigest()})
    operation = golden.operation
    problems = verify(folder, originals, patterns=[operation], schemas=True)[0]
    if problems:
        return _named(problems, path, golden, damaged)
    now = reading.read(path)
    if now.header == whole.header and now.vectors == whole.vectors:
        return DamageOutcome.SAME
    if len(now.vectors) != len(whole.vectors):
        raise FindingError(
            f"{len(now.vectors)} cases where {len(whole.vectors)} were recorded, and nothing is reported"
        )
    stand_in = _OriginalsStandIn(whole)
    live = verify(folder, originals, cast("LiveReference", stand_in), [operation], schemas=True)[0]
    if live:
        _named(live, path, golden, damaged)
        return DamageOutcome.ORIGINALS
    if stand_in.was_asked_new:
        return DamageOutcome.TRUE
    if what := _what_is_other(whole, now):
        raise FindingError(f"{what} is another, and nothing is reported")
    return DamageOutcome.SAYS_NOTHING


def repacked(text: bytes) -> bytes:
    """A text packed as the fixtures are, but quickly."""
    return gzip.compress(text, 1, mtime=0)


def _put(golden: Golden, raw: bytes, folder: Path) -> Path:
    path = folder / golden.name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(raw)
    return path


def _named(problems: Sequence[Problem], path: Path, golden: Golden, damaged: bytes) -> DamageOutcome:
    """Blamed must be this file; where the damage is within lines, one of those lines, or the header's count of them."""
    if strangers := [problem for problem in problems if not problem.place.startswith(str(path))]:
        raise FindingError(f"reported on {strangers[0]}")
    lines = {int(problem.place.rpartition(":")[2]) for problem in problems if problem.place != str(path)}
    if not lines:
        return DamageOutcome.FILE
    try:
        text = gzip.decompress(damaged) if golden.packed else damaged
    except (OSError, EOFError) as error:
        raise FindingError(f"reported on line {min(lines)} of a file that can't be unpacked") from error
    before, after = golden.text.split(b"\n"), text.split(b"\n")
    edited = {n for n, line in enumerate(after, 1) if n > len(before) or line != before[n - 1]}
    if len(before) != len(after):
        edited |= {1, len(before), len(after), min(len(before), len(after))}
    # Two cases with one input: the later of them is reported, and names the other.
    named = {name for problem in problems for name in re.findall(r"same input as '([^']+)'", problem.what)}
    others = {n for n, line in enumerate(after, 1) if any(f'"id":"{name}"'.encode() in line for name in named)}
    # What follows a line that sorts too far back is reported in its place.
    if not (lines | others | {n - 1 for n in lines}) & edited:
        raise FindingError(f"reported on line {min(lines)}, changed is line {min(edited, default=0)}: {problems[0]}")
    return DamageOutcome.LINE


class _OriginalsStandIn:
    """In place of the JARs: recorded inputs get their recorded answers; others copartition's, which equal the JARs'.

    Of a `LiveReference` it has what `fixtures verify` asks of one.
    """

    def __init__(self, whole: FixtureFile) -> None:
        self.lines = [Line.parse(name) for name in whole.header.originals]
        self.was_asked_new = False
        self._port = open_port()
        self._known: dict[tuple[str, str], Answer] = {
            (line, canonical(vector.case.input)): recorded.answer
            for vector in whole.vectors
            for recorded in vector.answers
            for line in recorded.lines
        }

    def answers(self, operation: str, line: Line, inputs: Sequence[JSON]) -> list[Answer]:
        """What `LiveReference.answers` gives."""
        return [self._answer(operation, line, one) for one in inputs]

    def _answer(self, operation: str, line: Line, one: JSON) -> Answer:
        if (known := self._known.get((str(line), canonical(one)))) is not None:
            return known
        self.was_asked_new = True
        (reply,) = self._port.replies(operation, line, [one])
        if not isinstance(reply, (Value, Error)):
            raise FindingError(f"copartition breaks on a valid input: {to_json(reply)}")
        return reply


def _what_is_other(before: FixtureFile, now: FixtureFile) -> str | None:
    """The first thing that matters and is another; None where there is none."""
    was, its = _what_matters(before), _what_matters(now)
    return next((what for what in {**was, **its} if was.get(what) != its.get(what)), None)


def _what_matters(file: FixtureFile) -> dict[str, object]:
    """All but ids, sources, which kit made the file from which seed, and messages of errors that aren't compared."""
    found: dict[str, object] = {
        f"`{field.name}` of the header": getattr(file.header, field.name)
        for field in dataclasses.fields(file.header)
        if field.name not in _FREE
    }
    messages = registry.operation(file.header.operation).messages
    for vector in file.vectors:
        place = canonical(vector.case.input)
        found[f"tags of {place}"] = vector.case.tags
        for recorded in vector.answers:
            answer = recorded.answer if messages or isinstance(recorded.answer, Value) else recorded.answer.kind
            found[f"answer of {', '.join(sorted(recorded.lines))} to {place}"] = answer
    return found
