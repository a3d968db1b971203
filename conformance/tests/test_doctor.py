"""`jarparity doctor`: each part is ok or missing, with its fix; the exit code says whether golden checks can run."""

import json
import os
import sys
from importlib import metadata
from types import SimpleNamespace

import fake_maven
import pytest
from click.testing import CliRunner
from fake_maven import ONE, TWO

from jarparity import data
from jarparity.cli import main
from jarparity.fixtures import sums
from jarparity.references import ReferenceUnavailableError
from jarparity.references import jpype as jpype_route
from jarparity.references.jpype import JPypeReference

VERSIONS = {"jpype1": "1.7.1", "pyspark": "4.3.0", "pandas": "2.3.3", "numba": "0.68.1"}


@pytest.fixture
def maven(tmp_path, monkeypatch):
    maven = fake_maven.install(tmp_path, monkeypatch)
    fixtures = tmp_path / "fixtures"
    fixtures.mkdir()
    (fixtures / "flink.key.hash.jsonl").touch()
    sums.record(fixtures / "flink.key.hash.jsonl")
    monkeypatch.setattr(data, "fixtures", lambda: fixtures)
    packages(monkeypatch)
    return maven


def packages(monkeypatch, **changed):
    """Installed distributions; None for one that isn't."""
    versions = VERSIONS | changed

    def version(name):
        if versions[name] is None:
            raise metadata.PackageNotFoundError(name)
        return versions[name]

    monkeypatch.setattr(metadata, "version", version)


def doctor(code=0):
    result = CliRunner().invoke(main, ["doctor", "--format", "json"])
    assert result.exit_code == code, result.output
    document = json.loads(result.output)
    return {f["name"]: f for f in document["findings"]}, document["references"]


def test_fresh_machine_can_do_all_on_first_use(maven):
    findings, references = doctor()
    missing = {name: f["fix"] for name, f in findings.items() if f["state"] == "missing"}
    assert missing == {"JARs": "jarparity originals fetch", "bridge": "jarparity originals fetch"}
    assert all(r == {"available": True} for r in references.values())
    assert maven.calls() == []


def test_all_there(maven):
    maven.originals.class_paths([ONE, TWO])
    findings, _ = doctor()
    assert {f["state"] for f in findings.values()} == {"ok"}


def test_damaged_vectors_are_named(maven):
    vectors = data.fixtures() / "flink.key.hash.jsonl"
    assert doctor()[0]["vectors"]["state"] == "ok"
    vectors.write_text("another answer\n")
    findings, references = doctor(code=4)
    assert "flink.key.hash.jsonl: not the bytes that were recorded" in findings["vectors"]["detail"]
    assert findings["vectors"]["fix"].startswith("install jarparity")
    assert references["golden"] == {"available": False, "lacks": "vectors"}


def test_without_maven_only_what_is_fetched_can_be_used(maven, tmp_path):
    (tmp_path / "bin" / "mvn").unlink()
    findings, references = doctor()
    assert "apt-get install maven" in findings["Maven"]["fix"]
    assert references["jpype"] == {"available": False, "lacks": "JARs, bridge"}
    assert references["golden"] == {"available": True}


def test_once_fetched_maven_is_not_needed(maven, tmp_path):
    maven.originals.class_paths([ONE, TWO])
    (tmp_path / "bin" / "mvn").unlink()
    assert doctor()[1]["jpype"] == {"available": True}


