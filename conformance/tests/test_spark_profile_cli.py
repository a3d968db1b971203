"""What `jarparity spark profile` refuses before Spark starts, and what its help shows."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from jarparity.cli import main
from jarparity.cli.spark import spark
from jarparity.spark.errors import SparkPipelineError

pytestmark = pytest.mark.usefixtures("no_spark")

PLACED = ("--column", "user", "--as", "flink:max=128,parallelism=4")


@pytest.fixture
def rows(tmp_path):
    path = tmp_path / "rows.parquet"
    pq.write_table(pa.table({"user": ["a"]}), path)
    return str(path)


def run(*arguments):
    return CliRunner().invoke(spark, ["profile", *arguments])


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (("--try-parallelism", "0"), "'0': write numbers from 1 on, such as 2,4,8 or 1-64"),
        (("--try-parallelism", "8-2"), "'8-2': write numbers from 1 on"),
        (("--try-parallelism", "2,x"), "'x': write numbers from 1 on"),
        (("--try-partitions", "1-99999"), "at most 4096 settings are tried"),
        (("--try-max", "32769"), "32769: the largest is 32768"),
        (("--join-column", "id"), "--join-column, --join-as and the like go with --join"),
        (("--top", "1001"), "1001 is not in the range"),
        (("--by", "me"), "'me' is not one of 'port', 'original'"),
    ],
)
def test_options_that_are_wrong(rows, arguments, what):
    result = run(rows, *PLACED, *arguments)
    assert result.exit_code == 2
    assert what in result.output


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (("--try-parallelism", "129"), "parallelism=129 can't be tried"),
        (("--try-max", "2,256"), "max=2 can't be tried"),
        (("--try-partitions", "3"), "no placement has that setting"),
        (("--as", "flink:max=256"), "needs its parallelism: flink:max=256,parallelism=4"),
        (("--as", "flink:max=4,parallelism=8"), "parallelism=8 exceeds max=4"),
        (("--join", "nowhere.csv", "--join-column", "id"), "there is no nowhere.csv"),
        (("--join", "rows.xyz"), "rows.xyz doesn't tell its format"),
        (("--join", "s3a://lake/rows.csv", "--join-as", "kafka:n=4"), "placement 'kafka:n=4'"),
        (("--column", "id"), "there is no column 'id'; there are user"),
        (("--size-column", "size"), "there is no column 'size'; there are user"),
        (("--schema", "id BIGINT", "--data-format", "table"), "a table has its schema"),
    ],
)
def test_settings_that_dont_fit(rows, arguments, what):
    result = run(rows, *PLACED, *arguments)
    assert isinstance(result.exception, SparkPipelineError)
    assert what in str(result.exception)


@pytest.mark.parametrize("flag", ["--html", "--json", "--parquet"])
@pytest.mark.parametrize(("name", "why"), [("rows.parquet/it", "Not a directory"), ("n" * 300, "File name too long")])
def test_a_place_that_cannot_be_written_is_named_before_spark_starts(rows, tmp_path, flag, name, why):
    result = CliRunner().invoke(main, ["spark", "profile", rows, *PLACED, flag, str(tmp_path / name)])
    assert result.exit_code == 4
    assert result.output == f"Error: {flag} {tmp_path / name}: {why}\n"


def test_a_place_that_can_be_written_is_left_as_it_was(rows, tmp_path, monkeypatch):
    monkeypatch.setattr("jarparity.cli.spark_profile.open_spark", lambda *_: (_ for _ in ()).throw(SystemExit(0)))
    old = tmp_path / "old.html"
    old.write_text("old")
    result = run(
        rows, *PLACED, "--html", str(old), "--json", str(tmp_path / "new" / "it.json"), "--parquet", "/dev/null"
    )
    assert result.exit_code == 0
    assert old.read_text() == "old"
    assert sorted(found.name for found in tmp_path.rglob("*")) == ["new", "old.html", "rows.parquet"]


def test_missing_data_is_named_before_spark_starts(tmp_path):
    result = run(str(tmp_path / "gone.parquet"), *PLACED)
    assert "there is no" in str(result.exception)


def test_a_range_of_settings_is_read(rows, monkeypatch):
    seen = []
    monkeypatch.setattr("jarparity.spark.profile.profiling.Wanted.__post_init__", lambda wanted: seen.append(wanted))
    monkeypatch.setattr("jarparity.cli.spark_profile.open_spark", lambda *_: (_ for _ in ()).throw(SystemExit(0)))
    run(rows, *PLACED, "--try-parallelism", "8, 2-4,3", "--try-max", "256")
    assert seen[0].tries == {"parallelism": (2, 3, 4, 8), "max": (256,)}


def test_help_has_examples():
    result = CliRunner().invoke(main, ["spark", "profile", "--help"], prog_name="jarparity")
    assert result.exit_code == 0
    assert "jarparity spark profile clicks.parquet --column user --as flink:max=128,parallelism=4" in result.output
    assert max(map(len, result.output.splitlines())) <= 110
