"""Known ways to make something else of a partition than a KRaft controller does."""

from __future__ import annotations

from functools import partial
from typing import Final

from jarparity.faults.fault import Fault, Rewritten

_OPERATION: Final = "kafka.controller.reassignment"
_replicas: Final = partial(Fault.of, _OPERATION, "apache/kafka:PartitionReassignmentReplicas")
_revert: Final = partial(Fault.of, _OPERATION, "apache/kafka:PartitionReassignmentRevert")
_change: Final = partial(Fault.of, _OPERATION, "apache/kafka:PartitionChangeBuilder")
_manager: Final = partial(Fault.of, _OPERATION, "apache/kafka:ReplicationControlManager")

_PACKAGE: Final = "copartition.kafka.controller"
_OF: Final = f"{_PACKAGE}.reassigning:ReassignmentReplicas.of"
_COMPLETED: Final = f"{_PACKAGE}.reassigning:ReassignmentReplicas.completed"
_REVERT: Final = f"{_PACKAGE}.reassigning:Revert.of"
_CHANGER: Final = f"{_PACKAGE}.changing:PartitionChanger"
_DECISIONS: Final = f"{_PACKAGE}.deciding:Decisions"
_TOPIC: Final = f"{_PACKAGE}.topic:Topic.effective_min_isr"
_GROW: Final = f"{_PACKAGE}.controller:Controller.add_partitions"
_PROBLEM: Final = f"{_PACKAGE}.requests:isr_problem"

