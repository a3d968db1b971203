"""The check on a real Spark, with the real JARs on its executors."""

import datetime
import decimal
import json
import subprocess
import sys
import uuid
from dataclasses import replace
from pathlib import Path

import pytest
import wrong_port
from pyspark.sql import functions as f

from jarparity.answers import Value
from jarparity.columns import Column
from jarparity.lines import Line
from jarparity.ports.load import open_port
from jarparity.spark import check
from jarparity.spark.checking import Check
from jarparity.spark.errors import SparkPipelineError, explained
from jarparity.spark.inputs import Source
from jarparity.spark.placements import parse_placement
from jarparity.spark.session import spark_session
from jarparity.spark.shipping import ship
from jarparity.spark.verdict import read_findings

HERE = Path(__file__).parent
FLINK, OLD_FLINK = Line("flink", "2.3.0"), Line("flink", "1.16.3")
GROUPS = parse_placement("flink:max=128,line=2.3.0")

KEYS = {
    "text": ("string", ["user-1", "", "äöü", "😀", "polygenelubricants", "x" * 300, None]),
    "id": ("bigint", [-1, -(2**63), 2**63 - 1, 0, 7, -2, None]),
    "number": ("int", [-1, -(2**31), 2**31 - 1, 0, 7, -2, None]),
    "small": ("smallint", [-1, -(2**15), 2**15 - 1, 0, 7, -2, None]),
    "tiny": ("tinyint", [-1, -128, 127, 0, 7, -2, None]),
    "real": ("double", [0.0, -0.0, float("nan"), float("-inf"), 1.5, 5e-324, None]),
    "single": ("float", [0.0, -0.0, float("nan"), float("-inf"), 1.5, 1e-45, None]),
    "yes": ("boolean", [True, False, True, False, True, False, None]),
    "price": ("decimal(12,2)", [decimal.Decimal(n) / 100 for n in (0, -1, 150, 99999999, 7, 100)] + [None]),
    "day": ("date", [datetime.date(y, 2, 28) for y in (1970, 1969, 1900, 2024, 9999, 1)] + [None]),
    "uuid": ("string", [str(uuid.UUID(int=n << 64 | n)) for n in (0, 1, 2**63, 2**64 - 1, 7, 12345)] + [None]),
    "at": (
        "timestamp",
        [datetime.datetime(y, 2, 28, 1, 2, 3, 4567, datetime.UTC) for y in (1970, 1969, 1900, 2024, 2999, 1582)]
        + [None],
    ),
    "clock": (
        "timestamp_ntz",
        [datetime.datetime.fromisoformat(f"{y}-02-28T01:02") for y in (1970, 1969, 1900, 2024, 2999, 1600)] + [None],
    ),
    "raw": ("binary", [b"", b"\x00", b"\xff" * 5, b"ab", b"abcd", b"\x80\x7f\x00", None]),
}
"""Six keys of each type, and a null."""


@pytest.fixture(scope="module")
def data(spark):
    schema = ", ".join(f"{name} {type_}" for name, (type_, _) in KEYS.items())
    rows = list(zip(*(values for _, values in KEYS.values()), strict=True))
    return spark.createDataFrame(rows, schema).repartition(3)


@pytest.mark.parametrize(
    ("columns", "key_type", "placements"),
    [
        (["text"], None, ["flink:max=128,parallelism=5", "kafka:partitions=7"]),
        (["id"], None, ["flink:max=128", "kafka:partitions=7", "kafka:partitions=7,line=2.0.1"]),
        (["number"], None, ["flink:max=128", "kafka:partitions=7"]),
        (["number"], "long", ["flink:max=128", "kafka:partitions=7"]),
        (["real"], None, ["flink:max=128", "kafka:partitions=7"]),
        (["yes"], None, ["flink:max=128"]),
        (["raw"], None, ["kafka:partitions=7", "kafka:partitions=7,line=2.8.2"]),
        (["small"], None, ["flink:max=128"]),
        (["tiny"], None, ["flink:max=128"]),
        (["single"], None, ["flink:max=128"]),
        (["price"], None, ["flink:max=128"]),
        (["day"], "local-date", ["flink:max=128"]),
        (["day"], "sql-date", ["flink:max=128"]),
        (["uuid"], "uuid", ["flink:max=128"]),
        (["at"], "instant", ["flink:max=128"]),
        (["at"], "sql-timestamp", ["flink:max=128"]),
        (["clock"], None, ["flink:max=128"]),
        (["text", "id"], None, ["flink:max=128,parallelism=5", "flink:max=128,line=1.16.3"]),
        (["text", "number"], "row(string,long)", ["flink:max=128"]),
        (["text", "raw"], "row", ["flink:max=128"]),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, list) else str(value),
)
def test_our_port_agrees_on_keys_of_every_type(data, tmp_path, columns, key_type, placements):
    for found in Check.of(data, columns, placements, key_type=key_type).run(str(tmp_path / "out")):
        # A tuple or row of nulls is a key; a null is none.
        expected = 7 if len(columns) > 1 else 6
        assert (found.rows, found.nulls, found.differing, found.examples) == (expected, 7 - expected, 0, [])
        assert found.agrees


