"""`jarparity live kafka`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from jarparity.cli.live_run import live_options, run_live

if TYPE_CHECKING:
    from jarparity.check.outcome import Exit


@click.command(
    epilog="""\b
Examples:
  jarparity live kafka
  jarparity live kafka --scene replicas --format json --output seen.json
  jarparity live kafka --scene 'group *' --port my_port:PORT"""
)
@live_options
def kafka(**options: Any) -> Exit:  # noqa: ANN401 - click has checked them
    """Three real brokers: replicas, producers, other clients, consumer groups.

    \b
    replicas  a topic's replication factor is raised with Kafka's own tool, and lowered again by its rollback
    producer  10,000 keyed records of Kafka's own producer land where the port says
    clients   kafka-python, aiokafka and confluent-kafka write the same keys
    group …   members of a consumer group come, go and restart: range, round-robin, sticky,
              cooperative-sticky, and weighted, which is a Python assignor
    """  # noqa: D301 - click's mark for a block that keeps its line ends
    from jarparity.live.kafka.show import SHOW  # noqa: PLC0415 - only this command's

    return run_live(SHOW, **options)
