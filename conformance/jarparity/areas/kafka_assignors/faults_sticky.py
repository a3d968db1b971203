"""Ports of sticky assignors that don't read a part of what members say. No recorded case is tagged with these."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.answers import same
from jarparity.areas.kafka_assignors.grades import read
from jarparity.faults.fault import Fault, Reads
from jarparity.values import sticky_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

    from jarparity.answers import JSON, Answer

_STICKY: Final = ("kafka.assignor.sticky", "kafka.assignor.cooperative-sticky")


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
)
