"""`jarparity reassign`: what people read, what programs read, what is written, and what is refused."""

import json

import pytest
from click.testing import CliRunner
from reassign_command import PLAN, run

from jarparity.cli import main

NOW = {
    "version": 1,
    "partitions": [
        {"topic": "tp_re_02", "partition": 0, "replicas": [0], "log_dirs": ["/data"]},
        {"topic": "tp_re_02", "partition": 1, "replicas": [0]},
        {"topic": "tp_re_02", "partition": 2, "replicas": [1]},
    ],
}
TWO = ("--broker", "0", "--broker", "1")
BACK = (
    '{"version":1,"partitions":['
    '{"topic":"tp_re_02","partition":0,"replicas":[0],"log_dirs":["/data"]},'
    '{"topic":"tp_re_02","partition":1,"replicas":[0],"log_dirs":["any"]},'
    '{"topic":"tp_re_02","partition":2,"replicas":[1],"log_dirs":["any"]}]}'
)
WAY_BACK = "for the way back, once it has ended (from Kafka 4.3 on, what is sent before may never end)"
THROTTLE = "--execute takes --throttle, in bytes a second; --verify lifts it once all is copied\n"


@pytest.fixture
def now(tmp_path):
    path = tmp_path / "now.json"
    path.write_text(json.dumps(NOW))
    return path


def plan(now, *more, factor=2, brokers=TWO, code=0):
    return run("plan", "--current", now, *brokers, "--replication-factor", factor, *more, code=code)


def test_a_plan_in_words(now, tmp_path):
    sizes = tmp_path / "sizes.json"
    sizes.write_text('{"tp_re_02-0": 3145728, "tp_re_02-1": 512}')
    assert plan(now, "--sizes", sizes) == (
        "3 of 3 partitions reassigned, 3 replicas copied: 3.0 MiB, and 1 of unknown size\n"
        "  tp_re_02-0: from broker 0 to 1, 3.0 MiB\n"
        "  tp_re_02-1: from broker 0 to 1, 512 bytes\n"
        "  tp_re_02-2: from broker 1 to 0\n"
        "\n"
        "replicas by broker, and bytes\n"
        "  broker  before  after    reads   writes\n"
        "       0       2      3  3.0 MiB  unknown\n"
        "       1       1      3  unknown  3.0 MiB\n"
        "\n"
        f"for --execute, and for --cancel while it goes on:\n{PLAN}\n"
        f"{WAY_BACK}:\n{BACK}\n"
        f"{THROTTLE}"
    )


def test_a_plan_for_programs(now):
    answer = json.loads(plan(now, "--format", "json"))
    assert answer["partitions"] == answer["reassigned"] == 3
    assert (answer["reassignment"], answer["rollback"]) == (PLAN, BACK)
    assert answer["moves"][0] == {"topic": "tp_re_02", "partition": 0, "from": 0, "to": 1, "bytes": None}
    assert answer["brokers"][1] == {"broker": 1, "before": 1, "after": 3, "reads": None, "writes": None}


def test_files_are_written_and_shown(now, tmp_path):
    output, back = tmp_path / "plan.json", tmp_path / "deep" / "back.json"
    said = plan(now, "--output", output, "--rollback", back)
    assert said.endswith(f"for --execute, and for --cancel while it goes on: {output}\n{WAY_BACK}: {back}\n{THROTTLE}")
    assert (output.read_text(), back.read_text()) == (PLAN + "\n", BACK + "\n")
    again = tmp_path / "again.json"
    shown = run("show", "--current", now, "--proposed", output, "--rollback", again)
    assert shown.startswith(f"wrote {again}\n3 of 3 partitions reassigned, 3 replicas copied: sizes unknown\n")
    assert again.read_text() == BACK + "\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["again.json", "deep", "now.json", "plan.json"]


@pytest.mark.parametrize("end", ["", "\r"])
def test_the_current_assignment_is_read_below_its_heading(now, tmp_path, end):
    printed = tmp_path / "printed.txt"
    lines = ["Current partition replica assignment", "", json.dumps(NOW), ""]
    lines += ["Proposed partition reassignment configuration", PLAN, ""]
    printed.write_text("".join(f"{line}{end}\n" for line in lines), newline="")
    assert plan(printed) == plan(now)
    printed.write_text("\n".join([*lines[:2], json.dumps(NOW, indent=1), *lines[3:]]))
    assert plan(printed) == plan(now)
    # The tool's --execute takes no headings.
    printed.write_text("".join(f"{line}{end}\n" for line in lines), newline="")
    told = "printed.txt is what the tool printed, which it doesn't take: save the JSON below 'Proposed partition"
    assert told in run("show", "--current", now, "--proposed", printed, code=4)


