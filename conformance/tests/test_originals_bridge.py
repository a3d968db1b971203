"""The bridge and the classes that call originals: built once for each state of their sources, never beside them."""

import subprocess
from pathlib import Path
from zipfile import ZipFile

import fake_maven
import pytest
from fake_maven import ONE, TWO

from jarparity.lines import Line
from jarparity.originals import OriginalsError, OriginalsRefusedError, OriginalsUnavailableError

ADAPTER = "META-INF/jarparity/adapters"
FILES = {
    "areas/keys/since-1.16/Kept.java": "class Kept {}",
    "areas/keys/since-2.0/More.java": "class More { static void register(Registry registry) {} }",
    "areas/keys/since-2.0/Operations.java": "class Operations { int newer; }",
}


@pytest.fixture
def maven(tmp_path, monkeypatch):
    maven = fake_maven.install(tmp_path, monkeypatch)
    maven.originals.ensure([ONE, TWO])
    return maven


def write(maven, path, text):
    file = maven.originals.java / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def test_built_once_and_in_one_jvm(maven):
    said = []
    first = maven.originals.class_paths([ONE, TWO], said.append)
    assert maven.originals.class_paths([ONE, TWO]) == first
    assert [path.name for path in first[ONE]][-1] == "jarparity-flink-since-1.16.jar"
    assert [path.name for path in first[TWO]] == [
        "kafka-clients-4.4.0.jar",
        "slf4j-api-1.7.36.jar",
        "jarparity-kafka-clients-since-2.4.jar",
    ]
    assert maven.originals.bridge().name == "jarparity-bridge.jar"
    bridge, adapters = maven.calls("compilations")
    assert bridge.count(".args") == 1
    assert adapters.count(".args") == 2
    assert "building jarparity-kafka-clients-since-2.4" in said


def test_only_what_is_asked_for_is_built(maven):
    maven.originals.class_paths([TWO])
    assert "flink" not in " ".join(maven.calls("compilations"))
    assert maven.originals.examine_builds([TWO]) == []
    assert maven.originals.examine_builds([ONE, TWO]) is None


def test_a_generation_is_all_that_it_has_reached_the_newer_file_in_place_of_the_older(maven):
    for path, text in FILES.items():
        write(maven, path, text)
    jar = maven.originals.adapters([ONE])[ONE]
    assert jar.name == "jarparity-flink-since-2.0.jar"
    with ZipFile(jar) as packed:
        assert packed.namelist() == ["Kept.class", ADAPTER, "More.class", "Operations.class"]
        assert packed.read(ADAPTER) == b"More\n"
        assert packed.read("Operations.class") == b"class Operations { int newer; }"
    older = Line("flink", "1.20.5")
    with pytest.raises(
        OriginalsError, match=r"lines\.toml:4: no line is locked from flink 1\.16 on, .* flink 1\.20\.5"
    ):
        maven.originals.adapters([older])


def test_a_version_that_is_no_line_has_the_classes_of_its_generation(maven):
    release = Line("kafka-clients", "3.0.1")
    assert maven.originals.adapters([release, TWO])[release] == maven.originals.adapters([TWO])[TWO]


@pytest.mark.parametrize(
    ("path", "text", "said"),
    [
        ("areas/keys/since-1.16/Operations.java", "class Operations {}", "no class of flink has a method"),
        ("areas/keys/since-three/X.java", "", r"since-three: call it since-<version>"),
        (
            "areas/keys/since-1.16/Bad.java",
            "error",
            r"jarparity-flink-since-1\.16 don't compile:\n  .*Bad\.java: error",
        ),
    ],
)
def test_what_can_not_be_built_is_named(maven, path, text, said):
    write(maven, path, text)
    with pytest.raises(OriginalsError, match=said):
        maven.originals.class_paths([ONE, TWO])


@pytest.mark.parametrize(("line", "said"), [("flink 1.13.6", "names no Java that is for"), ("x 1", "has the family x")])
def test_a_line_without_classes(maven, line, said):
    with pytest.raises(OriginalsError, match=said):
        maven.originals.adapters([Line.parse(line)])


def test_a_folder_that_is_declared_and_missing(maven):
    maven.root.lines.write_text(maven.root.lines.read_text().replace('"keys"', '"doors"'))
    with pytest.raises(OriginalsError, match="doors is missing"):
        maven.originals.adapters([ONE])


def places(maven):
    return [maven.originals.bridge(), *maven.originals.adapters([ONE, TWO]).values()]


