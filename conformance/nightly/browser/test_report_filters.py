"""The report's page in a real browser: a port, a release and operations are chosen, and a link keeps the choice."""

import pytest
import sample_results
from report_pages import cell, headings, rows, status, written
from sample_results import MURMUR

from jarparity.report.results import Result


def test_a_port_is_chosen_and_its_lines_are_the_columns(look, address):
    page = look(address)
    assert headings(page)[1:3] == ["good-port 1.0", "bad-port 1.0"]
    page.get_by_role("button", name="bad-port 1.0", exact=True).click()
    assert page.get_by_role("combobox", name="Port").input_value() == "1"
    assert headings(page) == [
        "Operation",
        "17",
        "Operation",
        "1.20.5 to 2.3.0",
        "1.16.3",
        "Operation",
        "4.4.0",
        "2.8.2",
    ]
    assert cell(page, MURMUR, "flink 1.16.3").inner_text() == "✗ 2"
    assert cell(page, MURMUR, "to 2.3.0").inner_text() == "✗ 1"
    cell(page, MURMUR, "flink 1.16.3").click()
    assert page.get_by_role("heading", name="Smallest failing case on flink 1.16.3").is_visible()


def test_one_port_alone_shows_its_lines_at_once(look, single):
    page = look(single)
    assert headings(page)[:5] == ["Operation", "17", "Operation", "1.20.5 to 2.3.0", "1.16.3"]


def test_a_line_is_chosen(look, address):
    page = look(address)
    page.get_by_role("combobox", name="Release").select_option("flink 1.16.3")
    assert rows(page) == ["murmur-hash"]
    assert cell(page, MURMUR, "bad-port", "flink 1.16.3").inner_text() == "✗ 2"


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("kafka.*", ["range", "sticky"]),
        ("*hash", ["hash", "murmur-hash"]),
        ("MURMUR", ["murmur-hash"]),
        ("kafka.assignor.rang?", ["range"]),
        ("a.b", []),
        ("[", []),
    ],
)
def test_operations_are_chosen_by_glob_or_part(look, address, typed, expected):
    page = look(address)
    page.get_by_role("searchbox", name="Operation").fill(typed)
    assert rows(page) == expected
    assert status(page).startswith(f"{len(expected)} of 4 operations shown" if expected else "No operation matches")


def test_only_what_differs_and_all_of_it_again(look, address):
    page = look(address)
    page.get_by_role("combobox", name="Port").select_option("0")
    page.get_by_label("Only what differs").check()
    assert rows(page) == ["sticky"]
    assert status(page) == "1 of 4 operations shown; 1 with differences or errors."
    page.get_by_role("button", name="Reset").click()
    assert rows(page) == ["hash", "murmur-hash", "range", "sticky"]
    assert not page.get_by_label("Only what differs").is_checked()


def test_what_every_shown_port_skipped_is_shown_on_demand(look, address):
    page = look(address)
    page.get_by_role("combobox", name="Port").select_option("1")
    assert rows(page) == ["hash", "murmur-hash", "range"]
    assert status(page).endswith("1 operation not shown: all cases were skipped.")
    page.get_by_label("Also what was skipped").check()
    assert rows(page) == ["hash", "murmur-hash", "range", "sticky"]
    assert rows(look(page.url)) == ["hash", "murmur-hash", "range", "sticky"]


def test_lines_that_a_port_does_not_claim_have_columns_on_demand(look, tmp_path):
    range_ = sample_results.Case("kafka.assignor.range", "one", {"members": []})
    document = sample_results.checked(
        "newest-only",
        sample_results.Agrees(range_, sample_results.KAFKA[1:], "golden", sample_results.Value({})),
        sample_results.Skipped(range_, sample_results.KAFKA[:1], "golden", "not claimed by the port"),
    )
    page = look(written(tmp_path, [Result("newest-only 1.0", document)]))
    assert headings(page) == ["Operation", "4.4.0"]
    page.get_by_label("Also what was skipped").check()
    assert headings(page) == ["Operation", "4.4.0", "2.8.2"]


def test_a_link_keeps_the_filters(look, address):
    page = look(address)
    page.get_by_role("combobox", name="Port").select_option("1")
    page.get_by_role("combobox", name="Release").select_option("kafka-clients 4.4.0")
    page.get_by_role("searchbox", name="Operation").fill("*range")
    page.get_by_label("Only what differs").check()
    again = look(page.url)
    assert rows(again) == ["range"]
    assert again.get_by_role("combobox", name="Release").locator("option:checked").inner_text() == "kafka-clients 4.4.0"
    assert again.get_by_label("Only what differs").is_checked()
