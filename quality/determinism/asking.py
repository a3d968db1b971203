"""All vectors asked in one JVM: how many answers, of which originals, and which are other ones than recorded."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from jarparity import catalogue
from jarparity.answers import canonical, same, to_json
from jarparity.fixtures.elsewhere import differing

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from jarparity.answers import Answer
    from jarparity.cases import Vector
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

Vectors = dict[str, list["Vector"]]


@dataclass(slots=True)
class Found:
    """What one JVM answered.

    Attributes:
        java: Its major version.
        setting: The name of its setting.
        asked: By project, how many answers were compared.
        varying: By project, how many of them are other ones.
        words: How many differ only in the words of an error that isn't compared.
        canaries: What the canaries answered, by source.
        differences: A sentence for each of `varying`.
    """

    java: int
    setting: str
    asked: Counter[str] = field(default_factory=Counter)
    varying: Counter[str] = field(default_factory=Counter)
    words: int = 0
    canaries: Mapping[str, Answer] = field(default_factory=dict)
    differences: list[str] = field(default_factory=list)


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
            if same(here, there, messages=operation.messages):
                found.words += 1
            else:
                found.varying[PROJECTS[line.family]] += 1
                found.differences.append(_said(operation, vector, line, here, there, found))
        report(f"JDK {found.java} {found.setting}: {name}")


def _said(  # noqa: PLR0913 - what a sentence is made of
    operation: Operation, vector: Vector, line: Line, here: Answer, there: Answer, found: Found
) -> str:
    recorded, now = (canonical(to_json(answer))[:300] for answer in (here, there))
    return (
        f"{operation.name} [{vector.case.id}] on {line}: recorded {recorded}, and on JDK {found.java} in the JVM "
        f"{found.setting} {now}"
    )
