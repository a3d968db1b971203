"""The table of the health section: each part renews its own rows, and nothing else of the page."""

import pytest
from quality.health.table import Row, renew

KILLS = Row("kills", "`drift`", "3 moments", "whole")
ORDERS = Row("orders", "", "50 runs", "no flake")


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "quality.md"
    path.write_text("before\n<!-- health: begin -->\n<!-- health: end -->\nafter\n")
    return path


def test_rows_are_sorted_and_renewed_by_what_they_measure(page):
    assert renew([ORDERS], page)
    assert renew([KILLS], page)
    assert not renew([KILLS, ORDERS], page)
    assert renew([Row("kills", "`drift`", "4 moments", "whole")], page)
    rows = [line for line in page.read_text().splitlines() if line.startswith("| `")]
    assert rows == ["| `kills` `drift` | 4 moments | whole |", "| `orders` | 50 runs | no flake |"]
    assert page.read_text().startswith("before\n")
    assert page.read_text().endswith("after\n")


@pytest.mark.parametrize("row", [Row("kills", "", "two\nlines", "x"), Row("not one", "", "a", "b")])
def test_what_would_break_the_table_is_refused(page, row):
    with pytest.raises(ValueError, match="row of"):
        renew([row], page)


def test_a_section_that_is_no_table_is_named(page):
    page.write_text(page.read_text().replace("begin -->\n", "begin -->\nhello\n"))
    with pytest.raises(ValueError, match="table's head"):
        renew([ORDERS], page)
