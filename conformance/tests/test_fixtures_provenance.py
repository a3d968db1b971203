"""A release's statement about its fixtures: of them alone, and refused as soon as a byte or the signer is another."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest
from click.testing import CliRunner

from jarparity import data
from jarparity.cli import main
from jarparity.fixtures import provenance, sums
from jarparity.originals.build import source_hash

NAME = "flink.math.round-up-to-power-of-two"
COMMIT = "0" * 40


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Few of the fixtures, with the lock."""
    ours = tmp_path_factory.mktemp("fixtures")
    for name in (f"{NAME}.jsonl", "kafka.partitioner.partition-for-key.jsonl.gz", "originals.lock.json", "tags.json"):
        shutil.copyfile(data.fixtures() / name, ours / name)
    sums.record(ours / f"{NAME}.jsonl")
    return ours


@pytest.fixture(scope="module")
def text(folder):
    return provenance.statement(folder, data.java(), commit=COMMIT, java="17.0.1")


@pytest.fixture
def copy(folder, tmp_path):
    return shutil.copytree(folder, tmp_path / "copy")


def problems(folder, text, **options):
    return [str(problem) for problem in provenance.examine(folder, text, "PROVENANCE.json", **options)]


def test_it_says_what_the_files_are_and_what_they_were_made_of(folder, text):
    document = json.loads(text)
    assert [one["name"] for one in document["subject"]] == sorted(
        path.name for path in folder.iterdir() if path.name != sums.FILE
    )
    made = document["predicate"]
    assert (made["commit"], made["bridge"], made["madeAgain"]["java"]) == (COMMIT, source_hash(data.java()), "17.0.1")
    assert made["madeAgain"]["files"] == [f"{NAME}.jsonl", "kafka.partitioner.partition-for-key.jsonl.gz", "tags.json"]
    assert text == provenance.statement(folder, data.java(), commit=COMMIT, java="17.0.1")


def test_regressions_are_made_again_and_complete_digests_are_not(copy):
    for place in ("regressions", "complete"):
        (copy / place).mkdir()
        shutil.copyfile(copy / f"{NAME}.jsonl", copy / place / f"{NAME}.jsonl")
    document = json.loads(provenance.statement(copy, data.java(), commit=COMMIT, java="17.0.1"))
    assert {f"{place}/{NAME}.jsonl" for place in ("regressions", "complete")} < {
        one["name"] for one in document["subject"]
    }
    again = document["predicate"]["madeAgain"]["files"]
    assert f"regressions/{NAME}.jsonl" in again
    assert not [name for name in again if name.startswith("complete/")]


def test_the_same_files_have_no_problem(copy, text):
    assert problems(copy, text) == []


@pytest.mark.parametrize(
    "name", [f"{NAME}.jsonl", "kafka.partitioner.partition-for-key.jsonl.gz", "originals.lock.json", "tags.json"]
)
def test_one_changed_bit_is_named(copy, text, name):
    content = bytearray((copy / name).read_bytes())
    content[len(content) // 2] ^= 1
    (copy / name).write_bytes(content)
    [problem] = problems(copy, text)
    assert problem.startswith(f"{copy / name}: is not the file of PROVENANCE.json")


def test_a_missing_and_an_added_file_are_named(copy, text):
    (copy / f"{NAME}.jsonl").rename(copy / "flink.added.jsonl")
    added, missing = problems(copy, text)
    assert "flink.added.jsonl: PROVENANCE.json says nothing of it" in added
    assert f"{NAME}.jsonl: is missing, though PROVENANCE.json has it" in missing
    assert len(problems(copy, text, part=True)) == 1


@pytest.mark.parametrize("damaged", ["", "[]", "{}", '{"_type": "x", "predicateType": "y", "subject": []}', "nonsense"])
def test_what_is_no_statement_is_refused(folder, damaged):
    with pytest.raises(provenance.ProvenanceError, match="take the one of the release"):
        problems(folder, damaged)


def keys(folder, name):
    folder.mkdir(exist_ok=True)
    make = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", str(folder / name)]
    subprocess.run(make, check=True, stdin=subprocess.DEVNULL)
    return folder / name, (folder / f"{name}.pub").read_text()


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="signatures are OpenSSH's, which isn't installed here")
def test_only_an_allowed_signer_signs_it_off(copy, text, tmp_path):
    file, signers = tmp_path / "PROVENANCE.json", tmp_path / "signers"
    file.write_text(text)
    key, public = keys(tmp_path / "keys", "maintainer")
    signers.write_text(f"maintainer@example {public}")

    def verify(code):
        options = ["--folder", str(copy), "--operation", NAME, "--provenance", str(file), "--signers", str(signers)]
        ended = CliRunner().invoke(main, ["fixtures", "verify", *options])
        assert ended.exit_code == code, ended.output
        return ended.output

    assert "PROVENANCE.json.sig is missing" in verify(1)
    sign = ["ssh-keygen", "-q", "-Y", "sign", "-n", provenance.NAMESPACE, "-f", str(key), str(file)]
    subprocess.run(sign, check=True, stdin=subprocess.DEVNULL, capture_output=True)
    assert f"{file} is signed by maintainer@example" in verify(0)
    file.write_text(text.replace('"17.0.1"', '"17.0.2"'))
    assert f"doesn't sign {file}" in verify(1)
    signers.write_text(f"maintainer@example {keys(tmp_path / 'keys', 'stranger')[1]}")
    assert "is by none of" in verify(1)


def test_signers_without_a_statement_are_refused(tmp_path):
    (tmp_path / "signers").write_text("")
    ended = CliRunner().invoke(main, ["fixtures", "verify", "--signers", str(tmp_path / "signers")])
    assert ended.exit_code == 4
    assert "with --provenance" in ended.output