@pytest.mark.parametrize("heading", ["", "Current partition replica assignment\n\n"])
def test_a_second_assignment_is_not_passed_over(now, tmp_path, heading):
    both = tmp_path / "both.json"
    both.write_text(f"{heading}{json.dumps(NOW)}\n{heading}{PLAN.replace('tp_re_02', 'other')}\n")
    assert f"{both} has several assignments, of which the first alone would be read" in plan(both, code=4)
    both.write_text(f"{json.dumps(NOW)}\nProposed partition reassignment configuration\n{PLAN}\n")
    assert plan(both) == plan(now)


def test_racks(now):
    brokers = ("--broker", "0=a", "--broker", "1=a", "--broker", "2=b")
    entries = json.loads(json.loads(plan(now, "--format", "json", brokers=brokers))["reassignment"])["partitions"]
    assert all(entry["replicas"][1] == 2 for entry in entries)
    assert "\nafterwards each partition is in 2 racks\nfor --execute" in plan(now, brokers=brokers)
    answer = json.loads(plan(now, "--no-rack-aware", "--format", "json", brokers=brokers))
    assert answer["racks"] is None
    assert {load["after"] for load in answer["brokers"]} == {2}


def test_a_rack_may_have_a_comma(now):
    assert '"replicas":[0,1]' in plan(now, brokers=("--broker", "0=a,1", "--broker", "1=b,c"))


def test_nothing_to_do_writes_nothing(now, tmp_path):
    said = plan(now, "--output", tmp_path / "plan.json", factor=1)
    assert said == "nothing to do: all 3 partitions have as many replicas already\n"
    assert [path.name for path in tmp_path.iterdir()] == ["now.json"]


def test_a_lower_factor_lowers_nothing(tmp_path):
    (tmp_path / "now.json").write_text(PLAN)
    said = plan(tmp_path / "now.json", factor=1)
    complaint = "all 3 partitions have 1 replica or more; --replication-factor raises, and lowers nothing"
    assert said == f"nothing to do: {complaint}\n"


def test_a_reassignment_that_changes_nothing_says_so(now):
    assert run("show", "--current", now, "--proposed", now) == (
        "nothing changes: 3 partitions have these replicas already\n"
    )


def test_a_fenced_broker_gets_nothing_and_is_not_read(tmp_path):
    (tmp_path / "now.json").write_text(PLAN)
    brokers = [*TWO, "--broker", "2", "--broker", "3"]
    answer = json.loads(
        plan(tmp_path / "now.json", "--fenced", 0, "--fenced", 2, "--format", "json", factor=3, brokers=brokers)
    )
    assert {(move["from"], move["to"]) for move in answer["moves"]} == {(1, 3)}
    (tmp_path / "plan.json").write_text(answer["reassignment"])
    shown = ("show", "--current", tmp_path / "now.json", "--proposed", tmp_path / "plan.json", "--format", "json")
    assert {move["from"] for move in json.loads(run(*shown))["moves"]} == {0, 1}
    refused = json.loads(run(*shown, "--fenced", 0, code=1))
    assert refused["moves"] == answer["moves"]
    assert {(one["warning"], one["broker"]) for one in refused["warnings"]} == {("fenced-broker", 0)}
    assert {one["broker"] for one in answer["warnings"]} == {0}
    refused = plan(tmp_path / "now.json", "--fenced", 7, code=4)
    assert "--fenced 7 is none of the brokers: write --broker 7, too" in refused


def test_standard_input_is_read_once(now):
    asked = ("--current", "-", "--sizes", "-", *TWO, "--replication-factor", "2")
    shown = CliRunner().invoke(main, ["reassign", "plan", *asked], input=now.read_text())
    assert shown.exit_code == 4
    assert "standard input can be read once only: give '-' to one option, and others a file" in shown.output


def test_a_byte_order_mark_is_passed_over_or_named(now, tmp_path):
    marked, proposed = tmp_path / "marked.json", tmp_path / "plan.json"
    marked.write_text(now.read_text(), encoding="utf-8-sig")
    assert plan(marked) == plan(now)
    proposed.write_text(PLAN, encoding="utf-8-sig")
    shown = run("show", "--current", now, "--proposed", proposed, code=4)
    assert f"{proposed} begins with a byte order mark, which the tool doesn't take: save it without" in shown


@pytest.mark.parametrize("name", ["a b", "", "..", "é", "a" * 250])
def test_a_name_that_no_topic_has(tmp_path, name):
    path = tmp_path / "now.json"
    path.write_text(json.dumps({"partitions": [{"topic": name, "partition": 0, "replicas": [0]}]}))
    assert f"current names the topic '{name[:100]}" in plan(path, code=4)


