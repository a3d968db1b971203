"""All vectors asked in one JVM: how many answers, of which originals, and which are other ones than recorded."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from jarparity import catalogue
from jarparity.answers import Error, canonical, same, to_json
from jarparity.cases import Recorded, Vector
from jarparity.check.judge import ENDLESS
from jarparity.fixtures.elsewhere import differing

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from jarparity.answers import Answer
    from jarparity.fixtures.elsewhere import Elsewhere
    from jarparity.lines import Line
    from jarparity.operations import Operation

PROJECTS: Final = {
    "flink": "Flink",
    "flink-connector-kafka": "Flink's Kafka connector",
    "kafka-clients": "Kafka clients",
    "kafka_2.13": "Kafka's tools and controllers",
    "kafka-metadata": "Kafka's tools and controllers",
    "kafka-server-common": "Kafka's tools and controllers",
    "kafka-tools": "Kafka's tools and controllers",
    "java": "JDK",
}
"""By family of lines."""

_STOPS: Final = 19
"""The last release of Java in which a thread can be stopped."""

Vectors = dict[str, list[Vector]]


@dataclass(slots=True)
class Found:
    """What was answered in a JVM; also in those that differ from it only by what operations assume.

    Attributes:
        java: Its major version.
        setting: `east` or `west`.
        asked: By project, how many answers were compared.
        varying: By project, how many of them are other ones.
        canaries: By the settings assumed in a JVM, what the canaries answered there, by source.
        differences: By operation, a sentence for each of `varying`.
        worded: By operation, a sentence for each that differs only in the words of an error that isn't compared.
    """

    java: int
    setting: str
    asked: Counter[str] = field(default_factory=Counter)
    varying: Counter[str] = field(default_factory=Counter)
    canaries: dict[tuple[str, ...], Mapping[str, Answer]] = field(default_factory=dict)
    differences: dict[str, list[str]] = field(default_factory=dict)
    worded: dict[str, list[str]] = field(default_factory=dict)

    @property
    def words(self) -> Counter[str]:
        """By operation, how many differ only in the words of an error that isn't compared."""
        return Counter({name: len(some) for name, some in self.worded.items()})


@dataclass(frozen=True, slots=True)
class Round:
    """What is asked in a JVM of its own.

    Attributes:
        assumed: The settings that its operations assume.
        vectors: By operation.
    """

    assumed: tuple[str, ...]
    vectors: Vectors

    @property
    def lines(self) -> set[str]:
        """The lines that are asked."""
        return {
            name
            for some in self.vectors.values()
            for vector in some
            for known in vector.answers
            for name in known.lines
        }


def rounds(vectors: Mapping[str, Sequence[Vector]], java: int) -> list[Round]:
    """The vectors by what their operations assume; apart from them, line by line, what never ends and can't be ended.

    Args:
        vectors: By operation.
        java: The major version of the JVM: the newer ones can't stop a thread, which goes on beside all others.
    """
    together: dict[tuple[str, ...], Vectors] = {}
    apart: dict[tuple[tuple[str, ...], str], Vectors] = {}
    for name, some in vectors.items():
        assumed = tuple(one.setting for one in catalogue.operation(name).assumed)
        for vector in some:
            ends = [known for known in vector.answers if java <= _STOPS or not _endless(known)]
            if ends:
                together.setdefault(assumed, {}).setdefault(name, []).append(Vector(vector.case, tuple(ends)))
            for known in vector.answers:
                for line in known.lines if known not in ends else ():
                    alone = Vector(vector.case, (Recorded((line,), known.answer),))
                    apart.setdefault((assumed, line), {}).setdefault(name, []).append(alone)
    return [
        *(Round(assumed, some) for assumed, some in together.items()),
        *(Round(assumed, some) for (assumed, _), some in apart.items()),
    ]


def _endless(known: Recorded) -> bool:
    return isinstance(known.answer, Error) and known.answer.kind == ENDLESS


def ask(jvm: Elsewhere, found: Found, vectors: Mapping[str, Sequence[Vector]], report: Callable[[str], None]) -> None:
    """Asks all vectors, operation by operation, and notes in `found` what came back.

    Raises:
        BridgeError: The bridge failed, or the process broke.
        KeyError: A family of lines belongs to no project.
    """
    for name, some in vectors.items():
        operation = catalogue.operation(name)
        for vector in some:
            for recorded in vector.answers:
                found.asked.update(PROJECTS[one.partition(" ")[0]] for one in recorded.lines)
        for vector, line, here, there in differing(operation, some, jvm, messages=True):
            sentence = _said(operation, vector, line, here, there, found)
            if same(here, there, messages=operation.messages):
                found.worded.setdefault(name, []).append(sentence)
            else:
                found.varying[PROJECTS[line.family]] += 1
                found.differences.setdefault(name, []).append(sentence)
        report(f"JDK {found.java} {found.setting}: {name}")


def _said(  # noqa: PLR0913 - what a sentence is made of
    operation: Operation, vector: Vector, line: Line, here: Answer, there: Answer, found: Found
) -> str:
    recorded, now = (canonical(to_json(answer))[:300] for answer in (here, there))
    return (
        f"{operation.name} [{vector.case.id}] on {line}: recorded {recorded}, and on JDK {found.java} in the JVM "
        f"{found.setting} {now}"
    )
