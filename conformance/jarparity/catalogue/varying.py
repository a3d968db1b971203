"""What of the originals is not the same in every JVM, or has no order to compare; the headers of the fixtures say it.

`python -m quality determinism` asks every vector in JVMs in which all differs that can: what it finds belongs here.
"""

from __future__ import annotations

from typing import Final

from jarparity.operations import Assumed, Varying

MESSAGES: Final = Varying(
    "the text of errors: recorded as JDK 17 has it, never compared",
    "some are worded by the JVM itself (NullPointerException, ClassCastException, …): by its release, its options and "
    "the names of local variables",
)
NUMBERS_IN_MESSAGES: Final = Varying(
    "numbers in the text of errors: recorded in the digits 0 to 9, never compared",
    "the originals write them with String.format: in the digits of the default locale",
)
EQUAL_KEYS: Final = Varying(
    "topic-partitions with one hash code in one history: not asked",
    "TopicPartition isn't Comparable: where a bin is a tree, HashMap orders such keys by System.identityHashCode",
)
EQUAL_PARTITIONS: Final = Varying(
    "groups with topic-partitions of one hash code that may share a tree: not asked before kafka-clients 3.0",
    "those assignors iterate over hash tables of topic-partitions, whose trees order equal codes by "
    "System.identityHashCode",
)
EQUAL_RACKS: Final = Varying(
    "more than eight racks of which two have one hash code: not asked",
    "racks are keys of a HashMap as Optional, which isn't Comparable: a tree orders equal codes by "
    "System.identityHashCode",
)
RANDOM_START: Final = Varying(
    "a negative start index with more than one broker: not asked",
    "the original then draws one from a java.util.Random whose seed is the clock's",
)
UNKNOWN_PARTITIONS: Final = Varying(
    "more than one proposed partition without replicas: not asked",
    "the error names the one that the original's hash map has first",
)
IDENTITY_KEYS: Final = Varying(
    "keys whose hash code is their identity (byte[], enum): refused by the bridge with IdentityHashedKey",
    "Object.hashCode is another number for an equal key, and in another JVM",
)
ENUMERATOR_STATE: Final = Varying(
    "the partitions and splits of a state (`state`, and every decoded one)",
    "the original keeps them in hash sets, from connector 3.1 on of objects that hash by identity",
)
STATE_ENTRIES: Final = Varying(
    "the entries of `dump`, the keys of `keys`",
    "the original's order is that of its hash tables at that moment",
)
RESTORED_KEYS: Final = Varying(
    "the values that a new subtask finds", "the original's order is that of its hash tables at that moment"
)
STATE_HANDLES: Final = Varying(
    "the handles of a subtask",
    "the original keeps them in a hash table of their files, whose names are random in a real checkpoint",
)
REASSIGNMENTS: Final = Varying("partitions, moves and brokers", "the original gives them as hash maps and hash sets")
DIGITS_OF_ERRORS: Final = Assumed(
    "digits of the default locale",
    "0 to 9",
    "the error's text names the key group by String.format, which writes it in those digits",
)
DIGITS_OF_THROTTLES: Final = Assumed(
    "digits of the default locale",
    "0 to 9",
    "the tool writes throttled replicas by String.format, in those digits; brokers take no others than 0 to 9",
)
LINE_ENDS: Final = Assumed("line.separator", "\\n", "the tool prints by println and %n, which end lines so")
