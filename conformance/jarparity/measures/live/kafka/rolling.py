"""A rolling upgrade: a group of consumers of several releases, each in its own JVM. The leader's release decides."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from jarparity import registry
from jarparity.lines import Line
from jarparity.measures.live.kafka.consumers import Config, Consumers, kafka_consumers
from jarparity.measures.live.kafka.groups import COOPERATIVE, History, Model
from jarparity.measures.live.scenario import LiveError, Oracle, Step

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from jarparity.answers import JSON
    from jarparity.measures.live.kafka.cluster import KafkaCluster
    from jarparity.measures.live.kafka.consumers import Joined
    from jarparity.originals import Originals, Progress
    from jarparity.ports import Port

RELEASES: Final[Mapping[str, tuple[Line, ...]]] = {
    assignor: tuple(Line("kafka-clients", version) for version in versions)
    for assignor, versions in {
        "sticky": ("2.3.1", "2.8.2", "3.4.1", "4.4.0"),
        COOPERATIVE: ("2.5.0", "3.4.0", "3.4.1", "4.4.0"),
    }.items()
}
"""By assignor the releases that meet in the group: each assigns otherwise than the one before it."""

_SENDS_GENERATION: Final = Line("kafka-clients", "3.4.0")
_SENDS_USER_DATA: Final = Line("kafka-clients", "2.8.1")
"""CooperativeSticky, its generation."""
_TURNS: Final = 40
_TOPICS: Final = {"deeds": 7, "words": 5, "names": 3}


class MixedModel(Model):
    """A group whose members are of several releases.

    Attributes:
        leader: The member that assigns, by name; None while there is none.
        lines: The releases that meet.
        cooperates: Whether members go on reading while they rebalance.
    """

    def __init__(
        self,
        assignor: str,
        topics: Mapping[str, int],
        oracles: Mapping[Line, Oracle],
        releases: Mapping[str, Line],
        java: Oracle,
    ) -> None:
        """Starts without members.

        Args:
            assignor: `sticky` or `cooperative-sticky`.
            topics: By topic its number of partitions.
            oracles: By release the port, as of it.
            releases: By member its release.
            java: The port, as of Java's own classes.
        """
        super().__init__(assignor, topics, oracles[max(oracles)], java)
        self.leader: str | None = None
        self.lines = RELEASES[assignor]
        self.cooperates = assignor == COOPERATIVE
        self._oracles, self._releases = oracles, releases

    def add(self, config: Config, member_id: str) -> None:
        """The first who comes leads, as long as it stays."""
        super().add(config, member_id)
        self.leader = self.leader or config.member

    def remove(self, member: str) -> None:
        """A leader that goes is followed by who is first in the coordinator's HashMap."""
        super().remove(member)
        if member == self.leader:
            self.leader = self.in_order()[0].config.member if self.members else None

    def predict(self) -> dict[str, list[list[str | int]]]:
        """As the leader's release assigns."""
        return self.predict_as(self.release)

    def at_once(self, given: Mapping[str, list[list[str | int]]]) -> int:
        """How many partitions go from a member to another one in one rebalance, where members go on reading.

        Args:
            given: By member what it gets now.
        """
        if self.cooperates:
            had = {name: {(*pair,) for pair in known.partitions} for name, known in self.members.items()}
            now = {name: {(*pair,) for pair in given[name]} for name in had}
            return sum(
                len((had[one] - now[one]) & (now[other] - had[other])) for one in had for other in had if one != other
            )
        return 0

    @property
    def release(self) -> Line:
        """The leader's."""
        if self.leader is None:
            raise LiveError("the group has no leader")
        return self._releases[self.leader]

    def predict_as(self, release: Line) -> dict[str, list[list[str | int]]]:
        """What each member gets if a release assigns.

        Raises:
            NoPredictionError: The port gives no answer to a question on the way.
        """
        operation, group = self.question()
        for member, known in zip(group["members"], self.in_order(), strict=True):
            its = self._releases[known.config.member]
            if its < _SENDS_GENERATION:
                member["generation"] = None
            if its < _SENDS_USER_DATA and operation.endswith(COOPERATIVE):
                member["userData"] = None
        document: JSON = registry.operation(operation).projected(release, group)
        return self.by_name(operation, self._oracles[release].ask(operation, document))


class MixedHistory(History):
    """What happens to such a group. Each step says who led, and which releases would have assigned otherwise."""

    model: MixedModel

    def note(self, generation: int) -> str:
        """For the report, beside a step."""
        predicted = self.model.predict()
        mine = _sorted(predicted)
        others = [
            line.version
            for line in self.model.lines
            if line != self.model.release and _sorted(self.model.predict_as(line)) != mine
        ]
        otherwise = f"; otherwise by {', '.join(others)}" if others else ""
        at_once = f"; {count} read by two members for a while" if (count := self.model.at_once(predicted)) else ""
        return f"{super().note(generation)}, led by {self.model.release.version}{otherwise}{at_once}"


