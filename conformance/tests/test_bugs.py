"""Known bugs: the model under them is right, each bug is caught, and a port that has one is recognised."""

from itertools import islice

import pytest
from recorded import GOLDEN

from jarparity import bugs, catalogue
from jarparity.answers import Fault, Skip, Value, same
from jarparity.bugs import model, ports
from jarparity.bugs.rules import TRUE, NotModelledError
from jarparity.fixtures.generate import cases_of
from jarparity.lines import Line
from jarparity.report.failure import looks_like

RANGE, ROUND_ROBIN = "kafka.assignor.range", "kafka.assignor.round-robin"
MANY = 20
DECLINES = {"flink.rescale.operator-state", "kafka.replicas.assign"}
"""Operations of whose model the inputs that lines answer differently are no part."""


def kafka(text, partitions=12):
    return {"bytes": text.encode().hex(), "partitions": partitions}


def key(kind, value):
    return {"key": {"type": kind, "value": value}}


def wrong(tag, operation, document):
    return bugs.bug(tag).answer(operation, document)


def test_the_model_has_every_operation_but_these():
    groups = {o.name for o in catalogue.select(["kafka.assignor.*", "kafka.protocol.*"])} - {RANGE, ROUND_ROBIN}
    keyless = {"kafka.partitioner.round-robin", "kafka.partitioner.load-table"}
    assert set(model.OPERATIONS) == set(catalogue.OPERATIONS) - groups - keyless


@pytest.mark.parametrize("operation", model.OPERATIONS)
def test_the_model_says_what_the_originals_said(operation):
    vectors = GOLDEN.vectors(operation)
    assert vectors, "no recorded vectors: make them with `jarparity fixtures generate`"
    for vector in vectors:
        if operation in DECLINES and len(vector.answers) > 1:
            with pytest.raises(NotModelledError):
                model.answer(operation, vector.case.input, TRUE)
            continue
        # Where the originals themselves changed, the model is that of the newest.
        family = catalogue.operation(operation).family
        newest = max(
            vector.answers, key=lambda r: max((line.family == family, line) for line in map(Line.parse, r.lines))
        )
        for recorded in [newest] if catalogue.operation(operation).varies else vector.answers:
            assert same(model.answer(operation, vector.case.input, TRUE), recorded.answer), vector.case


@pytest.mark.parametrize("bug", bugs.BUGS, ids=lambda bug: bug.tag)
def test_every_bug_is_caught(bug):
    caught = {name: sum(bug.tag in v.case.tags for v in GOLDEN.vectors(name)) for name in bug.operations}
    assert sum(caught.values()) >= bugs.ENOUGH, caught
    assert caught[bug.operations[0]], caught


@pytest.mark.parametrize("bug", bugs.BUGS, ids=lambda bug: bug.tag)
def test_a_port_with_the_bug_is_recognised_from_its_failures(bug):
    for name in bug.operations:
        # More of them tell no more: what the port answers is what the bug answers.
        seen = list(islice(failures_of(bug, name), MANY))
        if len(seen) >= bugs.ENOUGH:
            assert bug in {found.bug for found in bugs.diagnose(seen, limit=len(bugs.BUGS))}


@pytest.mark.parametrize("bug", bugs.BUGS, ids=lambda bug: bug.tag)
def test_a_bug_is_named_only_when_several_vectors_agree(bug):
    for name in bug.operations:
        seen = list(islice(failures_of(bug, name), bugs.ENOUGH - 1))
        assert bugs.diagnose(seen) == []
        assert looks_like(seen) == []


def failures_of(bug, name):
    return (
        (name, v.case.input, newest(v), bug.answer(name, v.case.input))
        for v in GOLDEN.vectors(name)
        if bug.tag in v.case.tags
    )


def newest(vector):
    if len(vector.answers) == 1:
        return vector.answers[0].answer
    return max(vector.answers, key=lambda recorded: max(map(Line.parse, recorded.lines))).answer


@pytest.mark.parametrize("bug", bugs.BUGS, ids=lambda bug: bug.tag)
def test_every_bug_explains_itself(bug):
    assert bug.title[0].islower()
    assert bug.explanation.endswith(".")
    assert bug.sources
    assert set(bug.operations) <= set(catalogue.OPERATIONS)
    assert bug.rules != TRUE
    assert set(bug.wrong) == set(bug.operations)


def test_tags_are_unique_and_no_two_bugs_are_one():
    assert len({bug.tag for bug in bugs.BUGS}) == len(bugs.BUGS)
    assert len({(bug.rules, bug.operations) for bug in bugs.BUGS}) == len(bugs.BUGS)


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
    assert model.answer(PARTITION, document, TRUE) == Value(java)
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
    assert wrong("crc32", "java.string.hash", {"a": "x"}) == bugs.NOT_APPLICABLE
    assert wrong("utf-16-units", "kafka.partitioner.murmur2", {"bytes": "ff"}) == bugs.NOT_APPLICABLE


