"""copartition's table of releases against recorded answers: a class is what answers alike, its neighbours otherwise.

The inputs are the vectors of the assignors and of their user data, which each live run asks the lines' JARs again.
"""

from itertools import pairwise

import pytest

from copartition.kafka.assignors import versions
from jarparity import registry
from jarparity.references.golden import GoldenReference

OPERATIONS = [
    *(o.name for o in registry.select(["kafka.assignor.*"]) if o.name != "kafka.assignor.custom"),
    "kafka.protocol.sticky-user-data",
]


def class_of(line, table=versions.CLASSES):
    """The place in the table of the last release at or before a line's."""
    release = tuple(int(number) for number in line.version.split("."))
    return max(i for i, (first, _) in enumerate(table) if first <= release)


def answered_otherwise(golden, older, newer):
    """Whether two lines have other answers to any input, or one of them takes an input that the other doesn't."""
    pair = {str(older), str(newer)}
    return any(
        len(pair.intersection(recorded.lines)) == 1
        for name in OPERATIONS
        for vector in golden.vectors(name)
        for recorded in vector.answers
    )


def disagreements(found, table=versions.CLASSES):
    """The neighbours of which the table says otherwise than the answers."""
    return {pair for pair, differ in found.items() if differ != (class_of(pair[0], table) != class_of(pair[1], table))}


@pytest.fixture(scope="module")
def neighbours():
    """By neighbouring lines, whether they answer otherwise."""
    golden = GoldenReference.default()
    lines = sorted(line for line in golden.lines if line.family == "kafka-clients")
    return {pair: answered_otherwise(golden, *pair) for pair in pairwise(lines)}


def test_lines_of_one_class_agree_and_neighbouring_classes_differ(neighbours):
    assert disagreements(neighbours) == set()


def test_every_class_has_a_line(neighbours):
    lines = {line for pair in neighbours for line in pair}
    assert {class_of(line) for line in lines} == set(range(len(versions.CLASSES)))


@pytest.mark.parametrize("left_out", range(1, len(versions.CLASSES)))
def test_a_table_without_a_class_is_seen(neighbours, left_out):
    table = versions.CLASSES[:left_out] + versions.CLASSES[left_out + 1 :]
    assert len(disagreements(neighbours, table)) == 1


@pytest.mark.parametrize("first", [(4, 0, 0), (4, 4, 0)])
def test_a_table_with_a_class_too_many_is_seen(neighbours, first):
    table = tuple(sorted([*versions.CLASSES, (first, versions.behaviour("4.4.0"))], key=lambda row: row[0]))
    assert len(disagreements(neighbours, table)) == 1
