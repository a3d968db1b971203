"""Known faults: each is caught by recorded cases, a port that has one is recognised, and the models are right."""

from itertools import islice

import pytest
from golden_vectors import GOLDEN

from jarparity import faults, models, registry
from jarparity.answers import Fault, Skip, Value, canonical, same
from jarparity.faults import ports
from jarparity.fixtures.generate import cases_of
from jarparity.lines import Line
from jarparity.report.failure import looks_like

MANY = 20
AFFECTED = sorted({operation for fault in faults.tagged_faults() for operation in fault.operations})


def kafka(text, partitions=12):
    return {"bytes": text.encode().hex(), "partitions": partitions}


def key(kind, value):
    return {"key": {"type": kind, "value": value}}


def wrong(tag, operation, document):
    return faults.named(tag).answer(operation, document)


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


def test_every_fault_is_caught():
    caught = {(tag, name): 0 for fault in faults.tagged_faults() for tag in [fault.tag] for name in fault.operations}
    for name in AFFECTED:
        for vector in GOLDEN.vectors(name):
            for tag in vector.case.tags:
                caught[tag, name] += 1
    for fault in faults.tagged_faults():
        assert sum(caught[fault.tag, name] for name in fault.operations) >= faults.ENOUGH, fault.tag
        assert caught[fault.tag, fault.operations[0]], fault.tag


@pytest.mark.parametrize("name", AFFECTED)
def test_a_port_with_a_fault_is_recognised_from_three_failures_on(name):
    for fault in faults.faults_of(name):
        # More of them tell no more: what the port answers is what the fault answers.
        caught = list(islice((v for v in GOLDEN.vectors(name) if fault.tag in v.case.tags), MANY))
        got = faults.answers([fault], name, [vector.case.input for vector in caught])
        seen = [(name, v.case.input, newest(v), answer) for v, answer in zip(caught, got, strict=True)]
        found = {one.tag for one in faults.diagnose(seen, limit=len(faults.tagged_faults()))}
        assert (fault.tag in found) is (len(seen) >= faults.ENOUGH), fault.tag
        assert looks_like(seen[: faults.ENOUGH - 1]) == []


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


# What the reporters saw, from the issues that the bugs cite.
PARTITION = "kafka.partitioner.partition-for-key"


@pytest.mark.parametrize(
    ("tag", "key_text", "partitions", "java", "reported"),
    [
        ("float-products", "100:48069", 12, 9, 6),
        ("crc32", "TT0124", 15, 10, 9),
        ("crc32", "UFJPRDAuQVNTRVQuMzEwMQ.002.AC000HN.01_RMSVel", 30, 13, 12),
        ("crc32", 'Struct{documentKey={"_id": "638d1b94ce8def06be68b439"}}', 50, 40, 36),
        ("crc32", "test", 840, 479, 76),
        ("fnv-1a", "30142322.022108_2000", 32, 18, 28),
        ("sign-unsigned", "1434cf9a-8a47-4d47-8616-86b2570e08bf", 20, 13, 1),
        ("sign-abs", "1434cf9a-8a47-4d47-8616-86b2570e08bf", 20, 13, 15),
    ],
)
def test_a_bug_gives_the_answer_that_was_reported(tag, key_text, partitions, java, reported):
    document = kafka(key_text, partitions)
    assert models.answer(PARTITION, document) == Value(java)
    assert wrong(tag, PARTITION, document) == Value(reported)


@pytest.mark.parametrize(
    ("tag", "document", "reported"),
    [
        ("string-code-points", key("string", "\U0001f600"), 128512),
        ("hash-minus-one", key("integer", "-1"), -2),
        ("integer-as-long", key("integer", "-1"), 0),
        ("long-as-integer", key("long", "-1"), -1),
        ("row-bytes-unsigned", key("row", {"kind": "+I", "fields": [{"type": "bytes", "value": "ff"}]}), 348),
    ],
)
def test_a_wrong_hash_code_is_the_expected_one(tag, document, reported):
    assert wrong(tag, "flink.key.hash", document) == Value(reported)


def test_a_bug_says_nothing_of_other_operations_and_inputs():
    assert wrong("crc32", "java.string.hash", {"a": "x"}) == faults.NOT_APPLICABLE
    assert wrong("utf-16-units", "kafka.partitioner.murmur2", {"bytes": "ff"}) == faults.NOT_APPLICABLE


