"""A group coordinator for consumer groups of KIP-848, in memory, whose clock is set by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition import _arguments
from copartition.java.strings import joined
from copartition.kafka.coordinator.arguments import check_newer
from copartition.kafka.coordinator.cluster import Cluster
from copartition.kafka.coordinator.describing import GroupDescription, describe
from copartition.kafka.coordinator.heartbeats import HeartbeatWork, group_of, leave
from copartition.kafka.coordinator.leaving import removal_records
from copartition.kafka.coordinator.logs import compacted, replay
from copartition.kafka.coordinator.regexes import resolve, resolved_records
from copartition.kafka.coordinator.requests import (
    LEAVE,
    LEAVE_FOR_A_WHILE,
    Heartbeat,
    HeartbeatAnswer,
    check_heartbeat,
)
from copartition.kafka.coordinator.settings import Settings
from copartition.kafka.coordinator.situation import Situation
from copartition.kafka.coordinator.timers import Late, Removal, Timers, revocation_of, session_of
from copartition.kafka.group.reconcile import MemberState
from copartition.kafka.group.releases import NEWEST, Release, checked_release

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from copartition.kafka.coordinator.group import ConsumerGroup
    from copartition.kafka.coordinator.member import Member
    from copartition.kafka.coordinator.records import Record


class GroupCoordinator:
    """Consumer groups as a broker coordinates them, exactly, for tests of clients and for test brokers.

    Move the clock before each request: `advance` by milliseconds, or `advance_to` a time; members that are silent for
    too long go then. Regular expressions are resolved by `run_tasks`, which a broker does beside its requests. Only
    members of the new consumer protocol are known: a request of another protocol has no method here.

    A heartbeat that changes nothing takes constant time. One that changes something takes time linear in what it
    writes; one that leads to a new target takes the assignor's time.

    Attributes:
        log: All that was written, in order, each record with its group's id.

    Original: `org.apache.kafka.coordinator.group.GroupMetadataManager`.
    """

    def __init__(
        self, cluster: Cluster, settings: Settings | None = None, release: Release | str = NEWEST, now: int = 1000
    ) -> None:
        """A coordinator without groups.

        Args:
            cluster: The topics there are.
            settings: The broker's; by default Kafka's.
            release: The release to equal, from "4.0.0" on; its three numbers, such as `(4, 0, 0)`, say the same.
            now: The time in milliseconds; more than 0, which means "never" from 4.3 on.

        Raises:
            WrongTypeError: An argument has the wrong type.
            ValueError: The release isn't known, or has no such coordinator, or the time isn't after 0.
        """
        _arguments.instance("cluster", cluster, Cluster, "write Cluster.of([TopicMetadata(…)])")
        settings = Settings() if settings is None else settings
        _arguments.instance("settings", settings, Settings)
        release = checked_release(release)
        if release < (4, 0):
            raise ValueError(f"release is {release}: write one from (4, 0, 0) on, where this protocol begins")
        now = _arguments.int64("now", now)
        if now < 1:
            raise ValueError(f"now is {now}: write 1 or more")
        self.log: list[tuple[str, Record]] = []
        self._settings = settings
        self._release = release
        self._cluster = cluster
        self._topics_since = cluster.version
        self._timers = Timers(now)
        self._groups: dict[str, ConsumerGroup] = {}
        self._tasks: dict[str, list[str]] = {}

    @property
    def cluster(self) -> Cluster:
        """The topics there are."""
        return self._cluster

    @property
    def now(self) -> int:
        """The time in milliseconds."""
        return self._timers.now

    def heartbeat(self, beat: Heartbeat, group_id: str = "g") -> HeartbeatAnswer:
        """Answers a member: it joins, goes on, or leaves, by the epoch that it names.

        Raises:
            WrongTypeError: An argument has the wrong type.
            InvalidRequestException: The request can't be answered by anybody.
            UnsupportedAssignorException: The broker hasn't the assignor.
            GroupIdNotFoundException: There is no such group, and the member doesn't join.
            UnknownMemberIdException: There is no such member, and it doesn't join.
            FencedMemberEpochException: The member's epoch is another one; it has to give all up and to join again.
            FencedInstanceIdException: Another member has the instance id.
            UnreleasedInstanceIdException: Another member has the instance id, and hasn't left.
            GroupMaxSizeReachedException: The group is full.
            InvalidRegularExpression: The regular expression isn't one.
            UnknownServerException: The assignor gave up.

        Original: `GroupMetadataManager.consumerGroupHeartbeat`.
        """
        _arguments.instance("beat", beat, Heartbeat)
        _arguments.text("group_id", group_id)
        group_id = joined(group_id)
        check_heartbeat(beat, group_id, self._settings)
        if beat.epoch in (LEAVE, LEAVE_FOR_A_WHILE):
            group = group_of(self._groups, group_id)
            member, records, answer = leave(group, beat, self._cluster, self._release)
            if beat.epoch == LEAVE:
                self._cancel(group, member)
            self._write(group_id, records)
            return answer
        work = HeartbeatWork(self._groups, group_id, self._situation())
        try:
            done = work.answer(beat, asked=group_id in self._tasks)
        finally:
            if work.regexes:
                self._tasks[group_id] = work.regexes
        if done.reconciled is not None:
            self._await_revocation(group_id, done.reconciled)
        self._await_heartbeat(group_id, beat.member)
        self._write(group_id, done.records)
        return done.answer

    def describe(self, group_id: str = "g") -> GroupDescription:
        """What the coordinator knows of a group.

        Raises:
            WrongTypeError: `group_id` is no str.
            GroupIdNotFoundException: There is no such group.
        """
        _arguments.text("group_id", group_id)
        group = group_of(self._groups, joined(group_id))
        return describe(group, self._situation(), self._timers.left)

    def advance(self, ms: int) -> list[Removal]:
        """Sets the clock forward by so many milliseconds; members whose time is over are removed, each at its time.

        Returns:
            Who was removed, in that order.

        Raises:
            WrongTypeError: That is no integer.
            ValueError: Time would go back.
        """
        ms = _arguments.int64("ms", ms)
        if ms < 0:
            raise ValueError(f"ms is {ms}: write 0 or more, time doesn't go back")
        removals: list[Removal] = []
        self._timers.advance(self.now + ms, lambda late: removals.extend(self._remove(late)))
        return removals

    def advance_to(self, now: int) -> list[Removal]:
        """Sets the clock to a time in milliseconds; else as `advance`.

        Raises:
            WrongTypeError: The time is no integer.
            ValueError: Time would go back.
        """
        now = _arguments.int64("now", now)
        if now < self.now:
            raise ValueError(f"now is {now}: write {self.now} or more, time doesn't go back")
        return self.advance(now - self.now)

    def change_topics(self, cluster: Cluster) -> None:
        """Tells that the cluster has other topics: groups that subscribe to what changed look at them next.

        Args:
            cluster: All topics that there are now, with a larger `version` than the last one's: by it a regular
                expression is resolved again where a topic was created.

        Raises:
            WrongTypeError: That is no `Cluster`.
            ValueError: Its version isn't larger.

        Original: `GroupMetadataManager.onMetadataUpdate`, `onNewMetadataImage` up to 4.2.
        """
        _arguments.instance("cluster", cluster, Cluster, "write Cluster.of([TopicMetadata(…)])")
        check_newer(cluster.version, self._cluster.version)
        before, self._cluster = self._cluster, cluster
        if cluster.created_since(before):
            self._topics_since = cluster.version
        changed = cluster.changed_since(before)
        for group in self._groups.values():
            if not changed.isdisjoint(group.subscriptions):
                group.request_refresh()

    def run_tasks(self) -> None:
        """Resolves the regular expressions that wait for it."""
        tasks, self._tasks = self._tasks, {}
        for group_id, regexes in tasks.items():
            resolved = resolve(regexes, self._cluster, self.now, self._release)
            group = self._groups[group_id]
            records, epoch = resolved_records(group, resolved, self._cluster, self._release)
            if epoch is not None:
                group.refreshed(self.now, epoch)
            self._write(group_id, records)

    def restart(self, compacted_from: int | None = None) -> None:
        """Another broker takes over: it has what was written, and nothing else.

        Args:
            compacted_from: How many records it has read when the log is compacted: of the later ones only the newest
                of each key is left; None: the log stays whole.

        Raises:
            WrongTypeError: `compacted_from` is no integer.
            ValueError: `compacted_from` is negative.
            IllegalStateException: What is left can't be read: see `ConsumerGroup.replay`. Nothing has changed then.
        """
        log = (
            self.log
            if compacted_from is None
            else compacted(self.log, _arguments.count("compacted_from", compacted_from))
        )
        groups: dict[str, ConsumerGroup] = {}
        for group_id, record in log:
            replay(groups, group_id, record, self._release)
        self.log = log
        self._groups = groups
        self._timers = Timers(self.now)
        self._tasks = {}
        self._topics_since = self._cluster.version
        for group_id, group in groups.items():
            for member_id, member in group.members.items():
                self._await_heartbeat(group_id, member_id)
                if member.assignment.state is MemberState.UNREVOKED_PARTITIONS:
                    self._await_revocation(group_id, member)

    def _situation(self) -> Situation:
        return Situation(self._cluster, self._topics_since, self._settings, self._release, self.now)

    def _write(self, group_id: str, records: Sequence[Record]) -> None:
        for record in records:
            replay(self._groups, group_id, record, self._release)
        self.log += [(group_id, record) for record in records]

    def _await_heartbeat(self, group_id: str, member_id: str) -> None:
        self._timers.schedule(
            session_of(group_id, member_id),
            self._settings.session_timeout_ms,
            Late(group_id, member_id),
        )

    def _await_revocation(self, group_id: str, member: Member) -> None:
        """A member that has to give partitions back has its time for it; another one needs none."""
        name = revocation_of(group_id, member.id)
        if member.assignment.state is not MemberState.UNREVOKED_PARTITIONS:
            self._timers.cancel(name)
            return
        self._timers.schedule(
            name,
            member.subscription.rebalance_timeout_ms,
            Late(group_id, member.id, member.epoch),
        )

    def _remove(self, late: Late) -> Iterator[Removal]:
        group = self._groups[late.group]
        member = group.members.get(late.member)
        if member is not None and late.epoch in (None, member.epoch):
            records = removal_records(group, member, self._cluster, self._release)
            self._cancel(group, member)
            self._write(late.group, records)
            yield Removal(late.group, member.id, self.now, is_silent=late.epoch is None)

    def _cancel(self, group: ConsumerGroup, member: Member) -> None:
        self._timers.cancel(session_of(group.id, member.id))
        self._timers.cancel(revocation_of(group.id, member.id))
