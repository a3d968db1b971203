"""`jarparity assignor check`: finds what is wrong with a user's class, shrinks the group, and says what it asked."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from jarparity.answers import Error, Value
from jarparity.cli import main
from jarparity.custom_assignors.adapter import open_adapter
from jarparity.custom_assignors.examine import (
    ContractBroken,
    DiffersInside,
    Examiner,
    NonDeterministic,
    Raises,
    Unread,
    UserDataChanged,
)
from jarparity.custom_assignors.real_interface import answer_inside
from jarparity.custom_assignors.search import search
from jarparity.lines import Line
from jarparity.ports import PortError
from jarparity.references import ReferenceUnavailableError

HERE = Path(__file__).parent
CLEAN = {k: v for k, v in os.environ.items() if k != "CI" and not k.startswith("JARPARITY_")}
LINES = [Line("kafka-clients", version) for version in ("4.4.0", "2.5.0", "2.0.1")]
GROUP = {
    "assignor": "own",
    "topics": {"t": 3, "u": 1},
    "members": [{"id": "B", "topics": ["t"]}, {"id": "A", "topics": ["t", "u"]}],
}


def check(*arguments, env=None):
    command = [sys.executable, "-m", "jarparity", "assignor", "check", *arguments]
    return subprocess.run(command, cwd=HERE, env=CLEAN | (env or {}), capture_output=True, text=True, check=False)


def in_python(name, *, any_order=False, examples=60):
    examiner = Examiner(open_adapter(f"my_assignors:{name}"), LINES, None, any_order)
    return search(examiner, (), examples=examples, seed=1, step=lambda *_: None)


@pytest.mark.parametrize("name", ["First", "FirstInRack", "Remembering"])
def test_sound_ones_show_nothing(name):
    assert in_python(name).finding is None


@pytest.mark.parametrize(
    ("name", "kind", "sentence"),
    [
        ("Greedy", ContractBroken, "given-twice: assign\\(\\) gives .* has it already: give it once"),
        ("Forgetful", ContractBroken, "unanswered: assign\\(\\) must answer"),
        ("Generous", ContractBroken, "unknown-partition: .* which does not exist"),
        ("Sticky", ContractBroken, "name: name\\(\\) must not be 'sticky'"),
        ("Broken", Raises, r"RuntimeError: too many raised in \S+my_assignors.py, line \d+, in assign_counts"),
        (
            "Leaves",
            Raises,
            r"SystemExit: it ends its process, with sys.exit\(\) raised in \S+my_assignors.py, line \d+, in",
        ),
        ("LeavesAtOnce", Raises, r"SystemExit: it ends its process, with sys.exit\(0\)"),
        ("Moody", NonDeterministic, "asked twice"),
    ],
)
def test_each_fault_is_found_and_shrunk(name, kind, sentence):
    searched = in_python(name)
    assert isinstance(searched.finding, kind)
    assert re.search(sentence, " ".join(searched.finding.sentences))
    assert len(searched.finding.document["members"]) <= 2
    assert len(json.dumps(searched.finding.document)) < 400


@pytest.mark.parametrize("name", ["Leaves", "LeavesAtOnce"])
def test_a_class_that_ends_its_process_is_a_finding(name):
    shown = check(f"my_assignors:{name}", "--reference", "none", "--draw", "30", "--seed", "1")
    assert (shown.returncode, "SystemExit: it ends its process" in shown.stdout) == (1, True), shown.stderr


def test_what_a_class_prints_is_not_in_the_report():
    shown = check("my_assignors:Talks", "--reference", "none", "--draw", "5", "--seed", "1", "--format", "json")
    assert json.loads(shown.stdout)["exit"] == 0
    for words in ("printed in Python", "to the descriptor", "at the end"):
        assert words in shown.stderr


@pytest.mark.parametrize(("name", "said"), [("Loses", True), ("First", False)])
def test_partitions_that_no_member_reads_are_no_finding_and_are_said(name, said):
    shown = check(f"my_assignors:{name}", "--reference", "none", "--draw", "30", "--seed", "1")
    assert shown.returncode == 0, shown.stderr
    assert ("no member got a partition of a topic to which one subscribes, so it is never read" in shown.stdout) is said
    document = json.loads(
        check(f"my_assignors:{name}", "--reference", "none", "--draw", "30", "--seed", "1", "--format", "json").stdout
    )
    assert (document["unread"]["groups"] > 0, document["unread"]["smallest"] is not None) == (said, said)
    assert document["finding"] is None


def test_what_another_member_still_owns_is_not_unread():
    members = [{"id": "A", "topics": ["t"]}, {"id": "B", "topics": ["u"], "owned": [["t", 0]]}]
    unread = Unread()
    for topics, given in (({"t": 1}, []), ({"t": 2}, [["t", 1]]), ({"u": 1, "x": 3}, [["u", 0]])):
        unread.look_at({"topics": topics, "members": members}, {"A": given})
    assert unread.smallest is None
    unread.look_at({"topics": {"t": 2}, "members": members}, {"A": []})
    assert unread.smallest["topics"] == {"t": 2}


def test_who_claims_that_order_does_not_matter_is_asked():
    assert in_python("First").finding is None
    turned = {**GROUP, "members": [{"id": name, "topics": ["t"]} for name in ("AaAa", "BBBB")]}
    for any_order, kind in ((False, type(None)), (True, NonDeterministic)):
        examiner = Examiner(open_adapter("my_assignors:First"), LINES, None, any_order)
        assert isinstance(examiner.examine(turned), kind)


class FakeJava:
    """A line that answers what is wanted: the JVM's side of `Examiner`."""

    name = "jpype"
    lines = LINES

    def __init__(self, *, arrives=None):
        self.arrives = arrives

    def answers(self, operation, line, inputs):
        assert operation == "kafka.protocol.subscription"
        if inputs[0]["direction"] == "encode":
            return [Value(document["userData"] or "") for document in inputs]
        return [Value({"userData": self.arrives or document["bytes"]}) for document in inputs]


