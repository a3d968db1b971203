"""Regular expressions that members subscribe to: they are resolved beside the heartbeats, at most every ten seconds."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, Final

from copartition.errors import InvalidRegularExpression
from copartition.java import HashMap
from copartition.kafka.coordinator import re2
from copartition.kafka.coordinator.counts import counted
from copartition.kafka.coordinator.metadata import metadata_of, records_of
from copartition.kafka.coordinator.records import RegularExpression, ResolvedRegex

if TYPE_CHECKING:
    import re

    from copartition.kafka.coordinator.cluster import Cluster
    from copartition.kafka.coordinator.group import ConsumerGroup
    from copartition.kafka.coordinator.records import Record
    from copartition.kafka.coordinator.situation import Situation
    from copartition.kafka.group.releases import Release

_PAUSE_MS: Final = 10_000
"""`REGEX_BATCH_REFRESH_MIN_INTERVAL_MS`."""
_REFRESH_MS: Final = 600_000
"""`group.consumer.regex.refresh.interval.ms`, since 4.1."""


class RegexStatus(Enum):
    """What a heartbeat changed of a member's regular expression.

    Attributes:
        NO_CHANGE: Nothing.
        UPDATED: It is another one, whose topics aren't known yet.
        UPDATED_AND_RESOLVED: It is another one or none, and its topics are known.
    """

    NO_CHANGE = auto()
    UPDATED = auto()
    UPDATED_AND_RESOLVED = auto()


def update_regex(group: ConsumerGroup, old: str, new: str, records: list[Record], release: Release) -> RegexStatus:
    """A member's regular expression becomes another one.

    Raises:
        InvalidRegularExpression: It isn't one.

    Original: the first half of `GroupMetadataManager.maybeUpdateRegularExpressions`.
    """
    if old == new:
        return RegexStatus.NO_CHANGE
    if old and group.regexes.get(old) == 1:
        records.append(RegularExpression(old, None))
    if new:
        if not group.regexes.get(new):
            compiled(new, release)
        elif new in group.resolved:
            return RegexStatus.UPDATED_AND_RESOLVED
    elif release >= (4, 1, 2):
        return RegexStatus.UPDATED_AND_RESOLVED
    return RegexStatus.UPDATED


def regexes_to_resolve(group: ConsumerGroup, old: str, new: str, situation: Situation) -> list[str]:
    """The group's regular expressions if they are to be resolved, else none.

    Args:
        group: The group as it is written.
        old: The member's regular expression as it is written; empty: none.
        new: What it becomes.
        situation: What the coordinator knows.

    Original: the second half of `GroupMetadataManager.maybeUpdateRegularExpressions`.
    """
    now = situation.now
    asked = old != new and bool(new) and not group.regexes.get(new)
    if not asked and not group.regexes:
        return []
    resolved = next((value for _, value in group.resolved.items()), None)
    if resolved is not None and now <= resolved.timestamp + _PAUSE_MS:
        return []
    subscribed = list(counted(group.regexes, old, new))
    if asked or resolved is None or len(subscribed) != len(group.resolved):
        return subscribed
    late = situation.release >= (4, 1) and now > resolved.timestamp + _REFRESH_MS
    return subscribed if late or resolved.version < situation.topics_since else []


def resolve(regexes: list[str], cluster: Cluster, now: int, release: Release) -> list[tuple[str, ResolvedRegex]]:
    """What regular expressions match, in the order in which it is written: `TopicRegexResolver`."""
    found: HashMap[str, ResolvedRegex] = HashMap(len(regexes))
    for regex in regexes:
        pattern = compiled(regex, release)
        topics = frozenset(name for name in cluster.topics if pattern.fullmatch(name))
        found.put(regex, ResolvedRegex(topics, cluster.version, now))
    again: HashMap[str, ResolvedRegex] = HashMap(len(found))
    for regex, value in found.items():
        again.put(regex, value)
    return list(again.items())


def resolved_records(
    group: ConsumerGroup, resolved: list[tuple[str, ResolvedRegex]], cluster: Cluster, release: Release
) -> tuple[list[Record], int | None]:
    """What is written once regular expressions are resolved, and the group's next epoch, None where it stays.

    Original: `GroupMetadataManager.handleRegularExpressionsResult`.
    """
    records: list[Record] = []
    subscriptions = group.subscriptions.copied()
    changed = False
    for regex, value in resolved:
        if not group.regexes.get(regex):
            continue
        before = group.resolved.get(regex)
        matched = frozenset() if before is None else before.topics
        if matched != value.topics:
            changed = True
            subscriptions.match(matched, -1)
            subscriptions.match(value.topics, 1)
        records.append(RegularExpression(regex, value))
    metadata = metadata_of(subscriptions, cluster, release)
    if not changed and metadata == group.metadata:
        return records, None
    epoch = group.epoch + 1
    return [*records, *records_of(metadata, group.metadata, epoch)], epoch


def compiled(regex: str, release: Release) -> re.Pattern[str]:
    """The regular expression, as the broker's RE2 reads it.

    Raises:
        InvalidRegularExpression: It isn't one.
        ValueError: It names a class of Unicode that isn't known here.
    """
    try:
        return re2.compiled(regex, release)
    except re2.Re2SyntaxError as error:
        raise InvalidRegularExpression(
            f"SubscribedTopicRegex `{regex}` is not a valid regular expression: {error}."
        ) from None
