"""A live reference without a JVM: `copartition` stands in for the JARs."""

from __future__ import annotations

from jarparity import faults
from jarparity.answers import Error
from jarparity.lines import Line

DIGEST = "sha256:" + "0" * 64

LOCK = {
    "flink 1.16.3": {"flink-core-1.16.3.jar": DIGEST, "flink-runtime-1.16.3.jar": DIGEST},
    "flink 2.3.0": {"flink-core-2.3.0.jar": DIGEST},
    "kafka-clients 4.4.0": {"kafka-clients-4.4.0.jar": DIGEST},
}


class ModelReference:
    """Answers as the port does; `change` may answer otherwise for a line."""

    name = "jpype"

    def __init__(self, change=None, lines=LOCK):
        self.lines = sorted(map(Line.parse, lines))
        self.change = change
        self.round_trips = []

    def answers(self, operation, line, inputs):
        self.round_trips.append((operation, str(line), len(inputs)))
        true = faults.answers([], operation, inputs)
        answers = [Error(answer.kind) if isinstance(answer, Error) else answer for answer in true]
        if self.change is None:
            return answers
        return [self.change(str(line), document, answer) for document, answer in zip(inputs, answers, strict=True)]

    def about(self):
        return {"java.version": "17"}

    def close(self):
        pass
