"""`jarparity explain savepoint`: what people read, what programs read, the page, and what is refused."""

import json
import re
from pathlib import Path

import jsonschema
import pytest
import sample_savepoint as sample
from click.testing import CliRunner
from html_reading import Read

from copartition.flink import KeyGroupRange, key_group
from copartition.flink.checkpoint import (
    BytesHandle,
    FileHandle,
    IncrementalHandle,
    KeyGroupsHandle,
    NamedStateOffsets,
    OperatorHandle,
    OperatorState,
    PathAndHandle,
    RelativeFileHandle,
    SubtaskState,
)
from copartition.flink.operator_id import operator_id
from jarparity import data
from jarparity.cli import main

DOCS = Path(__file__).parents[2] / "docs"


def invoked(*arguments):
    return CliRunner().invoke(main, ["explain", "savepoint", *map(str, arguments)])


def run(*arguments, exit_code=0):
    shown = invoked(*arguments)
    assert shown.exit_code == exit_code, shown.output
    return shown.stdout


def document(*arguments, exit_code=0):
    found = json.loads(run(*arguments, "--format", "json", exit_code=exit_code))
    schema = json.loads(data.schema("savepoint.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator(schema).validate(found)
    return found


def refused(*arguments):
    shown = invoked(*arguments)
    assert shown.exit_code == 4, shown.output
    return shown.output


@pytest.fixture(scope="module")
def savepoint(tmp_path_factory):
    return sample.write(tmp_path_factory.mktemp("state") / "savepoint-8c3f1a-0d2e5c")


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory):
    return sample.write(tmp_path_factory.mktemp("state") / "chk-7", is_checkpoint=True, version=4)


def test_a_savepoint_is_as_documented(savepoint, monkeypatch):
    monkeypatch.chdir(savepoint.parent)
    command = f"jarparity explain savepoint {savepoint.name} --parallelism 4 --parallelism 6"
    shown = run(*command.split()[3:])
    assert f"$ {command}\n{shown}" in (DOCS / "savepoints.md").read_text("utf-8")


def test_every_entry_is_counted_where_its_key_group_is(savepoint):
    whole = document(savepoint)
    assert whole["restorable"] == "yes"
    keyed = whole["operators"][0]["keyed"]
    counted = [0] * sample.MAX
    for number in range(40):
        counted[key_group(f"user_{number}", sample.MAX)] += 2
    assert keyed["keyGroups"]["entries"] == counted
    assert keyed["entries"] == sum(counted)
    assert keyed["bytes"] == sum(keyed["keyGroups"]["bytes"]) == sum(state["bytes"] for state in keyed["states"])
    pages = 50 + sum(1 + number % 3 for number in range(40) if number != 8)
    assert [(state["name"], state["entries"], state["pairs"]) for state in keyed["states"]] == [
        ("total", 40, 40),
        ("pages", 40, pages),
    ]
    first = keyed["largest"][0]
    assert (first["key"], first["pairs"], first["keyGroup"]) == (
        {"type": "string", "value": "user_8"},
        50,
        key_group("user_8", sample.MAX),
    )
    assert first["namespace"] == {"type": "time-window", "value": {"start": "0", "end": "60000"}}


def test_the_present_parallelism_is_shown_beside_future_ones(savepoint):
    keyed = document(savepoint, "--parallelism", "8")["operators"][0]["keyed"]
    assert [each["parallelism"] for each in keyed["rescalings"]] == [sample.PARALLELISM, 8]
    assert "4 (now)" in run(savepoint, "--parallelism", "8")


def test_keys_in_other_key_groups_are_shown(tmp_path):
    stream = sample.states(KeyGroupRange(0, 126)).savepoint()
    sample.write_stream(tmp_path, stream.data, {str(group): str(at) for group, at in stream.offsets}, 127)
    shown = run(tmp_path, exit_code=1)
    assert document(tmp_path, exit_code=1)["operators"][0]["keyed"]["misplaced"]["entries"] > 10
    assert "in other key groups than their keys': Flink restores them, and no job finds them" in shown
    assert re.search(r"\n  misplaced +\d+; first user_\d+ of total, in key group \d+, belongs to \d+\n", shown)


def test_bytes_are_those_of_the_stream(savepoint):
    """All bytes behind the header are pairs, but for the number of a state before its pairs, and an end mark."""
    keyed = document(savepoint)["operators"][0]["keyed"]
    states = [sample.states(KeyGroupRange(32 * index, 32 * index + 31)).savepoint() for index in range(4)]
    behind = sum(len(stream.data) - min(offset for _, offset in stream.offsets if offset) for stream in states)
    groups = sum(offset != 0 for stream in states for _, offset in stream.offsets)
    assert keyed["bytes"] == behind - groups * (2 + 2 + 2)


def test_a_checkpoint_of_a_heap_backend_has_the_same_entries(savepoint, checkpoint):
    one, other = document(savepoint)["operators"][0], document(checkpoint)["operators"][0]
    assert one["keyed"]["keyGroups"]["entries"] == other["keyed"]["keyGroups"]["entries"]
    assert {file["form"] for file in other["keyed"]["files"]} == {"heap"}
    assert (other["restorable"], other["name"], other["uid"]) == ("yes", None, None)


def test_a_uid_names_an_operator_of_flink_1(checkpoint):
    assert f"Operator {sample.UID} {operator_id(sample.UID)}: parallelism 4" in run(checkpoint, "--uid", sample.UID)
    assert f"Operator {operator_id(sample.UID)}: parallelism 4" in run(checkpoint, "--uid", "another")


def test_a_uid_that_names_no_operator_is_reported_with_those_that_are_there(checkpoint, savepoint):
    shown = invoked(checkpoint, "--uid", "another", "--uid", "a third")
    there = f"there are {operator_id(sample.UID)}, {operator_id('source')}\n"
    assert shown.stderr == f"--uid another names no operator: {there}--uid 'a third' names no operator: {there}"
    assert shown.exit_code == 0
    assert (
        invoked(savepoint, "--uid", "nope").stderr == f"--uid nope names no operator: there are {sample.UID}, source\n"
    )
    assert invoked(checkpoint, "--uid", sample.UID).stderr == ""


def test_a_folder_a_metadata_and_a_moved_savepoint_are_the_same(savepoint, tmp_path):
    moved = savepoint.rename(tmp_path / "moved")
    try:
        assert document(moved)["operators"] == document(moved / "_metadata")["operators"]
        assert document(moved)["restorable"] == "yes"
    finally:
        moved.rename(savepoint)


def test_the_files_of_a_checkpoint_that_was_moved_are_found_beside_its_metadata(tmp_path):
    sample.write(tmp_path / "chk-7", is_checkpoint=True)
    found = document((tmp_path / "chk-7").rename(tmp_path / "copy"))
    assert (found["restorable"], found["operators"][0]["keyed"]["entries"]) == ("yes", 80)


def test_a_long_path_is_shown_whole(tmp_path):
    folder = sample.write(tmp_path / ("folder-" * 9), is_checkpoint=True)
    shown = run(folder)
    assert shown.startswith(f"{folder}/_metadata: metadata of checkpoint 7")
    assert f"  file:{folder}/part-3\n" in shown


def test_a_rescale_moves_what_changes_its_subtask(savepoint):
    keyed = document(savepoint, "--parallelism", "6", "--parallelism", "300")["operators"][0]["keyed"]
    _, six, above = keyed["rescalings"]
    sizes = keyed["keyGroups"]["bytes"]
    moving = [group for group in range(128) if group * 4 // 128 != group * 6 // 128]
    assert six["moves"] == {
        "keyGroups": len(moving),
        "entries": sum(keyed["keyGroups"]["entries"][group] for group in moving),
        "bytes": sum(sizes[group] for group in moving),
    }
    assert [subtask["bytes"] for subtask in six["subtasks"]] == [
        sum(size for group, size in enumerate(sizes) if group * 6 // 128 == index) for index in range(6)
    ]
    assert above == {"parallelism": 300, "subtasks": None, "moves": None}
    assert "above the max parallelism" in run(savepoint, "--parallelism", "300")


def test_without_a_parallelism_half_and_double_are_shown(savepoint):
    keyed = document(savepoint)["operators"][0]["keyed"]
    assert [each["parallelism"] for each in keyed["rescalings"]] == [2, 4, 8]


def test_a_stream_alone(savepoint):
    found = document(savepoint / "part-1", "--max-parallelism", "128", "--parallelism", "2")
    (operator,) = found["operators"]
    whole = document(savepoint)["operators"][0]["keyed"]["keyGroups"]
    assert operator["keyed"]["keyGroups"]["bytes"] == [0] * 32 + whole["bytes"][32:64] + [0] * 64
    assert (found["kind"], found["restorable"], operator["parallelism"]) == ("stream", "unknown", None)
    assert operator["keyed"]["rescalings"][0]["moves"] is None
    assert "a stream alone does not say which key groups it should have" in operator["reasons"][0]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("part-1",), "--max-parallelism must be given"),
        ((".", "--max-parallelism", "128"), "_metadata has that of each operator, so leave it out"),
        (("empty",), "has no _metadata, so it is no savepoint or checkpoint that was completed"),
        (("nothing",), "does not exist"),
        (("text", "--max-parallelism", "128"), "begins with 68656c6c: it is neither a _metadata (4960672d) nor"),
        (("no-bytes", "--max-parallelism", "128"), "begins with nothing"),
        (("json",), "_metadata begins with 7b22746f: it is neither a _metadata (4960672d) nor"),
        (("json/_metadata",), "_metadata begins with 7b22746f: it is neither a _metadata (4960672d) nor"),
        ((".", "--parallelism", "0"), "Invalid value for '--parallelism'"),
    ],
)
def test_what_is_refused(tmp_path, arguments, said):
    sample.write(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "text").write_text("hello")
    (tmp_path / "json").mkdir()
    (tmp_path / "json" / "_metadata").write_text('{"topics": {"t": 3}}')
    (tmp_path / "no-bytes").write_bytes(b"")
    assert said in " ".join(refused(tmp_path / arguments[0], *arguments[1:]).split())


