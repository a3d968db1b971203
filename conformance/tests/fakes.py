"""Small fakes for testing the kit itself: an original made of Python functions, and ports that are wrong in one way."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from jarparity.answers import Error, Value
from jarparity.check.judging import group_lines
from jarparity.lines import Line
from jarparity.ports import PortInfo

OLD, NEW = Line.parse("flink 1.16.3"), Line.parse("flink 2.3.0")


def murmur_stand_in(document):
    """Stands for the original; what it computes does not matter here."""
    if document["value"] == 13:
        return Error("IllegalArgumentException", "unlucky")
    return Value(document["value"] // 3)


class LineByLine:
    """Several lines are asked as each one is."""

    def answers_of_lines(self, operation, eligible, inputs):
        found = [{} for _ in inputs]
        for line, places in eligible.items():
            for place, answer in zip(places, self.answers(operation, line, [inputs[p] for p in places]), strict=True):
                found[place][line] = answer
        return list(map(group_lines, found))


@dataclass
class FakeReference(LineByLine):
    """Answers every operation with one function a line; notes each round trip: the lines, and how many inputs."""

    by_line: dict
    name: str = "jpype"
    round_trips: list = field(default_factory=list)
    java: str = "17"

    @property
    def lines(self):
        return sorted(self.by_line)

    def answers(self, operation, line, inputs):
        return [self.by_line[line](i) for i in inputs]

    def answers_of_lines(self, operation, eligible, inputs):
        self.round_trips.append((operation, list(map(str, eligible)), len(inputs)))
        return super().answers_of_lines(operation, eligible, inputs)

    def bulk(self, operation, line, parameters, column, width=1):
        return (column.array().astype(np.int64) // 3).astype(np.int32)

    def about(self):
        return {"java.version": self.java}

    def close(self):
        pass


@dataclass
class FakePort:
    """Answers with one function of input and line."""

    answer: object
    info: PortInfo = field(default=PortInfo("fake", "1", "python", ("*",), messages=True))
    bulk_answer: object = None
    asked: list = field(default_factory=list)

    def replies(self, operation, line, inputs):
        self.asked.append((operation, str(line), len(inputs)))
        yield from (self.answer(i, line) for i in inputs)

    def bulk(self, operation, parameters, column, width=1):
        return None if self.bulk_answer is None else self.bulk_answer(column)

    def close(self):
        pass


def honest(document, line):
    return murmur_stand_in(document)
