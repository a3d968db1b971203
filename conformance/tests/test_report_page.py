"""The page of a report: what it embeds and escapes, and how big it gets. A browser looks at it elsewhere."""

import json
import re

import pytest
import sample_results
from html_reading import Read
from sample_results import FLINK, MARKUP, MURMUR, RANGE, results

from jarparity.report.page.page import SHOWN, cut, laid_out, page
from jarparity.report.results import Result


def data_of(text):
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)[1])


def test_the_page_is_well_formed_and_needs_nothing_else(tmp_path):
    shown = page(results(tmp_path, sample_results.good(), sample_results.bad()))
    found = Read(shown)
    policies = [attrs["content"] for tag, attrs in found.elements if attrs.get("http-equiv")]
    assert [policy.startswith("default-src 'none'") for policy in policies] == [True]
    # Links are made when they are clicked at; nothing is loaded from an address.
    assert not [tag for tag, attrs in found.elements if "src" in attrs or "://" in attrs.get("href", "")]
    assert "url(" not in shown
    assert "import(" not in shown
    assert ("html", {"lang": "en"}) in found.elements


def test_the_page_says_first_of_what_it_is_from_when_and_whether_it_passed(tmp_path):
    document = sample_results.bad() | {"ended": "2026-11-24T03:00:00+00:00"}
    words = " ".join(" ".join(Read(page(results(tmp_path, document, sample_results.good()))).texts).split())
    head = words[words.index("Conformance of bad-port 1.0 and good-port 1.0") :]
    assert "2026-11-24, 2 ports, 4 operations compared, " in head
    failed = head.index("FAIL bad-port 1.0 against golden: 3 of 3 operations compared failed")
    assert failed < head.index("PASS good-port 1.0 against golden: 0 of 4 operations compared failed")
    many = [Result(f"port-{n}", document) for n in range(4)]
    assert "FAIL: 4 of 4 ports failed" in page(many)
    assert "<h1>Mine</h1>" in page(many, "Mine")


def test_what_is_not_claimed_is_not_counted_as_compared(tmp_path):
    document = sample_results.good()
    skipped = dict.fromkeys(("agrees", "differs", "errored", "known"), 0) | {"skipped": 9}
    more = document | {
        "operations": {**document["operations"], "flink.key.hash": skipped},
        "byLine": {**document["byLine"], "flink.key.hash": {"flink 1.17.2": skipped}},
    }
    subtitles = [
        page(results(tmp_path, one)).partition("</header>")[0].rpartition("1 port")[2] for one in (document, more)
    ]
    assert subtitles[0] == subtitles[1]


def test_without_a_script_the_ports_can_be_read(tmp_path):
    shown = page(results(tmp_path, sample_results.good(), sample_results.bad()))
    words = " ".join(" ".join(Read(shown).texts).split())
    assert "good-port 1.0 python" in words
    assert "bad-port 1.0 go ✗ 2 differs ! 1 errored \u2013 1 skipped" in words
    assert "not asked: jpype: JPype is not installed" in words
    assert "the time ran out for 1 operation" in words


def test_markup_in_words_stay_in_their_place(tmp_path):
    shown = page(results(tmp_path, sample_results.markup(), sample_results.good()), MARKUP)
    found = Read(shown.encode("utf-8", "backslashreplace").decode())
    assert [tag for tag, _ in found.elements].count("script") == 2
    assert "b" not in [tag for tag, _ in found.elements]
    assert not [name for _, attrs in found.elements for name in attrs if name.startswith("on")]
    text = re.search(r'id="data">(.*?)</script>', shown, re.DOTALL)[1]
    assert text.isascii()
    assert not set("<>&") & set(text)
    data = json.loads(text)
    assert data["ports"][0]["label"] == f"{MARKUP} {MARKUP}"
    assert data["ports"][0]["language"] == MARKUP


def test_cells_have_the_counts_of_each_line_and_of_all(tmp_path):
    data = data_of(page(results(tmp_path, sample_results.bad())))
    names = [operation["name"] for operation in data["operations"]]
    cell = data["cells"][0][names.index(MURMUR)]
    counts = {data["lines"][line]: numbers for on, *numbers in cell["counts"] for line in on}
    assert data["verdicts"] == ["agrees", "differs", "errored", "skipped", "known"]
    assert counts == {FLINK[0]: [1, 2, 0, 0, 0], FLINK[1]: [2, 1, 0, 0, 0], FLINK[2]: [2, 1, 0, 0, 0]}
    assert cell["all"] == [5, 4, 0, 0, 0]


def test_what_a_browser_would_round_is_text(tmp_path):
    document = sample_results.bad()
    row = next(row for row in document["failures"] if row["operation"] == MURMUR)
    row["got"] = {"value": 2**63 - 1}
    data = data_of(page(results(tmp_path, document)))
    names = [operation["name"] for operation in data["operations"]]
    (failure, *_) = data["failures"][0][names.index(MURMUR)]
    assert failure["got"] == "9223372036854775807"
    assert failure["command"].startswith("jarparity check --operation flink.math.murmur-hash --reference golden --case")


def test_a_command_is_whole_or_not_there(tmp_path):
    document = sample_results.bad()
    row = next(row for row in document["failures"] if row["operation"] == RANGE)
    row["reproduce"] = "jarparity check " + "x" * SHOWN
    data = data_of(page(results(tmp_path, document)))
    names = [operation["name"] for operation in data["operations"]]
    (failure,) = data["failures"][0][names.index(RANGE)]
    assert "command" not in failure
    assert failure["longCommand"] == len(row["reproduce"])


@pytest.fixture(scope="module")
def big():
    return [Result(f"port-{n}", document) for n, document in enumerate(sample_results.big())]


def test_ten_ports_of_sixty_operations_on_twenty_lines_fit_into_2_mb(big):
    shown = page(big)
    assert 1_500_000 < len(shown.encode()) <= 2_000_000
    data = data_of(shown)
    kept = [len(failures) for port in data["failures"] for failures in port]
    assert len(kept) == 600
    # Every operation has its smallest failure; the others are left out in turns.
    assert min(kept) >= 1
    assert max(kept) - min(kept) <= 1
    assert all(sum(len(on) for on, *_ in cell["counts"]) == 20 for port in data["cells"] for cell in port)


def test_json_is_laid_out_by_width():
    assert laid_out({"a": [1, 2], "b": "x"}) == '{"a": [1, 2], "b": "x"}'
    long = {"members": [{"id": "m" * 30, "topics": ["t" * 30]}, {"id": "n"}], "none": []}
    shown = laid_out(long)
    assert json.loads(shown) == long
    assert shown.splitlines()[:3] == ["{", '  "members": [', "    {"]
    assert '    {"id": "n"}' in shown.splitlines()


def test_what_is_nested_deeply_is_laid_out_to_some_depth():
    nested = ["x" * 80]
    for _ in range(900):
        nested = [nested]
    shown = laid_out(nested)
    assert json.loads(shown) == nested
    assert len(shown.splitlines()) < 100


def test_long_texts_are_cut_and_say_so():
    assert cut("x" * SHOWN) == "x" * SHOWN
    assert cut("x" * 12_345).endswith("…\n(12,345 characters in all)")