def test_no_keys_are_no_agreement_and_nulls_are_no_keys(spark, data, tmp_path):
    (none,) = Check.of(data.where("false"), "text", "flink:max=128").run(str(tmp_path / "none"))
    assert (none.rows, none.nulls, none.differing) == (0, 0, 0)
    only = data.where("text is null")
    (nulls,) = Check.of(only, "text", "kafka:partitions=3").run(str(tmp_path / "nulls"))
    assert (nulls.rows, nulls.nulls, nulls.differing) == (0, 1, 0)


def test_original_says_what_it_does_with_nulls(data, tmp_path):
    flink, kafka = Check.of(data, "text", ["flink:max=128", "kafka:partitions=3"]).run(str(tmp_path / "out"))
    assert flink.of_nulls.original == "NullPointerException: Assigned key must not be null!"
    assert flink.of_nulls.port == flink.of_nulls.original
    assert kafka.of_nulls.original is None


def test_columns_and_blocks_give_the_same_answers_as_each_other_and_the_bridge(spark, data):
    older = replace(parse_placement("flink:max=100"), line=OLD_FLINK)
    shipped = ship(spark, [FLINK, OLD_FLINK])
    texts = data.select("text").where("text is not null").coalesce(1)
    columns = [shipped.placement(each, "string", f.col("text")) for each in (GROUPS, older)]
    by_column = [tuple(row) for row in texts.select("text", *columns).collect()]
    (block,) = shipped.blocks([GROUPS, older], "string", texts).collect()
    keys = Column.of_bytes("utf8", [text.encode() for text, _, _ in by_column])
    assert block["keys"] == bytearray(keys.data.tobytes())
    answers = [list(memoryview(bytes(answer)).cast("i")) for answer in block["answers"]]
    assert answers == [[first for _, first, _ in by_column], [second for _, _, second in by_column]]
    port = open_port()
    for text, group, _ in by_column:
        document = {"key": {"type": "string", "value": text}, "maxParallelism": 128}
        assert list(port.replies(GROUPS.operation, FLINK, [document])) == [Value(group)]


def test_an_original_that_throws_places_nothing(spark, data):
    shipped = ship(spark, [FLINK])
    places = data.select(shipped.placement(GROUPS.having("max", 0), "string", f.col("text")))
    assert {tuple(row) for row in places.collect()} == {(None,)}


def test_small_blocks_hold_the_same_keys(spark, data):
    shipped = ship(spark, [FLINK])
    keys = data.select("text").coalesce(1)
    blocks = shipped.blocks([GROUPS], "string", keys, most=4).collect()
    assert [(block["rows"], block["nulls"]) for block in blocks] in ([(4, 1), (2, 0)], [(4, 0), (2, 1)])


