"""A profile made of a few counted keys, with everything in it that a profile may have."""

import numpy as np

from jarparity.ports.load import open_port
from jarparity.spark.placements import parse_placement
from jarparity.spark.profile import loads
from jarparity.spark.profile.document import ApartKey, Data, Join, Owned, Placed, Profile, Side, TopKey
from jarparity.spark.profile.loads import Load, WhatIf

MARKUP = "<script>alert(1)</script>[red]\x1b[31m"


def load(rows):
    counts = np.asarray(rows, np.int64)
    return Load(len(counts), {"rows": counts, "keys": (counts + 1) // 2, "bytes": counts * 1000})


def flink_profile(groups=16, parallelism=3, hot=5, rows=None):
    """One hot key group, one empty one."""
    port = open_port()
    rows = np.full(groups, 10) if rows is None else np.asarray(rows)
    if hot is not None:
        rows[hot], rows[hot - 1] = 200, 0
    on_groups = load(rows)
    placement = parse_placement(f"flink:max={groups},parallelism={parallelism}")
    owners = loads.owners(port, placement)
    maximums = loads.other_maximums(port, [on_groups, load(np.full(2 * groups, 5))], placement)
    return Placed(
        placement.without_line,
        placement.form,
        on_groups.on(owners, parallelism),
        tuple(loads.rescalings(port, on_groups, placement, loads.nearby(groups, parallelism))),
        Owned(placement.owned().form, owners, on_groups, tuple(maximums)),
    )


def kafka_profile():
    now, more = load([50, 60, 0]), load([30, 20, 0, 60])
    return Placed(
        "kafka:partitions=3",
        parse_placement("kafka:partitions=3").form,
        now,
        (
            WhatIf(3, now.skews, {"rows": 0, "keys": 0, "bytes": 0}),
            WhatIf(4, more.skews, {"rows": 80, "keys": 40, "bytes": 80_000}),
        ),
    )


def join():
    left = Side("clicks.parquet", "user", "Long", "kafka:partitions=3", 40, 110, 2)
    right = Side("users.csv", "id", "String", "kafka:partitions=4", 30, 30, 0)
    reasons = ("the key types differ: Long and String", "the numbers of partitions differ: 3 and 4")
    return Join(left, right, reasons, 25, 20, 90, 70, (ApartKey("17", 1, 3, 12),))


def profile(*, join_=True, top=True, placed=None):
    keys = (TopKey(MARKUP, 30, 42, (1, 2)), TopKey("x" * 300, 5, 17, (0, 0)))
    return Profile(
        by="copartition",
        data=Data("clicks.parquet", "user", "Long", "payload", 340, 2, 170, 340_000),
        placed=(flink_profile(), kafka_profile()) if placed is None else placed,
        top=keys if top else (),
        missed=12,
        join=join() if join_ else None,
    )
