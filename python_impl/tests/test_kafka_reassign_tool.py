"""The reassignment tool's file and what it prints: as the tool reads and writes them, with its own errors."""

import json

import numpy as np
import pytest

from copartition.errors import (
    AdminCommandFailedException,
    AdminOperationException,
    JavaError,
    JsonMappingException,
    RuntimeException,
    StreamConstraintsException,
    WrongTypeError,
)
from copartition.kafka.reassign import (
    Ongoing,
    execution_text,
    parse_reassignment,
    proposed_moves,
    reassignment_json,
    rollback_text,
    sorted_partitions,
)
from copartition.kafka.topic_partition import TopicPartition
from copartition.port import PORT

ONE = {"topic": "t", "partition": 0, "replicas": [1, 2]}
T0 = TopicPartition("t", 0)
LOG_DIRS_KEY = (
    "each key of log_dirs must be a pair of a TopicPartition and a broker, not "
    "TopicPartition(topic='t', partition=0): write (TopicPartition(\"orders\", 0), 1)"
)


def file(*entries, **fields):
    return json.dumps({"partitions": list(entries), **fields})


def test_what_is_read():
    read = parse_reassignment(file({**ONE, "log_dirs": ["any", "/d"], "more": 1}, {**ONE, "topic": "a"}, version=1))
    assert read.replicas == {T0: (1, 2), TopicPartition("a", 0): (1, 2)}
    assert read.log_dirs == {(T0, 2): "/d"}


@pytest.mark.parametrize(
    "text", [f" \n{file(ONE)}\t", f"{file(ONE)} and more", file(ONE).replace('"t"', '"u","topic":"t"')]
)
def test_what_jackson_takes(text):
    assert parse_reassignment(text).replicas == {T0: (1, 2)}


@pytest.mark.parametrize(
    ("text", "error", "message", "in_scala"),
    [
        ("  ", JsonMappingException, "Expected JSON object, received ", None),
        ("[1]", JsonMappingException, "Expected JSON object, received [1]", None),
        (file(ONE, version=2), AdminOperationException, "Not supported version field value 2", None),
        (
            file(version="1"),
            JsonMappingException,
            'Expected `Integer` value, received "1"',
            'Expected `Int` value, received "1"',
        ),
        ('{"partitions":{"a":[null,true,"\\u00e9\\n"]}}', JsonMappingException,
         'Expected JSON array, received {"a":[null,true,"é\\n"]}', None),
        (file({**ONE, "topic": 1.5}), JsonMappingException, "Expected `String` value, received 1.5", None),
        (file({"topic": "t"}), JsonMappingException, "No such field exists: `partition`", None),
        (
            file({**ONE, "replicas": 2**40}),
            JsonMappingException,
            "Expected `JSON array` value, received 1099511627776",
            "Expected JSON array, received 1099511627776",
        ),
        (
            file({**ONE, "log_dirs": ["/a"]}),
            AdminCommandFailedException,
            "Size of replicas list [1, 2] is different from size of log dirs list [/a] for partition t-0",
            "Size of replicas list List(1, 2) is different from size of log dirs list List(/a) for partition t-0",
        ),
        (file(), AdminCommandFailedException, "Partition reassignment list cannot be empty", None),
        ("{}", AdminCommandFailedException, "Partition reassignment list cannot be empty", None),
        (file({**ONE, "replicas": []}), AdminCommandFailedException, "Partition replica list cannot be empty", None),
        (file(ONE, ONE), AdminCommandFailedException,
         "Partition reassignment contains duplicate topic partitions: t-0", None),
        (file({**ONE, "replicas": [7, 7]}), AdminCommandFailedException,
         "Partition replica lists may not contain duplicate entries: t-0 contains multiple entries for 7", None),
    ],
)  # fmt: skip
def test_what_is_refused(text, error, message, in_scala):
    for scala, expected in ((False, message), (True, in_scala or message)):
        with pytest.raises(error) as raised:
            parse_reassignment(text, scala=scala)
        assert str(raised.value) == expected


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"version":"1"}', ["version"]),
        ('{"partitions":{}}', ["partitions"]),
        ('{"partitions":[7]}', ["partitions[0]"]),
        (file(ONE, {"topic": "t"}), ["partitions[1]"]),
        (file({**ONE, "topic": 7}), ["partitions[0].topic"]),
        (file({**ONE, "partition": "0"}), ["partitions[0].partition"]),
        (file({**ONE, "replicas": 1}), ["partitions[0].replicas"]),
        (file(ONE, {**ONE, "replicas": [1, 2, "4"]}), ["partitions[1].replicas[2]"]),
        (file(ONE, {**ONE, "replicas": []}), ["partitions[1].replicas"]),
        (file({**ONE, "log_dirs": ["/d", 7]}), ["partitions[0].log_dirs[1]"]),
        ("[]", []),
        ("{}", []),
        (file(ONE, ONE), []),
    ],
)
@pytest.mark.parametrize("scala", [False, True])
def test_a_note_says_which_value_is_refused(text, place, scala):
    with pytest.raises(JavaError) as raised:
        parse_reassignment(text, scala=scala)
    assert getattr(raised.value, "__notes__", []) == place


