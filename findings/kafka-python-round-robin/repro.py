"""kafka-python's RoundRobinPartitionAssignor raises KeyError where members subscribe to different topics.

The first group is the example of its own docstring, which promises t0-0 for C0, t1-0 for C1 and the rest for C2.

    pip install kafka-python==3.0.12
    python repro.py

Ends with 3 where a group isn't assigned, else with 0.
"""

import sys

import kafka
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


example = assigned(
    RoundRobinPartitionAssignor,
    {"t0": 1, "t1": 2, "t2": 3},
    Member("C0", ["t0"]),
    Member("C1", ["t0", "t1"]),
    Member("C2", ["t0", "t1", "t2"]),
)
print(f"the docstring's example: {example}")
disjoint = assigned(RoundRobinPartitionAssignor, {"x": 2, "y": 2}, Member("C0", ["x"]), Member("C1", ["y"]))
print(f"C0 on x, C1 on y: {disjoint}")
sys.exit(3 if isinstance(example, str) or isinstance(disjoint, str) else 0)
