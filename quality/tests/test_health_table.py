"""The table of the health section: each part renews its own rows, and nothing else of the page."""

import re

import pytest
from quality.health.table import Row, renew, rows_of

KILLS = Row("kills", "`drift`", "3 moments", "whole", "`1f`, and changes")
ORDERS = Row("orders", "", "50 runs", "no flake", "")


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "quality.md"
    path.write_text("before\n<!-- health: begin -->\n<!-- health: end -->\nafter\n")
    return path


def test_rows_are_sorted_and_renewed_by_what_they_measure(page):
    assert renew([ORDERS], page)
    assert renew([KILLS], page)
    assert not renew([KILLS, ORDERS], page)
    assert renew([Row("kills", "`drift`", "4 moments", "whole", "`2f`")], page)
    rows = [line for line in page.read_text().splitlines() if line.startswith("| `")]
    assert rows == ["| `kills` `drift` | 4 moments | whole | `2f` |", "| `orders` | 50 runs | no flake | |"]
    assert page.read_text().startswith("before\n")
    assert page.read_text().endswith("after\n")


@pytest.mark.parametrize(
    "row",
    [
        Row("kills", "", "two\nlines", "x", "`1f`"),
        Row("kills", "", "one | two", "x", "`1f`"),
        Row("not one", "", "a", "b", "`1f`"),
    ],
)
def test_what_would_break_the_table_is_refused(page, row):
    with pytest.raises(ValueError, match="row of"):
        renew([row], page)


def test_a_section_that_is_no_table_is_named(page):
    page.write_text(page.read_text().replace("begin -->\n", "begin -->\nhello\n"))
    with pytest.raises(ValueError, match="table's head"):
        renew([ORDERS], page)


def test_the_page_says_of_every_row_when_it_was_measured():
    for part in ("coverage", "fixtures", "kills", "routes"):
        assert rows_of(part)
        assert all(re.fullmatch(r"`[0-9a-f]{12}`(, and changes)?", row.at) for row in rows_of(part))
    assert all(re.match(r"`[0-9a-f]{12}`, Python 3", row.about) for row in rows_of("orders") if row.about)