def test_the_model_declines_what_java_orders_by_identity():
    steps = [{"op": "add", "key": {"type": "topic-partition", "value": ["t", 64 * n]}} for n in range(13)]
    assert len(models.answer("java.hash-set.order", {"steps": steps}).value) == 13
    # One hash code for all of these: "Aa" is "BB" to String.hashCode.
    names = [a + b + c + d for a in ("Aa", "BB") for b in ("Aa", "BB") for c in ("Aa", "BB") for d in ("Aa", "BB")]
    steps = [{"op": "add", "key": {"type": "topic-partition", "value": [name, 1]}} for name in names]
    with pytest.raises(models.NotModelledError, match="identity"):
        models.answer("java.hash-set.order", {"steps": steps})


def observed(tag, documents, operation=PARTITION):
    return [(operation, d, models.answer(operation, d), wrong(tag, operation, d)) for d in documents]


KEYS = [kafka(f"user-{n}", 7) for n in range(40)]


@pytest.mark.parametrize("tag", ["crc32", "sign-unsigned", "sign-abs", "seed-0", "fnv-1a", "tail-one-byte"])
def test_a_diagnosis_names_the_bug_first(tag):
    first, *_ = faults.diagnose(observed(tag, KEYS))
    assert first.tag == tag
    assert (first.agreeing, first.beside) == (first.explained, ())
    assert first.sources == faults.named(tag).sources


def test_the_same_case_again_makes_no_diagnosis_stronger():
    failing = [o for o in observed("crc32", KEYS) if o[2] != o[3]]
    assert "crc32" in {d.tag for d in faults.diagnose(failing[: faults.ENOUGH])}
    assert faults.diagnose(failing[:1] * 5) == []


def test_an_answer_that_no_bug_gives_has_no_diagnosis():
    failing = [o for o in observed("crc32", KEYS) if o[2] != o[3]]
    odd = (*failing[0][:3], Value(-99))
    assert faults.diagnose([*failing[1:], odd]) == []


def test_passing_cases_rule_bugs_out():
    seen = observed("sign-unsigned", KEYS)
    failing = [o for o in seen if o[2] != o[3]]
    contradiction = [(o[0], o[1], o[2], o[2]) for o in failing[1:]]
    assert "sign-unsigned" in {d.tag for d in faults.diagnose(failing[:3], limit=99)}
    assert "sign-unsigned" not in {d.tag for d in faults.diagnose([*failing[:3], *contradiction[2:]], limit=99)}


def test_faults_skips_and_passing_ports_have_no_diagnosis():
    (one,) = observed("crc32", KEYS[:1])
    assert faults.diagnose([]) == []
    assert faults.diagnose([(*one[:3], one[2])]) == []
    assert faults.diagnose([(*one[:3], Fault("crashed")), (*one[:3], Skip("no"))]) == []


def test_a_wrong_port_answers_throws_and_declines():
    port = ports.wrong_port("string-code-points")
    assert port["flink.key.hash"](key("string", "\U0001f600")) == 128512
    with pytest.raises(ports.ThrownError) as error:
        port["flink.key.hash"](key("null", None))
    assert error.value.kind == "NullPointerException"
    with pytest.raises(NotImplementedError, match="utf-16-units"):
        ports.wrong_port("utf-16-units")["kafka.partitioner.murmur2"]({"bytes": "ff"})


def test_wrong_ports_are_attributes():
    assert set(ports.finish_masked) == set(faults.named("finish-masked").operations)
    with pytest.raises(AttributeError, match="did you mean finish-masked"):
        _ = ports.finish_mask
    with pytest.raises(KeyError, match="no fault 'nothing-like-it'"):
        faults.named("nothing-like-it")


def test_tags_are_of_what_differs_from_every_line():
    document = kafka("TT0124", 15)
    old, new = Line("kafka-clients", "2.5.0"), Line("kafka-clients", "4.4.0")
    cases = [(document, {new: Value(10)}), (document, {new: Value(10), old: Value(9)})]
    one, both = faults.tags_of(PARTITION, cases)
    assert "crc32" in one
    assert "crc32" not in both
    assert faults.tags_of("no.such", [({}, {new: Value(1)})]) == [()]


def test_published_cases_stand_in_the_catalogue():
    # Where the published cases are of; those of every operation would be made, and validated, for the same three.
    cited = {case.source for case in cases_of(registry.operation(PARTITION)) if case.source}
    assert {"tulios/kafkajs#357", "tulios/kafkajs#1154", "nodefluent/node-sinek#39"} <= {c.split(",")[0] for c in cited}
