import json
from dataclasses import replace
from importlib.resources import files

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from jarparity.cli import main
from jarparity.faults.diagnosis import Diagnosis
from jarparity.faults.known import named
from jarparity.report.as_text import as_text
from jarparity.spark import verdict
from jarparity.spark.errors import SparkPipelineError
from jarparity.spark.inputs import Source
from jarparity.spark.placements import parse_placement
from jarparity.spark.verdict import Difference, Nulls, PlacementVerdict

pytestmark = pytest.mark.usefixtures("no_spark")


@pytest.fixture
def keys(tmp_path):
    path = tmp_path / "keys.parquet"
    pq.write_table(pa.table({"user": ["a"]}), path)
    return path


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--as", "flink:max=0"], "max must be a whole number from 1 to 32768, not 0"),
        (["--as", "kafka:partitions=3", "--port", "absent:PORT"], "there is no module 'absent'"),
        (["--as", "kafka:partitions=3", "--conf", "spark.x"], "--conf 'spark.x': write KEY=VALUE"),
        (["--as", "kafka:partitions=3", "--master", "spark://h:1"], "--differing is missing"),
        (["--as", "kafka:partitions=3", "--column", "nope"], "there is no column 'nope'; there are user"),
        ([], "Missing option '--as'"),
    ],
)
def test_usage_errors_are_reported_before_spark_starts(keys, arguments, said):
    shown = CliRunner().invoke(main, ["spark", "check", str(keys), "--column", "user", *arguments])
    assert shown.exit_code == 4
    assert said in shown.output
    assert "Traceback" not in shown.output


def test_a_port_without_the_operation_is_refused(keys, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "small_port.py").write_text("PORT = {'java.string.hash': lambda d: 0}\n")
    asked = ["--column", "user", "--as", "kafka:partitions=3", "--port", "small_port:PORT"]
    shown = CliRunner().invoke(main, ["spark", "check", str(keys), *asked])
    assert shown.exit_code == 4
    assert "has no kafka.partitioner.partition-for-key" in shown.output


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [("absent.parquet", None, "there is no "), ("broken.parquet", b"PAR1 no", "can't be read as parquet")],
)
def test_a_file_that_is_not_there_or_broken_is_named(tmp_path, name, content, said):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    asked = ["--column", "user", "--as", "kafka:partitions=3"]
    shown = CliRunner().invoke(main, ["spark", "check", str(path), *asked])
    assert shown.exit_code == 4
    assert said in shown.output


WRONG = PlacementVerdict(
    parse_placement("kafka:partitions=7,line=4.3.1"),
    rows=10,
    nulls=2,
    differing=3,
    examples=[Difference(b"\x00\xff", 3, 4), Difference(b"", 0, "OverflowError: too much")],
    looks_like=[Diagnosis(named("sign-unsigned"), 3, (), 3)],
    of_nulls=Nulls(None, None, agree=True),
    keys=2,
)


def test_verdict_as_text_and_as_json():
    document = verdict.document([WRONG], "my_port:PORT", "bytes", None, 1.25).data
    schema = json.loads(files("jarparity").joinpath("schemas/spark-check.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(json.loads(json.dumps(document, allow_nan=False)))
    assert document["placements"][0]["examples"][0] == {"key": "00ff", "original": 3, "port": 4}
    assert verdict._plain(float("nan")) == "nan"
    told = as_text(verdict.document([WRONG], "my_port:PORT", "bytes", "out", 1.25).blocks)
    assert "DIFFERS kafka:partitions=7,line=4.3.1: 3 of 10 rows differ, with 2 distinct keys" in told
    assert "looks like sign-unsigned" in told
    assert "2 nulls: a record without a key, whose partition the producer chooses; not compared" in told


def test_a_null_that_is_another_error_to_the_port_differs():
    nulls = Nulls("NullPointerException: no", "TypeError", agree=False)
    found = replace(WRONG, differing=0, examples=[], looks_like=[], of_nulls=nulls)
    assert not found.agrees
    told = as_text(verdict.document([found], "my_port:PORT", "string", None, 1.0).blocks)
    assert "2 nulls: kafka-clients 4.3.1 says NullPointerException: no, the port TypeError" in told
    assert replace(found, of_nulls=None).agrees


@pytest.mark.parametrize(
    ("name", "found"),
    [("k.parquet", "parquet"), ("k.csv.gz", "csv"), ("k.jsonl", "json"), ("s3a://lake/k.ndjson.zst", "json")],
)
def test_names_tell_their_format(name, found):
    assert Source.of(name).format == found


def test_a_folder_tells_its_format_by_what_is_in_it(keys):
    assert Source.of(str(keys.parent)).format == "parquet"
    (keys.parent / "more.csv").write_text("user\n")
    with pytest.raises(SparkPipelineError, match="doesn't tell its format: give --data-format"):
        Source.of(str(keys.parent))


def test_a_table_has_its_own_schema():
    with pytest.raises(SparkPipelineError, match="a table has its schema"):
        Source.of("db.keys", "table", "id BIGINT")
    with pytest.raises(SparkPipelineError, match="format 'orc': it must be one of"):
        Source.of("k.orc", "orc")
