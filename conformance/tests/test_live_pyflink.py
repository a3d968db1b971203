"""The scenario `pyflink` without PyFlink: its keys, what is predicted, environments, and what can't run."""

import json
import re
import sys
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path

import pytest
from click.testing import CliRunner

import jarparity
from copartition import java
from copartition.flink import operator_of_key, pickled
from copartition.java import Long, Row, Tuple
from jarparity.check.outcome import Exit
from jarparity.child_process.worker import RefusedError, Worker
from jarparity.cli import main
from jarparity.lines import Line
from jarparity.measures.live.flink import suite
from jarparity.measures.live.flink.pyflink import environment, job, keys, samples
from jarparity.measures.live.flink.pyflink.environment import RELEASES, CannotRunError, PyFlink
from jarparity.measures.live.flink.pyflink.keys import OPERATION, PyFlinkScenario
from jarparity.measures.live.scenario import LiveError, NotRun, Oracle, Step
from jarparity.originals.followed import follow
from jarparity.ports.callables import CallablePort
from jarparity.ports.load import open_port

PYFLINK = RELEASES[1]


@pytest.fixture(scope="module")
def port():
    return open_port()


class FakeJobs:
    """Answers as a job does whose keys are where `copartition` has them."""

    def __init__(self, about=(), place=lambda mode, kind, subtask: [subtask]):
        self._about = {"pyflink": "2.3.0", "python": "3.12.1", "cloudpickle": "2.2.1", "libpython": "/lib"} | dict(
            about
        )
        self._place = place

    def ask(self, command, seconds=0, **fields):
        return getattr(self, f"_asked_{command}")(**fields)

    def _asked_about(self):
        return self._about

    def _asked_refusal(self, mode):
        return "InvalidProgramException"

    def _asked_place(self, mode, kinds, parallelism, limit):
        return {
            kind: [
                self._place(mode, kind, operator_of_key(java_key(kind, key, mode), limit, parallelism))
                for key in samples.keys_of(kind)
            ]
            for kind in kinds
        }


def java_key(kind, key, mode):
    if kind == samples.PICKLED:
        return pickled(key, mode=mode)
    return Row([keys_of_java(kind, key)])


def keys_of_java(kind, key):
    match kind:
        case "STRING" | "BOOLEAN":
            return key
        case "TUPLE":
            return Tuple([key[0], Long(key[1])])
        case "ROW":
            return Row([key[0], Long(key[1])])
        case "BIG_DEC":
            return java.BigDecimal.parse(str(key))
    return getattr(java, {"INT": "Integer"}.get(kind, kind.title()))(key)


def steps_of(port, monkeypatch, jobs=None, pythons=("3.12",), *, alone=True):
    """What the scenario yields, and its figures."""

    @contextmanager
    def running(executable):
        assert executable == Path("/env/bin/python")
        yield jobs or FakeJobs()

    monkeypatch.setattr(keys, "_jobs", running)
    monkeypatch.setattr(keys, "can_be_alone", lambda: alone)
    monkeypatch.setattr(keys, "PYTHONS", pythons)
    monkeypatch.setattr(keys, "environment", lambda *_: Path("/env/bin/python"))
    figures = {}
    return list(PyFlinkScenario(PYFLINK, Oracle(port, PYFLINK.flink), Path("/cache"), figures, print)()), figures


def test_keys_are_where_they_are_predicted(port, monkeypatch):
    steps, figures = steps_of(port, monkeypatch)
    assert [step.name for step in steps] == [
        "Python 3.12, process mode: 429 keys without key_type",
        "Python 3.12, process mode: 468 keys with key_type",
        "Python 3.12, thread mode: 429 keys without key_type",
        "Python 3.12, thread mode: 468 keys with key_type",
        "Python 3.12: bytes as key_type",
    ]
    assert [list(step.differences())[:3] for step in steps if not step.agrees] == []
    assert all(len(set(step.observed.values())) == 3 for step in steps[:4])
    assert figures == {"PyFlink 2.3.0 on 3.12": "Python 3.12.1, cloudpickle 2.2.1"}


def test_a_wrong_protocol_is_seen(port, monkeypatch):
    monkeypatch.setattr(keys, "pickled", lambda key, mode: pickled(key, 4))
    steps, _ = steps_of(port, monkeypatch)
    assert [step.name.partition(":")[0] for step in steps if not step.agrees] == ["Python 3.12, process mode"]
    assert len(list(steps[0].differences())) > 200


def test_a_wrong_port_is_seen(port, monkeypatch):
    def other(document, line):
        (reply,) = port.replies(OPERATION, Line.parse(line), [document])
        return 2 - reply.value

    steps, _ = steps_of(CallablePort({OPERATION: other}), monkeypatch)
    assert [step.agrees for step in steps] == [False] * 4 + [True]


