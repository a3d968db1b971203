"""Work done in forked copies of this process, a few at a time: each starts with everything loaded that the parent has.

A copy writes one JSON document and ends. One that dies before is reported as dead, with the signal: what became of it
is for the caller to say.
"""

from __future__ import annotations

import gc
import json
import os
import selectors
import signal
import time
import traceback
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from jarparity.answers import JSON

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Said:
    """A copy's document."""

    document: JSON


@dataclass(frozen=True, slots=True)
class Dead:
    """A copy ended without one.

    Attributes:
        signal: What ended it; None where it ended by itself.
        text: Its traceback, or what is known.
    """

    signal: signal.Signals | None
    text: str


@dataclass(slots=True)
class _Copy(Generic[T]):
    task: T
    pid: int
    reads: int
    deadline: float
    data: bytes = b""


def each(
    tasks: Iterable[T], work: Callable[[T], JSON], *, jobs: int, patience: float = 300.0
) -> Iterator[tuple[T, Said | Dead]]:
    """What every task came to, in the order in which they end.

    Args:
        tasks: Taken one by one, as copies become free.
        work: Called in the copy.
        jobs: How many copies at once, at most.
        patience: Seconds after which a copy is ended.
    """
    gc.collect()
    gc.freeze()  # the copies' collections don't touch, and so don't copy, what is here already
    waiting = iter(tasks)
    running: dict[int, _Copy[T]] = {}
    with selectors.DefaultSelector() as selector:
        try:
            while True:
                while len(running) < jobs and (task := next(waiting, None)) is not None:
                    copy = _start(task, work, patience)
                    running[copy.reads] = copy
                    selector.register(copy.reads, selectors.EVENT_READ)
                if not running:
                    return
                for key, _ in selector.select(timeout=1.0):
                    copy = running[key.fd]
                    part = os.read(key.fd, 1 << 16)
                    copy.data += part
                    if not part:
                        selector.unregister(key.fd)
                        del running[key.fd]
                        yield copy.task, _end(copy)
                for copy in running.values():
                    if time.monotonic() > copy.deadline:
                        os.kill(copy.pid, signal.SIGKILL)
        finally:
            for copy in running.values():
                os.kill(copy.pid, signal.SIGKILL)
                _end(copy)
            gc.unfreeze()


def _start(task: T, work: Callable[[T], JSON], patience: float) -> _Copy[T]:
    reads, writes = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writes)
        return _Copy(task, pid, reads, time.monotonic() + patience)
    status = 1
    try:
        os.close(reads)
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        try:
            document = {"said": work(task)}
        except BaseException:  # noqa: BLE001 - whatever it is, the parent is told
            document = {"failed": traceback.format_exc()}
        with os.fdopen(writes, "wb") as out:
            out.write(json.dumps(document).encode())
        status = 0
    finally:
        os._exit(status)


def _end(copy: _Copy[T]) -> Said | Dead:
    os.close(copy.reads)
    _, status = os.waitpid(copy.pid, 0)
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        return Dead(signal.Signals(-code), f"ended by {signal.Signals(-code).name}")
    if code:
        return Dead(None, f"ended with status {code} and no word")
    document = json.loads(copy.data)
    return Said(document["said"]) if "said" in document else Dead(None, document["failed"])
