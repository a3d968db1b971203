"""`jarparity live`: real clusters on loopback, and what a port predicts of them. One file a cluster."""

from __future__ import annotations

import click

from jarparity.cli.live_flink import flink
from jarparity.cli.live_kafka import kafka


@click.group(epilog="\b\nExamples:\n  jarparity live flink\n  jarparity live kafka --format json --output seen.json")
def live() -> None:
    """Start a real cluster from the originals' JARs, and compare what is seen with what a port predicts.

    Everything runs on loopback, in a process and a temporary folder of its own that are gone afterwards.
    """


live.add_command(flink)
live.add_command(kafka)
