"""The check can fail: each canary is caught by the setting that is meant for it, on each JDK."""

import dataclasses
from collections import Counter

import pytest
from click.testing import CliRunner
from quality.determinism import canaries, cli, page
from quality.determinism.asking import PROJECTS, AskedJvm, ask, lines_of, rounds

from jarparity import registry
from jarparity.answers import Error, Value
from jarparity.cases import Case, Recorded, Vector
from jarparity.fixtures.cross_jvm import OtherJvms, VariesError
from jarparity.lines import Line
from jarparity.originals import Originals
from jarparity.originals.toolchain import NoSecondJdkError, second_jdk
from jarparity.references.fresh import PLAIN, PROFILE_B, SOURCES, FreshReference, opposites

WITH_CANARY = [source for source in SOURCES if source.canary]
JAVA = Line("java", "17")
COLLIDING = ["".join("BB" if n >> i & 1 else "Aa" for i in range(4)) for n in range(16)]


@pytest.fixture(scope="module")
def bridge():
    return Originals.default().bridge()


@pytest.fixture(scope="module")
def jars(bridge, tmp_path_factory):
    canary = canaries.build(bridge, tmp_path_factory.mktemp("canary"))
    return {canaries.LINE: [canary], JAVA: Originals.default().class_paths([JAVA])[JAVA]}


@pytest.fixture(scope="module", params=["first", "second"])
def java(request):
    return None if request.param == "first" else second_jdk(None, 17)[0]


@pytest.fixture(scope="module")
def jvms(java, jars, bridge):
    opened = [FreshReference.open(jars, bridge, profile, java) for profile in opposites()]
    yield opened
    for jvm in opened:
        jvm.close()


def of_source(source):
    """The canary as an operation of the catalogue would be, and one vector of it with an answer."""
    murmur = registry.operation("flink.math.murmur-hash")
    operation = dataclasses.replace(murmur, name=canaries.operation(source.name), family="canary")
    return operation, lambda answer: Vector(Case(operation.name, "one", {}), (Recorded((str(canaries.LINE),), answer),))


@pytest.mark.parametrize("source", WITH_CANARY, ids=lambda source: source.name)
def test_answer_of_one_jvm_is_refused_by_the_other(source, jvms):
    operation, vector = of_source(source)
    for first in jvms:
        (answer,) = first.answers(operation.name, canaries.LINE, [{}])
        others = OtherJvms([lambda _assumed, jvm=jvm: jvm for jvm in jvms])
        with pytest.raises(VariesError, match=rf"{operation.name} \[one\] on canary 1: answered .* in the JVM "):
            others.confirm(operation, [vector(answer)], first.about())


def test_canaries_differ_in_opposite_jvms_and_not_in_one(jvms):
    first, second = map(canaries.answers, jvms)
    canaries.compare(first, second)
    with pytest.raises(canaries.DeafError, match="default locale: profiles A and B both answer"):
        canaries.compare(first, first)


def test_assumed_settings_are_the_same_and_all_else_differs(java, jars, bridge):
    assumed = ("digits of the default locale", "line.separator")
    opened = [FreshReference.open(jars, bridge, profile, java) for profile in opposites(assumed)]
    first, second = map(canaries.answers, opened)
    for jvm in opened:
        jvm.close()
    canaries.compare(first, second, assumed)
    assert {answers["default locale"].value[-2:] for answers in (first, second)} == {"42"}
    assert {answers["line separator"].value for answers in (first, second)} == {"0a"}
    with pytest.raises(canaries.DeafError, match="line separator: profiles A and B both answer"):
        canaries.compare(first, second)
    with pytest.raises(canaries.DeafError, match=r"line separator: .* its setting is not in force"):
        canaries.compare(first, {**second, "line separator": Value("0d")}, assumed)


def test_order_by_identity_differs(jvms):
    steps = [{"op": "add", "key": {"type": "topic-partition", "value": [topic, 0]}} for topic in COLLIDING]
    first, second = (jvm.answers("java.hash-set.order", JAVA, [{"steps": steps}])[0] for jvm in jvms)
    assert first != second
    assert sorted(map(str, first.value)) == sorted(map(str, second.value))


def test_fresh_jvm_alone_would_not_tell(jars, bridge):
    """Identity hash codes come from a fixed seed: only another generator shows what depends on them."""
    operation = canaries.operation("identity hash codes")
    found = []
    for _ in range(2):
        jvm = FreshReference.open(jars, bridge, PLAIN)
        found += jvm.answers(operation, canaries.LINE, [{}])
        jvm.close()
    assert found[0] == found[1]


class FakeJvm:
    """Answers as recorded, but for some lines."""

    profile = PROFILE_B

    def __init__(self, recorded, other):
        self.recorded, self.other = recorded, other

    def answers(self, operation, line, inputs):
        return [self.other if line.family == "kafka-clients" else self.recorded for _ in inputs]

    def close(self):
        pass


