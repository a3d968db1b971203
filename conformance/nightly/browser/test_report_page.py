"""The report's page in a real browser: what is shown, clicked and walked through by keys."""

import json
import re

import pytest
import sample_results
from report_pages import cell, written
from sample_results import MARKUP, MURMUR

from jarparity.report.formats import cells
from jarparity.report.results import Result, Status, all_lines


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    documents = sample_results.big()
    return written(tmp_path_factory.mktemp("large"), [Result(f"port-{n}", d) for n, d in enumerate(documents)])


def spanned(where, lines):
    """The releases of a column: `flink 1.16.3 to 2.3.0` are several."""
    first, _, last = where.partition(" to ")
    last = f"{first.partition(' ')[0]} {last}" if last else first
    return lines[lines.index(first) : lines.index(last) + 1]


def test_every_status_is_that_of_the_other_forms(look, address, results):
    expected = {(r.label, name): status.value for r in results for name, status in r.statuses.items()}
    page = look(address)
    found = {}
    for button in page.locator("button.cell").all():
        name, label, _ = button.get_attribute("aria-label").split(", ", 2)
        found[label, name] = button.get_attribute("class").split()[1]
    assert found == expected


def test_every_cell_of_a_line_is_that_of_the_other_forms(look, address, results):
    page = look(address)
    page.get_by_label("Also what was skipped").check()
    for place, result in enumerate(results[:2]):
        page.get_by_role("combobox", name="Port").select_option(str(place))
        found = {}
        for button in page.locator("button.cell").all():
            name, _, where, _ = button.get_attribute("aria-label").replace(": ", ", ").split(", ", 3)
            for line in spanned(where, all_lines(results)):
                found[name, line] = button.get_attribute("class").split()[1]
        listed = map(json.loads, cells([result]).splitlines())
        assert found == {(row["operation"], row["line"]): row["status"] for row in listed}


def test_a_cell_shows_a_sign_and_a_count_and_not_only_a_colour(look, address, results):
    page = look(address)
    assert cell(page, MURMUR, "bad-port").inner_text() == "✗ 4 on 3 of 3 releases"
    assert cell(page, MURMUR, "good-port").inner_text() == "✓ 120"
    signs = page.get_by_label("Signs").inner_text()
    met = {found for result in results for found in result.statuses.values()}
    for status in Status:
        assert (f"{status.symbol} {status.value}" in signs) == (status in met), status
        assert status.words in signs or status not in met


def test_a_click_shows_the_smallest_case_both_answers_and_the_command(look, address):
    page = look(address)
    cell(page, MURMUR, "bad-port").click()
    detail = page.get_by_role("dialog", name=MURMUR)
    assert detail.is_visible()
    shown = detail.inner_text()
    assert "5 agree, 4 differ" in shown
    assert "value/1" in shown
    assert [part.inner_text() for part in detail.locator(".answers pre").all()[:2]] == ["68075478", "2079408170"]
    command = detail.locator("pre.command").first.inner_text()
    assert command == f"jarparity check --operation {MURMUR} --reference golden --case value/1 --port bad-port:PORT"
    lines = detail.get_by_role("row", name="flink 1.16.3").get_by_role("cell").all_inner_texts()
    assert lines == ["✗ differs", "1", "2", "0", "0", "0"]


def test_what_differs_in_two_answers_is_marked(look, address):
    page = look(address)
    cell(page, "kafka.assignor.range", "bad-port").click()
    page.locator("dialog").get_by_text("as JSON").first.click()
    marks = page.locator("dialog .answers mark")
    assert [" ".join(mark.inner_text().split()) for mark in marks.all()] == [
        ', 2]]], "consumer-2": [["orders", [',
        ']]], "consumer-2": [["orders", [2,',
    ]
    assert "underline" in marks.first.evaluate("mark => getComputedStyle(mark).textDecorationLine")
    assert "the time ran out before the search and the bulk check ended" in page.locator("dialog").inner_text()


