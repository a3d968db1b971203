"""The kit itself, as its users start it: seconds from the command to the verdict, and memory."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_GOLDEN = ("check", "--reference", "golden")
_QUICK = (*_GOLDEN, "--quick")
_SECONDS = {_GOLDEN: 8.0, _QUICK: 2.0}
"""By command how long it may take: every recorded answer, and those of the newest release of each group."""
_PROOF = ("prove", "flink.math.murmur-hash")
_PASSED = 0


@dataclass(frozen=True, slots=True)
class Limit:
    """A figure that a command must stay under.

    Attributes:
        command: What was run.
        unit: `s`, `GB`, or `x` for times of another time.
        at_most: The target.
        measured: The figure.
    """

    command: str
    unit: str
    at_most: float
    measured: float

    @property
    def kept(self) -> bool:
        """Whether it stayed under."""
        return self.measured <= self.at_most


def golden(rounds: int) -> Iterator[Limit]:
    """`check` on recorded answers.

    Raises:
        RuntimeError: The command failed.
    """
    for command, at_most in _SECONDS.items():
        seconds = [_run(command)[0] for _ in range(rounds)]
        yield Limit(_shown(command), "s", at_most, statistics.median(seconds))


def proof() -> Iterator[Limit]:
    """All 2^32 hash codes against the JAR.

    Raises:
        RuntimeError: The command failed.
    """
    seconds, gigabytes = _run(_PROOF)
    yield Limit(_shown(_PROOF), "s", 45.0, seconds)
    if gigabytes is not None:
        yield Limit(_shown(_PROOF), "GB", 0.5, gigabytes)


def _run(arguments: Sequence[str]) -> tuple[float, float | None]:
    """Seconds, and the most memory that the process held at once (where the system tells)."""
    command = [sys.executable, "-m", "jarparity", *arguments]
    start = time.perf_counter()
    process = subprocess.Popen(  # noqa: S603 - our own command
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    gigabytes = None
    if hasattr(os, "wait4"):
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        # Linux counts in KiB, macOS in bytes.
        gigabytes = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024) / 1e9
    else:
        process.wait()
    seconds = time.perf_counter() - start
    if process.returncode != _PASSED:
        raise RuntimeError(f"`{_shown(arguments)}` ended with {process.returncode}; run it to see why")
    return seconds, gigabytes


def _shown(arguments: Sequence[str]) -> str:
    return " ".join(("jarparity", *arguments))
