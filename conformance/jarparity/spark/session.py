"""The session of the pipeline: the user's own, `spark-submit`'s, or one of ours that ends with the command."""

from __future__ import annotations

import importlib.util
import logging
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from jarparity.originals import advice
from jarparity.references import ReferenceUnavailableError
from jarparity.references.spark_session import acquire

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pyspark.sql import SparkSession

LOCAL: Final = "local[*]"
"""The master where none is named: this machine, all cores."""

_SETTINGS: Final = {
    "spark.driver.memory": "2g",
    "spark.sql.shuffle.partitions": "8",
    # Batches to Python: large enough that their fixed cost vanishes, small enough that both sides work at once.
    "spark.sql.execution.arrow.maxRecordsPerBatch": "65536",
    "spark.sql.execution.arrow.maxBytesPerBatch": "4194304",
    # What a worker says of an exception: its words, not the frames of Spark around them.
    "spark.sql.execution.pyspark.udf.simplifiedTraceback.enabled": "true",
}


@contextmanager
def spark_session(
    master: str | None = None, settings: Mapping[str, str] | None = None, session: SparkSession | None = None
) -> Iterator[SparkSession]:
    """A session for as long as the context lasts.

    Args:
        master: `local[2]`, `spark://host:7077`, `yarn`, …; by default all cores of this machine, or what `spark-submit`
            was told.
        settings: More of Spark's settings for a session of ours.
        session: A session of the caller's; it is left as it is, and never stopped. So is one that is active already.

    Raises:
        ReferenceUnavailableError: PySpark or Java is missing, too old or (pandas) too new, or Spark doesn't start.
    """
    _check_workers()
    # Spark reports what goes wrong here as exceptions; as lines of JSON on standard error it says the same again.
    logging.getLogger("SQLQueryContextLogger").setLevel(logging.CRITICAL)
    acquired = acquire(session, {"spark.master": master or LOCAL, **_SETTINGS, **(settings or {})})
    try:
        yield acquired.session
    finally:
        acquired.release()


def _check_workers() -> None:
    """Whether Spark's Python processes can be fed: PySpark asks for pandas here, too, though nothing uses it."""
    missing = [name for name in ("pandas", "pyarrow") if importlib.util.find_spec(name) is None]
    if missing:
        raise ReferenceUnavailableError(f"{' and '.join(missing)}, which PySpark needs, can't be found: {advice.SPARK}")