def test_a_job_s_folder_names_its_newest_checkpoint(tmp_path):
    for name in ("chk-6", "chk-7"):
        sample.write(tmp_path / name)
    assert "name one of its folders, such as chk-7" in " ".join(refused(tmp_path).split())


def test_files_of_rocksdb_are_looked_for_and_not_into(tmp_path):
    here, gone = RelativeFileHandle("000001.sst", 3), FileHandle("s3://bucket/job/shared/000002.sst", 5)
    (tmp_path / "000001.sst").write_bytes(b"abc")

    def operator(*files):
        shared = tuple(PathAndHandle(file.path.rpartition("/")[2], file) for file in files)
        handle = IncrementalHandle(KeyGroupRange(0, 127), 7, "0f8fad5b-d9cb-469f-a165-70867728950e", None, shared, ())
        return OperatorState(operator_id("a"), 1, 128, {0: SubtaskState(managed_keyed=handle)})

    sample.write_metadata(tmp_path, operator(here))
    found = document(tmp_path)
    assert found["restorable"] == "unknown"
    assert found["operators"][0]["reasons"] == ["files of RocksDB or ForSt, which are not looked into"]
    sample.write_metadata(tmp_path, operator(here, gone))
    assert document(tmp_path)["restorable"] == "unknown"
    said = "could be restored: unknown; nothing was found at which a restore fails, but not all is certain\n"
    assert said in run(tmp_path)
    (tmp_path / "000001.sst").unlink()
    found = document(tmp_path, exit_code=1)
    assert found["operators"][0]["reasons"][0] == "subtask 0: 000001.sst: the file is not there"


