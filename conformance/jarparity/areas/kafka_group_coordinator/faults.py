"""Known ways to coordinate a group otherwise than the original does."""

from __future__ import annotations

from functools import partial
from typing import Final

from jarparity.faults.fault import Fault, Rewritten

_PACKAGE: Final = "copartition.kafka.coordinator"
_WORK: Final = f"{_PACKAGE}.heartbeats:HeartbeatWork"
_COORDINATOR: Final = f"{_PACKAGE}.coordinator:GroupCoordinator"
_MANAGER: Final = "apache/kafka:GroupMetadataManager"
_fault: Final = partial(Fault.of, "kafka.group.coordinator")

FAULTS: Final = (
    _fault(
        f"{_MANAGER}.throwIfConsumerGroupMemberEpochIsInvalid",
        "coordinator-lost-answer-fences",
        "fences a member that comes with the epoch before its own",
        "The answer that told it the newer epoch may have been lost: it goes on, if it has no more than is known.",
        Rewritten(
            f"{_WORK}._check_epoch", "beat.epoch == known or (beat.epoch < known and lost)", "beat.epoch == known"
        ),
    ),
    _fault(
        f"{_MANAGER}.isSubset",
        "coordinator-epoch-before-is-enough",
        "lets a member go on with the epoch before its own, whatever it has",
        "A member that has partitions that it was never given, or doesn't say what it has, must begin anew.",
        Rewritten(f"{_PACKAGE}.heartbeats:_is_part", "return False", "return True"),
        Rewritten(
            f"{_PACKAGE}.heartbeats:_is_part", "topic in assigned and all(partition in assigned[topic]", "all(True"
        ),
    ),
    _fault(
        "apache/kafka#21305",
        "coordinator-joins-again-fences",
        "fences a member that joins again with epoch 0",
        "A fenced client joins again so, under its id; from 4.2 on it may (KAFKA-19233).",
        Rewritten(f"{_WORK}._check_epoch", "self._release >= (4, 2)", "False"),
        once_right=True,
    ),
    _fault(
        f"{_MANAGER}.scheduleConsumerGroupRebalanceTimeout",
        "coordinator-revocation-in-a-session",
        "gives a member the session's time to give partitions back",
        "It has its own: max.poll.interval.ms, which it tells as the rebalance timeout.",
        Rewritten(
            f"{_COORDINATOR}._await_revocation",
            "member.subscription.rebalance_timeout_ms",
            "self._settings.session_timeout_ms",
        ),
    ),
    _fault(
        f"{_MANAGER}.consumerGroupHeartbeat",
        "coordinator-revocation-never-ends",
        "removes a member for partitions that it has given back",
        "Once it has, the time for it is over, too.",
        Rewritten(f"{_COORDINATOR}._await_revocation", "self._timers.cancel(name)", "pass"),
        Rewritten(f"{_COORDINATOR}._await_revocation", "member.id, member.epoch)", "member.id)"),
    ),
    _fault(
        f"{_MANAGER}.onLoaded",
        "coordinator-restart-without-timers",
        "waits for no member after another broker has taken over",
        "Sessions, and the time to give partitions back, begin anew with each coordinator.",
        Rewritten(f"{_COORDINATOR}.restart", "for group_id, group in groups.items():", "for group_id, group in ():"),
    ),
    _fault(
        f"{_MANAGER}.consumerGroupStaticMemberGroupLeave",
        "coordinator-static-goes-for-good",
        "removes a static member that goes for a while",
        "It keeps its partitions until its session is over, so that its next process has them again.",
        Rewritten(f"{_PACKAGE}.heartbeats:leave", "beat.epoch == LEAVE_FOR_A_WHILE", "False"),
    ),
    _fault(
        f"{_MANAGER}.replaceMember",
        "coordinator-static-starts-anew",
        "gives a static member that comes back under another id nothing of what it had",
        "The new member takes the former one's target: nothing moves.",
        Rewritten(f"{_PACKAGE}.group:ConsumerGroup.target_of", "self.target.get(former, NO_TARGET)", "NO_TARGET"),
        Rewritten(f"{_WORK}._static", "group.target.get(former.id, {})", "{}"),
    ),
    _fault(
        "apache/kafka#17864",
        "coordinator-regexes-without-pause",
        "resolves regular expressions again within ten seconds",
        "All topics are looked at for it: it is done every ten seconds at most.",
        Rewritten(f"{_PACKAGE}.regexes:regexes_to_resolve", "if resolved is not None and now", "if False and now"),
    ),
    _fault(
        f"{_MANAGER}.hasMemberSubscriptionChanged",
        "coordinator-order-is-a-change",
        "begins a new epoch when a member names the same topics in another order",
        "Names are a set: neither their order nor repetitions count.",
        Rewritten(
            f"{_WORK}.answer",
            "names_changed = updated.subscription.topics != member.subscription.topics",
            "names_changed = updated.topic_names != member.topic_names",
        ),
        Rewritten(
            f"{_WORK}.answer",
            "if updated != member:",
            "if updated != member or updated.topic_names != member.topic_names:",
        ),
        Rewritten(f"{_PACKAGE}.heartbeats:_updated", "tuple(copied_name_order(beat.topics))", "tuple(beat.topics)"),
    ),
    _fault(
        "apache/kafka#22356",
        "coordinator-full-for-static-members",
        "keeps a static member out of a full group that it belongs to",
        "It takes its own place, no other member's: from 4.4 on it may (KAFKA-20601).",
        Rewritten(f"{_WORK}._group", "self._release >= (4, 4)", "False"),
        once_right=True,
    ),
    _fault(
        f"{_MANAGER}.throwIfConsumerGroupIsFull",
        "coordinator-full-for-members",
        "refuses the heartbeats of a full group's own members",
        "Only who isn't in the group yet is refused.",
        Rewritten(f"{_WORK}._group", "beat.member not in group.members", "True"),
    ),
    _fault(
        f"{_MANAGER}.consumerGroupHeartbeat",
        "coordinator-full-request-unanswered",
        "tells a member that says everything nothing, because nothing has changed",
        "Such a request follows a lost connection: it is told its whole assignment.",
        Rewritten(f"{_WORK}.answer", "or beat.is_full", ""),
    ),
    _fault(
        f"{_MANAGER}.computePreferredServerAssignor",
        "coordinator-assignor-of-the-first",
        "breaks ties between assignors by their names",
        "The first of the coordinator's hash table wins.",
        Rewritten(f"{_WORK}._most_wanted", "max(counts, key", "max(sorted(counts, reverse=True), key"),
    ),
    _fault(
        "apache/kafka#21627",
        "coordinator-assigns-without-interval",
        "computes the next target at once",
        "From 4.3 on it waits until group.consumer.assignment.interval.ms have passed since the last one.",
        Rewritten(f"{_PACKAGE}.situation:Situation.ms_to_next_target", "self.release >= (4, 3)", "False"),
        once_right=True,
    ),
    _fault(
        "apache/kafka#21700",
        "coordinator-epochs-from-one",
        "begins with the group's epoch 1",
        "From 4.3 on 1 is the epoch of the empty target, and 2 that of the first one (KAFKA-20268).",
        Rewritten(f"{_PACKAGE}.group:ConsumerGroup.__init__", "release >= (4, 3)", "False"),
        once_right=True,
    ),
    _fault(
        "apache/kafka#22045",
        "coordinator-empty-group-behind",
        "leaves the target of an empty group an epoch behind",
        "From 4.4 on it is brought up to date when the last member goes (KAFKA-20442).",
        Rewritten(f"{_PACKAGE}.leaving:removal_records", "release >= (4, 4)", "False"),
        once_right=True,
    ),
    _fault(
        "apache/kafka#22036",
        "coordinator-assignor-without-epoch",
        "doesn't begin a new epoch when most members want another assignor",
        "From 4.4 on it does (KAFKA-20434); before, the new assignor waited for another change.",
        Rewritten(f"{_WORK}.answer", "self._release >= (4, 4)", "False"),
        once_right=True,
    ),
    _fault(
        "apache/kafka:ConsumerGroup.subscriptionType",
        "coordinator-type-of-today",
        "asks whether all members subscribe to the same when it assigns",
        "It is remembered from the last change of a member, even where regular expressions have been resolved since.",
        Rewritten(
            f"{_WORK}.answer",
            "group.epoch, group.alike",
            "group.epoch, are_alike(group.subscriptions, group.regexes.items(), "
            "len(group.members) + (updated.id not in group.members))",
        ),
    ),
    _fault(
        "apache/kafka:ModernGroup.computeMetadataHash",
        "coordinator-notices-every-topic",
        "begins a new epoch when topics change to which no member subscribes",
        "Only the group's own topics count.",
        Rewritten(f"{_WORK}._refreshed", "metadata_of(subscriptions, self", "metadata_of(self._cluster.topics, self"),
        Rewritten(f"{_COORDINATOR}.change_topics", "if not changed.isdisjoint(group.subscriptions):", "if changed:"),
    ),
    _fault(
        f"{_MANAGER}.consumerGroupFenceMembers",
        "coordinator-leaves-without-epoch",
        "keeps the group's epoch when a member goes",
        "What the member had must be given to others: that takes a new target.",
        Rewritten(f"{_PACKAGE}.leaving:removal_records", "epoch = group.epoch + 1", "epoch = group.epoch"),
    ),
    _fault(
        "apache/kafka#20907",
        "coordinator-log-without-gaps",
        "can't read a log in which a partition is taken before it is given up",
        "A log that is compacted while it is read has such gaps; the later epoch has it (KAFKA-19862).",
        Rewritten(f"{_PACKAGE}.group:ConsumerGroup._hold", "self._is_strict or before >= having.epoch", "True"),
        once_right=True,
    ),
)
