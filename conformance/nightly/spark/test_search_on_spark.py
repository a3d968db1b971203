"""The search on a real Spark, with the real JARs on its executors."""

from jarparity.check.tally import size
from jarparity.originals import locked_lines
from jarparity.spark.search import search
from jarparity.spark.search_tasks import Search
from jarparity.spark.worker_port import WorkerPort

KEYS = "kafka.partitioner.partition-for-key"
WRONG = "jarparity.faults.ports:sign_abs"
OLD, NEW = "kafka-clients 2.0.1", "kafka-clients 4.4.0"
FAMILIES = (
    "java.string.hash",
    "flink.key-group.of-key",
    "flink.kafka-source.enumerator",
    "flink.watermark.valve",
    "kafka.assignor.sticky",
    "kafka.assignor.rebalances",
)


def test_all_families_are_searched_in_one_job(spark, originals):
    newest = {line.family: str(line) for line in locked_lines()}
    tally = search(spark, Search(FAMILIES, tuple(newest.values()), seed=1, cases=10), 2, originals)
    assert tally.inputs == dict.fromkeys(FAMILIES, 10)
    assert tally.totals["differs"] == tally.totals["errored"] == 0
    assert {line.partition(" ")[0] for line in tally.lines["gateway"]} >= {"java", "flink", "kafka-clients"}


def test_a_wrong_port_is_found_alike_by_any_number_of_tasks(spark, originals):
    wanted = Search((KEYS,), (OLD, NEW), seed=3, cases=1200, port=WorkerPort(WRONG))
    one, many = (search(spark, wanted, tasks, originals) for tasks in (1, 3))
    assert one == many
    assert one.totals["differs"] > 100
    smallest = one.smallest[KEYS]
    assert all(size(smallest) <= size(other) for other in one.failures[KEYS])
    # Made smaller on the driver: no drawn key is as short.
    assert len(smallest.case.input["bytes"]) <= 2
