"""A plan for more replicas: what it promises, against all plans that there are on small clusters; moves and bytes."""

import itertools
import json
import math
import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from reassignments import text

from copartition.advice.questions import ADVICE
from copartition.advice.reassign import moves, plan_increase, traffic
from copartition.errors import InvalidReplicationFactorException, WrongTypeError
from copartition.kafka.replicas import Broker
from copartition.kafka.topic_partition import TopicPartition

TWO = [Broker(0), Broker(1)]


def tp(partition, topic="tp_re_02"):
    return TopicPartition(topic, partition)


def placed(*replicas):
    return {tp(partition): tuple(brokers) for partition, brokers in enumerate(replicas)}


def small_cluster(seed):
    """A small cluster, some of it fenced, its partitions mostly piled up, and the factor that is wanted."""
    seeded = random.Random(seed)  # noqa: S311 - a sample, not a secret
    count, racks = seeded.randint(2, 5), seeded.randint(1, 5)
    brokers = [Broker(i, f"r{seeded.randrange(racks)}", fenced=seeded.random() < 0.15) for i in range(count)]
    low = range(min(2, count))
    current = placed(
        *(
            seeded.sample(low if seeded.random() < 0.4 else range(count), seeded.randint(1, 2))
            for _ in range(seeded.randint(1, 5))
        )
    )
    return brokers, current, seeded.randint(1, count)


def additions(replicas, brokers, missing):
    """Every way to add so many replicas in as many racks as can be."""
    rack_of = {broker.id: broker.rack for broker in brokers}
    free = [broker.id for broker in brokers if not broker.fenced and broker.id not in replicas]
    ways = list(itertools.combinations(free, missing))
    racks = [len({rack_of[broker] for broker in (*replicas, *way)}) for way in ways]
    return [way for way, number in zip(ways, racks, strict=True) if number == max(racks)]


def squares(assignment):
    return sum(count**2 for count in Counter(itertools.chain.from_iterable(assignment)).values())


def checked(seed):
    """Whether the small_cluster has a plan at all; if so, there is none better."""
    brokers, current, factor = small_cluster(seed)
    ways = [additions(replicas, brokers, max(0, factor - len(replicas))) or [None] for replicas in current.values()]
    if any(None in way for way in ways):
        with pytest.raises(InvalidReplicationFactorException, match="larger than available brokers"):
            plan_increase(current, brokers, factor)
        return False
    plan = plan_increase(current, brokers, factor)
    after = {**plan.current, **plan.proposed}
    for (partition, replicas), way in zip(current.items(), ways, strict=True):
        assert after[partition][: len(replicas)] == replicas
        assert tuple(sorted(after[partition][len(replicas) :])) in map(tuple, map(sorted, way))
        assert (partition in plan.proposed) == (len(replicas) < factor)
    assert len(plan.moves()) == sum(max(0, factor - len(replicas)) for replicas in current.values())
    kept = list(current.values())
    assert squares(after.values()) == min(squares([*kept, *chosen]) for chosen in itertools.product(*ways))
    return True


@pytest.mark.parametrize("block", range(10))
def test_no_plan_is_better(block):
    planned = sum(checked(seed) for seed in range(60 * block, 60 * block + 60))
    assert 40 < planned < 60


def test_swaps_are_needed():
    """Without them the first partition takes the broker that the second one needs."""
    brokers = [Broker(0, "a"), Broker(1, "b"), Broker(2, "c")]
    broken = 0
    for seed in range(200):
        seeded = random.Random(seed)  # noqa: S311 - a sample, not a secret
        current = placed(*([seeded.randrange(3)] for _ in range(seeded.randint(2, 8))))
        loads = Counter(replicas[0] for replicas in current.values())
        for replicas in current.values():
            loads[min((b for b in range(3) if b != replicas[0]), key=lambda b: (loads[b], b))] += 1
        plan = plan_increase(current, brokers, 2)
        best = squares({**plan.current, **plan.proposed}.values())
        assert best <= sum(count**2 for count in loads.values())
        broken += best < sum(count**2 for count in loads.values())
    assert broken


