"""Other people's ports: each run is recorded and on the page, each library is pinned, each harness is small."""

import json
import re
import subprocess
import sys
from pathlib import Path

from ports.recipes import recipes

KINDS = {".lock", ".go", ".js", ".json", ".mod", ".py", ".rs", ".sum", ".toml"}
HARNESSES = sorted(path for recipe in recipes() for path in recipe.folder.rglob("*") if path.suffix in KINDS)


def test_each_run_of_each_example_port_is_recorded():
    for recipe in recipes():
        assert [run.name for run in recipe.runs if not run.expected] == [], recipe.folder.name


def test_the_libraries_are_pinned_exactly_and_no_lock_names_an_address():
    read = {path.relative_to(path.parents[1]).as_posix(): path.read_text(encoding="utf-8") for path in HARNESSES}
    for folder in ("javascript-kafkajs", "javascript-platformatic"):
        dependencies = json.loads(read[f"{folder}/package.json"])["dependencies"]
        assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in dependencies.values())
    cargo = read["rust-krafka/Cargo.toml"].partition("[dependencies]")[2].partition("[profile")[0]
    versions = re.findall(r'^(?:\w+ = |.*version = )"(.*?)"', cargo, re.MULTILINE)
    assert versions
    assert all(re.fullmatch(r"=\d+\.\d+\.\d+", version) for version in versions)
    locks = (
        "javascript-kafkajs/package-lock.json",
        "javascript-platformatic/package-lock.json",
        "go-kafka-go/go.sum",
        "go-franz-go/go.sum",
        "go-kfake/go.sum",
        "go-sarama/go.sum",
        "rust-krafka/pinned.lock",
    )
    for name in locks:
        assert "://" not in read[name]
    packages = read["rust-krafka/pinned.lock"].split("[[package]]")[1:]
    unchecked = [
        package for package in packages if not re.search(r'^checksum = "[0-9a-f]{64}"$', package, re.MULTILINE)
    ]
    assert [re.search('name = "(.*)"', package)[1] for package in unchecked] == ["jarparity-port-krafka"]


def test_the_lock_of_cargo_is_put_together_again(tmp_path):
    folder = Path(__file__).parents[2] / "ports" / "rust-krafka"
    pinned = (folder / "pinned.lock").read_text(encoding="utf-8")
    (tmp_path / "pinned.lock").write_text(pinned, encoding="utf-8")
    fresh = tmp_path / "Cargo.lock"
    fresh.write_text('[[package]]\nname = "a"\nsource = "from here"\nchecksum = "1"\n', encoding="utf-8")
    command = [sys.executable, "-S", str(folder / "restore_lock.py")]
    subprocess.run(command, cwd=tmp_path, check=True)
    made = fresh.read_text(encoding="utf-8")
    assert made.count('source = "from here"\nchecksum = ') == made.count("checksum = ") == pinned.count("checksum = ")
    assert made.replace('source = "from here"\n', "") == pinned
    fresh.write_text("", encoding="utf-8")
    assert subprocess.run(command, cwd=tmp_path, check=False, capture_output=True).returncode == 1


def test_a_harness_is_small():
    code = [path for path in HARNESSES if path.suffix in {".go", ".js", ".py", ".rs"}]
    assert len(code) >= len(recipes())
    assert {path.name: lines for path in code if (lines := len(path.read_text("utf-8").splitlines())) > 150} == {}


def test_the_readers_of_the_page_find_each_port():
    page = (Path(__file__).parents[2] / "docs" / "ports.md").read_text(encoding="utf-8")
    assert [run.name for recipe in recipes() for run in recipe.runs if f"`{run.name}`" not in page] == []
