"""docs/spark-profile.md: the figures of its example, its options and its key groups are what is there."""

import re
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from click.testing import CliRunner

from copartition import flink
from copartition.java import Integer, Long
from jarparity.cli.spark import spark
from jarparity.keysets.key_set import KeySet
from jarparity.ports.load import open_port
from jarparity.report.charts import amounts
from jarparity.spark.placements import parse_placement
from jarparity.spark.profile import loads, words
from jarparity.spark.profile.counting import TOP, Counting
from jarparity.spark.profile.loads import Load

TEXT = (Path(__file__).parents[2] / "docs" / "spark-profile.md").read_text("utf-8")
ROWS = 300_000
PLACED = parse_placement("flink:max=128,parallelism=6")


@pytest.fixture(scope="module")
def counted():
    """The example's key set, counted as a single task does."""
    keys = KeySet("zipf", "string", 1, 50_000).rows(0, ROWS)
    counting = Counting("string", (parse_placement("flink:max=128"),), top=3)
    (partials,) = counting(iter([pa.RecordBatch.from_arrays([keys], ["key"])]))
    rows = partials.to_pylist()
    counts = np.zeros(128, np.int64)
    for row in rows:
        if row["what"] == 0:
            counts[row["slot"]] = row["rows"]
    return Load(128, {"rows": counts}), {row["key"]: row["slots"][0] for row in rows if row["what"] == TOP}


def test_the_examples_subtasks(counted):
    key_groups, _ = counted
    load = key_groups.on(loads.owners(open_port(), PLACED), 6)
    told = re.findall(r"^ (\d)\s+([\d,]+)\s+([\d.]+ %)", TEXT, re.MULTILINE)
    assert told == [(str(i), f"{n:,}", amounts.share(n, ROWS)) for i, n in enumerate(load.counts["rows"].tolist())]


def test_the_examples_what_ifs(counted):
    found = loads.rescalings(open_port(), counted[0], PLACED, [4, 5, 6, 8, 12])
    told = re.findall(r"^ (\d+)(?: \(now\))?\s+([\d.]+x)\s+([\d.]+)\s+0\s+(\d+)\s+(.* rows\))$", TEXT, re.MULTILINE)
    assert told == [
        (
            str(other.setting),
            amounts.times(other.skews["rows"].max_over_mean),
            f"{other.skews['rows'].gini:.3f}",
            f"{other.key_groups:,}",
            words.moved(other.moves, "rows", ROWS),
        )
        for other in found
    ]


def test_the_examples_top_keys(counted):
    owners = loads.owners(open_port(), PLACED)
    told = re.findall(r"^ (user-\d)\s.*subtask (\d)$", TEXT, re.MULTILINE)
    assert len(told) == 3
    assert told == [(key, str(owners[counted[1][key]])) for key, _ in told]


def test_documented_options_exist():
    shown = CliRunner().invoke(spark, ["profile", "--help"]).output
    options = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", TEXT)) - {"--keys", "--kind", "--seed"}
    assert {"--distinct", "--join", "--html"} < options
    assert all(option in shown for option in options)


def test_minus_one_as_an_integer_and_as_a_long():
    integer, long = (flink.key_group(of(-1), 128) for of in (Integer, Long))
    assert f"`-1` is in key group {integer} as an Integer and in {long} as a Long" in TEXT
