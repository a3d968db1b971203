"""A stranger's area: `examples/iceberg-bucket`, installed beside the kit, by both JVM routes and its own vectors."""

import json
import subprocess
import sys

import pytest

WRONG = """
from iceberg_bucket import PORT as RIGHT
def masked_late(document):
    right = RIGHT["iceberg.bucket"](document)
    return right + 1 if document["type"] == "string" and right % 2 else right
PORT = {"iceberg.bucket": masked_late}
"""


def jarparity(*arguments, folder):
    return subprocess.run(
        [sys.executable, "-m", "jarparity", *arguments], cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("reference", ["golden", "jpype", "gateway"])
def test_pyiceberg_agrees_with_three_releases(reference, tmp_path):
    few = () if reference == "golden" else ("--max-examples", "10", "--volume", "1000")
    command = ("check", "--operation", "iceberg.*", "--reference", reference)
    run = jarparity(*command, *few, "--format", "json", folder=tmp_path)
    assert run.returncode == 0, run.stdout + run.stderr
    document = json.loads(run.stdout)
    assert list(document["operations"]) == ["iceberg.bucket"]
    assert document["port"]["name"] == "iceberg_bucket:PORT"  # nothing names it: the area brings it
    assert set(document["byLine"]["iceberg.bucket"]) == {f"iceberg-api {v}" for v in ("1.4.3", "1.6.1", "1.10.0")}


def test_a_wrong_port_is_red_and_shrunk(tmp_path):
    (tmp_path / "wrong.py").write_text(WRONG)
    command = ("check", "--operation", "iceberg.*", "--port", "wrong:PORT", "--reference", "jpype")
    run = jarparity(*command, "--max-examples", "10", "--volume", "0", folder=tmp_path)
    assert run.returncode == 1, run.stdout + run.stderr
    assert "iceberg.bucket" in run.stdout
    assert "Transforms.bucket(int)" in run.stdout


def test_its_vectors_are_whole(tmp_path):
    run = jarparity("fixtures", "verify", "--operation", "iceberg.*", folder=tmp_path)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "145 vectors" in run.stdout


def test_drift_finds_no_change_between_its_releases(tmp_path):
    run = jarparity("drift", "--operation", "iceberg.*", "--dry-run", "--draw", "50", folder=tmp_path)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "iceberg-api 1.6.1 -> 1.10.0" in run.stdout


def test_its_results_become_a_page(tmp_path):
    command = ("check", "--operation", "iceberg.*", "--port", "iceberg_bucket:PORT", "--reference", "golden")
    assert jarparity(*command, "--format", "json", "--output", "result.json", folder=tmp_path).returncode == 0
    run = jarparity("report", "result.json", "--output", "page.html", folder=tmp_path)
    assert run.returncode == 0, run.stderr
    assert "iceberg.bucket" in (tmp_path / "page.html").read_text()


def test_the_pytest_plugin_runs_it(tmp_path):
    (tmp_path / "test_mine.py").write_text(
        "import jarparity\n\ndef test_it_equals_java():\n"
        "    jarparity.run_conformance('iceberg_bucket:PORT', operations=['iceberg.*'])\n"
    )
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout
    assert "1 passed" in run.stdout
