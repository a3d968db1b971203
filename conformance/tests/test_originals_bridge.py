"""The bridge is built once for each state of its sources, and never where they are installed."""

import subprocess
from pathlib import Path

import fake_maven
import pytest

from jarparity.originals import OriginalsError, OriginalsRefusedError, OriginalsUnavailableError


@pytest.fixture
def maven(tmp_path, monkeypatch):
    return fake_maven.install(tmp_path, monkeypatch)


def test_built_once(maven):
    said = []
    first = maven.originals.bridge(said.append)
    assert maven.originals.bridge() == first
    assert len(maven.calls()) == 1
    assert first.core.name == "jarparity-bridge.jar"
    assert [adapter.name for adapter in first.adapters] == ["jarparity-adapter-jdk.jar"]
    assert "building jarparity-bridge 0.1.0" in said


def test_built_anew_when_sources_change(maven):
    first = maven.originals.bridge()
    source = maven.originals.java / "java_ref/bridge/src/main/java/Bridge.java"
    source.write_text("class Bridge { int more; }\n")
    assert maven.originals.bridge().core != first.core
    source.write_text("class Bridge {}\r\n")
    assert maven.originals.bridge() == first


@pytest.mark.parametrize(
    "path",
    [
        "bridge/target/classes/Bridge.class",
        "bridge/src/test/java/BridgeTest.java",
        "bridge/.idea/x.xml",
        "upstream/kafka/since-2.4/org/Stand.java",
        "live/kafka/io/Main.java",
    ],
)
def test_what_is_no_part_of_a_build_does_not_matter(maven, path):
    first = maven.originals.bridge_folder()
    file = maven.originals.java / "java_ref" / path
    file.parent.mkdir(parents=True)
    file.touch()
    assert maven.originals.bridge_folder() == first


def test_sources_are_left_alone(maven):
    before = sorted(maven.originals.java.rglob("*"))
    maven.originals.bridge()
    assert sorted(maven.originals.java.rglob("*")) == before
    assert f"-f {maven.originals.store.root}/scratch-" in maven.calls()[0]


def test_half_a_bridge_is_refused_and_not_kept(maven):
    maven.does("half")
    with pytest.raises(OriginalsError, match="not whole"):
        maven.originals.bridge()
    assert not maven.originals.bridge_folder().exists()


def test_needs_no_maven_once_it_is_built(maven, tmp_path):
    maven.originals.bridge()
    (tmp_path / "bin" / "mvn").unlink()
    maven.originals.bridge()
    (maven.originals.java / "pom.xml").write_text("<project/>")
    with pytest.raises(OriginalsUnavailableError, match="no `mvn`"):
        maven.originals.bridge()


def truncate(jars):
    jars.core.write_bytes(jars.core.read_bytes()[:-1])


def flip_in_an_adapter(jars):
    fake_maven.flip_a_byte(jars.adapters[0])


def remove_the_core(jars):
    jars.core.unlink()


def remove_an_adapter(jars):
    jars.adapters[0].unlink()


def add_an_adapter(jars):
    (jars.adapters[0].parent / "evil.jar").touch()


def remove_the_sums(jars):
    (jars.core.parent / "SHA256SUMS").unlink()


def empty_the_sums(jars):
    (jars.core.parent / "SHA256SUMS").write_bytes(b"")


def break_the_sums(jars):
    (jars.core.parent / "SHA256SUMS").write_bytes(b"\xff\n")


DAMAGES = [
    (truncate, r"jarparity-bridge\.jar is not the JAR that was built"),
    (flip_in_an_adapter, r"jarparity-adapter-jdk\.jar is not the JAR that was built"),
    (remove_the_core, r"jarparity-bridge\.jar is missing"),
    (remove_an_adapter, r"jarparity-adapter-jdk\.jar is missing"),
    (add_an_adapter, r"evil\.jar does not belong to the bridge"),
    (remove_the_sums, "SHA256SUMS"),
    (empty_the_sums, "does not belong to the bridge"),
    (break_the_sums, "nothing says whether"),
]


@pytest.mark.parametrize("damage", [damage for damage, _ in DAMAGES])
def test_a_damaged_bridge_is_built_anew(maven, damage):
    jars = maven.originals.bridge()
    damage(jars)
    assert maven.originals.examine_bridge()
    assert maven.originals.bridge() == jars
    assert len(maven.calls()) == 2
    assert maven.originals.examine_bridge() == []
    assert jars.core.read_text() == "core"
    assert not (jars.adapters[0].parent / "evil.jar").exists()


@pytest.mark.parametrize(("damage", "said"), DAMAGES)
def test_a_damaged_bridge_that_can_not_be_built_anew_is_refused_by_name(maven, tmp_path, damage, said):
    jars = maven.originals.bridge()
    damage(jars)
    (tmp_path / "bin" / "mvn").unlink()
    with pytest.raises(OriginalsRefusedError, match=said) as refused:
        maven.originals.bridge()
    assert "Maven was not found" in str(refused.value)


@pytest.mark.skipif(not Path("/usr/bin/sha256sum").exists(), reason="there is no sha256sum")
def test_the_sums_are_those_of_sha256sum(maven):
    folder = maven.originals.bridge().core.parent
    subprocess.run(["/usr/bin/sha256sum", "--strict", "-c", "SHA256SUMS"], cwd=folder, check=True, capture_output=True)
