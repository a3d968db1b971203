"""Memory that this process and its JVM share: written by numpy, read by Java, with no crossing of bytes."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np


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
