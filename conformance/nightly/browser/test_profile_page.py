"""The page of a profile for every reader: accessibility by axe, phones, and screenshots compared with pictures."""

from pathlib import Path

import pytest
import sample_profile
from browser import violations
from every_reader import LOOKS, SIZES, away_from_their_bars, open_all
from pictures import compare

from jarparity.spark.profile.document import write

PICTURES = Path(__file__).with_name("pictures")


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "profile.html"
    write(sample_profile.profile(), path, "html")
    return path.as_uri()


@pytest.fixture(params=LOOKS, ids="-".join)
def shown(request, look, address):
    """The page at a size and in a theme, and what both are called."""
    size, scheme = request.param
    return look(address, color_scheme=scheme, **SIZES[size]), f"profile-{size}-{scheme}.png"


def test_axe_finds_nothing(shown):
    page, _ = shown
    assert violations(page) == []


def test_axe_finds_nothing_where_every_part_is_open(shown):
    page, _ = shown
    open_all(page)
    for weight in page.get_by_role("radio", name="bytes").all():
        weight.check()
    assert violations(page) == []


def test_it_never_scrolls_sideways(shown):
    page, _ = shown
    assert page.evaluate("document.documentElement.scrollWidth") == page.viewport_size["width"]


def test_numbers_of_subtasks_are_below_their_bars(shown):
    page, _ = shown
    assert page.locator("svg.bars").first.is_visible()
    assert away_from_their_bars(page) == []


def test_the_last_shade_stays_beside_its_word(shown):
    page, _ = shown
    swatch, word = (page.locator(f".legend .more > {part}").first.bounding_box() for part in ("svg", "span"))
    assert word["x"] > swatch["x"]
    assert abs(word["y"] + word["height"] / 2 - swatch["y"] - swatch["height"] / 2) < word["height"] / 2


def test_it_looks_as_it_did(shown, tmp_path):
    page, name = shown
    compare(page.screenshot(animations="disabled", full_page=True), PICTURES / name, tmp_path)
