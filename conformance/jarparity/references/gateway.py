"""The real JARs inside Spark's JVM: through py4j, whole batches in one crossing."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from jarparity.references.crossing import ask_lines, batches, parameters_json, read_answers, slices
from jarparity.references.py4j_calls import open_calls
from jarparity.references.spark_session import acquire

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from pyspark.sql import SparkSession

    from jarparity.answers import JSON, Answer
    from jarparity.columns import Column
    from jarparity.lines import Line
    from jarparity.references import Groups
    from jarparity.references.py4j_calls import Calls
    from jarparity.references.spark_session import Acquired

_SLICE = 16 * 2**20
"""Bytes of a column in a crossing: py4j sends them as one line of text, a third longer."""


@dataclass(frozen=True, slots=True)
class GatewayReference:
    """A `LiveReference` through Spark's gateway. Open it with `GatewayReference.open`.

    Attributes:
        lines: The lines that can be asked.
        spark: The Spark session, and whether it is ours to stop.
        calls: The bridge's methods.
    """

    name: ClassVar[str] = "gateway"
    lines: Sequence[Line]
    spark: Acquired
    calls: Calls

    @classmethod
    def open(
        cls, jars: Mapping[Line, Sequence[Path]], bridge: Path, session: SparkSession | None = None
    ) -> GatewayReference:
        """Uses this session, else the one that is active, else starts its own; opens the lines in its JVM.

        Args:
            jars: Each line's class path, verified (`Originals.class_paths`).
            bridge: The bridge's JAR.
            session: A session of the caller's, which is never stopped or changed; it may lack the bridge.

        Raises:
            ReferenceUnavailableError: PySpark or Java is missing, too old or (pandas) too new, or Spark
                doesn't start.
            BridgeError: The bridge can't open a line.
        """
        spark = acquire(session, {"spark.jars": str(bridge)})
        try:
            reference = cls(sorted(jars), spark, open_calls(spark.session, bridge))
            for line in reference.lines:
                reference.calls.call("open", str(line), json.dumps([str(path) for path in jars[line]]))
        except BaseException:
            spark.release()
            raise
        return reference

    def answers(self, operation: str, line: Line, inputs: Sequence[JSON]) -> list[Answer]:
        """See `LiveReference.answers`."""
        found: list[Answer] = []
        for text, count in batches(inputs):
            found += read_answers(str(self.calls.call("answers", str(line), operation, text)), count)
        return found

    def answers_of_lines(
        self, operation: str, takers: Mapping[Line, Sequence[int]], inputs: Sequence[JSON]
    ) -> list[Groups]:
        """See `LiveReference.answers_of_lines`."""
        return ask_lines(lambda *asked: self.calls.call("answersOfLines", *asked), operation, takers, inputs)

    def bulk(
        self, operation: str, line: Line, parameters: Mapping[str, JSON], column: Column, width: int = 1
    ) -> np.ndarray:
        """See `LiveReference.bulk`. The column crosses as bytes, 16 MB at a time."""
        pieces = [np.empty(0, "<i4")]
        for piece in slices(column, _SLICE):
            if piece.rows:
                described = parameters_json(piece, parameters, width)
                answered = self.calls.call("bulk", str(line), operation, described, piece.data.tobytes())
                pieces.append(np.frombuffer(bytes(answered), "<i4"))
        return np.concatenate(pieces)

    def operations(self, line: Line) -> list[str]:
        """The operations that the bridge serves on a line.

        Raises:
            BridgeError: The line isn't open.
        """
        served: list[str] = json.loads(str(self.calls.call("operations", str(line))))
        return served

    def about(self) -> Mapping[str, str]:
        """See `LiveReference.about`; also Spark's version."""
        said: dict[str, str] = json.loads(str(self.calls.call("about")))
        return {**said, "spark": str(self.spark.session.version)}

    def close(self) -> None:
        """Stops Spark and its JVM if this reference started them."""
        self.spark.release()
