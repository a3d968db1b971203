"""Known faults of what members remember from one rebalance to the next, and of what they send of it."""

from __future__ import annotations

from functools import partial
from typing import Final

from jarparity.faults.fault import Fault, Rewritten

_history: Final = partial(Fault.of, "kafka.assignor.rebalances")
_STICKY: Final = "copartition.kafka.assignors.sticky"
_SENT: Final = "copartition.port.rebalances:Participant.subscription"

FAULTS: Final = (
    _history(
        ("IBM/sarama#1493", "apache/kafka:StickyAssignor.onAssignment"),
        "history-assignment-forgotten",
        "forgets what a member was assigned, and sends no user data",
        "A sticky member sends its last assignment when it joins again.",
        Rewritten(f"{_STICKY}:StickyAssignor.on_assignment", "self._assigned = assigned", "pass"),
    ),
    _history(
        "apache/kafka#5291",
        "history-generation-forgotten",
        "sends the generation -1 with a member's last assignment",
        "A sticky member sends the generation in which it was given its partitions.",
        Rewritten(
            f"{_STICKY}:StickyAssignor.on_assignment", '_arguments.int32("generation", generation)', "self._generation"
        ),
        Rewritten(f"{_STICKY}:CooperativeStickyAssignor.on_assignment", "self._generation = number", "pass"),
        Rewritten(_SENT, "self.generation if known.generation_field", "-1 if known.generation_field"),
    ),
    _history(
        "apache/kafka#6884",
        "history-left-topics-owned",
        "sends partitions of topics that the member has left since",
        "A cooperative member gives up partitions of such topics before it joins: what it owns is what it keeps.",
        Rewritten(_SENT, "if partition.topic in subscribed", ""),
    ),
    _history(
        ("confluentinc/confluent-kafka-go#622", "confluentinc/librdkafka#3306"),
        "history-owned-unsent",
        "sends none of the partitions that a cooperative member owns",
        "A cooperative member names what it owns; else partitions move that no member was asked to give up.",
        Rewritten(_SENT, "isinstance(self.assignor, CooperativeStickyAssignor)", "False"),
    ),
)