def test_operator_state_is_looked_for_too(tmp_path):
    handle = OperatorHandle((NamedStateOffsets("offsets", "SPLIT_DISTRIBUTE", (0,)),), RelativeFileHandle("offsets", 9))
    inside = OperatorHandle((), BytesHandle("b", b"abc"))
    subtask = SubtaskState(managed_operator=handle, raw_operator=inside)
    sample.write_metadata(tmp_path, OperatorState(operator_id("a"), 1, 128, {0: subtask}))
    found = document(tmp_path, exit_code=1)
    assert [file["fault"] for file in found["operators"][0]["others"]] == ["the file is not there", None]
    (tmp_path / "offsets").write_bytes(b"123456789")
    assert document(tmp_path)["restorable"] == "yes"
    shown = run(tmp_path)
    assert "no keyed state" in shown
    assert shown.endswith(
        "what is no keyed state (operator state, a source's splits, its coordinator) is not looked into\n"
    )


def test_key_groups_that_no_subtask_has_are_named(tmp_path):
    stream = sample.states(KeyGroupRange(0, 63)).savepoint()
    (tmp_path / "part").write_bytes(stream.data)
    handle = KeyGroupsHandle(stream.offsets, RelativeFileHandle("part", len(stream.data)))

    def explained(other):
        subtasks = {0: SubtaskState(managed_keyed=handle), 1: other}
        sample.write_metadata(tmp_path, OperatorState(operator_id("a"), 2, 128, subtasks))
        return document(tmp_path)["operators"][0]

    found = explained(SubtaskState())
    assert (found["restorable"], found["keyed"]["withoutState"]) == ("unknown", [1])
    assert found["reasons"] == ["no subtask has state of the key groups 64 to 127: Flink restores them empty"]
    assert (explained(None)["restorable"], explained(None)["finished"]) == ("yes", [1])
    subtasks = {index: SubtaskState(managed_keyed=handle) for index in range(2)}
    sample.write_metadata(tmp_path, OperatorState(operator_id("a"), 2, 128, subtasks))
    assert "subtasks 0 and 1 both have the key group 0" in run(tmp_path, exit_code=1)
    sample.write_metadata(tmp_path, OperatorState(operator_id("a"), 1, 32, {0: SubtaskState(managed_keyed=handle)}))
    assert "it has key groups to 63, and there are 32" in run(tmp_path, exit_code=1)


