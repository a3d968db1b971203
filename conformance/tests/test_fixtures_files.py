"""Fixture files on disk: packed or not, whole or not at all, the same bytes each time."""

import gzip

import pytest
from model_reference import LOCK

from jarparity.answers import Value
from jarparity.cases import Case, Recorded, Vector
from jarparity.fixtures import reading, writing
from jarparity.fixtures.format import FixtureError, Header
from jarparity.fixtures.problems import bad_input

OPERATION = "flink.math.murmur-hash"


def vector(name, value=0):
    return Vector(Case(OPERATION, name, {"value": value}), (Recorded(("flink 2.3.0",), Value(value)),))


def header(count):
    return Header(OPERATION, {"flink 2.3.0": LOCK["flink 2.3.0"]}, "0.1.0", 1, count)


def many(count):
    return [vector(f"generated/{n:06}", n) for n in range(count)]


@pytest.fixture
def packed(tmp_path, monkeypatch):
    """A packed file; not a large one, for any can be cut off."""
    monkeypatch.setattr(writing, "PACKED_FROM", 1000)
    path = writing.write(tmp_path, header(300), many(300))
    assert path.name == f"{OPERATION}.jsonl.gz"
    return path


def test_what_is_written_is_read(tmp_path):
    path = writing.write(tmp_path, header(2), [vector("b", 1), vector("a", 2)])
    assert path.name == f"{OPERATION}.jsonl"
    file = reading.read(path)
    assert [v.case.id for v in file.vectors] == ["a", "b"]
    assert file.header == header(2) == reading.read_header(path)


def test_large_files_are_packed_and_replace_the_unpacked_one(tmp_path):
    small = writing.write(tmp_path, header(1), many(1))
    large = writing.write(tmp_path, header(12000), many(12000))
    assert large.name == f"{OPERATION}.jsonl.gz"
    assert not small.exists()
    assert len(reading.read(large).vectors) == 12000
    assert reading.read_header(large) == header(12000)
    assert large.read_bytes()[4:8] == bytes(4), "no time of day in it"
    assert reading.files(tmp_path) == {OPERATION: [large]}


def test_the_same_vectors_give_the_same_bytes(packed, tmp_path):
    again = writing.write(tmp_path / "again", header(300), reversed(many(300)))
    assert again.name == packed.name
    assert again.read_bytes() == packed.read_bytes()


def test_two_cases_of_one_id_are_not_written(tmp_path):
    with pytest.raises(ValueError, match="the id 'a' stands twice"):
        writing.write(tmp_path, header(2), [vector("a", 1), vector("a", 2)])
    assert list(tmp_path.iterdir()) == []


def test_a_header_that_miscounts_is_not_written(tmp_path):
    with pytest.raises(ValueError, match="says 3 cases, there are 1"):
        writing.write(tmp_path, header(3), [vector("a")])


def test_a_failed_write_leaves_the_old_file(tmp_path, monkeypatch):
    path = writing.write(tmp_path, header(1), [vector("a")])
    before = path.read_bytes()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", full)
    with pytest.raises(OSError, match="No space left"):
        writing.write(tmp_path, header(1), [vector("b")])
    assert path.read_bytes() == before
    assert {found.name for found in tmp_path.iterdir()} == {path.name, "SHA256SUMS"}


def test_regressions_are_read_behind_the_generated_file(tmp_path):
    writing.write(tmp_path, header(1), [vector("a", 1)])
    writing.write(tmp_path / "regressions", header(1), [vector("regression/b", 2)])
    found = reading.files(tmp_path)[OPERATION]
    assert [path.parent.name for path in found] == [tmp_path.name, "regressions"]


def test_packed_beside_unpacked_is_refused(tmp_path):
    path = writing.write(tmp_path, header(1), [vector("a")])
    (tmp_path / f"{OPERATION}.jsonl.gz").write_bytes(gzip.compress(path.read_bytes()))
    with pytest.raises(FixtureError, match="stands beside it"):
        reading.files(tmp_path)


