"""Which inputs about reassignments are valid, and which releases of the tool can be asked them."""

from __future__ import annotations

import json

import pytest

from jarparity import registry
from jarparity.areas.kafka_reassign.rules import problems
from jarparity.lines import Line

PARSE, PLAN, ROLLBACK = (registry.operation(f"kafka.reassign.{name}") for name in ("parse", "plan", "rollback"))
SCALA, JAVA = Line("kafka_2.13", "3.5.2"), Line("kafka-tools", "3.9.2")


def entry(topic="t", partition=0, *, replicas=(1,), **more):
    return {"topic": topic, "partition": partition, "replicas": list(replicas), **more}


def file(*entries, **fields):
    return json.dumps({"version": 1, "partitions": list(entries), **fields})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "the text is no JSON"),
        ('{"version": NaN}', "the text is no JSON (NaN is no number)"),
        ("1 2", "the text is no JSON (something follows it)"),
        ('{"version": 1.5}', "1.5 is no integer"),
        ('{"version": 1e3}', "1e3 is no integer"),
        ("[" * 2001 + "]" * 2001, "nests deeper than 2,000 levels"),
    ],
)
def test_a_text_that_the_tool_would_word_its_own_way_is_refused(text, said):
    ((path, sentence),) = problems({"json": text})
    assert path == "input.json"
    assert said in sentence


def test_half_a_surrogate_pair_is_read_and_can_not_be_printed():
    text = '{"partitions": [{"topic": "\\ud800", "partition": 0, "replicas": [1]}]}'
    assert list(problems({"json": text})) == []
    found = [sentence for _, sentence in problems({"json": text, "current": [], "brokers": [1]})]
    assert found == ["has half a surrogate pair, which can't be printed; write whole characters"]


@pytest.mark.parametrize("value", ["1" * 5000, "[" * 1999 + "]" * 1999, '{"a":' * 1500 + "1" + "}" * 1500])
def test_long_numbers_and_deep_nesting_can_be_asked(value):
    assert list(problems({"json": f'{{"partitions": [], "x": {value}}}'})) == []


@pytest.mark.parametrize("text", ["", " \n", "null", "[]", '{"version": 1} and more', file(entry(log_dirs=["/a"]))])
def test_other_texts_are_valid(text):
    if text:
        assert list(problems({"json": text})) == []
    else:
        assert [path for path, _ in problems({"json": text})] == ["input.json"]


def test_where_brokers_are_asked_no_log_directory_may_be_named():
    asked = {"current": [], "brokers": [1]}
    ((_, sentence),) = problems({**asked, "json": file(entry(log_dirs=["any", "/a"]))})
    assert sentence.startswith('names a log directory; write "any"')
    assert list(problems({**asked, "json": file(entry(log_dirs=["any"]), entry("u", log_dirs="any"))})) != []
    assert list(problems({**asked, "current": [entry()], "json": file(entry(log_dirs=["any"]))})) == []


@pytest.mark.parametrize("field", ["current", "proposed", "reassigning"])
def test_a_partition_stands_once_in_a_list(field):
    document = {"current": [entry(), entry("u")], field: [entry(), entry("u"), entry()]}
    assert list(problems(document)) == [(f"input.{field}[2]", "t-0 stands there twice; write each partition once")]


def test_one_proposed_partition_may_lack_replicas_and_no_more():
    proposed = [entry(), entry("u"), entry("v")]
    assert list(problems({"current": [entry()], "reassigning": [entry("u")], "proposed": proposed})) == []
    ((path, sentence),) = problems({"current": [entry()], "proposed": proposed})
    assert (path, sentence) == ("input.proposed", "more than one partition has no replicas now; write at most one")


def test_a_rollbacks_log_directories_are_one_a_replica_and_can_be_printed():
    short, odd = entry(logDirs=[]), entry("u", logDirs=["/\ud800"])
    found = dict(problems({"json": file(entry()), "current": [short, odd], "brokers": [1]}))
    assert found["input.current[0].logDirs"].startswith("write one for each replica")
    assert "half a surrogate pair" in found["input.current[1]"]


def test_a_rollback_may_name_one_unknown_topic_and_any_unknown_partitions():
    asked = {"current": [entry()], "brokers": [1]}
    text = file(entry(partition=1), entry(partition=2), entry("u"), entry("u", 1))
    assert list(problems({**asked, "json": text})) == []
    ((path, sentence),) = problems({**asked, "json": file(entry("u"), entry("v"))})
    assert (path, sentence.partition(",")[0]) == ("input.json", "more than one topic is unknown")
    assert [path for path, _ in problems({**asked, "json": "{"})] == ["input.json"]


def test_scala_can_be_asked_of_several_duplicates():
    text = file(entry(replicas=(1, 1, 2, 2)), entry("u"), entry("u"))
    assert [PARSE.takes(line, {"json": text}) for line in (SCALA, JAVA)] == [True, True]


@pytest.mark.parametrize(
    "text",
    [
        file(entry(replicas=(7, 8))),
        file(entry("unknown")),
        file(entry(partition=9)),
        file(entry(replicas=(1, 1, 2, 2))),
        file({"topic": "t", "partition": 0, "replicas": 7}, entry(replicas=("7", "8", True))),
    ],
)
def test_scala_can_be_asked_of_what_is_unknown_or_wrong(text):
    document = {"json": text, "current": [entry()], "brokers": [1, 2]}
    assert [ROLLBACK.takes(line, document) for line in (SCALA, JAVA)] == [True, True]
