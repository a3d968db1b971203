"""How far Spark is: told twice a second from its own tracker."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pyspark import SparkContext
    from pyspark.sql import SparkSession

_SECONDS: Final = 0.5


@contextmanager
def following(session: SparkSession, tell: Callable[[str], None]) -> Iterator[None]:
    """Tells of tasks as long as the context lasts: `tell("37 of 200 tasks")`, from a thread of its own."""
    ended = threading.Event()
    thread = threading.Thread(target=_follow, args=(session.sparkContext, tell, ended), daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _follow(context: SparkContext, tell: Callable[[str], None], ended: threading.Event) -> None:
    from py4j.protocol import Py4JError  # noqa: PLC0415 - comes with an extra

    tracker = context.statusTracker()
    last = ""
    while not ended.wait(_SECONDS):
        try:
            stages = [found for stage in tracker.getActiveStageIds() if (found := tracker.getStageInfo(stage))]
        except (Py4JError, ConnectionError):
            return  # the session has ended, or its JVM; who waits for the job says so
        now = ", ".join(f"{stage.numCompletedTasks} of {stage.numTasks} tasks" for stage in stages)
        if now and now != last:
            tell(last := now)
