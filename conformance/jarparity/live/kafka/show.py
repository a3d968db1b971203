"""What can be seen on the Kafka cluster: the scenes of `jarparity live kafka`."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from jarparity.lines import Line
from jarparity.live.kafka.cluster import SUITE, kafka_cluster
from jarparity.live.kafka.replicas import Walkthrough
from jarparity.live.stage import Show, Stage
from jarparity.live.steps import Oracle

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.originals import Originals, Progress
    from jarparity.ports import Port

CLIENTS: Final = Line("kafka-clients", SUITE.version)
"""Whose answers are wanted of the port: those of the clients that run here."""


@contextmanager
def _opened(port: Port, chosen: Sequence[str], originals: Originals, tell: Progress) -> Iterator[Stage]:
    with kafka_cluster(originals, tell) as cluster:
        oracle = Oracle(port, CLIENTS)
        scenes = {"replicas": Walkthrough(cluster, oracle)}
        yield Stage({name: scenes[name] for name in chosen})


SHOW: Final = Show("kafka", (SUITE,), ("replicas",), _opened)
