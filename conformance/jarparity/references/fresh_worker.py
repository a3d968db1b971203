"""The process of a `FreshReference`: a JVM of its own, that answers what it is asked by lines of JSON.

First `{"do":"start","java":null,"core":"…","adapters":["…"],"options":["…"]}`, then
`{"do":"open","lines":{"flink 2.3.0":["….jar"]}}`, then `{"do":"answers","line":"…","operation":"…","inputs":[…]}` any
number of times. It ends with its standard input.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jarparity.answers import to_json
from jarparity.lines import Line
from jarparity.originals.bridge import BridgeJars
from jarparity.references import BridgeError, ReferenceUnavailableError
from jarparity.references.jpype import JPypeReference

if TYPE_CHECKING:
    from jarparity.answers import JSON


class _Asked:
    """What one process serves."""

    def __init__(self) -> None:
        self._bridge: BridgeJars | None = None
        self._reference: JPypeReference | None = None

    def start(self, request: dict[str, Any]) -> JSON:
        """Starts the JVM; says what it is, and in which order it iterates over a `Set.of` of two."""
        if request["java"] is not None:
            os.environ["JAVA_HOME"] = request["java"]
        self._bridge = BridgeJars(Path(request["core"]), tuple(Path(jar) for jar in request["adapters"]))
        reference = JPypeReference.open({}, self._bridge, options=request["options"])
        import jpype  # noqa: PLC0415 - an extra; `open` has checked it

        pair = jpype.JClass("java.util.Set").copyOf(jpype.JClass("java.util.Arrays").asList("a", "b"))
        return {**reference.about(), "set.order": "".join(str(letter) for letter in pair)}

    def open(self, request: dict[str, Any]) -> JSON:
        """Opens the lines."""
        if self._bridge is None:
            raise BridgeError("no JVM was started")
        jars = {Line.parse(line): [Path(jar) for jar in paths] for line, paths in request["lines"].items()}
        self._reference = JPypeReference.open(jars, self._bridge)
        return None

    def answers(self, request: dict[str, Any]) -> JSON:
        """The original's answers, as the fixtures write them."""
        if self._reference is None:
            raise BridgeError("no line was opened")
        found = self._reference.answers(request["operation"], Line.parse(request["line"]), request["inputs"])
        return [to_json(answer) for answer in found]


def main() -> None:
    """Answers until its input ends."""
    # Whatever Java code prints to standard output must not come between the answers.
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)
    asked = _Asked()
    for line in sys.stdin.buffer:
        request = json.loads(line)
        try:
            reply = {"value": getattr(asked, request["do"])(request)}
        except (BridgeError, ReferenceUnavailableError) as error:
            reply = {"error": {"kind": type(error).__name__, "message": str(error)}}
        answers.write(json.dumps(reply, separators=(",", ":")) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