def test_the_article():
    plan = plan_increase(placed([0], [0], [1]), TWO, 2)
    assert list(plan.proposed.values()) == [(0, 1), (0, 1), (1, 0)]
    assert plan.reassignment_json() == (
        '{"version":1,"partitions":['
        '{"topic":"tp_re_02","partition":0,"replicas":[0,1],"log_dirs":["any","any"]},'
        '{"topic":"tp_re_02","partition":1,"replicas":[0,1],"log_dirs":["any","any"]},'
        '{"topic":"tp_re_02","partition":2,"replicas":[1,0],"log_dirs":["any","any"]}]}'
    )
    assert plan.rollback_json({(tp(0), 0): "/data"}) == (
        '{"version":1,"partitions":['
        '{"topic":"tp_re_02","partition":0,"replicas":[0],"log_dirs":["/data"]},'
        '{"topic":"tp_re_02","partition":1,"replicas":[0],"log_dirs":["any"]},'
        '{"topic":"tp_re_02","partition":2,"replicas":[1],"log_dirs":["any"]}]}'
    )


def test_what_has_enough_stays():
    plan = plan_increase(placed([0, 1], [1]), TWO, 1)
    assert plan.proposed == {}
    assert plan.moves() == []


def test_the_followers_of_a_brokers_leaders_are_spread():
    brokers = [Broker(i) for i in range(6)]
    current = placed(*([p % 6] for p in range(60)))
    pairs = Counter(plan_increase(current, brokers, 2).proposed.values())
    assert max(pairs.values()) <= 3
    assert len(pairs) == 30


def test_a_new_broker_gets_some_of_each_topic():
    current = {TopicPartition(f"t{topic}", p): (p % 3,) for topic in range(10) for p in range(12)}
    plan = plan_increase(current, [Broker(place) for place in range(4)], 2)
    followers = Counter((partition.topic, replicas[1]) for partition, replicas in plan.proposed.items())
    assert sum(followers[f"t{topic}", 3] for topic in range(10)) == 60
    assert all(4 <= followers[f"t{topic}", 3] <= 8 for topic in range(10))


def test_even_where_the_racks_are_not():
    brokers = [Broker(i, "abbbccc"[i]) for i in range(7)]
    current = placed(*([p % 7] for p in range(70)))
    plan = plan_increase(current, brokers, 2)
    rack_of = {broker.id: broker.rack for broker in brokers}
    assert all(len({rack_of[broker] for broker in replicas}) == 2 for replicas in plan.proposed.values())
    assert {load.replicas_after for load in plan.traffic()} == {20}


def test_racks_may_be_passed_over():
    brokers = [Broker(0, "a"), Broker(1), Broker(2, "a")]
    with pytest.raises(ValueError, match="broker 1 has no rack, and others have one; give it its rack"):
        plan_increase(placed([0]), brokers, 2)
    assert len(plan_increase(placed([0]), brokers, 2, rack_aware=False).proposed) == 1
    with pytest.raises(WrongTypeError, match=r"^rack_aware must be a bool, not str: write True or False$"):
        plan_increase(placed([0]), brokers, 2, rack_aware="no")


@pytest.mark.parametrize(
    ("current", "brokers", "factor", "message"),
    [
        (placed([0]), TWO, 3, r"Replication factor: 3 larger than available brokers: 2 \(for tp_re_02-0\)"),
        (placed([0]), [Broker(0), Broker(1, fenced=True)], 2, "larger than available brokers: 1"),
        (placed([0]), TWO, 0, "Replication factor must be larger than 0"),
        (placed([0], [7]), TWO, 2, "tp_re_02-1 has a replica on broker 7, which brokers lacks"),
        (placed([]), TWO, 2, "tp_re_02-0 has no replica"),
        (placed([1, 1]), TWO, 2, r"tp_re_02-0 has two replicas on one broker: \[1, 1\]"),
        (placed([0]), [*TWO, Broker(1)], 2, "brokers has broker 1 twice"),
    ],
)
def test_what_cannot_be_planned(current, brokers, factor, message):
    with pytest.raises(ValueError, match=message):
        plan_increase(current, brokers, factor)


@pytest.mark.parametrize(
    ("factor", "given"), [(2.5, "float"), (math.nan, "float"), (2.0, "float"), ("2", "str"), (None, "NoneType")]
)
def test_a_factor_is_an_integer(factor, given):
    """2.5 replicas were never reached, so planning never ended."""
    with pytest.raises(WrongTypeError, match=f"^replication_factor must be an integer, not {given}$"):
        plan_increase(placed([0]), [*TWO, Broker(2)], factor)


