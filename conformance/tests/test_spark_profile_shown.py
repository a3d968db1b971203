"""How a profile is shown: as a document, in the terminal, and on a page (which a browser looks at elsewhere)."""

import dataclasses
import json
from importlib import resources

import jsonschema
import numpy as np
import pytest
import sample_profile
from html_reading import Read

from jarparity.report.charts import amounts, figures
from jarparity.report.charts import svg as charts
from jarparity.spark.profile.document import TopKey
from jarparity.spark.profile.report import page, text


@pytest.fixture(scope="module")
def whole():
    return sample_profile.profile()


@pytest.fixture(scope="module")
def schema():
    return json.loads(resources.files("jarparity").joinpath("schemas/spark-profile.schema.json").read_text("utf-8"))


@pytest.mark.parametrize("parts", [{}, {"join_": False}, {"top": False}])
def test_the_document_fits_its_schema(schema, parts):
    jsonschema.validate(json.loads(json.dumps(sample_profile.profile(**parts).to_json(), allow_nan=False)), schema)


def test_the_schema_refuses_a_malformed_document(whole, schema):
    document = whole.to_json()
    document["placements"][0]["operators"]["rows"]["skew"]["gini"] = 2
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, schema)


def test_the_document_says_what_was_counted(whole):
    flink, kafka = whole.to_json()["placements"]
    assert flink["keyGroups"]["rows"]["counts"] == [10, 10, 10, 10, 0, 200, *[10] * 10]
    assert flink["operators"]["rows"]["counts"] == [240, 50, 50]
    assert flink["operators"]["rows"]["skew"]["busiest"] == 0
    assert [other["partitions"] for other in kafka["others"]] == [3, 4]
    assert kafka["others"][1]["moves"] == {"keyGroups": None, "rows": 80, "keys": 40, "bytes": 80_000}


def test_the_terminal_shows_every_part(whole):
    shown = text(whole, 120)
    for part in (
        "Key distribution: column `user`, clicks.parquet",
        "rows without a key  2",
        "Subtask 0 has 2.12x the average: 240 rows, 70.6 % of all.",
        "Partitions by rows",
        "Other parallelisms",
        "Other maximum parallelisms",
        "3 (now)",
        "up to 12 rows more",
        "Join needs a shuffle",
        "20 of 25 shared keys (80.0 %) are in different places, with 70 of 90 rows",
        "the key types differ",
    ):
        assert part in shown
    assert max(map(len, shown.splitlines())) <= 120


def profiled(rows, top):
    """A Kafka topic of three partitions whose most frequent key has so many rows."""
    placed = sample_profile.kafka_profile()
    keys = (TopKey("user-1", top, top, (placed.load.skews["rows"].busiest,)),)
    found = sample_profile.profile(placed=(placed,), join_=False)
    return dataclasses.replace(found, data=dataclasses.replace(found.data, rows=rows), top=keys)


@pytest.mark.parametrize(
    ("top", "said"),
    [
        (55, "One key causes it: user-1 has 50.0 % of the rows, 1.50x the average of partitions"),
        (11, "No single key causes it: the most frequent, user-1 has 10.0 % of the rows. Another number of partitions"),
    ],
)
def test_the_cause_of_a_skewed_load_is_its_second_sentence(top, said):
    found = profiled(110, top)
    lines = text(found, 300).splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith("rows: Partition 1 has 1.64x the average"))
    assert lines[at + 1].startswith(said)
    shown = " ".join(Read(page(found)).texts)
    assert "Partition 1 has 1.64x the average" in shown[: shown.index(said)]
    assert shown.index(said) < shown.index("The most frequent keys")


def test_the_page_has_top_keys_before_loads_and_explains_gini(whole):
    shown = page(whole)
    assert shown.index('<section id="top"') < shown.index('<section id="placed0"')
    assert "Gini: 0 where every subtask has the same load" in shown


@pytest.mark.parametrize(
    ("first", "last", "ticks"),
    [
        (0, 0, ["n 0"]),
        (0, 10, ["n 0", "2", "4", "6", "8", "10"]),
        (0, 3, ["n 0", "1", "2", "3"]),
        (1, 8, ["n 1", "8"]),
    ],
)
def test_axes_have_numbers_where_whole_ones_divide_them(first, last, ticks):
    assert figures.ticks("n", first, last) == ticks


