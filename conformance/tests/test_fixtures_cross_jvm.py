"""What is new is asked in other JVMs before it is written (cross-JVM check): here, fakes of them."""

import dataclasses
import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from model_reference import LOCK, ModelReference

from jarparity import registry, varying
from jarparity.answers import Error, Value
from jarparity.areas.flink_groups.operations import DIGITS_OF_ERRORS
from jarparity.areas.flink_keys.operations import IDENTITY_KEYS
from jarparity.areas.kafka_reassign.operations import LINE_ENDS
from jarparity.fixtures import reading
from jarparity.fixtures.cross_jvm import OtherJvms, VariesError
from jarparity.fixtures.format import REMAKE, FixtureError, Header, parse_header, print_header
from jarparity.fixtures.generate import generate
from jarparity.fixtures.verify import verify
from jarparity.references import ReferenceUnavailableError
from jarparity.references.fresh import ASSUMED, PLAIN, PROFILE_A, PROFILE_B, SOURCES, opposites

PARALLELISM = registry.operation("flink.key-group.check-parallelism")
ROUND_UP = registry.operation("flink.math.round-up-to-power-of-two")
KEY_HASH = registry.operation("flink.key.hash")


class FakeJvm(ModelReference):
    """Another JVM: the model again, which may answer otherwise."""

    def __init__(self, profile=PROFILE_A, change=None):
        super().__init__(change)
        self.profile = profile
        self.closed = False

    def close(self):
        self.closed = True


def other_jvms(*jvms):
    return OtherJvms([lambda _assumed, jvm=jvm: jvm for jvm in jvms])


def test_all_that_is_written_for_the_first_time_is_asked_in_every_other_jvm(tmp_path):
    jvms = [FakeJvm(PROFILE_A), FakeJvm(PROFILE_B)]
    with other_jvms(*jvms) as others:
        made = generate([PARALLELISM, ROUND_UP], ModelReference(), LOCK, tmp_path, others=others)
    for jvm in jvms:
        asked = {(operation, line): count for operation, line, count in jvm.round_trips}
        assert asked == {
            (file.path.name.removesuffix(".jsonl"), line): file.cases
            for file in made[:2]
            for line in ("flink 1.16.3", "flink 2.3.0")
        }
        assert jvm.closed


class Start:
    """Stands for the start of JVMs: keeps how they were to be started."""

    def __init__(self):
        self.seen = []

    def open(self, jars, bridge, profile, java):
        self.seen.append((profile.name, java))
        return FakeJvm(profile)


@pytest.mark.parametrize(
    ("second", "wanted"),
    [
        ((Path("a/jdk"), 25), [("A", None), ("B on Java 25", Path("a/jdk"))]),
        (None, [("A", None), ("B", None)]),
    ],
)
def test_one_of_the_other_jvms_runs_on_a_second_jdk_where_there_is_one(second, wanted, tmp_path, monkeypatch):
    monkeypatch.setattr("jarparity.fixtures.cross_jvm.FreshReference", start := Start())
    originals = SimpleNamespace(class_paths=lambda _: {}, bridge=lambda: None)
    with OtherJvms.opposite(originals, [], lambda: second) as others:
        generate([PARALLELISM], ModelReference(), LOCK, tmp_path, others=others)
    assert start.seen == wanted


def test_no_second_jdk_is_looked_for_where_nothing_is_new(tmp_path):
    generate([PARALLELISM], ModelReference(), LOCK, tmp_path)
    with OtherJvms.opposite(SimpleNamespace(), [], lambda: pytest.fail("looked for")) as others:
        generate([PARALLELISM], ModelReference(), LOCK, tmp_path, others=others)


def test_what_the_fixtures_hold_is_not_asked_again(tmp_path):
    generate([PARALLELISM], ModelReference(), LOCK, tmp_path)
    started = []
    others = OtherJvms([lambda _assumed: started.append(1) or FakeJvm()])
    generate([PARALLELISM], ModelReference(), LOCK, tmp_path, others=others)
    assert started == []

    path = tmp_path / f"{PARALLELISM.name}.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    path.write_text(
        "".join([*lines[:3], lines[3].replace("IllegalArgument", "Other").replace("null", "1"), *lines[4:]])
    )
    jvm = FakeJvm()
    with other_jvms(jvm) as others:
        generate([PARALLELISM], ModelReference(), LOCK, tmp_path, others=others)
    assert [count for _, _, count in jvm.round_trips] == [1, 1]


def test_a_line_with_other_jars_is_asked_again_and_no_other_line(tmp_path):
    generate([PARALLELISM], ModelReference(), LOCK, tmp_path)
    other = {**LOCK, "flink 2.3.0": {"flink-core-2.3.0.jar": "sha256:" + "1" * 64}}
    jvm = FakeJvm()
    with other_jvms(jvm) as others:
        file, _ = generate([PARALLELISM], ModelReference(), other, tmp_path, others=others)
    assert [(line, count) for _, line, count in jvm.round_trips] == [("flink 2.3.0", file.cases)]


def test_a_new_line_is_asked_and_no_other(tmp_path):
    first = {"flink 1.16.3": LOCK["flink 1.16.3"]}
    generate([PARALLELISM], ModelReference(), first, tmp_path)
    jvm = FakeJvm()
    with other_jvms(jvm) as others:
        file, _ = generate([PARALLELISM], ModelReference(), LOCK, tmp_path, others=others)
    assert [(line, count) for _, line, count in jvm.round_trips] == [("flink 2.3.0", file.cases)]


def test_check_starts_no_jvm(tmp_path):
    def refuse(_assumed):
        raise AssertionError("a JVM was started")

    generate([PARALLELISM], ModelReference(), LOCK, tmp_path, others=OtherJvms([refuse]), check=True)


