"""Verifying fixtures: every way in which a file can be wrong is named with its file and line."""

import json
import re
import shutil

import pytest
from model_reference import DIGEST, LOCK, ModelReference

from jarparity import registry
from jarparity.answers import Value
from jarparity.fixtures.generate import generate
from jarparity.fixtures.verify import verify

NAME = "flink.key-group.check-parallelism"
PARALLELISM = registry.operation(NAME)
FILE = f"{NAME}.jsonl"
ONLY = (NAME,)
TAGGED = "flink.math.murmur-hash"


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("fixtures")
    generate([PARALLELISM, registry.operation(TAGGED)], ModelReference(), LOCK, folder)
    return folder


@pytest.fixture
def folder(whole, tmp_path):
    return shutil.copytree(whole, tmp_path / "fixtures")


def lines_of(folder):
    return (folder / FILE).read_text("ascii").splitlines(keepends=True)


def write(folder, lines):
    (folder / FILE).write_text("".join(lines), "ascii")


def problems_of(folder, patterns=ONLY, **more):
    return verify(folder, LOCK, patterns=patterns, **more)[0]


def test_whole_files_have_no_problem(folder):
    problems, cases = verify(folder, LOCK, patterns=ONLY, schemas=True)
    assert problems == []
    assert cases == len(lines_of(folder)) - 1


def test_missing_files_are_named(folder):
    problems = problems_of(folder, ())
    assert {str(p).split("; ")[0] for p in problems} == {
        f"{folder}: no vectors of {name}" for name in registry.OPERATIONS if name not in {NAME, TAGGED}
    }


def test_missing_files_of_chosen_operations_are_named(folder):
    (folder / FILE).unlink()
    number = next(n for n, line in enumerate((folder / "SHA256SUMS").read_text().splitlines(), 1) if FILE in line)
    assert {str(p).split("; ")[0] for p in problems_of(folder)} == {
        f"{folder}: no vectors of {NAME}",
        f"{folder / 'SHA256SUMS'}:{number}: {FILE} is not there",
    }
    assert problems_of(folder, (TAGGED,)) == []
    assert [p for p in problems_of(folder, operations=[TAGGED]) if "no vectors" in p.what] == []


def test_an_edited_answer_is_found_without_java(folder):
    lines = lines_of(folder)
    number = next(n for n, line in enumerate(lines) if '"value":null' in line)
    lines[number] = lines[number].replace('"value":null', '"error":{"kind":"IllegalArgumentException","message":null}')
    write(folder, lines)
    places = {p.place for p in problems_of(folder)}
    assert places == {f"{folder / FILE}:{number + 1}"}
    assert any("the kit's model of the original says" in p.what for p in problems_of(folder))


def test_an_edited_message_is_found_by_its_digest_and_its_line_by_a_live_reference(folder):
    reference = ModelReference()
    assert verify(folder, LOCK, reference, ONLY)[0] == []
    lines = lines_of(folder)
    number = next(n for n, line in enumerate(lines) if '"message":null' in line)
    lines[number] = lines[number].replace('"message":null', '"message":"edited"')
    write(folder, lines)
    (problem,) = problems_of(folder)
    assert problem.place == str(folder / FILE)
    assert "not the bytes that were recorded" in problem.what
    live = verify(folder, LOCK, reference, ONLY)[0]
    assert {p.place for p in live} == {f"{folder / FILE}:{number + 1}"}
    assert "edited, or made from other originals" in live[0].what


def test_other_originals_are_found_by_a_live_reference(folder):
    def other(line, document, answer):
        return Value(3) if line == "flink 2.3.0" and document["parallelism"] == 1 else answer

    (problem,) = verify(folder, LOCK, ModelReference(other), ONLY)[0]
    assert "but flink 2.3.0 answers" in problem.what


def swap(lines):
    lines[1], lines[2] = lines[2], lines[1]


def double(lines):
    lines.insert(2, lines[1])
    lines[0] = lines[0].replace(f'"cases":{len(lines) - 2}', f'"cases":{len(lines) - 1}')


def renamed_copy(lines):
    document = json.loads(lines[-1])
    lines.append(lines[-1].replace(json.dumps(document["id"]), '"zzz"'))
    lines[0] = lines[0].replace(f'"cases":{len(lines) - 2}', f'"cases":{len(lines) - 1}')


def change(number, old, new):
    def edit(lines):
        assert old in lines[number]
        lines[number] = lines[number].replace(old, new, 1)

    return edit


