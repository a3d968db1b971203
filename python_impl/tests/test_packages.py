"""`help` of a package names every package in it."""

from __future__ import annotations

import importlib
import pkgutil
import re

import pytest


@pytest.mark.parametrize("name", ["copartition", "copartition.flink", "copartition.kafka"])
def test_a_docstring_names_each_package_in_it(name: str) -> None:
    package = importlib.import_module(name)
    inside = {found.name for found in pkgutil.iter_modules(package.__path__, f"{name}.") if found.ispkg}
    named = re.findall(r"^- `([\w.]+)`: .+\.$", package.__doc__ or "", re.MULTILINE)
    assert len(named) == len(set(named))
    assert {found for found in inside if "._" not in found} == set(named) - {"copartition.errors"}
