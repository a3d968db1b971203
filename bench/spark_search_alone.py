"""The search in a process of its own that has one core: what Spark's two are measured against.

A JVM's compiler and collector, and the originals that answer ahead of the port, take a second core where there is one.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from typing import TYPE_CHECKING

from jarparity import registry
from jarparity.cases import Case
from jarparity.check.asking import Comparison
from jarparity.check.drawing import chunks
from jarparity.child_process.serving import serve
from jarparity.lines import Line
from jarparity.originals import Originals
from jarparity.ports.load import open_port
from jarparity.references.factory import open_reference
from jarparity.verdicts import Agrees

if TYPE_CHECKING:
    from jarparity.answers import JSON


class Alone:
    """The commands; the originals are opened once."""

    def __init__(self) -> None:
        # Before the JVM starts its threads: they inherit it.
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
        self._port = open_port()

    def open(self, lines: list[str]) -> None:
        """Opens the originals of these lines."""
        self._lines = list(map(Line.parse, lines))
        self._reference = open_reference("jpype", Originals.default(), self._lines)

    def search(self, operations: list[str], cases: int, seed: int) -> JSON:
        """The seconds that it takes, and by operation how many answers agree.

        Raises:
            TypeError: The port differs.
        """
        start = time.perf_counter()
        agreed: Counter[str] = Counter()
        for chunk in chunks([registry.operation(name) for name in operations], cases):
            drawn = [Case(chunk.operation.name, str(i), document) for i, document in enumerate(chunk.draw(seed))]
            for verdict in Comparison(chunk.operation, self._port, self._reference, self._lines).verdicts(drawn):
                if not isinstance(verdict, Agrees):
                    raise TypeError(f"the port differs: {verdict}")
                agreed[chunk.operation.name] += len(verdict.lines)
        return {"seconds": time.perf_counter() - start, "agreed": agreed}


if __name__ == "__main__":
    serve(lambda _: Alone())
