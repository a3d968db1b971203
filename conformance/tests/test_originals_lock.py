"""The lock file: what is read is what was written, and whatever is no lock is named with its place."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jarparity.lines import Line
from jarparity.originals.lock import SCHEMA, Lock, LockError, read_lock, validate, write_lock

DIGEST = "sha256:" + "0" * 64

locks = st.dictionaries(
    st.sampled_from(["flink 2.3.0", "flink 1.16.3", "kafka-clients 3.10.0", "kafka-clients 3.9.2"]),
    st.dictionaries(
        st.from_regex(r"[a-z][a-z0-9.-]{0,8}\.jar", fullmatch=True), st.just(DIGEST), min_size=1, max_size=3
    ),
).map(Lock)


@given(locks)
def test_written_and_read(tmp_path_factory, lock):
    path = tmp_path_factory.mktemp("lock") / "lock.json"
    write_lock(path, lock)
    assert read_lock(path) == lock
    assert [p.name for p in path.parent.iterdir()] == ["lock.json"]


def test_suites_stand_beside_lines(tmp_path):
    lock = Lock({"flink 2.3.0": {"a.jar": DIGEST}}, {"flink-tests 2.3.0": {"b.jar": DIGEST}})
    write_lock(tmp_path / "lock.json", lock)
    assert read_lock(tmp_path / "lock.json") == lock
    assert lock.locked() == [Line("flink", "2.3.0")]
    assert lock.locked_suites() == [Line("flink-tests", "2.3.0")]
    assert lock.jars(Line("flink-tests", "2.3.0")) == {"b.jar": DIGEST}


def test_file_is_sorted_by_version(tmp_path):
    jars = {"b.jar": DIGEST, "a.jar": DIGEST}
    write_lock(tmp_path / "lock.json", Lock({"kafka-clients 3.10.0": jars, "kafka-clients 3.9.2": jars}))
    document = json.loads((tmp_path / "lock.json").read_text())
    assert list(document["lines"]) == ["kafka-clients 3.9.2", "kafka-clients 3.10.0"]
    assert list(document["lines"]["kafka-clients 3.9.2"]) == ["a.jar", "b.jar"]


def test_unknown_line_names_the_known():
    with pytest.raises(LockError, match=r"no line flink 9\.9\.9 .* it has flink 2\.3\.0"):
        Lock({"flink 2.3.0": {"a.jar": DIGEST}}).jars(Line("flink", "9.9.9"))


@pytest.mark.parametrize(
    ("document", "complaint"),
    [
        ([], "an object with the fields"),
        ({"schema": SCHEMA}, "an object with the fields"),
        ({"schema": "jarparity-originals-9", "lines": {}}, "jarparity-originals-9"),
        ({"schema": SCHEMA, "lines": []}, "'lines' is an object"),
        ({"schema": SCHEMA, "lines": {}, "suites": 1}, "'suites' is an object"),
        ({"schema": SCHEMA, "lines": {}, "more": {}}, "an object with the fields"),
        ({"schema": SCHEMA, "lines": {"flink": {"a.jar": DIGEST}}}, "line 'flink'"),
        ({"schema": SCHEMA, "lines": {"flink 2.3.0": {}}}, "at least one JAR"),
        ({"schema": SCHEMA, "lines": {"flink 2.3.0": {"../a.jar": DIGEST}}}, "'../a.jar' is no name"),
        ({"schema": SCHEMA, "lines": {"flink 2.3.0": {"a.jar": "sha256:0"}}}, "a.jar: 'sha256:0'"),
        ({"schema": SCHEMA, "lines": {"flink 2.3.0": {"a.jar": DIGEST.upper()}}}, "64 hexadecimal"),
    ],
)
def test_what_is_no_lock_is_refused_by_reader_and_schema_alike(tmp_path, document, complaint):
    path = tmp_path / "lock.json"
    path.write_text(json.dumps(document))
    with pytest.raises(LockError, match=r"lock\.json") as raised:
        read_lock(path)
    assert complaint in str(raised.value)
    with pytest.raises(LockError):
        validate(document)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "there is no JSON: the text is empty"),
        ("{", "no JSON at line 1, column 2"),
        ('{"schema":1,"schema":2}', "has 'schema' twice: write each name once"),
    ],
)
def test_what_is_no_json_is_refused(tmp_path, text, complaint):
    (tmp_path / "lock.json").write_text(text)
    with pytest.raises(LockError, match=complaint):
        read_lock(tmp_path / "lock.json")


def test_missing_lock_names_the_command(tmp_path):
    with pytest.raises(LockError, match="jarparity originals lock"):
        read_lock(tmp_path / "lock.json")
