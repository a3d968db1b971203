"""The session of the pipeline: the user's own, `spark-submit`'s, or one of ours that ends with the command."""

from __future__ import annotations

import importlib.util
import logging
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from jarparity.originals import advice
from jarparity.references import ReferenceUnavailableError
from jarparity.references.spark_session import acquire

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from pyspark.sql import SparkSession

LOCAL: Final = "local[*]"
"""The master where none is named: this machine, all cores."""

_SECONDS: Final = 0.5
"""Between two reports of progress."""

_SETTINGS: Final = {
    "spark.driver.memory": "2g",
    "spark.sql.shuffle.partitions": "8",
    # Batches to Python: large enough that their fixed cost vanishes, small enough that both sides work at once.
    "spark.sql.execution.arrow.maxRecordsPerBatch": "65536",
    "spark.sql.execution.arrow.maxBytesPerBatch": "4194304",
    # A worker's exception: its own words, not the frames of Spark around them.
    "spark.sql.execution.pyspark.udf.simplifiedTraceback.enabled": "true",
}


@contextmanager
def spark_session(
    master: str | None = None, settings: Mapping[str, str] | None = None, session: SparkSession | None = None
) -> Iterator[SparkSession]:
    """A session for as long as the context lasts.

    Args:
        master: `local[2]`, `spark://host:7077`, `yarn`, …; by default all cores of this machine, or what `spark-submit`
            was given.
        settings: More of Spark's settings for a session of ours.
        session: A session of the caller's; it is left as it is, and never stopped. So is one that is active already.

    Raises:
        ReferenceUnavailableError: PySpark or Java is missing, too old or (pandas) too new, or Spark doesn't start.
    """
    # PySpark needs pandas to feed its Python processes, though nothing here uses it.
    missing = [name for name in ("pandas", "pyarrow") if importlib.util.find_spec(name) is None]
    if missing:
        raise ReferenceUnavailableError(f"{' and '.join(missing)}, which PySpark needs, can't be found: {advice.SPARK}")
    # Spark reports what goes wrong as exceptions; this logger repeats them as lines of JSON on standard error.
    logging.getLogger("SQLQueryContextLogger").setLevel(logging.CRITICAL)
    acquired = acquire(session, {"spark.master": master or LOCAL, **_SETTINGS, **(settings or {})})
    try:
        yield acquired.session
    finally:
        acquired.release()


@contextmanager
def task_progress(session: SparkSession, report: Callable[[str], None]) -> Iterator[None]:
    """Reports how far Spark is while the context lasts: `report("37 of 200 tasks")`, from a thread of its own."""
    ended = threading.Event()
    thread = threading.Thread(target=_report_tasks, args=(session, report, ended), daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _report_tasks(session: SparkSession, report: Callable[[str], None], ended: threading.Event) -> None:
    from py4j.protocol import Py4JError  # noqa: PLC0415 - comes with an extra

    tracker = session.sparkContext.statusTracker()
    last = ""
    while not ended.wait(_SECONDS):
        try:
            stages = [found for stage in tracker.getActiveStageIds() if (found := tracker.getStageInfo(stage))]
        except (Py4JError, ConnectionError):
            return  # the session has ended, or its JVM; whoever waits for the job reports that
        now = ", ".join(f"{stage.numCompletedTasks} of {stage.numTasks} tasks" for stage in stages)
        if now and now != last:
            report(last := now)
