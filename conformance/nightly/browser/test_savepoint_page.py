"""The page of a savepoint for every reader, whole and damaged: axe, phones, pictures, the keyboard, no scripts."""

from pathlib import Path

import pytest
import sample_savepoint as sample
from browser import violations
from click.testing import CliRunner
from every_reader import LOOKS, SIZES, away_from_their_bars, open_all
from pictures import compare

from jarparity.cli import main

PICTURES = Path(__file__).with_name("pictures")


def damaged(folder):
    """A savepoint with a file that ends early, and without another."""
    sample.write(folder)
    cut = folder / "part-1"
    cut.write_bytes(cut.read_bytes()[:-300])
    (folder / "part-3").unlink()
    return folder


def page_of(savepoint, exit_code):
    """The address of its page, which names the savepoint as the command line does."""
    arguments = [
        "explain",
        "savepoint",
        savepoint.name,
        "--parallelism",
        "4",
        "--parallelism",
        "6",
        "--html",
        "page.html",
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(savepoint.parent)
        made = CliRunner().invoke(main, arguments)
    assert made.exit_code == exit_code, made.output
    return (savepoint.parent / "page.html").as_uri()


@pytest.fixture(scope="module")
def addresses(tmp_path_factory):
    """By state of the savepoint."""
    return {
        "whole": page_of(sample.write(tmp_path_factory.mktemp("whole") / "savepoint-8c3f1a-0d2e5c"), 0),
        "damaged": page_of(damaged(tmp_path_factory.mktemp("damaged") / "savepoint-77fe10-b0c1d2"), 1),
    }


@pytest.fixture(params=LOOKS, ids="-".join)
def size_and_scheme(request):
    return request.param


@pytest.fixture(params=["whole", "damaged"])
def shown(request, size_and_scheme, look, addresses):
    """The page at a size and in a theme, and what all three are called."""
    size, scheme = size_and_scheme
    page = look(addresses[request.param], color_scheme=scheme, **SIZES[size])
    return page, f"savepoint-{request.param}-{size}-{scheme}.png"


def test_axe_finds_nothing(shown):
    page, _ = shown
    assert violations(page) == []


def test_axe_finds_nothing_where_every_part_is_open(shown):
    page, _ = shown
    open_all(page)
    assert violations(page) == []


def test_it_never_scrolls_sideways(shown):
    page, _ = shown
    open_all(page)
    assert page.evaluate("document.documentElement.scrollWidth") == page.viewport_size["width"]


def test_numbers_of_subtasks_are_below_their_bars(shown):
    page, _ = shown
    assert page.locator("svg.bars").count() == 2
    assert away_from_their_bars(page) == []


def test_it_looks_as_it_did(shown, tmp_path):
    page, name = shown
    compare(page.screenshot(animations="disabled", full_page=True), PICTURES / name, tmp_path)


def test_the_verdict_comes_first_and_then_the_damage(look, addresses):
    page = look(addresses["damaged"])
    words = page.locator("main").inner_text()
    verdict, damage, operator = map(words.index, ("could be restored: no", "Damage", "Operator Count clicks"))
    assert verdict < damage < operator
    assert "part-3: the file is not there" in words


def test_the_links_lead_to_the_operators(look, addresses):
    page = look(addresses["whole"])
    page.get_by_role("navigation", name="Operators").get_by_role("link", name="Operator Source").click()
    assert page.evaluate("document.activeElement.querySelector('h2').innerText").startswith("Operator Source")


@pytest.mark.parametrize(
    ("chart", "said"),
    [
        ("bytes by key group: 128 key groups, 94 of them empty", "key group 1 of subtask 0: 0 B, 0.0 %"),
        ("bytes by subtask: 4 subtasks, busiest ÷ average 1.88x", "subtask 1 (key groups 32 to 63): 3.4 kB, 47.0 %"),
    ],
)
def test_arrow_keys_say_what_a_mark_is(look, addresses, chart, said):
    page = look(addresses["whole"])
    figure = page.locator("figure", has=page.get_by_role("application", name=chart, exact=True))
    figure.locator("svg").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert figure.get_by_role("status").inner_text().startswith(said)


def test_a_caption_that_repeats_its_heading_is_heard_and_not_seen(look, addresses):
    page = look(addresses["whole"])
    assert page.get_by_role("heading", name="Largest entries").bounding_box()["height"] > 10
    table = page.get_by_role("table", name="Largest entries")
    assert table.locator("caption").bounding_box()["height"] <= 1
    open_all(page)
    assert page.get_by_role("table", name="Files of state").first.is_visible()


def test_it_is_whole_without_scripts(look, addresses):
    page = look(addresses["whole"], java_script_enabled=False)
    assert page.locator("svg.bars").first.is_visible()
    page.locator("summary").first.click()
    assert page.get_by_text("43 to 63").is_hidden()
    assert page.get_by_text("32 to 63", exact=True).first.is_visible()