def test_an_answer_that_varies_stops_the_writing_and_is_named(tmp_path):
    def changed(line, document, answer):
        return Value(12) if line == "flink 2.3.0" and document["value"] == 5 else answer

    with other_jvms(FakeJvm(PROFILE_A), FakeJvm(PROFILE_B, changed)) as others, pytest.raises(VariesError) as raised:
        generate([ROUND_UP, PARALLELISM], ModelReference(), LOCK, tmp_path, others=others)
    said = str(raised.value)
    assert said.startswith(f"{ROUND_UP.name} [")
    assert '] on flink 2.3.0: answered {"value":8} in the JVM as it starts by itself (java.version 17)' in said
    assert 'and {"value":12} in the JVM of profile B (-Duser.language=bn' in said
    assert "declare what varies" in said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("operation", "stopped"), [(PARALLELISM, True), (KEY_HASH, False)])
def test_messages_count_where_the_operation_says_so(operation, stopped, tmp_path):
    def reworded(_line, _document, answer):
        return Error(answer.kind, "reworded") if isinstance(answer, Error) else answer

    with other_jvms(FakeJvm(change=reworded)) as others:
        if stopped:
            with pytest.raises(VariesError, match="reworded"):
                generate([operation], ModelReference(), LOCK, tmp_path, others=others)
        else:
            generate([operation], ModelReference(), LOCK, tmp_path, others=others)
            assert any(isinstance(r.answer, Error) for v in read(tmp_path, operation) for r in v.answers)


def read(folder, operation):
    (path,) = reading.files(folder)[operation.name]
    return reading.read(path).vectors


def test_without_another_jvm_nothing_is_written(tmp_path):
    def missing(_assumed):
        raise ReferenceUnavailableError("JPype is not installed")

    with pytest.raises(ReferenceUnavailableError), OtherJvms([missing]) as others:
        generate([PARALLELISM], ModelReference(), LOCK, tmp_path, others=others)
    assert list(tmp_path.iterdir()) == []


def test_the_headers_say_what_varies(tmp_path):
    generate([KEY_HASH, PARALLELISM], ModelReference(), LOCK, tmp_path)
    (of_keys,), (of_parallelism,) = (reading.files(tmp_path)[name.name] for name in (KEY_HASH, PARALLELISM))
    assert reading.read_header(of_keys).excluded == (IDENTITY_KEYS, varying.MESSAGES)
    assert reading.read_header(of_keys).unordered == ()
    assert '"excluded"' not in of_parallelism.read_text().splitlines()[0]


def test_what_assumes_a_setting_is_asked_where_it_is_so_and_the_header_says_it(tmp_path):
    assuming = dataclasses.replace(ROUND_UP, assumed=(DIGITS_OF_ERRORS,))
    asked = []
    with OtherJvms([lambda assumed: asked.append(assumed) or FakeJvm()]) as others:
        generate([assuming, PARALLELISM], ModelReference(), LOCK, tmp_path, others=others)
    assert asked == [("digits of the default locale",), ()]
    (path,) = reading.files(tmp_path)[ROUND_UP.name]
    assert reading.read_header(path).assumed == (DIGITS_OF_ERRORS,)
    said = {problem.what for problem in verify(tmp_path, LOCK, patterns=[ROUND_UP.name])[0]}
    assert said == {f"its `assumed` is not what the catalogue declares; {REMAKE}"}


@pytest.mark.parametrize("rows", [[], {}, [{"setting": "a", "value": "b"}], [{"setting": "a", "value": 1, "why": "c"}]])
def test_a_header_assumes_in_whole_sentences(rows):
    header = Header(PARALLELISM.name, LOCK, "1.0", 1, 1, assumed=(LINE_ENDS,))
    assert parse_header(print_header(header), "here:1") == header
    document = json.loads(print_header(header))
    with pytest.raises(FixtureError, match=r"`assumed` is a list of at least one \{setting, value, why\}"):
        parse_header(json.dumps({**document, "assumed": rows}), "here:1")


@pytest.mark.parametrize("operation", registry.OPERATIONS.values(), ids=lambda operation: operation.name)
def test_messages_that_are_not_compared_are_declared(operation):
    assert (varying.MESSAGES in operation.excluded) is not operation.messages


def test_the_two_profiles_are_opposite_in_every_source():
    assert opposites() == (PROFILE_A, PROFILE_B)
    assert {PROFILE_A.set_order, PROFILE_B.set_order} == {"ab", "ba"}
    for source in SOURCES:
        assert source.options_a != source.options_b or not source.options_a, source.name
        assert set(source.options_a) <= set(PROFILE_A.options)
        assert set(source.options_b) <= set(PROFILE_B.options)


def test_every_setting_that_is_assumed_is_known_and_all_else_differs_still():
    used = {one.setting for operation in registry.OPERATIONS.values() for one in operation.assumed}
    assert used == set(ASSUMED)
    for name, held in ASSUMED.items():
        first, second = opposites([name])
        assert first.name.startswith("A, but for its ")
        for source in SOURCES:
            expected = held if source.name == held.name else source
            assert set(expected.options_a) <= set(first.options)
            assert set(expected.options_b) <= set(second.options)
            if source is not expected:
                assert not set(source.options_b) & set(second.options)
    with pytest.raises(KeyError):
        opposites(["weather"])


def test_profiles_are_shown_on_one_line():
    assert "\\r\\n" in str(PROFILE_A)
    assert "\n" not in str(PROFILE_A)
    assert str(PLAIN) == "profile plain (no options)"
