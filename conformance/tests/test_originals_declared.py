"""`lines.toml`: what it declares is read, and whatever else it holds is refused with the file and the line."""

import pytest

from jarparity import data
from jarparity.data import DataRoot
from jarparity.lines import Line
from jarparity.originals import DeclarationError
from jarparity.originals.declared import read_families
from jarparity.originals.lock import read_lock

GOOD = """\
[shared]
log = ["org.slf4j:slf4j-api:1.7.36"]
old = ["g:base:{base}"]

# A family.
[kafka-clients]
jars = ["org.apache.kafka:kafka-clients:{v}", "$log"]
java = ["kafka_partitioner", "kafka/deeper"]
versions = [
  "3.10.0",
  { v = "3.9.2", base = "1", also = ["$old", "g:more:{base}:test"] },
  { v = "3.0.2-1.18", jars = ["g:other:{v}"] },
]

["kafka_2.13-live"]
jars = ["g:a:1"]
versions = ["1"]
"""


def read(tmp_path, text, name="lines.toml"):
    path = tmp_path / name
    path.write_text(text)
    return read_families([DataRoot(tmp_path, tmp_path / "java", path)])


def test_read(tmp_path):
    families = read(tmp_path, GOOD)
    clients, live = families["kafka-clients"], families["kafka_2.13-live"]
    assert {str(line): [jar.jar for jar in jars] for line, jars in clients.jars.items()} == {
        "kafka-clients 3.0.2-1.18": ["other-3.0.2-1.18.jar"],
        "kafka-clients 3.9.2": ["kafka-clients-3.9.2.jar", "slf4j-api-1.7.36.jar", "base-1.jar", "more-1-test.jar"],
        "kafka-clients 3.10.0": ["kafka-clients-3.10.0.jar", "slf4j-api-1.7.36.jar"],
    }
    assert clients.java == (tmp_path / "java/kafka_partitioner", tmp_path / "java/kafka/deeper")
    assert (clients.has_lines, live.has_lines) == (True, False)
    assert (clients.place, live.place) == (f"{tmp_path}/lines.toml:6", f"{tmp_path}/lines.toml:15")
    jars = clients.jars[Line("kafka-clients", "3.9.2")]
    assert [int(jar.place.rpartition(":")[2]) for jar in jars] == [7, 2, 3, 11]
    assert [str(jar) for jar in jars[2:]] == ["g:base:jar:1", "g:more:jar:test:1"]


@pytest.mark.parametrize(
    ("old", "new", "place", "said"),
    [
        ('"3.10.0",', '"3.10.0", oops', "", "(at line 10, column 13)"),
        ("[kafka-clients]", "[shared]", "", "twice (at line 6"),
        ('  "3.10.0",\n', '  "3.10.0",\n  "3.10.0",\n', ":11", "version 3.10.0 is there twice"),
        ('  "3.10.0",\n', '  "3.10.0",\n  { v = "3.10.0" },\n', ":11", "version 3.10.0 is there twice"),
        ('"3.9.2", base', '"3.10.0", base', ":11", "version 3.10.0 is there twice"),
        (
            "kafka-clients:{v}",
            "kafka-clients:{version}",
            ":7",
            "unknown placeholder {version} for kafka-clients 3",
        ),
        ('base = "1", ', "", ":3", "unknown placeholder {base} for kafka-clients 3.9.2"),
        ('base = "1", ', 'base = "1", bass = "2", ', ":11", "3.9.2: no JAR has the placeholder {bass}"),
        ('base = "1", ', "base = 1, ", ":11", "all else is text"),
        ('"$log"]\njava', '"$lag"]\njava', ":7", "there is no lag in [shared]"),
        ("org.apache.kafka:kafka-clients:{v}", "kafka-clients:{v}", ":7", "'kafka-clients:{v}' is not group:artifact:"),
        ('"g:more:{base}:test"', '"g:more:{base}:test:jar"', ":11", "is not group:artifact:version"),
        ('"g:more:{base}:test"', '"g:base:{base}"', ":11", "base-1.jar is there twice"),
        ('"g:more:{base}:test"', "7", ":11", "also are lists of coordinates"),
        ('jars = ["g:other:{v}"]', "jars = []", ":12", "3.0.2-1.18 has no JARs"),
        ('["kafka_partitioner", "kafka/deeper"]', '"kafka_partitioner"', ":8", "java is a list of folders"),
        ("kafka/deeper", "../deeper/", ":8", "java is a list of folders"),
        ("java = ", "jova = ", ":8", "unknown key 'jova'; known: jars, java, versions"),
        ('"3.10.0"', '"3.10 0"', ":9", "'3.10 0' is not a version"),
        ('"3.10.0"', "3.10", ":9", "3.1 is not a version, nor a table with a version v"),
        ('versions = ["1"]', "", ":15", "versions is a list of at least one version"),
        ('versions = ["1"]', "versions = []", ":17", "versions is a list of at least one version"),
        ('["kafka_2.13-live"]', '["kafka live"]', ":15", "'kafka live' is not a family"),
        ("[shared]", "x = 1\n[shared]", ":1", "'x' is not a family"),
        ('log = ["org.slf4j:slf4j-api:1.7.36"]', "log = 3", ":2", "log is a list of coordinates"),
        ("[shared]\n", "shared = 3\n[other]\n", ":1", "[shared] is a table"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(tmp_path, old, new, place, said):
    assert GOOD.count(old) == 1
    with pytest.raises(DeclarationError) as raised:
        read(tmp_path, GOOD.replace(old, new))
    assert str(raised.value).startswith(f"{tmp_path}/lines.toml{place}:")
    assert said in str(raised.value)


def test_a_file_that_is_missing(tmp_path):
    with pytest.raises(DeclarationError, match=r"nowhere\.toml can't be read"):
        read_families([DataRoot(tmp_path, tmp_path, tmp_path / "nowhere.toml")])


def test_areas_bring_their_own_families_and_none_of_another(tmp_path):
    ours = data.roots()[0]
    theirs = DataRoot(tmp_path, tmp_path / "java", tmp_path / "lines.toml")
    theirs.lines.write_text('[iceberg-api]\njars = ["org.apache.iceberg:iceberg-api:{v}"]\nversions = ["1.4.0"]\n')
    families = read_families([ours, theirs])
    assert {"kafka-clients", "iceberg-api"} < families.keys()
    theirs.lines.write_text('\n[flink]\njars = ["a:b:{v}"]\nversions = ["2"]\n')
    with pytest.raises(DeclarationError, match=r"lines\.toml:2: the family flink is already in .*lines\.toml:\d+"):
        read_families([ours, theirs])


def test_ours_is_what_is_locked():
    declared = {str(line): sorted(jar.jar for jar in jars) for f in ours().values() for line, jars in f.jars.items()}
    lock = read_lock()
    assert declared == {line: sorted(jars) for line, jars in {**lock.lines, **lock.suites}.items()}
    assert {line for f in ours().values() if f.has_lines for line in map(str, f.jars)} == lock.lines.keys()


def test_every_family_of_lines_names_java_that_is_there():
    for family in ours().values():
        assert family.has_lines == bool(family.java), family
        assert all(folder.is_dir() for folder in family.java), family


def ours():
    return read_families(data.roots())