NO_REPLICAS = [
    ({tp(0): {0}}, "current[tp_re_02-0] must be a list or tuple of brokers, not set: its first one leads"),
    ({tp(0): {0: 1}}, "current[tp_re_02-0] must be a list or tuple of brokers, not dict: its first one leads"),
    ({tp(0): "0"}, "current[tp_re_02-0] must be a list or tuple of brokers, not str: its first one leads"),
    ({tp(0): [0.0]}, "current[tp_re_02-0] must be an integer, not float"),
    ({tp(0): [False]}, "current[tp_re_02-0] must be an integer, not False"),
    ({tp(0): None}, "current[tp_re_02-0] must be a sequence, not NoneType"),
    (
        {("tp_re_02", 0): [0]},
        'each key of current must be a TopicPartition, not tuple: write TopicPartition("orders", 0)',
    ),
    ([tp(0)], "current must be a mapping from TopicPartition, not list"),
]


@pytest.mark.parametrize(("current", "message"), NO_REPLICAS)
@pytest.mark.parametrize(
    "ask",
    [
        lambda current: plan_increase(current, TWO, 2),
        lambda current: moves(current, {}),
        lambda current: traffic(current, {}),
    ],
)
def test_what_holds_no_replicas_in_order_is_refused(ask, current, message):
    with pytest.raises(WrongTypeError) as refused:
        ask(current)
    assert str(refused.value) == message


@pytest.mark.parametrize("brokers", [[0, 1], None, "01"])
def test_what_holds_no_brokers_is_refused(brokers):
    with pytest.raises(WrongTypeError, match=r"^brokers must "):
        plan_increase(placed([0]), brokers, 2)


def test_integers_of_other_types_give_the_same_plan():
    ids = {tp(0): np.array([0]), tp(1): iter([np.int64(1)])}
    plan = plan_increase(ids, iter(TWO), np.int8(2))
    assert plan == plan_increase(placed([0], [1]), TWO, 2)
    assert {type(broker) for replicas in plan.current.values() for broker in replicas} == {int}
    assert plan.moves({tp(0): np.int64(5)}) == plan.moves({tp(0): 5})


@pytest.mark.parametrize(
    ("sizes", "error", "message"),
    [
        ({"tp_re_02-0": 5}, WrongTypeError, r"^each key of sizes must be a TopicPartition, not str: write"),
        ({tp(0): 5.0}, WrongTypeError, r"^sizes\[tp_re_02-0\] must be an integer, not float$"),
        ({tp(0): None}, WrongTypeError, r"^sizes\[tp_re_02-0\] must be an integer, not NoneType$"),
        ([5], WrongTypeError, r"^sizes must be a mapping from TopicPartition, not list$"),
        ({tp(0): -5}, ValueError, r"^sizes\[tp_re_02-0\] is -5: write 0 or more$"),
        ({tp(9): 5}, ValueError, r"^sizes names tp_re_02-9, which current lacks$"),
    ],
)
def test_sizes_are_bytes_by_partition(sizes, error, message):
    plan = plan_increase(placed([0]), TWO, 2)
    for ask in (plan.moves, plan.traffic):
        with pytest.raises(error, match=message):
            ask(sizes)


def test_moves_and_bytes():
    current = {**placed([0], [0], [1]), tp(0, "a"): (1, 0)}
    proposed = {**placed([0, 1], [1], [1, 2, 0]), tp(0, "a"): (0, 1)}
    sizes = {tp(0): 100, tp(2): 7}
    copied = [(m.partition.partition, m.source, m.target, m.size) for m in moves(current, proposed, sizes)]
    assert copied == [(0, 0, 1, 100), (1, 0, 1, None), (2, 1, 2, 7), (2, 1, 0, 7)]
    rows = [
        (t.broker, t.replicas_before, t.replicas_after, t.bytes_read, t.bytes_written)
        for t in traffic(current, proposed, sizes)
    ]
    assert rows == [(0, 3, 3, 100, 7), (1, 2, 4, 14, 100), (2, 0, 1, 0, 7)]


