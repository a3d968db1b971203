"""What can be seen on Flink clusters: the scenes of `jarparity live flink`, on each release."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Final

from jarparity.live.flink.cluster import RELEASES, flink_cluster
from jarparity.live.flink.keys import KeysScene
from jarparity.live.flink.split_owners import SplitOwners
from jarparity.live.flink.splits import SplitsScene
from jarparity.live.flink.watermarks import WatermarksScene
from jarparity.live.kafka.cluster import SUITE as KAFKA
from jarparity.live.stage import Show, Stage
from jarparity.live.steps import Oracle

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.live.flink.cluster import FlinkCluster, Release
    from jarparity.live.steps import Scene, Step
    from jarparity.originals import Originals, Progress
    from jarparity.ports import Port

_KINDS: Final = ("keys", "watermarks", "splits")


@contextmanager
def _opened(port: Port, chosen: Sequence[str], originals: Originals, tell: Progress) -> Iterator[Stage]:
    with ExitStack() as stack:
        scenes: dict[str, Scene] = {}
        figures: dict[str, str] = {}
        for release in RELEASES:
            wanted = [kind for kind in _KINDS if _name(kind, release) in chosen]
            if wanted:
                cluster = stack.enter_context(flink_cluster(release, originals, tell))
                figures |= {str(release.flink): f"with {release.connector} on Java {cluster.java}"}
            for kind in wanted:
                scenes[_name(kind, release)] = partial(_play, kind, cluster, release, port, originals, tell)
        yield Stage({name: scenes[name] for name in chosen}, figures)


def _play(  # noqa: PLR0913 - what any of the scenes needs
    kind: str, cluster: FlinkCluster, release: Release, port: Port, originals: Originals, tell: Progress
) -> Iterator[Step]:
    oracle = Oracle(port, release.flink)
    scenes: dict[str, Scene] = {
        "keys": KeysScene(cluster, oracle),
        "watermarks": WatermarksScene(cluster, oracle),
        "splits": SplitsScene(cluster, SplitOwners(port, release), originals, tell),
    }
    return scenes[kind]()


def _name(kind: str, release: Release) -> str:
    return f"{kind} {release.flink.version}"


SHOW: Final = Show(
    "flink",
    (*(release.suite for release in RELEASES), KAFKA),
    tuple(_name(kind, release) for release in RELEASES for kind in _KINDS),
    _opened,
)
