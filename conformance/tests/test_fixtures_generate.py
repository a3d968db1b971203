"""Making fixtures: the same bytes each time, lines grouped, answers asked twice, regressions kept."""

import itertools
import json
from dataclasses import replace

import pytest
from model_reference import LOCK, ModelReference

from jarparity import registry
from jarparity.answers import Error, Value
from jarparity.case_collector import CasesError
from jarparity.cases import Case
from jarparity.fixtures import reading
from jarparity.fixtures.generate import GenerationError, cases_of, generate
from jarparity.fixtures.writing import save_regression
from jarparity.originals.lock import Lock
from jarparity.references import BridgeError
from jarparity.validation import CaseError

MURMUR = registry.operation("flink.math.murmur-hash")
PARALLELISM = registry.operation("flink.key-group.check-parallelism")
UNIFORM = registry.operation("kafka.group.assignor.uniform")
SMALL = [PARALLELISM, registry.operation("flink.math.round-up-to-power-of-two")]


def contents(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def given_cases(*cases):
    """An operation whose hand-written cases are these."""
    return replace(MURMUR, cases=lambda: cases)


def case(name, value, **more):
    return Case(MURMUR.name, name, {"value": value}, **more)


def test_made_twice_the_files_are_equal(tmp_path):
    for folder in ("one", "two"):
        made = generate(SMALL, ModelReference(), LOCK, tmp_path / folder)
        assert all(file.change for file in made)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert len(contents(tmp_path / "one")) == 4


def test_made_again_nothing_changes_and_check_says_so(tmp_path):
    generate(SMALL, ModelReference(), LOCK, tmp_path)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert [file.change for file in generate(SMALL, ModelReference(), LOCK, tmp_path)] == [None] * 3
    assert [file.change for file in generate(SMALL, ModelReference(), LOCK, tmp_path, check=True)] == [None] * 3
    assert {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == before


def test_check_changes_nothing_and_names_the_line(tmp_path):
    generate([PARALLELISM], ModelReference(), LOCK, tmp_path)
    path = tmp_path / f"{PARALLELISM.name}.jsonl"
    edited = path.read_text().replace("IllegalArgumentException", "SomeException", 1)
    path.write_text(edited)
    file, _ = generate([PARALLELISM], ModelReference(), LOCK, tmp_path, check=True)
    number = next(n for n, line in enumerate(edited.split("\n"), 1) if "SomeException" in line)
    assert file.change.startswith(f"line {number}, column ")
    assert path.read_text() == edited


def test_check_on_nothing_writes_nothing(tmp_path):
    made = generate([PARALLELISM], ModelReference(), LOCK, tmp_path / "none", check=True)
    assert made[0].change == "there is no such file yet"
    assert not (tmp_path / "none").exists()


def test_the_header_has_the_lock_of_the_lines_that_have_the_operation(tmp_path):
    generate([PARALLELISM], ModelReference(), LOCK, tmp_path)
    header = reading.read_header(tmp_path / f"{PARALLELISM.name}.jsonl")
    assert header.originals == {line: LOCK[line] for line in ("flink 1.16.3", "flink 2.3.0")}
    assert header.seed == 20261121


def test_lines_that_disagree_stand_apart(tmp_path):
    def newer(line, document, answer):
        return Value(7) if line == "flink 2.3.0" and document["value"] == 5 else answer

    generate([given_cases(case("five", 5), case("six", 6))], ModelReference(newer), LOCK, tmp_path)
    five, six = reading.read(tmp_path / f"{MURMUR.name}.jsonl").vectors
    assert [r.lines for r in five.answers] == [("flink 1.16.3",), ("flink 2.3.0",)]
    assert [r.lines for r in six.answers] == [("flink 1.16.3", "flink 2.3.0")]


def test_the_first_of_equal_inputs_stays(tmp_path):
    generate([given_cases(case("b", 5), case("a", 5), case("c", 6))], ModelReference(), LOCK, tmp_path)
    assert [v.case.id for v in reading.read(tmp_path / f"{MURMUR.name}.jsonl").vectors] == ["b", "c"]


def test_the_originals_are_asked_what_is_written():
    document = {"topics": {"t": {"partitions": 1, "id": "AAAAAAAAAAAAAAAAAAAAAQ"}}, "members": []}
    (asked,) = cases_of(replace(UNIFORM, cases=lambda: [Case(UNIFORM.name, "unsorted", document)]))
    assert json.dumps(asked.input) == json.dumps(document, sort_keys=True)


def test_cases_are_tagged_with_the_bugs_that_they_catch(tmp_path):
    cases = [case("positive", 0), case("negative", 1), case("branch", -2089875627)]
    generate([given_cases(*cases)], ModelReference(), LOCK, tmp_path)
    tags = {v.case.id: v.case.tags for v in reading.read(tmp_path / f"{MURMUR.name}.jsonl").vectors}
    assert "finish-masked" in tags["negative"]
    assert "finish-masked" not in tags["positive"]
    assert "finish-abs" in tags["branch"]
    assert "finish-abs" not in tags["negative"]


@pytest.mark.parametrize(
    ("cases", "error", "what"),
    [
        ([case("a", 1), case("a", 2)], GenerationError, "two inputs have the id 'a'"),
        ([case("a", 1, tags=("finish-masked",))], GenerationError, "leave `tags` out"),
        ([Case("java.string.hash", "a", {"a": ""})], GenerationError, "have one of java.string.hash"),
        ([case("a", 2**31)], CaseError, r"^case a: flink.math.murmur-hash: input\.value"),
    ],
)
def test_cases_that_are_no_cases_are_refused(cases, error, what):
    with pytest.raises(error, match=what):
        cases_of(given_cases(*cases))


@pytest.mark.parametrize("given", [{"value": 1}, "value", None])
def test_cases_that_no_collector_gave_are_named(given):
    operation = replace(MURMUR, cases=lambda: [given] if given else given)
    with pytest.raises(CasesError, match=r"its function `cases` gave \w+ where jarparity\.cases\.Case is exp"):
        cases_of(operation)


def test_a_first_file_has_as_many_drawn_inputs_as_there_are_and_more_are_refused():
    few = replace(MURMUR, draw=lambda random: {"value": random.randrange(3)}, cases=lambda: [case("one", 1)])
    assert sorted(case.input["value"] for case in cases_of(few, tried=100)) == [0, 1, 2]
    assert len(cases_of(few, draw=2)) == 3
    with pytest.raises(GenerationError, match="draws only 2 inputs that aren't recorded: give --draw 2, or"):
        cases_of(few, draw=3)


def test_an_answer_that_changes_is_refused(tmp_path):
    count = itertools.count()
    reference = ModelReference(lambda _line, _document, answer: Error("X", str(next(count))) if answer else answer)
    with pytest.raises(GenerationError, match=r"\[a\] on flink 1\.16\.3: answered .* when asked again"):
        generate([given_cases(case("a", 1))], reference, LOCK, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_an_answer_outside_its_schema_is_refused(tmp_path):
    with pytest.raises(ValueError, match="answer"):
        generate([given_cases(case("a", 1))], ModelReference(lambda *_: Value("text")), LOCK, tmp_path)


def test_a_reference_without_a_locked_line_is_refused(tmp_path):
    with pytest.raises(GenerationError, match=r"jpype lacks flink 2\.3\.0"):
        generate([PARALLELISM], ModelReference(lines=["flink 1.16.3"]), LOCK, tmp_path)


def test_an_operation_that_no_locked_line_has_is_refused(tmp_path):
    with pytest.raises(GenerationError, match="no locked line has it"):
        generate([registry.operation("java.string.hash")], ModelReference(), LOCK, tmp_path)


def test_a_failing_bridge_leaves_no_half_file(tmp_path):
    def broken(*_):
        raise BridgeError("gone")

    with pytest.raises(BridgeError):
        generate([PARALLELISM], ModelReference(broken), LOCK, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def locked(monkeypatch):
    monkeypatch.setattr("jarparity.fixtures.writing.read_lock", lambda: Lock(LOCK))


@pytest.mark.usefixtures("locked")
def test_a_found_difference_is_kept_and_asked_on_every_line(tmp_path):
    folder = tmp_path / "regressions"
    found = Case(MURMUR.name, "generated/1", {"value": 77})
    path = save_regression(found, [(("flink 2.3.0",), Value(1))], folder)
    save_regression(Case(MURMUR.name, "generated/2", {"value": 78}), [(("flink 2.3.0",), Value(2))], folder)
    assert path == folder / f"{MURMUR.name}.jsonl"
    assert len(reading.read(path).vectors) == 2
    assert reading.read(path).header.seed is None

    generate([given_cases(case("a", 1))], ModelReference(), LOCK, tmp_path)
    for vector in reading.read(path).vectors:
        assert vector.case.id.startswith("regression/")
        assert vector.answers[0].lines == ("flink 1.16.3", "flink 2.3.0")
        assert vector.answers[0].answer != Value(1)


@pytest.mark.usefixtures("locked")
def test_the_same_difference_is_kept_once(tmp_path):
    for line, answer in (("flink 1.16.3", Value(1)), ("flink 2.3.0", Value(2)), ("flink 2.3.0", Value(1))):
        path = save_regression(case("x", 77), [((line,), answer)], tmp_path)
    (vector,) = reading.read(path).vectors
    assert [(r.lines, r.answer) for r in vector.answers] == [(("flink 1.16.3", "flink 2.3.0"), Value(1))]


def test_the_tags_file_fits_its_schema(tmp_path):
    from importlib import resources  # noqa: PLC0415

    from jsonschema import Draft202012Validator  # noqa: PLC0415

    generate([PARALLELISM], ModelReference(), LOCK, tmp_path)
    schema = json.loads(resources.files("jarparity").joinpath("schemas/tags.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(json.loads((tmp_path / "tags.json").read_text()))
