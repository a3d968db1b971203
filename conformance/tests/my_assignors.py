"""Users' assignors, one for each thing that `jarparity assignor check` has to find, and sound ones."""

import atexit
import itertools
import os
import sys

from copartition.kafka import (
    AbstractPartitionAssignor,
    Assignment,
    ConsumerPartitionAssignor,
    RebalanceProtocol,
    TopicPartition,
)

_CALLS = itertools.count()


class First(AbstractPartitionAssignor):
    """Sound: the first subscriber in the leader's map gets the whole topic, so order shows."""

    def name(self):
        return "first"

    def subscription_user_data(self, topics):
        return ",".join(sorted(topics)).encode()

    def assign_counts(self, partitions_per_topic, group):
        given = {member: [] for member in group}
        for topic, count in partitions_per_topic.items():
            owner = next(member for member, sent in group.items() if topic in sent.topics)
            given[owner] += self.partitions(topic, count)
        return given


class Loses(First):
    """Against no rule: the last partition of each topic goes to no one."""

    def name(self):
        return "loses"

    def assign_counts(self, partitions_per_topic, group):
        return super().assign_counts({topic: count - 1 for topic, count in partitions_per_topic.items()}, group)


class Leaves(First):
    """Ends the process where a script would end itself."""

    def name(self):
        return "leaves"

    def assign_counts(self, partitions_per_topic, group):
        sys.exit()


class LeavesAtOnce(First):
    """Ends the process before it has a setting."""

    @classmethod
    def configured(cls, setting):
        sys.exit(0)


class Talks(First):
    """Sound, and prints, whichever way and whenever it can."""

    def name(self):
        return "talks"

    def assign_counts(self, partitions_per_topic, group):
        print("printed in Python")  # noqa: T201 - what it is there for
        os.write(1, b"to the descriptor")
        atexit.register(print, "at the end")
        return super().assign_counts(partitions_per_topic, group)


class Unfinished(AbstractPartitionAssignor):
    """It lacks what every assignor has."""


class FirstInRack(First):
    """Sound: as First, but from 3.5 on a subscriber in the rack of partition 0 comes first."""

    def name(self):
        return "first-in-rack"

    def assign_partitions(self, partitions_per_topic, group):
        given = {member: [] for member in group}
        for topic, partitions in partitions_per_topic.items():
            subscribers = [member for member, sent in group.items() if topic in sent.topics]
            near = [member for member in subscribers if group[member].rack in partitions.racks[0]]
            given[(near or subscribers)[0]] += self.partitions(topic, len(partitions))
        return given


class Remembering(ConsumerPartitionAssignor):
    """Sound: on the interface, tells members something, cooperative, and reads everything that it is given."""

    def name(self):
        return "remembering"

    def version(self):
        return 7

    def supported_protocols(self):
        return RebalanceProtocol.EAGER, RebalanceProtocol.COOPERATIVE

    def assign(self, cluster, group):
        seen = repr((list(cluster.counts.items()), sorted(cluster.racks), list(group.items()))).encode(
            "utf-8", "replace"
        )
        return {member: Assignment((), seen[:100]) for member in group}

    def on_assignment(self, assignment, metadata):
        assert isinstance(assignment, Assignment)
        assert metadata.generation is None or isinstance(metadata.generation, int)


class Greedy(First):
    """Gives every subscriber everything."""

    def assign_counts(self, partitions_per_topic, group):
        return {
            member: [p for t, n in partitions_per_topic.items() if t in sent.topics for p in self.partitions(t, n)]
            for member, sent in group.items()
        }


class Forgetful(First):
    """Leaves out who gets nothing."""

    def assign_counts(self, partitions_per_topic, group):
        return {m: given for m, given in super().assign_counts(partitions_per_topic, group).items() if given}


class Generous(First):
    """Gives a partition more than there is."""

    def assign_counts(self, partitions_per_topic, group):
        return super().assign_counts({topic: count + 1 for topic, count in partitions_per_topic.items()}, group)


class Sticky(First):
    """Has a name that is taken."""

    def name(self):
        return "sticky"


class Broken(First):
    """Fails where a topic has more than two partitions."""

    def assign_counts(self, partitions_per_topic, group):
        if any(count > 2 for count in partitions_per_topic.values()):
            raise RuntimeError("too many")
        return super().assign_counts(partitions_per_topic, group)


class Moody(First):
    """Answers otherwise each time."""

    def assign_counts(self, partitions_per_topic, group):
        given = super().assign_counts(partitions_per_topic, group)
        return {m: list(reversed(p)) for m, p in given.items()} if next(_CALLS) % 2 else given


class Homesick(First):
    """Turns its lists around where Java calls it."""

    def assign_counts(self, partitions_per_topic, group):
        given = super().assign_counts(partitions_per_topic, group)
        frame, callers = sys._getframe(), set()
        while frame is not None:
            callers.add(frame.f_code.co_filename.rpartition("/")[2])
            frame = frame.f_back
        return {m: p[::-1] for m, p in given.items()} if "delegate.py" in callers else given


class Configured(First):
    """Takes a setting, and wants one."""

    @classmethod
    def configured(cls, setting=None):
        if setting != "ok":
            raise ValueError("write ok")
        return cls()


class ConfiguredGreedy(Greedy):
    """As Greedy, and wants a setting."""

    @classmethod
    def configured(cls, setting=None):
        if setting != "ok":
            raise ValueError("write ok")
        return cls()


class NoName(TopicPartition):
    """No assignor at all."""
