"""How a controller changes a partition: `org.apache.kafka.controller.PartitionChangeBuilder`."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from operator import eq
from typing import TYPE_CHECKING, Final

from copartition.java.hash_map import HashSet
from copartition.kafka.controller.partition import NO_LEADER, PartitionChange
from copartition.kafka.controller.reassigning import ReassignmentReplicas
from copartition.kafka.group.orders import compared, copied_capacity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from copartition.kafka.controller.partition import Partition
    from copartition.kafka.group.releases import Release

_LAST_LEADER_MUST_LIVE: Final = (4, 1)
"""From this release on the last leader is elected only if it lives (KAFKA-19522)."""
_LAST_LEADER_IS_SET_OFTEN: Final = (4, 1, 0)
"""Up to this release the last leader is written whenever the ISR becomes empty (apache/kafka#20629)."""


class Election(Enum):
    """`PartitionChangeBuilder.Election`."""

    PREFERRED = "PREFERRED"
    """The first replica where it may lead; it keeps a leader who may, too."""
    ONLINE = "ONLINE"
    """Another leader only where the present one may not lead."""
    UNCLEAN = "UNCLEAN"
    """As `ONLINE`; but any living replica rather than no leader."""


@dataclass(frozen=True, slots=True)
class Rules:
    """By what a controller changes partitions.

    Attributes:
        elr_enabled: Whether there are eligible leader replicas.
        shrinks_count: Whether the leader's epoch counts where the ISR shrinks: before metadata of 3.6.
        release: Of Kafka.
    """

    elr_enabled: bool
    shrinks_count: bool
    release: Release


@dataclass(slots=True)
class PartitionChanger:
    """`PartitionChangeBuilder`.

    Attributes:
        partition: What is changed.
        is_acceptable: Whether a broker may lead, if it is in sync.
        rules: By which it is done.
        min_isr: Fewer in sync leave eligible leader replicas behind.
        isr: Who shall be in sync; without it who is, as for those below.
        replicas: Which replicas there shall be.
        adding: Which of them are to come.
        removing: Which of them are to go.
        recovering: Whether the leader shall be recovering.
        lost: Brokers that went down uncleanly.
        election: How a leader is elected.
    """

    partition: Partition
    is_acceptable: Callable[[int], bool]
    rules: Rules
    min_isr: int
    isr: tuple[int, ...] | None = None
    replicas: tuple[int, ...] | None = None
    adding: tuple[int, ...] | None = None
    removing: tuple[int, ...] | None = None
    recovering: bool | None = None
    lost: tuple[int, ...] = ()
    election: Election = Election.ONLINE
    _change: PartitionChange = field(default_factory=PartitionChange, init=False)
    _isr: tuple[int, ...] = field(init=False)
    _replicas: tuple[int, ...] = field(init=False)
    _adding: tuple[int, ...] = field(init=False)
    _removing: tuple[int, ...] = field(init=False)
    _elr: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        now = self.partition
        self._isr = now.isr if self.isr is None else self.isr
        self._replicas = now.replicas if self.replicas is None else self.replicas
        self._adding = now.adding if self.adding is None else self.adding
        self._removing = now.removing if self.removing is None else self.removing
        self._elr = now.elr

    def build(self) -> PartitionChange | None:
        """`build()`: the change, or None where there is none.

        Raises:
            IllegalArgumentException: A broker was asked for that isn't among the replicas.
        """
        self._complete()
        self._populate_elr()
        self._elect()
        change, now = self._change, self.partition
        if change.leader is None and not {*now.replicas} <= {*self._replicas}:
            change.leader = now.leader
        self._set_elr()
        if change.isr is None and (self._isr or self.rules.elr_enabled) and self._isr != now.isr:
            change.isr = self._isr
        shrinks = change.isr is not None and not {*now.isr} <= {*change.isr}
        if self.rules.shrinks_count and change.leader is None and shrinks:
            change.leader = now.leader
        self._set_last_leader()
        for name, wanted in (("replicas", self._replicas), ("adding", self._adding), ("removing", self._removing)):
            if wanted != getattr(now, name):
                setattr(change, name, wanted)
        if self.recovering is not None and self.recovering != now.recovering:
            change.recovering = self.recovering
        return None if change.is_no_op else change

    def _complete(self) -> None:
        """`completeReassignmentIfNeeded()`."""
        reassigned = ReassignmentReplicas(self._replicas, self._adding, self._removing)
        completed = reassigned.completed(self._isr, self.rules.release)
        if completed is not None:
            self._replicas, self._isr = completed
            self._adding = self._removing = ()

    def _populate_elr(self) -> None:
        """`maybePopulateTargetElr()`: who leaves the ISR is eligible while fewer than `min_isr` are in it."""
        if not self.rules.elr_enabled:
            return
        if len(self._isr) >= self.min_isr:
            self._elr = ()
            return
        candidates = _in_order_of_a_set(self._elr, self.partition.isr)
        self._elr = tuple(broker for broker in candidates if broker not in self._isr and broker not in self.lost)

    def _elect(self) -> None:
        """`tryElection(PartitionChangeRecord)`."""
        leader, unclean = self._elected()
        if leader == self.partition.leader:
            return
        if leader in self._elr:
            self._isr = (leader,)
            self._elr = tuple(broker for broker in self._elr if broker != leader)
        self._change.leader = leader
        if unclean:
            self._change.isr = (leader,)
            if not self.partition.recovering:
                self._change.recovering = True

    def _elected(self) -> tuple[int, bool]:
        """`electLeader()`: the leader, and whether he is elected uncleanly."""
        first = self._replicas[:1] if self.election is Election.PREFERRED else ()
        for broker in (*first, self.partition.leader, *self._replicas):
            if self._may_lead(broker):
                return broker, False
        last = self._last_leader()
        if last is not None:
            return last, True
        if self.election is Election.UNCLEAN:
            for broker in self._replicas:
                if self.is_acceptable(broker):
                    return broker, True
        return NO_LEADER, False

    def _may_lead(self, broker: int) -> bool:
        """`isValidNewLeader(int)`."""
        return broker in (self._isr or self._elr) and self.is_acceptable(broker)

    def _last_leader(self) -> int | None:
        """`canElectLastKnownLeader()`: the last leader, if he may lead again; up to 4.0 he may be down."""
        if not self.rules.elr_enabled or self._elr or self._isr or len(self.partition.last_known_elr) != 1:
            return None
        (last,) = self.partition.last_known_elr
        lives = self.is_acceptable(last)
        return last if lives or self.rules.release < _LAST_LEADER_MUST_LIVE else None

    def _set_elr(self) -> None:
        """`maybeUpdateRecordElr(PartitionChangeRecord)`."""
        unclean = self._change.isr is not None
        if unclean or not self.rules.elr_enabled:
            self._elr = ()
        if self._elr != self.partition.elr:
            self._change.elr = self._elr

    def _set_last_leader(self) -> None:
        """`maybeUpdateLastKnownLeader(PartitionChangeRecord)`."""
        if not self.rules.elr_enabled:
            return
        now, change = self.partition, self._change
        if self.rules.release > _LAST_LEADER_IS_SET_OFTEN:
            loses = change.leader == NO_LEADER and not now.last_known_elr
            leads = change.leader not in (None, NO_LEADER)
        else:
            loses = change.isr == () and now.last_known_elr != (now.leader,)
            leads = (now.leader if change.leader is None else change.leader) != NO_LEADER
        if loses:
            change.last_known_elr = (now.leader,)
        elif leads and now.last_known_elr:
            change.last_known_elr = ()


def _in_order_of_a_set(first: tuple[int, ...], then: Iterable[int]) -> Iterable[int]:
    """`new HashSet<>(first)`, to which others are added."""
    found: HashSet[int] = HashSet(copied_capacity(len(first)), hash_code=int, order=compared, equals=eq)
    for broker in (*first, *then):
        found.add(broker)
    return found
