"""What a KRaft controller makes of a topic's partitions while they are reassigned, and their brokers come and go."""

from __future__ import annotations

from copartition.kafka.controller.controller import Controller
from copartition.kafka.controller.partition import Partition
from copartition.kafka.controller.requests import IsrChange, Refusal, Target

__all__ = ["Controller", "IsrChange", "Partition", "Refusal", "Target"]
