"""Cases of `kafka.replicas.assign`; those of `.place` and most others are in `cases.json`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity.case_collector import Cases

if TYPE_CHECKING:
    from jarparity.answers import JSON

_FILE: Final = Path(__file__).with_name("cases.json")


def assignments() -> Cases:
    """Cases of `kafka.replicas.assign`; behind those of the file some of many racks, whose distance overflows.

    A million times 2148 is beyond an int32. The remainder of a negative distance is negative or 0: where it leads
    before the first broker, there is none.
    """
    cases = Cases("kafka.replicas.assign").read(_FILE)
    for start in (999_999, 1_000_000):
        cases.add(f"distance/overflows/from-{start}", _assign(2148, 3, 3, start))
    cases.add("distance/nearly-overflows", _assign(2147, 3, 3, 1_000_000))
    # The distance is the last but one; a follower's overflows, and its broker is before the first one, or the first.
    for first in (400, 401):
        cases.add(f"distance/overflows-with-the-followers/from-{first}", _assign(2317, 1, 4, 926_838, first))
    return cases


def _assign(brokers: int, partitions: int, factor: int, start: int, first: int = 0) -> JSON:
    return {
        "brokers": [{"id": broker, "rack": str(broker)} for broker in range(brokers)],
        "partitions": partitions,
        "replicationFactor": factor,
        "startIndex": start,
        "startPartition": first,
    }
