"""Known faults of comparing strings, and of the order of hash maps."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from jarparity.answers import canonical
from jarparity.faults.fault import Answers, Fault, Replaced, Rewritten
from jarparity.values.utf16 import units

if TYPE_CHECKING:
    from collections.abc import Callable

    from jarparity.answers import JSON

_compare: Final = partial(Fault.of, "java.string.compare", "openjdk/jdk:java.lang.String.compareTo")
_map: Final = partial(Fault.of, ("java.hash-map.order", "java.hash-set.order"), "openjdk/jdk:java.util.HashMap")
_COMPARE: Final = "copartition.java.strings:compare"
_HASH_MAP: Final = "copartition.java.hash_map:HashMap"
_REMOVE: Final = "copartition.java.tree_bins:TreeBin.remove"
_SMALL: Final = "if first is None or root.right is None or root.left is None or root.left.left is None:"


def _compared(key: Callable[[str], list[int]]) -> Replaced:
    def compare(original: Callable[..., int], a: str, b: str) -> int:
        del original
        x, y = key(a), key(b)
        return (x > y) - (x < y)

    return Replaced(_COMPARE, compare)


def _as_inserted(document: JSON, order: JSON) -> JSON:
    del order
    keys: dict[str, JSON] = {}
    for step in document["steps"]:
        if step["op"] == "remove":
            keys.pop(canonical(step["key"]), None)
        else:
            keys.setdefault(canonical(step["key"]), step["key"])
    return list(keys.values())


def _sorted(document: JSON, order: JSON) -> JSON:
    del document
    return sorted(order, key=lambda key: repr(key["value"] if key["type"] == "string" else tuple(key["value"])))


FAULTS: Final = (
    _compare(
        "compare-code-points",
        "compares strings by code points (or by UTF-8 bytes)",
        "compareTo compares UTF-16 units: characters above U+FFFF stand before U+E000 to U+FFFF.",
        _compared(lambda text: [*map(ord, text)]),
    ),
    _compare(
        "compare-signed-units",
        "compares UTF-16 units as signed 16-bit numbers",
        "Java's char has no sign: units from 0x8000 on are greater than ASCII.",
        _compared(lambda text: [unit - (unit >> 15 << 16) for unit in units(text)]),
    ),
    _map(
        "map-insertion-order",
        "iterates in the order of insertion",
        "A HashMap iterates bin by bin; only LinkedHashMap keeps the insertion's order.",
        Answers(_as_inserted),
    ),
    _map(
        "map-sorted",
        "iterates in the order of the keys",
        "A HashMap iterates bin by bin, in the order of the spread hash codes' low bits.",
        Answers(_sorted),
    ),
    _map(
        "map-unspread",
        "doesn't spread the hash code's high bits",
        "A HashMap takes h ^ (h >>> 16) before it picks a bin.",
        Rewritten(f"{_HASH_MAP}._spread", "code ^ ((code & 0xFFFF_FFFF) >> 16)", "code"),
    ),
    _map(
        "map-no-trees",
        "never makes a tree of a crowded bin",
        "From nine keys on (in a table of at least 64) a bin is a tree, and its root comes first.",
        Rewritten(
            f"{_HASH_MAP}._treeify", "self._table[index] = TreeBin(_first(bin_), self._order, self._equals)", "pass"
        ),
    ),
    _map(
        "map-trees-stay",
        "never makes a list of a tree again",
        "A tree is a list again after a split that leaves it six keys, or a removal that leaves it small.",
        Rewritten(_REMOVE, _SMALL, "if first is None:"),
        Rewritten(
            f"{_HASH_MAP}._take_out",
            "if rest is not None:",
            "if rest is not None or (bin_.root is node and not node.next and not node.prev):",
        ),
        Rewritten(f"{_HASH_MAP}._split", "len(half) > _UNTREEIFY and not other", "not other"),
        Rewritten(
            f"{_HASH_MAP}._split",
            "isinstance(bin_, TreeBin) and len(half) > _UNTREEIFY\n",
            "isinstance(bin_, TreeBin)\n",
        ),
    ),
    Fault.of(
        "java.hash-map.order",
        "openjdk/jdk:java.util.HashMap",
        "map-compute-as-put",
        "inserts by computeIfAbsent as by put",
        "computeIfAbsent inserts at the head of a bin, and grows the table before the next insertion.",
        Replaced(f"{_HASH_MAP}.compute_if_absent", lambda _, table, key, make: table.put(key, make(key))),
    ),
    _map(
        "map-crowded-ignored",
        "doesn't grow a small table for a crowded bin",
        "Nine keys in one bin double a table under 64, however few keys there are in all.",
        Rewritten(f"{_HASH_MAP}._treeify", "self._resize()", "pass"),
    ),
    _map(
        "map-capacity-8",
        "starts with a table of 8",
        "A new HashMap's table has 16 bins, and grows with the thirteenth key.",
        Rewritten(f"{_HASH_MAP}.__init__", "_DEFAULT_CAPACITY if", "8 if"),
    ),
)
