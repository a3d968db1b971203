"""The pages: every link leads somewhere, and every page is found from the first."""

from __future__ import annotations

import functools
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"\]\((?P<target>[^)\s]+)\)")
HEADING = re.compile(r"^#+ (?P<words>.+)$", re.MULTILINE)
ANCHOR = re.compile(r'<a (?:id|name)="([^"]+)">')
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])


def prose(page):
    return FENCE.sub("", page.read_text("utf-8"))


@functools.cache
def anchors(page):
    """The addresses of a page's headings, as GitHub makes them, and those that it gives itself."""
    given = ANCHOR.findall(page.read_text("utf-8"))
    words = (match["words"] for match in HEADING.finditer(prose(page)))
    return {*given, *(re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-") for text in words)}


def links(page):
    return [match["target"] for match in LINK.finditer(prose(page)) if ":" not in match["target"]]


def dead_links(page):
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            yield link


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    assert [*dead_links(page)] == []


def test_a_dead_link_is_seen(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# A b's: `c`\n[x](#a-bs-c) [y](#z) [z](other.md) [w](https://elsewhere.example)\n")
    assert [*dead_links(page)] == ["#z", "other.md"]


def test_every_page_is_two_links_away_from_the_readme():
    near = {(ROOT / link.partition("#")[0]).resolve() for link in links(ROOT / "README.md")}
    index = ROOT / "docs" / "README.md"
    assert index in near
    near |= {(index.parent / link.partition("#")[0]).resolve() for link in links(index)}
    pages = {page for page in PAGES if page.parent == ROOT / "docs"}
    assert sorted(page.name for page in pages - near) == []
