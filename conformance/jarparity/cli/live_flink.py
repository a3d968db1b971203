"""`jarparity live flink`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from jarparity.cli.live_run import live_options, run_live

if TYPE_CHECKING:
    from jarparity.check.outcome import Exit


@click.command(
    epilog="""\b
Examples:
  jarparity live flink
  jarparity live flink --scene 'keys *' --format json --output seen.json
  jarparity live flink --scene '* 1.20.5' --port my_port:PORT"""
)
@live_options
def flink(**options: Any) -> Exit:  # noqa: ANN401 - click has checked them
    """Real Flink jobs: who gets which key, who reads which partition, what time it is.

    Each scene is played on Flink 1.20.5 and on 2.2.1, with the Kafka connectors 3.4.0-1.20 and 5.0.0-2.2.

    \b
    keys        the subtask and key group of keys of every type, from nothing and from real savepoints
    watermarks  what subtasks behind a source with splits are told of time and idleness
    splits      the reader of each partition on real brokers, of added ones, and after a savepoint
    """  # noqa: D301 - click's mark for a block that keeps its line ends
    from jarparity.live.flink.show import SHOW  # noqa: PLC0415 - only this command's

    return run_live(SHOW, **options)
