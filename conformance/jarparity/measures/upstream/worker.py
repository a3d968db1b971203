"""The process with an original's tests in a JVM, and the port that they ask.

A JVM can't be restarted, and its class path can't change: so each run has a process of its own.
"""

from __future__ import annotations

import fnmatch
import gc
import json
import re
from typing import TYPE_CHECKING, Any

from jarparity.child_process.serving import serve
from jarparity.lines import Line
from jarparity.measures.upstream.request_handler import RequestHandler
from jarparity.ports.load import open_port
from jarparity.references.jpype import start_jvm

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from jarparity.child_process.serving import Tell


def wanted(classes: Mapping[str, Sequence[str]], tests: Sequence[str]) -> str:
    """The regular expression of tests that run, as `package.Class#method`."""
    own = "|".join(f"{re.escape(name)}#(?:{_any_of(methods)})" for name, methods in classes.items())
    return f"(?=[^#]*#(?:{_any_of(tests)}))(?:{own})"


def _any_of(globs: Sequence[str]) -> str:
    return "|".join(map(fnmatch.translate, globs or ["*"]))


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
        classes: Mapping[str, Sequence[str]],
        tests: Sequence[str],
        limits: bool,
    ) -> None:
        """Starts the JVM, and runs tests of these classes; an event when one starts or ends.

        A test runs where its method matches one of `tests` and one of its class's own globs; none of them are all.
        """
        # Groups of a million partitions are millions of small objects, and hardly a cycle.
        gc.set_threshold(200_000, 20, 20)
        start_jvm(class_path, heap, options)
        import jpype  # noqa: PLC0415 - an extra; the parent has looked

        handler = RequestHandler(open_port(port), Line.parse(line))

        @jpype.JImplements("io.jarparity.upstream.Python$Port")
        class Port:
            @jpype.JOverride  # type: ignore[untyped-decorator] # JPype has no types
            def answer(self, operation: Any, text: Any) -> Any:  # noqa: ANN401 - Java's string and bytes
                return jpype.JArray(jpype.JByte)(handler.answer(str(operation), bytes(memoryview(text))))

        @jpype.JImplements("io.jarparity.upstream.Tests$Ear")
        class Listener:
            @jpype.JOverride  # type: ignore[untyped-decorator] # JPype has no types
            def tell(listener, event: Any) -> None:  # noqa: ANN401, N805 - Java's bytes; `self` is the commands
                self._tell(json.loads(bytes(memoryview(event))) | {"operations": handler.take_asked()})

        jpype.JClass("io.jarparity.upstream.Python").use(Port())
        names = jpype.JArray(jpype.JString)(list(classes))
        jpype.JClass("io.jarparity.upstream.Tests").run(names, wanted(classes, tests), limits, Listener())


if __name__ == "__main__":
    serve(Commands)
