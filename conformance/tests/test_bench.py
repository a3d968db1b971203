"""The bench without what it measures: a part that can't be had here is said, and the others go on."""

import sys
from types import ModuleType

import pytest
from bench import __main__ as command
from bench import java
from bench.report import Report

from jarparity.references import ReferenceUnavailableError


@pytest.fixture
def said(monkeypatch):
    """What a part says where there is neither PySpark nor javac; a reference needs neither."""

    def unavailable(_master):
        raise ReferenceUnavailableError("PySpark is not installed")

    monkeypatch.setattr(command, "open_reference", lambda *_: None)
    monkeypatch.setattr(command, "spark_session", unavailable)
    monkeypatch.setattr(command, "_jars", lambda *_: [])
    monkeypatch.setattr(command._Bench, "_open", lambda *_: None)
    monkeypatch.setattr(java, "find_javac", lambda: None)
    monkeypatch.setitem(sys.modules, "jpype", ModuleType("jpype"))

    def run(part):
        lines = []
        report = Report(lines.append)
        command._Bench(1, 0.0, report, quick=True, document=False).run(part)
        assert not report.good
        return "".join(lines)

    return run


@pytest.mark.parametrize("part", ["spark-savepoint", "spark-search"])
def test_a_part_without_pyspark_is_not_measured(said, part):
    assert said(part) == f"NOT MEASURED {part}: PySpark is not installed\n"


def test_a_part_without_javac_is_not_measured(said):
    assert said("loops").startswith("NOT MEASURED loops: javac was not found")
