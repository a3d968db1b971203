"""A million partitions for two thousand members, in a process of its own: `python -m bench.assignors.million`."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bench.assignors.workloads import Kind, Workload
from copartition.kafka import assign

WORKLOAD: Final = Workload(2000, 500, 2000, Kind.UNIFORM)
MOST_GIGABYTES: Final = 1.0
MODES: Final = (
    ("range", False),
    ("round-robin", False),
    *((assignor, again) for assignor in ("sticky", "cooperative-sticky") for again in (False, True)),
)


@dataclass(frozen=True, slots=True)
class Million:
    """One assignment of all of them.

    Attributes:
        assignor: The assignor.
        again: The first member has left, and the others tell what they had.
        seconds: How long it took.
        gigabytes: The most memory that the whole process held until then, input and answer included.
    """

    assignor: str
    again: bool
    seconds: float
    gigabytes: float

    @property
    def kept(self) -> bool:
        """Whether it stayed within what is asked."""
        return self.gigabytes <= MOST_GIGABYTES


def measured() -> list[Million]:
    """All of them, each in a process of its own.

    Raises:
        RuntimeError: A process failed.
    """
    return [_in_child(assignor, again=again) for assignor, again in MODES]


def _in_child(assignor: str, *, again: bool) -> Million:
    command = [sys.executable, "-m", "bench.assignors.million", assignor, "again" if again else "first"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - ourselves
    if done.returncode:
        raise RuntimeError(f"`{' '.join(command[1:])}` ended with {done.returncode}:\n{done.stderr}")
    return Million(assignor, again, **json.loads(done.stdout))


def _main(assignor: str, mode: str) -> None:
    members = WORKLOAD.rejoining(assignor) if mode == "again" else WORKLOAD.group
    start = time.perf_counter()
    given = assign(assignor, WORKLOAD.counts, members)
    seconds = time.perf_counter() - start
    # The cooperative one leaves out what others have yet to give up; here no member has to give up anything.
    assert sum(map(len, given.values())) == WORKLOAD.total
    print(json.dumps({"seconds": seconds, "gigabytes": most_memory() / 1e9}))


def most_memory() -> int:
    """In bytes, the most that this process has held at once."""
    status = Path("/proc/self/status")
    if status.exists():  # getrusage would count what the parent held when it started us
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) * 1024
    import resource  # noqa: PLC0415 - not on Windows

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


if __name__ == "__main__":
    _main(*sys.argv[1:])
