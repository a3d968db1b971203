"""Consumer groups of the new protocol: the broker's coordinator assigns, and its members' epochs are predicted.

A group as the port sees it is one history of `kafka.group.coordinator`. Members beat whenever they like, so that what
is compared is the state to which they come each time: who has what, and in which epoch of the member and of the group.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from jarparity.measures.live.kafka.consumers import Config
from jarparity.measures.live.scenario import LiveError, NoPredictionError, Step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from contextlib import AbstractContextManager

    from jarparity.answers import JSON
    from jarparity.measures.live.kafka.cluster import DescribedGroup, KafkaCluster
    from jarparity.measures.live.kafka.consumers import Consumers, Joined
    from jarparity.measures.live.scenario import Oracle

OPERATION: Final = "kafka.group.coordinator"
ASSIGNORS: Final = ("uniform", "range")
SESSION_MS: Final = 6000
"""As the cluster is configured."""
TOPICS: Final = {"deeds": 7, "words": 5}
"""By topic its number of partitions; numbers of members don't divide them."""

_JOIN: Final = 0
_LEAVE: Final = -1
_LEAVE_FOR_A_WHILE: Final = -2
_ROUNDS: Final = 12
"""So often all members beat after a change, at most: they come to rest after three or four times."""
_SECONDS: Final = 60.0
_QUIET: Final = 2 * SESSION_MS / 1000
"""So long nothing has changed where something else is observed than was predicted."""
_PAUSE: Final = 0.05


@dataclass(slots=True)
class Known:
    """A member, as known from outside.

    Attributes:
        config: What it brings.
        id: What it calls itself.
        epoch: Its epoch, as the port says it.
        partitions: By topic id what it was told last, as the port says it.
    """

    config: Config
    id: str
    epoch: int = 0
    partitions: dict[str, list[int]] = field(default_factory=dict)