@pytest.mark.parametrize(
    ("brokers", "in_java", "in_scala"),
    [
        ([10, -2921], "-2921,10", "10,-2921"),
        ([1, 17], "1,17", "1,17"),
        (range(0, 80, 7), "0,49,35,21,70,7,56,42,28,77,14,63", "0,56,42,14,77,49,7,35,63,28,70,21"),
    ],
)
def test_duplicates_are_named_in_the_order_of_each_tools_sets(brokers, in_java, in_scala):
    text = file({**ONE, "replicas": [*brokers, *brokers]})
    for scala, names in ((False, in_java), (True, in_scala)):
        with pytest.raises(AdminCommandFailedException, match=f"t-0 contains multiple entries for {names}$"):
            parse_reassignment(text, scala=scala)


def test_partitions_of_one_hash_code_are_named_in_scala_as_they_came():
    names = ("BB", "Aa", "u")
    entries = [{**ONE, "topic": topic} for topic in names] * 2
    with pytest.raises(AdminCommandFailedException, match=r"topic partitions: u-0,BB-0,Aa-0$"):
        parse_reassignment(file(*entries), scala=True)


@pytest.mark.parametrize(
    "text",
    ["", "{", "nope", '{"partitions":NaN}', '{"partitions":[Infinity]}', "1a", "01", "1.", "7[]", "nullx", "true_"],
)
def test_what_is_no_json(text):
    with pytest.raises(AdminOperationException):
        parse_reassignment(text)


@pytest.mark.parametrize("text", ["1 a", "7", "null}", "true-", '"a"b', "[1]b"])
def test_what_follows_a_value_is_passed_over(text):
    with pytest.raises(JsonMappingException, match=r"^Expected JSON object, received "):
        parse_reassignment(text)


LONG = "n" * 50_001
DEEP = 700
"""Levels that Python's own decoder would not be trusted with."""


def nested(inner, opening="[", closing="]"):
    return f'{{"partitions":[{json.dumps(ONE)}],"more":{opening * DEEP}{inner}{closing * DEEP}}}'


@pytest.mark.parametrize(
    "inner", ["", "1", ' 1 , "a" ', "[],{}", '{"a":1,"b":{}}', '{ "a" : [ ] , "b" : -1.5e3 } , null', '{"a":{"b":[]}}']
)
def test_what_nests_deeply_is_read_as_anything_else(inner):
    assert parse_reassignment(nested(inner)).replicas == {T0: (1, 2)}
    assert parse_reassignment(nested(inner, '{"a": [', "]}"), scala=True).replicas == {T0: (1, 2)}
    shown = "Expected JSON object, received "
    text = "[" * DEEP + inner + "]" * DEEP
    with pytest.raises(JsonMappingException) as raised:
        parse_reassignment(text)
    assert str(raised.value).startswith(shown)
    known = "".join(text.split()).replace("-1.5e3", "0")
    assert str(raised.value).removeprefix(shown).replace("-1.5e3", "0") == known


@pytest.mark.parametrize("inner", ["1 2", "{1:2}", '{"a" 2}', '{"a":1 "b":2}', '{"a":1,}', "[1}", "nope", ","])
def test_what_nests_deeply_and_is_no_json(inner):
    with pytest.raises(AdminOperationException, match="The input string is not a valid JSON"):
        parse_reassignment(nested(inner))


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("1" * 1001, "Number value length (1001) exceeds the maximum allowed (1000"),
        ("-" + "1" * 5000, "Number value length (5000) exceeds the maximum allowed (1000"),
        ("[" * 999 + "]" * 999, "Document nesting depth (1001) exceeds the maximum allowed (1000"),
    ],
)
def test_jacksons_limits_are_those_of_the_tool_in_java(value, said):
    text = file(ONE).replace('"t"', value)
    with pytest.raises(StreamConstraintsException) as raised:
        parse_reassignment(text)
    assert str(raised.value).startswith(said)
    with pytest.raises(JsonMappingException) as raised:
        parse_reassignment(text, scala=True)
    assert str(raised.value) == f"Expected `String` value, received {value}"


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (f'{{"{LONG}":1}}', "Name length (50001) exceeds the maximum allowed (50000"),
        (f'{{"{"😀" * 25_001}" : 1}}', "Name length (50002) exceeds the maximum allowed (50000"),
        (f'[{"1" * 1001},{{"{LONG}":1}}]', "Number value length (1001)"),
        (f'[{{"{LONG}":1}},{"1" * 1001}]', "Name length (50001)"),
    ],
)
def test_jacksons_limit_of_names(more, said):
    text = file(ONE).replace('{"partitions"', f'{{"x":{more},"partitions"')
    with pytest.raises(StreamConstraintsException) as raised:
        parse_reassignment(text)
    assert str(raised.value).startswith(said)
    assert parse_reassignment(text, scala=True).replicas == {T0: (1, 2)}