class MixedConsumers(Consumers):
    """Consumers of several processes, one a release, as if they were in one."""

    def __init__(self, processes: Mapping[Line, Consumers], releases: Mapping[str, Line]) -> None:
        """Takes the processes, and by member its release."""
        self._processes, self._releases = processes, releases

    def join(self, group: str, assignor: str, config: Config) -> None:
        """In the process of its release."""
        self._processes[self._releases[config.member]].join(group, assignor, config)

    def close(self, member: str) -> None:
        """In the process of its release."""
        self._processes[self._releases[member]].close(member)

    def observe(self) -> dict[str, list[Joined]]:
        """Of all processes."""
        return {name: states for process in self._processes.values() for name, states in process.observe().items()}


@contextmanager
def mixed_consumers(
    bootstrap: str, releases: Mapping[str, Line], originals: Originals, progress: Progress
) -> Iterator[MixedConsumers]:
    """A process for each release, as long as the context lasts.

    Raises:
        OriginalsUnavailableError: JPype, Java or the JARs can't be had; the message says the fix.
        OriginalsError: The bridge or our class can't be built.
    """
    with ExitStack() as stack:
        processes = {
            line: stack.enter_context(kafka_consumers(bootstrap, line, originals, progress))
            for line in sorted(set(releases.values()))
        }
        yield MixedConsumers(processes, releases)


@dataclass(frozen=True, slots=True)
class RollingUpgrade:
    """The scenario.

    Attributes:
        assignor: `sticky` or `cooperative-sticky`.
        cluster: Where the topics are.
        port: Asked as of each release.
        java: The port, as of Java's own classes.
        originals: Where the releases' JARs are.
        progress: Told what goes on.
    """

    assignor: str
    cluster: KafkaCluster
    port: Port
    java: Oracle
    originals: Originals
    progress: Progress

    @property
    def group(self) -> str:
        """Its id."""
        return f"rolling-{self.assignor}"

    def __call__(self) -> Iterator[Step]:
        """All join, the oldest first; then each leader leaves and comes back, until every release has led."""
        topics = {f"{self.group}-{topic}": count for topic, count in _TOPICS.items()}
        for topic, count in topics.items():
            self.cluster.create(topic, count)
        lines = RELEASES[self.assignor]
        releases = {f"v{line.version}": line for line in lines}
        oracles = {line: Oracle(self.port, line) for line in lines}
        names = tuple(topics)
        subscribed = dict(zip(releases, (names, names[:2], names, names[1:]), strict=True))
        with mixed_consumers(self.cluster.bootstrap, releases, self.originals, self.progress) as consumers:
            model = MixedModel(self.assignor, topics, oracles, releases, self.java)
            history = MixedHistory(consumers, self.group, self.assignor, model)
            led = set[Line]()
            for member in releases:
                yield from history.join(f"{member} joins", Config(member, subscribed[member]))
                led.add(model.release)
            for _ in range(_TURNS):
                if led == set(lines):
                    break
                # Who comes back has another id, and so another place in the coordinator's HashMap.
                unled = [name for name, line in releases.items() if line not in led]
                for name in [f"v{model.release.version}", *unled]:
                    yield from history.leave(f"{name} leaves", name)
                    led.add(model.release)
                    yield from history.join(f"{name} comes back", Config(name, subscribed[name]))
            else:
                raise LiveError(f"in {_TURNS} turns only {', '.join(line.version for line in sorted(led))} have led")
            for member in releases:
                consumers.close(member)
        if self.assignor == COOPERATIVE:
            yield from self._among_old_ones()

    def _among_old_ones(self) -> Iterator[Step]:
        """A leader of 3.4.0 among members that send no generation: two members read a partition for a while."""
        topics = {f"{self.group}-old": 9}
        for topic, count in topics.items():
            self.cluster.create(topic, count)
        old, new = RELEASES[self.assignor][:2]
        releases = {"a": new, "b": old, "c": old, "d": new}
        oracles = {line: Oracle(self.port, line) for line in RELEASES[self.assignor]}
        with mixed_consumers(self.cluster.bootstrap, releases, self.originals, self.progress) as consumers:
            model = MixedModel(self.assignor, topics, oracles, releases, self.java)
            history = MixedHistory(consumers, f"{self.group}-old", self.assignor, model)
            for member, release in releases.items():
                yield from history.join(f"{member} joins, of {release.version}", Config(member, (*topics,)))
            for member in releases:
                consumers.close(member)


def _sorted(given: Mapping[str, list[list[str | int]]]) -> dict[str, list[list[str | int]]]:
    return {member: sorted(its) for member, its in given.items()}
