"""Measuring: for each line and each kind of inputs a JVM with JaCoCo's agent, then JaCoCo's report of what they ran.

Two lines may have classes of equal bytes, which JaCoCo can't tell apart: so each line has a JVM of its own, and so has
each kind of inputs, for what runs once in a JVM would else be counted for the first kind only.
"""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Final

from jarparity import registry
from jarparity.abandoned import temporary_folder
from jarparity.check.drawing import chunks
from jarparity.measures.coverage.jacoco import Jacoco, JacocoError, read_report, unpack
from jarparity.references import BridgeError, ReferenceUnavailableError
from jarparity.references.fresh import FreshReference, JvmProfile
from jarparity.references.golden import GoldenReference

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from jarparity.answers import JSON
    from jarparity.area import WatchedClass
    from jarparity.lines import Line
    from jarparity.measures.coverage.jacoco import ClassCount
    from jarparity.operations import Operation
    from jarparity.originals import Originals, Progress


LEAST: Final = 95.0
"""Percent of a target's branches that can be taken at all which recorded cases have to take."""


TARGETS: Final = tuple(target for area in registry.AREAS for target in area.watched)


def targets_of(line: Line, patterns: Sequence[str] = ()) -> list[WatchedClass]:
    """The targets that a line has and any of the globs names, with or without package; all without globs.

    A line that is there for one operation has those that this operation reaches.
    """
    return [
        target
        for target in TARGETS
        if target.on(line)
        and operations_for([target], line)
        and (not patterns or any(fnmatchcase(name, p) for p in patterns for name in (target.name, target.simple_name)))
    ]


def operations_for(targets: Iterable[WatchedClass], line: Line, patterns: Sequence[str] = ()) -> list[Operation]:
    """The operations of a line that are to reach any of the targets and match any of the globs, in their order."""
    globs = [glob for target in targets for glob in target.operations]
    return [
        operation
        for operation in registry.select(patterns)
        if operation.has(line) and globs and operation.matches(globs)
    ]


def newest_lines(lines: Iterable[Line], patterns: Sequence[str] = ()) -> list[Line]:
    """Of each family that has targets the newest line."""
    newest = {line.family: line for line in sorted(lines) if targets_of(line, patterns)}
    return sorted(newest.values())


GOLDEN: Final = "golden"
SEARCH: Final = "search"
BOTH: Final = "both"


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
    targets: tuple[WatchedClass, ...]
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
    class_paths = originals.class_paths([line], progress)
    bridge = originals.bridge(progress)
    with temporary_folder("jarparity-coverage-") as folder:
        unpack(originals.jars(line), targets, folder / "classes")
        inputs: dict[str, Counter[str]] = {}
        seen: dict[str, list[Path]] = {}
        for source in plan.sources:
            seen[source] = [folder / f"{source}.exec"]
            profile = JvmProfile(source, (jacoco.option(targets, *seen[source]),))
            try:
                with closing(FreshReference.open(class_paths, bridge, profile)) as reference:
                    inputs[source] = _ask(reference, line, _inputs(source, operations, plan), progress)
                    reference.dump_coverage()
            except (BridgeError, ReferenceUnavailableError) as error:
                raise JacocoError(f"{line} could not be asked: {error}") from error
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


def _ask(
    reference: FreshReference, line: Line, inputs: Iterator[tuple[Operation, list[JSON]]], progress: Progress
) -> Counter[str]:
    """Asks everything that the line takes; how many inputs each operation was asked."""
    asked: Counter[str] = Counter()
    for operation, documents in inputs:
        if taken := [document for document in documents if operation.takes(line, document)]:
            progress(f"{line}: {reference.profile.name}: {operation.name}")
            asked[operation.name] += len(reference.answers(operation.name, line, taken))
    return asked


def _inputs(source: str, operations: Sequence[Operation], plan: Plan) -> Iterator[tuple[Operation, list[JSON]]]:
    if source == GOLDEN:
        golden = GoldenReference.default()
        for operation in operations:
            yield operation, [vector.case.input for vector in golden.vectors(operation.name)]
        return
    for chunk in chunks(operations, plan.examples):
        yield chunk.operation, chunk.draw(plan.seed)
