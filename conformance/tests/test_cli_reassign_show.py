"""`jarparity reassign show`: what is removed, who leads, and what it warns of."""

import json

from reassign_command import PLAN, run


def test_replicas_that_are_removed_are_counted_and_named(tmp_path):
    current, proposed = tmp_path / "now.json", tmp_path / "less.json"
    current.write_text(PLAN)
    proposed.write_text('{"version":1,"partitions":[{"topic":"tp_re_02","partition":0,"replicas":[1]}]}')
    shown = run("show", "--current", current, "--proposed", proposed)
    assert shown.startswith(
        "1 of 3 partitions reassigned, 0 replicas copied; 1 removed\n\n"
        "1 replica removed\n  tp_re_02-0: from broker 0\n\n"
        "1 partition with another preferred leader\n"
    )
    answer = json.loads(run("show", "--current", current, "--proposed", proposed, "--format", "json"))
    assert answer["removed"] == [{"topic": "tp_re_02", "partition": 0, "broker": 0}]
    proposed.write_text('{"version":1,"partitions":[{"topic":"tp_re_02","partition":0,"replicas":[0,7]}]}')
    shown = run("show", "--current", current, "--proposed", proposed)
    assert shown.startswith("1 of 3 partitions reassigned, 1 replica copied: sizes unknown; 1 removed\n")
    assert "\n1 replica removed\n  tp_re_02-0: from broker 1\n" in shown


def test_show_warns_of_what_is_rarely_meant(tmp_path):
    current, proposed = tmp_path / "now.json", tmp_path / "odd.json"
    current.write_text(PLAN)
    entries = enumerate([[0, 2, 44], [-1, 0, 2], [3, 2]])
    partitions = [{"topic": "tp_re_02", "partition": at, "replicas": replicas} for at, replicas in entries]
    proposed.write_text(json.dumps({"partitions": partitions}))
    racks = [part for broker in ("0=a", "1=a", "2=b", "3=b") for part in ("--broker", broker)]
    asked = ("show", "--current", current, "--proposed", proposed)
    shown = run(*asked, *racks, code=1)
    assert (
        "warning: 1 replica on a broker with a negative id, which the tool's --execute refuses\n"
        "  tp_re_02-1: broker -1\n"
        "\n"
        "warning: 1 replica on a broker that --broker doesn't name: if none has that id, --execute refuses it\n"
        "  tp_re_02-0: broker 44\n"
        "\n"
        "warning: 1 partition in fewer racks than possible: a plan leaves old replicas where they are\n"
        "  tp_re_02-2: in 1 rack, 2 are possible\n"
        "\n"
        "warning: 1 topic whose partitions differ in their number of replicas, which the tool takes\n"
        "  tp_re_02: 2 partitions with 3, 1 partition with 2\n"
    ) in shown
    assert "\nafterwards 1 partition in 1 rack, 2 partitions in unknown racks\nfor --execute" in shown
    kinds = [each["warning"] for each in json.loads(run(*asked, *racks, "--format", "json", code=1))["warnings"]]
    assert kinds == ["unknown-broker", "negative-broker", "fewer-racks", "unequal-factors"]
    assert "broker 44\n" not in run(*asked, code=1)
    proposed.write_text(PLAN.replace("[0,1]", "[1]").replace("[1,0]", "[0]").replace('["any","any"]', '["any"]'))
    shown = run("show", "--current", current, "--proposed", proposed, *racks)
    lower = "warning: 3 partitions with fewer replicas than now, which the tool takes\n  tp_re_02-0: from 2 to 1\n"
    assert lower in shown
    assert shown.count("warning") == 1


def test_a_change_of_the_leader_alone_is_told(tmp_path):
    current, proposed = tmp_path / "now.json", tmp_path / "turned.json"
    current.write_text(PLAN)
    proposed.write_text(PLAN.replace("[1,0]", "[0,1]"))
    said = "1 partition with another preferred leader\n  tp_re_02-2: from broker 1 to 0\n"
    assert said in run("show", "--current", current, "--proposed", proposed)
    assert "preferred leader" not in run("show", "--current", current, "--proposed", current)
