"""`jarparity coverage`: what ends with which code, and what the page says of it; what JaCoCo counted is made up."""

import json
import shutil
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from test_coverage import LINE, because, counts
from test_coverage import coverage as measured_of

from jarparity import data
from jarparity.cli import main
from jarparity.measures.coverage import jacoco, judging, measure
from jarparity.measures.coverage.judging import ExplanationsError

ALL_EXPLAINED = (because(), because(line=10, method="first"))


@pytest.fixture
def coverage(monkeypatch, tmp_path):
    """Runs the command on one line's figures; the page is one of its own."""
    found = counts(tmp_path)
    (tmp_path / "docs").mkdir()
    page = tmp_path / "docs" / "quality.md"
    page.write_text("# Page\n\n<!-- coverage: begin -->\n<!-- coverage: end -->\n", "utf-8")
    fixtures = tmp_path / "fixtures"
    fixtures.mkdir()
    shutil.copy(data.lock_file(), fixtures)
    plans = []

    def run(*arguments, code, reasons=(), lines=1):
        def counted(line, plan, *_):
            plans.append((str(line), plan))
            return measured_of(found, found, found) if len(plans) <= lines else None

        monkeypatch.setattr(measure, "measure", counted)
        monkeypatch.setattr(judging, "read_explanations", lambda: list(reasons))
        monkeypatch.setattr(jacoco.Jacoco, "fetched", lambda *_: SimpleNamespace())
        monkeypatch.setattr(data, "fixtures", lambda: fixtures)
        monkeypatch.setattr(data, "in_checkout", lambda: True)
        plans.clear()
        shown = CliRunner().invoke(main, ["coverage", *arguments])
        assert shown.exit_code == code, shown.output
        return shown.output

    run.plans, run.page = plans, page
    return run


def test_a_branch_without_a_reason_is_listed_and_red_with_check(coverage):
    shown = coverage("--line", str(LINE), code=0)
    assert "UNEXPLAINED Outer.first:10" in shown
    assert "to fix: each needs a case or a reason" in shown
    coverage("--line", str(LINE), "--check", code=1)
    assert [line for line, _ in coverage.plans] == [str(LINE)]


def test_reasons_settle_it(coverage):
    shown = coverage("--line", str(LINE), "--check", code=0, reasons=ALL_EXPLAINED)
    assert "every branch is taken or explained" in shown
    assert "UNEXPLAINED" not in shown


def test_a_reason_that_no_longer_holds_is_red_without_check(coverage):
    assert "STALE Outer.gone" in coverage("--line", str(LINE), code=1, reasons=(because(method="gone"),))


def test_programs_get_the_same_figures(coverage):
    document = json.loads(coverage("--by", "golden", "--line", str(LINE), "--format", "json", code=0))
    assert [line["line"] for line in document["lines"]] == [str(LINE)]
    ((_, plan),) = coverage.plans
    assert plan.sources == ("golden",)


def test_the_page_is_written_and_then_up_to_date(coverage):
    old = coverage("--check", code=1, reasons=ALL_EXPLAINED)
    assert "docs/quality.md has other figures: run `jarparity coverage --document`" in old
    coverage("--document", code=0, reasons=ALL_EXPLAINED)
    assert "`Outer`" in coverage.page.read_text("utf-8")
    assert len(coverage.plans) > 1
    assert "other figures" not in coverage("--check", code=0, reasons=ALL_EXPLAINED)


def test_nothing_that_was_named_is_no_success(coverage):
    assert "none of these lines has a class and an operation that were named" in coverage(
        "--line", str(LINE), code=4, lines=0
    )


def test_reasons_that_can_not_be_read_are_a_sentence(coverage, monkeypatch):
    def broken():
        raise ExplanationsError("explanations.json can't be read")

    coverage("--line", str(LINE), code=0)
    monkeypatch.setattr(judging, "read_explanations", broken)
    shown = CliRunner().invoke(main, ["coverage", "--line", str(LINE)])
    assert (shown.exit_code, "Error: explanations.json can't be read" in shown.output) == (4, True)


def test_an_installed_kit_has_no_page(monkeypatch):
    monkeypatch.setattr(data, "in_checkout", lambda: False)
    shown = CliRunner().invoke(main, ["coverage", "--document"])
    assert (shown.exit_code, "the page belongs to a checkout" in shown.output) == (4, True)