def test_a_max_parallelism_that_flink_has_not_is_no_loop(tmp_path):
    sample.write_metadata(tmp_path, OperatorState(operator_id("a"), 2**31 - 1, 2**31 - 1, None))
    found = document(tmp_path, exit_code=1)["operators"][0]
    assert found["reasons"] == ["its max parallelism is 2,147,483,647, and Flink has 1 to 32,768"]


def test_the_page_is_well_formed_and_needs_nothing_else(savepoint, tmp_path):
    shown = invoked(savepoint, "--html", tmp_path / "page.html")
    assert f"wrote {tmp_path / 'page.html'}" in shown.stderr
    page = (tmp_path / "page.html").read_text("utf-8")
    read = Read(page)
    assert "://" not in page
    assert all(picture["aria-label"] for picture in read.all("svg", role="img"))
    labels = [attrs["data-label"] for _, attrs in read.elements if "data-label" in attrs]
    assert len([label for label in labels if label.startswith("key group ")]) == sample.MAX
    group = key_group("user_8", sample.MAX)
    assert any(label.startswith(f"key group {group} of subtask {group // 32}: 2.6 kB") for label in labels)
    assert any(label.startswith("subtask 1 (key groups 32 to 63): 3.4 kB, 47.0 %, 1.88x") for label in labels)
    ids = [attrs["id"] for _, attrs in read.elements if "id" in attrs]
    assert all(link["href"][1:] in ids for link in read.all("a"))


def test_a_name_with_markup_and_control_characters_does_nothing(tmp_path):
    name = "<script>alert(1)</script>\x1b[31m"
    sample.write_metadata(tmp_path, OperatorState(operator_id("a"), 1, 128, {}, name=name, uid="u"))
    assert "\x1b" not in run(tmp_path)
    run(tmp_path, "--html", tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text("utf-8")
    assert page.count("<script>") == 1
    assert any("alert(1)</script>" in text for text in Read(page).texts)


def test_the_help_of_explain_lists_it():
    shown = CliRunner().invoke(main, ["explain", "--help"]).output
    assert "jarparity explain savepoint" in shown
    assert "Explain a savepoint or checkpoint" in " ".join(shown.split())
