"""The process of a `FreshReference`: a JVM of its own, that answers what it is asked by lines of JSON."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from jarparity.answers import to_json
from jarparity.child_process.serving import serve
from jarparity.lines import Line
from jarparity.references import BridgeError
from jarparity.references.jpype import JPypeReference

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from jarparity.answers import JSON

_JACOCO: str = "org.jacoco.agent.rt.RT"


class Commands:
    """What the process does."""

    def __init__(self) -> None:
        """Starts without a JVM."""
        self._bridge: Path | None = None
        self._reference: JPypeReference | None = None

    def start(self, java: str | None, bridge: str, options: Sequence[str]) -> JSON:
        """Starts the JVM; says what it is, and in which order it iterates over a `Set.of` of two."""
        if java is not None:
            os.environ["JAVA_HOME"] = java
        self._bridge = Path(bridge)
        reference = JPypeReference.open({}, self._bridge, options=options)
        import jpype  # noqa: PLC0415 - an extra; `open` has checked it

        pair = jpype.JClass("java.util.Set").copyOf(jpype.JClass("java.util.Arrays").asList("a", "b"))
        return {**reference.about(), "set.order": "".join(str(letter) for letter in pair)}

    def open(self, lines: Mapping[str, Sequence[str]]) -> None:
        """Opens the lines, each with its JARs."""
        if self._bridge is None:
            raise BridgeError("no JVM was started")
        jars = {Line.parse(line): [Path(jar) for jar in paths] for line, paths in lines.items()}
        self._reference = JPypeReference.open(jars, self._bridge)

    def answers(self, line: str, operation: str, inputs: Sequence[JSON]) -> JSON:
        """The original's answers, as the fixtures write them."""
        if self._reference is None:
            raise BridgeError("no line was opened")
        return [to_json(answer) for answer in self._reference.answers(operation, Line.parse(line), inputs)]

    def dump_coverage(self) -> None:
        """Has JaCoCo's agent, with which the JVM was started, write what ran."""
        import jpype  # noqa: PLC0415 - as above

        jpype.JClass(_JACOCO).getAgent().dump(True)  # noqa: FBT003 - its signature


if __name__ == "__main__":
    serve(lambda _tell: Commands())
