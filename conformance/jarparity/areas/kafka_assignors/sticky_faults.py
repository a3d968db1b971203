"""Known faults of the sticky assignors."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from jarparity.answers import same
from jarparity.areas.kafka_assignors.grades import read
from jarparity.faults.fault import Fault, Reads, Rewritten
from jarparity.values import sticky_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

    from jarparity.answers import JSON, Answer

_STICKY: Final = ("kafka.assignor.sticky", "kafka.assignor.cooperative-sticky")
_claims: Final = partial(Fault.of, _STICKY)
_cooperative: Final = partial(Fault.of, (_STICKY[1], "kafka.assignor.rebalances"))
_SETTLE: Final = "copartition.kafka.assignors.claims:_settle"
_ADJUST: Final = "copartition.kafka.assignors.sticky:CooperativeStickyAssignor._adjust"
_OWNED_BY_ANY: Final = (
    "{n: rank for rank in by_rank for n in assigned[rank] if any(n in had for had in before.values())}"
)


def _of_members(transform: Callable[[JSON], JSON]) -> Reads:
    """Each member is read so; of groups that are read rightly the fault says nothing."""

    def read(group: JSON) -> JSON:
        members = [transform(member) for member in group["members"]]
        if members == group["members"]:
            raise NotImplementedError
        return {**group, "members": members}

    return Reads(read)


def _owns_nothing(member: JSON) -> JSON:
    return {name: value for name, value in member.items() if name not in ("userData", "owned", "generation")}


def _without_generation(member: JSON) -> JSON:
    kept = {name: value for name, value in member.items() if name != "generation"}
    if kept.get("userData"):
        owned, _ = sticky_bytes.read_with_rest(bytes.fromhex(kept["userData"]))
        kept["userData"] = sticky_bytes.write(owned, None).hex()
    return kept


def _alike(one: Answer, other: Answer) -> bool:
    """Who gets what tells these faults; a list's order is the port's own."""
    given, got = read(one), read(other)
    if given is None or got is None:
        return same(one, other)
    return all(sorted(given.get(member, ())) == sorted(got.get(member, ())) for member in given.keys() | got.keys())


FAULTS: Final = (
    Fault(
        "sticky-owned-ignored",
        "ignores what members had: not sticky",
        "A partition stays with the member that had it, as far as balance allows.",
        _STICKY,
        ("IBM/sarama#1493", "dpkp/kafka-python#2153", "dpkp/kafka-python#2305"),
        (_of_members(_owns_nothing),),
        tagged=False,
        alike=_alike,
    ),
    Fault(
        "sticky-generations-ignored",
        "ignores generations: the claims of a member that was away count as much as those of its successor",
        "Where two members claim a partition, the one of the higher generation keeps it.",
        _STICKY[:1],
        ("aio-libs/aiokafka#1176", "apache/kafka#5291", "apache/kafka#13550"),
        (_of_members(_without_generation),),
        tagged=False,
        alike=_alike,
    ),
    _claims(
        ("aio-libs/aiokafka#1176", "apache/kafka#13550"),
        "sticky-last-claim-kept",
        "gives a partition that several members claim to the last of them, whatever their generations",
        "The member of the highest generation keeps it.",
        Rewritten(_SETTLE, "if generation < others", "if False"),
    ),
    _claims(
        "dpkp/kafka-python:kafka/coordinator/assignors/sticky/sticky_assignor.py",
        "sticky-first-claim-kept",
        "lets the first of two members of one generation keep a partition that both claim",
        "Neither keeps it: one of the two must be wrong, and it is not known which.",
        Rewritten(_SETTLE, "if generation < others", "if generation <= others"),
    ),
    _cooperative(
        ("confluentinc/librdkafka#2884", "apache/kafka#7130"),
        "cooperative-moves-at-once",
        "hands partitions over before their owners gave them up, as the eager assignor does",
        "A partition that another member owns is left out, and comes with the next rebalance.",
        Rewritten(_ADJUST, "remove_transferred(assigned, transferred)", "pass"),
    ),
    _cooperative(
        "apache/kafka#7130",
        "cooperative-owned-left-out",
        "leaves out every partition that anybody owns, also those that stay where they are",
        "Only what changes its owner is left out: a member keeps what it had.",
        Rewritten(_ADJUST, "if transferred is None", "if True"),
        Rewritten(_ADJUST, "transferred_in(by_rank, assigned, before)", _OWNED_BY_ANY),
    ),
)
