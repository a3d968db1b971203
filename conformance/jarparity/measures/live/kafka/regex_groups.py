"""Groups of the new protocol whose members subscribe by regular expressions, which the broker resolves.

It does so beside the heartbeats, ten seconds after it did last at the earliest; until then who joins by another
expression has nothing, and a new topic is read by no member.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from jarparity.measures.live.kafka.broker_side import SESSION_MS, BrokerSide, History, ObservedGroup, known_topics
from jarparity.measures.live.kafka.consumers import Config

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON
    from jarparity.measures.live.scenario import Step

_HALVES: Final = 4
"""So many halves of a session are longer than the time between two resolutions."""
_EVERY: Final = ".*-by-regex"
_SOME: Final = "(deeds|verbs)-by-.*"


class RegexHistory(History):
    """A history in which regular expressions are resolved before the members come to rest."""

    def rest(self) -> JSON:
        """Time passes in which members beat, and what waits is resolved; then as before."""
        for _ in range(_HALVES):
            self.pass_time(SESSION_MS // 2)
        return super().rest()


@dataclass(frozen=True, slots=True)
class RegexSide(BrokerSide):
    """The scenario of subscriptions by regular expression."""

    def __call__(self) -> Iterator[Step]:
        """Members come by one expression, by another and by name; topics that match come and grow."""
        counts = {"deeds-by-regex": 7, "words-by-regex": 5}
        deeds, words = counts
        ids = self.cluster.create_everywhere(counts)
        history = RegexHistory(self.assignor, self.oracle)
        group = ObservedGroup(self, history, f"regex-{self.assignor}")

        history.know(known_topics(counts, ids))
        yield from group.join("bob joins, by a regular expression", Config("bob", (), pattern=_EVERY))
        yield from group.join("ann joins, by the same", Config("ann", (), pattern=_EVERY))
        yield from group.join("cat joins, by another", Config("cat", (), pattern=_SOME))
        counts |= {"verbs-by-regex": 3}
        ids |= self.cluster.create_everywhere({"verbs-by-regex": 3})
        history.know(known_topics(counts, ids))
        yield group.at_rest("a topic comes that both match")
        with self.another() as elsewhere:
            yield from group.join("dan joins, by name, in a process of his own", Config("dan", (words,)), elsewhere)
        yield from group.lose("dan's process ends, and then his session", "dan")
        yield from group.join("dan comes back, by the first expression", Config("dan", (), pattern=_EVERY))
        counts[deeds] += 4
        self.cluster.grow(deeds, counts[deeds])
        history.know(known_topics(counts, ids))
        yield group.at_rest(f"7 partitions become {counts[deeds]}")
        yield from group.leave("cat leaves, the last of the other expression", "cat")
        yield from group.leave("bob leaves", "bob")
        for member in sorted(history.members):
            self.consumers.close(member)
