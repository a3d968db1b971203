"""`jarparity.run_conformance`: one line in anybody's test suite."""

import pytest

import jarparity
from jarparity.check.outcome import Exit
from jarparity.conformance import UNNAMED
from jarparity.faults import wrong_port
from jarparity.ports import PortError
from jarparity.ports.load import open_port
from jarparity.references import ReferenceUnavailableError

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


def test_the_outcome_alone():
    outcome = jarparity.run_conformance(MASKED, operations=["flink.math.*"], check=False)
    assert outcome.exit_code is Exit.DIFFERS
    assert outcome.tally.totals["differs"] > 100


def test_nothing_compared_is_not_green():
    def declines(_):
        raise NotImplementedError("not yet")

    with pytest.raises(jarparity.ConformanceError, match="not yet"):
        jarparity.run_conformance({NAME: declines})


def test_what_the_port_does_not_claim_is_not_run():
    outcome = jarparity.run_conformance(MASKED, check=False)
    assert set(outcome.tally.counts) == set(MASKED)


@pytest.mark.parametrize(
    ("port", "options", "said"),
    [
        ({"flink.math.murmur": len}, {}, "claims 'flink.math.murmur', which is no operation; did you mean"),
        (42, {}, "give a mapping"),
        ("nowhere:PORT", {}, "no module 'nowhere'"),
        (MASKED, {"operations": ["kafka.*"]}, r"claims no operation that matches kafka\.\*"),
        (MASKED, {"lines": ["kafka-clients *"]}, "no line that matches"),
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
