"""The scenarios of `jarparity live flink`, on each release."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Final

from jarparity.measures.live.flink.cluster import (
    FLINKS,
    RELEASES,
    SQL_MAIN,
    flink_cluster,
    live,
    live_rocksdb,
    live_sql,
)
from jarparity.measures.live.flink.keys import KeysScenario
from jarparity.measures.live.flink.lost_records import FLINK, LostRecordsScenario
from jarparity.measures.live.flink.lost_records import JARS as LOST
from jarparity.measures.live.flink.pyflink.environment import RELEASES as PYFLINK
from jarparity.measures.live.flink.pyflink.keys import PyFlinkScenario
from jarparity.measures.live.flink.rocksdb import RocksDBScenario
from jarparity.measures.live.flink.savepoints import SavepointsScenario
from jarparity.measures.live.flink.splits import SplitOwners, SplitsScenario
from jarparity.measures.live.flink.sql import SqlScenario
from jarparity.measures.live.flink.watermarks import WatermarksScenario
from jarparity.measures.live.kafka.cluster import JARS as KAFKA
from jarparity.measures.live.scenario import Environment, LiveSuite, Oracle
from jarparity.originals.toolchain import require_java

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.lines import Line
    from jarparity.measures.live.scenario import Scenario
    from jarparity.originals import Originals, Progress
    from jarparity.ports import Port

_KINDS: Final = ("keys", "watermarks", "splits")
_PYFLINK: Final = "pyflink"
_LOST: Final = "lost-records"
_SAVEPOINTS: Final = "savepoints"
_ROCKSDB: Final = "rocksdb"
_SQL: Final = "sql"


@contextmanager
def _opened(port: Port, chosen: Sequence[str], originals: Originals, progress: Progress) -> Iterator[Environment]:
    with ExitStack() as stack:
        scenarios: dict[str, Scenario] = {}
        figures: dict[str, str] = {}
        for release in RELEASES:
            if not any(_name(kind, release.flink) in chosen for kind in _KINDS):
                continue
            cluster = stack.enter_context(flink_cluster(release.flink, originals, progress))
            figures |= {str(release.flink): f"with {release.connector} on Java {cluster.java}"}
            oracle = Oracle(port, release.flink)
            every: tuple[Scenario, ...] = (
                KeysScenario(cluster, oracle),
                WatermarksScenario(cluster, oracle),
                SplitsScenario(cluster, SplitOwners(port, release), originals, progress),
            )
            scenarios |= {_name(kind, release.flink): scenario for kind, scenario in zip(_KINDS, every, strict=True)}
        for flink in FLINKS:
            if (
                name := _name(_SAVEPOINTS, flink)
            ) in chosen:  # a cluster of its own, that is gone before the next starts
                opened = partial(flink_cluster, flink, originals, progress)
                scenarios[name] = SavepointsScenario(opened, Oracle(port, flink))
            if (name := _name(_ROCKSDB, flink)) in chosen:
                rocksdb = partial(flink_cluster, flink, originals, progress, more=(live_rocksdb(flink),))
                scenarios[name] = RocksDBScenario(rocksdb, Oracle(port, flink))
            if (name := _name(_SQL, flink)) in chosen:
                sql = partial(flink_cluster, flink, originals, progress, more=(live_sql(flink),), main=SQL_MAIN)
                scenarios[name] = SqlScenario(sql, Oracle(port, flink))
        for pyflink in PYFLINK:
            if (name := _name(_PYFLINK, pyflink.flink)) in chosen:
                require_java()
                cache = originals.store.root / _PYFLINK
                scenarios[name] = PyFlinkScenario(pyflink, Oracle(port, pyflink.flink), cache, figures, progress)
        if (name := _name(_LOST, FLINK)) in chosen:
            scenarios[name] = LostRecordsScenario(Oracle(port, FLINK), originals, progress)
        yield Environment({name: scenarios[name] for name in chosen}, figures)


def _name(kind: str, flink: Line) -> str:
    return f"{kind} {flink.version}"


SUITE: Final = LiveSuite(
    "flink",
    (*dict.fromkeys([*(live(release.flink) for release in RELEASES), *map(live, FLINKS), LOST]), KAFKA),
    (
        *(_name(kind, release.flink) for release in RELEASES for kind in _KINDS),
        *(_name(_SAVEPOINTS, flink) for flink in FLINKS),
        *(_name(_ROCKSDB, flink) for flink in FLINKS),
        *(_name(_SQL, flink) for flink in FLINKS),
        *(_name(_PYFLINK, pyflink.flink) for pyflink in PYFLINK),
        _name(_LOST, FLINK),
    ),
    _opened,
    {
        **{_name(_ROCKSDB, flink): live_rocksdb(flink) for flink in FLINKS},
        **{_name(_SQL, flink): live_sql(flink) for flink in FLINKS},
    },
)
