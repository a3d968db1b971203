"""kafka-python's cooperative-sticky says nowhere in which generation a member got its partitions.

Java's CooperativeStickyAssignor sends that as user data since 2.8.1, an int32, and in the subscription itself since
3.4. This is what a member sends that has three partitions.

    pip install kafka-python==3.0.12
    python kafka-python.py

Ends with 3 where the user data are no int32, and the subscription is older than version 2, which has the generation;
else with 0.
"""

import sys

from kafka.coordinator.assignors.cooperative_sticky import CooperativeStickyAssignor
from kafka.structs import TopicPartition

assignor = CooperativeStickyAssignor()
assignor.member_assignment = [TopicPartition("t", number) for number in range(3)]
sent = assignor.metadata(["t"])
data = sent.user_data or b""
print(f"it has {len(sent.owned_partitions[0].partitions)} partitions; its subscription is of version {sent.version}")
print(f"user data {data.hex() or 'none'}: Java's CooperativeStickyAssignor reads no generation")
sys.exit(0 if len(data) == 4 or sent.version >= 2 else 3)
