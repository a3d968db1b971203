"""`jarparity explain source`: what people read, what programs read, and what is refused. Snapshots of the text."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from jarparity.advice.sources import placed
from jarparity.check.outcome import Exit
from jarparity.cli import main
from jarparity.measures.live.flink.cluster import RELEASES
from jarparity.measures.live.flink.splits import READERS, RESTORED_READERS, TOPICS, SplitOwners
from jarparity.ports.load import open_port

DOCS = Path(__file__).parents[2] / "docs"
FOUR_TOPICS = ("--topics", "a:5,b:5,c:5,d:5", "--parallelism", "10")
RESTORED = "a restore at another parallelism deals what readers had round all subtasks: --from N shows it"
CONFIRM = "computed by copartition; --reference jpype asks the real class"


def run(*arguments):
    shown = CliRunner().invoke(main, ["explain", "source", *arguments], standalone_mode=False)
    assert shown.exception is None, shown.exception
    return shown.output


def document(*arguments):
    return json.loads(run("--format", "json", *arguments))


def test_four_topics_are_as_documented():
    shown = run(*FOUR_TOPICS).splitlines()
    assert shown[-1] == CONFIRM
    documented = (DOCS / "kafka-source.md").read_text("utf-8")
    assert (
        f"$ jarparity explain source {' '.join(FOUR_TOPICS)} --reference jpype\n" + "\n".join(shown[:-1]) in documented
    )


def test_one_topic_on_as_many_subtasks():
    assert run("--topics", "orders:3", "--parallelism", "3", "--connector", "3.0.2-1.18") == (
        "3 partitions of 1 topic, parallelism 3: 1 each\n"
        "  subtask 0  1 partition  orders-0\n"
        "  subtask 1  1 partition  orders-1\n"
        "  subtask 2  1 partition  orders-2\n"
        "\n"
        "a partition that is added later goes to\n"
        "  subtask 0  orders-3\n"
        "  connector 3.0.2-1.18 looks for it only if partition.discovery.interval.ms is set,\n"
        "  and reads it from the job's starting offsets: the latest may come too late; no other partition moves,\n"
        "  but keys do: producers take a key's hash modulo the number of partitions\n"
        "\n"
        f"{RESTORED}\n"
        f"{CONFIRM}\n"
    )


def test_one_idle_subtask():
    shown = run("--topics", "a:1", "--topics", "b:1", "--parallelism", "3")
    assert shown.startswith("2 partitions of 2 topics, parallelism 3: 0 to 1 each, 1 idle\n")
    assert "\nsubtask 0 of an endless source never sends a watermark:\n" in shown


def test_a_large_source_is_shortened():
    shown = run("--topics", "a:2000", "--parallelism", "100").splitlines()
    assert len(shown) == 51
    assert shown[1] == (
        "  subtask 0   20 partitions  "
        "a-93 a-193 a-293 a-393 a-493 a-593 a-693 a-793 a-893 a-993 a-1093 a-1193 and 8 more"
    )
    assert shown[41] == "  … and 60 more subtasks; --format json has them all"
    many = run("--topics", ",".join(f"t{n}:1" for n in range(50)), "--parallelism", "1")
    assert "  … and 10 more topics; --format json has them all" in many
    assert run("--topics", "a:5, b:5", "--parallelism", "30") == run("--topics", "a:5,b:5", "--parallelism", "30")
    few = run("--topics", "a:1", "--parallelism", "30")
    assert "subtasks 0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12 … of an endless source" in few


def test_a_source_for_programs():
    assert document("--topics", "a:2,b:1", "--parallelism", "4") == {
        "topics": {"a": 2, "b": 1},
        "parallelism": 4,
        "connector": "5.0.0-2.2",
        "subtasks": [[["a", 1]], [], [["b", 0]], [["a", 0]]],
        "idle": [1],
        "fewest": 0,
        "most": 1,
        "starts": {"a": 3, "b": 2},
        "added": [{"partition": ["a", 2], "subtask": 1}, {"partition": ["b", 1], "subtask": 3}],
        "discovery": {"defaultIntervalMs": "300000", "fromEarliest": True},
    }


def test_originals_that_differ_are_named():
    known = document("--topics", "a:1", "--parallelism", "1")
    shown = placed(
        {**known, "originals": {"flink-connector-kafka 1.17.2": True, "flink-connector-kafka 5.0.0-2.2": False}}
    )
    assert shown.blocks[-2:] == (
        "confirmed by the real class: flink-connector-kafka 1.17.2",
        "contradicted by the real class: flink-connector-kafka 5.0.0-2.2",
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--topics", "a", "--parallelism", "2"), "--topics must be TOPIC:PARTITIONS, such as orders:12, not 'a'"),
        (("--topics", "a:0", "--parallelism", "2"), "not 'a:0'"),
        (("--topics", "a:-1", "--parallelism", "2"), "not 'a:-1'"),
        (("--topics", "a:²", "--parallelism", "2"), "not 'a:²'"),
        (("--topics", ":5", "--parallelism", "2"), "not ':5'"),
        (("--topics", "a:5,", "--parallelism", "2"), "not ''"),
        (("--topics", "a b:5", "--parallelism", "2"), "Error: --topics names the topic 'a b': write 1 to 249 ASCII"),
        (("--topics", "..:5", "--parallelism", "2"), "Error: --topics names the topic '..'"),
        (("--topics", "a:5", "--topics", "a:6", "--parallelism", "2"), "--topics names a twice"),
        (
            ("--topics", "a:999999,b:2", "--parallelism", "2"),
            "--topics has 1,000,001 partitions, and may have 1,000,000",
        ),
        (("--topics", "a:5", "--parallelism", "0"), "0 is not in the range"),
        (("--topics", "a:5"), "Missing option '--parallelism'"),
        (("--parallelism", "5"), "Missing option '--topics'"),
        (
            ("--topics", "a:5", "--parallelism", "2", "--connector", "2.2.0"),
            "Error: --connector must be a release of Flink's Kafka",
        ),
    ],
)
def test_what_is_refused_says_why(arguments, message):
    shown = CliRunner().invoke(main, ["explain", "source", *arguments])
    assert shown.exit_code == 4, shown.output
    assert message in shown.output


RESTORE = ("--topics", "orders:12,clicks:5", "--from", "6", "--parallelism", "9")


def test_a_restore_is_as_documented():
    documented = (DOCS / "kafka-source.md").read_text("utf-8")
    assert f"$ jarparity explain source {' '.join(RESTORE)}\n{run(*RESTORE)}```" in documented


def test_a_restore_places_as_the_scenario_of_real_jobs_predicts():
    partitions = [(topic, number) for topic, count in TOPICS.items() for number in range(count)]
    predicted = SplitOwners(open_port(), RELEASES[-1]).restored([partitions], READERS, RESTORED_READERS)
    topics = ",".join(f"{topic}:{count}" for topic, count in TOPICS.items())
    found = document("--topics", topics, "--from", f"{READERS}", "--parallelism", f"{RESTORED_READERS}")
    assert {tuple(one): subtask for subtask, read in enumerate(found["subtasks"]) for one in read} == predicted


def test_the_class_of_the_first_start_is_not_asked_of_a_restore():
    result = CliRunner().invoke(main, ["explain", "source", *RESTORE, "--reference", "jpype"])
    assert result.exit_code == Exit.USAGE
    assert "leave --from out" in result.output
