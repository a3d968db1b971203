"""Comparison end to end: inputs drawn, answered by the JARs and by the port, and the answers compared.

In a process of its own, as `jarparity check` has it: with its JVM's options, and its settings of Python's collector.
"""

from __future__ import annotations

import gc
import json
import statistics
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from random import Random
from typing import TYPE_CHECKING, Final

from bench.kit import Limit
from jarparity import registry
from jarparity.areas.flink_state import inputs
from jarparity.areas.kafka_assignors import random_groups
from jarparity.cases import Case
from jarparity.check import asking
from jarparity.check.process import COLLECTION
from jarparity.originals import Originals
from jarparity.ports.load import open_port
from jarparity.references import BRIEF
from jarparity.references.factory import open_reference
from jarparity.values.state_values import KEY_SCALARS
from jarparity.verdicts import Agrees

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from jarparity.answers import JSON
    from jarparity.lines import Line
    from jarparity.ports import Port
    from jarparity.references import LiveReference

_SEED: Final = 20261121
_ASSIGNORS: Final = ("range", "round-robin", "sticky", "cooperative-sticky")
_SERVER_ASSIGNORS: Final = tuple(f"kafka.group.assignor.{name}" for name in ("uniform", "range", "simple"))
_KEY_TYPES: Final = (*KEY_SCALARS, *inputs.COMPOSITES.values())


@dataclass(frozen=True, slots=True)
class Comparison:
    """A kind of input and how fast it must be compared.

    Attributes:
        thing: What is counted.
        operations: The operations; each gets as many inputs.
        draw: Makes an input of an operation, given its name and the number of the input.
        weigh: How many things an input holds.
        inputs: How many inputs a round has for each operation.
        least: Things a second, in CPU time of one core.
        before: Rounds before those that count: until Java's compilers, whose time counts, have done most of their work.
    """

    thing: str
    operations: tuple[str, ...]
    draw: Callable[[Random, str, int], JSON]
    weigh: Callable[[JSON], int]
    inputs: int
    least: int
    before: int = 1


def _group(random: Random, operation: str, number: int) -> JSON:
    assignor = operation.removeprefix("kafka.assignor.")
    kinds = random_groups.kinds(assignor, random_groups.FAMILIES)
    return random_groups.group(random, assignor, *kinds[number % len(kinds)], random_groups.SMALL)


def _keyed_state(random: Random, _: str, number: int) -> JSON:
    return inputs.history(random, _KEY_TYPES[number % len(_KEY_TYPES)], steps=50, sets_groups=number % 2 == 0)


def _seeded(random: Random, operation: str, _: int) -> JSON:
    return registry.operation(operation).draw(random)


def _one(_: JSON) -> int:
    return 1


def _steps(document: JSON) -> int:
    return len(document["steps"])


def _names(assignors: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"kafka.assignor.{name}" for name in assignors)


COMPARISONS: Final = (
    Comparison("a small group, range and round robin", _names(_ASSIGNORS[:2]), _group, _one, 1000, 10_000, before=6),
    Comparison("a small group, sticky and cooperative", _names(_ASSIGNORS[2:]), _group, _one, 1000, 5000, before=6),
    Comparison("a step of a keyed state history", ("flink.state.heap-backend",), _keyed_state, _steps, 200, 2000),
    Comparison(
        "a step of a watermark history",
        tuple(f"flink.watermark.{name}" for name in ("combined", "multiplexer", "valve", "alignment")),
        _seeded,
        _steps,
        500,
        5000,
    ),
    Comparison(
        "a placement of replicas", ("kafka.replicas.assign", "kafka.replicas.place"), _seeded, _one, 1000, 10_000
    ),
    Comparison("a value of state as bytes", ("flink.state.serialized",), _seeded, _one, 2000, 20_000, before=12),
    Comparison("a group of the coordinator", _SERVER_ASSIGNORS, _seeded, _one, 500, 3000, before=12),
    Comparison(
        "a step of a coordinator's history", ("kafka.group.coordinator",), _seeded, _steps, 200, 4000, before=25
    ),
)


def measured(rounds: int) -> Iterator[Limit]:
    """What `limits` measures, in a new process.

    Raises:
        RuntimeError: The process failed.
    """
    command = [sys.executable, "-m", "bench.compared", str(rounds)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)  # noqa: S603 - ourselves
    if done.returncode:
        raise RuntimeError(f"`{' '.join(command[1:])}` ended with {done.returncode}")
    for limit in json.loads(done.stdout):
        yield Limit(**limit)


def limits(reference: LiveReference, newest: Mapping[str, Line], rounds: int) -> Iterator[Limit]:
    """Microseconds for each kind of thing, in CPU time of this process: the JVM's threads are in it.

    Args:
        reference: The JARs in this process.
        newest: The line to ask of each family.
        rounds: How often each is measured; every round has inputs of its own.

    Raises:
        ValueError: Port and JAR give different answers.
    """
    port = open_port()
    for comparison in COMPARISONS:
        random = Random(_SEED)  # noqa: S311 - reproducible, not secret
        for _ in range(comparison.before):
            _round(comparison, port, reference, newest, random)
        each = statistics.median(_round(comparison, port, reference, newest, random) for _ in range(rounds))
        yield Limit(f"{comparison.thing}, drawn, answered twice and compared", "µs", 1e6 / comparison.least, each)


def _round(
    comparison: Comparison, port: Port, reference: LiveReference, newest: Mapping[str, Line], random: Random
) -> float:
    """Microseconds a thing."""
    things = 0
    start = time.process_time()
    for name in comparison.operations:
        operation = registry.operation(name)
        cases = [Case(name, str(number), comparison.draw(random, name, number)) for number in range(comparison.inputs)]
        for verdict in asking.Comparison(operation, port, reference, [newest[operation.family]]).verdicts(cases):
            if not isinstance(verdict, Agrees):
                raise ValueError(  # noqa: TRY004 - what is wrong is an answer, not a type
                    f"{name}: port and JAR give different answers to {verdict.case.input}"
                )
        things += sum(comparison.weigh(case.input) for case in cases)
    return (time.process_time() - start) / things * 1e6


def _main(rounds: str) -> None:
    gc.set_threshold(*COLLECTION)
    originals = Originals.default()
    newest = {line.family: line for line in originals.lines()}
    reference = open_reference("jpype", originals, list(newest.values()), options=BRIEF)
    print(json.dumps([asdict(limit) for limit in limits(reference, newest, int(rounds))]))


if __name__ == "__main__":
    _main(*sys.argv[1:])
