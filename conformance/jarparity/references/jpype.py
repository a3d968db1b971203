"""The real JARs in this process: a JVM through JPype.

Memory that this process and its JVM share: written by numpy, read by Java, with no round trip of bytes.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from jarparity.originals import OriginalsUnavailableError, advice
from jarparity.originals.toolchain import no_library, require_java
from jarparity.references import JVM_OPTIONS, BridgeError, ReferenceUnavailableError
from jarparity.references.batches import Bridged, parameters_json, said, slices

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from jarparity.answers import JSON
    from jarparity.columns import Column
    from jarparity.lines import Line
    from jarparity.originals.toolchain import Java


class Staging:
    """One piece of shared memory, reused by whoever holds it, and grown when a larger column comes.

    JPype keeps an array alive until Java has collected the buffer made of it, and Java, whose own heap stays small,
    hardly ever collects: a buffer a column would keep every column for ever.
    """

    __slots__ = ("_buffer", "memory")

    def __init__(self) -> None:
        self.memory = np.empty(0, np.uint8)
        self._buffer: Any = None

    def buffer(self, size: int) -> Any:  # noqa: ANN401 - a java.nio.ByteBuffer
        """Java's view of the first `size` bytes, at least one."""
        if self._buffer is None or len(self.memory) < size:
            import jpype.nio  # noqa: PLC0415 - an extra; the reference has checked it

            self.memory = np.empty(max(size, 2 * len(self.memory)), np.uint8)
            self._buffer = jpype.nio.convertToDirectBuffer(self.memory.data)
        return self._buffer.slice(0, size)


class ThreadsStaging(threading.local):
    """A pair for each thread: what goes to Java, and what comes back."""

    def __init__(self) -> None:
        self.source = Staging()
        self.target = Staging()


BRIDGE = "io.jarparity.bridge.Bridge"

_SLICE = 2**26
"""Bytes of a column in a round trip: enough to hide what it costs, few enough to stay in the staging memory."""

_NATIVE_ACCESS = 24
"""The first Java that warns about native code which the command line doesn't allow."""


class _Process:
    """The JVM of this process; there is never a second one, nor can its class path change."""

    core: ClassVar[Path | None] = None
    """The bridge that we started it on."""


@dataclass(frozen=True, slots=True)
class JPypeReference(Bridged):
    """A `LiveReference` through JPype. Open it with `JPypeReference.open`.

    Attributes:
        lines: The lines that can be asked.
        bridge: Java's class `io.jarparity.bridge.Bridge`.
    """

    name: ClassVar[str] = "jpype"
    lines: Sequence[Line]
    bridge: Any
    _staging: ThreadsStaging = field(default_factory=ThreadsStaging, repr=False, compare=False)

    @classmethod
    def open(
        cls,
        jars: Mapping[Line, Sequence[Path]],
        bridge: Path,
        *,
        heap: str = "1g",
        options: Sequence[str] = (),
    ) -> JPypeReference:
        """Starts the JVM, unless this process has it already, and opens the lines in it.

        Args:
            jars: Each line's class path, verified (`Originals.class_paths`).
            bridge: The bridge's JAR.
            heap: Java's `-Xmx`, for the first that opens it.
            options: More options of the JVM, such as an agent, for the first that opens it.

        Raises:
            ReferenceUnavailableError: JPype or Java is missing or too old, or another library started this
                process's JVM without the bridge.
            BridgeError: The bridge can't be loaded from the JAR that we started the JVM on, or can't open a line.
        """
        return cls(sorted(jars), _start(bridge, heap, options)).opened(jars)

    def bulk(
        self, operation: str, line: Line, parameters: Mapping[str, JSON], column: Column, width: int = 1
    ) -> np.ndarray:
        """See `LiveReference.bulk`. Java reads and writes memory that it shares with numpy (`Staging`)."""
        source, target = self._staging.source, self._staging.target
        out = np.empty(column.rows * width, "<i4")
        done = 0
        for piece in slices(column, _SLICE):
            answers = out[done * width : (done + piece.rows) * width]
            done += piece.rows
            if not piece.rows:
                continue
            given, taken = source.buffer(len(piece.data)), target.buffer(answers.nbytes)
            source.memory[: len(piece.data)] = piece.data
            described = parameters_json(piece, parameters, width)
            self._call("bulkDirect", str(line), operation, described, given, taken)
            answers[:] = target.memory[: answers.nbytes].view("<i4")
        return out

    def close(self) -> None:
        """Nothing: a JVM in this process lives on until the process ends."""

    def _call(self, method: str, *arguments: object) -> Any:  # noqa: ANN401 - Java's answer
        import jpype  # noqa: PLC0415 - an extra; `open` has checked it

        try:
            return getattr(self.bridge, method)(*arguments)
        except jpype.JException as error:
            raise BridgeError(said(error)) from None


