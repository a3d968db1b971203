"""A program that breaks for what came before a case, and not for the case: its fault says so."""

import json
import re
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from jarparity.answers import AFTER_OTHERS, GAVE_UP, IN_BATCH, NoAnswer, Value
from jarparity.cases import Case
from jarparity.cli import main
from jarparity.ports import PortError
from jarparity.ports.process import Limits, ProcessPort
from jarparity.report.reproducing import reproduce
from jarparity.verdicts import Errored

FAKE = Path(__file__).parent / "fake_ports" / "crashes_in_the_end.py"
OPERATION = "java.string.hash"


@pytest.fixture
def start():
    ports = []

    def start(answers, batch):
        command = [sys.executable, "-S", str(FAKE), str(answers)]
        ports.append(ProcessPort(command, 5.0, Limits(start=60, stop=0.5, batch=batch)))
        return ports[-1]

    yield start
    for port in ports:
        port.close()


@pytest.mark.parametrize("batch", [1, 512])
def test_a_crash_after_so_many_cases_is_said_to_be_one(start, batch):
    replies = list(start(7, batch).replies(OPERATION, None, [{"a": "abc"}] * 20))
    first = next(reply for reply in replies if isinstance(reply, NoAnswer))
    assert first.reason == f"crashed{AFTER_OTHERS}"
    assert first.detail.startswith("after 7 others, though it is answered when asked first; exit code 3 ")
    assert replies.count(Value(3)) >= 17


def test_a_port_that_breaks_on_two_batches_and_answered_none_is_asked_single_cases():
    with closing(ProcessPort([sys.executable, "-S", str(FAKE.with_name("knows_no_batch.py"))])) as port:
        replies = list(port.replies(OPERATION, None, [{"a": "abc"}] * 200))
    assert [place for place, reply in enumerate(replies) if isinstance(reply, NoAnswer)] == [0, 32]
    assert replies.count(Value(3)) == 198


def test_a_port_that_keeps_its_answers_is_asked_whether_it_flushes_them():
    command = [sys.executable, "-S", str(FAKE.with_name("flushes_its_start_alone.py"))]
    with closing(ProcessPort(command, 0.3, Limits(start=60, stop=0.5))) as port:
        (fault,) = port.replies(OPERATION, None, [{"a": "abc"}])
    assert fault == NoAnswer("timed out", "no answer within 0.3 s; is each line flushed?")


def test_each_crash_after_others_is_said_to_be_one(start):
    replies = list(start(5, 1).replies(OPERATION, None, [{"a": "abc"}] * 30))
    reasons = {reply.reason for reply in replies if isinstance(reply, NoAnswer)}
    assert reasons == {f"crashed{AFTER_OTHERS}"}


@pytest.mark.parametrize("in_a_row", [1, 2])
def test_what_has_been_given_up_stays_so(in_a_row):
    command = [sys.executable, "-S", str(FAKE), "3"]
    port = ProcessPort(command, 5.0, Limits(start=60, stop=0.5, batch=1, in_all=in_a_row))
    replies = list(port.replies(OPERATION, None, [{"a": "abc"}] * 20))
    port.close()
    faults = [reply.reason for reply in replies if isinstance(reply, NoAnswer)]
    assert set(faults[:in_a_row]) == {f"crashed{AFTER_OTHERS}"}  # the last one, too
    assert set(faults[in_a_row:]) == {GAVE_UP}
    assert replies[-1].reason == GAVE_UP


def test_a_case_that_crashes_it_whenever_it_is_asked_is_no_such_fault(start):
    (reply,) = start(0, 1).replies(OPERATION, None, [{"a": "abc"}])
    assert reply.reason == "crashed"


@pytest.mark.parametrize("reason", [f"crashed{AFTER_OTHERS}", f"crashed{IN_BATCH}", GAVE_UP])
def test_the_whole_operation_shows_again_what_a_case_alone_does_not(reason):
    failure = Errored(Case(OPERATION, "some/case", {"a": ""}), ("java 17",), "golden", reason)
    assert reproduce(failure, ()) == f"jarparity check --operation {OPERATION} --reference golden"
    alone = Errored(failure.case, failure.lines, "golden", "crashed")
    assert reproduce(alone, ()).endswith(" --case some/case")


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("./port | cat", "the port's command has '|', and no shell runs: write sh -c './port | cat'"),
        ("./port 2> errors", "the port's command has '2>', and no shell runs: write sh -c './port 2> errors'"),
        ("SEED=1 ./port", "the port's command begins with 'SEED=1', and no shell runs: write env SEED=1 ./port"),
    ],
)
def test_a_command_for_a_shell_is_refused(command, says):
    with pytest.raises(PortError) as refused:
        ProcessPort(command)
    assert str(refused.value) == says


def test_what_is_quoted_is_an_argument():
    port = ProcessPort(f"{sys.executable} -S {FAKE} 3 '|' '>'", 5.0, Limits(start=60, stop=0.5))
    port.close()
    assert port.info.name == "fake"


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_port_whose_answers_depend_on_the_cases_before_is_told_so(form):
    command = f"{sys.executable} -S {FAKE.with_name('remembers.py')}"
    asked = ["--operation", OPERATION, "--reference", "golden", "--port-cmd", command]
    shown = CliRunner().invoke(main, ["check", *asked, "--format", form])
    assert shown.exit_code == 1
    if form == "json":
        row = json.loads(shown.stdout)["failures"][0]
        (said,) = row["looksLike"]
        again = row["reproduce"]
    else:
        (said,) = re.findall(r"looks like  (.*)", shown.stdout)
        (again,) = re.findall(r"reproduce   (.*)", shown.stdout)
    assert re.fullmatch(r"an answer by the cases before, or by chance: asked first, \[\S+\] is answered -?\d+", said)
    assert "--case" not in again


def test_a_port_that_is_wrong_for_the_case_is_shown_with_the_case():
    command = f"{sys.executable} -S {FAKE.with_name('sound.py')}"
    asked = ["--operation", OPERATION, "--reference", "golden", "--port-cmd", command]
    shown = CliRunner().invoke(main, ["check", *asked]).stdout
    assert "asked first" not in shown
    assert "--case" in re.findall(r"reproduce +(.*)", shown)[0]


def test_a_port_that_starts_once_only_gets_its_report(tmp_path):
    lock = tmp_path / "lock"
    command = f"{sys.executable} -S {FAKE.with_name('starts_once_and_is_wrong.py')} {lock}"
    asked = ["--operation", OPERATION, "--reference", "golden", "--port-cmd", command]
    shown = CliRunner().invoke(main, ["check", *asked])
    assert shown.exit_code == 1
    assert f"DIFFERS {OPERATION}" in shown.stdout


def test_the_start_has_six_times_as_long_as_a_case():
    with pytest.raises(PortError, match=r"timed out: no answer within 0\.3 s, when it was started"):
        ProcessPort([sys.executable, "-S", str(FAKE.with_name("silent_at_start.py"))], timeout=0.05)