def test_a_long_name_behind_the_value_is_passed_over():
    assert parse_reassignment(file(ONE) + f'{{"{LONG}":1}}').replicas == {T0: (1, 2)}


@pytest.mark.parametrize(
    "value", ["1" * 1000, f'{{"{LONG[1:]}":"{LONG}"}}', "[" * 998 + "]" * 998, '"' + "[" * 2000 + '"']
)
def test_what_is_within_jacksons_limits(value):
    with_it = file(ONE).replace('{"partitions"', f'{{"x":{value},"partitions"')
    assert parse_reassignment(with_it).replicas == {T0: (1, 2)}


def test_written_as_jackson_writes_it():
    log_dirs = {(T0, 2): '/\x01\x1f\t"\\é😀\x7f'}
    text = reassignment_json({T0: (1, 2), TopicPartition("😀", 1): (3,), TopicPartition("\uffff", 0): (4,)}, log_dirs)
    assert text == (
        '{"version":1,"partitions":['
        '{"topic":"t","partition":0,"replicas":[1,2],"log_dirs":["any","/\\u0001\\u001F\\t\\"\\\\é😀\x7f"]},'
        '{"topic":"😀","partition":1,"replicas":[3],"log_dirs":["any"]},'
        '{"topic":"\uffff","partition":0,"replicas":[4],"log_dirs":["any"]}]}'
    )
    assert parse_reassignment(text).log_dirs == log_dirs


def test_the_way_back():
    current = {T0: (1,), TopicPartition("t", 1): (2,)}
    for release, path in (((4, 1, 2), "any"), ((4, 2, 1), "/d")):
        assert rollback_text(current, [T0], {(T0, 1): "/d"}, release=release) == (
            "Current partition replica assignment\n\n"
            f'{{"version":1,"partitions":[{{"topic":"t","partition":0,"replicas":[1],"log_dirs":["{path}"]}}]}}\n\n'
            "Save this to use as the --reassignment-json-file option during rollback"
        )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("12", {}), "each of brokers must be an integer, not str"),
        ((3, {}), "brokers must be a sequence, not int"),
        (([1, 2], None), "current must be a mapping from TopicPartition, not NoneType"),
        (([1, 2], {T0: (1,)}, {T0: "/d"}), LOG_DIRS_KEY),
    ],
)
def test_what_is_no_cluster_is_named(arguments, message):
    with pytest.raises(WrongTypeError) as refused:
        execution_text(file(ONE), *arguments)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("log_dirs", "message"),
    [
        ({T0: "/d"}, LOG_DIRS_KEY),
        ({(T0, "1"): "/d"}, "the broker of log_dirs[t-0] must be an integer, not str"),
        ({(T0, 1): None}, "log_dirs[t-0] must be a str, not NoneType"),
        ([(T0, 1)], "log_dirs must be a mapping from (TopicPartition, broker), not list"),
    ],
)
def test_a_log_directory_under_another_key_is_not_passed_over(log_dirs, message):
    with pytest.raises(WrongTypeError) as refused:
        reassignment_json({T0: [1]}, log_dirs)
    assert str(refused.value) == message


def test_brokers_of_log_directories_may_be_any_integers():
    assert '"log_dirs":["/d"]' in reassignment_json({T0: [1]}, {(T0, np.int64(1)): "/d"})


def test_moves_and_throttles():
    t2, t10 = TopicPartition("t", 2), TopicPartition("t", 10)
    found = proposed_moves({t2: (1,), t10: (1, 2)}, {t2: (2, 1), t10: (2, 3)}, {T0: Ongoing((1, 2, 3), (3,), (1,))})
    assert list(found.by_partition) == [T0, t2, t10]
    assert found.leader_throttles() == {"t": "0:1,0:2,10:1,10:2,2:1"}
    assert found.follower_throttles() == {"t": "0:3,10:3,2:2"}
    assert found.brokers() == [1, 2, 3]
    with pytest.raises(RuntimeException, match="Trying to reassign a topic partition t-0 with 0 replicas"):
        proposed_moves({}, {T0: (1,)})