@pytest.mark.parametrize("keep", [10, 400, -1])
def test_a_packed_file_that_is_cut_off_is_named(packed, keep):
    packed.write_bytes(packed.read_bytes()[:keep])
    with pytest.raises(FixtureError, match=r"murmur-hash.jsonl.gz: the packed file is (cut off|damaged)"):
        reading.read(packed)


def test_a_flipped_byte_in_a_packed_file_is_named(packed):
    content = bytearray(packed.read_bytes())
    content[len(content) // 2] ^= 0x55
    packed.write_bytes(content)
    with pytest.raises(FixtureError, match=r"murmur-hash\.jsonl\.gz"):
        reading.read(packed)


@pytest.mark.parametrize(
    ("damage", "place", "what"),
    [
        (lambda t: t[:-20], ":4", "the last line is cut off"),
        (lambda t: t.replace('"generated/000001"', '"generated/000001'), ":3", "no JSON"),
        (lambda t: "".join(t.splitlines(keepends=True)[:-1]), ":3", "says 3 cases, the file has 2"),
        (lambda t: t.replace("jarparity-vectors-1", "other"), ":1", "not a fixture file"),
        (lambda t: t.replace("000002", "00\u00e900"), ":4", "ASCII"),
        (lambda t: t.replace('{"id":"generated/000001"', '7,{"id":"generated/000001"'), ":3", "no JSON"),
        (lambda _: "", ":1", "no JSON"),
        (lambda t: t.replace(f'"{OPERATION}"', '"java.string.hash"'), ":1", "a foreign file: its header says java"),
        (lambda t: t.replace('"lines":["flink 2.3.0"],"value":1', '"lines":["nonsense"],"value":1'), ":3", "`lines`"),
        (lambda t: t.replace('"lines":["flink 2.3.0"],"value":1', '"lines":["flink 9.9"],"value":1'), ":3", "none of"),
        (lambda t: t.replace('{"flink 2.3.0":', '{"nonsense":'), ":1", '"nonsense" is the name of no line'),
        (lambda t: t.replace('{"value":2}', '{"value":1e400}'), ":4", "JSON has no number 1e400"),
        (lambda t: t.replace('{"value":2}', '{"value":NaN}'), ":4", "JSON has no number NaN"),
        (lambda t: t.replace('{"value":2}', "[" * 100_000), ":4", "no JSON"),
    ],
)
def test_a_damaged_file_is_named_with_its_line(tmp_path, damage, place, what):
    path = writing.write(tmp_path, header(3), many(3))
    path.write_text(damage(path.read_text("ascii")), "utf-8")
    with pytest.raises(FixtureError, match=what) as error:
        reading.read(path)
    assert str(error.value).startswith(f"{path}{place}: ")


def test_a_header_of_another_operation_is_named_without_reading_on(tmp_path):
    path = writing.write(tmp_path, header(1), many(1))
    other = path.rename(tmp_path / "java.string.hash.jsonl")
    with pytest.raises(FixtureError, match=rf"java\.string\.hash\.jsonl:1: .*its header says {OPERATION}"):
        reading.read_header(other)


@pytest.mark.parametrize("document", [{"wrong": 1}, {"value": "x"}, {"value": 2**31}, {"value": 1, "more": 1}])
def test_a_recorded_input_that_no_operation_takes_is_named(tmp_path, document):
    bad = Vector(Case(OPERATION, "bad", document), (Recorded(("flink 2.3.0",), Value(0)),))
    path = writing.write(tmp_path, header(2), [vector("a"), bad])
    found = Case(OPERATION, "found/1", {"value": "never recorded"})
    fault = bad_input(tmp_path, [found, vector("a").case, bad.case])
    assert fault.place == f"{path}:3"
    assert fault.what.startswith(f"{OPERATION}: input")
    assert bad_input(tmp_path, [found, vector("a").case]) is None
