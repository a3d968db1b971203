"""The site in a real browser, opened as files: every page is near, fits a phone, can be read by all, and is found."""

import re
from pathlib import Path
from urllib.parse import urljoin

import pytest
import yaml
from browser import violations
from pictures import compare

ROOT = Path(__file__).parents[3]
PICTURES = Path(__file__).with_name("pictures")
SIZES = {"wide": {"width": 1280}, "phone": {"width": 400}}
KINDS = (
    *("index.html", "your-port.html", "operations.html", "cli.html", "glossary.html", "findings/index.html"),
    "spark-profile.html",
)
"""One page of each kind: a list, prose with code, a wide table, help, words, the index of a folder, code that links."""


def test_the_menu_has_four_parts_and_the_index_the_same_pages():
    text = (ROOT / "mkdocs.yml").read_text("utf-8")
    _, *parts = yaml.safe_load(text[text.index("\nnav:") :])["nav"]
    index = (ROOT / "docs" / "README.md").read_text("utf-8")
    assert [*map(list, parts)] == [["Judge your port"], ["Run Kafka and Flink"], ["Reference"], ["How we know"]]
    for part in parts:
        ((name, listed),) = part.items()
        section = index.partition(f"## {name}\n")[2].partition("\n## ")[0]
        files = {file if isinstance(file, str) else next(iter(file.values())) for file in listed}
        assert set(re.findall(r"\]\(([\w/-]+\.md)", section)) == files, name


def linked(site, name):
    """The pages of the site to which a page has links."""
    found = re.findall(r'<a [^>]*?href="([^"#]+)', (site / name).read_text("utf-8"))
    return {urljoin(name, link) for link in found if ":" not in link}


def test_every_page_is_two_clicks_away(site, pages):
    once = linked(site, "index.html")
    twice = set().union(*(linked(site, name) for name in once if name in pages))
    assert set(pages) - once - twice == set()


@pytest.mark.parametrize("size", SIZES)
def test_no_page_scrolls_sideways(look, site, pages, size):
    page, width = look("index.html", **SIZES[size]), SIZES[size]["width"]
    wide = []
    for name in pages:
        page.goto((site / name).as_uri())
        if page.evaluate("document.documentElement.scrollWidth") > width:
            wide.append(name)
    assert wide == []


def test_axe_finds_nothing_on_any_page(look, site, pages):
    page = look("index.html")
    found = {}
    for name in pages:
        page.goto((site / name).as_uri())
        found |= {name: wrong} if (wrong := violations(page)) else {}
    assert found == {}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", KINDS)
def test_axe_finds_nothing_in_either_theme_at_either_size(look, name, scheme, size):
    assert violations(look(name, color_scheme=scheme, **SIZES[size])) == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
# Pages that grow with each operation or finding would look otherwise each time.
@pytest.mark.parametrize("name", ["index.html", "protocol.html"])
def test_it_looks_as_it_did(look, name, scheme, size, tmp_path):
    page = look(name, color_scheme=scheme, **SIZES[size])
    picture = PICTURES / f"{name.removesuffix('.html')}-{size}-{scheme}.png"
    compare(page.screenshot(animations="disabled"), picture, tmp_path)


def test_search_finds_a_page_that_is_opened_as_a_file(look):
    page = look("index.html")
    page.get_by_role("textbox", name="Search").click()
    # Nearly all of it at once, for "cooperative-" alone is an invalid query.
    page.keyboard.insert_text("cooperative-stick")
    page.keyboard.press("y")
    found = page.locator(".md-search-result__link").first
    found.wait_for()
    found.click()
    page.wait_for_url(re.compile(r"(?<!index)\.html"))
    assert "cooperative" in page.locator("article").inner_text().lower()


@pytest.mark.parametrize("name", KINDS)
def test_it_is_whole_without_scripts(look, name):
    page = look(name, java_script_enabled=False)
    assert page.locator("article h1").first.is_visible()
    page.get_by_role("navigation", name="Tabs").get_by_role("link", name="Reference").click()
    assert page.locator("article h1").first.inner_text().startswith("Operations")


def test_help_is_shown_as_it_is_printed(look):
    text = look("cli.html").locator("article").inner_text()
    assert "  jarparity check --port my_port:PORT              yours, in this process" in text


def test_names_in_tables_break_behind_dots(look):
    cells = look("operations.html").locator("td:first-child code")
    words = cells.evaluate_all(
        """codes => codes.map(code => {
          const range = document.createRange(), lines = new Map();
          const walk = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
          for (let node = walk.nextNode(); node; node = walk.nextNode())
            for (let at = 0; at < node.length; at++) {
              range.setStart(node, at); range.setEnd(node, at + 1);
              const top = Math.round(range.getBoundingClientRect().top);
              lines.set(top, (lines.get(top) ?? "") + node.data[at]);
            }
          return [...lines.values()];
        })"""
    )
    assert len(words) > 50
    assert [lines for lines in words if any(not line.endswith((".", "-")) for line in lines[:-1])] == []
