"""Assignors of users for the tests: one on each way to write one, and one for each way to break the rules."""

from copartition.kafka import (
    AbstractPartitionAssignor,
    Assignment,
    ConsumerPartitionAssignor,
    RebalanceProtocol,
    TopicPartition,
)


class Everything(ConsumerPartitionAssignor):
    """The first member gets all that it subscribes to, the next what is left, and so on; remembers what it is told."""

    def __init__(self):
        self.told = []

    def name(self):
        return "everything"

    def assign(self, cluster, group):
        given, answer = set(), {}
        for member, subscription in group.items():
            mine = [
                TopicPartition(topic, number)
                for topic in subscription.topics
                for number in range(cluster.counts.get(topic, 0))
            ]
            answer[member] = Assignment(tuple(p for p in mine if p not in given))
            given.update(mine)
        return answer

    def on_assignment(self, assignment, metadata):
        self.told.append((assignment, metadata))


class Seeing(AbstractPartitionAssignor):
    """Assigns nothing, and remembers what it was asked."""

    def __init__(self):
        self.seen = []

    def name(self):
        return "seeing"

    def assign_counts(self, partitions_per_topic, group):
        self.seen.append(("counts", list(partitions_per_topic.items()), list(group)))
        return {member: [] for member in group}


class SeeingRacks(Seeing):
    def assign_partitions(self, partitions_per_topic, group):
        self.seen.append(("partitions", list(partitions_per_topic.items()), list(group)))
        return super().assign_partitions(partitions_per_topic, group)


class ContractViolating(Everything):
    """Everything, changed afterwards."""

    NAME, PROTOCOLS, VERSION, USER_DATA = "contract_violating", (RebalanceProtocol.EAGER,), 0, None

    def name(self):
        return self.NAME

    def supported_protocols(self):
        return self.PROTOCOLS

    def version(self):
        return self.VERSION

    def subscription_user_data(self, topics):
        return self.USER_DATA

    def assign(self, cluster, group):
        return self.changed(dict(super().assign(cluster, group)), cluster)

    def changed(self, answer, cluster):
        return answer


def contract_violating(**attributes):
    """A class with these in place of `ContractViolating`'s."""
    return type("Changed", (ContractViolating,), attributes)
