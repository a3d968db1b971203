"""Known bugs of binary rows, and of the order of hash maps."""

from __future__ import annotations

from typing import Final

from jarparity.bugs.bug import Bug
from jarparity.bugs.rules import MapRules, RowRules, Rules

_ROW: Final = ("flink.table.row-hash",)
_MAP: Final = ("java.hash-map.order", "java.hash-set.order")
_FLINK: Final = "apache/flink:BinaryRowWriter"
_HASH_MAP: Final = "openjdk/jdk:java.util.HashMap"


def _row(tag: str, rules: RowRules, title: str, explanation: str, *sources: str) -> Bug:
    return Bug(tag, title, explanation, _ROW, Rules(row=rules), sources or (_FLINK,))


def _map(tag: str, rules: MapRules, title: str, explanation: str, operations: tuple[str, ...] = _MAP) -> Bug:
    return Bug(tag, title, explanation, operations, Rules(map=rules), (_HASH_MAP,))


ROWS: Final = (
    _row(
        "row-seed-0",
        RowRules(seed=0),
        "hashes a binary row with seed 0",
        "The seed is 42.",
        "apache/flink:MurmurHashUtils.hashBytesByWords",
    ),
    _row(
        "row-header-missing",
        RowRules(header="left-out"),
        "leaves out a binary row's null bits",
        "A row starts with its kind and a bit a field, in words of eight bytes.",
    ),
    _row(
        "row-big-endian",
        RowRules(byte_order="big"),
        "writes slots with the high byte first",
        "Slots are little-endian.",
    ),
    _row(
        "row-narrow-slots",
        RowRules(slots="by-type"),
        "gives a field a slot as wide as its type",
        "Every slot has eight bytes: INT 1 and BIGINT 1 are the same bytes.",
    ),
    _row(
        "row-length-byte-missing",
        RowRules(inline="unmarked"),
        "leaves the length out of a short string's slot",
        "The slot's last byte is 0x80 and the length.",
    ),
    _row(
        "row-never-inline",
        RowRules(inline="never"),
        "writes short strings behind the slots",
        "Up to seven bytes stand in the slot itself.",
    ),
    _row(
        "row-unpadded",
        RowRules(padding="none"),
        "doesn't pad strings",
        "A string behind the slots is filled with zeros to words of eight bytes.",
    ),
    _row(
        "row-timestamp-millis",
        RowRules(timestamp="millis"),
        "writes any timestamp as milliseconds",
        "A precision above 3 takes eight bytes more, and the nanoseconds in the slot.",
    ),
    _row(
        "row-string-utf-16",
        RowRules(string="utf-16"),
        "writes strings as UTF-16",
        "A string's bytes are UTF-8.",
    ),
)

MAPS: Final = (
    _map(
        "map-insertion-order",
        MapRules(order="insertion"),
        "iterates in the order of insertion",
        "A HashMap iterates bin by bin; only LinkedHashMap keeps the insertion's order.",
    ),
    _map(
        "map-sorted",
        MapRules(order="sorted"),
        "iterates in the order of the keys",
        "A HashMap iterates bin by bin, in the order of the spread hash codes' low bits.",
    ),
    _map(
        "map-unspread",
        MapRules(spreading="none"),
        "doesn't spread the hash code's high bits",
        "A HashMap takes h ^ (h >>> 16) before it picks a bin.",
    ),
    _map(
        "map-no-trees",
        MapRules(trees="none"),
        "never makes a tree of a crowded bin",
        "From nine keys on (in a table of at least 64) a bin is a tree, and its root comes first.",
    ),
    _map(
        "map-trees-stay",
        MapRules(trees="never-undone"),
        "never makes a list of a tree again",
        "A tree is a list again after a split that leaves it six keys, or a removal that leaves it small.",
    ),
    _map(
        "map-compute-as-put",
        MapRules(compute="as-put"),
        "inserts by computeIfAbsent as by put",
        "computeIfAbsent inserts at the head of a bin, and grows the table before the next insertion.",
        ("java.hash-map.order",),
    ),
    _map(
        "map-crowded-ignored",
        MapRules(crowded="ignored"),
        "doesn't grow a small table for a crowded bin",
        "Nine keys in one bin double a table under 64, however few keys there are in all.",
    ),
    _map(
        "map-capacity-8",
        MapRules(capacity=8),
        "starts with a table of 8",
        "A new HashMap's table has 16 bins, and grows with the thirteenth key.",
    ),
)

BUGS: Final = (*ROWS, *MAPS)
