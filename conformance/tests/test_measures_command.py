"""`python -m quality`: a measure whose tools aren't installed says so; a fault of ours shows its trace."""

from __future__ import annotations

import importlib

import pytest
from click.testing import CliRunner
from quality.__main__ import main


def without(monkeypatch, missing):
    def not_found(name):
        raise ModuleNotFoundError(f"No module named {missing!r}", name=missing)

    monkeypatch.setattr(importlib, "import_module", not_found)
    return CliRunner().invoke(main, ["mutation", "--help"])


def test_a_tool_that_is_not_installed_is_named_with_the_environment_that_has_it(monkeypatch):
    done = without(monkeypatch, "cosmic_ray.ast")
    assert done.exit_code == 2
    assert "mutation needs cosmic_ray.ast, which isn't installed: tox -e mutation" in done.output


@pytest.mark.parametrize("missing", ["quality.mutation.gone", "jarparity.gone", "copartition"])
def test_a_module_of_ours_that_is_missing_is_a_fault(monkeypatch, missing):
    assert isinstance(without(monkeypatch, missing).exception, ModuleNotFoundError)
