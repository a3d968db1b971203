"""What the commands of Spark share: a folder that is whole or gone, an interrupt in one word, data of nothing."""

import logging
import subprocess
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from jarparity.cli.spark_options import new_folder
from jarparity.spark.errors import SparkPipelineError
from jarparity.spark.inputs import Source

NOISE = """
import logging
GATEWAYS = "import logging\\nlogging.exception('call')\\nlogging.getLogger('py4j.x').error('call')"
from jarparity.cli.spark_options import quiet_gateway
with quiet_gateway():
    exec(compile(GATEWAYS, "/packages/py4j/a.py", "exec"))
    logging.error("the port's")
logging.getLogger("py4j.x").error("afterwards")
"""


def test_what_the_gateway_logs_is_not_shown():
    done = subprocess.run([sys.executable, "-c", NOISE], capture_output=True, text=True, check=True)
    assert done.stderr == "ERROR:root:the port's\nERROR:py4j.x:afterwards\n"
    assert logging.getLogger("py4j").level == logging.NOTSET


@pytest.mark.parametrize("ends", [KeyboardInterrupt, SparkPipelineError])
def test_a_folder_that_was_begun_goes_away(tmp_path, ends):
    def begun(name):
        with new_folder(name):
            (tmp_path / "out" / "_temporary").mkdir(parents=True)
            raise ends

    for name in (str(tmp_path / "out"), f"file:{tmp_path / 'out'}"):
        with pytest.raises(ends):
            begun(name)
        assert [*tmp_path.iterdir()] == []


def test_a_folder_that_is_whole_or_another_ones_stays(tmp_path):
    whole, theirs = tmp_path / "whole", tmp_path / "theirs"
    theirs.mkdir()

    def ended(folder):
        with new_folder(str(folder)):
            folder.mkdir(exist_ok=True)
            (folder / ("_SUCCESS" if folder is whole else "part-0")).touch()
            raise KeyboardInterrupt

    for folder in (whole, theirs):
        with pytest.raises(KeyboardInterrupt):
            ended(folder)
        assert len([*folder.iterdir()]) == 1
    with new_folder(None), new_folder("s3a://lake/keys"):
        pass
    without_a_marker = tmp_path / "without"
    with new_folder(str(without_a_marker)):  # as committers of other stores write it
        without_a_marker.mkdir()
    assert without_a_marker.is_dir()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("keys.csv", "keys.csv is empty: it has no row, and no names of columns"),
        ("keys.parquet", "keys.parquet is empty"),
        ("folder", "there is no file in .*folder that Spark would read"),
        ("gone.csv", "there is no .*gone.csv: name a file"),
    ],
)
def test_data_of_nothing_are_named_before_spark_starts(tmp_path, name, message):
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "_SUCCESS").touch()
    for empty in ("keys.csv", "keys.parquet"):
        (tmp_path / empty).touch()
    with pytest.raises(SparkPipelineError, match=message):
        Source.of(str(tmp_path / name), None if "." in name else "csv").look()


LOCAL = """\
{file}: column at has nanoseconds (datetime64[ns] in pandas), which Spark can't read. \
Write it with microseconds, in pandas by df['at'].dt.as_unit('us'): its keys are then LocalDateTime in Java. \
If the job's keys are numbers, such as milliseconds, write those"""
GLOBAL = LOCAL.replace("LocalDateTime", "Instant or java.sql.Timestamp")
INNER = """\
{file}: column key.at has nanoseconds (datetime64[ns] in pandas), which Spark can't read. \
Write it with microseconds: its keys are then LocalDateTime in Java. \
If the job's keys are numbers, such as milliseconds, write those"""
OTHER = """\
{file}: column at has nanoseconds (datetime64[ns] in pandas), which Spark can't read. \
Write it with microseconds, in pandas by df['at'].dt.as_unit('us'), or leave it out: \
--schema names the columns that are read"""
OF_NANOS = pa.timestamp("ns")


@pytest.mark.parametrize(
    ("table", "column", "message"),
    [
        ({"at": pa.array([1], OF_NANOS)}, "at", LOCAL),
        ({"at": pa.array([1], pa.timestamp("ns", "Europe/Berlin"))}, "at", GLOBAL),
        ({"key": pa.array([{"at": 1}], pa.struct([("at", OF_NANOS)]))}, "key", INNER),
        ({"user": [7], "at": pa.array([1], OF_NANOS)}, "user", OTHER),
    ],
)
def test_nanoseconds_that_spark_cannot_read_are_named_with_the_key_that_the_job_has(tmp_path, table, column, message):
    file = tmp_path / "keys.parquet"
    pq.write_table(pa.table(table), file)
    with pytest.raises(SparkPipelineError) as raised:
        Source.of(str(file)).look([column])
    assert str(raised.value) == message.format(file=file)
    Source.of(str(file), schema="user BIGINT").look([column])  # who names the columns may leave that one out


@pytest.mark.parametrize("unit", ["us", "ms", "int96"])
def test_timestamps_that_spark_reads_are_let_be(tmp_path, unit):
    file, is_old = tmp_path / "keys.parquet", unit == "int96"
    made = pa.array([1], OF_NANOS if is_old else pa.timestamp(unit))
    pq.write_table(pa.table({"at": made}), file, use_deprecated_int96_timestamps=is_old)
    Source.of(str(file)).look(["at"])
