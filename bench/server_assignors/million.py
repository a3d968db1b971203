"""A million partitions, in a process of its own: `python -m bench.server_assignors.million`."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Final

from bench.assignors.million import most_memory
from bench.kit import Limit
from bench.server_assignors.contenders import ASSIGNORS
from bench.server_assignors.workloads import Workload

if TYPE_CHECKING:
    from collections.abc import Iterator

MILLION: Final = Workload(10_000, 1000, alike=True, by_member=100)
_MOST_GIGABYTES: Final = 1.5


def measured() -> Iterator[Limit]:
    """The most memory that each assignor takes.

    Raises:
        RuntimeError: A process failed.
    """
    for assignor in ASSIGNORS:
        command = [sys.executable, "-m", "bench.server_assignors.million", assignor]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - ourselves
        if done.returncode:
            raise RuntimeError(f"`{' '.join(command[1:])}` ended with {done.returncode}:\n{done.stderr}")
        yield Limit(f"{assignor}, {MILLION}: memory", "GB", _MOST_GIGABYTES, json.loads(done.stdout)["gigabytes"])


def _main(assignor: str) -> None:
    given = ASSIGNORS[assignor](MILLION.counts, [*MILLION.group, MILLION.last], alike=MILLION.alike)
    assert sum(len(of) for target in given.values() for of in target.values()) == MILLION.topics * MILLION.partitions
    print(json.dumps({"gigabytes": most_memory() / 1e9}))


if __name__ == "__main__":
    _main(*sys.argv[1:])
