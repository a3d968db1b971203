"""The child process: a JVM with an original's tests, and the port that they ask.

Reads one JSON line, the job; writes a JSON line for everything that happens; ends when its standard input ends. A JVM
can't be restarted, and its class path can't change: so each run has a process of its own.
"""

from __future__ import annotations

import fnmatch
import gc
import json
import os
import threading
import traceback
from typing import IO, TYPE_CHECKING, Any

from jarparity.lines import Line
from jarparity.ports.load import open_port
from jarparity.streams import private_streams
from jarparity.upstream.desk import Desk

if TYPE_CHECKING:
    from collections.abc import Callable

    from jarparity.answers import JSON


def main() -> None:
    """Runs the job and ends the process: tests may leave threads behind that would keep the JVM alive."""
    with private_streams() as (requests, responses):
        tell = _teller(responses)
        code = 0
        try:
            job = json.loads(requests.readline())
            threading.Thread(target=_end_with, args=(requests.fileno(),), daemon=True).start()
            # Groups of a million partitions are millions of small objects, and hardly a cycle.
            gc.set_threshold(200_000, 20, 20)
            _run(job, tell)
            tell(json.dumps({"event": "done"}))
        except Exception as error:  # noqa: BLE001 - told to the parent, which decides
            tell(json.dumps({"event": "broken", "reason": str(error), "detail": traceback.format_exc()}))
            code = 1
        os._exit(code)


def _run(job: JSON, tell: Callable[[str], None]) -> None:
    import jpype  # noqa: PLC0415 - an extra; the parent has looked

    # -Xrs, interrupt: Control-C and SIGTERM are the parent's to handle, which ends this process by its id.
    jpype.startJVM(
        f"-Xmx{job['heap']}",
        "-Xrs",
        *job["options"],
        jvmpath=job["jvm"],
        classpath=job["classPath"],
        convertStrings=False,
        interrupt=False,
    )
    desk = Desk(open_port(job["port"]), Line.parse(job["line"]))
    jpype.JClass("io.jarparity.upstream.Python").use(_port(jpype, desk))
    classes = jpype.JArray(jpype.JString)(job["classes"])
    methods = "|".join(map(fnmatch.translate, job["tests"] or ["*"]))
    jpype.JClass("io.jarparity.upstream.Tests").run(classes, methods, job["limits"], _ear(jpype, desk, tell))


def _port(jpype: Any, desk: Desk) -> Any:  # noqa: ANN401 - the module, imported late
    @jpype.JImplements("io.jarparity.upstream.Python$Port")
    class Port:
        @jpype.JOverride  # type: ignore[misc] # JPype has no types
        def answer(self, operation: Any, text: Any) -> Any:  # noqa: ANN401 - Java's string and bytes
            return jpype.JArray(jpype.JByte)(desk.answer(str(operation), bytes(memoryview(text))))

    return Port()


def _ear(jpype: Any, desk: Desk, tell: Callable[[str], None]) -> Any:  # noqa: ANN401 - the module, imported late
    @jpype.JImplements("io.jarparity.upstream.Tests$Ear")
    class Ear:
        @jpype.JOverride  # type: ignore[misc] # JPype has no types
        def tell(self, event: Any) -> None:  # noqa: ANN401 - Java's bytes
            told = json.loads(bytes(memoryview(event)))
            tell(json.dumps(told | {"operations": desk.forget()}))

    return Ear()


def _teller(out: IO[bytes]) -> Callable[[str], None]:
    lock = threading.Lock()

    def tell(event: str) -> None:
        with lock:
            out.write(event.encode() + b"\n")
            out.flush()

    return tell


def _end_with(requests: int) -> None:
    """Ends this process when the parent has gone: nobody would end it then."""
    while os.read(requests, 1):
        pass
    os._exit(1)


if __name__ == "__main__":
    main()