def test_a_cache_that_can_not_be_written_is_missing_and_hinders_what_is_not_there_yet(maven, tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("JARPARITY_CACHE", str(tmp_path / "file" / "cache"))
    findings, references = doctor()
    assert findings["cache"]["detail"] == f"{tmp_path / 'file' / 'cache'} can't be written"
    assert findings["cache"]["fix"] == "make it writable, or let JARPARITY_CACHE name another folder"
    assert references["jpype"] == {"available": False, "lacks": "JARs, bridge"}


def test_a_whole_cache_needs_not_be_written(maven, monkeypatch):
    maven.originals.class_paths([ONE, TWO])
    cache, access = maven.originals.store.root, os.access
    monkeypatch.setattr(os, "access", lambda path, mode, **more: path != cache and access(path, mode, **more))
    findings, references = doctor()
    assert findings["cache"]["state"] == "missing"
    assert references["jpype"] == {"available": True}


def test_a_damaged_jar_is_not_fixed_unasked(maven):
    maven.originals.ensure([ONE, TWO])
    fake_maven.flip_a_byte(maven.originals.store.line(ONE) / "flink-2.3.0.jar")
    findings, references = doctor()
    assert "flink-2.3.0.jar is not the JAR" in findings["JARs"]["detail"]
    assert references["jpype"] == {"available": False, "lacks": "JARs"}


def test_a_damaged_bridge_is_fixed_on_first_use_where_it_can_be(maven, tmp_path):
    maven.originals.class_paths([ONE, TWO])
    core = maven.originals.bridge()
    core.unlink()
    findings, references = doctor()
    assert findings["bridge"]["detail"] == f"{core} is missing"
    assert findings["bridge"]["fix"] == "jarparity originals fetch"
    assert references["jpype"] == {"available": True}
    (tmp_path / "bin" / "javac").unlink()
    assert doctor()[1]["jpype"] == {"available": False, "lacks": "bridge"}


def test_a_java_that_can_not_be_loaded_into_a_process(maven, tmp_path):
    fake_maven.library(tmp_path / "jdk-17.0.15").unlink()
    findings, references = doctor()
    assert "has no virtual machine as a library" in findings["JPype"]["detail"]
    assert references["jpype"] == {"available": False, "lacks": "JPype"}
    assert references["gateway"] == {"available": True}


HOMES = ("unset", "empty", "good", "old", "nowhere", "no library")
PATHS = ("good", "old", "no java", "no library")


@pytest.mark.parametrize("home", HOMES)
@pytest.mark.parametrize("path", PATHS)
def test_doctor_and_the_reference_agree_on_java(maven, monkeypatch, tmp_path, home, path):
    """Whatever JAVA_HOME and PATH say: `doctor` calls the reference available if and only if its JVM is started."""
    maven.originals.class_paths([ONE, TWO])
    bridge = maven.originals.bridge()
    put_java(tmp_path / "bin" / "java", path)
    for name in HOMES[2:]:
        put_java(tmp_path / "homes" / name / "bin" / "java", name)
    if home != "unset":
        monkeypatch.setenv("JAVA_HOME", "" if home == "empty" else str(tmp_path / "homes" / home))
    started = []
    monkeypatch.setitem(sys.modules, "jpype", started_jpype(started))
    monkeypatch.setattr(jpype_route._Process, "core", None)
    try:
        JPypeReference.open({}, bridge)
    except ReferenceUnavailableError:
        assert started == []
    asked = path if home in {"unset", "empty"} else home
    assert doctor()[1]["jpype"]["available"] == bool(started) == (asked == "good")


def put_java(place, what):
    """A Java of one of the kinds of `HOMES` and `PATHS`, or none; each in a home of its own."""
    if what in {"nowhere", "no java"}:
        place.unlink(missing_ok=True)
        return
    version = "11.0.2" if what == "old" else "17.0.15"
    fake_maven.java(place, version)
    if what == "no library":
        fake_maven.library(place.parent.parent / f"jdk-{version}").unlink()


def started_jpype(started):
    return SimpleNamespace(
        isJVMStarted=lambda: False,
        getDefaultJVMPath=lambda: "/usr/lib/jvm/any/lib/server/libjvm.so",
        startJVM=lambda *_, **named: started.append(named["jvmpath"]),
        JClass=lambda name: name,
        JException=RuntimeError,
        JVMNotFoundException=RuntimeError,
        JVMNotSupportedException=RuntimeError,
    )


def test_old_java(maven, tmp_path):
    fake_maven.java(tmp_path / "bin" / "java", "11.0.2")
    findings, references = doctor()
    assert "11.0.2" in findings["Java"]["detail"]
    assert "openjdk-17" in findings["Java"]["fix"]
    assert [r["available"] for r in references.values()] == [True, False, False]


@pytest.mark.parametrize(
    ("changed", "part_and_fix", "route"),
    [
        ({"jpype1": None}, ("JPype", "jarparity[jvm]"), "jpype"),
        ({"pyspark": None}, ("PySpark", "jarparity[spark]"), "gateway"),
        ({"pyspark": "3.5.9"}, ("PySpark", "jarparity[spark]"), "gateway"),
        ({"pandas": "3.1.1"}, ("pandas", "pandas>=2.2,<3"), "gateway"),
    ],
)
def test_packages(maven, monkeypatch, changed, part_and_fix, route):
    part, fix = part_and_fix
    packages(monkeypatch, **changed)
    findings, references = doctor()
    assert fix in findings[part]["fix"]
    assert [name for name, r in references.items() if not r["available"]] == [route]
    assert references[route]["lacks"] == part


def test_pandas_is_needed_by_workers_only(maven, monkeypatch):
    packages(monkeypatch, pandas=None)
    findings, references = doctor()
    assert findings["pandas"]["state"] == "missing"
    assert references["gateway"] == {"available": True}


def test_without_vectors_nothing_can_be_checked(maven):
    (data.fixtures() / "flink.key.hash.jsonl").unlink()
    _, references = doctor(code=4)
    assert references["golden"] == {"available": False, "lacks": "vectors"}


def test_missing_lock(maven):
    data.lock_file().unlink()
    findings, references = doctor()
    assert "jarparity originals lock" in findings["lock"]["fix"]
    assert references["jpype"]["lacks"] == "lock"


def test_text_gives_every_fix(maven, monkeypatch, tmp_path):
    packages(monkeypatch, jpype1=None)
    (tmp_path / "bin" / "java").unlink()
    output = CliRunner().invoke(main, ["doctor"]).output
    for words in (
        "brew install openjdk@17",
        "winget",
        "jarparity[jvm]",
        "reference jpype",
        "not available: Java, JPype",
    ):
        assert words in output
