"""Measuring: for each line and each kind of inputs a child process, then JaCoCo's report of what they ran."""

from __future__ import annotations

import json
import sys
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from jarparity.coverage.counted import read_report
from jarparity.coverage.jacoco import Jacoco, JacocoError, unpack
from jarparity.coverage.targets import operations_for, targets_of
from jarparity.ports.child import BrokenChildError, Child

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from jarparity.answers import JSON
    from jarparity.coverage.counted import ClassCount
    from jarparity.coverage.targets import Target
    from jarparity.lines import Line
    from jarparity.originals import Originals, Progress

GOLDEN: Final = "golden"
SEARCH: Final = "search"
BOTH: Final = "both"

SECONDS: Final = 900.0
"""What one batch of inputs may take at most."""

_LINE: Final = 2**20
"""Bytes of an event at most."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is put to a line.

    Attributes:
        sources: `golden`, `search`, or both of them.
        operations: Globs; all operations that are to reach the classes, without any.
        classes: Globs of the classes that are counted; all targets, without any.
        examples: Inputs that are drawn for each operation.
        seed: Everything that is drawn follows from it.
        html: A folder for JaCoCo's own pages, or None.
        java_files: A folder of Java files that those pages show, or None.
    """

    sources: tuple[str, ...]
    operations: tuple[str, ...]
    classes: tuple[str, ...]
    examples: int
    seed: int
    html: Path | None = None
    java_files: Path | None = None


@dataclass(frozen=True, slots=True)
class LineCoverage:
    """What was run of one line's classes.

    Attributes:
        line: The line.
        targets: What was watched.
        inputs: By kind of inputs and operation how many were asked.
        counts: By kind of inputs (`both` where there are two) and class what ran.
    """

    line: Line
    targets: tuple[Target, ...]
    inputs: Mapping[str, Mapping[str, int]]
    counts: Mapping[str, Mapping[str, ClassCount]]

    @property
    def all_inputs(self) -> Mapping[str, ClassCount]:
        """What ran by any input."""
        return self.counts[BOTH if BOTH in self.counts else next(iter(self.counts))]


def measure(line: Line, plan: Plan, originals: Originals, jacoco: Jacoco, progress: Progress) -> LineCoverage | None:
    """Measures one line; None where it has no target that the plan names, or no operation.

    Raises:
        OriginalsError: JARs are missing or not the locked ones, or JaCoCo failed.
    """
    targets = targets_of(line, plan.classes)
    operations = operations_for(targets, line, plan.operations)
    if not operations:
        return None
    originals.ensure([line], progress)
    jars = originals.jars(line)
    bridge = originals.bridge(progress)
    with TemporaryDirectory(prefix="jarparity-coverage-") as name:
        folder = Path(name)
        unpack(jars, targets, folder / "classes")
        job: dict[str, JSON] = {
            "line": str(line),
            "jars": [str(jar) for jar in jars],
            "core": str(bridge.core),
            "adapters": [str(jar) for jar in bridge.adapters],
            "operations": [operation.name for operation in operations],
            "examples": plan.examples,
            "seed": plan.seed,
        }
        inputs: dict[str, Counter[str]] = {}
        seen: dict[str, list[Path]] = {}
        for source in plan.sources:
            seen[source] = [folder / f"{source}.exec"]
            options = [jacoco.option(targets, folder / f"{source}.exec")]
            inputs[source] = _ask(line, {**job, "source": source, "options": [*options]}, progress)
        if len(seen) > 1:
            seen[BOTH] = [path for paths in seen.values() for path in paths]
        counts = {}
        for source, paths in seen.items():
            progress(f"{line}: report")
            xml = folder / f"{source}.xml"
            pages = plan.html / line.folder / source if plan.html else None
            jacoco.report(paths, folder / "classes", xml, pages, plan.java_files)
            counts[source] = read_report(xml)
    return LineCoverage(line, tuple(targets), inputs, counts)


def _ask(line: Line, job: Mapping[str, JSON], progress: Progress) -> Counter[str]:
    """Runs a child process; how many inputs each operation was asked."""
    asked: Counter[str] = Counter()
    with _child() as child:
        child.send(json.dumps(job).encode() + b"\n")
        try:
            while True:
                event = json.loads(child.line(SECONDS))
                match event["event"]:
                    case "asked":
                        asked[event["operation"]] += event["inputs"]
                        progress(f"{line}: {job['source']}: {event['operation']}")
                    case "broken":
                        raise JacocoError(f"{line} could not be asked: {event['reason']}\n{event['detail']}")
                    case _:
                        return asked
        except BrokenChildError as broken:
            child.end()
            words = child.last_words()
            raise JacocoError(f"the JVM of {line} {broken}" + (f"\n{words}" if words else "")) from None


@contextmanager
def _child() -> Iterator[Child]:
    child = Child([sys.executable, "-m", "jarparity.coverage.worker"], _LINE)
    try:
        yield child
    finally:
        child.end()