class History:
    """A group's history, which the port answers, and its members as they are after it.

    Attributes:
        members: By name.
        epoch: The group's epoch, as the port says it.
    """

    def __init__(self, assignor: str, oracle: Oracle) -> None:
        """Starts without topics and members.

        Args:
            assignor: What members ask for: `uniform` or `range`.
            oracle: The port, as of the coordinator's line.
        """
        self.members: dict[str, Known] = {}
        self.epoch = 0
        self._assignor = assignor
        self._oracle = oracle
        self._topics: dict[str, JSON] = {}
        self._steps: list[JSON] = []

    def know(self, topics: Mapping[str, JSON]) -> None:
        """The cluster has these topics."""
        self._topics = dict(topics)
        self._steps.append({"op": "topics", "topics": self._topics})

    def join(self, config: Config, member_id: str) -> None:
        """A member has come, under this id; a static one may take the place that it had."""
        self.members[config.member] = Known(config, member_id)
        beat = {"topics": list(config.topics), "owned": {}, "assignor": self._assignor, "timeoutMs": 300_000}
        if config.instance is not None:
            beat["instance"] = config.instance
        if config.pattern is not None:
            beat["regex"] = config.pattern
        self._steps.append(_beat(member_id, _JOIN, **beat))

    def leave(self, name: str) -> None:
        """A member has closed: a dynamic one leaves, a static one leaves for a while."""
        known = self.members.pop(name)
        static = known.config.instance is not None
        more = {"instance": known.config.instance} if static else {}
        self._steps.append(_beat(known.id, _LEAVE_FOR_A_WHILE if static else _LEAVE, **more))

    def lose(self, name: str) -> None:
        """A member has crashed, and its session has ended; the others went on beating."""
        self.members.pop(name)
        for _ in range(2):
            self.pass_time(SESSION_MS // 2)

    def pass_time(self, ms: int) -> None:
        """Time passes, all members beat, and regular expressions that wait for it are resolved."""
        self._steps.append({"op": "sleep", "ms": ms})
        self._steps += [self._on(known) for known in self.members.values()]
        self._steps.append({"op": "tasks"})

    def rest(self) -> JSON:
        """Lets all members beat until nothing changes any more; the state to which they came.

        Raises:
            NoPredictionError: The port gives no answer, refuses a member, or never comes to rest.
        """
        for _ in range(_ROUNDS):
            self._steps += [self._on(known) for known in self.members.values()]
            answers = self._oracle.ask(OPERATION, self._document())
            self._learn(answers)
            last = answers[-len(self.members) :] if self.members else []
            if not any(one["records"] or one["response"]["assignment"] is not None for one in last):
                return self._state()
        raise NoPredictionError(f"{OPERATION}: the members still change after {_ROUNDS} rounds of heartbeats")

    def _on(self, known: Known) -> JSON:
        """A heartbeat in which a member goes on from where the last answer left it."""
        return {"op": "heartbeat", "member": known.id, "owned": "told"}

    def _document(self) -> JSON:
        config = {
            "sessionTimeoutMs": SESSION_MS,
            "heartbeatIntervalMs": 100,
            "maxSize": 2**31 - 1,
            "assignmentIntervalMs": 0,
        }
        return {"assignors": list(ASSIGNORS), "config": config, "topics": {}, "steps": self._steps}

    def _learn(self, answers: JSON) -> None:
        by_id = {known.id: known for known in self.members.values()}
        for step, answer in zip(self._steps, answers, strict=True):
            for record in answer["records"]:
                if record["type"] == "ConsumerGroupMetadata" and record["value"] is not None:
                    self.epoch = record["value"]["epoch"]
            known = by_id.get(step.get("member", ""))
            if known is None:
                continue
            if "error" in answer:
                raise NoPredictionError(f"{OPERATION}: {known.config.member} is refused: {answer['error']}")
            known.epoch = answer["response"]["memberEpoch"]
            if answer["response"]["assignment"] is not None:
                known.partitions = answer["response"]["assignment"]

    def _state(self) -> JSON:
        names = {topic["id"]: name for name, topic in self._topics.items()}
        members = {
            name: {
                "epoch": known.epoch,
                "partitions": sorted([names[t], p] for t, some in known.partitions.items() for p in some),
            }
            for name, known in self.members.items()
        }
        return {"groupEpoch": self.epoch, "members": members}


def _beat(member: str, epoch: int, **more: JSON) -> JSON:
    return {"op": "heartbeat", "member": member, "epoch": epoch, **more}


@dataclass(frozen=True, slots=True)
class BrokerSide:
    """The scenario of one of the coordinator's assignors.

    Attributes:
        assignor: Of `ASSIGNORS`.
        cluster: Where the topics are.
        consumers: Where members are made.
        another: Opens another process for members, which crash when it ends.
        oracle: The port, as of the coordinator's line.
    """

    assignor: str
    cluster: KafkaCluster
    consumers: Consumers
    another: Callable[[], AbstractContextManager[Consumers]]
    oracle: Oracle

    def __call__(self) -> Iterator[Step]:
        """Members come, leave, crash and restart, and a topic grows."""
        counts = {f"{topic}-broker-{self.assignor}": count for topic, count in TOPICS.items()}
        ids = self.cluster.create_everywhere(counts)
        history = History(self.assignor, self.oracle)
        group = ObservedGroup(self, history, f"broker-{self.assignor}")
        both = tuple(counts)
        ann, bob, eve = Config("ann", both), Config("bob", both), Config("eve", both, instance="place")

        history.know(known_topics(counts, ids))
        yield from group.join("bob joins", bob)
        yield from group.join("cat joins, for one topic", Config("cat", both[:1]))
        yield from group.join("eve joins, a static member", eve)
        yield from group.leave("bob leaves", "bob")
        counts[both[1]] += 4
        self.cluster.grow(both[1], counts[both[1]])
        history.know(known_topics(counts, ids))
        yield group.at_rest(f"{TOPICS['words']} partitions become {counts[both[1]]}")
        yield from group.join("bob comes back", bob)
        with self.another() as elsewhere:
            yield from group.join("dan joins, in a process of his own", Config("dan", both), elsewhere)
        yield from group.lose("dan's process ends, and then his session", "dan")
        yield from group.join("dan comes back", Config("dan", both))
        yield from group.restart("eve restarts, within her session", eve)
        yield from group.join("ann joins", ann)
        yield from group.leave("cat leaves", "cat")
        for member in sorted(history.members):
            self.consumers.close(member)


class ObservedGroup:
    """What happens to the group on the cluster, and in the history."""

    def __init__(self, scenario: BrokerSide, history: History, name: str) -> None:
        self._scenario = scenario
        self._history = history
        self._name = name
        self._hosts = [scenario.consumers]

    def join(self, name: str, config: Config, host: Consumers | None = None) -> Iterator[Step]:
        """A member comes, to a process of consumers that is there for this step only, where one is given."""
        self._hosts = [self._scenario.consumers] if host is None else [self._scenario.consumers, host]
        self._enter(config)
        yield self.at_rest(name)

    def leave(self, name: str, member: str) -> Iterator[Step]:
        """A member goes."""
        self._scenario.consumers.close(member)
        self._history.leave(member)
        yield self.at_rest(name)

    def lose(self, name: str, member: str) -> Iterator[Step]:
        """A member's process has ended without a word."""
        self._hosts = [self._scenario.consumers]
        self._history.lose(member)
        yield self.at_rest(name)

    def restart(self, name: str, config: Config) -> Iterator[Step]:
        """A static member's process ends and starts again."""
        self._scenario.consumers.close(config.member)
        self._history.leave(config.member)
        self._enter(config)
        yield self.at_rest(name)

    def at_rest(self, name: str) -> Step:
        """What was predicted, and to what the members come."""
        predicted = self._history.rest()
        observed = self._observed(predicted)
        return Step(name, predicted, observed, f"group epoch {observed['groupEpoch']}")

    def _enter(self, config: Config) -> None:
        self._hosts[-1].join_broker_side(self._name, self._scenario.assignor, config)
        deadline = time.monotonic() + _SECONDS
        while not (seen := self._hosts[-1].last().get(config.member)) or not seen.id:
            if time.monotonic() > deadline:
                raise LiveError(f"{config.member} has no id after {_SECONDS:g} s")
            time.sleep(_PAUSE)
        self._history.join(config, seen.id)

    def _observed(self, predicted: JSON) -> JSON:
        """The state as consumers and coordinator say it: as predicted, or as it is when nothing changes any more."""
        deadline = time.monotonic() + _SECONDS
        quiet = time.monotonic() + _QUIET
        last: JSON = None
        while True:
            group = self._scenario.cluster.describe_group(self._name)
            seen = _state(group, self._last())
            if seen == predicted:
                return seen
            if seen != last:
                last, quiet = seen, time.monotonic() + _QUIET
            if time.monotonic() > min(quiet, deadline):
                return seen
            time.sleep(_PAUSE)

    def _last(self) -> dict[str, Joined]:
        return {name: state for host in self._hosts for name, state in host.last().items()}


def _state(group: DescribedGroup, consumers: Mapping[str, Joined]) -> JSON:
    """The group, and what its members say of themselves where they say otherwise than the coordinator."""
    members: JSON = {}
    for one in group.members.values():
        members[one.client] = {"epoch": one.epoch, "partitions": one.partitions}
        own = consumers.get(one.client)
        if own is not None and (own.generation, [list(p) for p in own.partitions]) != (one.epoch, one.partitions):
            members[one.client]["itself"] = {"epoch": own.generation, "partitions": [list(p) for p in own.partitions]}
    return {"groupEpoch": group.epoch, "members": members}


def known_topics(counts: Mapping[str, int], ids: Mapping[str, str]) -> JSON:
    """What a history knows of topics: by name how many partitions, and the id."""
    return {topic: {"id": ids[topic], "partitions": count} for topic, count in counts.items()}
