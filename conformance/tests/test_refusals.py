"""Small parts of the kit that refuse, or that tell apart what hardly ever happens."""

import os
from dataclasses import replace

import numpy as np
import pytest

from jarparity import abandoned, registry
from jarparity.answers import Value
from jarparity.areas.flink_source import operations as flink_kafka_bytes
from jarparity.areas.flink_source.layouts import are_modest
from jarparity.columns import Column
from jarparity.grades import Grade
from jarparity.lines import Line
from jarparity.measures.drift.overview import spans
from jarparity.measures.live.report import Done, LiveOutcome, report
from jarparity.measures.live.scenario import Step
from jarparity.ports import PortInfo

MURMUR = registry.operation("flink.math.murmur-hash")


def test_an_operation_has_a_name_of_words():
    with pytest.raises(ValueError, match=r"operation name 'Flink\.Math': lower-case words joined by '-' and '\.'"):
        replace(MURMUR, name="Flink.Math")


def test_an_operation_without_a_grader_has_one_right_answer():
    assert MURMUR.grade({"value": 1}, Value(1), Value(2)) is Grade.WRONG
    assert MURMUR.projected(Line("flink", "1.16.3"), {"value": 1}) == {"value": 1}


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Column.of_array("utf8", np.zeros(1, "<i4")), "give one dimension of a fixed-width kind"),
        (lambda: Column.of_array("long", np.zeros((1, 1), "<i8")), "kind 'long' with 2 dimensions"),
        (lambda: Column.of_rows(np.zeros(3, "<i4")), "an ints column takes rows of fields, got 1 dimensions"),
    ],
)
def test_what_is_no_column_is_refused(make, said):
    with pytest.raises(ValueError, match=said):
        make()


def test_what_a_process_left_goes_with_it_and_a_strangers_stays(tmp_path, monkeypatch):
    def kill(pid, _signal):
        if pid == 3:
            raise PermissionError
        if pid == 4:
            raise ProcessLookupError

    monkeypatch.setattr(os, "kill", kill)
    for name in ("x.3", "x.5-more", "x.notes"):
        (tmp_path / name).touch()
    (tmp_path / "x.4").mkdir()
    (tmp_path / "x.4-file").touch()
    abandoned.remove(tmp_path, "x.")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.3", "x.5-more", "x.notes"]


@pytest.mark.parametrize(
    ("version", "data", "modest"),
    [
        (0, "", True),
        (1, "7fffffff", False),
        (1, "00000001", True),
        (0, "00000001 00000000 00000000 7fffffff", False),
        (0, "00000001 00000000 00000000 00000001 7fffffff", False),
        (0, "00000001 00000000 00000000 00000001 00000000", True),
        (0, "00000001 00000000 00000000 00000002 00000000", True),
    ],
)
def test_a_state_that_promises_too_much_is_kept_from_the_originals(version, data, modest):
    assert are_modest(version, bytes.fromhex(data)) is modest


@pytest.mark.parametrize(
    ("document", "first"),
    [
        ({"direction": "decode"}, None),
        ({"direction": "encode", "unassigned": [], "initialDiscoveryFinished": True}, None),
        ({"direction": "encode", "unassigned": [["t", 0]], "initialDiscoveryFinished": True}, "3.1.0"),
        ({"direction": "encode", "unassigned": [], "initialDiscoveryFinished": False}, "3.1.0"),
    ],
)
def test_the_first_connector_whose_state_carries_an_input(document, first):
    assert flink_kafka_bytes.first_of_state(document) == first


def test_a_family_is_named_where_it_begins():
    lines = [Line("kafka_2.13", "2.4.1"), Line("kafka_2.13", "3.5.2"), Line("kafka-tools", "3.9.2")]
    assert spans(lines) == "kafka_2.13 2.4.1, 3.5.2, kafka-tools 3.9.2"
    assert spans([]) == ""


def test_a_live_run_that_broke_or_was_stopped_says_so():
    port = PortInfo("mine", "1", "python", ("*",))
    step = Step("counts", {str(n): n for n in range(20)}, {str(n): -1 for n in range(20)})
    stopped = LiveOutcome("kafka", ("kafka 4.4.0",), port, ("--port", "p:P"), (Done("replicas", step, 1.5),), {})
    shown = report(replace(stopped, interrupted=True), "text")
    assert "\ninterrupted\n" in shown
    assert "  DIFFERS counts (1.5 s)" in shown
    assert "… and " in shown
    assert "reproduce  jarparity live kafka --scenario replicas --port p:P" in shown
    assert "BROKEN: the cluster crashed" in report(replace(stopped, broken="the cluster crashed"), "text")
