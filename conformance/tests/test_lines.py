import pytest

from jarparity.lines import Line, select


def lines(*texts):
    return [Line.parse(text) for text in texts]


def test_versions_order_as_numbers():
    expected = ["flink 1.16.3", "flink 2.3.0", "kafka-clients 3.9.2", "kafka-clients 3.10.0", "kafka-clients 4.0.0"]
    assert [str(line) for line in sorted(lines(*reversed(expected)))] == expected


def test_connector_versions_order_by_their_own_number_first():
    assert Line.parse("flink-connector-kafka 3.0.2-1.18") < Line.parse("flink-connector-kafka 3.4.0-1.20")


@pytest.mark.parametrize("text", ["", "flink", "flink ", " 1", "flink 1.20 x"])
def test_what_is_no_line_is_refused(text):
    with pytest.raises(ValueError, match="write a family, one space and a version"):
        Line.parse(text)


def test_a_line_has_a_folder():
    assert Line.parse("kafka-clients 4.4.0").folder == "kafka-clients-4.4.0"


def test_globs_choose_lines_in_order():
    known = lines("flink 2.3.0", "flink 1.16.3", "java 17")
    assert select(known, ["flink *"]) == lines("flink 1.16.3", "flink 2.3.0")
    assert select(known, []) == lines("flink 1.16.3", "flink 2.3.0", "java 17")
    assert select(known, ["flink 3.*"]) == []
