"""Known bugs of Flink's Kafka source: which reader gets which partition."""

from __future__ import annotations

from typing import Final

from jarparity.bugs.bug import Bug
from jarparity.bugs.rules import EnumeratorRules, Rules, SourceRules

_OWNER: Final = ("flink.kafka-source.split-owner",)
_HISTORIES: Final = ("flink.kafka-source.enumerator",)
_ENUMERATOR: Final = "apache/flink-connector-kafka:KafkaSourceEnumerator"
_GET_SPLIT_OWNER: Final = "apache/flink-connector-kafka:KafkaSourceEnumerator.getSplitOwner"


def _bug(
    tag: str,
    operations: tuple[str, ...],
    rules: SourceRules | EnumeratorRules,
    title: str,
    explanation: str,
    *by: str,
) -> Bug:
    turned = Rules(source=rules) if isinstance(rules, SourceRules) else Rules(enumerator=rules)
    return Bug(tag, title, explanation, operations, turned, by)


OWNERS: Final = (
    _bug(
        "owner-without-topic",
        _OWNER,
        SourceRules(start="zero"),
        "deals the partitions of every topic from reader 0 on",
        "A topic begins at a reader of its name, so that many small topics don't all meet at the first readers.",
        _GET_SPLIT_OWNER,
    ),
    _bug(
        "owner-plain-hash",
        _OWNER,
        SourceRules(factor=1),
        "begins at the hash code of the topic",
        "The hash code is multiplied by 31 first, and may overflow.",
        _GET_SPLIT_OWNER,
    ),
    _bug(
        "owner-abs",
        _OWNER,
        SourceRules(sign="abs"),
        "takes the absolute value of a negative hash code",
        "The sign bit is masked away, which gives another number for every negative one.",
        _GET_SPLIT_OWNER,
    ),
    _bug(
        "owner-unsigned",
        _OWNER,
        SourceRules(sign="unsigned"),
        "reads a negative hash code as an unsigned number",
        "The sign bit is masked away: 31 bits are left.",
        _GET_SPLIT_OWNER,
    ),
    _bug(
        "owner-wide-sum",
        _OWNER,
        SourceRules(sum="unbounded"),
        "adds first reader and partition without overflow",
        "The sum is an int: near 2^31 it overflows, and the owner is negative.",
        _GET_SPLIT_OWNER,
    ),
    _bug(
        "owner-by-hash",
        _OWNER,
        SourceRules(dealt="by-hash"),
        "picks a reader by the hash code of the partition",
        "A topic's partitions are dealt round, one reader after the other, so that none gets two more than another.",
        _GET_SPLIT_OWNER,
    ),
)

ENUMERATORS: Final = (
    _bug(
        "source-later-by-user",
        _HISTORIES,
        EnumeratorRules(later="as-first"),
        "starts partitions that are found later where the user said",
        "From 3.1 on only those of the first discovery do; later ones start at the earliest offset.",
        "FLINK-32019",
        _ENUMERATOR,
    ),
    _bug(
        "source-latest-marker",
        _HISTORIES,
        EnumeratorRules(latest="marker"),
        "leaves it to the reader to find the latest offset",
        "From 3.0.1 on the enumerator asks for it once: a reader that starts anew would skip records.",
        "FLINK-28303",
        _ENUMERATOR,
    ),
    _bug(
        "source-removed-forgotten",
        _HISTORIES,
        EnumeratorRules(removed="forgotten"),
        "forgets partitions that are gone",
        "They stay assigned, in snapshots too: one that is seen again is not assigned again.",
        _ENUMERATOR,
    ),
    _bug(
        "source-empty-first",
        _HISTORIES,
        EnumeratorRules(empty_first="counts"),
        "takes an empty first discovery for the first",
        "From 5.0 on the first discovery is the first that finds partitions: they start where the user said.",
        "FLINK-38681",
        _ENUMERATOR,
    ),
    _bug(
        "source-empty-ends",
        _HISTORIES,
        EnumeratorRules(empty_bounded="ends"),
        "ends a bounded source that finds no partition",
        "No reader is told then that no splits follow, and the job waits forever.",
        _ENUMERATOR,
    ),
    _bug(
        "source-zero-goes-on",
        _HISTORIES,
        EnumeratorRules(zero="goes-on"),
        "takes an interval of 0 for a periodic discovery",
        "There is one discovery, after which a bounded source ends; up to 1.16.1 it didn't.",
        "FLINK-31319",
        _ENUMERATOR,
    ),
    _bug(
        "source-end-with-splits",
        _HISTORIES,
        EnumeratorRules(told="with-splits"),
        "tells only readers that get splits that no more follow",
        "Every reader is told whenever it is looked at, or readers without splits would never end.",
        _ENUMERATOR,
    ),
    _bug(
        "source-returned-to-all",
        _HISTORIES,
        EnumeratorRules(returned="to-all"),
        "hands out all that waits when splits come back",
        "Only the reader that failed gets its splits, if it is there again; others get theirs when they register.",
        _ENUMERATOR,
    ),
    _bug(
        "source-unassigned-lost",
        _HISTORIES,
        EnumeratorRules(unassigned="lost"),
        "forgets restored splits that had no reader yet",
        "From 5.0 on they wait for their readers at once, with the offsets that they had.",
        "FLINK-38681",
        _ENUMERATOR,
    ),
    _bug(
        "source-owners-there",
        _HISTORIES,
        EnumeratorRules(owners="of-those-there"),
        "deals splits out to the readers that are there",
        "The owner follows from the parallelism: a reader that registers later gets its splits then.",
        _ENUMERATOR,
    ),
    _bug(
        "source-bad-owner-waits",
        _HISTORIES,
        EnumeratorRules(bad_owner="waits"),
        "lets splits wait for a reader that can't be",
        "From 5.0 on a negative owner, near partition 2^31, is refused; up to 4.0 the split was never read.",
        _ENUMERATOR,
    ),
    _bug(
        "source-sorted-splits",
        _HISTORIES,
        EnumeratorRules(order="sorted"),
        "assigns splits in the order of their names",
        "They come in the order of a HashSet of splits.",
        _ENUMERATOR,
    ),
)

BUGS: Final = (*OWNERS, *ENUMERATORS)
