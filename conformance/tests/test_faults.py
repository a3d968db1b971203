"""Known faults: what each answers, how a diagnosis names them, and ports that have one."""

import dataclasses

import pytest

from jarparity import faults, models, registry
from jarparity.answers import NoAnswer, Skip, Value
from jarparity.faults import agreeing, ports
from jarparity.lines import Line
from jarparity.ports import PortError
from jarparity.ports.load import open_port


def kafka(text, partitions=12):
    return {"bytes": text.encode().hex(), "partitions": partitions}


def key(kind, value):
    return {"key": {"type": kind, "value": value}}


def wrong(tag, operation, document):
    return faults.named(tag).answer(operation, document)


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


@pytest.mark.parametrize(
    ("tag", "answered"),
    [("group-partition-abs-of-min-value", 48), ("group-partition-abs-stays-negative", -48)],
    ids=["an int without an end", "Math.abs"],
)
def test_each_absolute_value_of_the_smallest_hash_code_has_a_name(tag, answered):
    document = {"id": "polygenelubricants", "partitions": 50}
    assert wrong(tag, "kafka.group.partition-for", document) == Value(answered)


def test_every_operation_has_a_fault():
    """A port that is wrong elsewhere gets no diagnosis, and nothing says how many inputs have to be drawn."""
    affected = {name for fault in faults.every_fault() for name in fault.operations}
    assert sorted(registry.OPERATIONS.keys() - affected) == []


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


def test_a_second_diagnosis_asks_only_what_the_first_one_has_not(monkeypatch):
    asked = []

    def counting(some, operation, inputs, line=None):
        asked.append(len(inputs))
        return faults.answers(some, operation, inputs, line)

    monkeypatch.setattr(agreeing, "answers", counting)
    seen, agreements = observed("crc32", KEYS), faults.Agreements()
    first = faults.diagnose(seen[:30], agreements=agreements)
    before = sum(asked)
    assert faults.diagnose(seen[:30], agreements=agreements) == first
    assert sum(asked) == before > 30
    more = faults.diagnose(seen, agreements=agreements)
    assert (more[0].tag, more[0].explained) == ("crc32", sum(o[2] != o[3] for o in seen))
    assert before < sum(asked) < 2 * before


def test_faults_skips_and_passing_ports_have_no_diagnosis():
    (one,) = observed("crc32", KEYS[:1])
    assert faults.diagnose([]) == []
    assert faults.diagnose([(*one[:3], one[2])]) == []
    assert faults.diagnose([(*one[:3], NoAnswer("crashed")), (*one[:3], Skip("no"))]) == []


def test_a_wrong_port_answers_throws_and_declines():
    port = ports.wrong_port("string-code-points")
    assert port["flink.key.hash"](key("string", "\U0001f600")) == 128512
    with pytest.raises(ports.ThrownError) as error:
        port["flink.key.hash"](key("null", None))
    assert error.value.kind == "NullPointerException"
    with pytest.raises(NotImplementedError, match="utf-16-units"):
        ports.wrong_port("utf-16-units")["kafka.partitioner.murmur2"]({"bytes": "ff"})


def test_a_fault_whose_place_is_gone_is_no_port(monkeypatch):
    gone = dataclasses.replace(
        faults.named("finish-masked"), changes=(faults.Rewritten("copartition.java.murmur:x", "a", "b"),)
    )
    monkeypatch.setattr(ports, "named", lambda _: gone)
    with pytest.raises(
        PortError, match=r"the fault finish-masked can't be made: copartition\.java\.murmur:x: there is"
    ):
        open_port("jarparity.faults.ports:finish_masked")


def test_wrong_ports_are_attributes():
    assert set(ports.finish_masked) == set(faults.named("finish-masked").operations)
    with pytest.raises(AttributeError, match="did you mean finish-masked"):
        _ = ports.finish_mask
    with pytest.raises(KeyError, match="no tag 'nothing-like-it'"):
        faults.named("nothing-like-it")


def test_tags_are_of_what_differs_from_every_line():
    document = kafka("TT0124", 15)
    old, new = Line("kafka-clients", "2.5.0"), Line("kafka-clients", "4.4.0")
    cases = [(document, {new: Value(10)}), (document, {new: Value(10), old: Value(9)})]
    one, both = faults.tags_of(PARTITION, cases)
    assert "crc32" in one
    assert "crc32" not in both
    assert faults.tags_of("no.such", [({}, {new: Value(1)})]) == [()]
