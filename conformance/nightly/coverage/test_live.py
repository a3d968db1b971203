"""JaCoCo in the JVM that answers: what it counts follows what is asked."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

LINE = "kafka-server-common 4.0.2"


def run(*options):
    command = [sys.executable, "-m", "jarparity", "coverage", "--line", LINE, "--by", "golden", *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def everything():
    done = run("--format", "json", "--check")
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)["lines"][0]


def test_each_branch_is_taken_or_explained(everything):
    (found,) = everything["classes"]
    taken = found["branches"]["golden"]
    assert found["class"] == "org.apache.kafka.admin.AdminUtils"
    assert taken["covered"] >= 0.9 * taken["total"]
    assert taken["total"] - taken["covered"] == found["explained"]
    assert everything["inputs"]["golden"]["kafka.replicas.assign"] > 100


def test_pages_are_made(tmp_path):
    done = run("--html", str(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    page = tmp_path / "kafka-server-common-4.0.2" / "golden" / "org.apache.kafka.admin" / "AdminUtils.html"
    assert "assignReplicasToBrokers" in page.read_text("utf-8")


def test_another_line_has_nothing_to_count():
    done = run("--class", "RangeAssignor")
    assert done.returncode == 4
    assert "none of these lines has a class and an operation" in done.stderr
