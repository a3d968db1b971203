"""What can be seen on the Kafka cluster: the scenes of `jarparity live kafka`."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from jarparity.lines import Line
from jarparity.live.kafka.clients import Clients, require_clients
from jarparity.live.kafka.cluster import SUITE, kafka_cluster
from jarparity.live.kafka.producers import Producers
from jarparity.live.kafka.replicas import Walkthrough
from jarparity.live.stage import Show, Stage
from jarparity.live.steps import Oracle

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.live.steps import Scene
    from jarparity.originals import Originals, Progress
    from jarparity.ports import Port

CLIENTS: Final = Line("kafka-clients", SUITE.version)
"""Whose answers are wanted of the port: those of the clients that run here."""


@contextmanager
def _opened(port: Port, chosen: Sequence[str], originals: Originals, tell: Progress) -> Iterator[Stage]:
    if "clients" in chosen:
        require_clients()
    oracle = Oracle(port, CLIENTS)
    with kafka_cluster(originals, tell) as cluster:
        figures = {"cluster up": f"{cluster.seconds:.1f} s"}
        scenes: dict[str, Scene] = {
            "replicas": Walkthrough(cluster, oracle),
            "producer": Producers(cluster, oracle),
            "clients": Clients(cluster, oracle, figures),
        }
        yield Stage({name: scenes[name] for name in chosen}, figures)


SHOW: Final = Show("kafka", (SUITE,), ("replicas", "producer", "clients"), _opened)