def test_long_plans_are_cut(tmp_path):
    many = tmp_path / "many.json"
    entries = [{"topic": "t", "partition": p, "replicas": [p % 30]} for p in range(60)]
    many.write_text(json.dumps({"partitions": entries}))
    brokers = [part for i in range(30) for part in ("--broker", str(i))]
    said = plan(many, brokers=brokers)
    assert "\n  … and 40 more; --format json has them all\n" in said
    assert "\n  … and 10 more; --format json has them all\n" in said
    # A line of JSON for all partitions would hide what stands above it.
    written = "FILE writes it, and --format json has it\n"
    files = f"for --execute, and for --cancel while it goes on: --output {written}{WAY_BACK}: --rollback {written}"
    assert said.endswith(files + THROTTLE)


@pytest.mark.parametrize(
    ("brokers", "factor", "complaint"),
    [
        (TWO, 3, "Replication factor: 3 larger than available brokers: 2"),
        (("--broker", "0"), 2, "--current: tp_re_02-2 has a replica on broker 1, which --broker lacks; list"),
        ((*TWO, "--broker", "1"), 2, "Error: --broker has broker 1 twice: list each broker of the cluster once"),
        (("--broker", "x"), 2, "'x' must be a broker's id, or its id, '=' and its rack, such as 3=eu-1a"),
        (("--broker", "0="), 2, "'0=' must be a broker's id"),
        (("--broker", "0=a,1=b"), 2, "'0=a,1=b' has several brokers: write --broker 0=a --broker 1=b"),
        (("--broker", "0, 1"), 2, "'0, 1' has several brokers: write --broker 0 --broker 1"),
        (
            ("--broker", "0=a", "--broker", "1"),
            2,
            "broker 1 has no rack, and others have one: write --broker 1=RACK, or --no-rack-aware",
        ),
    ],
)
def test_what_is_refused(now, brokers, factor, complaint):
    assert complaint in plan(now, brokers=brokers, factor=factor, code=4)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("\n", "now.json is empty: save the current assignment, as kafka-reassign-partitions prints it with"),
        ("{", "current: The input string is not a valid JSON"),
        ("{}", "current: Partition reassignment list cannot be empty"),
        ('{"partitions":[{"topic":"t"}]}', "--current: No such field exists: `partition` (partitions[0])\n"),
        (PLAN.replace("[1,0]", '[1,"0"]'), 'Expected `Integer` value, received "0" (partitions[2].replicas[1])\n'),
    ],
)
def test_files_that_are_none(tmp_path, text, complaint):
    path = tmp_path / "now.json"
    path.write_text(text)
    assert complaint in plan(path, code=4)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("nope", "--sizes must be JSON"),
        ("[1]", "sizes must be an object of bytes by partition"),
        ('{"t-0": 1}', "--sizes names t-0, which --current lacks"),
        ('{"tp_re_02-0": -1}', "sizes.tp_re_02-0 must be in 0.."),
    ],
)
def test_sizes_that_are_none(now, tmp_path, text, complaint):
    sizes = tmp_path / "sizes.json"
    sizes.write_text(text)
    assert complaint in plan(now, "--sizes", sizes, code=4)


@pytest.mark.parametrize("begun", ["", "\ufeff\n"])
def test_the_file_of_topics_for_generate_is_told_apart(now, tmp_path, begun):
    topics = tmp_path / "topics.json"
    topics.write_text(f'{begun}{{"topics": [{{"topic": "tp_re_02"}}], "version": 1}}')
    told = f"{topics} names topics alone: it is the tool's --topics-to-move-json-file, for --generate; save "
    wanted = "the current assignment, as kafka-reassign-partitions prints it with --generate"
    assert f"{told}{wanted}" in plan(topics, code=4)
    shown = run("show", "--current", now, "--proposed", topics, code=4)
    assert f"{told}the file for the tool's --execute, and give that" in shown


def test_what_a_file_says_wrong_is_named_by_its_option(now, tmp_path):
    (tmp_path / "none.json").write_text("{}")
    empty = "Partition reassignment list cannot be empty"
    assert f"Error: --current: {empty}" in plan(tmp_path / "none.json", code=4)
    assert f"Error: --proposed: {empty}" in run("show", "--current", now, "--proposed", tmp_path / "none.json", code=4)


def test_an_empty_plan_is_named(now, tmp_path):
    (tmp_path / "plan.json").write_text("")
    complaint = "plan.json is empty: save the file for the tool's --execute"
    assert complaint in run("show", "--current", now, "--proposed", tmp_path / "plan.json", code=4)


