"""Where Kafka puts the replicas of new partitions: `AdminUtils` up to 4.0, and KRaft's placer."""

from __future__ import annotations

from copartition.kafka.replicas.assigning import assign_replicas
from copartition.kafka.replicas.broker import Broker
from copartition.kafka.replicas.placing import StripedReplicaPlacer, place_replicas

__all__ = ["Broker", "StripedReplicaPlacer", "assign_replicas", "place_replicas"]
