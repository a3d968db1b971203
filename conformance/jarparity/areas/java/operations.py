"""What the originals build on: Java's strings, and the iteration order of `HashMap` and `HashSet`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.lazy_modules import lazy_modules
from jarparity.operations import Operation, Varying
from jarparity.values.shapes import INT32, STRING, listing, record, ref

if TYPE_CHECKING:
    from jarparity.areas.java import cases, inputs, rules
else:
    cases, inputs, rules = lazy_modules(__package__, "cases", "inputs", "rules")

EQUAL_KEYS = Varying(
    "topic-partitions with one hash code in one history: not asked",
    "TopicPartition isn't Comparable: where a bin is a tree, HashMap orders such keys by System.identityHashCode",
)

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        name="java.string.hash",
        summary="The hash code of a string, over its UTF-16 code units.",
        original="java.lang.String.hashCode()",
        python="copartition.java.string_hash",
        family="java",
        input=record(a=STRING),
        answer=INT32,
        draw=inputs.string_hash,
        cases=cases.hashes,
        enough=1024,
    ),
    Operation(
        name="java.string.compare",
        summary="The sign of a comparison of two strings, by UTF-16 code units.",
        original="java.lang.String.compareTo(String)",
        python="copartition.java.compare",
        family="java",
        input=record(a=STRING, b=STRING),
        answer={"enum": [-1, 0, 1]},
        draw=inputs.string_compare,
        cases=cases.comparisons,
    ),
    Operation(
        name="java.hash-map.order",
        summary="The iteration order of a HashMap after a history of put, computeIfAbsent and remove.",
        original="java.util.HashMap.put(…), computeIfAbsent(…), remove(Object), keySet()",
        python="copartition.java.HashMap",
        family="java",
        input=record(steps=ref("map-steps")),
        answer=listing(ref("map-key")),
        draw=inputs.hash_map,
        cases=cases.maps,
        volume_rows=25,
        problems=rules.problems,
        excluded=(EQUAL_KEYS,),
        notes="Topic-partitions of a history have different hash codes: Java orders equal ones by identity.",
    ),
    Operation(
        name="java.hash-set.order",
        summary="The iteration order of a HashSet after a history of add and remove.",
        original="java.util.HashSet.add(Object), remove(Object), iterator()",
        python="copartition.java.HashSet",
        family="java",
        input=record(steps=ref("set-steps")),
        answer=listing(ref("map-key")),
        draw=inputs.hash_set,
        cases=cases.sets,
        volume_rows=25,
        problems=rules.problems,
        excluded=(EQUAL_KEYS,),
        notes="Topic-partitions of a history have different hash codes: Java orders equal ones by identity.",
    ),
)
