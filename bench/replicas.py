"""A plan for more replicas of many partitions: from the current assignment to the proposed one."""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING

from bench.kit import Limit
from copartition.advice.reassign import plan_increase
from copartition.kafka.replicas import Broker
from copartition.kafka.topic_partition import TopicPartition

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_PARTITIONS, _BROKERS, _A_TOPIC = 100_000, 100, 50
_AT_MOST = 2.0


def limits(rounds: int) -> Iterator[Limit]:
    """Seconds of CPU time for 100,000 partitions on 100 brokers: without racks, with three, and where load is piled up.

    Raises:
        ValueError: A plan is not even, or copies more than it needs.
    """
    plain, racked = [Broker(i) for i in range(_BROKERS)], [Broker(i, f"rack{i % 3}") for i in range(_BROKERS)]
    for name, brokers, piled in (
        ("1 to 2 replicas", plain, _BROKERS),
        ("1 to 2 replicas, 3 racks", racked, _BROKERS),
        ("1 to 2 replicas, 3 racks, all on 10 brokers", racked, 10),
    ):
        seconds = statistics.median(_planned(brokers, piled) for _ in range(rounds))
        yield Limit(f"plan_increase of {_PARTITIONS:,} partitions x {_BROKERS} brokers, {name}", "s", _AT_MOST, seconds)


def _planned(brokers: Sequence[Broker], piled: int) -> float:
    current = {TopicPartition(f"t{p // _A_TOPIC}", p % _A_TOPIC): (p % piled,) for p in range(_PARTITIONS)}
    start = time.process_time()
    plan = plan_increase(current, brokers, 2)
    seconds = time.process_time() - start
    receiving = {broker for replicas in plan.proposed.values() for broker in replicas[1:]}
    loads = [load.replicas_after for load in plan.traffic() if load.broker in receiving]
    if len(plan.moves()) != _PARTITIONS or max(loads) - min(loads) > 1:
        raise ValueError(f"a plan is not the best: brokers have {min(loads)} to {max(loads)} replicas")
    return seconds
