"""Sections of pages: what is between the marks is exchanged, and nothing else."""

from __future__ import annotations

import pytest

from jarparity.page_section import SectionError, read_section, write_section

PAGE = "# Title\n\n<!-- one: begin -->\nold\n<!-- one: end -->\nkept\n<!-- two: begin -->\n<!-- two: end -->\n"


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "page.md"
    path.write_text(PAGE, "utf-8")
    return path


def test_only_what_is_between_the_marks_changes(page):
    assert write_section(page, "one", "new\nlines\n")
    assert page.read_text("utf-8") == PAGE.replace("old", "new\nlines")
    assert read_section(page, "one") == "new\nlines"


def test_an_empty_section_is_filled(page):
    assert write_section(page, "two", "| a |")
    assert read_section(page, "two") == "| a |"


def test_the_same_text_leaves_the_file_alone(page):
    assert not write_section(page, "one", "\nold\n\n")
    assert page.read_text("utf-8") == PAGE


@pytest.mark.parametrize("broken", [PAGE.replace("<!-- one: end -->", ""), PAGE + "<!-- one: begin -->"])
def test_missing_and_doubled_marks_are_named(page, broken):
    page.write_text(broken, "utf-8")
    with pytest.raises(SectionError, match=r"<!-- one: begin -->.*mark the section 'one'; restore them"):
        write_section(page, "one", "new")
    assert page.read_text("utf-8") == broken
