"""The runner of other people's ports: what it builds, records, finds missing and fails on; no toolchain is needed."""

from __future__ import annotations

import json
import re
import sys

import pytest
from click.testing import CliRunner
from ports.__main__ import REQUIRED, main
from ports.recipes import EXPECTED, RECIPE, Range, RecipeError, recipes, record
from ports.running import Result, _differences, build

from jarparity.grades import Grade

OPERATION = "flink.math.round-up-to-power-of-two"

PORT = f"""
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    if request["cmd"] == "start":
        print(json.dumps({{"protocol": 1, "name": "mine", "version": "1", "language": "python",
                           "operations": ["{OPERATION}"], "lines": ["flink 2.3.0"]}}), flush=True)
    for question in request.get("batch", [request] if "input" in request else []):
        value = question["input"]["value"]
        answer = {{"skipped": "too large"}} if value > 2**30 else {{"value": 1 << max(value - 1, 0).bit_length()}}
        print(json.dumps({{"seq": question["seq"], **answer}}), flush=True)
"""


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Runs the command on a folder of ports of its own, with one that works."""
    folder = tmp_path / "ports"
    monkeypatch.setenv("JARPARITY_CACHE", str(tmp_path / "cache"))
    for name in ("CI", REQUIRED):
        monkeypatch.delenv(name, raising=False)
    write(folder, f'[[run]]\nname = "mine"\ncommand = "{sys.executable} -S port.py"\n')
    (folder / "mine" / "port.py").write_text(PORT, encoding="utf-8")

    def run(*arguments):
        return CliRunner().invoke(main, ["--folder", str(folder), "--no-live", *arguments])

    run.folder = folder
    return run


def write(folder, recipe, name="mine"):
    (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / name / RECIPE).write_text(recipe, encoding="utf-8")


def test_what_is_recorded_must_be_seen_again(run, tmp_path):
    first = run("--record")
    assert first.exit_code == 0, first.output
    expected = run.folder / "mine" / EXPECTED
    known = json.loads(expected.read_text(encoding="utf-8"))
    assert re.search(rf"^mine 1 +{OPERATION} +\d+ +\d+ +0 +\d+ +\w+$", first.output, re.MULTILINE)
    counts = known["mine"][OPERATION]
    assert counts.keys() == {"grade", "differs", "skipped"}
    assert (tmp_path / "cache" / "ports" / "reports" / "index.html").exists()

    counts["differs"] += 1
    expected.write_text(json.dumps(known), encoding="utf-8")
    second = run()
    assert second.exit_code == 1
    found = f"differs {counts['differs'] - 1}, where {counts['differs']} was recorded"
    assert f"FAILED mine: {OPERATION}: {found}" in second.output


@pytest.mark.parametrize(("known", "moved"), [([1, 4], [1, 4]), ([7, 11], [0, 4]), (9, 2), (None, 2)])
def test_a_range_stays_one_when_it_is_recorded_again(known, moved, tmp_path):
    write(tmp_path, '[[run]]\nname = "mine"\ncommand = "x"\n')
    expected = tmp_path / "mine" / EXPECTED
    if known is not None:
        expected.write_text(json.dumps({"mine": {"a": {"differs": known}}}), encoding="utf-8")
    (recipe,) = recipes(tmp_path)
    record(recipe, {"mine": SEEN}, {"mine": GRADES})
    assert json.loads(expected.read_text(encoding="utf-8"))["mine"]["a"]["differs"] == moved


def test_a_missing_toolchain_is_said_and_fails_where_it_is_required(run, monkeypatch):
    write(run.folder, 'packages = ["no-such-distribution==1"]\n[needs]\nno-such-program = "ask a friend"\n'
          '[[run]]\nname = "other"\ncommand = "x"\n', "other")  # fmt: skip
    alone = run("--port", "other")
    lacks = "no-such-program is not here: ask a friend; no-such-distribution==1 is not installed"
    assert f"MISSING other was not run: {lacks}" in alone.output
    assert (alone.exit_code, "nothing was checked" in alone.output) == (1, True)

    def fake(one, *_, live):
        return Result(one, {"port": {"name": "mine", "version": "1"}, "operations": {}}, (), f"live: {live}")

    monkeypatch.setattr("ports.__main__.check", fake)
    monkeypatch.setattr("ports.__main__._write_page", lambda *_: None)
    beside = run()
    assert (beside.exit_code, "MISSING other" in beside.output, REQUIRED in beside.output) == (0, True, True)
    monkeypatch.setenv(REQUIRED, "1")
    assert run().exit_code == 1


def test_a_build_that_fails_is_a_failure_with_its_last_words(run):
    build = f"{sys.executable} -S -c 'import sys; sys.exit(chr(33) * 3)'"
    write(run.folder, f'build = ["{build}"]\n[[run]]\nname = "mine"\ncommand = "x"\n')
    result = run()
    assert result.exit_code == 1
    assert f"FAILED mine: `{build}` ended with 1:\n!!!" in result.output


def test_what_a_build_by_hand_has_led_elsewhere_is_not_copied(tmp_path):
    ports = tmp_path / "ports"
    (ports / "mine").mkdir(parents=True)
    (ports / "mine" / "port.py").write_text("")
    (ports / "mine" / "environment").symlink_to(tmp_path)
    write(ports, '[[run]]\nname = "mine"\ncommand = "x"\n')
    (recipe,) = recipes(ports)
    for _ in range(2):
        built = build(recipe, tmp_path / "cache")
        assert "environment" not in {path.name for path in built.iterdir()}


def test_a_port_that_does_not_start_is_a_failure(run):
    write(run.folder, '[[run]]\nname = "mine"\ncommand = "./not-there"\n')
    result = run()
    assert result.exit_code == 1
    assert "FAILED mine: `jarparity check` ended with" in result.output


SEEN = {"a": {"agrees": 5, "differs": 2, "errored": 0, "skipped": 1}}
GRADES = {"a": Grade.VALID}


@pytest.mark.parametrize(
    ("known", "wrong"),
    [
        ({"differs": 2, "skipped": 1}, []),
        ({"differs": [1, 4], "skipped": 1}, []),
        ({"differs": 1, "skipped": 1}, ["a: differs 2, where 1 was recorded"]),
        ({"differs": 3, "skipped": 1}, ["a: differs 2, where 3 was recorded"]),
        ({"differs": [3, 4], "skipped": 1}, ["a: differs 2, where 3 to 4 was recorded"]),
        ({"differs": 2}, ["a: skipped 1, where 0 was recorded"]),
        ({"differs": 2, "skipped": 1, "grade": ["wrong", "valid"]}, []),
        ({"differs": 2, "skipped": 1, "grade": "wrong"}, ["a: its grade is valid, where wrong was recorded"]),
        (
            {"differs": 2, "skipped": 1, "grade": ["equivalent", "exact"]},
            ["a: its grade is valid, where equivalent to exact was recorded"],
        ),
        (None, ["a: answered, but not recorded"]),
    ],
)
def test_it_fails_both_ways(tmp_path, known, wrong):
    write(tmp_path, '[[run]]\nname = "mine"\nport = "my_port:PORT"\n')
    document = {"mine": {} if known is None else {"a": {"grade": "valid"} | known}}
    (tmp_path / "mine" / EXPECTED).write_text(json.dumps(document), encoding="utf-8")
    (recipe,) = recipes(tmp_path)
    assert recipe.runs[0].options == ("--port", "my_port:PORT")
    assert list(_differences(recipe.runs[0], SEEN, GRADES)) == wrong


def test_an_operation_that_is_no_longer_claimed_is_seen(tmp_path):
    write(tmp_path, '[[run]]\nname = "mine"\ncommand = "x"\n')
    (tmp_path / "mine" / EXPECTED).write_text('{"mine": {"b": {"grade": "exact"}}}', encoding="utf-8")
    (recipe,) = recipes(tmp_path)
    assert list(_differences(recipe.runs[0], {}, {})) == ["b: recorded, but no longer answered"]


@pytest.mark.parametrize(
    ("recipe", "expected", "message"),
    [
        ("", "{}", r"no \[\[run\]\]"),
        ("run = 1 2", "{}", "port.toml: "),
        ('bild = []\n[[run]]\nname = "mine"\ncommand = "x"\n', "{}", "unknown key bild"),
        ('[[run]]\nname = "mine"\n', "{}", "one of command and port"),
        ('[[run]]\nname = "mine"\ncommand = "x"\nport = "y"\n', "{}", "one of command and port"),
        ('[[run]]\nname = "mine"\ncommand = "x"\n', '{"yours": {}}', "yours is no run"),
        ('[[run]]\nname = "mine"\ncommand = "x"\n', '{"mine": {"a": {"agrees": 1}}}', "agrees is none of"),
        ('[[run]]\nname = "mine"\ncommand = "x"\n', '{"mine": {"a": {"grade": "good"}}}', "'good' is no grade"),
        ('[[run]]\nname = "x"\ncommand = "x"\n', '{"x": {"a": {"grade": ["exact", "wrong"]}}}', "worse grade first"),
        ('[[run]]\nname = "mine"\ncommand = "x"\n', '{"mine": {"a": {"differs": 0}}}', "0 is no count"),
        ('[[run]]\nname = "mine"\ncommand = "x"\n', '{"mine": {"a": {"differs": [3, 1]}}}', "is no count"),
    ],
)
def test_wrong_files_are_refused(tmp_path, recipe, expected, message):
    write(tmp_path, recipe)
    (tmp_path / "mine" / EXPECTED).write_text(expected, encoding="utf-8")
    with pytest.raises(RecipeError, match=message):
        recipes(tmp_path)


def test_a_folder_without_ports_is_refused(tmp_path):
    with pytest.raises(RecipeError, match="no folder"):
        recipes(tmp_path)


def test_a_range_says_what_it_is():
    assert (str(Range(1200, 1200)), str(Range(1, 2)), Range(1, 2).as_json()) == ("1,200", "1 to 2", [1, 2])