def test_who_lost_what_to_whom_is_said_and_shown(look, address):
    page = look(address)
    cell(page, "kafka.assignor.range", "bad-port").click()
    members = page.locator("dialog .members").first
    assert members.get_by_role("listitem").all_inner_texts() == [
        "orders-2: consumer-1 in the original, consumer-2 in the port."
    ]
    rows = [row.all_inner_texts() for row in (members.locator("tbody tr").nth(n).locator("td") for n in (0, 1))]
    assert [[cell.split() for cell in row] for row in rows] == [
        [["orders-0", "orders-1", "orders-2"], ["orders-0", "orders-1"]],
        [["orders-3", "orders-4"], ["orders-2", "orders-3", "orders-4"]],
    ]
    assert members.locator("mark").all_inner_texts() == ["orders-2", "orders-2"]


def test_issues_are_links(look, tmp_path):
    document = sample_results.bad()
    row = next(row for row in document["failures"] if row["operation"] == MURMUR)
    row["looksLike"] = ["a: b (IBM/sarama#1114, KAFKA-4); see https://example.com/x"]
    page = look(written(tmp_path, [Result("bad", document)]))
    cell(page, MURMUR, "1.16.3").click()
    assert [link.get_attribute("href") for link in page.locator("dialog a").all()][:3] == [
        "https://github.com/IBM/sarama/issues/1114",
        "https://issues.apache.org/jira/browse/KAFKA-4",
        "https://example.com/x",
    ]


def test_what_differs_comes_first_and_the_newest_release(look, single):
    page = look(single)
    assert page.locator("main > .finding").inner_text().startswith("FAIL bad-port 1.0 against golden: ")
    assert page.locator("#matrix tr.group").nth(1).inner_text().strip() == "With differences or errors"
    top = {name: page.locator(f"#{name}").bounding_box()["y"] for name in ("legend", "matrix", "ports")}
    assert top["legend"] < top["matrix"] < top["ports"]


def test_an_edge_beyond_which_there_is_more_fades(look, tmp_path):
    (document,) = sample_results.big(ports=1, operations=3, lines=20, failures=1)
    for at, lines in enumerate(document["byLine"].values()):
        for nth, counts in enumerate(lines.values()):
            counts["agrees"] = 1000 * at + nth  # no two columns alike
    page = look(written(tmp_path, [Result("wide", document)]), width=700)
    box = page.locator("#matrix .scroll").first
    assert "more" in box.get_attribute("class").split()
    box.evaluate("box => { box.scrollLeft = box.scrollWidth }")
    page.wait_for_function("!document.querySelector('#matrix .scroll').classList.contains('more')")


def test_grades_and_the_cases_that_lost_them(look, tmp_path):
    page = look(written(tmp_path, [Result("valid-port 1.0", sample_results.valid())]))
    assert cell(page, "kafka.assignor.sticky", "2.8.2").inner_text() == "~ 2"
    cell(page, "kafka.assignor.sticky", "2.8.2").click()
    detail = page.get_by_role("dialog")
    assert "three, graded valid" in detail.inner_text()
    assert "The smallest case that is not equivalent." in detail.inner_text()
    detail.get_by_text("two").click()
    detail.get_by_text("The smallest case that is not exact.").wait_for()


def test_further_cases_are_laid_out_when_they_are_opened(look, tmp_path):
    (document,) = sample_results.big(ports=1, operations=1, lines=2, failures=3)
    page = look(written(tmp_path, [Result("one", document)]))
    page.locator("button.cell").first.click()
    assert "and 2 more cases of this kind" in page.get_by_role("dialog").inner_text()
    more = page.locator("dialog details")
    assert (more.count(), more.locator("pre").count()) == (2, 0)
    more.get_by_text("generated/000000000002").click()
    more.locator("pre").first.wait_for()
    assert '"partitions": 2' in more.nth(1).inner_text()