def test_the_port_answers_in_plain_json():
    entries = [ONE]
    assert PORT.operations["kafka.reassign.parse"]({"json": file(ONE)}) == {"partitions": entries, "logDirs": []}
    answer = PORT.operations["kafka.reassign.plan"]({"current": [{**ONE, "replicas": [1]}], "proposed": entries})
    assert answer["moves"] == [{"topic": "t", "partition": 0, "sources": [1], "destinations": [2]}]
    cluster = {"brokers": [1, 2], "current": [{**ONE, "logDirs": ["/d", None]}], "json": file(ONE)}
    assert '["/d","any"]' in PORT.operations["kafka.reassign.rollback"](cluster, "kafka-tools 4.3.1")
    assert '["any","any"]' in PORT.operations["kafka.reassign.rollback"](cluster, "kafka-tools 3.9.2")


@pytest.mark.parametrize("text", [b"{}", None, {"partitions": []}, 7])
def test_only_text_is_read(text):
    with pytest.raises(WrongTypeError, match=f"^text must be a str, not {type(text).__name__}$"):
        parse_reassignment(text)


@pytest.mark.parametrize(
    ("assignment", "message"),
    [
        ({T0: [True]}, "assignment[t-0] must be an integer, not True"),
        ({T0: [0.0]}, "assignment[t-0] must be an integer, not float"),
        ({T0: ["1"]}, "assignment[t-0] must be an integer, not str"),
        ({T0: {1, 2}}, "assignment[t-0] must be a list or tuple of brokers, not set: its first one leads"),
        ({T0: b"12"}, "assignment[t-0] must be a list or tuple of brokers, not bytes: its first one leads"),
        ({T0: None}, "assignment[t-0] must be a sequence, not NoneType"),
        ({"t-0": [1]}, 'each key of assignment must be a TopicPartition, not str: write TopicPartition("orders", 0)'),
        (None, "assignment must be a mapping from TopicPartition, not NoneType"),
    ],
)
def test_what_the_tool_could_not_read_is_not_written(assignment, message):
    with pytest.raises(WrongTypeError) as refused:
        reassignment_json(assignment)
    assert str(refused.value) == message


def test_replicas_may_be_any_integers_that_java_has():
    written = reassignment_json({T0: [1, 2]})
    assert reassignment_json({T0: np.array([1, 2])}) == reassignment_json({T0: iter([1, 2])}) == written
    with pytest.raises(ValueError, match=r"^assignment\[t-0\] must be a 32-bit integer, not 2147483648$"):
        reassignment_json({T0: [2**31]})


def test_a_rollback_names_what_is_wrong():
    with pytest.raises(WrongTypeError, match=r"^release must be '4\.4\.0' or a tuple such as \(4, 4, 0\), not list$"):
        rollback_text({T0: [1]}, [T0], release=[4, 3, 1])
    with pytest.raises(WrongTypeError, match=r"^proposed must be a sequence, not TopicPartition$"):
        rollback_text({T0: [1]}, T0)
    with pytest.raises(WrongTypeError, match=r"^proposed must hold TopicPartition values, not be a str$"):
        rollback_text({T0: [1]}, "t-0")
    with pytest.raises(ValueError, match=r"^proposed has t-7, which isn't in current: there is no way back for it"):
        rollback_text({T0: [1]}, [T0, TopicPartition("t", 7)])
    with pytest.raises(WrongTypeError, match=r"^current must be a mapping from TopicPartition, not list$"):
        rollback_text([T0], [T0])
    with pytest.raises(WrongTypeError, match=r"^partitions must hold TopicPartition values, not str$"):
        sorted_partitions(["t-0"])


@pytest.mark.parametrize("smile", ["\ud83d\\ude00", "\\ud83d\ude00", "\\ud83d\\ude00", "\ud83d\ude00"])
def test_halves_of_a_pair_are_one_character_however_they_are_written(smile):
    with pytest.raises(JsonMappingException) as raised:
        parse_reassignment(f'{{"version":{{"{smile}":1,"😀":["{smile}"]}}}}')
    assert str(raised.value) == 'Expected `Integer` value, received {"😀":["😀"]}'


def test_a_half_behind_a_backslash_is_no_json():
    with pytest.raises(AdminOperationException):
        parse_reassignment('{"version":"\\\ud83d"}')
