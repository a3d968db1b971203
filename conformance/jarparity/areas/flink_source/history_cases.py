"""Cases of `flink.kafka-source.enumerator`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.areas.flink_source.written_histories import at_offset_0, closed, crowds, sorted_topics, worked
from jarparity.case_collector import Cases

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.cases import Case


def enumerator() -> Iterable[Case]:
    """Cases of `flink.kafka-source.enumerator`: each behaviour once, then seeded histories."""
    cases = Cases("flink.kafka-source.enumerator")
    for name, document in worked():
        cases.add(name, document)
    for name, document in (*closed(), *crowds(), *sorted_topics(), *at_offset_0()):
        cases.add(name, document)
    return cases
