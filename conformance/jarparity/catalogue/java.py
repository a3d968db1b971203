"""What the originals build on: Java's strings, and the iteration order of `HashMap` and `HashSet`."""

from __future__ import annotations

from jarparity.catalogue import varying
from jarparity.catalogue.shapes import INT32, STRING, listing, record, ref
from jarparity.operations import Operation

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        name="java.string.hash",
        summary="The hash code of a string, over its UTF-16 code units.",
        original="java.lang.String.hashCode()",
        python="copartition.java.string_hash",
        family="java",
        input=record(a=STRING),
        answer=INT32,
        strategy="jarparity.strategies.inputs:string_hash",
        vectors="jarparity.vectors.java_strings:hashes",
    ),
    Operation(
        name="java.string.compare",
        summary="The sign of a comparison of two strings, by UTF-16 code units.",
        original="java.lang.String.compareTo(String)",
        python="copartition.java.compare",
        family="java",
        input=record(a=STRING, b=STRING),
        answer={"enum": [-1, 0, 1]},
        strategy="jarparity.strategies.inputs:string_compare",
        vectors="jarparity.vectors.java_strings:comparisons",
    ),
    Operation(
        name="java.hash-map.order",
        summary="The iteration order of a HashMap after a history of put, computeIfAbsent and remove.",
        original="java.util.HashMap.put(…), computeIfAbsent(…), remove(Object), keySet()",
        python="copartition.java.HashMap",
        family="java",
        input=record(steps=ref("map-steps")),
        answer=listing(ref("map-key")),
        strategy="jarparity.strategies.histories:hash_map_histories",
        vectors="jarparity.vectors.hash_maps:maps",
        excluded=(varying.EQUAL_KEYS,),
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
        strategy="jarparity.strategies.histories:hash_set_histories",
        vectors="jarparity.vectors.hash_maps:sets",
        excluded=(varying.EQUAL_KEYS,),
        notes="Topic-partitions of a history have different hash codes: Java orders equal ones by identity.",
    ),
)
