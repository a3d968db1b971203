"""Work done in forked copies of this process, a few at a time: each starts with everything loaded that the parent has.

A copy sends one JSON document and ends. One that dies before is reported as dead, with the signal: what became of it is
for the caller to say.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import time
import traceback
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from multiprocessing.context import ForkProcess

    from jarparity.answers import JSON

T = TypeVar("T")
FORK: Final = multiprocessing.get_context("fork")


@dataclass(frozen=True, slots=True)
class Ended:
    """A copy sent its document."""

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


class _Copy(NamedTuple):
    process: ForkProcess
    deadline: float


def each(
    tasks: Iterable[T], work: Callable[[T], JSON], *, jobs: int, patience: float = 300.0
) -> Iterator[tuple[T, Ended | Dead]]:
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
    running: dict[Connection, tuple[T, _Copy]] = {}
    try:
        while True:
            while len(running) < jobs and (task := next(waiting, None)) is not None:
                reads, writes = FORK.Pipe(duplex=False)
                process = FORK.Process(target=_run, args=(work, task, writes))
                process.start()
                writes.close()
                running[reads] = task, _Copy(process, time.monotonic() + patience)
            if not running:
                return
            ready = wait(list(running), timeout=1.0)
            for reads in [reads for reads in running if reads in ready]:
                task, copy = running.pop(reads)
                yield task, _end(copy.process, reads)
            for _, copy in running.values():
                if time.monotonic() > copy.deadline:
                    copy.process.kill()
    finally:
        for reads, (_, copy) in running.items():
            copy.process.kill()
            _end(copy.process, reads)
        gc.unfreeze()


def _run(work: Callable[[T], JSON], task: T, writes: Connection) -> None:
    """In the copy, whose standard streams lead nowhere."""
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(quiet, stream)
    try:
        outcome: Ended | Dead = Ended(work(task))
    except BaseException:  # noqa: BLE001 - whatever it is, the parent is told
        outcome = Dead(None, traceback.format_exc())
    writes.send(outcome)


def _end(process: ForkProcess, reads: Connection) -> Ended | Dead:
    with reads:
        try:
            outcome: Ended | Dead | None = reads.recv()
        except (EOFError, OSError):
            outcome = None
    process.join()
    code = process.exitcode or 0
    if code < 0:
        return Dead(signal.Signals(-code), f"ended by {signal.Signals(-code).name}")
    return outcome or Dead(None, f"ended with status {code} and no document")