@pytest.mark.parametrize("seen", [[], [0, 0]])
def test_a_key_that_is_lost_or_on_several_subtasks_is_seen(port, monkeypatch, seen):
    jobs = FakeJobs(place=lambda mode, kind, subtask: seen if kind == "BOOLEAN" and mode == "thread" else [subtask])
    steps, _ = steps_of(port, monkeypatch, jobs)
    (wrong,) = [step for step in steps if not step.agrees]
    assert wrong.name == "Python 3.12, thread mode: 468 keys with key_type"
    assert [observed for _, _, observed in wrong.differences()] == [seen, seen]


def test_what_cannot_run_is_said(port, monkeypatch):
    steps, _ = steps_of(port, monkeypatch, FakeJobs({"libpython": None}))
    assert steps[2] == NotRun(
        "Python 3.12, thread mode", "this Python has no shared library, which Java needs to load it"
    )
    assert len(steps) == 4

    def missing(*_):
        raise CannotRunError("no python3.12 that runs is on PATH")

    monkeypatch.setattr(keys, "environment", missing)
    scenario = PyFlinkScenario(PYFLINK, Oracle(port, PYFLINK.flink), Path("/cache"), {}, print)
    assert list(scenario()) == [NotRun("Python 3.12", "no python3.12 that runs is on PATH")]


def test_servers_never_listen_on_a_network_that_is_not_their_own(port, monkeypatch):
    steps, _ = steps_of(port, monkeypatch, alone=False)
    assert steps[0] == NotRun(
        "Python 3.12, process mode",
        "its servers would listen on all addresses: there is no network of their own here",
    )
    assert not [step for step in steps if isinstance(step, Step) and "process" in step.name]


def test_a_machine_without_networks_of_their_own_is_seen(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert keys.can_be_alone.__wrapped__() is False


def test_another_pyflink_than_is_locked_is_refused(port, monkeypatch):
    with pytest.raises(LiveError, match=r"the environment of PyFlink 2\.3\.0 has 2\.2\.1"):
        steps_of(port, monkeypatch, FakeJobs({"pyflink": "2.2.1"}))


@pytest.mark.parametrize(("home", "left"), [("", None), ("/java", "/java")])
def test_an_empty_java_home_is_none(home, left, tmp_path, monkeypatch):
    monkeypatch.setattr("os.environ", {"JAVA_HOME": home})
    job.Jobs(tmp_path)
    assert job.os.environ.get("JAVA_HOME") == left


def test_keys_are_the_same_in_every_process_and_of_every_type():
    assert repr(samples.pickled_keys()) == repr(samples.pickled_keys())
    assert repr(samples.typed_keys()) == repr(samples.typed_keys())
    assert {type(key).__name__ for key in samples.pickled_keys()} >= {
        *("str", "int", "float", "bool", "bytes", "tuple", "list", "dict", "NoneType", "datetime", "date", "UUID"),
        *("Decimal", "set", "complex", "bytearray", "time", "timedelta"),
    }
    assert Decimal("1.0") in samples.typed_keys()["BIG_DEC"]


@pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.flink.version)
def test_what_is_installed_is_locked(release):
    text = release.lock.read_text("utf-8")
    assert f"\napache-flink=={release.flink.version} " in text
    assert re.search(r"\ncloudpickle==2\.2\.1 ", text)
    for lock in (text, environment.BUILD.read_text("utf-8")):
        assert "://" not in lock
        wanted = lock.replace("\\\n", "").splitlines()
        assert all(re.match(r"#|\S+==\S+ .*--hash=sha256:[0-9a-f]{64}", line) for line in wanted)


def test_a_python_without_a_wheel_is_no_try(tmp_path):
    with pytest.raises(CannotRunError, match=r"apache-flink 1\.20\.5 has no wheel for it.* Python 3\.11 is the newest"):
        environment.environment(RELEASES[0], "3.13", tmp_path, print)
    assert list(tmp_path.iterdir()) == []


