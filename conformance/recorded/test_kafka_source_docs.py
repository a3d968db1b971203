"""docs/kafka-source.md: what it shows of Python is what Python does, and its example of bytes is one."""

import doctest
import re
from pathlib import Path

from copartition.flink.kafka_source import KafkaPartitionSplit, encode_split
from copartition.kafka.topic_partition import TopicPartition

TEXT = (Path(__file__).parents[2] / "docs" / "kafka-source.md").read_text("utf-8")


def test_sessions_are_as_shown():
    sessions = re.findall(r"^```(?:python)?\n(>>> .*?)^```", TEXT, re.DOTALL | re.MULTILINE)
    assert sessions
    runner = doctest.DocTestRunner(verbose=False)
    for number, session in enumerate(sessions):
        runner.run(doctest.DocTestParser().get_doctest(session, {}, f"session {number}", "docs/kafka-source.md", 0))
    assert runner.summarize(verbose=False).failed == 0


def test_the_bytes_of_the_example():
    (shown,) = re.findall(r"^```\n([0-9a-f ]+)\n```", TEXT, re.MULTILINE)
    split = KafkaPartitionSplit(TopicPartition("tä", 3), 42, 99)
    assert encode_split(split) == bytes.fromhex(shown)
