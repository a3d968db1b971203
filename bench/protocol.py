"""The port protocol against a native port: what a case costs in batches, and a whole golden run."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from typing import TYPE_CHECKING

from ports.recipes import Recipe, recipes
from ports.running import build, missing

from bench.benchmark import MissingToolchainError
from bench.kit import Limit
from copartition.kafka import murmur2
from jarparity.answers import Value
from jarparity.lines import Line
from jarparity.originals.store import Store
from jarparity.ports.process import ProcessPort

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_FOLDER = "rust-krafka"
_OPERATION = "kafka.partitioner.murmur2"
_LINE = Line("kafka-clients", "4.4.0")
_CASES = 50_000


def limits(rounds: int) -> Iterator[Limit]:
    """Overhead of a case, and seconds of a golden run.

    Raises:
        MissingToolchainError: What the port needs is not here.
    """
    recipe = next(one for one in recipes() if one.folder.name == _FOLDER)
    if lacks := missing(recipe):
        raise MissingToolchainError("; ".join(lacks))
    folder = build(recipe, Store.default().root / "ports")
    each = 1e6 * statistics.median(_conversations(str(folder / _command(recipe)), rounds)) / _CASES
    yield Limit(f"{_CASES:,} murmur2 cases asked of krafka in batches, a case", "µs", 20, each)
    seconds = statistics.median(_golden(recipe, folder) for _ in range(min(rounds, 3)))
    yield Limit("a golden run of krafka, from the command to the verdict", "s", 10, seconds)


def _conversations(command: str, rounds: int) -> list[float]:
    keys = [f"user_{i}".encode() for i in range(_CASES)]
    inputs = [{"bytes": key.hex()} for key in keys]
    port = ProcessPort(command)
    try:
        replies = list(port.replies(_OPERATION, _LINE, inputs))
        assert replies[::100] == [Value(murmur2(key)) for key in keys[::100]]
        seconds = []
        for _ in range(rounds):
            start = time.perf_counter()
            for _ in port.replies(_OPERATION, _LINE, inputs):
                pass
            seconds.append(time.perf_counter() - start)
    finally:
        port.close()
    return seconds


def _golden(recipe: Recipe, folder: Path) -> float:
    command = [sys.executable, "-m", "jarparity", "check", "--reference", "golden", *recipe.runs[0].options]
    start = time.perf_counter()
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - our own command
    return time.perf_counter() - start


def _command(recipe: Recipe) -> str:
    _, command = recipe.runs[0].options
    return command