def test_each_kind_of_failure_is_laid_out(look, address):
    page = look(address)
    cell(page, MURMUR, "bad-port").click()
    assert page.get_by_role("heading", name="Smallest failing case").count() == 1
    assert page.get_by_role("heading", name="Another kind of failure").count() == 1
    assert '{"error": {"kind": "ArithmeticException", "message": "/ by zero"}}' in page.locator("dialog").inner_text()


def test_escape_and_the_button_and_the_ground_close_it_and_give_the_focus_back(look, address):
    page = look(address)
    button = cell(page, MURMUR, "bad-port")
    for close in (
        lambda: page.keyboard.press("Escape"),
        lambda: page.get_by_role("button", name="Close").click(),
        lambda: page.mouse.click(20, 450),
    ):
        button.click()
        assert page.get_by_role("dialog").is_visible()
        close()
        assert not page.get_by_role("dialog").is_visible()
        assert button.evaluate("button => button === document.activeElement")


def test_the_command_can_be_copied(look, address):
    page = look(address, permissions=["clipboard-read", "clipboard-write"])
    cell(page, MURMUR, "bad-port").click()
    command = page.locator("dialog pre.command").first.inner_text()
    page.get_by_role("button", name="Copy").first.click()
    page.get_by_role("button", name=re.compile("Copied|Selected")).first.wait_for()
    copied = page.evaluate("navigator.clipboard.readText().catch(() => getSelection().toString())")
    assert copied == command


def test_arrow_keys_walk_through_the_matrix_and_tab_leaves_it(look, address):
    page = look(address)
    page.locator("button.cell").first.focus()
    told = []
    for key in ("ArrowDown", "ArrowRight", "ArrowUp", "ArrowUp", "Home", "End", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
        told.append(
            page.evaluate("document.activeElement.ariaLabel?.split(':')[0] ?? document.activeElement.textContent")
        )
    markup = told.pop(5)
    assert markup.startswith("java.string.hash, </script>")
    assert told == [
        f"{MURMUR}, good-port 1.0, all releases",
        f"{MURMUR}, bad-port 1.0, all releases",
        "java.string.hash, bad-port 1.0, all releases",
        "java.string.hash, bad-port 1.0, all releases",
        "java.string.hash, good-port 1.0, all releases",
        told[5],
        "·not asked",
    ]
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    assert page.get_by_role("dialog", name="kafka.assignor.range").is_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#matrix')") is None


def test_the_skip_link_comes_first_and_leads_on(look, address):
    page = look(address)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the main part"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.name") == "port"


def test_markup_in_words_are_text(look, address):
    page = look(address)
    cell(page, "java.string.hash", "onclick").click()
    detail = page.get_by_role("dialog").inner_text()
    assert MARKUP in detail
    assert '"detail": "</script>' in detail
    assert page.locator("b[onclick]").count() == 0


def test_light_and_dark_follow_the_system_and_the_button(look, address):
    ground = "getComputedStyle(document.body).backgroundColor"
    light, dark = look(address, color_scheme="light"), look(address, color_scheme="dark")
    assert light.evaluate(ground) != dark.evaluate(ground)
    light.get_by_role("button", name="Theme: auto").click()
    light.get_by_role("button", name="Theme: light").click()
    assert light.evaluate(ground) == dark.evaluate(ground)


def test_a_page_of_full_size_shows_every_cell_and_only_what_is_asked_for(look, large):
    page = look(large)
    assert page.locator("button.cell").count() == 600
    assert page.locator("pre").count() == 0
    page.get_by_role("combobox", name="Port").select_option("9")
    assert page.locator("button.cell").count() == 1200
    page.locator("button.cell").last.click()
    assert "of 20 failures of this operation are on this page" in page.get_by_role("dialog").inner_text()


def test_without_scripts_the_ports_can_be_read(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    assert page.get_by_role("row", name=re.compile("bad-port 1.0")).is_visible()
    assert page.get_by_text("The operations are shown by a script").is_visible()
    assert not page.get_by_role("searchbox", name="Operation").is_visible()
    context.close()
