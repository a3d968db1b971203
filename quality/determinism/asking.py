"""All vectors asked in one JVM: how many answers, of which originals, and which are other ones than recorded."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from jarparity import registry, varying
from jarparity.answers import Error, canonical, same, to_json
from jarparity.cases import Recorded, Vector
from jarparity.check.judging import ENDLESS
from jarparity.fixtures.cross_jvm import differing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from jarparity.answers import Answer
    from jarparity.fixtures.cross_jvm import OtherJvm

PROJECTS: Final = {
    "flink": "Flink",
    "flink-connector-kafka": "Flink's Kafka connector",
    "kafka-clients": "Kafka clients",
    "kafka-group-coordinator": "Kafka's group coordinator",
    "kafka_2.13": "Kafka's tools and controllers",
    "kafka-metadata": "Kafka's tools and controllers",
    "kafka-server-common": "Kafka's tools and controllers",
    "kafka-tools": "Kafka's tools and controllers",
    "java": "JDK",
}
"""By family of lines."""

SHOWN: Final = 3
"""Examples of an operation in one JVM."""
_STOPS: Final = 19
"""The last release of Java in which a thread can be stopped."""

Vectors = dict[str, list[Vector]]


@dataclass(slots=True)
class AskedJvm:
    """What was answered in a JVM; also in those that differ from it only by what operations assume.

    Attributes:
        java: Its major version.
        profile: `A` or `B`.
        asked: By project, how many answers were compared.
        varying: By project, how many of them are other ones.
        canaries: By the settings assumed in a JVM, what the canaries answered there, by source.
        differences: By operation, a sentence for each of `varying`.
        worded: By operation, a sentence for each that differs only in the words of an error that isn't compared.
    """

    java: int
    profile: str
    asked: Counter[str] = field(default_factory=Counter)
    varying: Counter[str] = field(default_factory=Counter)
    canaries: dict[tuple[str, ...], Mapping[str, Answer]] = field(default_factory=dict)
    differences: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    worded: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def summary(self) -> Iterator[str]:
        """A line, and below it the operations that answer otherwise there, with a few examples of each."""
        words = sum(map(len, self.worded.values()))
        yield (
            f"JDK {self.java}, profile {self.profile}: {self.asked.total():,} answers, {self.varying.total():,} other "
            f"than recorded, {words:,} in other words only"
        )
        for sentences, what in ((self.differences, "other than recorded"), (self.worded, "in other words only")):
            for name, some in sentences.items():
                yield f"  {name}: {len(some):,} {what}"
                yield from (f"    {sentence}" for sentence in some[:SHOWN])


def lines_of(vectors: Mapping[str, Sequence[Vector]]) -> set[str]:
    """The lines that vectors are recorded for."""
    return {name for some in vectors.values() for vector in some for known in vector.answers for name in known.lines}


def rounds(vectors: Mapping[str, Sequence[Vector]], java: int) -> list[tuple[tuple[str, ...], Vectors]]:
    """What is asked in a JVM of its own: the settings that its operations assume, and the vectors by operation.

    What never ends and can't be ended is asked apart from all else, line by line.

    Args:
        vectors: By operation.
        java: The major version of the JVM: the newer ones can't stop a thread, which goes on beside all others.
    """
    together: dict[tuple[str, ...], Vectors] = defaultdict(lambda: defaultdict(list))
    apart: dict[tuple[tuple[str, ...], str], Vectors] = defaultdict(lambda: defaultdict(list))
    for name, some in vectors.items():
        operation = registry.operation(name)
        assumed = tuple(one.setting for one in operation.assumed)
        for vector in some:
            if java != varying.JAVA and vector.case.id in operation.of_one_jdk:
                continue
            ends = tuple(known for known in vector.answers if java <= _STOPS or not _endless(known))
            if ends:
                together[assumed][name].append(Vector(vector.case, ends))
            for known in vector.answers:
                for line in known.lines if known not in ends else ():
                    apart[assumed, line][name].append(Vector(vector.case, (Recorded((line,), known.answer),)))
    return [*together.items(), *((assumed, some) for (assumed, _), some in apart.items())]


def _endless(known: Recorded) -> bool:
    return isinstance(known.answer, Error) and known.answer.kind == ENDLESS


def ask(jvm: OtherJvm, asked: AskedJvm, vectors: Mapping[str, Sequence[Vector]]) -> None:
    """Asks all vectors, operation by operation, and notes in `asked` what came back.

    Raises:
        BridgeError: The bridge failed, or the process broke.
        KeyError: A family of lines belongs to no project.
    """
    for name, some in vectors.items():
        operation = registry.operation(name)
        for vector in some:
            for recorded in vector.answers:
                asked.asked.update(PROJECTS[one.partition(" ")[0]] for one in recorded.lines)
        for vector, line, here, there in differing(operation, some, jvm, messages=True):
            before, now = (canonical(to_json(answer))[:300] for answer in (here, there))
            sentence = (
                f"{name} [{vector.case.id}] on {line}: recorded {before}, and on JDK {asked.java} with profile "
                f"{asked.profile} {now}"
            )
            if same(here, there, messages=operation.messages):
                asked.worded[name].append(sentence)
            else:
                asked.varying[PROJECTS[line.family]] += 1
                asked.differences[name].append(sentence)
