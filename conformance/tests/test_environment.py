"""`CI=false` is not CI, wherever it is asked."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from jarparity.environment import switched_on, under_ci

ON = ["1", "true", "TRUE", "yes", "github", " 1 "]
OFF = [None, "", " ", "0", "false", "False", "FALSE", "no", "off"]
INTERPRETERS = Path(__file__).parents[2] / ".ci" / "interpreters.py"


def environ(value):
    return {} if value is None else {"CI": value}


@pytest.mark.parametrize(("value", "expected"), [(v, True) for v in ON] + [(v, False) for v in OFF])
def test_under_ci(monkeypatch, value, expected):
    assert under_ci(environ(value)) is expected
    monkeypatch.delenv("CI", raising=False)
    for name, text in environ(value).items():
        monkeypatch.setenv(name, text)
    assert under_ci() is expected


def test_other_switches(monkeypatch):
    monkeypatch.setenv("JARPARITY_REQUIRE_JVM", "0")
    assert not switched_on("JARPARITY_REQUIRE_JVM")
    monkeypatch.setenv("JARPARITY_REQUIRE_JVM", "1")
    assert switched_on("JARPARITY_REQUIRE_JVM")


@pytest.mark.parametrize(("value", "code"), [(v, 1) for v in ON] + [(v, 0) for v in OFF])
def test_the_list_of_pythons_means_the_same(value, code):
    clean = {name: text for name, text in os.environ.items() if name != "CI"}
    done = subprocess.run(
        [sys.executable, str(INTERPRETERS), "9.99"], env=clean | environ(value), capture_output=True, check=False
    )
    assert done.returncode == code
    assert b"Python 9.99 is missing" in done.stdout