def test_a_python_that_is_not_here_is_said(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    other = next(one for one in ("3.11", "3.12") if one != f"{sys.version_info.major}.{sys.version_info.minor}")
    newest = PyFlink(Line("flink", "2.3.0"), "3.13")
    with pytest.raises(CannotRunError, match=rf"no python{other} that runs is on PATH"):
        environment.environment(newest, other, tmp_path / "cache", print)
    shim = tmp_path / f"python{other}"
    shim.write_text("#!/bin/sh\nexit 127\n", "utf-8")
    shim.chmod(0o755)
    assert environment.interpreter(other) is None


@pytest.fixture
def fake_python(tmp_path, monkeypatch):
    """A Python whose environments have a pip that writes down what it is asked; `fail` has it fail, `hang` hang."""
    log = tmp_path / "asked.txt"
    fake = tmp_path / "python"
    script = (
        f'#!/bin/sh\necho "$@" >> {log}\n'
        f"if [ -e {tmp_path}/fail ] && [ $2 = pip ]; then echo no such index >&2; exit 1; fi\n"
        f"if [ -e {tmp_path}/hang ] && [ $2 = pip ]; then exec sleep 60; fi\n"
        f"if [ $2 = venv ]; then mkdir -p $3/bin; cp {fake} $3/bin/python; fi\n"
    )
    fake.write_text(script, "utf-8")
    fake.chmod(0o755)
    monkeypatch.setattr(environment, "interpreter", lambda _: fake)
    return log


def test_an_environment_is_made_once_from_the_locks(fake_python, tmp_path):
    cache, told = tmp_path / "cache", []
    made = environment.environment(PYFLINK, "3.12", cache, told.append)
    assert made.is_file()
    assert environment.environment(PYFLINK, "3.12", cache, told.append) == made
    assert told == ["installing apache-flink 2.3.0 for Python 3.12: a minute or two"]
    asked = fake_python.read_text("utf-8").splitlines()
    folder = made.parents[1]
    options = "--quiet --disable-pip-version-check --no-input --require-hashes"
    assert asked == [
        f"-m venv {folder}",
        f"-m pip install {options} -r {environment.BUILD}",
        f"-m pip install {options} --no-build-isolation -r {PYFLINK.lock}",
    ]


def test_an_environment_that_was_left_half_made_is_made_anew(fake_python, tmp_path):
    cache = tmp_path / "cache"
    (tmp_path / "fail").touch()
    with pytest.raises(CannotRunError, match=r"-m pip install ended with exit code 1:\nno such index"):
        environment.environment(PYFLINK, "3.12", cache, print)
    (half,) = cache.glob("2.3.0-py3.12-*")
    (half / "junk").touch()
    old = cache / "2.3.0-py3.12-0123456789ab"
    old.mkdir()
    (tmp_path / "fail").unlink()
    made = environment.environment(PYFLINK, "3.12", cache, print)
    assert made.parents[1] == half
    assert not (half / "junk").exists()
    assert not old.exists()


def test_a_cache_that_cannot_be_written_is_said(fake_python, tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(CannotRunError, match=r"file/cache can't be written"):
        environment.environment(PYFLINK, "3.12", tmp_path / "file" / "cache", print)


def test_an_installation_that_hangs_is_ended(fake_python, tmp_path, monkeypatch):
    # Only what hangs for certain has little time.
    monkeypatch.setattr(environment, "follow", lambda step, silence: follow(step, 0.3 if "pip" in step else silence))
    (tmp_path / "hang").touch()
    with pytest.raises(CannotRunError, match=r"-m pip install wrote no line for 15 minutes, and was ended.*pip config"):
        environment.environment(PYFLINK, "3.12", tmp_path / "cache", print)


def test_the_program_says_that_pyflink_is_missing_and_removes_its_folder(tmp_path):
    folder = tmp_path / "work"
    folder.mkdir()
    kit = Path(jarparity.__file__).parents[1]
    with (
        Worker("the Python", [sys.executable, "-I", job.__file__, str(folder), str(kit)]) as jobs,
        pytest.raises(RefusedError, match=r"refusal: ModuleNotFoundError: No module named 'p(y4j|yflink)'"),
    ):
        jobs.ask("refusal", mode="process")
    assert not folder.exists()


def test_the_command_runs_what_is_chosen(port, monkeypatch, tmp_path):
    monkeypatch.setattr(suite, "require_java", lambda: None)
    steps_of(port, monkeypatch, pythons=("3.11", "3.13"))

    def environment(pyflink, python, cache, progress):
        assert cache.name == "pyflink"
        if python == "3.13":
            raise CannotRunError("it has no wheel\nfor it")
        return Path("/env/bin/python")

    monkeypatch.setattr(keys, "environment", environment)
    output = tmp_path / "seen.json"
    command = ["live", "flink", "--scenario", "pyflink 2*", "--format", "json", "--output", str(output)]
    assert CliRunner().invoke(main, command, standalone_mode=False, catch_exceptions=False).return_value == Exit.OK
    document = json.loads(output.read_text("utf-8"))
    assert {step["scene"] for step in document["steps"]} == {"pyflink 2.3.0"}
    assert document["notRun"] == [
        {"scene": "pyflink 2.3.0", "step": "Python 3.13", "reason": "it has no wheel\nfor it"}
    ]
