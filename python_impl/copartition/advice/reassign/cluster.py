"""The brokers of a cluster, as a caller lists them."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from copartition.kafka.replicas.broker import Broker


def by_id(brokers: Iterable[Broker], *, rack_aware: bool = True, otherwise: str = "") -> list[Broker]:
    """The brokers, sorted by id.

    Args:
        brokers: The brokers.
        rack_aware: Whether their racks count.
        otherwise: What else may be done where some have a rack and others none.

    Raises:
        ValueError: Two have one id; or racks count, and some have one and others none.
    """
    ordered = sorted(brokers, key=lambda broker: broker.id)
    for first, second in pairwise(ordered):
        if first.id == second.id:
            raise ValueError(f"brokers has broker {first.id} twice: list each broker of the cluster once")
    bare = [broker.id for broker in ordered if broker.rack is None]
    if rack_aware and bare and len(bare) < len(ordered):
        raise ValueError(f"brokers: broker {bare[0]} has no rack, and others have one; give it its rack{otherwise}")
    return ordered
