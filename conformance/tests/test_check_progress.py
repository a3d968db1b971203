"""What `check` shows while it runs: the verdict on recorded answers at once, then an operation at a time."""

import io
import re
from types import SimpleNamespace

from click.testing import CliRunner

from jarparity.answers import Value
from jarparity.cases import Case
from jarparity.check.plan import Stage
from jarparity.check.tally import Tally
from jarparity.cli import check_progress as check_progress_module
from jarparity.cli import main
from jarparity.cli.check_progress import CheckProgress, check_progress
from jarparity.verdicts import Agrees, Differs, Errored


def agreeing(operation, tally, count=1):
    for _ in range(count):
        tally.add(Agrees(Case(operation, "c", 1), ("java 17",), "golden", Value(1)))


def stages(live, *operations):
    return [Stage(live, name, number, len(operations)) for number, name in enumerate(operations, 1)]


def told(capsys):
    captured = capsys.readouterr()
    assert captured.out == ""
    return re.sub(r"\d+\.\d s", "… s", captured.err).splitlines()


def test_without_a_terminal_the_verdict_on_recordings_and_then_a_line_an_operation(capsys):
    tally = Tally()
    progress = CheckProgress(tally, lambda: f"PASS on {sum(tally.answered.values())}", None)
    for stage in stages(False, "java.string.hash", "java.string.compare"):  # noqa: FBT003 - recorded, then live
        progress.stage(stage)
        agreeing(stage.operation, tally, 3)
    assert told(capsys) == []
    for stage in stages(True, "java.string.hash", "java.string.compare"):  # noqa: FBT003
        progress.stage(stage)
        agreeing(stage.operation, tally, 2)
    tally.add(Differs(Case("java.string.compare", "d", 1), ("java 17",), "jpype", Value(1), Value(2)))
    progress.ended()
    assert told(capsys) == [
        "PASS on 6; now the originals themselves",
        "1 of 2  java.string.hash: 2 answers, 0 differ, … s",
        "2 of 2  java.string.compare: 3 answers, 1 differ, … s",
    ]


def test_a_time_out_is_told_as_it_comes_once_an_operation(capsys):
    progress = CheckProgress(Tally(), lambda: "", None)
    for operation, reason in (("a", "crashed"), ("a", "timed out"), ("a", "timed out"), ("b", "timed out")):
        case = Case(operation, "one", 1)
        progress.event(Errored(case, ("java 17",), "golden", f"the port {reason}", "no answer within 10 s"))
        progress.event(Agrees(case, ("java 17",), "golden", Value(1)))
    rest = "no answer within 10 s; others may, too: --port-timeout says how long each may take"
    assert told(capsys) == [f"{name} [one]: the port timed out: {rest}" for name in "ab"]


def test_a_log_is_told_now_and_then_how_far_a_long_stage_is(capsys, monkeypatch):
    clock = [0.0]
    monkeypatch.setattr(check_progress_module, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    tally = Tally()
    progress = CheckProgress(tally, lambda: "PASS", None)
    progress.stage(Stage(live=False, operation="java.string.hash", number=1, of=2))
    for clock[0] in (29.0, 31.0, 32.0, 62.0):
        agreeing("java.string.hash", tally, 1000)
        progress.event(Agrees(Case("java.string.hash", "c", 1), ("java 17",), "golden", Value(1)))
    assert told(capsys) == [
        f"1 of 2  java.string.hash: {count:,} answers so far, 0 differ, … s" for count in (2000, 4000)
    ]


def test_where_only_the_originals_are_asked_there_is_no_verdict_on_recordings(capsys):
    tally = Tally()
    progress = CheckProgress(tally, lambda: "NOTHING COMPARED", None)
    for stage in stages(True, "java.string.hash"):  # noqa: FBT003
        progress.stage(stage)
        agreeing(stage.operation, tally, 2)
    progress.ended()
    assert told(capsys) == ["1 of 1  java.string.hash: 2 answers, 0 differ, … s"]


def test_where_no_recorded_answer_was_compared_there_is_no_verdict_on_them_either(capsys):
    tally = Tally()
    progress = CheckProgress(tally, lambda: "NOTHING COMPARED", None)
    for stage in (*stages(False, "java.string.hash"), *stages(True, "java.string.hash")):  # noqa: FBT003
        progress.stage(stage)
    agreeing("java.string.hash", tally, 2)
    progress.ended()
    assert told(capsys) == ["1 of 1  java.string.hash: 2 answers, 0 differ, … s"]


def test_a_line_counts_what_differs_in_its_own_stage(capsys):
    tally = Tally()
    progress = CheckProgress(tally, lambda: "FAIL", None)
    recorded, live = (stages(is_live, "java.string.hash")[0] for is_live in (False, True))
    for stage, name, differing in ((recorded, "golden", 5), (live, "jpype", 2)):
        progress.stage(stage)
        for value in range(differing):
            case = Case("java.string.hash", f"d/{value}", value)
            tally.add(Differs(case, ("java 17",), name, Value(1), Value(2)))
    progress.ended()
    assert told(capsys) == [
        "FAIL; now the originals themselves",
        "1 of 1  java.string.hash: 2 answers, 2 differ, … s",
    ]


def test_on_a_terminal_the_bar_names_phase_and_operation_and_moves_on(capsys):
    shown = []
    tally = Tally()
    progress = CheckProgress(tally, lambda: "PASS", lambda what, steps: shown.append((what, steps)))
    for stage in (*stages(False, "java.string.hash"), *stages(True, "java.string.hash")):  # noqa: FBT003
        progress.stage(stage)
        agreeing(stage.operation, tally)
    progress.ended()
    assert shown == [
        ("1 of 1  java.string.hash, recorded answers", 0),
        ("java.string.hash", 1),
        ("1 of 1  java.string.hash, originals", 0),
        ("java.string.hash", 10),
    ]
    assert told(capsys) == ["PASS; now the originals themselves"]


def test_a_run_on_recorded_answers_alone_is_silent_until_its_end(capsys):
    result = CliRunner().invoke(main, ["check", "--reference", "golden", "--operation", "java.string.compare"])
    assert result.exit_code == 0
    assert result.stderr == ""
    assert capsys.readouterr().err == ""


def test_a_narrow_terminal_cuts_names_and_never_the_time(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    with check_progress(Tally(), 1, live=False, verdict=lambda: "PASS") as progress:
        progress.stage(Stage(live=False, operation="flink.key-group-range." + "of" * 40, number=1, of=1))
    shown = [line.strip() for line in re.split(r"[\r\n]|\x1b\[[\d;?]*[A-Za-z]", terminal.getvalue()) if "left" in line]
    assert shown
    assert all(line == "left" or re.search(r"[\d-]+:[\d-]{2}:[\d-]{2} left$", line) for line in shown)
