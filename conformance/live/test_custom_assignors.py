"""Users' Python assignors inside the real interface of every line: asked, answered and told as in Python."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from jarparity import registry
from jarparity.answers import Error, Value, same
from jarparity.areas.kafka_assignors import random_groups
from jarparity.custom_assignors.adapter import open_adapter
from jarparity.custom_assignors.examine import DiffersInside, Examiner
from jarparity.custom_assignors.real_interface import OPERATION, answer_inside, delegated
from jarparity.custom_assignors.search import search
from jarparity.references import ReferenceUnavailableError

TESTS = Path(__file__).parents[1] / "tests"
CLASSES = ["First", "FirstInRack", "Remembering"]
GROUP = {
    "assignor": "own",
    "topics": {"t": [{"partition": 0, "racks": ["r1"]}, {"partition": 1, "racks": []}], "u": 1, "none": 0},
    "members": [{"id": "C10", "topics": ["t", "gone"]}, {"id": "B", "topics": ["u", "t", "none"], "userData": "00ff"}],
}


@pytest.fixture
def adapter(monkeypatch):
    monkeypatch.syspath_prepend(str(TESTS))
    return lambda name: open_adapter(f"my_assignors:{name}")


@pytest.fixture
def lines(jpype_reference):
    return [line for line in jpype_reference.lines if registry.operation(OPERATION).has(line)][::-1]


@pytest.mark.parametrize("name", CLASSES)
def test_the_same_in_python_and_inside_on_every_line(adapter, name, jpype_reference, lines):
    searched = search(Examiner(adapter(name), lines, jpype_reference), (), examples=20, seed=7, step=lambda *_: None)
    assert searched.finding is None, searched.finding
    assert searched.groups == 20


def test_a_python_base_sees_what_a_java_base_sees(adapter, jpype_reference, lines):
    names = list(random_groups.COLLIDING)
    crowded = {"topics": dict.fromkeys(names, 2), "members": [{"id": name, "topics": names} for name in names[:14]]}
    for group in (GROUP, {"assignor": "own", **crowded}):
        for line in lines:
            python = adapter("First").answer(group, str(line))
            java = answer_inside(jpype_reference, line, adapter("First"), group)
            assert isinstance(java, Value)
            assert python["seen"]["partitionsPerTopic"] == java.value["seen"]["partitionsPerTopic"]
            assert same(Value(python), java)
    assert python["seen"]["members"] != names[:14], "the map's order is not that of insertion"


def test_what_differs_inside_is_found(adapter, jpype_reference, lines):
    searched = search(
        Examiner(adapter("Homesick"), lines, jpype_reference), (), examples=60, seed=7, step=lambda *_: None
    )
    assert isinstance(searched.finding, DiffersInside)
    assert len(searched.finding.document["members"]) == 1


def test_what_python_raises_comes_through_java(adapter, jpype_reference, lines):
    for line in lines:
        answer = answer_inside(jpype_reference, line, adapter("Broken"), {**GROUP, "topics": {"t": 3}})
        assert answer == Error("DelegateException", "RuntimeError: too many")


def test_the_delegate_is_gone_afterwards(adapter, jpype_reference, lines):
    with delegated(jpype_reference, "test", adapter("First").delegate(str(lines[0]))):
        assert isinstance(jpype_reference.answers(OPERATION, lines[0], [{**GROUP, "assignor": "test"}])[0], Value)
    with pytest.raises(Exception, match="a Python assignor runs where it is, through JPype"):
        jpype_reference.answers(OPERATION, lines[0], [{**GROUP, "assignor": "test"}])


def test_the_gateway_says_that_it_cant(adapter, gateway_reference):
    line = next(line for line in gateway_reference.lines if registry.operation(OPERATION).has(line))
    with pytest.raises(ReferenceUnavailableError, match="the route gateway leads to another JVM"):
        answer_inside(gateway_reference, line, adapter("First"), GROUP)


@pytest.mark.parametrize(("name", "code"), [("First", 0), ("Homesick", 1), ("Forgetful", 1)])
def test_the_command(name, code, jpype_reference):
    command = [sys.executable, "-m", "jarparity", "assignor", "check", f"my_assignors:{name}", "--reference", "jpype"]
    asked = [*command, "--line", "kafka-clients 2.3.1", "--line", "kafka-clients 4.4.0", "--draw", "30"]
    shown = subprocess.run(asked, cwd=TESTS, capture_output=True, text=True, check=False)
    assert shown.returncode == code, shown.stderr
    assert "in Python and inside the real interface (jpype)" in shown.stdout
    if code:
        group = shown.stdout.split("  group      ")[1].splitlines()[0]
        assert json.loads(group)["members"]
