"""Releases that are no lines: copartition answers as each of them does.

`lines.toml` names them; Maven delivers their JARs, which are not locked, into the cache beside those of the lines. A
release is asked the recorded inputs of each operation that it has, and some that are drawn.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from jarparity import registry
from jarparity.answers import canonical
from jarparity.cases import Case
from jarparity.check.asking import Comparison
from jarparity.check.drawing import Chunk
from jarparity.data import DataRoot
from jarparity.originals import Lock, Originals, OriginalsError, read_families
from jarparity.ports.load import open_port
from jarparity.references import BridgeError
from jarparity.references.golden import GoldenReference
from jarparity.references.jpype import JPypeReference
from jarparity.verdicts import Agrees

HERE = Path(__file__).parent
BESIDE = DataRoot(fixtures=HERE, java=HERE, lines=HERE / "lines.toml")
RELEASES = {name: list(family.jars) for name, family in read_families([BESIDE]).items()}
SEED, DRAWN, SHOWN = 20261121, 100, 3
LACKING = {
    ("flink.checkpoint.metadata", "flink 1.16.0"),
    ("flink.checkpoint.metadata", "flink 1.16.2"),
    ("flink.checkpoint.metadata", "flink 2.0.0"),
    ("flink.checkpoint.metadata", "flink 2.0.2"),
    ("flink.prekeyed.mapping", "flink 2.0.0"),
    ("flink.prekeyed.mapping", "flink 2.0.2"),
}
"""What can't be asked: the release lacks a class or a method that the bridge calls in the next line."""


@pytest.fixture(scope="module")
def beside():
    """The originals with these releases as lines, too."""
    kit = Originals.default()
    delivered = replace(kit, roots=(BESIDE,)).relock(BESIDE)
    return replace(kit, lock=Lock({**kit.lock.lines, **delivered.lines}, kit.lock.suites))


def calling(line):
    """The JAR of the classes that call a release, or else the next line: it calls most of it."""
    kit = Originals.default()
    try:
        return kit.adapters([line])[line]
    except OriginalsError:  # no line is called by the same classes, so that there is none to compile them on
        following = min(other for other in kit.lines() if other.family == line.family and line < other)
        return kit.adapters([following])[following]


@pytest.fixture(scope="module", params=RELEASES)
def reference(request, beside):
    lines = RELEASES[request.param]
    opened = JPypeReference.open({line: [*beside.jars(line), calling(line)] for line in lines}, beside.bridge())
    yield opened
    opened.close()


def cases(operation):
    """The recorded inputs, and some that are drawn."""
    recorded = [vector.case for vector in GoldenReference.default().vectors(operation.name)]
    drawn = Chunk(operation, 0, DRAWN).draw(SEED)
    return [*recorded, *(Case.generated(operation.name, document, "drawn") for document in drawn)]


def told(verdict):
    """A verdict in a line of its own."""
    what = f"{verdict.case.operation} on {', '.join(verdict.lines)}: {canonical(verdict.case.input)}"
    return f"{what}: {getattr(verdict, 'expected', '')}, not {getattr(verdict, 'got', verdict)}"


def compared(port, reference):
    """What a port answers otherwise than a release, the shortest few of each operation; and what can't be asked."""
    found, lacking = {}, set()
    for operation in registry.OPERATIONS.values():
        lines = [line for line in reference.lines if operation.has(line) and (operation.name, str(line)) not in LACKING]
        try:
            verdicts = list(Comparison(operation, port, reference, lines).verdicts(cases(operation))) if lines else []
        except BridgeError as error:
            lacking.add(str(error))
            continue
        for verdict in verdicts:
            if not isinstance(verdict, Agrees):
                found.setdefault((operation.name, verdict.lines), []).append(told(verdict))
    return [f"{len(told)} such as {text}" for told in found.values() for text in sorted(told, key=len)[:SHOWN]], lacking


def test_copartition_answers_as_each_release(reference):
    found, lacking = compared(open_port(), reference)
    assert not lacking, "\n".join(lacking)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("reference", ["flink"], indirect=True)
def test_nothing_is_left_out_that_could_be_asked(reference):
    lines = {str(line): line for line in reference.lines}
    for name, line in LACKING:
        operation = registry.operation(name)
        with pytest.raises(BridgeError, match="lack or break a class"):
            reference.answers(name, lines[line], [case.input for case in cases(operation)])
