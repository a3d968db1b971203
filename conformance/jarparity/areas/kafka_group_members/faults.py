"""Known ways to tell a member something else than the coordinator does."""

from __future__ import annotations

from functools import partial
from typing import Final

from jarparity.faults.fault import Fault, Rewritten

_MODULE: Final = "copartition.kafka.group.reconcile"
_RECONCILE: Final = f"{_MODULE}:reconcile"
_NEXT: Final = f"{_MODULE}:_next"
_HOLDS: Final = f"{_MODULE}:_holds"
_BUILDER: Final = "apache/kafka:CurrentAssignmentBuilder"
_fault: Final = partial(Fault.of, "kafka.group.reconcile")

FAULTS: Final = (
    _fault(
        "robot-head/crabka#521",
        "reconcile-two-owners",
        "gives partitions that another member still holds",
        "A partition is given only when no member holds it: until then the member waits.",
        Rewritten(_NEXT, "beat.partition_epoch(topic, one) == _FREE", "True"),
    ),
    _fault(
        "apache/kafka#20781",
        "reconcile-waits-for-itself",
        "waits for a partition that this very member has just given back",
        "What the member itself gives back is free for it (KAFKA-19449); not so in 3.8 to 4.0.1, nor in 4.1.0, 4.1.1.",
        Rewritten(_NEXT, "has_fixes_of_4_2(release)", "False"),
        once_right=True,
    ),
    _fault(
        "apache/kafka#20055",
        "reconcile-whatever-is-subscribed",
        "gives topics of the target that the member doesn't subscribe to any more",
        "From 4.2 on a target is cut to the subscription (KAFKA-19431).",
        Rewritten(_NEXT, "release >= (4, 2)", "False"),
        once_right=True,
    ),
    _fault(
        "apache/kafka#20055",
        "reconcile-new-subscription-waits",
        "waits for the next target where a member unsubscribes",
        "From 4.2 on a heartbeat with another subscription takes topics away at once (KAFKA-19431).",
        Rewritten(_RECONCILE, "by_subscription and beat.subscription_changed", "False"),
        once_right=True,
    ),
    _fault(
        f"{_BUILDER}.ownsRevokedPartitions",
        "reconcile-silence-is-nothing",
        "takes a heartbeat without partitions for one that says that there are none",
        "A member that says nothing may still hold what it has to give back.",
        Rewritten(_HOLDS, "return True", "return False"),
    ),
    _fault(
        f"{_BUILDER}.computeNextAssignment",
        "reconcile-epoch-before-revocation",
        "moves a member to the target's epoch before it has given back",
        "It stays in its epoch until then, so that it can still commit.",
        Rewritten(
            _NEXT,
            "MemberAssignment(epoch, member.epoch, MemberState.UNREVOKED",
            "MemberAssignment(beat.target_epoch, member.epoch, MemberState.UNREVOKED",
        ),
    ),
    _fault(
        f"{_BUILDER}.computeNextAssignment",
        "reconcile-all-or-nothing",
        "gives nothing until everything is released",
        "What is free is given at once, the rest when it is released.",
        Rewritten(_NEXT, "assigned[topic] = {**having", "gifts[topic] = {**having"),
        Rewritten(_NEXT, "unreleased = False", "unreleased, gifts = False, {}"),
        Rewritten(_NEXT, "state, assigned, {}", "state, assigned | ({} if unreleased else gifts), {}"),
    ),
    _fault(
        f"{_BUILDER}.build",
        "reconcile-unknown-goes-on",
        "goes on with a member of an unknown state that holds partitions",
        "Such a member is fenced until it says that it holds nothing.",
        Rewritten(_RECONCILE, "if beat.owned is None or beat.owned:", "if False:"),
    ),
    _fault(
        f"{_BUILDER}.build",
        "reconcile-gives-back-at-once",
        "gives a member the new target while it still holds what it has to give back",
        "It can't go on while it holds any of them.",
        Rewritten(_RECONCILE, "if _holds(beat.owned, member.revoking):", "if False:"),
    ),
)
