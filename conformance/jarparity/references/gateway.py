"""The real JARs inside Spark's JVM: through py4j, whole batches in one round trip.

The bridge's methods in Spark's JVM through py4j, bound once: a dotted path costs ten times a call.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np

from jarparity.references import JVM_OPTIONS, BridgeError
from jarparity.references.batches import Bridged, parameters_json, said, slices
from jarparity.references.spark_session import acquire

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from pyspark.sql import SparkSession

    from jarparity.answers import JSON
    from jarparity.columns import Column
    from jarparity.lines import Line
    from jarparity.references.spark_session import Acquired


_BRIDGE = "io.jarparity.bridge.Bridge"
_METHODS = ("open", "operations", "answers", "answersOfLines", "bulk", "about")


class Calls(Protocol):
    """Calls the bridge."""

    def call(self, method: str, *arguments: str | bytes) -> Any:  # noqa: ANN401 - Java's answer
        """The method's answer.

        Raises:
            BridgeError: It threw, or the JVM has gone.
        """


def open_calls(session: SparkSession, core: Path) -> Calls:
    """The bridge on the session's class path if it is this very JAR, else the JAR in a loader of its own.

    So a session that knows nothing of us, or that has another build of the bridge, can be used as it is.

    Raises:
        BridgeError: That JVM can't load the JAR (its driver may run on another machine).
    """
    gateway: Any = session.sparkContext._gateway  # noqa: SLF001 - the gateway is what this route is
    calls: Calls = _guarded(lambda: _bound(gateway, core) or _reflected(gateway, core))
    return calls


@dataclass(frozen=True, slots=True)
class _Bound:
    """Static methods of a class that py4j finds by its name."""

    methods: Mapping[str, Any]

    def call(self, method: str, *arguments: str | bytes) -> Any:  # noqa: ANN401 - Java's answer
        return _guarded(lambda: self.methods[method](*arguments))


@dataclass(frozen=True, slots=True)
class _Reflected:
    """Methods of a class in a loader of its own: py4j can't find it by name, but reflection can invoke it."""

    methods: Mapping[str, Any]
    new_array: Callable[[int], Any]

    def call(self, method: str, *arguments: str | bytes) -> Any:  # noqa: ANN401 - Java's answer
        return _guarded(lambda: self._invoke(method, arguments))

    def _invoke(self, method: str, arguments: tuple[str | bytes, ...]) -> Any:  # noqa: ANN401 - Java's answer
        packed = self.new_array(len(arguments))
        for i, argument in enumerate(arguments):
            packed[i] = argument
        return self.methods[method].invoke(None, packed)


def _bound(gateway: Any, core: Path) -> _Bound | None:  # noqa: ANN401 - py4j has no types
    from py4j.java_gateway import JavaClass  # noqa: PLC0415 - comes with an extra

    bridge = gateway.jvm.io.jarparity.bridge.Bridge
    if not isinstance(bridge, JavaClass):
        return None
    java_class = bridge._java_lang_class  # noqa: SLF001 - py4j's name of Java's `Bridge.class`
    location = java_class.getProtectionDomain().getCodeSource().getLocation().toURI()
    if not location.equals(gateway.jvm.java.io.File(str(core)).toURI()):
        return None
    return _Bound({name: getattr(bridge, name) for name in _METHODS})


def _reflected(gateway: Any, core: Path) -> _Reflected:  # noqa: ANN401 - py4j has no types
    java = gateway.jvm.java
    file = java.io.File(str(core))
    if not file.isFile():
        raise BridgeError(
            f"Spark's JVM can't read {core}: run its driver on this machine, or share that folder with it"
        )
    urls = gateway.new_array(java.net.URL, 1)
    urls[0] = file.toURI().toURL()
    loader = java.net.URLClassLoader(urls, java.lang.ClassLoader.getPlatformClassLoader())
    java_class = java.lang.Class.forName(_BRIDGE, True, loader)  # noqa: FBT003 - Java's `initialize`
    methods = {method.getName(): method for method in java_class.getMethods()}
    objects = java.lang.Object
    return _Reflected({name: methods[name] for name in _METHODS}, lambda n: gateway.new_array(objects, n))


def _guarded(call: Callable[[], Any]) -> Any:  # noqa: ANN401 - whatever the call gives
    from py4j.protocol import Py4JError, Py4JJavaError, Py4JNetworkError  # noqa: PLC0415 - comes with an extra
    from pyspark.errors import PySparkException  # noqa: PLC0415 - an extra

    try:
        return call()
    except Py4JJavaError as error:
        raise BridgeError(said(error.java_exception)) from None
    except (Py4JNetworkError, ConnectionError) as error:
        raise BridgeError(f"Spark's JVM has gone: {error}") from error
    except (Py4JError, PySparkException) as error:
        raise BridgeError(f"py4j: {error}") from error


_SLICE = 16 * 2**20
"""Bytes of a column in a round trip: py4j sends them as one line of text, a third longer."""


@dataclass(frozen=True, slots=True)
class GatewayReference(Bridged):
    """A `LiveReference` through Spark's gateway. Open it with `GatewayReference.open`.

    Attributes:
        lines: The lines that can be asked.
        spark: The Spark session, and whether it is ours to stop.
        calls: The bridge's methods.
    """

    name: ClassVar[str] = "gateway"
    lines: Sequence[Line]
    spark: Acquired
    calls: Calls

    @classmethod
    def open(
        cls,
        jars: Mapping[Line, Sequence[Path]],
        bridge: Path,
        session: SparkSession | None = None,
        options: Sequence[str] = (),
    ) -> GatewayReference:
        """Uses this session, else the one that is active, else starts its own; opens the lines in its JVM.

        Args:
            jars: Each line's class path, verified (`Originals.class_paths`).
            bridge: The bridge's JAR.
            session: A session of the caller's, which is never stopped or changed; it may lack the bridge.
            options: More options of the JVM, where it starts one.

        Raises:
            ReferenceUnavailableError: PySpark or Java is missing, too old or (pandas) too new, or Spark
                doesn't start.
            BridgeError: The bridge can't open a line.
        """
        spark = acquire(
            session,
            {"spark.jars": str(bridge), "spark.driver.extraJavaOptions": " ".join([*JVM_OPTIONS, *options])},
        )
        try:
            return cls(sorted(jars), spark, open_calls(spark.session, bridge)).opened(jars)
        except BaseException:
            spark.release()
            raise

    def _call(self, method: str, *arguments: Any) -> Any:  # noqa: ANN401 - Java's values
        return self.calls.call(method, *arguments)

    def bulk(
        self, operation: str, line: Line, parameters: Mapping[str, JSON], column: Column, width: int = 1
    ) -> np.ndarray:
        """See `LiveReference.bulk`. The column crosses as bytes, 16 MB at a time."""
        pieces = [np.empty(0, "<i4")]
        for piece in slices(column, _SLICE):
            if piece.rows:
                described = parameters_json(piece, parameters, width)
                answered = self._call("bulk", str(line), operation, described, piece.data.tobytes())
                pieces.append(np.frombuffer(bytes(answered), "<i4"))
        return np.concatenate(pieces)

    def about(self) -> Mapping[str, str]:
        """See `LiveReference.about`; also Spark's version."""
        return {**Bridged.about(self), "spark": str(self.spark.session.version)}

    def close(self) -> None:
        """Stops Spark and its JVM if this reference started them."""
        self.spark.release()