@pytest.mark.parametrize(
    ("inside", "kind"),
    [
        (lambda own: own, type(None)),
        (lambda own: Value({**own.value, "assignment": {}}), DiffersInside),
        (lambda own: Error("DelegateException", "ValueError: no"), DiffersInside),
    ],
)
def test_the_real_interface_must_answer_the_same(monkeypatch, inside, kind):
    adapter = open_adapter("my_assignors:First")
    monkeypatch.setattr(
        "jarparity.custom_assignors.examine.answer_inside",
        lambda reference, line, adapter, document: inside(Value(adapter.answer(document, str(line)))),
    )
    assert isinstance(Examiner(adapter, LINES, FakeJava()).examine(GROUP), kind)
    assert isinstance(
        Examiner(adapter, LINES, FakeJava(arrives="00")).examine(GROUP),
        kind if kind is DiffersInside else UserDataChanged,
    )


def test_another_jvm_is_refused_not_passed_over():
    class Gateway(FakeJava):
        name = "gateway"

    with pytest.raises(ReferenceUnavailableError, match="the route gateway leads to another JVM: use jpype"):
        answer_inside(Gateway(), LINES[0], open_adapter("my_assignors:First"), GROUP)


@pytest.mark.parametrize(
    ("assignor", "port", "message"),
    [
        ("my_assignors:NoName", None, "must be a class on copartition.kafka.ConsumerPartitionAssignor"),
        ("my_assignors:Absent", None, "assignor 'my_assignors:Absent': module my_assignors has no attribute 'Absent'"),
        ("my_assignors", None, "assignor 'my_assignors': write module:class, such as my_package.assignors:Weighted"),
        ("no_assignors:Mine", None, "assignor 'no_assignors:Mine': there is no module 'no_assignors'"),
        ("my_assignors:First", "jarparity.faults.ports:finish_masked", "runs no custom assignors"),
    ],
)
def test_what_is_no_assignor_is_refused(assignor, port, message):
    with pytest.raises(PortError, match=message):
        open_adapter(assignor, port)


def test_nothing_wrong_is_0_and_says_that_java_was_left_out():
    shown = check("my_assignors:First", "--reference", "none", "--draw", "20", "--seed", "3")
    assert (shown.returncode, shown.stderr) == (0, "")
    told = shown.stdout.splitlines()
    assert told[0] == "real interface: left out"
    assert told[1].startswith("releases: kafka-clients 2.0.1, ")
    assert told[2] == "my_assignors:First: nothing wrong on 20 groups, in Python only, seed 3"


