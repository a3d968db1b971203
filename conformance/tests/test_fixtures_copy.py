"""Copied vectors: whole or not at all, and readable without jarparity."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from jarparity import data, registry
from jarparity.fixtures import copying
from jarparity.fixtures.format import FixtureError
from jarparity.originals import locked_lines

MURMUR, RANGE = registry.operation("kafka.partitioner.murmur2"), registry.operation("kafka.assignor.range")
JAVASCRIPT = """\
export function murmur2(bytes) {
  const mix = (k) => Math.imul((k = Math.imul(k, 0x5bd1e995)) ^ (k >>> 24), 0x5bd1e995);
  const whole = bytes.length & ~3;
  let h = 0x9747b28c ^ bytes.length;
  for (let i = 0; i < whole; i += 4) h = Math.imul(h, 0x5bd1e995) ^ mix(bytes.readInt32LE(i));
  for (let i = bytes.length - 1; i >= whole; i--) h ^= bytes[i] << (8 * (i - whole));
  if (whole < bytes.length) h = Math.imul(h, 0x5bd1e995);
  h = Math.imul(h ^ (h >>> 13), 0x5bd1e995);
  return h ^ (h >>> 15);
}
"""


def copy(folder, *operations):
    return copying.copy(folder, operations, locked_lines())


def names(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_the_page_that_is_copied_stands_alone(tmp_path):
    copy(tmp_path / "v", MURMUR)
    page = (tmp_path / "v" / copying.PAGE).read_text("utf-8")
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", page)
    assert [link for link in links if "://" not in link and not (tmp_path / "v" / link).exists()] == []


def test_an_earlier_copy_is_replaced_as_a_whole(tmp_path):
    folder = tmp_path / "tests" / "vectors"
    copy(folder, MURMUR, RANGE)
    assert f"{RANGE.name}.jsonl" in names(folder)
    assert copy(folder, MURMUR) == len(names(folder))
    assert f"{RANGE.name}.jsonl" not in names(folder)
    assert [path.name for path in folder.parent.iterdir()] == ["vectors"]


def test_what_fails_midway_leaves_what_was_there(tmp_path, monkeypatch):
    folder = tmp_path / "vectors"
    copy(folder, RANGE)
    before = names(folder)
    calls = []

    def full(source, target):
        calls.append(source)
        if len(calls) > 2:
            raise OSError(28, "No space left on device", str(target))
        Path(target).write_bytes(Path(source).read_bytes())

    monkeypatch.setattr(shutil, "copyfile", full)
    with pytest.raises(copying.CopyRefusedError, match="No space left on device; nothing was copied"):
        copy(folder, MURMUR)
    assert names(folder) == before
    assert [path.name for path in tmp_path.iterdir()] == ["vectors"]


def test_the_users_own_files_are_not_swept_away(tmp_path):
    (tmp_path / "own_test.go").write_text("package own")
    with pytest.raises(copying.CopyRefusedError, match=r"own_test\.go in .* is none of the files that this writes"):
        copy(tmp_path, MURMUR)
    with pytest.raises(copying.CopyRefusedError, match="is no folder"):
        copy(tmp_path / "own_test.go", MURMUR)
    assert names(tmp_path) == ["own_test.go"]


@pytest.mark.parametrize("part", ["complete", "schemas", "regressions/new"])
def test_a_part_of_an_earlier_copy_is_not_replaced(tmp_path, part):
    folder = tmp_path / "vectors"
    copy(folder, MURMUR)
    before = names(folder)
    with pytest.raises(
        copying.CopyRefusedError, match=r"is a part of the copy in .*/vectors: name that, or a folder outs"
    ):
        copy(folder / part, MURMUR)
    assert names(folder) == before


def test_the_schemas_that_are_copied_describe_what_is_copied(tmp_path):
    copy(tmp_path / "v", RANGE)
    schemas = {name: json.loads((tmp_path / "v" / "schemas" / name).read_text()) for name in copying.SCHEMAS}
    line = Draft202012Validator(schemas["vectors.schema.json"])
    registry = Registry().with_resource("urn:jarparity:values-1", Resource.from_contents(schemas["values.schema.json"]))
    (described,) = json.loads((tmp_path / "v" / "operations.json").read_text())
    assert described["operation"] == RANGE.name
    assert described["lines"][-1] == "kafka-clients 4.4.0"
    inputs, answers = (Draft202012Validator(described[part], registry=registry) for part in ("input", "answer"))
    header, *cases = map(json.loads, (tmp_path / "v" / f"{RANGE.name}.jsonl").read_text("ascii").splitlines())
    assert len(cases) == header["cases"] > 100
    line.validate(header)
    for case in cases[::10]:
        line.validate(case)
        inputs.validate(case["input"])
        for answer in case["answers"]:
            assert "error" in answer or answers.is_valid(answer["value"])
    assert not line.is_valid({**cases[0], "answers": []})
    assert not inputs.is_valid({**cases[0]["input"], "topics": 3})


@pytest.mark.skipif(shutil.which("node") is None, reason="node, for the example in JavaScript, is not here")
@pytest.mark.parametrize(("seed", "code"), [("0x9747b28c", 0), ("0x9747b28d", 1)])
def test_the_pages_example_runs_and_can_fail(tmp_path, seed, code):
    copy(tmp_path / "vectors", MURMUR)
    page = (tmp_path / "vectors" / copying.PAGE).read_text("utf-8")
    example = re.search(r"<!-- file: (\S+) -->\n```js\n(.*?)```", page, re.DOTALL)
    (tmp_path / example[1]).write_text(example[2])
    (tmp_path / "murmur2.mjs").write_text(JAVASCRIPT.replace("0x9747b28c", seed))
    found = subprocess.run(["node", "--test"], cwd=tmp_path, capture_output=True, text=True, check=False)  # noqa: S607
    assert found.returncode == code, found.stdout
    assert f"{MURMUR.name}: " in found.stdout


def test_an_installation_without_the_page_says_so(tmp_path, monkeypatch):
    (tmp_path / "docs").mkdir()
    monkeypatch.setattr(data, "_WHEEL", tmp_path / "nowhere")
    monkeypatch.setattr(data, "_CHECKOUT", tmp_path)
    with pytest.raises(data.DataNotFoundError, match=r"vectors\.md is missing"):
        data.page("vectors.md")


def test_a_copy_of_some_operations_is_verified_by_what_it_says_that_it_is(tmp_path):
    folder = tmp_path / "vectors"
    assert copying.copied_operations(tmp_path) is None
    copy(folder, MURMUR, RANGE)
    assert copying.copied_operations(folder) == [MURMUR.name, RANGE.name]
    (folder / "operations.json").write_text("[1")
    with pytest.raises(FixtureError, match=r"operations\.json: it is damaged; copy the vectors again"):
        copying.copied_operations(folder)
