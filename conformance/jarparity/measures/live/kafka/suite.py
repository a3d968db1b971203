"""The scenarios of `jarparity live kafka`."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Final

from jarparity.lines import Line
from jarparity.measures.live.kafka.batches import Batches
from jarparity.measures.live.kafka.broker_side import ASSIGNORS, BrokerSide
from jarparity.measures.live.kafka.cluster import JARS, kafka_cluster
from jarparity.measures.live.kafka.consumers import STRATEGIES, kafka_consumers
from jarparity.measures.live.kafka.faulty_groups import FaultyGroups
from jarparity.measures.live.kafka.groups import Group
from jarparity.measures.live.kafka.librdkafka import Librdkafka
from jarparity.measures.live.kafka.producers import Clients, Producers
from jarparity.measures.live.kafka.regex_groups import RegexSide
from jarparity.measures.live.kafka.replicas import Walkthrough
from jarparity.measures.live.kafka.rolling import RollingUpgrade
from jarparity.measures.live.kafka.share_groups import ShareSide
from jarparity.measures.live.scenario import Environment, LiveSuite, Oracle

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.measures.live.scenario import Scenario
    from jarparity.originals import Originals, Progress
    from jarparity.ports import Port

CLIENTS: Final = Line("kafka-clients", JARS.version)
"""The release of the clients that run here: the port is asked for its answers."""


TOOLS: Final = Line("kafka-tools", JARS.version)
"""The release of the command-line tools that run."""

COORDINATOR: Final = Line("kafka-group-coordinator", JARS.version)
"""The release of the brokers' group coordinator."""

JAVA: Final = Line("java", "17")
"""The release whose HashMap keeps the members of a group."""

_GROUPS: Final = {f"group {assignor}": assignor for assignor in STRATEGIES}
_BROKER_SIDE: Final = {f"coordinator {assignor}": assignor for assignor in ASSIGNORS}
_ROLLING: Final = {"rolling": "sticky", "rolling cooperative": "cooperative-sticky"}
_REGEX, _SHARE = "coordinator regex", "share"


@contextmanager
def _opened(port: Port, chosen: Sequence[str], originals: Originals, progress: Progress) -> Iterator[Environment]:
    clients, tools, java, coordinator = (Oracle(port, line) for line in (CLIENTS, TOOLS, JAVA, COORDINATOR))
    with ExitStack() as stack:
        cluster = stack.enter_context(kafka_cluster(originals, progress))
        figures = {"cluster up": f"{cluster.seconds:.1f} s"}
        scenarios: dict[str, Scenario] = {
            "replicas": Walkthrough(cluster, clients, tools),
            "producer": Producers(cluster, clients),
            "batches": Batches(cluster, clients),
            "clients": Clients(cluster, clients, figures),
            "librdkafka": Librdkafka(cluster, clients, java),
        }
        another = partial(kafka_consumers, cluster.bootstrap, CLIENTS, originals, progress)
        faulty = FaultyGroups(cluster, another, clients, java, figures)
        scenarios |= {
            **{
                name: RollingUpgrade(assignor, cluster, port, java, originals, progress)
                for name, assignor in _ROLLING.items()
            },
            "made-anew": faulty.made_anew,
            "matches-nothing": faulty.matches_nothing,
            "never-ends": faulty.never_ends,
        }
        if set(chosen) & {*_GROUPS, *_BROKER_SIDE, _REGEX, _SHARE}:
            consumers = stack.enter_context(another())
            scenarios |= {n: Group(assignor, cluster, consumers, clients, java) for n, assignor in _GROUPS.items()}
            scenarios |= {
                n: BrokerSide(assignor, cluster, consumers, another, coordinator)
                for n, assignor in _BROKER_SIDE.items()
            }
            scenarios |= {
                _REGEX: RegexSide("uniform", cluster, consumers, another, coordinator),
                _SHARE: ShareSide(cluster, consumers, another, coordinator, java),
            }
        yield Environment({name: scenarios[name] for name in chosen}, figures)
        if (memory := cluster.memory()) is not None:
            figures["brokers' memory"] = f"{memory / 2**20:.0f} MB"


_NAMES: Final = (
    "replicas",
    "producer",
    "batches",
    "clients",
    "librdkafka",
    *_GROUPS,
    *_BROKER_SIDE,
    _REGEX,
    _SHARE,
    *_ROLLING,
    "made-anew",
    "matches-nothing",
    "never-ends",
)

SUITE: Final = LiveSuite("kafka", (JARS,), _NAMES, _opened)
