"""The golden reference: what was recorded, and nothing else."""

import pytest
from model_reference import LOCK

from jarparity.answers import Error, Value
from jarparity.cases import Case, Recorded, Vector
from jarparity.fixtures import writing
from jarparity.fixtures.format import FixtureError, Header
from jarparity.lines import Line
from jarparity.references.golden import GoldenReference, NotRecordedError

OPERATION = "flink.math.murmur-hash"
OLD, NEW = Line.parse("flink 1.16.3"), Line.parse("flink 2.3.0")
CHANGED = Vector(
    Case(OPERATION, "changed", {"value": 1}),
    (Recorded((str(OLD),), Value(1)), Recorded((str(NEW),), Error("IllegalStateException", "no"))),
)
SAME = Vector(Case(OPERATION, "same", {"value": 2}), (Recorded((str(OLD), str(NEW)), Value(2)),))


@pytest.fixture
def golden(tmp_path):
    originals = {line: LOCK[line] for line in (str(OLD), str(NEW))}
    writing.write(tmp_path, Header(OPERATION, originals, "0.1.0", 1, 2), [CHANGED, SAME])
    late = Vector(Case(OPERATION, "regression/x", {"value": 3}), (Recorded((str(NEW),), Value(3)),))
    header = Header(OPERATION, {str(NEW): LOCK[str(NEW)]}, "0.1.0", None, 1)
    writing.write(tmp_path / "regressions", header, [late])
    return GoldenReference(tmp_path)


def test_it_has_the_vectors_and_the_regressions(golden):
    assert [v.case.id for v in golden.vectors(OPERATION)] == ["changed", "same", "regression/x"]
    assert golden.vectors("java.string.hash") == []
    assert golden.operations == [OPERATION]
    assert golden.lines == [OLD, NEW]


def test_an_installed_kit_reads_the_users_regressions_too_but_none_twice(golden, tmp_path, monkeypatch):
    monkeypatch.setattr("jarparity.data.fixtures", lambda: tmp_path)
    monkeypatch.setattr("jarparity.data.in_checkout", lambda: False)
    mine = tmp_path / "elsewhere"
    copies = [*golden.vectors(OPERATION)[2:], Vector(Case(OPERATION, "regression/y", {"value": 4}), SAME.answers)]
    writing.write(mine / "fixtures" / "regressions", Header(OPERATION, LOCK, "0.1.0", None, 2), copies)
    monkeypatch.chdir(mine)
    ids = [v.case.id for v in GoldenReference.default().vectors(OPERATION)]
    assert ids == ["changed", "same", "regression/x", "regression/y"]


def test_it_answers_by_line(golden):
    inputs = [{"value": 1}, {"value": 2}]
    assert golden.answers(OPERATION, OLD, inputs) == [Value(1), Value(2)]
    assert golden.answers(OPERATION, NEW, inputs) == [Error("IllegalStateException", "no"), Value(2)]


@pytest.mark.parametrize(("line", "value"), [(OLD, 3), (NEW, 4)])
def test_it_says_what_it_does_not_know(golden, line, value):
    with pytest.raises(NotRecordedError, match=r"no recorded answer to .*ask a live reference"):
        golden.answers(OPERATION, line, [{"value": value}])


def test_the_extent_of_an_operation_stands_in_the_headers(golden, tmp_path):
    assert golden.extent(OPERATION) == (("flink 1.16.3", "flink 2.3.0"), 3)
    path = tmp_path / f"{OPERATION}.jsonl"
    path.write_text(path.read_text().partition("\n")[0] + "\n")
    assert golden.extent(OPERATION)[1] == 3
    assert golden.extent("some.other") == ((), 0)


def test_a_damaged_file_is_an_error_not_an_empty_one(golden, tmp_path):
    path = tmp_path / f"{OPERATION}.jsonl"
    path.write_text(path.read_text()[:-9])
    with pytest.raises(FixtureError, match="cut off"):
        GoldenReference(tmp_path).vectors(OPERATION)


@pytest.mark.parametrize("gone", [f"{OPERATION}.jsonl", f"regressions/{OPERATION}.jsonl"])
def test_a_missing_file_is_an_error_of_its_operation(golden, tmp_path, gone):
    (tmp_path / gone).unlink()
    others = GoldenReference(tmp_path)
    with pytest.raises(
        FixtureError, match=rf"{gone}: is not there, though SHA256SUMS names it: install jarparity again"
    ):
        others.vectors(OPERATION)
    assert others.vectors("java.string.hash") == []


def test_two_inputs_have_two_ids(golden, tmp_path):
    other = Vector(Case(OPERATION, "same", {"value": 5}), SAME.answers)
    writing.write(tmp_path / "regressions", Header(OPERATION, LOCK, "0.1.0", None, 1), [other])
    with pytest.raises(
        FixtureError, match=rf"regressions/{OPERATION}\.jsonl:2: the id 'same' is that of another input"
    ):
        GoldenReference(tmp_path).vectors(OPERATION)


def test_a_folder_without_fixtures_has_no_vectors(tmp_path):
    empty = GoldenReference(tmp_path)
    assert empty.operations == []
    assert empty.lines == []
