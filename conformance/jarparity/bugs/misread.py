"""Ports that answer another question than the one that was asked, and rightly: they don't read a part of the input.

Sticky assignors are too large to be modelled here, but their recorded answers are at hand. What a port says that
ignores what members own is what the original says to members who own nothing; it speaks where that is recorded, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from jarparity import sticky_bytes
from jarparity.answers import canonical
from jarparity.bugs.bug import NOT_APPLICABLE, Bug
from jarparity.bugs.rules import TRUE
from jarparity.lines import Line
from jarparity.references.golden import GoldenReference

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from jarparity.answers import JSON, Answer
    from jarparity.bugs.bug import Wrong

_STICKY: Final = ("kafka.assignor.sticky", "kafka.assignor.cooperative-sticky")


@dataclass(frozen=True, slots=True, kw_only=True)
class Misread(Bug):
    """A bug that is the right answer to another input.

    It says nothing about inputs that it reads rightly, and about those whose other input isn't recorded.

    Attributes:
        reads: What the port makes of an input's member.
    """

    reads: Callable[[JSON], JSON]

    def answer(self, operation: str, document: JSON) -> Wrong:
        """What the newest original answers to what the port has read."""
        if operation not in self.operations:
            return NOT_APPLICABLE
        asked = {**document, "members": [self.reads(member) for member in document["members"]]}
        if asked == document:
            return NOT_APPLICABLE
        return _recorded(operation).get(canonical(asked), NOT_APPLICABLE)


@cache
def _recorded(operation: str) -> Mapping[str, Answer]:
    """By input what the newest line answers."""
    found: dict[str, Answer] = {}
    for vector in GoldenReference.default().vectors(operation):
        newest = max(vector.answers, key=lambda recorded: max(map(Line.parse, recorded.lines)))
        found[canonical(vector.case.input)] = newest.answer
    return found


def _owns_nothing(member: JSON) -> JSON:
    return {name: value for name, value in member.items() if name not in ("userData", "owned", "generation")}


def _without_generation(member: JSON) -> JSON:
    kept = {name: value for name, value in member.items() if name != "generation"}
    if kept.get("userData"):
        owned, _ = sticky_bytes.read_with_rest(bytes.fromhex(kept["userData"]))
        kept["userData"] = sticky_bytes.write(owned, None).hex()
    return kept


MISREADINGS: Final[tuple[Misread, ...]] = (
    Misread(
        "sticky-owned-ignored",
        "ignores what members had: not sticky",
        "A partition stays with the member that had it, as far as balance allows.",
        _STICKY,
        TRUE,
        ("IBM/sarama#1493", "dpkp/kafka-python#2153", "dpkp/kafka-python#2305"),
        reads=_owns_nothing,
    ),
    Misread(
        "sticky-generations-ignored",
        "ignores generations: the claims of a member that was away count as much as those of its successor",
        "Where two members claim a partition, the one of the higher generation keeps it.",
        _STICKY[:1],
        TRUE,
        ("aio-libs/aiokafka#1176", "apache/kafka#5291", "apache/kafka#13550"),
        reads=_without_generation,
    ),
)
