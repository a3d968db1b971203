"""The plan: stages follow from the seed, advance together, and their inputs are each drawn once."""

from itertools import pairwise

import pytest
from quality.campaign import plan as plans
from quality.campaign.key_stages import KeyStage, key_sets
from quality.campaign.plan import Plan, Stage

from jarparity.originals import locked_lines
from jarparity.registry import OPERATIONS


def test_the_whole_campaign_is_as_large_as_it_says():
    wanted = {name: kind.comparisons for name, kind in Plan.read().kinds.items()}
    assert wanted == {"keys": 10**9, "groups": 10**7, "histories": 10**6}


def test_a_part_of_it_has_stages_of_its_own_size():
    whole, part = Plan.read(), Plan.read(scale=0.0001)
    assert part.kinds["keys"].comparisons == 10**5
    assert [kind.stage for kind in whole.kinds.values()] == [10**6, 64, 50]
    assert [kind.stage for kind in part.kinds.values()] == [1250, 1, 1]


def test_groups_and_histories_are_the_operations_that_have_such_inputs():
    kinds = Plan.read().kinds
    assert {frozenset(OPERATIONS[name].input["properties"]) for name in kinds["groups"].operations} == {
        frozenset({"members", "topics"})
    }
    # Not those that are short: of a hash map, of a partitioner that counts its records.
    histories = {
        name
        for name, one in OPERATIONS.items()
        if "steps" in one.input.get("properties", {}) and one.volume_rows >= 100
    }
    assert set(kinds["histories"].operations) == histories


def test_a_glob_that_names_nothing_is_refused(tmp_path):
    path = tmp_path / "plan.toml"
    path.write_text('[groups]\ncomparisons = 1\nstage = 1\noperations = ["kafka.asignor.*"]\n')
    with pytest.raises(ValueError, match=r"no operation matches kafka\.asignor"):
        Plan.read(path=path)


def test_kinds_advance_together_until_each_is_whole(plan):
    compared, order = {}, []
    while (stage := plan.next(compared)) is not None:
        order.append(str(stage))
        compared[stage] = 1000 if stage.kind == "keys" else 10
    assert order == ["keys 0", "groups 0", "groups 1", "keys 1", "groups 2"]
    assert plan.done(compared) == {"keys": 2000, "groups": 30}


def test_what_comes_after_a_stage_that_is_missing_counts_only_with_it(plan):
    compared = {Stage("keys", 1): 1000, Stage("groups", 0): 10}
    assert plan.done(compared) == {"keys": 0, "groups": 10}
    assert plan.next(compared) == Stage("keys", 0)
    assert plan.done({**compared, Stage("keys", 0): 1000})["keys"] == 2000


def test_a_stage_beyond_a_whole_kind_counts_nothing(plan):
    compared = {Stage("keys", number): 1000 for number in range(3)}
    assert plan.done(compared)["keys"] == 2000
    assert plan.counted(compared) == [Stage("keys", 0), Stage("keys", 1)]


def test_a_plan_comes_back_from_its_document():
    plan = Plan.read(5, 0.5)
    assert Plan.of(plan.document()) == plan


def test_keys_are_of_every_set_and_no_row_comes_twice():
    plan, sets = Plan.read(scale=0.01), key_sets()
    assert {"string", "bytes", "long", "integer", "double"} == {key_type for _, key_type in sets}
    stages = [KeyStage.of(plan, Stage(plans.KEYS, number)) for number in range(3 * len(sets))]
    assert {(one.written.keys.kind, one.written.keys.key_type) for one in stages} == set(sets)
    rounds = [one.written for one in stages[:: len(sets)]]
    assert all(before.first + before.rows == after.first for before, after in pairwise(rounds))
    assert {one.written.keys.seed for one in stages} == {plan.seed}


def test_keys_are_put_to_every_release_that_places_them():
    plan, sets = Plan.read(), key_sets()
    asked = {}
    for number, (_, key_type) in enumerate(sets):
        for placement in KeyStage.of(plan, Stage(plans.KEYS, number)).placements:
            asked.setdefault(placement.operation, {}).setdefault(key_type, set()).add(placement.line)
    placing = {name: one for name, one in OPERATIONS.items() if one.placement is not None}
    assert asked.keys() == placing.keys()
    for name, by_type in asked.items():
        every = {line for line in locked_lines() if placing[name].has(line)}
        assert all(lines == every for lines in by_type.values())
        assert ("bytes" in by_type) == placing[name].placement.takes_bytes


def test_settings_are_drawn_from_the_seed_and_fit_together():
    one, other = Plan.read(), Plan.read(seed=8)
    drawn = [[KeyStage.of(plan, Stage(plans.KEYS, n)).placements for n in range(30)] for plan in (one, one, other)]
    assert drawn[0] == drawn[1] != drawn[2]
    numbers = [placement.numbers for placements in drawn[0] for placement in placements]
    assert all(found["parallelism"] <= found["max"] for found in numbers if "parallelism" in found)
    assert len({found["partitions"] for found in numbers if "partitions" in found}) > 10
