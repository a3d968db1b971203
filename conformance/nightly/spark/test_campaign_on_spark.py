"""A small campaign on a real Spark: killed in the middle, with a worker that dies, and with a wrong port."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from standalone import children, standalone
from wrong_campaign_port import GROUPS, KEYS

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
SCALE = "0.0001"
_MEASURED = ("attempts", "master", "seconds")
KINDS = {"keys": 10**5, "groups": 1000, "histories": 100}


def begun(folder, *more, **environ):
    """A campaign that runs."""
    command = [sys.executable, "-m", "quality", "campaign", "--folder", str(folder), *more]
    path = os.pathsep.join(filter(None, (str(HERE), os.environ.get("PYTHONPATH"))))
    return subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path, **environ},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def ended(folder, *more, **environ):
    """A campaign's exit code and what it said."""
    with begun(folder, *more, **environ) as process:
        out, err = process.communicate()
    return process.returncode, out + err


def stages(folder):
    """By file what was found, without how and in what time."""
    found = {path.name: json.loads(path.read_text()) for path in folder.glob("*-*.json")}
    return {name: {k: v for k, v in one.items() if k not in _MEASURED} for name, one in found.items()}


def attempts(folder):
    return {path.name: json.loads(path.read_text())["attempts"] for path in folder.glob("*-*.json")}


@pytest.fixture(scope="module")
def whole(originals, tmp_path_factory):
    """The journal of a campaign that nothing disturbed."""
    folder = tmp_path_factory.mktemp("whole")
    code, said = ended(folder, "--scale", SCALE, "--seed", "3")
    assert code == 0, said
    return folder


def test_a_campaign_compares_as_much_as_planned_and_finds_nothing(whole):
    found = stages(whole)
    for kind, wanted in KINDS.items():
        mine = [one for one in found.values() if one["kind"] == kind]
        assert [one["number"] for one in sorted(mine, key=lambda one: one["number"])] == list(range(len(mine)))
        verdicts = [counts for one in mine for lines in one["verdicts"].values() for counts in lines.values()]
        assert {name for counts in verdicts for name in counts} == {"agrees"}
        assert sum(counts["agrees"] for counts in verdicts) >= wanted
        assert all(one["failures"] == [] for one in mine)
    assert not list((whole / "scratch").iterdir())


def test_a_campaign_that_is_killed_goes_on_and_counts_the_same(whole, tmp_path):
    folder = tmp_path / "killed"
    with begun(folder, "--scale", SCALE, "--seed", "3") as process:
        # The journal has a stage before it is told.
        told = 0
        while told < 2:
            line = process.stdout.readline()
            assert line, process.stderr.read()
            told += " compared, " in line
        process.send_signal(signal.SIGKILL)
    before = {path: path.stat().st_ino for path in folder.glob("*-*.json")}
    assert 2 <= len(before) < len(stages(whole))
    code, said = ended(folder, "--report")
    assert code == 1
    assert "not all is done" in said
    code, said = ended(folder)
    assert code == 0, said
    assert said.count(" compared, ") == len(stages(whole)) - len(before)
    assert {path: path.stat().st_ino for path in before} == before
    assert stages(folder) == stages(whole)
    assert ended(folder, "--report")[0] == 0


def test_a_campaign_that_the_user_stops_keeps_what_is_done(originals, tmp_path):
    folder = tmp_path / "stopped"
    with begun(folder, "--scale", SCALE, "--seed", "3") as process:
        assert " compared, " in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert process.returncode == 2, out + err
    assert "the same command goes on from there" in err
    assert "attempt" not in out
    assert "keys-00000.json" in stages(folder)


def test_a_spark_that_is_killed_is_started_again(whole, tmp_path):
    folder = tmp_path / "killed"
    with begun(folder, "--scale", SCALE, "--seed", "3") as process:
        assert " compared, " in process.stdout.readline()
        (jvm,) = (pid for pid in children(process.pid) if Path(f"/proc/{pid}/comm").read_text() == "java\n")
        os.kill(jvm, signal.SIGKILL)
        out, err = process.communicate()
    assert process.returncode == 0, out + err
    assert out.count("attempt 1 of 3 failed") == 1
    assert stages(folder) == stages(whole)


def test_a_cluster_that_loses_an_executor_counts_the_same(whole, tmp_path):
    folder, scratch = tmp_path / "lost", tmp_path / "scratch"
    settings = ["--conf", "spark.driver.host=127.0.0.1", "--conf", "spark.executor.memory=512m"]
    with standalone(tmp_path) as (url, workers):
        asked = ["--scale", SCALE, "--seed", "3", "--master", url, "--scratch", str(scratch), *settings]
        with begun(folder, *asked, SPARK_LOCAL_IP="127.0.0.1") as process:
            assert " compared, " in process.stdout.readline()
            os.kill(children(workers[0])[0], signal.SIGKILL)
            out, err = process.communicate()
    assert process.returncode == 0, out + err
    assert stages(folder) == stages(whole)
    assert not list(scratch.iterdir())


def test_a_worker_that_dies_is_made_good_and_each_input_counts_once(whole, tmp_path):
    folder, markers = tmp_path / "dying", tmp_path / "markers"
    markers.mkdir()
    asked = ["--scale", SCALE, "--seed", "3", "--port", "dying_worker_port:PORT"]
    code, said = ended(folder, *asked, DYING_WORKER_MARKERS=str(markers))
    assert code == 0, said
    assert {path.name for path in markers.iterdir()} == {"column", "group"}
    assert stages(folder) == stages(whole)
    again = {name: count for name, count in attempts(folder).items() if count > 1}
    assert again == {"keys-00000.json": 2, "groups-00000.json": 2}
    assert said.count("attempt 1 of 3 failed") == 2


def test_a_worker_that_dies_once_too_often_ends_the_campaign_and_it_is_resumed(whole, tmp_path):
    folder, markers = tmp_path / "dying", tmp_path / "markers"
    markers.mkdir()
    asked = ["--scale", SCALE, "--seed", "3", "--port", "dying_worker_port:PORT", "--tries", "1"]
    for _ in range(2):
        code, said = ended(folder, *asked, DYING_WORKER_MARKERS=str(markers))
        assert code == 1
        assert "start the campaign again, and it goes on with this one" in said
    code, said = ended(folder, DYING_WORKER_MARKERS=str(markers))
    assert code == 0, said
    assert stages(folder) == stages(whole)


def test_a_wrong_port_makes_it_red_with_a_minimal_case_of_each_operation(originals, tmp_path):
    folder = tmp_path / "wrong"
    code, said = ended(folder, "--scale", SCALE, "--seed", "3", "--port", "wrong_campaign_port:PORT")
    assert code == 1
    failures = [one for found in stages(folder).values() for one in found["failures"]]
    assert {one["operation"] for one in failures} == {KEYS, GROUPS}
    assert min(len(one["input"]["bytes"]) for one in failures if one["operation"] == KEYS) <= 4
    assert max(len(one["input"]["members"]) for one in failures if one["operation"] == GROUPS) == 1
    assert "FAILED" in said
    assert "A minimal case of each operation that failed:" in said