@pytest.mark.parametrize(
    ("path", "text", "changed"),
    [
        ("bridge/src/main/java/Bridge.java", "class Bridge { int more; }\n", [True, True, True]),
        ("areas/keys/since-1.16/More.java", "", [False, True, False]),
        ("areas/keys/since-2.4/More.java", "", [False, False, False]),
        ("bridge/src/main/java/Bridge.java", "class Bridge {}\r\n", [False, False, False]),
        ("bridge/src/test/java/BridgeTest.java", "", [False, False, False]),
        ("upstream/kafka/since-2.4/org/Stand.java", "", [False, False, False]),
    ],
)
def test_built_anew_when_their_sources_change_and_no_others(maven, path, text, changed):
    first = places(maven)
    write(maven, path, text)
    assert [old != new for old, new in zip(first, places(maven), strict=True)] == changed


def test_built_anew_when_the_line_that_they_are_compiled_on_changes(maven):
    first = maven.originals.adapters([TWO])
    fake_maven.flip_a_byte(maven.jar(TWO, "kafka-clients-4.4.0.jar"))
    maven.originals.lock.lines[str(TWO)].update(maven.originals.relock(maven.root).lines[str(TWO)])
    assert maven.originals.adapters([TWO]) != first


def test_sources_are_left_alone(maven):
    before = sorted(maven.originals.java.rglob("*"))
    maven.originals.adapters([ONE, TWO])
    assert sorted(maven.originals.java.rglob("*")) == before


def test_the_same_sources_give_the_same_bytes(maven):
    first = [jar.read_bytes() for jar in places(maven)]
    for jar in places(maven):
        jar.unlink()
    assert [jar.read_bytes() for jar in places(maven)] == first


def test_needs_no_tools_once_it_is_built(maven, tmp_path):
    first = places(maven)
    for tool in ("mvn", "javac"):
        (tmp_path / "bin" / tool).unlink()
    assert places(maven) == first
    write(maven, "areas/keys/since-1.16/More.java", "")
    with pytest.raises(OriginalsUnavailableError, match=r"No Java compiler \(javac\) was found"):
        places(maven)


def test_the_line_to_compile_on_is_fetched(maven):
    maven.originals.store.line(ONE).rename(maven.originals.store.root / "gone")
    maven.originals.adapters([ONE])
    assert not maven.originals.lacks(ONE)


def truncate(jar):
    jar.write_bytes(jar.read_bytes()[:-1])


def remove(jar):
    jar.unlink()


def add_another(jar):
    (jar.parent / "evil.jar").touch()


def remove_the_sums(jar):
    (jar.parent / "SHA256SUMS").unlink()


def empty_the_sums(jar):
    (jar.parent / "SHA256SUMS").write_bytes(b"")


def break_the_sums(jar):
    (jar.parent / "SHA256SUMS").write_bytes(b"\xff\n")


def empty_all(jar):
    jar.unlink()
    empty_the_sums(jar)


DAMAGES = [
    (truncate, r"\.jar is not the JAR that was built"),
    (fake_maven.flip_a_byte, r"\.jar is not the JAR that was built"),
    (remove, r"\.jar is missing"),
    (add_another, r"evil\.jar does not belong to the bridge"),
    (remove_the_sums, "SHA256SUMS"),
    (empty_the_sums, "does not belong to the bridge"),
    (break_the_sums, "nothing says whether"),
    (empty_all, "SHA256SUMS is not whole: it lacks jarparity-"),
]


@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("damage", [damage for damage, _ in DAMAGES])
def test_a_damaged_build_is_made_anew(maven, damage, which):
    jar = places(maven)[which]
    content = jar.read_bytes()
    damage(jar)
    assert maven.originals.examine_builds([ONE, TWO])
    assert places(maven)[which].read_bytes() == content
    assert maven.originals.examine_builds([ONE, TWO]) == []
    assert not (jar.parent / "evil.jar").exists()


@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize(("damage", "said"), DAMAGES)
def test_a_damaged_build_that_can_not_be_made_anew_is_refused_by_name(maven, tmp_path, damage, said, which):
    damage(places(maven)[which])
    (tmp_path / "bin" / "javac").unlink()
    with pytest.raises(OriginalsRefusedError, match=said) as refused:
        places(maven)
    assert "No Java compiler" in str(refused.value)


@pytest.mark.skipif(not Path("/usr/bin/sha256sum").exists(), reason="there is no sha256sum")
def test_the_sums_are_those_of_sha256sum(maven):
    folder = maven.originals.bridge().parent
    subprocess.run(["/usr/bin/sha256sum", "--strict", "-c", "SHA256SUMS"], cwd=folder, check=True, capture_output=True)
