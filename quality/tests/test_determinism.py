"""The check can fail: each canary is caught by the setting that is meant for it, on each JDK."""

import dataclasses
from collections import Counter

import pytest
from click.testing import CliRunner
from quality.determinism import canaries, cli, table, telling
from quality.determinism.asking import PROJECTS, Found, ask, rounds

from jarparity import catalogue
from jarparity.answers import Error, Value
from jarparity.cases import Case, Recorded, Vector
from jarparity.fixtures.elsewhere import OtherJvms, VariesError, differing
from jarparity.lines import Line
from jarparity.originals import Originals
from jarparity.originals.bridge import BridgeJars
from jarparity.originals.second_jdk import NoSecondJdkError, second_jdk
from jarparity.references import BridgeError, ReferenceUnavailableError
from jarparity.references.fresh import FreshReference
from jarparity.references.settings import EAST, PLAIN, SOURCES, WEST, Setting, opposites

WITH_CANARY = [source for source in SOURCES if source.canary]
JAVA = Line("java", "17")
COLLIDING = ["".join("BB" if n >> i & 1 else "Aa" for i in range(4)) for n in range(16)]


@pytest.fixture(scope="module")
def bridge():
    return Originals.default().bridge()


@pytest.fixture(scope="module")
def jars(bridge, tmp_path_factory):
    canary = canaries.build(bridge.core, tmp_path_factory.mktemp("canary"))
    return {canaries.LINE: [canary], JAVA: Originals.default().jars(JAVA)}


@pytest.fixture(scope="module", params=["first", "second"])
def java(request):
    return None if request.param == "first" else second_jdk(None, 17)[0]


@pytest.fixture(scope="module")
def jvms(java, jars, bridge):
    opened = [FreshReference.open(jars, bridge, setting, java) for setting in opposites()]
    yield opened
    for jvm in opened:
        jvm.close()


def of_source(source):
    """The canary as an operation of the catalogue would be, and one vector of it with an answer."""
    murmur = catalogue.operation("flink.math.murmur-hash")
    operation = dataclasses.replace(murmur, name=canaries.operation(source.name), family="canary")
    return operation, lambda answer: Vector(Case(operation.name, "one", {}), (Recorded((str(canaries.LINE),), answer),))


@pytest.mark.parametrize("source", WITH_CANARY, ids=lambda source: source.name)
def test_what_one_jvm_answers_is_refused_because_of_the_other(source, jvms):
    operation, vector = of_source(source)
    for first in jvms:
        (answer,) = first.answers(operation.name, canaries.LINE, [{}])
        others = OtherJvms([lambda _assumed, jvm=jvm: jvm for jvm in jvms])
        with pytest.raises(VariesError, match=rf"{operation.name} \[one\] on canary 1: answered .* in the JVM "):
            others.confirm(operation, [vector(answer)], first.about())


def test_canaries_differ_in_opposite_jvms_and_not_in_one(jvms):
    east, west = map(canaries.answers, jvms)
    canaries.compare(east, west)
    with pytest.raises(canaries.DeafError, match="default locale: the JVMs east and west both answer"):
        canaries.compare(east, east)


def test_what_is_assumed_is_so_in_both_jvms_and_all_else_differs(java, jars, bridge):
    assumed = ("digits of the default locale", "line.separator")
    opened = [FreshReference.open(jars, bridge, setting, java) for setting in opposites(assumed)]
    east, west = map(canaries.answers, opened)
    for jvm in opened:
        jvm.close()
    canaries.compare(east, west, assumed)
    assert {answers["default locale"].value[-2:] for answers in (east, west)} == {"42"}
    assert {answers["line separator"].value for answers in (east, west)} == {"0a"}
    with pytest.raises(canaries.DeafError, match="line separator: the JVMs east and west both answer"):
        canaries.compare(east, west)
    with pytest.raises(canaries.DeafError, match=r"line separator: .* its setting is not in force"):
        canaries.compare(east, {**west, "line separator": Value("0d")}, assumed)


def test_equal_keys_are_ordered_by_identity_which_the_catalogue_therefore_excludes(jvms):
    steps = [{"op": "add", "key": {"type": "topic-partition", "value": [topic, 0]}} for topic in COLLIDING]
    east, west = (jvm.answers("java.hash-set.order", JAVA, [{"steps": steps}])[0] for jvm in jvms)
    assert east != west
    assert sorted(map(str, east.value)) == sorted(map(str, west.value))


def test_a_fresh_jvm_alone_would_not_tell(jars, bridge):
    """Identity hash codes come from a fixed seed: only another generator shows what hangs on them."""
    operation = canaries.operation("identity hash codes")
    found = []
    for _ in range(2):
        jvm = FreshReference.open(jars, bridge, PLAIN)
        found += jvm.answers(operation, canaries.LINE, [{}])
        jvm.close()
    assert found[0] == found[1]


def test_a_line_that_is_not_there_and_an_option_that_is_none(jars, bridge, tmp_path):
    with pytest.raises(BridgeError, match=r"gone\.jar"):
        FreshReference.open({JAVA: [tmp_path / "gone.jar"]}, bridge, EAST)
    with pytest.raises(ReferenceUnavailableError, match="does not start"):
        FreshReference.open(jars, bridge, Setting("odd", ("-XX:NoSuchOption=1",)))
    with pytest.raises((BridgeError, ReferenceUnavailableError)):
        FreshReference.open(jars, BridgeJars(tmp_path / "gone.jar", ()), EAST)


