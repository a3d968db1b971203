"""The pipeline on a real standalone cluster of two workers: as users run it, and as it goes when one is lost."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pyspark
import pytest
import sample_savepoint as sample
from standalone import standalone

import jarparity
from copartition import kafka
from copartition.flink import KeyGroupRange
from copartition.flink.savepoint import HeapStates
from copartition.flink.serializers import STRING
from copartition.java import Long
from jarparity.spark.search import search
from jarparity.spark.search_tasks import Search
from jarparity.spark.worker_port import WorkerPort

HERE = Path(__file__).parent
USER = {**os.environ, "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
CLUSTER = ["--conf", "spark.driver.host=127.0.0.1", "--conf", "spark.executor.memory=512m"]


@pytest.fixture(scope="module")
def cluster(originals, tmp_path_factory):
    with standalone(tmp_path_factory.mktemp("cluster")) as started:
        yield started


@pytest.fixture(scope="module")
def keys(tmp_path_factory):
    path = tmp_path_factory.mktemp("keys") / "keys.parquet"
    pq.write_table(pa.table({"user": [f"user-{i}" for i in range(20_000)]}), path)
    return path


def run(*command):
    done = subprocess.run(command, cwd=HERE, env=USER, capture_output=True, text=True, timeout=300, check=False)
    return done.returncode, done.stdout, done.stderr


def test_command_runs_on_a_cluster_as_on_one_machine(cluster, keys, tmp_path):
    url, _ = cluster
    command = [sys.executable, "-m", "jarparity", "spark", "check", str(keys), "--column", "user", "--format", "json"]
    lines = ["--as", "flink:max=128,parallelism=3", "--as", "flink:max=128,line=1.16.3", "--as", "kafka:partitions=7"]
    code, out, err = run(*command, *lines, "--master", url, *CLUSTER, "--differing", str(tmp_path / "out"))
    assert code == 0, err
    assert [(one["rows"], one["differing"]) for one in json.loads(out)["placements"]] == [(20_000, 0)] * 3
    assert err == ""


def test_a_profile_is_the_same_on_a_cluster(cluster, keys, tmp_path):
    url, _ = cluster
    command = [sys.executable, "-m", "jarparity", "spark", "profile", str(keys), "--column", "user", "--format", "json"]
    asked = ["--as", "kafka:partitions=7", "--try-partitions", "14", "--join", str(keys), "--html", "page.html"]
    code, out, err = run(*command, *asked[:-1], str(tmp_path / "page.html"), "--master", url, *CLUSTER)
    assert code == 0, err
    found = json.loads(out)
    there = kafka.partitions(pq.read_table(keys)["user"], 7)
    assert found["placements"][0]["load"]["rows"]["counts"] == np.bincount(there, minlength=7).tolist()
    assert (found["join"]["sharedKeys"], found["join"]["keysApart"], found["join"]["local"]) == (20_000, 0, True)
    assert (tmp_path / "page.html").read_text("utf-8").endswith("</html>\n")


def test_spark_submit_runs_it_with_a_port_that_travels(cluster, keys, tmp_path):
    url, _ = cluster
    submit = Path(pyspark.__file__).parent / "bin" / "spark-submit"
    program = Path(jarparity.__file__).parent / "__main__.py"
    asked = ["--column", "user", "--as", "kafka:partitions=7", "--port", "wrong_port:WRONG_SIGN", "--format", "json"]
    command = [str(submit), "--master", url, *CLUSTER, str(program), "spark", "check", str(keys), *asked]
    code, out, err = run(*command, "--differing", str(tmp_path / "out"))
    assert code == 1, err
    (found,) = json.loads(out)["placements"]
    assert found["rows"] == 20_000
    assert 7_000 < found["differing"] < 12_000


def test_lost_executor_changes_nothing(cluster, tmp_path):
    url, workers = cluster
    code, out, err = run(sys.executable, "lose_an_executor.py", "check", url, str(tmp_path), *map(str, workers))
    assert code == 0, err
    told = json.loads(out)
    assert 4 <= told["tasksBefore"] < 40
    assert [count[1:] for count in told["counts"]] == [[80_000, 0, True]] * 2


def test_a_savepoint_is_read_whole_where_an_executor_is_lost(cluster, tmp_path):
    """Forty key groups, each a task: every entry is there once."""
    url, workers = cluster
    keys, groups = 40_000, 40
    states = HeapStates(groups, KeyGroupRange(0, groups - 1), STRING, [sample.TOTAL])
    for number in range(keys):
        states.update("total", f"user_{number}", Long(number))
    stream = states.savepoint()
    offsets = {str(group): str(offset) for group, offset in stream.offsets}
    (tmp_path / "savepoint").mkdir()
    sample.write_stream(tmp_path / "savepoint", stream.data, offsets, groups)
    code, out, err = run(sys.executable, "lose_an_executor.py", "savepoint", url, str(tmp_path), *map(str, workers))
    assert code == 0, err
    told = json.loads(out)
    assert 4 <= told["tasksBefore"] < 40
    assert told["counts"] == [["total", keys]]
    read = pq.read_table(tmp_path / "out")
    assert sorted(read["value"].to_pylist()) == sorted(f'{{"type":"long","value":"{i}"}}' for i in range(keys))


def test_a_search_that_loses_an_executor_counts_every_case_once(cluster, spark, originals, tmp_path):
    url, _ = cluster
    operation, line, marker = "kafka.partitioner.partition-for-key", "kafka-clients 4.4.0", tmp_path / "killed"
    asked = ["--operation", operation, "--line", line, "--seed", "3", "--draw", "1200", "--tasks", "4"]
    told = ["--port", "dying_port:PORT", "--format", "json", "--conf", f"spark.executorEnv.DYING_PORT_MARKER={marker}"]
    code, out, err = run(sys.executable, "-m", "jarparity", "spark", "search", *asked, *told, "--master", url, *CLUSTER)
    assert code == 1, err
    assert marker.is_file()
    report = json.loads(out)
    wrong = Search((operation,), (line,), seed=3, cases=1200, port=WorkerPort("jarparity.faults.ports:sign_abs"))
    undisturbed = search(spark, wrong, 2, originals)
    assert (report["verdicts"], report["inputs"]) == (undisturbed.totals, undisturbed.inputs)
    assert report["failures"][0]["input"] == undisturbed.smallest[operation].case.input
