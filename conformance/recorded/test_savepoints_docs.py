"""docs/savepoints.md: its session is a real one, and the vectors that it names are there."""

import doctest
import re
import tempfile
from pathlib import Path

import pytest

from jarparity import registry

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "savepoints.md").read_text("utf-8")


@pytest.mark.parametrize("session", re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL), ids=["write", "metadata"])
def test_a_session_runs(session, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    test = doctest.DocTestParser().get_doctest(session, {}, "savepoints", "docs/savepoints.md", 0)
    done = doctest.DocTestRunner().run(test)
    assert done.attempted > 0
    assert done.failed == 0


def test_the_vectors_and_the_operation_are_there():
    (operation,) = re.findall(r"--operation (\S+)", PAGE)
    assert operation in registry.OPERATIONS
    (path,) = re.findall(r"`(fixtures/\S+)`", PAGE)
    assert (ROOT / path).is_file()
