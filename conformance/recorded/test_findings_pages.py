"""docs/findings: each has a record, a page that shows it, and a program that stands alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from findings import pages, records
from findings.declared import findings

ROOT = Path(__file__).parents[2]
FOUND = findings()
PARTS = [
    "Who is hit, and how one gets there",
    "Releases, as measured",
    "Root cause",
    "Searched for",
    "The report",
    "The fix",
    "The programs",
]


@pytest.mark.parametrize("finding", FOUND, ids=lambda finding: finding.name)
def test_every_release_that_a_program_asks_is_recorded_and_one_has_the_fault(finding):
    recorded = records.read(finding)
    assert tuple(recorded) == finding.releases
    assert any(answer.faulty for answer in recorded.values())


def test_pages_show_what_is_recorded():
    assert pages.settle(FOUND, check=True) == []


@pytest.mark.parametrize("finding", FOUND, ids=lambda finding: finding.name)
def test_a_page_has_all_its_parts_and_the_index_links_it(finding):
    page = (pages.PAGES / f"{finding.name}.md").read_text("utf-8")
    # Some have more, such as the patch.
    assert [part for part in re.findall(r"^## (.+)$", page, re.MULTILINE) if part in PARTS] == PARTS
    assert re.search(r"^> .", page, re.MULTILINE), "the report is quoted"


def test_each_page_is_a_finding_and_the_index_is_linked():
    assert {path.stem for path in pages.PAGES.glob("*.md")} == {finding.name for finding in FOUND} | {"README"}
    for document in ("README.md", "docs/ports.md"):
        assert "findings/README.md" in (ROOT / document).read_text("utf-8")


def test_links_of_the_pages_lead_somewhere():
    for page in pages.PAGES.glob("*.md"):
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / link).exists(), f"{page.name}: {link}"


@pytest.mark.parametrize("finding", FOUND, ids=lambda finding: finding.name)
def test_a_program_stands_alone(finding):
    for program in finding.programs:
        text = program.path.read_text("utf-8")
        assert "jarparity" not in text
        assert re.search(r"Ends with 3 where .*else with 0", text, re.DOTALL)
        assert max(map(len, text.splitlines())) <= 125
    for lock in (finding.folder / name for name in ("package-lock.json", "go.sum")):
        assert not lock.exists() or "://" not in lock.read_text("utf-8")
