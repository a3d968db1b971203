"""What can be seen on the Kafka cluster: the scenes of `jarparity live kafka`."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Final

from jarparity.lines import Line
from jarparity.live.kafka.clients import Clients, require_clients
from jarparity.live.kafka.cluster import SUITE, kafka_cluster
from jarparity.live.kafka.consumers import STRATEGIES, kafka_consumers
from jarparity.live.kafka.groups import Group
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


TOOLS: Final = Line("kafka-tools", SUITE.version)
"""Whose command-line tools run."""

JAVA: Final = Line("java", "17")
"""Whose HashMap keeps the members of a group."""

_GROUPS: Final = {f"group {assignor}": assignor for assignor in STRATEGIES}


@contextmanager
def _opened(port: Port, chosen: Sequence[str], originals: Originals, tell: Progress) -> Iterator[Stage]:
    if "clients" in chosen:
        require_clients()
    clients, tools, java = (Oracle(port, line) for line in (CLIENTS, TOOLS, JAVA))
    with ExitStack() as stack:
        cluster = stack.enter_context(kafka_cluster(originals, tell))
        figures = {"cluster up": f"{cluster.seconds:.1f} s"}
        scenes: dict[str, Scene] = {
            "replicas": Walkthrough(cluster, clients, tools),
            "producer": Producers(cluster, clients),
            "clients": Clients(cluster, clients, figures),
        }
        if set(chosen) & _GROUPS.keys():
            consumers = stack.enter_context(kafka_consumers(cluster.bootstrap, CLIENTS, originals, tell))
            scenes |= {name: Group(assignor, cluster, consumers, clients, java) for name, assignor in _GROUPS.items()}
        yield Stage({name: scenes[name] for name in chosen}, figures)
        if (memory := cluster.memory()) is not None:
            figures["brokers' memory"] = f"{memory / 2**20:.0f} MB"


SHOW: Final = Show("kafka", (SUITE,), ("replicas", "producer", "clients", *_GROUPS), _opened)
