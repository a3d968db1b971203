"""Known ways to compute a group's next target otherwise than the original does."""

from __future__ import annotations

from functools import partial
from typing import Final

from jarparity.faults.fault import Fault, Rewritten

_MODULE: Final = "copartition.kafka.coordinator.target"
_NEXT: Final = f"{_MODULE}:next_target"
_BUILD: Final = "apache/kafka:TargetAssignmentBuilder.build"
_fault: Final = partial(Fault.of, "kafka.group.target")

FAULTS: Final = (
    _fault(
        _BUILD,
        "target-static-starts-anew",
        "gives a static member that comes back under another id nothing of what it was to have",
        "The new member has the former one's target when the assignor is asked: nothing moves.",
        Rewritten(_NEXT, "inherited = known.get(owner)", "inherited = None"),
    ),
    _fault(
        _BUILD,
        "target-everybody-is-written",
        "writes a record for every member",
        "Only members whose target changes, and those that never had one, are written.",
        Rewritten(_NEXT, "if written is None or not _is_same(target, written):", "if True:"),
    ),
    _fault(
        _BUILD,
        "target-empty-is-none",
        "writes no record for a new member that gets nothing",
        "Nothing written is another thing than an empty target: the first one is always written.",
        Rewritten(_NEXT, "written = known.get(member.id)", "written = known.get(member.id, {})"),
    ),
    _fault(
        _BUILD,
        "target-records-sorted",
        "writes the members by their ids",
        "They are written in the order of the coordinator's hash table.",
        Rewritten(
            _NEXT,
            "records.append(TargetMetadata(",
            "records.sort(key=lambda record: record.member); records.append(TargetMetadata(",
        ),
    ),
    _fault(
        _BUILD,
        "target-gone-is-free",
        "hands out the partitions of a member that goes",
        "The uniform assignor asks what is written to be a member's, and who goes still has a target there: members "
        "that subscribe alike get its partitions with a later target only, unless a static member takes its place.",
        Rewritten(_NEXT, "taken=group.taken)", "taken=None)"),
    ),
    _fault(
        "apache/kafka#22510",
        "target-table-grows-for-the-gone",
        "orders members as if those that go were in the table first",
        "From 4.4 on they aren't (KAFKA-20292). Before, the table grew for a 13th member that took another's place.",
        Rewritten(_NEXT, "_members if release >= (4, 4) else _members_before_4_4", "_members_before_4_4"),
        once_right=True,
    ),
    _fault(
        "apache/kafka#22510",
        "target-takes-over-as-new",
        "writes a record for a static member that takes over and is to have the same",
        "From 4.4 on it is as if it had been written for it: the coordinator's own record of the replacement says so.",
        Rewritten(_NEXT, "if release < (4, 4):", "if True:"),
        once_right=True,
    ),
    _fault(
        "apache/kafka#21652",
        "target-without-time",
        "doesn't write when a target was computed",
        "From 4.3 on the target's epoch has a time beside it (KAFKA-20266).",
        Rewritten(_NEXT, "question.now if release >= (4, 3) else None", "None"),
        once_right=True,
    ),
    _fault(
        "apache/kafka#17864",
        "target-without-regexes",
        "knows topics by their names only",
        "What a regular expression matches is subscribed to, too, beside the names.",
        Rewritten(f"{_MODULE}:subscribed_names", "resolved is None or not resolved.topics", "True"),
    ),
    _fault(
        "apache/kafka:ConsumerGroup.subscriptionType",
        "target-type-of-today",
        "looks itself whether all members subscribe to the same",
        "The coordinator says so, and may go by what regular expressions matched before.",
        Rewritten(_NEXT, "release, alike=question.alike, taken", "release, alike=None, taken"),
    ),
    _fault(
        _BUILD,
        "target-asks-in-order-of-ids",
        "hands the members to the assignor in the order of their ids",
        "They are in the order of the coordinator's hash table, in which an assignor goes through them.",
        Rewritten(_NEXT, "question.assignor(given)", "question.assignor(sorted(given, key=lambda member: member.id))"),
    ),
    _fault(
        "apache/kafka#19677",
        "target-extra-stays",
        "lets the first members have the extra partitions, though they have nothing to keep them for",
        "Since 4.0.1 a member that doesn't fill its quota leaves the extra to a later one (KAFKA-18688).",
        Rewritten("copartition.kafka.group.assignors:assign_uniform", "release >= _EXTRA_GOES_ON", "False"),
        once_right=True,
    ),
)