def test_the_model_declines_what_java_orders_by_identity():
    steps = [{"op": "add", "key": {"type": "topic-partition", "value": ["t", 64 * n]}} for n in range(13)]
    assert len(model.answer("java.hash-set.order", {"steps": steps}, TRUE).value) == 13
    # One hash code for all of these: "Aa" is "BB" to String.hashCode.
    names = [a + b + c + d for a in ("Aa", "BB") for b in ("Aa", "BB") for c in ("Aa", "BB") for d in ("Aa", "BB")]
    steps = [{"op": "add", "key": {"type": "topic-partition", "value": [name, 1]}} for name in names]
    with pytest.raises(NotModelledError, match="identity"):
        model.answer("java.hash-set.order", {"steps": steps}, TRUE)


def observed(tag, documents, operation=PARTITION):
    return [(operation, d, model.answer(operation, d, TRUE), wrong(tag, operation, d)) for d in documents]


KEYS = [kafka(f"user-{n}", 7) for n in range(40)]


@pytest.mark.parametrize("tag", ["crc32", "sign-unsigned", "sign-abs", "seed-0", "fnv-1a", "tail-one-byte"])
def test_a_diagnosis_names_the_bug_first(tag):
    first, *_ = bugs.diagnose(observed(tag, KEYS))
    assert first.tag == tag
    assert (first.agreeing, first.beside) == (first.explained, ())
    assert first.sources == bugs.bug(tag).sources


def test_the_same_case_again_makes_no_diagnosis_stronger():
    failing = [o for o in observed("crc32", KEYS) if o[2] != o[3]]
    assert "crc32" in {d.tag for d in bugs.diagnose(failing[: bugs.ENOUGH])}
    assert bugs.diagnose(failing[:1] * 5) == []


def test_an_answer_that_no_bug_gives_has_no_diagnosis():
    failing = [o for o in observed("crc32", KEYS) if o[2] != o[3]]
    odd = (*failing[0][:3], Value(-99))
    assert bugs.diagnose([*failing[1:], odd]) == []


def test_passing_cases_rule_bugs_out():
    seen = observed("sign-unsigned", KEYS)
    failing = [o for o in seen if o[2] != o[3]]
    contradiction = [(o[0], o[1], o[2], o[2]) for o in failing[1:]]
    assert "sign-unsigned" in {d.tag for d in bugs.diagnose(failing[:3], limit=99)}
    assert "sign-unsigned" not in {d.tag for d in bugs.diagnose([*failing[:3], *contradiction[2:]], limit=99)}


def test_faults_skips_and_passing_ports_have_no_diagnosis():
    (one,) = observed("crc32", KEYS[:1])
    assert bugs.diagnose([]) == []
    assert bugs.diagnose([(*one[:3], one[2])]) == []
    assert bugs.diagnose([(*one[:3], Fault("crashed")), (*one[:3], Skip("no"))]) == []


def test_a_wrong_port_answers_throws_and_declines():
    port = ports.wrong_port("string-code-points")
    assert port["flink.key.hash"](key("string", "\U0001f600")) == 128512
    with pytest.raises(Exception, match="NullPointerException") as error:
        port["flink.key.hash"](key("null", None))
    assert error.value.kind == "NullPointerException"
    with pytest.raises(NotImplementedError, match="utf-16-units"):
        ports.wrong_port("utf-16-units")["kafka.partitioner.murmur2"]({"bytes": "ff"})


def test_wrong_ports_are_attributes():
    assert set(ports.finish_masked) == set(bugs.bug("finish-masked").operations)
    with pytest.raises(AttributeError, match="did you mean finish-masked"):
        _ = ports.finish_mask
    with pytest.raises(KeyError, match="no bug 'nothing-like-it'"):
        bugs.bug("nothing-like-it")


def test_tags_are_of_what_differs_from_every_line():
    document = kafka("TT0124", 15)
    old, new = Line("kafka-clients", "2.5.0"), Line("kafka-clients", "4.4.0")
    assert "crc32" in bugs.tags_of(PARTITION, document, {new: Value(10)})
    assert "crc32" not in bugs.tags_of(PARTITION, document, {new: Value(10), old: Value(9)})
    assert bugs.tags_of("no.such", {}, {new: Value(1)}) == ()


def test_published_cases_stand_in_the_catalogue():
    # Where the published cases are of; those of every operation would be made, and validated, for the same three.
    cited = {case.source for case in cases_of(catalogue.operation(PARTITION)) if case.source}
    assert {"tulios/kafkajs#357", "tulios/kafkajs#1154", "nodefluent/node-sinek#39"} <= {c.split(",")[0] for c in cited}
