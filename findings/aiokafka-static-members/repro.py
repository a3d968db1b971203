"""aiokafka's group leader ignores group.instance.id: a static member that restarts can be given other partitions.

The consumer's own coordinator assigns twice, as leader of a group of two: a dynamic member whose id stays, and a static
one that comes back under another member id, as it does after a restart. What KIP-345 promises, and a Java leader does,
is that the static member has the same partitions both times.

    pip install aiokafka==0.14.0
    python repro.py

Ends with 3 where the static member gets other partitions, else with 0.
"""

import asyncio
import sys

from aiokafka.consumer.group_coordinator import GroupCoordinator
from aiokafka.coordinator.assignors.range import RangePartitionAssignor
from aiokafka.coordinator.assignors.roundrobin import RoundRobinPartitionAssignor
from aiokafka.structs import TopicPartition


class Response:
    """What the leader reads of the coordinator's JoinGroup response, version 5: ids, instance ids and metadata."""

    API_VERSION = 5

    def __init__(self, assignor, members):
        self.group_protocol = assignor.name
        subscription = assignor.metadata(["t"])
        self.members = [(member, instance, subscription.encode()) for member, instance in members]


class Client:
    """The client of a leader whose metadata is up to date."""

    def set_topics(self, topics):
        pass

    async def _maybe_wait_metadata(self):
        pass


class Cluster:
    """A topic t of two partitions."""

    def partitions_for_topic(self, topic):
        return {0, 1} if topic == "t" else None


class Subscription:
    """Topics, no pattern."""

    subscribed_pattern = None


def of_static(assignor, its):
    """The static member's partitions, while it has a member id."""
    leader = object.__new__(GroupCoordinator)
    leader._assignors, leader.group_id, leader._cluster = [assignor], "group", Cluster()
    leader._client, leader._subscription = Client(), Subscription()
    leader._get_metadata_snapshot = dict
    response = Response(assignor, [("m", None), (its, "static")])
    given = asyncio.run(leader._perform_assignment(response))
    return [f"{tp.topic}-{tp.partition}" for tp in given[its].partitions() if isinstance(tp, TopicPartition)]


faulty = False
for assignor in (RangePartitionAssignor, RoundRobinPartitionAssignor):
    before, after = of_static(assignor, "z-before"), of_static(assignor, "a-after")
    print(f"{assignor.__name__}, the static member of two: {before} before its restart, {after} after it")
    faulty |= before != after
sys.exit(3 if faulty else 0)
