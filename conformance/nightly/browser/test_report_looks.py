"""The report's page for eyes of every kind: accessibility by axe, phones, and screenshots compared with pictures."""

import re
from pathlib import Path

import pytest
import sample_results
from browser import violations
from pictures import compare, require_alike, small
from report_pages import cell, written

from jarparity.report.results import Result

PICTURES = Path(__file__).with_name("pictures")
PHONE = {"width": 400, "height": 740}
STATES = ("ports", "lines", "detail", "nothing")


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    documents = [sample_results.good(), sample_results.bad()]
    results = [Result(f"{document['port']['name']} 1.0", document) for document in documents]
    return written(tmp_path_factory.mktemp("page"), results)


def brought(page, state):
    """The page in one of its states."""
    if state == "operations":
        page.evaluate("document.getElementById('operations').scrollIntoView()")
    elif state == "lines":
        page.get_by_role("combobox", name="Port").select_option("1")
    elif state == "detail":
        cell(page, "kafka.assignor.range", "bad-port").click()
    elif state == "nothing":
        page.get_by_role("searchbox", name="Operation").fill("nothing")
    return page


@pytest.mark.parametrize("size", [{}, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing(look, address, state, scheme, size):
    page = brought(look(address, color_scheme=scheme, **size), state)
    assert violations(page) == []


def test_axe_finds_what_is_wrong(look, address):
    page = look(address)
    page.evaluate(
        "document.querySelector('#filters [name=line]').parentElement.replaceWith(document.createElement('select'))"
    )
    page.evaluate("document.body.style.setProperty('--quiet', '#bbbbbb')")
    assert {found.partition(":")[0] for found in violations(page)} == {"color-contrast", "select-name"}


@pytest.mark.parametrize("state", STATES)
def test_a_phone_needs_no_sideways_scrolling_and_no_magnifier(look, address, state):
    page = brought(look(address, has_touch=True, **PHONE), state)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    sizes = page.eval_on_selector_all(
        "p, th, td, li, label, summary, pre, button, select, small",
        "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))",
    )
    assert min(sizes) >= 11
    low = [
        box
        for box in page.locator("#filters select, #filters button, header button, #filters input[type=search]").all()
        if box.is_visible() and box.bounding_box()["height"] < 40
    ]
    assert low == []


def test_a_wide_matrix_scrolls_by_itself(look, tmp_path):
    (document,) = sample_results.big(ports=1, operations=3, lines=20, failures=1)
    counts = document["byLine"]
    # One operation that was asked on the first line alone: the others say so, to who can't see, too.
    name, lines = next(iter(counts.items()))
    counts[name] = dict(list(lines.items())[:1])
    page = look(written(tmp_path, [Result("wide", document)]), **PHONE)
    assert page.get_by_text("not asked").count() == 19
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    box = page.locator("#matrix .scroll")
    assert box.evaluate("box => box.scrollWidth") > PHONE["width"]
    # The names of operations stay where they are.
    before = page.locator("#matrix tbody tr:not(.group) th").first.bounding_box()["x"]
    box.evaluate("box => { box.scrollLeft = 300 }")
    assert page.locator("#matrix tbody tr:not(.group) th").first.bounding_box()["x"] == before


def test_a_version_is_never_broken_in_two(look, tmp_path):
    (document,) = sample_results.big(ports=1, operations=3, lines=20, failures=1)
    page = look(written(tmp_path, [Result("wide", document)]), **PHONE)
    versions = page.locator("#matrix thead th[scope=col]").filter(has_text=re.compile(r"\d\.\d"))
    assert versions.count() == 20
    assert [text for text in versions.evaluate_all("all => all.map(one => one.innerHTML)") if ".<wbr>" in text] == []


LOOKS = [
    ("ports-light", "ports", {"color_scheme": "light"}),
    ("lines-dark", "lines", {"color_scheme": "dark"}),
    ("detail-light", "detail", {"color_scheme": "light"}),
    ("phone-dark", "operations", {"color_scheme": "dark"} | PHONE),
    ("phone-detail-light", "detail", {"color_scheme": "light"} | PHONE),
]


@pytest.mark.parametrize("kept", LOOKS, ids=[name for name, *_ in LOOKS])
def test_it_looks_as_it_did(look, address, kept, tmp_path):
    name, state, options = kept
    page = brought(look(address, **options), state)
    compare(page.screenshot(animations="disabled"), PICTURES / f"{name}.png", tmp_path)


def test_another_look_is_seen(look, address):
    page = look(address, color_scheme="light")
    before = small(page.screenshot())
    require_alike(before, small(look(address, color_scheme="light").screenshot()))
    page.add_style_tag(content="#matrix { display: none }")
    with pytest.raises(AssertionError, match="off"):
        require_alike(before, small(page.screenshot()))
    with pytest.raises(AssertionError, match="off on average"):
        require_alike(before, small(look(address, color_scheme="dark").screenshot()))
