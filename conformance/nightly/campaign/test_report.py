"""The report: figures from the journal alone, red unless all was done and agrees; the page shows what was kept."""

import pytest
from click.testing import CliRunner
from quality import pages
from quality.campaign import cli, header
from quality.campaign.plan import Plan, Stage
from quality.campaign.running import run
from quality.campaign.summary import RECORD, Summary

from jarparity.page_section import read_section

FAILURE = {
    "operation": "kafka.assignor.range",
    "releases": ["kafka-clients 4.4.0"],
    "input": {"members": [], "topics": {}},
    "original": {"value": {}},
    "port": {"value": 1},
}


@pytest.fixture
def report(journal):
    def invoke(*more):
        return CliRunner().invoke(cli.command, ["--folder", str(journal.folder), *(more or ["--report"])])

    return invoke


@pytest.fixture
def done(plan, journal, about, outcome):
    journal.begin(about)
    run(plan, journal, outcome, 1, [].append)


def test_a_whole_journal_without_a_difference_is_green(report, done):
    result = report()
    assert result.exit_code == 0, result.output
    assert (
        "The whole campaign: 2,030 comparisons of `copartition.port:PORT` with the originals, 0 differ."
        in result.output
    )
    assert "Seed 7, at `1f`" in result.output
    assert "| keys | 2,000 | 2,000 | 0 | 2,000 | 2 | 0 | 0.1 |" in result.output
    assert "| groups | 30 | 25 | 0 | 30 | 3 | 0 | 0.1 |" in result.output


def test_a_journal_that_is_not_whole_is_red(report, done, journal):
    (journal.folder / "groups-00002.json").unlink()
    result = report()
    assert result.exit_code == 1
    assert "**A part of the campaign**" in result.output
    assert "| groups | 20 | 25 | 0 |" in result.output
    assert "not all is done: `python -m quality campaign` goes on" in result.output


def test_a_difference_is_red_and_its_minimal_case_is_shown(report, plan, journal, about, outcome):
    journal.begin(about)
    longer = {**FAILURE, "input": {"members": ["longer"], "topics": {}}}
    cases = {Stage("groups", 0): longer, Stage("groups", 1): FAILURE}
    run(plan, journal, lambda s: outcome(s, s in cases, [cases[s]] if s in cases else []), 1, [].append)
    result = report()
    assert result.exit_code == 1
    assert "**2 differ**" in result.output
    assert '"members":[]' in result.output
    assert "longer" not in result.output


def test_a_smaller_campaign_never_passes_for_the_whole(plan, about, outcome):
    part = Plan(plan.seed, 0.5, plan.kinds)
    stages = {
        stage: outcome(stage) for stage in [Stage("keys", n) for n in range(2)] + [Stage("groups", n) for n in range(3)]
    }
    found = Summary.of(part, about, stages)
    assert found.is_done
    assert not found.is_whole
    assert found.text().startswith("A campaign of the scale 0.5: ")


def test_no_journal_is_an_error(report):
    result = report()
    assert result.exit_code == 1
    assert "has no campaign: `python -m quality campaign` begins one" in result.output


def test_document_keeps_the_figures_and_writes_the_page(report, done, tmp_path, monkeypatch):
    page = tmp_path / "quality.md"
    page.write_text("before\n<!-- campaign: begin -->\n<!-- campaign: end -->\nafter\n")
    monkeypatch.setattr(pages, "PAGE", page)
    monkeypatch.setattr(cli, "RECORD", tmp_path / "measured.json")
    assert report("--document").exit_code == 0
    kept = Summary.read(tmp_path / "measured.json")
    assert read_section(page, "campaign") == kept.text().strip()
    assert kept.is_whole


def test_the_page_shows_what_was_kept():
    assert read_section(pages.PAGE, "campaign") == Summary.read(RECORD).text().strip()


def test_what_is_drawn_and_answered_has_one_digest(tmp_path, monkeypatch):
    before = header.code()
    assert before == header.code()
    names = {path.name for path in header._files()}
    assert {"plan.py", "on_spark.py", "table.py", "search_tasks.py", "AskUdf.java", "originals.lock.json"} <= names
    (tmp_path / "more.py").write_text("")
    files = [*header._files(), tmp_path / "more.py"]
    monkeypatch.setattr(header, "_files", lambda: files)
    assert header.code() != before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--conf", "memory"], "--conf 'memory': write KEY=VALUE"),
        (["--master", "spark://host:7077"], "--scratch is missing: a folder that this machine and the executors"),
    ],
)
def test_wrong_usage_is_told_before_spark_starts(report, arguments, said):
    result = report(*arguments)
    assert result.exit_code == 2
    assert said in result.output