@pytest.mark.parametrize(
    ("name", "recorded", "other", "varying", "words"),
    [
        ("kafka.assignor.sticky", Value(1), Value(2), 2, 0),
        ("kafka.assignor.sticky", Error("E", "a"), Error("E", "b"), 0, 2),
        ("kafka.assignor.range", Error("E", "a"), Error("E", "b"), 2, 0),
        ("kafka.assignor.range", Value(1), Value(1), 0, 0),
    ],
)
def test_other_answers_are_counted_by_what_is_compared(name, recorded, other, varying, words):
    lines = ("kafka-clients 2.8.2", "kafka-clients 4.4.0")
    vectors = {name: [Vector(Case(name, "some/case", {}), (Recorded(lines, recorded),))]}
    asked = AskedJvm(25, "B")
    ask(FakeJvm(recorded, other), asked, vectors)
    assert (asked.asked, asked.varying.total()) == (Counter({"Kafka clients": 2}), varying)
    summary = list(asked.summary())
    assert summary[0] == f"JDK 25, profile B: 2 answers, {varying} other than recorded, {words} in other words only"
    if varying or words:
        assert summary[1] == f"  {name}: 2 {'other than recorded' if varying else 'in other words only'}"
        assert summary[2].startswith(f"    {name} [some/case] on kafka-clients 2.8.2: recorded {{")
        assert "on JDK 25 with profile B" in summary[2]
    assert len(summary) == (4 if varying or words else 1)


def test_endless_cases_are_asked_apart_where_threads_cannot_be_stopped():
    endless = Recorded(("kafka-clients 2.8.2", "kafka-clients 4.4.0"), Error("EndlessLoop", "it goes on"))
    ends = Recorded(("kafka-clients 3.9.2",), Value(1))
    sticky = [Vector(Case("kafka.assignor.sticky", name, {}), (endless, ends)) for name in ("a", "b")]
    other = [Vector(Case("java.string.hash", "c", {}), (ends,))]
    vectors = {"kafka.assignor.sticky": sticky, "java.string.hash": other}
    assert rounds(vectors, 17) == [((), vectors)]
    (_, together), *apart = rounds(vectors, 25)
    assert lines_of(together) == {"kafka-clients 3.9.2"}
    assert [len(some) for some in together.values()] == [2, 1]
    assert [lines_of(some) for _, some in apart] == [{line} for line in endless.lines]
    assert [[vector.case.id for vector in some["kafka.assignor.sticky"]] for _, some in apart] == [["a", "b"]] * 2


def test_what_holds_on_one_jdk_is_asked_of_no_other():
    recorded = Recorded(("kafka-group-coordinator 4.4.0",), Value({}))
    name = "kafka.group.assignor.uniform"
    vectors = {name: [Vector(Case(name, one, {}), (recorded,)) for one in ("order/twelve-of-a-topic", "b")]}
    assert rounds(vectors, 17) == [((), vectors)]
    assert rounds(vectors, 25) == [((), {name: vectors[name][1:]})]


def test_every_operation_is_summed_up_with_few_examples():
    many = {"java.string.hash": ["one"] * 100, "java.string.compare": ["another"]}
    summary = list(AskedJvm(17, "A", differences=many).summary())
    assert summary[1] == "  java.string.hash: 100 other than recorded"
    assert summary[2:] == ["    one"] * 3 + ["  java.string.compare: 1 other than recorded", "    another"]


def test_every_locked_line_belongs_to_a_project():
    assert {line.family for line in Originals.default().lines()} <= PROJECTS.keys()


def test_second_jdk_must_run_and_be_another_one(tmp_path):
    home, major = second_jdk(None, 17)
    with pytest.raises(NoSecondJdkError, match=f"is Java {major}, too"):
        second_jdk(home, major)
    with pytest.raises(NoSecondJdkError, match="no Java that runs"):
        second_jdk(tmp_path, 17)


@pytest.mark.parametrize("variable", ["CI", "JARPARITY_REQUIRE_JVM"])
def test_one_jdk_is_refused_where_two_are_required(variable, monkeypatch):
    monkeypatch.delenv("JARPARITY_REQUIRE_JVM", raising=False)
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv(variable, "1")
    result = CliRunner().invoke(cli.command, ["--one-jdk"])
    assert result.exit_code == 1
    assert "a second JDK is required here" in result.output


def test_difference_fails_the_run_and_leaves_the_page(monkeypatch):
    asked = AskedJvm(17, "A", Counter(JDK=2), Counter(JDK=1))
    asked.differences["java.string.hash"] = ["java.string.hash [a] on java 17: …"]
    monkeypatch.setattr(cli, "_all", lambda *_: [asked])
    monkeypatch.setattr(cli, "settle", lambda *_, **__: pytest.fail("written"))
    result = CliRunner().invoke(cli.command, [])
    assert result.exit_code == 1
    assert "java.string.hash [a]" in result.output
    assert "1 answers vary" in result.output


def test_page_has_a_row_for_each_jvm_source_and_declaration():
    worded = AskedJvm(25, "B", Counter(), Counter(JDK=3), worded={"flink.key.hash": ["a"] * 7})
    text = page.text([AskedJvm(17, "A", Counter({"Flink": 90630})), worded])
    assert "| `flink.key.hash` | 0 | 7 |" in text
    assert "| 17 | A | 90,630 / 0 |" in text
    assert "| 25 | B | " + "0 / 0 | " * 5 + "0 / 3 | 7 |" in text
    for source in SOURCES:
        assert f"| {source.name} |" in text
    for operation in registry.OPERATIONS.values():
        for one in (*operation.unordered, *operation.excluded):
            assert f"| `{operation.name}` |" in text
            assert one.why in text
        for one in operation.assumed:
            assert f"| `{operation.name}` | assumed | {one.setting}: {one.value} | {one.why} |" in text
    assert "\r" not in text
