"""Fetching: whole or not at all, with one Maven for all lines, and a sentence for whatever is missing."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import fake_maven
import pytest
from fake_maven import ONE, TWO

from jarparity.originals import Originals, OriginalsError, OriginalsRefusedError, OriginalsUnavailableError
from jarparity.originals.errors import OriginalsError as Base

FETCH = """
import sys
from pathlib import Path
from jarparity.data import DataRoot
from jarparity.originals import Originals
from jarparity.originals.lock import read_lock
from jarparity.originals.store import Store

project = Path(sys.argv[1])
def progress(text):
    if text.startswith("waiting"):
        Path(sys.argv[2]).touch()
root = DataRoot(project, project / "java_ref" / "areas", project / "java_ref" / "lines.toml")
originals = Originals(read_lock(root.lock), Store.default(), project / "java_ref", (root,))
print(len(originals.fetch(originals.lines(), progress)))
"""


@pytest.fixture
def maven(tmp_path, monkeypatch):
    return fake_maven.install(tmp_path, monkeypatch)


def cached(originals: Originals) -> list[str]:
    """Every file of the cache but the lock file that fetches hold."""
    root = originals.store.root
    return sorted(str(p.relative_to(root)) for p in root.rglob("*") if p.is_file() and p.name != ".lock")


def test_one_maven_fetches_all_lines(maven):
    said = []
    assert maven.originals.fetch([ONE, TWO], said.append) == [ONE, TWO]
    assert cached(maven.originals) == [
        "lines/flink-2.3.0/flink-2.3.0.jar",
        "lines/flink-2.3.0/slf4j-api-1.7.36.jar",
        "lines/kafka-clients-4.4.0/kafka-clients-4.4.0.jar",
        "lines/kafka-clients-4.4.0/slf4j-api-1.7.36.jar",
    ]
    assert len(maven.calls()) == 1
    assert "dependency:copy@flink-2.3.0 dependency:copy@kafka-clients-4.4.0" in maven.calls()[0]
    assert "downloading flink-2.3.0.jar" in said
    assert "copying kafka-clients-4.4.0.jar" in said
    assert [p.name for p in maven.originals.jars(ONE)] == ["flink-2.3.0.jar", "slf4j-api-1.7.36.jar"]


def test_what_is_there_is_not_fetched_again(maven):
    maven.originals.ensure([ONE])
    maven.originals.ensure([ONE, TWO])
    maven.originals.ensure([ONE, TWO])
    assert maven.originals.fetch([ONE, TWO]) == []
    assert [("flink" in call, "kafka" in call) for call in maven.calls()] == [(True, False), (False, True)]


def test_fetch_fixes_what_is_damaged_and_ensure_leaves_it(maven):
    maven.originals.ensure([ONE])
    fake_maven.flip_a_byte(maven.originals.store.line(ONE) / "flink-2.3.0.jar")
    maven.originals.ensure([ONE])
    with pytest.raises(OriginalsRefusedError, match=r"flink-2\.3\.0\.jar is not the JAR"):
        maven.originals.jars(ONE)
    assert maven.originals.fetch([ONE]) == [ONE]
    assert len(maven.originals.jars(ONE)) == 2


def test_a_wrong_digest_from_maven_leaves_nothing(maven):
    fake_maven.flip_a_byte(maven.jar(TWO, "kafka-clients-4.4.0.jar"))
    with pytest.raises(
        OriginalsRefusedError, match=r"other JARs than the locked ones(.|\n)*kafka-clients-4\.4\.0\.jar"
    ):
        maven.originals.fetch([ONE, TWO])
    assert cached(maven.originals) == []


def start_fetch(maven, waits: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", FETCH, str(maven.root.fixtures), str(waits)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def wait_for(path: Path) -> None:
    deadline = time.monotonic() + 20
    while not path.exists():
        assert time.monotonic() < deadline, f"{path} did not appear"
        time.sleep(0.01)


def test_killed_half_way_leaves_nothing_half(maven):
    maven.does("hang")
    with start_fetch(maven, maven.home / "waits") as fetch:
        wait_for(maven.home / "hangs")
        os.kill(fetch.pid, signal.SIGKILL)
    assert not (maven.originals.store.root / "lines").exists()
    assert any(name.startswith("scratch-") for name in cached(maven.originals))
    maven.does("")
    maven.originals.ensure([ONE, TWO])
    assert len(cached(maven.originals)) == 4


def test_the_maven_of_a_killed_fetch_ends_with_it(maven):
    maven.does("outlive")
    with start_fetch(maven, maven.home / "never") as killed:
        wait_for(maven.home / "hangs")
        os.kill(killed.pid, signal.SIGKILL)
        killed.wait()
        # The fake is not told to go on: as long as it runs, it has the lock, and the next fetch waits.
        maven.does("")
        with start_fetch(maven, maven.home / "never") as following:
            assert following.communicate(timeout=60)[0] == "2\n"
    assert len(maven.calls()) == 2
    assert len(cached(maven.originals)) == 4


def test_two_at_once_run_one_maven(maven):
    maven.does("dawdle")
    with (
        start_fetch(maven, maven.home / "waits") as first,
        start_fetch(maven, maven.home / "waits") as second,
    ):
        fetched = sorted(int(process.communicate(timeout=30)[0]) for process in (first, second))
    assert fetched == [0, 2]
    assert len(maven.calls()) == 1


def test_missing_maven(maven, tmp_path):
    (tmp_path / "bin" / "mvn").unlink()
    with pytest.raises(OriginalsUnavailableError) as raised:
        maven.originals.ensure([ONE])
    for words in ("no `mvn` on PATH", "apt-get install maven", "brew install maven", "Windows"):
        assert words in str(raised.value)


def test_missing_java(maven, tmp_path):
    (tmp_path / "bin" / "java").unlink()
    with pytest.raises(OriginalsUnavailableError, match="No Java that runs") as raised:
        maven.originals.ensure([ONE])
    for words in ("openjdk-17-jdk", "brew install openjdk@17", "winget"):
        assert words in str(raised.value)


def test_all_that_is_missing_is_named_at_once(maven, tmp_path):
    (tmp_path / "bin" / "java").unlink()
    (tmp_path / "bin" / "mvn").unlink()
    with pytest.raises(OriginalsUnavailableError, match=r"Maven was not found(.|\n)*No Java that runs"):
        maven.originals.ensure([ONE])


def test_java_home_without_java_is_named(maven, monkeypatch, tmp_path):
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "nowhere"))
    with pytest.raises(OriginalsUnavailableError, match="nowhere"):
        maven.originals.ensure([ONE])


@pytest.mark.parametrize("version", ["1.8.0_392", "11.0.2", "16"])
def test_old_java(maven, tmp_path, version):
    fake_maven.java(tmp_path / "bin" / "java", version)
    with pytest.raises(OriginalsUnavailableError, match=f"Java {version} .* is older than 17"):
        maven.originals.ensure([ONE])


def test_runtime_without_compiler(maven, tmp_path):
    (tmp_path / "bin" / "javac").unlink()
    with pytest.raises(OriginalsUnavailableError, match="a runtime, without a compiler"):
        maven.originals.ensure([ONE])


@pytest.mark.parametrize(
    ("output", "kind", "complaint"),
    [
        (
            "[ERROR] Unknown host repo.example: Name or service not known",
            OriginalsUnavailableError,
            "could not reach its repository: Unknown host repo.example",
        ),
        (
            "[ERROR] Could not transfer artifact a:b:jar:1 from/to central: Connect timed out",
            OriginalsUnavailableError,
            "could not reach its repository",
        ),
        (
            "[ERROR] Cannot access central in offline mode and the artifact a:b:jar:1 is not there",
            OriginalsUnavailableError,
            "offline, doesn't have everything yet",
        ),
        ("[ERROR] Could not find artifact a:b:jar:1 in mirror", OriginalsError, "a:b:jar:1"),
        (
            "[ERROR] Could not find artifact org.apache.flink:flink:jar:2.3.0 in mirror",
            OriginalsError,
            "lines.toml:5: Maven's repository doesn't have it: Could not find artifact org.apache.flink:flink",
        ),
        ("Error: JAVA_HOME is not defined correctly.", OriginalsUnavailableError, "found no Java"),
        ("[ERROR] something new", OriginalsError, "exit code 1:\n  [ERROR] something new"),
    ],
)
def test_failures_of_maven_become_sentences(maven, output, kind, complaint):
    maven.does(f"fail [INFO] Scanning\n{output}")
    with pytest.raises(Base) as raised:
        maven.originals.ensure([ONE])
    assert type(raised.value) is kind
    assert complaint in str(raised.value)
    assert cached(maven.originals) == []


def test_a_maven_that_hangs_is_ended_and_the_next_one_fetches(maven, monkeypatch):
    monkeypatch.setattr("jarparity.originals.maven._SILENCE", 2.0)
    maven.does("hang")
    with pytest.raises(OriginalsUnavailableError) as raised:
        maven.originals.ensure([ONE])
    last = f"the last was: [INFO] Copying flink-2.3.0.jar to {maven.originals.store.root}"
    for words in ("Maven wrote no line for", last, "~/.m2/settings.xml"):
        assert words in str(raised.value)
    assert cached(maven.originals) == []
    maven.does("")
    assert maven.originals.fetch([ONE]) == [ONE]


def test_offline_is_handed_to_maven(maven):
    maven.originals.ensure([ONE], offline=True)
    assert " -o " in maven.calls()[0]


def test_cache_that_cannot_be_written(maven):
    maven.originals.store.root.write_text("a file in the way")
    with pytest.raises(OriginalsError, match="can't be written"):
        maven.originals.ensure([ONE])


def test_what_is_locked_but_not_declared_is_not_fetched(maven):
    maven.root.lines.write_text(maven.root.lines.read_text().replace("2.3.0", "2.3.1"))
    with pytest.raises(OriginalsError, match=r"flink 2\.3\.0 is locked, but no lines\.toml has it"):
        maven.originals.fetch([ONE])


def test_maven_is_handed_what_is_declared(maven):
    maven.originals.fetch([TWO])
    (call,) = maven.calls()
    pom = Path(call.split(" -f ")[1].split()[0])
    assert pom.is_relative_to(maven.originals.store.root)
    assert maven.handed() == {
        "kafka-clients-4.4.0": ["org.apache.kafka:kafka-clients:4.4.0:", "org.slf4j:slf4j-api:1.7.36:"]
    }


def test_relock_is_the_lock_and_sees_a_change(maven):
    assert maven.originals.relock(maven.root, keep=False) == maven.originals.lock
    assert cached(maven.originals) == []
    fake_maven.flip_a_byte(maven.jar(ONE, "flink-2.3.0.jar"))
    assert maven.originals.relock(maven.root).jars(ONE) != maven.originals.lock.jars(ONE)
    assert len(cached(maven.originals)) == 4
    for jar in maven.jar(ONE, "x").parent.iterdir():
        jar.unlink()
    with pytest.raises(OriginalsError, match=r"lines\.toml:5: Maven delivered no JAR for flink 2\.3\.0"):
        maven.originals.relock(maven.root)
