"""What can be seen on the Flink cluster: the scenes of `jarparity live flink`."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from jarparity.live.flink.cluster import FLINK, SUITE, flink_cluster
from jarparity.live.flink.keys import KeysScene
from jarparity.live.flink.splits import SplitsScene
from jarparity.live.flink.watermarks import WatermarksScene
from jarparity.live.kafka.cluster import SUITE as KAFKA_SUITE
from jarparity.live.stage import Show, Stage
from jarparity.live.steps import Oracle

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.live.steps import Scene
    from jarparity.originals import Originals, Progress
    from jarparity.ports import Port


@contextmanager
def _opened(port: Port, chosen: Sequence[str], originals: Originals, tell: Progress) -> Iterator[Stage]:
    with flink_cluster(originals, tell) as cluster:
        oracle = Oracle(port, FLINK)
        scenes: dict[str, Scene] = {
            "keys": KeysScene(cluster, oracle),
            "watermarks": WatermarksScene(cluster, oracle),
            "splits": SplitsScene(cluster, port, originals, tell),
        }
        yield Stage({name: scenes[name] for name in chosen}, dict(cluster.about))


SHOW: Final = Show("flink", (SUITE, KAFKA_SUITE), ("keys", "watermarks", "splits"), _opened)
