"""The process with an original's tests in a JVM, and the port that they ask.

A JVM can't be restarted, and its class path can't change: so each run has a process of its own.
"""

from __future__ import annotations

import fnmatch
import gc
import json
from typing import TYPE_CHECKING, Any

from jarparity.child_process.serving import serve
from jarparity.lines import Line
from jarparity.measures.upstream.request_handler import RequestHandler
from jarparity.ports.load import open_port
from jarparity.references.jpype import start_jvm

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jarparity.child_process.serving import Tell


class Commands:
    """What the process does."""

    def __init__(self, tell: Tell) -> None:
        """Takes what sends events to the parent."""
        self._tell = tell

    def run(  # noqa: PLR0913 - one parameter a field of the request
        self,
        *,
        port: str,
        line: str,
        heap: str,
        options: Sequence[str],
        class_path: Sequence[str],
        classes: Sequence[str],
        tests: Sequence[str],
        limits: bool,
    ) -> None:
        """Starts the JVM, and runs the tests of these classes whose methods match; an event when one starts or ends."""
        # Groups of a million partitions are millions of small objects, and hardly a cycle.
        gc.set_threshold(200_000, 20, 20)
        start_jvm(class_path, heap, options)
        import jpype  # noqa: PLC0415 - an extra; the parent has looked

        handler = RequestHandler(open_port(port), Line.parse(line))

        @jpype.JImplements("io.jarparity.upstream.Python$Port")
        class Port:
            @jpype.JOverride  # type: ignore[misc] # JPype has no types
            def answer(self, operation: Any, text: Any) -> Any:  # noqa: ANN401 - Java's string and bytes
                return jpype.JArray(jpype.JByte)(handler.answer(str(operation), bytes(memoryview(text))))

        @jpype.JImplements("io.jarparity.upstream.Tests$Ear")
        class Listener:
            @jpype.JOverride  # type: ignore[misc] # JPype has no types
            def tell(listener, event: Any) -> None:  # noqa: ANN401, N805 - Java's bytes; `self` is the commands
                self._tell(json.loads(bytes(memoryview(event))) | {"operations": handler.take_asked()})

        jpype.JClass("io.jarparity.upstream.Python").use(Port())
        methods = "|".join(map(fnmatch.translate, tests or ["*"]))
        names = jpype.JArray(jpype.JString)(classes)
        jpype.JClass("io.jarparity.upstream.Tests").run(names, methods, limits, Listener())


if __name__ == "__main__":
    serve(Commands)
