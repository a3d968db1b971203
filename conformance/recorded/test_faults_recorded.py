"""Faults and recorded data: each is caught by recorded cases, a port that has one is recognised, models are right."""

from itertools import islice

import pytest
from golden_vectors import GOLDEN

from jarparity import faults, models, registry
from jarparity.answers import canonical, same
from jarparity.fixtures.generate import cases_of
from jarparity.lines import Line
from jarparity.report.likeness import looks_like

MANY = 20
AFFECTED = sorted({operation for fault in faults.tagged_faults() for operation in fault.operations})


@pytest.mark.parametrize("operation", sorted(models.models()))
def test_the_model_says_what_the_originals_said(operation):
    vectors = GOLDEN.vectors(operation)
    assert vectors, "no recorded vectors: make them with `jarparity fixtures generate`"
    for vector in vectors:
        # Where the originals themselves changed, the model is that of the newest.
        if '"row-data"' in canonical(vector.case.input):
            assert models.answers(operation, [vector.case.input]) == [None]
        else:
            assert same(models.answer(operation, vector.case.input), newest(vector)), vector.case


SHOWN_ELSEWHERE = {
    ("negative-zero", "flink.key-group.operator-of-key"): "none of its keys is -0.0; some of of-key are",
    ("negative-zero", "flink.partitioner.channel"): "none of its keys is -0.0; some of of-key are",
    (
        "finish-abs",
        "flink.rescale.restored-keys",
    ): "no job has a key that is hashed to Integer.MIN_VALUE; some of of-key are",
    (
        "split-refuses-more",
        "flink.kafka-source.state-bytes",
    ): "older connectors refuse version 3, which has it",
}
"""Faults and operations of which no vector shows the fault, each with the reason."""


def test_every_fault_is_caught_by_vectors_of_each_of_its_operations():
    caught = {(fault.tag, name): 0 for fault in faults.tagged_faults() for name in fault.operations}
    for name in AFFECTED:
        for vector in GOLDEN.vectors(name):
            for tag in vector.case.tags:
                caught[tag, name] += 1
    assert {pair for pair, count in caught.items() if not count} == SHOWN_ELSEWHERE.keys()
    for fault in faults.tagged_faults():
        assert sum(caught[fault.tag, name] for name in fault.operations) >= faults.ENOUGH, fault.tag


@pytest.mark.parametrize("name", AFFECTED)
def test_a_port_with_a_fault_is_recognised_from_three_failures_on(name):
    vectors = sorted((vector for vector in GOLDEN.vectors(name) if vector.case.tags), key=size)
    for fault in faults.faults_of(name):
        # More of them, or larger ones, tell no more: what the port answers is what the fault answers.
        caught = list(islice((vector for vector in vectors if fault.tag in vector.case.tags), MANY))
        got = faults.answers([fault], name, [vector.case.input for vector in caught])
        seen = [(name, v.case.input, newest(v), answer) for v, answer in zip(caught, got, strict=True)]
        found = {one.tag for one in faults.diagnose(seen, limit=len(faults.tagged_faults()))}
        assert (fault.tag in found) is (len(seen) >= faults.ENOUGH), fault.tag
        assert looks_like(seen[: faults.ENOUGH - 1]).texts == ()


def size(vector):
    return len(canonical(vector.case.input))


def newest(vector):
    family = registry.operation(vector.case.operation).family
    by_line = {line: r.answer for r in vector.answers for line in map(Line.parse, r.lines)}
    return by_line[max(by_line, key=lambda line: (line.family == family, line))]


def test_every_fault_explains_itself():
    for fault in faults.every_fault():
        assert fault.title[0].islower()
        assert fault.explanation.endswith(".")
        assert fault.sources
        assert fault.changes
        assert set(fault.operations) <= set(registry.OPERATIONS)


def test_tags_are_unique_and_no_two_faults_are_one():
    every = faults.every_fault()
    assert len({fault.tag for fault in every}) == len(every)
    assert len({(fault.changes, fault.operations) for fault in every}) == len(every)


def test_published_cases_are_among_the_hand_written():
    # Where the published cases are of; those of every operation would be made, and validated, for the same three.
    cited = {case.source for case in cases_of(registry.operation("kafka.partitioner.partition-for-key")) if case.source}
    assert {"tulios/kafkajs#357", "tulios/kafkajs#1154", "nodefluent/node-sinek#39"} <= {c.split(",")[0] for c in cited}
