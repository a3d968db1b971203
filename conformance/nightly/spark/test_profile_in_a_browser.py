"""The page of a profile of real rows, looked at in a real browser: what is drawn, clicked, typed and read out."""

import re
from itertools import pairwise

import pytest
from browser import opened_browser
from pyspark.sql import functions as f

from jarparity.spark.key_types import key_of
from jarparity.spark.placements import parse_placement, parse_placements
from jarparity.spark.profile.document import write
from jarparity.spark.profile.joining import Other
from jarparity.spark.profile.profiling import Keyed, Wanted, profile

PHONE = {"width": 400, "height": 740}


@pytest.fixture(scope="module")
def found(spark):
    """One hot key, and a join with another number of partitions."""
    key = f.when(f.col("id") % 4 == 0, "<b>hot</b>").otherwise(f.concat(f.lit("user-"), f.col("id").cast("string")))
    frame = spark.range(0, 3000, 1, 2).select(key.alias("user"), (f.col("id") % 90).alias("size"))
    data = Keyed(frame, "clicks.parquet", key_of(frame.schema, ["user"]))
    placements = tuple(parse_placements(["flink:max=128,parallelism=6", "kafka:partitions=12"]))
    wanted = Wanted(placements, {"max": (256,), "partitions": (24, 36)}, size_column="size", distinct=True)
    return profile(data, wanted, Other(data, parse_placement("kafka:partitions=24")))