def test_a_finding_is_1_and_its_command_reproduces_it():
    shown = check("my_assignors:Greedy", "--reference", "none", "--seed", "3")
    assert shown.returncode == 1, shown.stderr
    assert shown.stdout.startswith(
        "my_assignors:Greedy breaks the rules of the group protocol, on kafka-clients 4.4.0\n"
    )
    command = re.search(r"^  reproduce  jarparity assignor check (.*)$", shown.stdout, re.MULTILINE)[1]
    again = check(*shlex.split(command))
    assert again.returncode == 1
    assert again.stdout.splitlines()[:3] == shown.stdout.splitlines()[:3]


def test_a_finding_for_machines():
    shown = check("my_assignors:Greedy", "--reference", "none", "--seed", "3", "--format", "json")
    assert shown.returncode == 1, shown.stderr
    document = json.loads(shown.stdout)
    finding = document.pop("finding")
    assert document.pop("lines")[0] == "kafka-clients 2.0.1"
    groups = document.pop("groups")
    assert groups > 0
    assert document == {
        "schema": "jarparity-assignor-1",
        "assignor": "my_assignors:Greedy",
        "exit": 1,
        "seed": 3,
        "unread": {"groups": 0, "smallest": None},
        "realInterface": {"asked": False, "missing": "left out"},
    }
    assert (finding["kind"], finding["line"], finding["steady"]) == ("ContractBroken", "kafka-clients 4.4.0", True)
    assert finding["sentences"][0].startswith("given-twice: ")
    again = check(*shlex.split(finding["reproduce"])[3:], "--format", "json")
    assert json.loads(again.stdout)["realInterface"] == document["realInterface"]
    assert json.loads(again.stdout)["finding"] == finding


def test_nothing_wrong_for_machines():
    shown = check("my_assignors:First", "--reference", "none", "--draw", "5", "--seed", "3", "--format", "json")
    document = json.loads(shown.stdout)
    assert (shown.returncode, document["exit"], document["groups"], document["finding"]) == (0, 0, 5, None)


def test_no_groups_are_5():
    shown = check("my_assignors:First", "--reference", "none", "--draw", "0", "--seed", "3")
    assert shown.returncode == 5, shown.stderr
    assert shown.stdout.endswith("my_assignors:First: nothing was asked on 0 groups, in Python only, seed 3\n")


def test_a_group_that_no_line_takes_is_5():
    group = {"topics": {}, "members": [{"id": "A", "topics": [], "rack": "r"}]}
    shown = check(
        "my_assignors:First", "--reference", "none", "--line", "kafka-clients 2.*", "--input", json.dumps(group)
    )
    assert shown.returncode == 5, shown.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("my_assignors:Absent",), "has no attribute 'Absent'"),
        (("my_assignors:Configured",), "write ok; give one with --setting"),
        (("my_assignors:Configured", "--setting", "ok", "--setting", "no"), "write ok; give another --setting"),
        (("my_assignors:Configured", "--setting", "é"), "printable ASCII only"),
        (("my_assignors:First", "--line", "flink *"), "has consumer groups"),
        (("my_assignors:First", "--input", "{"), "--input: "),
        (("my_assignors:First", "--input", '{"topics":{},"members":[]}'), "At least one member"),
        (
            ("my_assignors:First", "--input", '{"topics":{},"members":[{"id":"A","topics":[]}]}', "--setting", "x"),
            "--setting is for groups that are drawn",
        ),
        (("my_assignors:Unfinished",), "Unfinished must define assign_counts, name"),
        (("my_assignors:First", "--require-jvm"), "leave `--reference none` out"),
    ],
)
def test_wrong_usage_is_4(arguments, message):
    asked = ["assignor", "check", *arguments, "--reference", "none"]
    shown = CliRunner().invoke(main, asked, env={name: None for name in os.environ if name not in CLEAN})
    assert shown.exit_code == 4, shown.stdout
    assert message in shown.stderr


def test_help_has_examples():
    shown = CliRunner().invoke(main, ["assignor", "check", "--help"])
    assert shown.exit_code == 0
    assert "jarparity assignor check my_assignors:Weighted" in shown.stdout