@pytest.mark.parametrize(
    ("edit", "line", "what"),
    [
        (swap, 3, "out of order"),
        (double, 3, "the id stands twice"),
        (renamed_copy, -1, "has the same input as"),
        (lambda lines: lines.pop(), 1, "cut off or edited"),
        (lambda lines: lines.__setitem__(-1, lines[-1][:-4]), -1, "the last line is cut off"),
        (change(1, '"id":', '"id": '), 2, "edited by hand"),
        (change(1, '"id":', '"comment":"hello","id":'), 2, 'no field "comment"'),
        (change(1, '"flink 1.16.3",', ""), 2, r"no answer of flink 1\.16\.3"),
        (change(1, '"flink 1.16.3"', '"flink 1.0.0"'), 2, "its lines are not the header's"),
        (change(1, '"flink 1.16.3"', '"flink 2.3.0"'), 2, "its lines are not the header's"),
        (change(0, NAME, "flink.no.such"), 1, "no operation 'flink.no.such'"),
        (change(0, NAME, "java.string.hash"), 1, "a foreign file: its header says java.string.hash"),
        (change(0, DIGEST, "sha256:" + "1" * 64), 1, "made from other originals"),
        (change(0, "flink-core-1.16.3.jar", "flink-more-1.16.3.jar"), 1, "flink-core-1.16.3.jar is not named here"),
        (change(0, '"flink 2.3.0"', '"flink 2.4.0"'), 1, r"flink 2\.4\.0 is not in the lock"),
        (change(0, '"flink 2.3.0"', '"kafka-clients 4.4.0"'), 1, "doesn't have flink.key-group.check-parallelism"),
        (change(0, "jarparity-vectors-1", "something"), 1, "not a fixture file"),
    ],
)
def test_damage_is_named_with_its_line(folder, edit, line, what):
    lines = lines_of(folder)
    edit(lines)
    write(folder, lines)
    number = line if line > 0 else len(lines)
    found = [p for p in problems_of(folder) if p.place == f"{folder / FILE}:{number}"]
    assert any(re.search(what, p.what) for p in found), problems_of(folder)


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ('"finish-masked",', "", "finish-masked"),
        ('"finish-masked"', '"finish-masked","seed-0"', "seed-0"),  # a bug that there is, of which it says nothing
        ('"finish-masked"', '"finish-masked","no-such-bug"', "no-such-bug"),
        ('"finish-masked"', '"finish-masked","finish-masked"', "each of them once"),
        ('"finish-masked","finish-missing"', '"finish-missing","finish-masked"', "in their order"),
    ],
)
def test_wrong_tags_are_named(folder, old, new, named):
    path = folder / f"{TAGGED}.jsonl"
    lines = path.read_text("ascii").splitlines(keepends=True)
    number = next(n for n, line in enumerate(lines) if old in line and "seed-0" not in line)
    lines[number] = lines[number].replace(old, new)
    path.write_text("".join(lines), "ascii")
    (problem,) = problems_of(folder, (TAGGED,))
    assert problem.place == f"{path}:{number + 1}"
    assert named in problem.what


def test_inputs_may_be_looked_at_in_some_vectors_only(folder):
    lines = lines_of(folder)
    write(folder, [lines[0], *(line.replace('"parallelism":', '"more":1,"parallelism":') for line in lines[1:])])
    wrong, fourth = ([p.place for p in problems_of(folder, of_each=each) if "'more'" in p.what] for each in (1, 4))
    assert len(wrong) == len(lines) - 1
    assert fourth == wrong[::4]


def test_second_opinions_may_be_asked_of_some_vectors_only(folder):
    lines = lines_of(folder)
    other = '"error":{"kind":"IllegalArgumentException","message":null}'
    write(folder, [lines[0], *(line.replace('"value":null', other) for line in lines[1:])])
    wrong, fourth = ([p.place for p in problems_of(folder, of_each=each) if "says" in p.what] for each in (1, 4))
    assert 0 < len(fourth) < len(wrong)
    assert set(fourth) == {place for place in wrong if int(place.rpartition(":")[2]) % 4 == 2}


def test_faults_may_be_asked_of_some_vectors_only(folder):
    path = folder / f"{TAGGED}.jsonl"
    lines = path.read_text("ascii").splitlines(keepends=True)
    path.write_text("".join([lines[0], *(line.replace('"finish-masked",', "") for line in lines[1:])]), "ascii")
    wrong = [int(problem.place.rpartition(":")[2]) for problem in problems_of(folder, (TAGGED,))]
    third = [int(problem.place.rpartition(":")[2]) for problem in problems_of(folder, (TAGGED,), of_each=3)]
    assert third == [number for number in wrong if number % 3 == 2]  # the first vector stands in line 2
    assert 0 < len(third) < len(wrong)


@pytest.mark.parametrize("schemas", [False, True])
@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ('"parallelism":', '"parallel":', "the field 'parallelism' is missing"),
        ('"parallelism":', '"more":1,"parallelism":', "there is no field 'more'"),
        ('"parallelism":', '"parallelism":true,"parallelism":', "not written as the kit writes it"),
        ('"parallelism":', '"parallelism":1.5,"parallel":', "there is no field 'parallel'"),
    ],
)
def test_an_input_outside_its_schema_is_named(folder, old, new, what, schemas):
    lines = lines_of(folder)
    lines[1] = lines[1].replace(old, new)
    write(folder, lines)
    found = problems_of(folder, schemas=schemas)
    assert {p.place for p in found} == {f"{folder / FILE}:2"}
    assert what in " ".join(p.what for p in found)


def test_foreign_files_are_named(folder):
    (folder / "notes.txt").write_text("hello")
    (folder / "regressions").mkdir()
    (folder / "regressions" / "old.bak").write_text("")
    (folder / "more").mkdir()
    foreign = {p.place for p in problems_of(folder) if "a foreign file" in p.what}
    assert foreign == {str(folder / name) for name in ("notes.txt", "more", "regressions/old.bak")}


def test_an_edited_tags_file_is_named_with_its_line(folder):
    path = folder / "tags.json"
    path.write_text(path.read_text().replace('"title": "', '"title": "not ', 1))
    places = [p.place for p in problems_of(folder, ()) if "known bugs" in p.what]
    assert len(places) == 1
    assert places[0].startswith(f"{path}:")


def test_no_tags_file_is_named(folder):
    (folder / "tags.json").unlink()
    assert f"{folder / 'tags.json'}" in {p.place for p in problems_of(folder, ())}


def test_a_line_of_the_lock_that_is_not_recorded_is_named(folder):
    lock = LOCK | {"flink 9.0.0": {"flink-core-9.0.0.jar": DIGEST}}
    (problem,) = verify(folder, lock, patterns=ONLY)[0]
    assert problem.place == f"{folder / FILE}:1"
    assert "no answers of flink 9.0.0" in problem.what


def test_no_folder_is_a_problem(tmp_path):
    problems, cases = verify(tmp_path / "none", LOCK, patterns=ONLY)
    assert cases == 0
    assert "there is no such folder" in problems[0].what