def test_a_join_names_what_it_does_not_compare_and_that_nothing_is_shared(whole):
    assert "Only kafka:partitions=3 is compared, not flink:max=16,parallelism=3" in text(whole, 200)
    nothing = dataclasses.replace(whole.join, shared_keys=0, keys_apart=0, shared_rows=0, rows_apart=0, reasons=())
    shown = text(dataclasses.replace(whole, join=nothing), 200)
    assert "Join: no shared keys" in shown
    assert "No key is in both data sets, so none was compared" in shown
    assert "0 of 0" not in shown


def test_a_markup_in_key_does_nothing_in_the_terminal(whole):
    shown = text(whole, 200)
    assert "\x1b" not in shown
    assert r"alert(1)</script>[red]\x1b" in shown


def test_the_terminal_lists_the_busiest_of_many_subtasks():
    shown = text(sample_profile.profile(placed=(sample_profile.flink_profile(128, 64, 77),), top=False, join_=False))
    assert "Subtasks by rows; 48 more in JSON" in shown
    assert any(line.startswith(" 38 ") for line in shown.splitlines())


def test_the_page_is_well_formed_and_needs_nothing_else(whole):
    shown = page(whole)
    read = Read(shown)
    assert read.all("html", lang="en")
    (policy,) = read.all("meta", **{"http-equiv": "Content-Security-Policy"})
    assert policy["content"].startswith("default-src 'none'")
    assert "://" not in shown
    assert all(attrs["href"].startswith(("#", "data:")) for tag, attrs in read.elements if "href" in attrs)
    assert not [tag for tag, attrs in read.elements if "src" in attrs]


def test_every_chart_has_a_name_and_marks_with_labels(whole):
    read = Read(page(whole))
    pictures = read.all("svg", role="img")
    # By each of three weights: bars, heat map and two curves of Flink, bars and two curves of Kafka.
    assert len(pictures) == 3 * (4 + 3)
    assert all(picture["aria-label"] for picture in pictures)
    labels = [attrs["data-label"] for tag, attrs in read.elements if "data-label" in attrs]
    assert "subtask 0 (key groups 0 to 5): 240 rows, 70.6 %, 2.12x the average" in labels
    assert "key group 5 of subtask 0: 200 rows, 58.8 %" in labels
    assert "partition 2: 0 B, 0.0 %, 0.00x the average" in labels


def test_links_lead_somewhere(whole):
    read = Read(page(whole))
    ids = [attrs["id"] for tag, attrs in read.elements if "id" in attrs]
    assert len(ids) == len(set(ids))
    for link in read.all("a"):
        assert link["href"][1:] in ids
    for section in read.all("section"):
        assert section["aria-labelledby"] in ids


def test_a_markup_in_key_is_text_on_the_page(whole):
    shown = page(whole)
    assert shown.count("<script>") == 1
    assert sample_profile.MARKUP in Read(shown).texts


@pytest.mark.parametrize(
    ("slots", "limit", "marks"), [(5, 256, 5), (256, 256, 256), (257, 256, 129), (32768, 256, 256)]
)
def test_slots_share_a_mark_where_there_are_many(slots, limit, marks):
    counts = np.arange(slots, dtype=np.int64)
    found = charts.bins(counts, limit)
    assert len(found) == marks
    assert [run.first for run in found[1:]] == [run.last + 1 for run in found[:-1]]
    assert found[-1] == charts.Bin(found[-1].first, slots - 1, slots - 1, slots - 1)


@pytest.mark.parametrize("groups", [1, 100, 128, 500, 1024, 32768])
def test_a_page_of_any_number_of_key_groups(groups):
    placed = sample_profile.flink_profile(groups, min(groups, 300), None)
    read = Read(page(sample_profile.profile(placed=(placed,), top=False, join_=False)))
    cells = [attrs for _, attrs in read.elements if "heat" in attrs.get("class", "") and "data-label" in attrs]
    assert len(cells) == 3 * min(groups, 1024)


def test_no_rows_at_all():
    nothing = sample_profile.profile(placed=(sample_profile.flink_profile(8, 2, None, np.zeros(8)),), top=False)
    assert "There are no rows." in text(nothing)
    Read(page(nothing))


@pytest.mark.parametrize(
    ("part", "whole_", "said"),
    [
        (0, 10, "0.0 %"),
        (10, 10, "100.0 %"),
        (1, 10**9, "0.01 %"),
        (10**9 - 1, 10**9, "99.99 %"),
        (1, 3, "33.3 %"),
        (0, 0, "-"),
    ],
)
def test_shares_never_round_to_none_or_all(part, whole_, said):
    assert amounts.share(part, whole_) == said


@pytest.mark.parametrize(
    ("count", "said"), [(0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1_500_000, "1.5 MB"), (9 * 10**18, "9.0 EB")]
)
def test_sizes(count, said):
    assert amounts.size(count) == said