def test_a_fenced_broker_is_not_read():
    brokers = [Broker(0, fenced=True), Broker(1), Broker(2)]
    plan = plan_increase(placed([0, 1], [0]), brokers, 3 - 1)
    assert [(move.source, move.target) for move in plan.moves()] == [(0, 2)]
    plan = plan_increase(placed([0, 1], [2, 0]), brokers, 3)
    sizes = {tp(0): 10, tp(1): 1}
    assert [(move.source, move.target) for move in plan.moves(sizes)] == [(1, 2), (2, 1)]
    assert [(load.broker, load.bytes_read) for load in plan.traffic(sizes)] == [(0, 0), (1, 10), (2, 1)]
    with pytest.raises(TypeError, match=r"^fenced must be an integer, not str$"):
        moves(placed([0]), placed([0, 1]), fenced=["0"])


def test_nothing_to_copy_from():
    with pytest.raises(ValueError, match="current lacks replicas of tp_re_02-5"):
        moves({}, {tp(5): (1,)})


@pytest.mark.parametrize("ask", [moves, traffic])
def test_a_replica_is_copied_once(ask):
    with pytest.raises(ValueError, match=r"^proposed\[tp_re_02-5\] is \[3, 3\]: write each broker once$"):
        ask({tp(5): (1, 2)}, {tp(5): (3, 3)})
    with pytest.raises(ValueError, match=r"^current\[tp_re_02-5\] is \[1, 1\]: write each broker once$"):
        ask({tp(5): (1, 1)}, {tp(5): (3, 2)})


PLANNED = {"current": text(p0=[0], p1=[1]), "brokers": [{"id": 0}, {"id": 1, "rack": None}], "replicationFactor": 2}


def test_a_question_for_a_plan_and_for_its_moves():
    sizes = {"t-0": 10}
    plan = ADVICE["reassign-plan"]({**PLANNED, "sizes": sizes})
    assert json.loads(plan["reassignment"])["partitions"][1]["replicas"] == [1, 0]
    assert plan["moves"][0] == {"topic": "t", "partition": 0, "from": 0, "to": 1, "bytes": 10}
    assert plan["brokers"][1] == {"broker": 1, "before": 1, "after": 2, "reads": None, "writes": 10}
    assert plan["brokers"][0]["writes"] is None
    proposed = {"current": PLANNED["current"], "proposed": plan["reassignment"]}
    assert ADVICE["reassign-moves"]({**proposed, "sizes": sizes}) == plan


MOVED = {"current": text(p0=[0]), "proposed": text(p0=[1])}


@pytest.mark.parametrize(
    ("question", "document", "message"),
    [
        ("reassign-plan", {**PLANNED, "current": "{}"}, r"^input\.current: "),
        (
            "reassign-plan",
            {**PLANNED, "current": text(p0=["0"])},
            r'^input\.current: Expected `Integer` value, received "0" \(partitions\[0\]\.replicas\[0\]\)$',
        ),
        ("reassign-plan", {**PLANNED, "rackAware": 1}, r"^input\.rackAware must be true or false"),
        ("reassign-plan", {**PLANNED, "sizes": {"t-7": 1}}, r"^input\.sizes names t-7, which input\.current lacks"),
        ("reassign-plan", {**PLANNED, "sizes": {"t-0": -1}}, r"^input\.sizes\.t-0 must be in 0\.\."),
        ("reassign-plan", {**PLANNED, "sizes": [1]}, r"^input\.sizes must be an object of bytes by partition"),
        ("reassign-moves", {**MOVED, "brokers": [{"id": 1}, {"id": 1}]}, r"^brokers has broker 1 twice"),
        (
            "reassign-moves",
            {**MOVED, "brokers": [{"id": 1}, {"id": 2, "rack": "a"}]},
            r"^brokers: broker 1 has no rack",
        ),
        ("reassign-moves", {"current": text(p0=[0]), "proposed": text(p3=[0])}, r"^input\.current lacks t-3, which"),
    ],
)
def test_a_wrong_question_names_its_field(question, document, message):
    with pytest.raises(ValueError, match=message):
        ADVICE[question](document)


def test_the_documentations_example():
    page = (Path(__file__).parents[2] / "docs" / "replicas.md").read_text("utf-8")
    code = page.split("```python\n")[1].split("```")[0]
    names = {}
    for line in code.splitlines():
        statement, _, said = (part.strip() for part in line.partition("  # "))
        if said.startswith(("{", "[")):
            assert eval(statement, names) == eval(said, names), line  # noqa: S307 - the project's own page
        else:
            exec(statement, names)  # noqa: S102 - as above
