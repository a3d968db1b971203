"""The child process with real consumers: a JVM through JPype, in which a Python assignor can lead a group.

Speaks as every process of a live run does (`jarparity.live.worker`), and ends when its standard input ends. It is none
of the kit's own process: a JVM can't be restarted, and consumers that hang must not keep the kit.
"""

from __future__ import annotations

import json
import os
import queue
import shutil
import sys
import threading
import traceback
from collections import Counter
from typing import IO, TYPE_CHECKING, Any, Final

from jarparity.own_assignors.door import open_door
from jarparity.streams import private_streams

if TYPE_CHECKING:
    from collections.abc import Callable

    from jarparity.answers import JSON

DELEGATE: Final = "jarparity.live"
"""Under this name the real interface finds the Python assignor."""


class Consumers:
    """All consumers of this process, by name."""

    def __init__(self) -> None:
        """Starts with none, and without a JVM."""
        self._members: dict[str, Any] = {}
        self._calls: Counter[str] = Counter()

    def open(self, request: JSON) -> JSON:
        """Starts the JVM, and hands the calls of one own assignor on to a Python class."""
        import jpype  # noqa: PLC0415 - an extra; the parent has looked

        # -Xrs, interrupt: Control-C and SIGTERM are the parent's to handle, which ends this process by its id.
        jpype.startJVM(
            f"-Xmx{request['heap']}",
            "-Xrs",
            *request["options"],
            jvmpath=request["jvm"],
            classpath=request["classPath"],
            convertStrings=False,
            interrupt=False,
        )
        target = open_door(request["assignor"]).delegate(request["line"])

        def apply(method: object, arguments: object) -> str:
            self._calls[str(method)] += 1
            return target(str(method), str(arguments))

        proxy = jpype.JProxy("java.util.function.BinaryOperator", dict={"apply": apply})
        jpype.JClass("io.jarparity.bridge.Bridge").delegate(DELEGATE, proxy)

    def join(self, request: JSON) -> JSON:
        """Makes a consumer, which joins its group."""
        import jpype  # noqa: PLC0415 - as above

        settings = jpype.java.util.HashMap()
        for name, value in request["settings"].items():
            settings.put(name, value)
        topics = jpype.java.util.ArrayList()
        for topic in request["topics"]:
            topics.add(topic)
        member = jpype.JClass("io.jarparity.live.consumers.Member")(settings, topics)
        self._members[request["member"]] = member

    def close(self, request: JSON) -> JSON:
        """Closes a consumer; returns when it is closed."""
        self._members.pop(request["member"]).close()

    def observe(self, request: JSON) -> JSON:  # noqa: ARG002 - as the other commands
        """By member, what it said after each rebalance.

        Raises:
            RuntimeError: A consumer failed; the message has its own words.
        """
        return {name: self._joined(name, member) for name, member in self._members.items()}

    def calls(self, request: JSON) -> JSON:  # noqa: ARG002 - as the other commands
        """By method, how often the Python class was called."""
        return dict(self._calls)

    @staticmethod
    def _joined(name: str, member: Any) -> JSON:  # noqa: ANN401 - Java's
        failed = member.failed()
        if failed is not None:
            raise RuntimeError(f"consumer {name} ended: {failed}")
        return [
            {
                "generation": int(one.generation()),
                "id": str(one.id()),
                "partitions": [[str(tp.topic()), int(tp.partition())] for tp in one.partitions()],
            }
            for one in member.joined()
        ]


def main() -> None:
    """Does as told, until standard input ends; then ends the process, whatever its consumers are at.

    The one argument is a folder that is no longer needed then.
    """
    with private_streams() as (requests, responses):
        lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=_read, args=(requests, lines, sys.argv[1]), daemon=True).start()
        consumers = Consumers()
        commands: dict[str, Callable[[JSON], JSON]] = {
            "open": consumers.open,
            "join": consumers.join,
            "close": consumers.close,
            "observe": consumers.observe,
            "calls": consumers.calls,
        }
        while True:
            responses.write(json.dumps(_reply(commands, lines.get())).encode() + b"\n")
            responses.flush()


def _reply(commands: dict[str, Callable[[JSON], JSON]], line: bytes) -> JSON:
    request = json.loads(line)
    try:
        return {"value": commands[request["do"]](request)}
    except Exception as error:  # noqa: BLE001 - told to the parent, which decides
        traceback.print_exc()
        return {"error": {"kind": type(error).__name__, "message": str(error)}}


def _read(requests: IO[bytes], lines: queue.SimpleQueue[bytes], folder: str) -> None:
    for line in requests:
        lines.put(line)
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


if __name__ == "__main__":
    main()
