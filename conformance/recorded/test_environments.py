"""`tox.ini`, CONTRIBUTING.md and the folders of tests name the same environments."""

import re
import tomllib
from configparser import ConfigParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
PLACES = {"python_impl/tests", "conformance/tests", "conformance/recorded", "conformance/live", "conformance/nightly"}


def tox():
    """tox.ini, as it stands."""
    parsed = ConfigParser(interpolation=None)
    parsed.read_string((ROOT / "tox.ini").read_text("utf-8"))
    return parsed


ENVIRONMENTS = {name.removeprefix("testenv:") for name in tox().sections() if name.startswith("testenv:")}


def named(title):
    """What the first column of the table with this title names."""
    rows = re.search(rf"\n\| {title} \|.*\n\|---\|---\|\n((?:\|.*\n)+)", TEXT)[1].splitlines()
    return [name for row in rows for name in re.findall(r"`([\w-]+)`", row.split("|")[1])]


def test_the_default_list_is_the_one_of_tox():
    assert named("default list") == [name.strip() for name in tox()["tox"]["env_list"].split(",")]


def test_every_other_environment_is_nightly_or_for_one_need():
    needed = re.findall(r"`(\w+)`", re.search(r"\nOnly when you need them: ((?:.+\n)+)", TEXT)[1])
    assert len(named("nightly")) == len(set(named("nightly")))
    assert {*named("nightly"), *needed} == ENVIRONMENTS - set(named("default list"))


def test_a_folder_of_nightly_tests_is_an_environment_that_runs_it():
    for folder in (ROOT / "conformance" / "nightly").iterdir():
        if any(folder.glob("test_*.py")):
            assert folder.name in ENVIRONMENTS
            assert f"conformance/nightly/{folder.name}" in tox()[f"testenv:{folder.name}"]["commands"]


def test_tests_lie_in_five_places():
    found = {
        path.relative_to(ROOT).parent.as_posix()
        for top in ("bench", "conformance", "java_ref", "ports", "python_impl", "quality")
        for path in (ROOT / top).rglob("test_*.py")
    }
    assert {re.sub(r"(conformance/nightly)/\w+", r"\1", folder) for folder in found} == PLACES
    assert [place for place in PLACES if f"`{place}" not in TEXT] == []


@pytest.mark.parametrize("command", ["python_impl/tests", "conformance/tests"])
def test_a_pytest_without_arguments_runs_the_port_and_the_kit(command):
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]["ini_options"]
    assert command in settings["testpaths"]
