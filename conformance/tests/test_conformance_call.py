"""`jarparity.run_conformance`: one line in anybody's test suite."""

from types import SimpleNamespace

import pytest

import jarparity
from copartition.port import PORT
from jarparity.check.outcome import Exit
from jarparity.conformance import UNNAMED
from jarparity.faults import wrong_port
from jarparity.ports import PortError
from jarparity.ports.load import open_port
from jarparity.references import ReferenceUnavailableError
from jarparity.references.factory import choose

NAME = "flink.math.murmur-hash"
MASKED = wrong_port("finish-masked")


@pytest.mark.parametrize("port", ["copartition.port:PORT", open_port(), open_port], ids=["name", "port", "made"])
def test_a_right_port_is_green(port):
    outcome = jarparity.run_conformance(port() if callable(port) else port, operations=[NAME])
    assert outcome.exit_code is Exit.OK
    assert outcome.references == "golden"
    assert set(outcome.tally.counts) == {NAME}


def test_a_wrong_port_raises_with_the_report():
    with pytest.raises(jarparity.ConformanceError) as raised:
        jarparity.run_conformance(MASKED, operations=["flink.math.*"])
    assert isinstance(raised.value, AssertionError)
    assert f"DIFFERS {NAME} [" in str(raised.value)
    assert "looks like  finish-masked" in str(raised.value)
    assert f"--reference golden --case edge/one {' '.join(UNNAMED)}" in str(raised.value)
    assert raised.value.outcome.exit_code is Exit.DIFFERS


def test_a_grade_says_what_is_good_enough():
    name = "kafka.assignor.round-robin"
    operation = PORT.operations[name]
    port = {name: lambda case: {member: parts[::-1] for member, parts in operation(case).items()}}
    assert jarparity.run_conformance(port, grade="equivalent").exit_code is Exit.OK
    with pytest.raises(jarparity.ConformanceError, match=r"grade +equivalent"):
        jarparity.run_conformance(port)
    with pytest.raises(ValueError, match=r"^grade 'good': exact, equivalent, valid$"):
        jarparity.run_conformance(port, grade="good")


def test_the_outcome_alone():
    outcome = jarparity.run_conformance(MASKED, operations=["flink.math.*"], check=False)
    assert outcome.exit_code is Exit.DIFFERS
    assert outcome.tally.totals["differs"] > 100


def test_nothing_compared_is_not_green():
    def declines(_):
        raise NotImplementedError("not yet")

    with pytest.raises(jarparity.ConformanceError, match="not yet"):
        jarparity.run_conformance({NAME: declines})


def test_why_nothing_was_compared_is_said():
    with pytest.raises(jarparity.ConformanceError, match=r"claims flink 2\.3\.0; --line asks flink 1\*"):
        jarparity.run_conformance(of_releases("flink 2.3.0"), lines=["flink 1*"])


def test_what_the_port_does_not_claim_is_not_run():
    outcome = jarparity.run_conformance(MASKED, check=False)
    assert set(outcome.tally.counts) == set(MASKED)


def of_releases(*names):
    return SimpleNamespace(operations=MASKED, lines=names)


def test_releases_that_are_still_to_come_may_be_claimed_beside_others():
    outcome = jarparity.run_conformance(of_releases("flink 2.3.0", "flink 3.*"), check=False)
    assert outcome.tally.all_lines == ["flink 2.3.0"]


@pytest.mark.parametrize(
    ("port", "options", "said"),
    [
        ({"flink.math.murmur": len}, {}, "claims 'flink.math.murmur', which is no operation; did you mean"),
        (of_releases("kafka 4.4.0"), {}, "claims the releases 'kafka 4.4.0', which match none; did you mean kafka-"),
        (
            of_releases("4.4.0"),
            {},
            r"claims the releases '4\.4\.0', which match none; did you mean kafka-clients 4\.4\.0",
        ),
        (
            of_releases("flink 2.9.9"),
            {},
            "claims the releases 'flink 2.9.9', which match none; of flink these are compared: 1.16.3, ",
        ),
        (
            of_releases("flink 2.3.0", "flink 2.3.O"),
            {},
            r"claims the releases 'flink 2\.3\.O', which match none; of flink these",
        ),
        (of_releases("flink 2.3.0", "kafka 4.*"), {}, r"claims the releases 'kafka 4\.\*', which match none"),
        (42, {}, "give a mapping"),
        ("nowhere:PORT", {}, "no module 'nowhere'"),
        ("", {}, "port '': write module:attribute"),
        (MASKED, {"operations": ["kafka.*"]}, r"claims no operation that matches kafka\.\*"),
        (MASKED, {"operations": ["flink.*", "kafka.*"]}, r"claims no operation that matches kafka\.\*"),
        (MASKED, {"lines": ["kafka-clients *"]}, "no release that matches"),
        (
            MASKED,
            {"lines": ["flink 2.*", "flink 2.3.O"]},
            r"no release matches flink 2\.3\.O; of flink these",
        ),
        (MASKED, {"require_jvm": True}, "give reference='auto' beside it"),
        (MASKED, {"reference": "java"}, "reference 'java': auto, golden, jpype, gateway"),
    ],
)
def test_what_is_misnamed_is_said(port, options, said):
    with pytest.raises((PortError, ValueError), match=said):
        jarparity.run_conformance(port, **options)


def test_required_java_is_not_passed_over(monkeypatch):
    def unavailable(*_, **__):
        raise ReferenceUnavailableError("no Java here")

    monkeypatch.setattr("jarparity.references.factory.open_reference", unavailable)
    with pytest.raises(ReferenceUnavailableError, match="no Java here"):
        jarparity.run_conformance("copartition.port:PORT", operations=[NAME], reference="auto", require_jvm=True)
    outcome = jarparity.run_conformance("copartition.port:PORT", operations=[NAME], reference="auto")
    assert outcome.unavailable == {"jpype": "no Java here"}


def test_java_that_is_required_by_ci_alone_says_so(monkeypatch):
    def unavailable(*_, **__):
        raise ReferenceUnavailableError("Install a JDK")

    monkeypatch.setattr("jarparity.references.factory.open_reference", unavailable)
    monkeypatch.setenv("CI", "true")
    with pytest.raises(ReferenceUnavailableError, match=r"Install a JDK\nCI is set, .* `--reference golden` compares"):
        choose(["auto"], [], require_jvm=True)
    with pytest.raises(ReferenceUnavailableError, match=r"Install a JDK$"):
        choose(["jpype"], [], require_jvm=True)
