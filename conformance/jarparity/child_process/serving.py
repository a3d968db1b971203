"""The child's side: does what a `Worker` asks, and ends this process as soon as its parent is gone."""

from __future__ import annotations

import json
import os
import queue
import threading
import traceback
from typing import IO, TYPE_CHECKING, NoReturn, TypeAlias

from jarparity.streams import private_streams

if TYPE_CHECKING:
    from collections.abc import Callable

    from jarparity.answers import JSON

Tell: TypeAlias = "Callable[[JSON], None]"
"""Sends an event of the running command; any thread may call it."""


def serve(make: Callable[[Tell], object], at_end: Callable[[], object] = lambda: None) -> NoReturn:
    """Answers requests one after the other on this thread, until standard input ends; then ends the process.

    It ends whatever it is doing: a killed parent leaves no process behind, and threads of a JVM keep none alive.
    What anything prints goes to standard error.

    Args:
        make: Makes the object whose methods are the commands; a request's fields are their arguments.
        at_end: What is done before the process ends.
    """
    with private_streams() as (requests, responses):
        waiting: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=_read, args=(requests, waiting, at_end), daemon=True).start()
        lock = threading.Lock()

        def send(reply: JSON) -> None:
            line = json.dumps(reply, separators=(",", ":")).encode() + b"\n"
            with lock:
                responses.write(line)
                responses.flush()

        commands = make(lambda event: send({"event": event}))
        while True:
            send(_reply(commands, json.loads(waiting.get())))


def _reply(commands: object, request: dict[str, JSON]) -> JSON:
    try:
        return {"value": getattr(commands, request.pop("do"))(**request)}
    except Exception as error:  # noqa: BLE001 - the parent decides
        message = {"kind": type(error).__name__, "message": str(error), "trace": traceback.format_exc()}
        return {"error": message}


def _read(requests: IO[bytes], waiting: queue.SimpleQueue[bytes], at_end: Callable[[], object]) -> None:
    """The parent-death watchdog: nothing but the end of standard input tells that the parent was killed."""
    for line in requests:
        waiting.put(line)
    at_end()
    os._exit(0)