FAULTS: Final = (
    _replicas(
        "reassign-adds-the-target",
        "takes all wanted replicas for new ones",
        "Only those are adding that aren't there yet.",
        Rewritten(_OF, "sorted({*target} - {*current})", "sorted({*target})"),
    ),
    _replicas(
        "reassign-appends-new-replicas",
        "appends the new replicas to those that are there",
        "The wanted replicas come first, in their order; then, sorted, those that go.",
        Rewritten(_OF, "(*target, *removing)", "(*current, *adding)"),
    ),
    _replicas(
        "reassign-ends-with-the-first",
        "ends a reassignment when the first new replica is in sync",
        "All have to be.",
        Rewritten(_COMPLETED, "if awaited <= {*left}", "if not awaited or awaited & {*left}"),
    ),
    _replicas(
        "reassign-waits-for-the-old",
        "waits for old replicas that are out of sync",
        "From 4.3 on (KAFKA-19975) only for the new ones, unless there will be fewer than before.",
        Rewritten(_COMPLETED, "release >= _WAITS_FOR_ADDED", "False"),
        once_right=True,
    ),
    _replicas(
        "reassign-lowers-early",
        "lowers the replication factor while some that stay are out of sync",
        "It waits for all of them.",
        Rewritten(_COMPLETED, "if fewer", "if False"),
    ),
    _manager(
        "reassign-over-forgets-who-came",
        "replaces what an earlier reassignment was adding by what a new one does",
        "Where a new one adds nothing, those that the earlier one added still count as such.",
        Rewritten(f"{_DECISIONS}.reassignment", "wanted.adding or None", "wanted.adding"),
    ),
    _manager(
        "reassign-over-keeps-who-came",
        "still counts what an earlier reassignment was adding where a new one adds others",
        "Those count alone: a cancel keeps the earlier ones, and from 4.3 on nothing waits for them.",
        Rewritten(f"{_DECISIONS}.reassignment", "wanted.adding or None", "(*partition.adding, *wanted.adding) or None"),
    ),
    _revert(
        "cancel-keeps-who-came",
        "leaves replicas in sync that only the reassignment added",
        "They go; if no other is in sync, the first one is said to be, which is an unclean election.",
        Rewritten(
            _REVERT, "for replica in partition.isr if replica not in partition.adding", "for replica in partition.isr"
        ),
    ),
    _manager(
        "cancel-loses-messages",
        "takes a reassignment back though no old replica is in sync",
        "InvalidReplicaAssignmentException, unless unclean elections are allowed.",
        Rewritten(f"{_DECISIONS}._cancellation", "if revert.unclean and not self._topic.unclean", "if False"),
    ),
    _revert(
        "cancel-goes-on",
        "takes away what a reassignment was removing when it is taken back",
        "Those stay.",
        Rewritten(
            _REVERT,
            "for replica in partition.replicas if replica not in partition.adding",
            "for replica in partition.replicas if replica not in (*partition.adding, *partition.removing)",
        ),
    ),
    _change(
        "reassign-leader-stays",
        "lets a leader stay whose replica is taken away",
        "Another one is elected, and who asked gets a NewLeaderElectedException.",
        Rewritten(
            f"{_CHANGER}._may_lead",
            "broker in (self._isr or self._elr)",
            "broker in (*(self._isr or self._elr), self.partition.leader)",
        ),
    ),
    _change(
        "reassign-epoch-stays",
        "leaves the leader's epoch where replicas are taken away from others",
        "It counts, too: the leader is set anew.",
        Rewritten(f"{_CHANGER}.build", "not {*now.replicas} <= {*self._replicas}", "False"),
    ),
    _change(
        "isr-shrinks-count",
        "counts the leader's epoch where the ISR shrinks",
        "Only with metadata before 3.6 (KAFKA-15021).",
        Rewritten(f"{_CHANGER}.build", "self.rules.shrinks_count", "True"),
    ),
    _change(
        "isr-of-none",
        "takes the last broker out of the ISR that is in it",
        "Without eligible leader replicas it stays there, and the partition has no leader.",
        Rewritten(f"{_CHANGER}.build", "(self._isr or self.rules.elr_enabled)", "True"),
    ),
    _change(
        "elr-never-leads",
        "elects none of the eligible leader replicas",
        "One of them leads where no one is in sync.",
        Rewritten(f"{_CHANGER}._may_lead", "(self._isr or self._elr)", "self._isr"),
    ),
    _change(
        "elr-of-the-unclean",
        "keeps brokers eligible that went down uncleanly",
        "Who doesn't say by which epoch it went down is no longer eligible.",
        Rewritten(f"{_CHANGER}._populate_elr", " and broker not in self.lost", ""),
    ),
    _change(
        "elr-sorted",
        "sorts eligible leader replicas",
        "They have the order of a HashSet, in which 16 is before 3.",
        Rewritten(f"{_CHANGER}._populate_elr", "for broker in candidates", "for broker in sorted(candidates)"),
    ),
    _change(
        "last-leader-is-down",
        "elects the last leader though it is down",
        "From 4.1 on (KAFKA-19522) only where it lives.",
        Rewritten(f"{_CHANGER}._last_leader", "last if lives or", "last if True or"),
        once_right=True,
    ),
    _manager(
        "min-isr-of-the-setting",
        "goes by min.insync.replicas where there are fewer replicas",
        "Never more than the replicas of partition 0 count.",
        Rewritten(_TOPIC, "min(self.min_isr, len(self.partitions[0].replicas))", "self.min_isr"),
    ),
    _manager(
        "grow-by-the-target",
        "gives new partitions as many replicas as the first one is to have",
        "As many as it has now, those among them that are to go.",
        Rewritten(_GROW, "len(first.replicas)", "len({*first.replicas} - {*first.removing})"),
    ),
    _manager(
        "grow-by-partition-0",
        "gives new partitions as many replicas as partition 0 has",
        "As many as the first one in the order of Kafka's own map.",
        Rewritten(_GROW, "next(self._topic.partitions.items())", "0, self._topic.partitions[0]"),
    ),
    _manager(
        "isr-of-fenced-brokers",
        "takes fenced brokers into the ISR",
        "IneligibleReplicaException.",
        Rewritten(_PROBLEM, "if any(map(ineligible, request.isr))", "if False"),
    ),
)
