"""kafka-python's Range and RoundRobin assignors give nothing to a member that stands between static ones.

Members come in the order in which the broker lists them. Only runs of equal kind are grouped, and of each kind only
the last run is kept.

    pip install kafka-python==3.0.12
    python repro.py

Ends with 3 where a member is left out, else with 0.
"""

import sys

import kafka
from kafka.coordinator.assignors.range import RangePartitionAssignor
from kafka.coordinator.assignors.roundrobin import RoundRobinPartitionAssignor


class Member:
    """What the leader knows of a member, under the names of each release."""

    def __init__(self, member_id, topics, instance_id=None):
        self.member_id = member_id
        self.group_instance_id = instance_id
        self.topics = self.subscription = topics
        self.metadata = self


class Cluster:
    """What an assignor asks of the client's metadata."""

    def __init__(self, counts):
        self.counts = counts

    def partitions_for_topic(self, topic):
        return set(range(self.counts[topic])) if topic in self.counts else None


def assigned(assignor, counts, *members):
    """By member its partitions, or what was raised; up to 2.3 members are handed over by id, later as a list."""
    before_3 = int(kafka.__version__.split(".")[0]) < 3
    try:
        given = assignor.assign(
            Cluster(counts), {member.member_id: member for member in members} if before_3 else list(members)
        )
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return {
        member: [f"{topic}-{partition}" for topic, partitions in pairs(its) for partition in partitions]
        for member, its in sorted(given.items())
    }


def pairs(assignment):
    return assignment.assignment if hasattr(assignment, "assignment") else assignment.assigned_partitions


faulty = False
for assignor in (RangePartitionAssignor, RoundRobinPartitionAssignor):
    for listed, members in {
        "dynamic A, static B, dynamic C": [Member("A", ["t"]), Member("B", ["t"], "b"), Member("C", ["t"])],
        "static A, dynamic B, static C": [Member("A", ["t"], "a"), Member("B", ["t"]), Member("C", ["t"], "c")],
        "static B, dynamic A, dynamic C": [Member("B", ["t"], "b"), Member("A", ["t"]), Member("C", ["t"])],
    }.items():
        given = assigned(assignor, {"t": 3}, *members)
        print(f"{assignor.__name__}, {listed}, all on t of 3 partitions: {given}")
        faulty |= not isinstance(given, dict) or not all(given.values())
sys.exit(3 if faulty else 0)