def test_wrong_port_is_found_and_every_difference_is_written(spark, tmp_path):
    keys = spark.range(0, 30_000, 1, 4).select(f.concat(f.lit("user-"), "id").alias("user"))
    out = str(tmp_path / "out")
    (found,) = Check.of(keys, "user", "kafka:partitions=7", port="wrong_port:WRONG_SIGN").run(out)
    texts = [row["user"].encode() for row in keys.collect()]
    column = Column.of_bytes("utf8", texts)
    right = open_port().bulk(wrong_port.OPERATION, {"partitions": 7}, column)
    wrong = wrong_port.unsigned("utf8", {"partitions": 7}, column.data, column.rows)
    expected = {(text.decode(), int(a), int(b)) for text, a, b in zip(texts, right, wrong, strict=True) if a != b}
    assert 10_000 < found.differing == len(expected)
    assert not found.agrees
    written = read_findings(spark, out).where("finding = 'difference'").select("key", "original", "port").collect()
    assert {tuple(row) for row in written} == expected
    assert len(found.examples) == 5
    assert found.looks_like[0].tag == "sign-unsigned"
    assert {
        tuple(row)
        for row in check(keys, "user", "kafka:partitions=7", port="wrong_port:WRONG_SIGN")
        .select("key", "original", "port")
        .collect()
    } == expected


def test_a_key_that_differs_in_many_rows_is_shown_once_and_counted_in_both_ways(spark, tmp_path):
    keys = spark.range(0, 1000, 1, 4).select(f.concat(f.lit("user-"), f.col("id") % 20).alias("user"))
    (found,) = Check.of(keys, "user", "kafka:partitions=7", port="wrong_port:WRONG_SIGN").run(str(tmp_path / "out"))
    assert found.differing == 50 * found.keys
    assert 5 <= found.keys < 20
    assert len({example.key for example in found.examples}) == 5


def test_port_that_breaks_on_columns_is_asked_key_by_key(data, tmp_path):
    wanted = Check.of(data, "text", "kafka:partitions=7", port="wrong_port:BREAKS_ON_COLUMNS")
    (found,) = wanted.run(str(tmp_path / "out"))
    assert (found.rows, found.differing) == (6, 0)


def test_what_a_port_raises_is_shown(data, tmp_path):
    (found,) = Check.of(data, "text", "kafka:partitions=7", port="wrong_port:RAISES").run(str(tmp_path / "out"))
    assert found.differing == 6
    assert {example.port for example in found.examples} == {"OverflowError: too much"}


def test_output_without_the_mark_is_never_taken_for_a_whole_one(spark, data, tmp_path):
    out = tmp_path / "out"
    wanted = Check.of(data, "text", "flink:max=128")
    wanted.run(str(out))
    with pytest.raises(SparkPipelineError, match="is there already"):
        wanted.run(str(out))
    (out / "_SUCCESS").unlink()
    with pytest.raises(SparkPipelineError, match="has no _SUCCESS"):
        read_findings(spark, str(out))


def test_executor_refuses_a_jar_that_is_not_the_shipped_one(spark, data):
    shipped = ship(spark, [FLINK])
    other = "0" * 64 + shipped.lines[FLINK][64:]
    forged = replace(shipped, lines={Line("flink", "2.1.3"): other})
    asked = replace(GROUPS, line=Line("flink", "2.1.3"))
    with pytest.raises(SparkPipelineError, match="is not the one that was shipped"), explained("the job failed"):
        data.select(forged.placement(asked, "string", f.col("text"))).collect()


