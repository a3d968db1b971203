"""Who subscribes to what: how many members name a topic, and how many regular expressions match it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class Count(NamedTuple):
    """`org.apache.kafka.coordinator.group.modern.SubscriptionCount`: how often a topic is subscribed to."""

    by_name: int = 0
    by_regex: int = 0


class Subscriptions(dict[str, Count]):
    """By name of a topic how often it is subscribed to; names of which that is never aren't there."""

    def copied(self) -> Subscriptions:
        """Another object with the same counts."""
        return Subscriptions(self)

    def name(self, topics: Iterable[str], more: int) -> None:
        """So many members more name these topics."""
        for topic in topics:
            count = self.get(topic, Count())
            self._put(topic, Count(count.by_name + more, count.by_regex))

    def match(self, topics: Iterable[str], more: int) -> None:
        """So many regular expressions more match these topics."""
        for topic in topics:
            count = self.get(topic, Count())
            self._put(topic, Count(count.by_name, count.by_regex + more))

    def _put(self, topic: str, count: Count) -> None:
        if count == (0, 0):
            self.pop(topic, None)
        else:
            self[topic] = count


def are_alike(subscriptions: Mapping[str, Count], regexes: Iterable[tuple[str, int]], members: int) -> bool:
    """Whether all members subscribe to the same: `ConsumerGroup.subscriptionType`.

    Args:
        subscriptions: How often each topic is subscribed to.
        regexes: The regular expressions in the order of the coordinator's map, each with its members.
        members: How many members there are.
    """
    for _, count in regexes:
        if count != members:
            return False
        return all(topic == (0, 1) for topic in subscriptions.values())
    return all(topic.by_name == members for topic in subscriptions.values())