class FakeJvm:
    """Answers as recorded, but for some lines."""

    setting = WEST

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
def test_other_answers_are_counted_and_told_by_what_is_compared(name, recorded, other, varying, words):
    lines = ("kafka-clients 2.8.2", "kafka-clients 4.4.0")
    vectors = {name: [Vector(Case(name, "some/case", {}), (Recorded(lines, recorded),))]}
    found = Found(25, "west")
    ask(FakeJvm(recorded, other), found, vectors, lambda _: None)
    assert found.asked == Counter({"Kafka clients": 2})
    assert (found.varying.total(), found.words.total()) == (varying, words)
    said = list(telling.lines([found]))
    assert said[0] == f"JDK 25 west: 2 answers, {varying} other than recorded, {words} in other words only"
    if varying or words:
        assert said[1] == f"  {name}: 2 {'other than recorded' if varying else 'in other words only'}"
        assert said[2].startswith(f"    {name} [some/case] on kafka-clients 2.8.2: recorded {{")
        assert "on JDK 25 in the JVM west" in said[2]
    assert len(said) == (4 if varying or words else 1)


def test_what_never_ends_is_asked_apart_where_threads_cannot_be_stopped():
    endless = Recorded(("kafka-clients 2.8.2", "kafka-clients 4.4.0"), Error("EndlessLoop", "it goes on"))
    ends = Recorded(("kafka-clients 3.9.2",), Value(1))
    sticky = [Vector(Case("kafka.assignor.sticky", name, {}), (endless, ends)) for name in ("a", "b")]
    vectors = {
        "kafka.assignor.sticky": sticky,
        "java.string.hash": [Vector(Case("java.string.hash", "c", {}), (ends,))],
    }
    assert [each.vectors for each in rounds(vectors, 17)] == [vectors]
    together, *apart = rounds(vectors, 25)
    assert together.lines == {"kafka-clients 3.9.2"}
    assert [len(some) for some in together.vectors.values()] == [2, 1]
    assert [each.lines for each in apart] == [{line} for line in endless.lines]
    assert [[vector.case.id for vector in each.vectors["kafka.assignor.sticky"]] for each in apart] == [["a", "b"]] * 2


def test_no_operation_hides_behind_the_examples_of_another():
    many = {"java.string.hash": ["one"] * 100, "java.string.compare": ["another"]}
    said = list(telling.lines([Found(17, "east", differences=many)]))
    assert "  java.string.hash: 100 other than recorded" in said
    assert said[-2:] == ["  java.string.compare: 1 other than recorded", "    another"]


def test_errors_of_the_same_words_are_no_difference():
    operation = catalogue.operation("kafka.assignor.range")
    vector = Vector(Case(operation.name, "a", {}), (Recorded(("kafka-clients 4.4.0",), Error("E", "m")),))
    assert list(differing(operation, [vector], FakeJvm(None, Error("E", "m")))) == []


def test_every_locked_line_belongs_to_a_project():
    assert {line.family for line in Originals.default().lines()} <= PROJECTS.keys()


def test_without_a_second_jdk_the_run_fails_and_says_how_to_get_one(monkeypatch, tmp_path):
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    with pytest.raises(NoSecondJdkError, match="pip install --group determinism"):
        second_jdk(None, 17)
    with pytest.raises(NoSecondJdkError, match="no Java that runs"):
        second_jdk(tmp_path, 17)


def test_the_same_jdk_twice_is_no_second_one():
    home, major = second_jdk(None, 17)
    with pytest.raises(NoSecondJdkError, match=f"is Java {major}, too"):
        second_jdk(home, major)


@pytest.mark.parametrize("variable", ["CI", "JARPARITY_REQUIRE_JVM"])
def test_one_jdk_is_refused_where_two_are_required(variable, monkeypatch):
    monkeypatch.delenv("JARPARITY_REQUIRE_JVM", raising=False)
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv(variable, "1")
    result = CliRunner().invoke(cli.command, ["--one-jdk"])
    assert result.exit_code == 1
    assert "a second JDK is required here" in result.output


def test_a_difference_fails_the_run_and_leaves_the_page(monkeypatch):
    found = Found(17, "east", Counter(JDK=2), Counter(JDK=1))
    found.differences["java.string.hash"] = ["java.string.hash [a] on java 17: …"]
    monkeypatch.setattr(cli, "_all", lambda *_: [found])
    monkeypatch.setattr(cli, "write_section", lambda *_: pytest.fail("written"))
    result = CliRunner().invoke(cli.command, [])
    assert result.exit_code == 1
    assert "java.string.hash [a]" in result.output
    assert "1 answers vary" in result.output


def test_the_section_has_a_row_for_each_jvm_source_and_declaration():
    worded = Found(25, "west", Counter(), Counter(JDK=3), worded={"flink.key.hash": ["a"] * 7})
    text = table.text([Found(17, "east", Counter({"Flink": 90630})), worded])
    assert "| `flink.key.hash` | 0 | 7 |" in text
    assert "| 17 | east | 90,630 / 0 |" in text
    assert "| 25 | west | 0 / 0 | 0 / 0 | 0 / 0 | 0 / 0 | 0 / 3 | 7 |" in text
    for source in SOURCES:
        assert f"| {source.name} |" in text
    for operation in catalogue.OPERATIONS.values():
        for one in (*operation.unordered, *operation.excluded):
            assert f"| `{operation.name}` |" in text
            assert one.why in text
        for one in operation.assumed:
            assert f"| `{operation.name}` | assumed | {one.setting}: {one.value} | {one.why} |" in text
    assert "\r" not in text