def _start(core: Path, heap: str, options: Sequence[str]) -> Any:  # noqa: ANN401 - a Java class
    jpype = _jpype()
    if not jpype.isJVMStarted():
        start_jvm([str(core)], heap, options)
        _Process.core = core
    elif _Process.core not in (None, core):
        raise ReferenceUnavailableError(
            f"this process's JVM runs with another build of the bridge, {_Process.core}, and can't restart: "
            "start a new process"
        )
    try:
        return jpype.JClass(BRIDGE)
    except (TypeError, jpype.JException) as error:
        if _Process.core is not None:
            raise BridgeError(
                f"{core}: the JVM was started on it, but can't load {BRIDGE} from it ({error}): the JAR is not whole; "
                "start a new process, and if that fails, too, remove the JAR's folder, so that it is built anew"
            ) from None
        raise ReferenceUnavailableError(
            "another library has started this process's JVM without the bridge; its class path can't change: "
            f"open the reference first, or start that JVM with {core} on its class path"
        ) from None


def require_jvm() -> None:
    """Looks whether a process can load a virtual machine through JPype.

    Raises:
        OriginalsUnavailableError: JPype, Java or its library is missing; the message says the fix.
    """
    if find_spec("jpype") is None:
        raise OriginalsUnavailableError(f"JPype is not installed: {advice.JPYPE}")
    _java()


def _java() -> tuple[Java, Path]:
    # JPype would find a Java where Maven, Spark and `doctor` don't look, though JAVA_HOME names another.
    java = require_java()
    library = java.library()
    if library is None:
        raise OriginalsUnavailableError(f"{no_library(java)}.\n{advice.JAVA}")
    return java, library


def _jpype() -> Any:  # noqa: ANN401 - the module, imported late
    try:
        import jpype  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise ReferenceUnavailableError(f"JPype is not installed ({error}): {advice.JPYPE}") from None
    return jpype


def start_jvm(class_path: Sequence[str], heap: str, options: Sequence[str]) -> None:
    """Starts this process's JVM, with `JVM_OPTIONS` and more; signals stay Python's.

    Raises:
        ReferenceUnavailableError: JPype or Java is missing or too old, or the JVM doesn't start.
    """
    jpype = _jpype()
    try:
        java, library = _java()
    except OriginalsUnavailableError as error:
        raise ReferenceUnavailableError(str(error)) from None
    # -Xrs: the JVM would answer SIGTERM by tearing itself down under running threads.
    every = ["-Xrs", *JVM_OPTIONS, f"-Xmx{heap}", *options]
    if java.major >= _NATIVE_ACCESS:
        every.append("--enable-native-access=ALL-UNNAMED")
    try:
        # Control-C stays Python's (`interrupt`).
        jpype.startJVM(*every, jvmpath=str(library), classpath=list(class_path), convertStrings=False, interrupt=False)
    except (OSError, RuntimeError, jpype.JVMNotSupportedException) as error:
        raise ReferenceUnavailableError(f"the JVM ({library}) does not start: {error}\n{advice.JAVA}") from None
