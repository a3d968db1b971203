"""Placements, as the user writes them: `flink:max=128,parallelism=4`, `kafka:partitions=12,line=3.9.2`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from jarparity.lines import Line
from jarparity.originals import locked_lines
from jarparity.spark.errors import SparkPipelineError
from jarparity.spark.key_types import FLINK, KAFKA

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_ARTIFACTS: Final = {FLINK: "flink", KAFKA: "kafka-clients"}
_MOST: Final = {"max": 32768, "parallelism": 32768, "partitions": 2**31 - 1}
_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {FLINK: ("max", "parallelism"), KAFKA: ("partitions",)}
_EXAMPLES: Final = {FLINK: "flink:max=128,parallelism=4", KAFKA: "kafka:partitions=12"}


@dataclass(frozen=True, slots=True)
class Placement:
    """Where something puts keys, and which original says so.

    Attributes:
        family: `flink` or `kafka`.
        line: The original that is asked.
        numbers: `max` and maybe `parallelism`, or `partitions`.
    """

    family: str
    line: Line
    numbers: Mapping[str, int]

    @property
    def operation(self) -> str:
        """The operation whose answer is the place: a key group, a parallel operator or a partition."""
        if self.family == KAFKA:
            return "kafka.partitioner.partition-for-key"
        return "flink.key-group.operator-of-key" if "parallelism" in self.numbers else "flink.key-group.of-key"

    @property
    def parameters(self) -> dict[str, int]:
        """The operation's input without the key."""
        names = {"max": "maxParallelism"}
        return {names.get(name, name): number for name, number in self.numbers.items()}

    @property
    def field(self) -> str:
        """The field of the operation's input that is the key."""
        return "bytes" if self.family == KAFKA else "key"

    @property
    def place(self) -> str:
        """What an answer is."""
        if self.family == KAFKA:
            return "partition"
        return "operator" if "parallelism" in self.numbers else "key group"

    def __str__(self) -> str:
        numbers = ",".join(f"{name}={number}" for name, number in self.numbers.items())
        return f"{self.family}:{numbers},line={self.line.version}"


def parse_placement(text: str, lines: Sequence[Line] | None = None) -> Placement:
    """The placement that the user wrote.

    Args:
        text: Family, colon, and numbers by name; `line` is a version of the original, by default the newest.
        lines: The lines that can be asked; by default the locked ones.

    Raises:
        SparkPipelineError: It has another form, or a number or line can't be; the message names it and the fix.
    """
    family, _, rest = text.partition(":")
    if family not in _FIELDS:
        raise _wrong(text, f"the family must be {' or '.join(_FIELDS)}, not {family!r}", FLINK)
    given: dict[str, str] = {}
    for part in filter(None, rest.split(",")):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not (equals and value) or name in given:
            raise _wrong(text, f"{part!r} must be a name, = and a number, each name once", family)
        given[name] = value
    version = given.pop("line", None)
    if unknown := given.keys() - set(_FIELDS[family]):
        raise _wrong(text, f"it has no {', '.join(sorted(unknown))}", family)
    required = _FIELDS[family][0]
    if required not in given:
        raise _wrong(text, f"{required} is missing", family)
    numbers = {name: _number(text, family, name, given[name]) for name in _FIELDS[family] if name in given}
    if numbers.get("parallelism", 1) > numbers.get("max", 1) and family == FLINK:
        raise _wrong(text, f"parallelism={numbers['parallelism']} exceeds max={numbers['max']}", family)
    return Placement(family, _line(text, family, version, locked_lines() if lines is None else lines), numbers)


def parse_placements(texts: Sequence[str | Placement], lines: Sequence[Line] | None = None) -> list[Placement]:
    """Placements, each once, in order.

    Raises:
        SparkPipelineError: There is none, or one is wrong.
    """
    found = [text if isinstance(text, Placement) else parse_placement(text, lines) for text in texts]
    if not found:
        raise SparkPipelineError(f"say what to compare: {' or '.join(_EXAMPLES.values())}")
    return [placement for i, placement in enumerate(found) if placement not in found[:i]]


def _number(text: str, family: str, name: str, value: str) -> int:
    if not (value.isascii() and value.isdigit() and 1 <= int(value) <= _MOST[name]):
        raise _wrong(text, f"{name} must be a whole number from 1 to {_MOST[name]}, not {value}", family)
    return int(value)


def _line(text: str, family: str, version: str | None, lines: Sequence[Line]) -> Line:
    known = sorted(line for line in lines if line.family == _ARTIFACTS[family])
    if not known:
        raise SparkPipelineError(f"placement {text!r}: the lock of the originals has no line of {_ARTIFACTS[family]}")
    if version is None:
        return known[-1]
    wanted = Line(_ARTIFACTS[family], version)
    if wanted not in known:
        raise _wrong(text, f"there is no line {version}; there are {', '.join(line.version for line in known)}", family)
    return wanted


def _wrong(text: str, why: str, family: str) -> SparkPipelineError:
    return SparkPipelineError(f"placement {text!r}: {why}; write it as {_EXAMPLES[family]}")
