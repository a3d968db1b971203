"""A Spark session: the user's, left as it is, or ours, quiet, and on this machine unless it is told another master."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import warnings
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any, Final

from jarparity.originals import OriginalsUnavailableError, advice
from jarparity.originals.toolchain import require_java
from jarparity.references import JVM_OPTIONS, ReferenceUnavailableError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyspark.sql import SparkSession

_OURS: Final = {
    "spark.master": "local[2]",
    "spark.app.name": "jarparity",
    "spark.driver.memory": "1g",
    "spark.driver.extraJavaOptions": " ".join(JVM_OPTIONS),
    "spark.log.level": "ERROR",
    "spark.sql.shuffle.partitions": "2",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
}
"""Settings of a session of ours."""

_LOOPBACK: Final = {"spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1"}
"""More of them where no other machine takes part."""

_SUBMITTED: Final = "PYSPARK_GATEWAY_PORT"
"""Set by `spark-submit`, which has then chosen master and memory, and started the JVM."""

_LOG_TAIL = 2000
"""Characters of Spark's log that explain why it didn't start."""

_SECONDS = 30
"""How long Spark's JVM may take to end."""


@dataclass(frozen=True, slots=True)
class Acquired:
    """A session.

    Attributes:
        session: The session.
        ours: Whether we created it.
        gateway: The py4j gateway, if we launched its JVM.
    """

    session: SparkSession
    ours: bool
    gateway: Any = None

    def release(self) -> None:
        """Stops the session and ends its JVM, if they are ours; a second time does nothing."""
        if self.ours and self.session.sparkContext._jsc is not None:  # noqa: SLF001 - PySpark's own mark of "stopped"
            _stop(self.session)
            if self.gateway is not None:
                _end(self.gateway)


def acquire(session: SparkSession | None = None, settings: Mapping[str, str] | None = None) -> Acquired:
    """The given session, else the active one, else a new one of our own.

    Args:
        session: A session of the caller's.
        settings: What a new one has beside or in place of our own settings; `spark.master` for another master.
            Where `spark-submit` started this process, it has chosen the master.

    Raises:
        ReferenceUnavailableError: PySpark or Java is missing, too old or (pandas) too new, or Spark doesn't
            start.
    """
    check_packages()
    from pyspark import SparkContext  # noqa: PLC0415 - an extra
    from pyspark.sql import SparkSession  # noqa: PLC0415

    if session is None and SparkContext._active_spark_context is not None:  # noqa: SLF001 - no public way to ask
        session = SparkSession.builder.getOrCreate()
    if session is not None:
        if not hasattr(session, "_jvm"):
            raise ReferenceUnavailableError(
                "this is a Spark Connect session, which has no gateway to a JVM: use a classic one"
            )
        return Acquired(session, ours=False)
    return _create(settings or {})


def _create(settings: Mapping[str, str]) -> Acquired:
    from pyspark import SparkConf, SparkContext  # noqa: PLC0415 - an extra
    from pyspark.sql import SparkSession  # noqa: PLC0415

    # Spark starts the first python3 on PATH for its workers otherwise, which has none of our packages.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    gateway = None
    if _SUBMITTED in os.environ:
        chosen = {name: value for name, value in settings.items() if name != "spark.master"}
    else:
        try:
            require_java()
        except OriginalsUnavailableError as error:
            raise ReferenceUnavailableError(str(error)) from error
        local = str(settings.get("spark.master", "local")).startswith("local")
        chosen = {**_OURS, **(_LOOPBACK if local else {}), **settings}
        if SparkContext._gateway is None:  # noqa: SLF001 - else a JVM is left from a session that was stopped
            gateway = _launch(SparkConf(loadDefaults=False).setAll(list(chosen.items())))
            SparkContext._ensure_initialized(gateway=gateway)  # noqa: SLF001 - the way to hand Spark a gateway
    builder = SparkSession.builder
    for key, value in chosen.items():
        builder = builder.config(key, value)
    try:
        return Acquired(builder.getOrCreate(), ours=True, gateway=gateway)
    except Exception as error:
        if gateway is not None:
            _end(gateway)
        raise ReferenceUnavailableError(f"Spark does not start: {error}") from error


def _launch(conf: Any) -> Any:  # noqa: ANN401 - PySpark's types
    from pyspark import java_gateway  # noqa: PLC0415
    from pyspark.errors import PySparkRuntimeError  # noqa: PLC0415 - an extra

    launch: Any = java_gateway.launch_gateway  # PySpark gives it no types

    # What the JVM says goes to a file: people get a sentence, and that file's end only if it doesn't start.
    with tempfile.TemporaryFile() as log:
        try:
            return launch(conf, {"stderr": log, "stdout": log})
        except (PySparkRuntimeError, OSError) as error:
            raise ReferenceUnavailableError(f"Spark's JVM does not start: {error}\n{_tail(log)}") from error


def _tail(log: IO[bytes]) -> str:
    log.seek(0)
    return log.read().decode("utf-8", "replace")[-_LOG_TAIL:].strip()


def _stop(session: SparkSession) -> None:
    """Stops a session, also one whose JVM is gone: it can't be asked to stop then, and PySpark forgets it."""
    from py4j.protocol import Py4JError  # noqa: PLC0415 - comes with an extra
    from pyspark import SparkContext  # noqa: PLC0415 - an extra
    from pyspark.sql import SparkSession  # noqa: PLC0415

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        try:
            session.stop()
        except (Py4JError, ConnectionError):
            SparkContext._active_spark_context = None  # noqa: SLF001 - what `stop` hasn't come to
            SparkSession._instantiatedSession = None  # noqa: SLF001 - as above


def _end(gateway: Any) -> None:  # noqa: ANN401 - PySpark's types
    from pyspark import SparkContext  # noqa: PLC0415 - an extra

    gateway.shutdown()
    SparkContext._gateway = SparkContext._jvm = None  # noqa: SLF001 - so that a later session launches its own
    if gateway.proc is not None:
        # The end of its standard input is what tells this JVM to go.
        gateway.proc.stdin.close()
        try:
            gateway.proc.wait(_SECONDS)
        except subprocess.TimeoutExpired:
            gateway.proc.kill()
            gateway.proc.wait()


def check_packages() -> None:
    """Whether a session can be had, as far as packages tell.

    Raises:
        ReferenceUnavailableError: PySpark is missing, or pandas is too new for it.
    """
    from importlib import metadata  # noqa: PLC0415 - only for this route

    try:
        metadata.version("pyspark")
        import pyspark.sql  # noqa: F401, PLC0415 - whether it can be imported is the question
    except (ImportError, metadata.PackageNotFoundError) as error:
        raise ReferenceUnavailableError(f"PySpark is not installed ({error}): {advice.SPARK}") from None
    try:
        pandas = metadata.version("pandas")
    except metadata.PackageNotFoundError:
        return  # only Python workers need it, and nothing here has any
    if int(pandas.split(".")[0]) >= advice.FIRST_BAD_PANDAS:
        raise ReferenceUnavailableError(f"PySpark does not support pandas {pandas}: {advice.PANDAS}")
