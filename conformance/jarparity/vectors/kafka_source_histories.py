"""Cases of `flink.kafka-source.enumerator`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.vectors.collector import Cases
from jarparity.vectors.random_sources import one_enumerator
from jarparity.vectors.worked_sources import at_offset_0, closed, crowds, sorted_topics, worked

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from jarparity.cases import Case

__all__ = ["enumerator", "one_enumerator"]


def enumerator(random: Random) -> Iterable[Case]:
    """Cases of `flink.kafka-source.enumerator`: each behaviour once, then seeded histories."""
    cases = Cases("flink.kafka-source.enumerator")
    for name, document in worked():
        cases.add(name, document)
    cases.fill(120, lambda: one_enumerator(random))
    for name, document in (*closed(), *crowds(), *sorted_topics(), *at_offset_0()):
        cases.add(name, document)
    return cases
