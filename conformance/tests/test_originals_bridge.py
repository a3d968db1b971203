"""The bridge is built once for each state of its sources, and never where they are installed."""

import fake_maven
import pytest

from jarparity.originals import OriginalsError, OriginalsUnavailableError


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
    ["bridge/target/classes/Bridge.class", "bridge/src/test/java/BridgeTest.java", "bridge/.idea/x.xml"],
)
def test_tests_and_earlier_builds_do_not_matter(maven, path):
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
