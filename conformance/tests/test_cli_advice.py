"""Advice on the command line: what people read, what programs read, and what is refused. Snapshots of the text."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from copartition.advice import in_flight_gaps
from jarparity.advice import rescaling
from jarparity.advice.keys import EXAMPLES, JAVA_CLASSES
from jarparity.cli import main

DOCS = Path(__file__).parents[2] / "docs"
GAP = ("--max-parallelism", "195", "--from", "187", "--to", "195")


def run(*arguments):
    shown = CliRunner().invoke(main, list(arguments), standalone_mode=False)
    assert shown.exception is None, shown.exception
    return shown.output


def refused(*arguments):
    shown = CliRunner().invoke(main, list(arguments))
    assert shown.exit_code == 4, shown.output
    return shown.output


def document(*arguments):
    command, options = arguments[:2], arguments[2:]
    return json.loads(run(*command, "--format", "json", *options))


JOB = ("--max-parallelism", "128", "--parallelism", "4")


def test_the_way_of_a_key():
    assert run("explain", "key", "user_123", *JOB, "--partitions", "12") == (
        "string user_123, max parallelism 128, parallelism 4\n"
        "  hash code  -266208322    String.hashCode()\n"
        "  murmur     1276393253    MathUtils.murmurHash(-266208322)\n"
        "  key group  37            1276393253 % 128\n"
        "  subtask    1             37 * 4 / 128; there are 0 to 3\n"
        "  range      32 to 63      the key groups of subtask 1\n"
        "  kafka      partition 11  (murmur2 -1159050033 & 0x7fffffff) % 12, of the bytes 757365725f313233\n"
    )


def test_the_way_of_a_key_for_programs():
    assert document("explain", "key", "--type", "long", *JOB, "--", "-1") == {
        "key": {"type": "long", "value": "-1"},
        "maxParallelism": 128,
        "parallelism": 4,
        "hashCode": 0,
        "murmur": 593689054,
        "keyGroup": 94,
        "operator": 2,
        "range": {"start": 64, "end": 95},
    }
    kafka = {"bytes": "ffffffffffffffff", "murmur2": 185950397, "partition": 1}
    both = document("explain", "key", "--type", "long", *JOB, "--partitions", "4", "--", "-1")
    assert (both["keyGroup"], both["partitions"], both["kafka"]) == (94, 4, kafka)


@pytest.mark.parametrize(
    ("text", "bits"),
    [
        ("1.00000005960464477539062500001", "0x3f800001"),  # the nearest double is halfway between two floats
        ("-1.00000005960464477539062500001", "0xbf800001"),
        ("1.000000059604644775390625", "0x3f800000"),  # halfway itself: to the even one
        ("1.00000017881393432617187499999", "0x3f800001"),
        ("1e-400", "0x00000000"),
        ("-Infinity", "0xff800000"),
    ],
)
def test_a_float_is_rounded_once_as_java_reads_it(text, bits):
    assert document("explain", "key", "--type", "float", *JOB, "--", text)["key"] == {"type": "float", "value": bits}


@pytest.mark.parametrize("type_", ["double", "float"])
def test_a_number_with_underscores_is_none_in_java(type_):
    shown = refused("explain", "key", "--type", type_, *JOB, "1_0")
    assert f"KEY of type {type_} must be a number, not 1_0: Java's numbers have no underscores" in shown


KEYS = {
    "string": ("a", 81),
    "long": ("-1", 94),
    "integer": ("-1", 80),
    "short": ("-1", 80),
    "byte": ("-1", 80),
    "char": ("a", 81),
    "boolean": ("true", 77),
    "double": ("-0.0", 108),
    "float": ("1.5", 70),
    "big-decimal": ("1.00", 69),
    "big-integer": ("1", 86),
    "local-date": ("2024-02-29", None),
    "local-time": ("10:15:30", None),
    "local-date-time": ("2024-02-29T10:15", None),
    "instant": ("2024-02-29T10:15:30Z", None),
    "uuid": ("00000000-0000-0000-0000-000000000001", None),
    "sql-date": ("1700000000000", None),
    "sql-timestamp": ("1700000000123", None),
    "tuple": ('[{"type":"string","value":"a"},{"type":"integer","value":"1"}]', 29),
    "list": ('[{"type":"long","value":"7"}]', None),
    "row": ('{"kind":"+I","fields":[{"type":"string","value":"a"}]}', 64),
    "row-data": ('[{"type":"STRING","value":"a"}]', 4),
}


def test_every_type_is_here():
    assert set(KEYS) == set(JAVA_CLASSES)


@pytest.mark.parametrize("type_", KEYS)
def test_keys_of_every_type(type_):
    text, group = KEYS[type_]
    found = document("explain", "key", "--type", type_, *JOB, "--", text)
    assert group in (None, found["keyGroup"])
    assert found["range"]["start"] <= found["keyGroup"] <= found["range"]["end"]


def test_kafka_has_no_serializer_for_every_type():
    assert "kafka      none      kafka-clients has no serializer for a key of type Byte" in run(
        "explain", "key", "1", "--type", "byte", *JOB, "--partitions", "12"
    )


def test_kafka_is_left_out_unasked():
    assert "kafka" not in run("explain", "key", "user_123", *JOB)


def test_kafkas_partition_alone_needs_no_job():
    head, row = run("explain", "key", "user_123", "--partitions", "12").splitlines()
    assert head == "string user_123"
    assert row == "  kafka  partition 11  (murmur2 -1159050033 & 0x7fffffff) % 12, of the bytes 757365725f313233"
    assert document("explain", "key", "user_123", "--partitions", "12")["kafka"]["partition"] == 11


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("explain", "key", "one", "--type", "long", *JOB),
            'KEY of type long must be a decimal string, not "one"; write one such as 7\n',
        ),
        (
            ("explain", "key", '{"a": [null, true]}', "--type", "tuple", *JOB),
            'KEY of type tuple must be an array, not {"a": [null, true]}; write one such as [{"type":',
        ),
        (("explain", "key", "x\udcff", *JOB), "KEY is no UTF-8: it has the byte 0xff; write text\n"),
        (
            ("balance", "diagnose", "--key-group", "50", "--range", "0", "31", *JOB[:2], "--key", "\udc80"),
            "--key is no UTF-8: it has the byte 0x80; write text\n",
        ),
        (("explain", "key", "300", "--type", "byte", *JOB), "KEY of type byte must be in -128..127, not 300"),
        (("explain", "key", "x", "--type", "uuid", *JOB), "KEY of type uuid: 'x' is not what Java's UUID.toString"),
        (("explain", "key", "[7]", "--type", "tuple", *JOB), "KEY[0] must be an object, not 7"),
        (("explain", "key", "{}", "--type", "row", *JOB), "KEY of type row has no field 'kind'"),
        (("explain", "key", "yes", "--type", "boolean", *JOB), "KEY of type boolean must be true or false, not yes"),
        (("explain", "key", "x", "--type", "double", *JOB), "KEY of type double must be a number, not x"),
        (("explain", "key", "1e99", "--type", "float", *JOB), "KEY of type float must be a number, not 1e99"),
        (("explain", "key", "a", "--type", "tuple", *JOB), 'must be JSON, such as [{"type":"string","value":"a"}'),
        (("explain", "key", "a", "--type", "enum", *JOB), "Invalid value for '--type'"),
        (
            ("explain", "key", "a", "--max-parallelism", "4", "--parallelism", "5"),
            "--parallelism 5 is greater than --max-parallelism 4",
        ),
        (("explain", "key", "a", "--max-parallelism", "40000", "--parallelism", "5"), "40000 is not in the range"),
        (("explain", "key", "a", "--max-parallelism", "4"), "Missing option '--parallelism'"),
        (
            ("explain", "key", "a"),
            "Missing option '--max-parallelism'. Kafka's partition alone needs --partitions only.",
        ),
        (
            ("explain", "rescale", "--max-parallelism", "4", "--from", "5", "--to", "1"),
            "Error: --from 5 is greater than --max-parallelism 4",
        ),
        (
            ("explain", "in-flight", "--max-parallelism", "4", "--from", "1", "--to", "5"),
            "Error: --to 5 is greater than --max-parallelism 4",
        ),
        (("balance", "ranges"), "Missing option '--parallelism'"),
        (("balance", "ranges", "--parallelism", "5", "--max-parallelism", "4"), "--parallelism 5 is greater than"),
        (("balance", "keys", "--parallelism", "5", "--max-parallelism", "4"), "--parallelism 5 is greater than"),
        (("balance", "diagnose"), "give the MESSAGE, or --key-group and --range"),
        (("balance", "diagnose", "--key-group", "3"), "give the MESSAGE, or --key-group and --range"),
        (("balance", "diagnose", "x", "--key-group", "3"), "give the MESSAGE, or --key-group and --range"),
        (("balance", "diagnose", "no such"), "message must have Flink's sentence"),
        (
            ("balance", "diagnose", "--key-group", "3", "--range", "-1", "2"),
            "Invalid value for '--range': -1 is not in",
        ),
        (("balance", "diagnose", "--key-group", "3", "--range", "0", "31"), "key group 3 is in the range 0 to 31"),
        (
            ("balance", "diagnose", "--key-group", "50", "--range", "0", "31", "--key", "a"),
            "--key goes with --max-parallelism",
        ),
    ],
)
def test_what_is_refused_says_why(arguments, message):
    assert message in refused(*arguments)


def test_a_rescaling():
    assert run("explain", "rescale", "--max-parallelism", "30", "--from", "3", "--to", "4") == (
        "max parallelism 30, 3 to 4: 14 of 30 key groups move (47%), 16 stay\n"
        "  0 to 7    stay with subtask 0\n"
        "  8 to 9    move from subtask 0 to 1\n"
        "  10 to 14  stay with subtask 1\n"
        "  15 to 19  move from subtask 1 to 2\n"
        "  20 to 22  stay with subtask 2\n"
        "  23 to 29  move from subtask 2 to 3\n"
    )
    found = document("explain", "rescale", "--max-parallelism", "30", "--from", "3", "--to", "4")
    assert (found["keyGroupsMoving"], found["keyGroupsStaying"], len(found["transfers"])) == (14, 16, 6)
    assert found["transfers"][1] == {"from": 0, "to": 1, "range": {"start": 8, "end": 9}}
    long = run("explain", "rescale", "--max-parallelism", "128", "--from", "100", "--to", "101")
    assert "more; --format json has them all" in long.splitlines()[-1]


def test_in_flight_gaps_are_as_documented():
    shown = run("explain", "in-flight", *GAP).splitlines()
    assert shown[-1] == "computed by copartition; --reference jpype asks the real classes"
    documented = (DOCS / "in-flight-gaps.md").read_text("utf-8")
    assert "\n".join(shown[:-1]) in documented
    assert f"$ jarparity explain in-flight {' '.join(GAP)} --reference jpype" in documented


def test_no_gap():
    assert run("explain", "in-flight", "--max-parallelism", "512", "--from", "179", "--to", "200").startswith(
        "max parallelism 512, 179 to 200: no in-flight record is lost: SubtaskStateMapper.RANGE omits no subtask\n"
    )


def test_originals_that_differ_are_named():
    found = document("explain", "in-flight", *GAP)
    shown = rescaling.in_flight({**found, "originals": {"flink 1.16.3": found["gaps"], "flink 2.3.0": []}})
    assert shown.blocks[-2:] == (
        "confirmed by the real classes: flink 1.16.3",
        "contradicted by the real classes: flink 2.3.0",
    )


def test_ranges_of_the_default():
    assert run("balance", "ranges", "--parallelism", "100") == (
        "max parallelism 256, which Flink chooses by itself\n"
        "  parallelism 100: 56 subtasks have 3 key groups, 44 have 2; the busy ones do 50.0% more work\n"
        "\n"
        "recommended for 100\n"
        "  max parallelism 300, 400, 500, 600, 700: all ranges are even\n"
        "  of those that are no power of two: after an unaligned checkpoint, a rescale may lose in-flight records "
        "where old * new parallelism is above 32,768 (explain in-flight)\n"
        "  max parallelism 2048, a power of two, never loses any: at most 5.0% more work\n"
        "  with state of max parallelism 256, in place of 100, even at: parallelism 8, 16, 32, 64, 128\n"
        "  the max parallelism of a job with state can't be changed: Flink refuses to restore it\n"
        "\n"
        "Flink's default gives some subtask twice the key groups of another at 33% of the parallelisms 1 to 2000\n"
    )


def test_what_may_lose_records_in_flight_is_recommended_with_a_warning_alone():
    for parallelism, maximum in ((200, 600), (100, 300), (9, 135)):
        at_risk = any(in_flight_gaps(maximum, parallelism, new) for new in range(1, maximum + 1))
        warned = "in-flight records" in run("balance", "ranges", "--parallelism", f"{parallelism}")
        assert warned >= at_risk
    assert not warned
    assert not at_risk


def test_even_ranges_need_no_recommendation():
    shown = run("balance", "ranges", "--parallelism", "4", "--parallelism", "8", "--max-parallelism", "128")
    assert shown.splitlines()[:3] == [
        "max parallelism 128",
        "  parallelism 4: 32 key groups each, even",
        "  parallelism 8: 16 key groups each, even",
    ]
    assert "recommended" not in shown


def test_parallelisms_without_an_even_maximum():
    several = ("--parallelism", "1021", "--parallelism", "1031")
    found = document("balance", "ranges", *several)
    assert found["evenMaxParallelisms"] == []
    best, last = found["fairestMaxParallelism"], found["fairestAtMost"]
    said = f"max parallelism {best}: the most even of 2048 to {last}; none is even for all"
    assert said in run("balance", "ranges", *several)
    assert best <= last == 4 * 2048


def test_keys_for_every_subtask():
    assert run("balance", "keys", *JOB, "--type", "integer", "--per-subtask", "2") == (
        "integer keys, max parallelism 128, parallelism 4\n"
        "  subtask 0  4  6\n"
        "  subtask 1  9  12\n"
        "  subtask 2  0  1\n"
        "  subtask 3  2  3\n"
    )
    assert document("balance", "keys", *JOB)["keys"] == [["key-0"], ["key-1"], ["key-6"], ["key-2"]]
    assert document("balance", "keys", "--parallelism", "100")["maxParallelism"] == 256


def test_a_misplaced_key_group():
    message = "java.lang.X: Key group 193 is not in KeyGroupRange{startKeyGroup=144, endKeyGroup=179}. Unless you're"
    shown = run("balance", "diagnose", message, "--max-parallelism", "720").splitlines()
    assert shown[:5] == [
        "key group 193 came to the subtask of key groups 144 to 179",
        "  at parallelism 20 that is subtask 4; key group 193 belongs to subtask 5",
        "",
        "usual causes",
        "  1. the key's hashCode differs from JVM to JVM: "
        "an enum, an array or a class without hashCode somewhere in the key",
    ]
    assert len([line for line in shown if line.startswith("    ")]) == 12
    assert "--max-parallelism tells which subtasks these are" in run("balance", "diagnose", message)


def test_a_key_that_two_sides_take_for_different_types():
    numbers = ("--key-group", "54", "--range", "64", "95", "--max-parallelism", "128", "--key", "1")
    shown = run("balance", "diagnose", *numbers)
    assert "  string   key group 54, the misplaced one\n  long     key group 86, in this subtask's range\n" in shown
    assert "  1. sender and receiver hash different Java types" in shown
    assert "apache/flink-agents#1024" in shown
    found = document("balance", "diagnose", *numbers)
    assert (found["typesOfTheGroup"], found["owners"]) == (["string"], [{"subtask": 1, "parallelism": 4}])


def test_numbers_that_no_job_has():
    job = ("--max-parallelism", "128")
    assert "no parallelism cuts 128 key groups so" in run(
        "balance", "diagnose", "--key-group", "5", "--range", "10", "90", *job
    )
    assert "there is no key group 200 of 128" in run(
        "balance", "diagnose", "--key-group", "200", "--range", "0", "31", *job
    )
    assert "… and at " in run("balance", "diagnose", "--key-group", "5", "--range", "10", "10", *job)


@pytest.mark.parametrize(
    "command",
    [
        *[("explain", name) for name in ("case", "tag", "key", "rescale", "in-flight")],
        *[("balance", name) for name in ("ranges", "keys", "diagnose")],
    ],
    ids=" ".join,
)
def test_every_subcommand_has_help_with_examples(command):
    shown = run(*command, "--help")
    assert "Examples:" in shown
    assert f"jarparity {' '.join(command)}" in shown


@pytest.mark.parametrize("type_", JAVA_CLASSES)
def test_every_type_has_an_example_that_is_taken(type_):
    assert document("explain", "key", "--type", type_, *JOB, EXAMPLES[type_])["key"]["type"] == type_
    if type_ != "string":
        shown = refused("explain", "key", "--type", type_, *JOB, "{x")
        assert shown.count(f"such as {EXAMPLES[type_]}") == 1


@pytest.mark.parametrize(
    ("parallelisms", "maximum", "said"),
    [
        (
            [6],
            6,
            "parallelism 6: 1 key group each, even\n\nno room to grow: a job with max parallelism 6 can never have "
            "more than 6 subtasks; a new job may get a greater one, such as 12, 18, 24, 30\n",
        ),
        ([6, 5], 6, "parallelism 5: 1 subtask has 2 key groups, 4 have 1; the busy one does 100.0% more work\n"),
        (
            [6],
            128,
            "\n\nnothing to recommend: no subtask does more than 4.8% more work than another (5% are even)\n",
        ),
        ([4, 8], 128, "parallelism 8: 16 key groups each, even\n\nnothing to recommend: all ranges are even\n"),
    ],
)
def test_why_nothing_is_recommended(parallelisms, maximum, said):
    asked = [part for one in parallelisms for part in ("--parallelism", str(one))]
    assert said in run("balance", "ranges", *asked, "--max-parallelism", str(maximum))


def test_a_key_that_has_the_group_in_no_type_is_another_one():
    message = "Key group 193 is not in KeyGroupRange{startKeyGroup=64, endKeyGroup=127}"
    said = "in none of these has it key group"
    shown = run("balance", "diagnose", message, "--key", "user_123", "--max-parallelism", "256")
    assert f"{said} 193: it is another key, or 256 is not the max parallelism" in shown
    assert said not in run(
        "balance", "diagnose", message.replace("193", "37"), "--key", "user_123", "--max-parallelism", "256"
    )