def test_a_callers_session_is_left_as_it_is(spark, data, tmp_path):
    before = dict(spark.sparkContext.getConf().getAll())
    conf = {name: spark.conf.get(name) for name in ("spark.sql.execution.arrow.maxRecordsPerBatch",)}
    with spark_session("local[1]", session=spark) as same:
        assert same is spark
        assert check(data, "text", "flink:max=128").count() == 0
    assert spark.range(3).count() == 3
    assert dict(spark.sparkContext.getConf().getAll()) == before
    assert conf == {name: spark.conf.get(name) for name in conf}


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        (b'"a\nb",1\n', {}, r"the line '\"a' ends within a quoted value, .*: give --option multiLine=true"),
        (b"a\nb,1\n", {}, "Malformed CSV record: a"),
        (b"a,1,9\n", {}, "Malformed CSV record: a,1,9"),
        (b"a\xff,1\n", {}, r"the line 'a\ufffd,1' is no UTF-8: save it so, or give --option encoding="),
        (b'"say ""x""",1\n', {}, r"""a quote stands within a quoted value: give --option 'escape="'"""),
        (b'"a\nb",1\n', {"multiLine": "true"}, ["a\nb"]),
        (b"a\xff,1\n", {"encoding": "ISO-8859-1"}, ["a\xff"]),
        (b'"say ""x""",1\n', {"escape": '"'}, ['say "x"']),
        (b'5" pipe,1\nb"c"d,2\n"quoted",3\n"a,\\"",4\n', {}, ['5" pipe', 'b"c"d', "quoted", 'a,"']),
        ("\ufffd,1\n".encode(), {}, ["\ufffd"]),
        (b'"a\nb",1\n', {"escape": '"'}, "ends within a quoted value"),
        (b'"C:\\",1\n"D:\\",2\n', {}, "ends within a quoted value"),
        (b'"a,1\nb,2\n', {"mode": "DROPMALFORMED"}, ["b"]),
        (b'#x,"open\na,1\n', {"comment": "#"}, ["a"]),
    ],
)
def test_csv_is_read_as_it_stands_there_or_not_at_all(spark, tmp_path, text, options, message):
    path = tmp_path / "keys.csv"
    path.write_bytes(b"user,n\n" + text)
    source = Source.of(str(path), options=options)
    if isinstance(message, list):
        assert [row["user"] for row in source.read(spark).select("user").collect()] == message
        return
    with pytest.raises(SparkPipelineError, match=message), explained("the keys can't be read"):
        source.read(spark).select("user").collect()


@pytest.mark.parametrize(
    ("files", "schema", "message"),
    [
        (["a,b\n1,2\n"], "b BIGINT, a BIGINT", "has the columns a, b, and the schema b, a: give it all columns"),
        (
            ["a,b\n1,2\n"],
            "b BIGINT",
            "has the columns a, b, and the schema b: give it all columns, in the order of the ",
        ),
        (["a,b\n1,2\n", "b,a\n3,4\n"], None, "Header: b, a; Schema: a, b|Header: a, b; Schema: b, a"),
        (["a,b\n1,2\n", "a,b\n3,4\n"], "A BIGINT, b BIGINT", [2, 4]),
        ([",b\n0,2\n"], None, ["2"]),
        ([",b\n0,2\n"], "row BIGINT, b BIGINT", [2]),
        ([",b\n0,2\n"], "b BIGINT, row BIGINT", "has the columns , b, and the schema b, row: give it all columns"),
        (["a,A,b\n0,1,2\n"], None, ["2"]),
        (["\ufeffb,a\n2,1\n"], "b BIGINT, a BIGINT", [2]),
    ],
)
def test_columns_of_csv_are_those_of_this_name_or_none(spark, tmp_path, files, schema, message):
    for number, text in enumerate(files):
        (tmp_path / f"{number}.csv").write_text(text)
    source = Source.of(str(tmp_path), "csv", schema)
    if isinstance(message, list):
        assert sorted(row["b"] for row in source.read(spark).select("b").collect()) == message
        return
    with pytest.raises(SparkPipelineError, match=message), explained("the keys can't be read"):
        source.read(spark).select("b").collect()


def test_a_line_of_a_file_with_one_column_that_ends_within_a_quote(spark, tmp_path):
    path = tmp_path / "keys.csv"
    path.write_text('user\n"a\nb"\n')
    with pytest.raises(SparkPipelineError, match="ends within a quoted value"):
        Source.of(str(path)).read(spark)


def test_command_ends_with_1_and_tells_what_differs(tmp_path, originals):
    keys = tmp_path / "keys.csv"
    keys.write_text("user,n\n" + "".join(f"user-{i},{i}\n" for i in range(500)) + ",1\n")
    out = tmp_path / "out"
    command = [sys.executable, "-m", "jarparity", "spark", "check", str(keys), "--column", "user"]
    command += ["--as", "kafka:partitions=7", "--master", "local[2]", "--differing", str(out), "--format", "json"]
    done = subprocess.run(
        [*command, "--port", "wrong_port:WRONG_SIGN"], cwd=HERE, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1, done.stderr
    (found,) = json.loads(done.stdout)["placements"]
    assert found["rows"] == 500
    assert found["nulls"] == 1
    assert 150 < found["differing"] < 350
    assert (out / "_SUCCESS").is_file()
    # Nothing of Spark's own noise.
    assert done.stderr == ""
