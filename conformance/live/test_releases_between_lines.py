"""Releases of kafka-clients that are no lines of the lock: each answers as the line of its class in the table.

`--versions 2.5.1,3.7.1` names them; Maven copies their JARs for the test. The inputs are the golden vectors of the
assignors and of their user data. What the lines themselves answer is recorded (`recorded/test_version_classes.py`).
"""

from __future__ import annotations

import subprocess

import pytest

from copartition.kafka.assignors import versions
from jarparity import registry
from jarparity.answer_pairs import Boundary
from jarparity.check.asking import PortReplies
from jarparity.check.judging import Truth
from jarparity.lines import Line
from jarparity.measures.drift.boundaries import compare
from jarparity.originals.toolchain import require_maven
from jarparity.ports.load import open_port
from jarparity.references.golden import GoldenReference
from jarparity.references.jpype import JPypeReference
from jarparity.verdicts import Agrees

FAMILY = "kafka-clients"
OPERATIONS = [
    *(o for o in registry.select(["kafka.assignor.*"]) if o.name != "kafka.assignor.custom"),
    registry.operation("kafka.protocol.sticky-user-data"),
]
BYTES = [registry.operation("kafka.protocol.subscription"), registry.operation("kafka.protocol.assignment")]
"""What parts the releases otherwise than the table does: the protocol's module has releases of its own."""
BATCH = 500


def class_of(line):
    """The place of a line's class in copartition's table."""
    its = versions.behaviour(line.version)
    return next(place for place, (_, known) in enumerate(versions.CLASSES) if known is its)


def differing(reference, among):
    """By boundary the operations on which its lines differ."""
    golden = GoldenReference.default()
    found = {boundary: set() for boundary in among}
    for operation in OPERATIONS:
        inputs = [vector.case.input for vector in golden.vectors(operation.name)]
        having = [b for b in among if operation.has(b.older) and operation.has(b.newer)]
        for start in range(0, len(inputs), BATCH):
            for comparison in compare(reference, operation, having, inputs[start : start + BATCH]):
                if comparison.differs:
                    found[comparison.boundary].add(operation.name)
    return found


@pytest.fixture(scope="module")
def kafka_lines(jpype_reference):
    return sorted(line for line in jpype_reference.lines if line.family == FAMILY)


@pytest.fixture(scope="module")
def releases(request):
    return [Line(FAMILY, version) for version in request.config.getoption("--versions").split(",")]


@pytest.fixture(scope="module")
def with_releases(releases, kafka_lines, originals, jpype_reference, tmp_path_factory):
    """A reference that has the named releases beside the lines."""
    jars = originals.class_paths(kafka_lines)
    logging = [jar for jar in jars[kafka_lines[0]] if jar.name.startswith("slf4j")]
    adapters = originals.adapters(releases)
    for line in releases:
        folder = tmp_path_factory.mktemp(line.folder)
        artifact = f"org.apache.kafka:{FAMILY}:{line.version}"
        copy = ["dependency:copy", f"-Dartifact={artifact}", f"-DoutputDirectory={folder}"]
        subprocess.run([str(require_maven()), "-B", "-q", *copy], cwd=folder, check=True, timeout=300)
        jars[line] = [*folder.glob("*.jar"), *logging, adapters[line]]
    return JPypeReference.open(jars, originals.bridge())


def test_a_release_answers_as_the_line_of_its_class(with_releases, releases, kafka_lines):
    twins = [next(line for line in kafka_lines if class_of(line) == class_of(release)) for release in releases]
    pairs = [Boundary(*sorted(pair)) for pair in zip(releases, twins, strict=True)]
    assert {str(b): sorted(names) for b, names in differing(with_releases, pairs).items() if names} == {}


def test_a_release_differs_from_the_lines_of_the_next_classes(with_releases, releases, kafka_lines):
    pairs = [
        Boundary(*sorted((release, next(line for line in kafka_lines if class_of(line) == other))))
        for release in releases
        for other in (class_of(release) - 1, class_of(release) + 1)
        if 0 <= other < len(versions.CLASSES)
    ]
    assert {str(b) for b, names in differing(with_releases, pairs).items() if not names} == set()


def test_bytes_of_a_release_are_copartitions(with_releases, releases):
    golden, port = GoldenReference.default(), open_port()
    found = []
    for operation in BYTES:
        cases = [vector.case for vector in golden.vectors(operation.name)]
        for release in filter(operation.has, releases):
            taken = [case for case in cases if operation.takes(release, case.input)]
            answers = with_releases.answers(operation.name, release, [case.input for case in taken])
            truths = [Truth(case, (((release,), answer),)) for case, answer in zip(taken, answers, strict=True)]
            found += PortReplies(operation, port).verdicts(truths, "jpype")
    assert len(found) > BATCH
    assert [verdict for verdict in found if not isinstance(verdict, Agrees)] == []