@pytest.fixture(scope="module")
def address(found, tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "profile.html"
    write(found, path, "html")
    return path.as_uri()


@pytest.fixture(scope="module")
def browser():
    with opened_browser() as chromium:
        yield chromium


@pytest.fixture
def look(browser, address):
    """Opens the page; at the end nothing may have gone wrong in it, and nothing been fetched."""
    contexts, wrong = [], []

    def opened(**options):
        context = browser.new_context(viewport={"width": 1280, "height": 900}, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: wrong.append(message.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda request: wrong.append(request.url) if request.url != address else None)
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []


def section(page, name):
    return page.get_by_role("region", name=name, exact=True)


def chart(page, name):
    """A chart that is shown, and what is said of it."""
    drawn = page.get_by_role("application", name=re.compile(name))
    return drawn, page.locator("figure", has=drawn).get_by_role("status")


def heights(page, selector):
    return page.eval_on_selector_all(selector, "bars => bars.map(bar => bar.getBoundingClientRect().height)")


def test_bars_are_as_high_as_their_counts(look, found):
    page = look()
    for anchor, load in (("placed0", found.placed[0].load), ("placed1", found.placed[1].load)):
        counts = load.counts["rows"].tolist()
        drawn = heights(page, f"#{anchor} [data-weight=rows] .bar")
        assert drawn == pytest.approx([max(drawn) * count / max(counts) for count in counts], abs=0.7)
        assert max(drawn) > 100


def test_the_map_has_a_cell_a_key_group_and_the_hot_one_stands_out(look, found):
    page = look()
    cells = page.locator("#placed0 [data-weight=rows] svg.heat").first.locator("rect.mark")
    assert cells.count() == 128
    hot = int(found.placed[0].owned.load.counts["rows"].argmax())
    assert "heat8" in cells.nth(hot).get_attribute("class")
    colours = {cells.nth(n).evaluate("cell => getComputedStyle(cell).fill") for n in (hot, (hot + 1) % 128)}
    assert len(colours) == 2


def test_curves_rise_and_fall_as_the_figures(look, found):
    page = look()
    dots = page.locator("#placed0 [data-weight=rows] svg.curve").first.locator(".dot")
    middles = [dots.nth(n).bounding_box()["y"] for n in range(dots.count())]
    figures = [other.skews["rows"].max_over_mean for other in found.placed[0].others]
    assert len(middles) == len(figures)
    for (y, next_y), (figure, next_figure) in zip(pairwise(middles), pairwise(figures), strict=True):
        if abs(figure - next_figure) > 0.05:
            assert (next_y < y) is (next_figure > figure)


def test_clicks_choose_what_is_weighed(look):
    page = look()
    part = section(page, "flink:max=128,parallelism=6")
    shown = lambda weight: part.locator(f"[data-weight={weight}]").is_visible()  # noqa: E731 - three times below
    assert [shown(weight) for weight in ("rows", "keys", "bytes")] == [True, False, False]
    part.get_by_label("bytes", exact=True).check()
    assert [shown(weight) for weight in ("rows", "keys", "bytes")] == [False, False, True]
    assert section(page, "kafka:partitions=12").locator("[data-weight=rows]").is_visible()


def test_a_pointer_on_a_bar_says_what_it_is(look, found):
    page = look()
    drawn, said = chart(page, "^rows by partition: 12 partitions")
    resting = said.inner_text()
    drawn.locator(".mark").nth(3).hover()
    assert said.inner_text().startswith(f"partition 3: {found.placed[1].load.counts['rows'][3]:,} rows")
    assert resting != said.inner_text()


def test_keys_walk_through_a_chart(look):
    page = look()
    drawn, said = chart(page, "^rows by subtask: 6 subtasks")
    resting = said.inner_text()
    drawn.focus()
    told = []
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "Home", "Escape"):
        page.keyboard.press(key)
        told.append(said.inner_text().partition(" (")[0])
    assert told == [*(f"subtask {n}" for n in (0, 1, 0, 5, 5, 0)), resting]


def test_keys_walk_down_the_map_by_its_rows(look):
    page = look()
    drawn, said = chart(page, "^rows by key group")
    drawn.focus()
    for key in ("Home", "ArrowDown", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    assert said.inner_text().startswith("key group 33 of subtask 1")


def test_tab_reaches_every_chart_that_is_shown(look):
    page = look()
    reached = set()
    for _ in range(80):
        page.keyboard.press("Tab")
        name = page.evaluate("document.activeElement.matches('svg') && document.activeElement.ariaLabel")
        if name:
            reached.add(name.partition(":")[0].partition(" (")[0])
    assert {"rows by subtask", "rows by key group", "rows by partition"} <= reached
    assert not any(name.startswith(("keys", "bytes")) for name in reached)


def test_the_skip_link_comes_first_and_leads_on(look):
    page = look()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the main part"
    page.keyboard.press("Enter")
    assert page.url.endswith("#main")


def test_tables_open_by_a_click_and_have_names(look, found):
    page = look()
    part = section(page, "kafka:partitions=12").locator("[data-weight=rows]")
    table = part.get_by_role("table", name="Partitions by rows, busiest first")
    assert not table.is_visible()
    part.get_by_text("Busiest partitions as a table").click()
    assert table.is_visible()
    busiest = found.placed[1].load.skews["rows"].busiest
    assert table.get_by_role("rowheader").first.inner_text() == str(busiest)


def test_markup_in_keys_are_text(look):
    page = look()
    assert page.get_by_role("table", name="The most frequent keys").get_by_text("<b>hot</b>").is_visible()


def test_links_lead_to_the_sections(look):
    page = look()
    page.get_by_role("link", name="Join").click()
    assert page.get_by_role("heading", name="Join needs a shuffle").is_visible()
    assert page.get_by_text("the numbers of partitions differ: 12 and 24").is_visible()


BACKGROUND = "getComputedStyle(document.body).backgroundColor"


def test_light_and_dark_follow_the_system_and_the_button(look):
    light, dark = look(color_scheme="light"), look(color_scheme="dark")
    assert light.evaluate(BACKGROUND) == "rgb(255, 255, 255)"
    night = dark.evaluate(BACKGROUND)
    assert night == "rgb(20, 24, 29)"
    button = light.get_by_role("button", name=re.compile("Theme"))
    seen = []
    for _ in range(3):
        button.click()
        seen.append((button.inner_text(), light.evaluate(BACKGROUND)))
    white = "rgb(255, 255, 255)"
    assert seen == [("Theme: light", white), ("Theme: dark", night), ("Theme: auto", white)]


CONTRAST = """selector => {
  const light = text => {
    const [r, g, b] = text.match(/[0-9.]+/g).slice(0, 3).map(Number).map(value => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = element => {
    for (let at = element; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (!colour.includes(", 0)")) return colour;
    }
  };
  return [...document.querySelectorAll(selector)].map(element => {
    const both = [light(getComputedStyle(element).color), light(ground(element))].sort((a, b) => b - a);
    return (both[0] + 0.05) / (both[1] + 0.05);
  });
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read_in_either_theme(look, scheme):
    page = look(color_scheme=scheme)
    for selector in ("p", "h1, h2, h3", "dt", "dd", "a", "summary", "th", "td", "output", ".chart span", "button"):
        contrasts = page.evaluate(CONTRAST, selector)
        assert contrasts
        assert min(contrasts) >= 4.5, selector


def test_a_phone_needs_no_sideways_scrolling_and_no_magnifier(look, tmp_path):
    page = look(color_scheme="dark", has_touch=True)
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    sizes = page.eval_on_selector_all(
        "p, dt, dd, td, th, output, .chart span, label, summary, a",
        "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))",
    )
    assert min(sizes) >= 12
    for target in page.locator("button, label").all():
        if target.is_visible():
            assert target.bounding_box()["height"] >= 40
    assert min(heights(page, "#placed0 [data-weight=rows] svg.bars")) > 150


def test_screenshots_show_the_page_and_its_themes(look, tmp_path):
    shots = {}
    for scheme in ("light", "dark"):
        page = look(color_scheme=scheme)
        shots[scheme] = page.screenshot(path=tmp_path / f"{scheme}.png", full_page=True)
        assert shots[scheme].startswith(b"\x89PNG")
        width, height = (int.from_bytes(shots[scheme][at : at + 4], "big") for at in (16, 20))
        assert (width, height) == (1280, page.evaluate("document.documentElement.scrollHeight"))
        assert height > 2000
    assert shots["light"] != shots["dark"]


def test_the_page_is_whole_without_scripts(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    part = page.locator("#placed0")
    assert [part.locator(f"[data-weight={weight}]").is_visible() for weight in ("rows", "keys", "bytes")] == [True] * 3
    assert not page.locator("#theme").is_visible()
    assert page.get_by_role("img", name=re.compile("^rows by subtask")).is_visible()
    context.close()