def test_a_plan_of_other_partitions(now, tmp_path):
    proposed = tmp_path / "plan.json"
    proposed.write_text('{"partitions":[{"topic":"u","partition":0,"replicas":[1]}]}')
    complaint = "--current lacks u-0, which --proposed reassigns"
    assert complaint in run("show", "--current", now, "--proposed", proposed, code=4)


def test_no_file_is_written_over_another_one_of_the_command(now, tmp_path):
    output, before = tmp_path / "plan.json", now.read_text()
    same = f"--output {output} is the file of --rollback, too: give another file"
    assert same in plan(now, "--output", output, "--rollback", output, code=4)
    assert f"--output {now} is read, too" in plan(now, "--output", now, code=4)
    assert not output.exists()
    plan(now, "--output", output)
    proposed = output.read_text()
    shown = run("show", "--current", now, "--proposed", output, "--rollback", output, code=4)
    assert f"--rollback {output} is read, too" in shown
    assert (now.read_text(), output.read_text()) == (before, proposed)


def test_no_plan_is_written_without_its_way_back(now, tmp_path):
    output = tmp_path / "plan.json"
    assert "--rollback" in plan(now, "--output", output, "--rollback", now / "back.json", code=4)
    assert not output.exists()


def test_an_older_plan_is_not_left_for_one_where_nothing_is_to_be_done(now, tmp_path):
    older = tmp_path / "plan.json"
    assert "nothing to do" in plan(now, "--output", older, factor=1)
    older.write_text("{}")
    said = f"nothing is to be reassigned, so --output was not written: {older} is an older file; remove it"
    assert said in plan(now, "--output", older, factor=1, code=4)


def test_show_warns_of_what_does_not_change(now):
    assert run("show", "--current", now, "--proposed", now, "--broker", "0", code=1) == (
        "nothing changes: 3 partitions have these replicas already\n"
        "\n"
        "warning: 1 replica on a broker that --broker doesn't name: if none has that id, --execute refuses it\n"
        "  tp_re_02-2: broker 1\n"
    )


@pytest.mark.parametrize(
    ("brokers", "complaint"),
    [
        (("0=a", "1"), "broker 1 has no rack, and others have one: write --broker 1=RACK, or no racks"),
        (("0", "0"), "--broker has broker 0 twice: list each broker of the cluster once"),
        (("0=a,1=b",), "'0=a,1=b' has several brokers: write --broker 0=a --broker 1=b"),
    ],
)
def test_brokers_that_show_refuses(now, brokers, complaint):
    listed = [part for broker in brokers for part in ("--broker", broker)]
    assert complaint in run("show", "--current", now, "--proposed", now, *listed, code=4)
    refused = run("show", "--current", now, "--proposed", now, *TWO, "--fenced", 7, code=4)
    assert "--fenced 7 is none of the brokers: write --broker 7, too" in refused


def test_a_file_in_another_encoding_is_refused_by_name(now):
    now.write_bytes(json.dumps(NOW).encode("utf-16"))
    assert f"{now} is no UTF-8: byte 1; save it so" in plan(now, code=4)


def test_log_directories_of_the_proposed_file_are_shown_and_kept(now, tmp_path):
    proposed = tmp_path / "dirs.json"
    text = (
        '{"version":1,"partitions":['
        '{"topic":"tp_re_02","partition":0,"replicas":[0,1],"log_dirs":["/fast","/fast"]},'
        '{"topic":"tp_re_02","partition":1,"replicas":[0],"log_dirs":["/fast"]},'
        '{"topic":"tp_re_02","partition":2,"replicas":[1],"log_dirs":["any"]}]}'
    )
    proposed.write_text(text)
    shown = run("show", "--current", now, "--proposed", proposed)
    assert (
        "2 replicas moved to another log directory of their broker; the way back can't name where 1 of them are: "
        "--current doesn't say\n"
        "  tp_re_02-0, broker 0: from /data to /fast\n"
        "  tp_re_02-1, broker 0: from an unknown one to /fast\n"
    ) in shown
    answer = json.loads(run("show", "--current", now, "--proposed", proposed, "--format", "json"))
    assert answer["reassignment"] == text
    assert answer["directories"][1] == {
        "topic": "tp_re_02", "partition": 1, "broker": 0, "from": None, "to": "/fast"
    }  # fmt: skip
    back = '"replicas":[0],"log_dirs":["/data"]},{"topic":"tp_re_02","partition":1,"replicas":[0],"log_dirs":["any"]'
    assert back in answer["rollback"]
