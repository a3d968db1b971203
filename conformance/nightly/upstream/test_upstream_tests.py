"""Kafka's and Flink's own tests ask the port: green with ours, red with a wrong one that they can see."""

from __future__ import annotations

import json
import subprocess
import sys


def upstream(original, *options):
    command = [sys.executable, "-m", "jarparity", "upstream", original, "--format", "json", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    document = json.loads(done.stdout)
    assert document["exit"] == done.returncode
    return document["exit"], document["lines"][0]


KAFKA = ("kafka", "--line", "kafka-clients 4.3.1", "--class", "RoundRobinAssignorTest")


def test_kafkas_own_tests_are_green():
    code, line = upstream(*KAFKA)
    assert (code, line["tests"], line["failed"], line["notDelegated"]) == (0, 13, 0, 0)
    assert all(test["calls"] for test in line["ran"])


def test_a_wrong_port_makes_them_red():
    code, line = upstream(*KAFKA, "--port", "jarparity.measures.upstream.wrong:members_exchanged")
    assert (code, line["tests"], line["failed"]) == (1, 13, 8)
    failed = [test for test in line["ran"] if test["status"] == "failed"]
    assert all("AssertionFailedError" in test["message"] for test in failed)


GROUPS = ("kafka", "--line", "kafka-group-coordinator 4.3.1", "--class")


def test_the_coordinators_own_tests_are_green():
    code, line = upstream(*GROUPS, "RangeAssignorTest", "--class", "CurrentAssignmentBuilderTest")
    assert (code, line["tests"], line["failed"], line["notDelegated"]) == (0, 97, 0, 0)
    assert all(test["calls"] for test in line["ran"])


def test_a_port_that_gives_partitions_twice_makes_the_coordinators_red():
    code, line = upstream(
        *GROUPS, "GroupMetadataManagerTest", "--port", "jarparity.measures.upstream.wrong:reconcile_two_owners"
    )
    assert code == 1
    assert line["failed"] >= 3


FLINK = ("flink", "--line", "flink 2.3.0", "--class")


def test_flinks_own_tests_are_green():
    code, line = upstream(*FLINK, "SubtaskStateMapperTest", "--class", "KeyGroupStreamPartitionerTest")
    assert (code, line["tests"], line["failed"], line["notDelegated"]) == (0, 13, 0, 0)


def test_a_wrong_mapping_makes_flinks_red_and_a_masked_hash_does_not():
    code, line = upstream(
        *FLINK, "SubtaskStateMapperTest", "--port", "jarparity.measures.upstream.wrong:in_flight_forgotten"
    )
    assert code == 1
    assert line["failed"] >= 3
    code, line = upstream(
        *FLINK, "KeyGroupStreamPartitionerTest", "--port", "jarparity.measures.upstream.wrong:finish_masked"
    )
    assert (code, line["tests"], line["failed"]) == (0, 1, 0)
