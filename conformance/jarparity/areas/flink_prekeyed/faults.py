"""Known faults of pre-keyed streams: which key group a split has, and where state is kept."""

from __future__ import annotations

from functools import partial
from typing import Final

from jarparity.faults.fault import Fault, Rewritten

_prekeyed: Final = partial(Fault.of, "flink.prekeyed.mapping", "cwiki.apache.org/confluence:184617636")
_backend: Final = partial(Fault.of, "flink.prekeyed.mapping", "apache/flink:KeyedStateBackend.setCurrentKeyAndKeyGroup")

_SPLITS: Final = "copartition.flink.prekeyed.split_key_groups:SplitKeyGroups"
_SET_KEY: Final = "copartition.flink.prekeyed.operator:PreKeyedOperator.set_current_key"
_REDISTRIBUTE: Final = "copartition.flink.prekeyed.rescaling:redistribute_splits"
_IN_ORDER: Final = "split, group in sorted(found.items(), key=lambda entry: entry[1])"
_OWNER: Final = "operator_of_key_group(max_parallelism, count, group)"
_UNUSED: Final = (
    Rewritten(f"{_SPLITS}.unused", "self._freed", "set(self._range) - set(self._groups.values())"),
    Rewritten(f"{_SPLITS}.unused", "if self._untouched <= self._range.end", "if False"),
)


def _takes(picked: str) -> tuple[Rewritten, ...]:
    """A split takes the first of the key groups that are picked from `free`, the unused ones."""
    take = f"""free = sorted(set(self._range) - set(self._groups.values()))
        for self.last in {picked}:
            return self.last
        self._freed, self._untouched = [], self._range.end + 1
        if self._freed:"""
    return (Rewritten(f"{_SPLITS}._lowest_unused", "if self._freed:", take), *_UNUSED)


_NO_CHECK: Final = Rewritten(f"{_SPLITS}._checked", "if group not in self._range", "if False")
_NO_TWINS: Final = Rewritten(f"{_SPLITS}.__init__", "if len(used) < len(self._groups)", "if False")

FAULTS: Final = (
    _backend(
        "split-groups-from-zero",
        "numbers a subtask's key groups from 0",
        "The backend of a subtask takes only the key groups of its own range.",
        *_takes("[free[0] - self._range.start] if free else []"),
        _NO_TWINS,
    ),
    _prekeyed(
        "split-takes-highest",
        "gives a new split the highest unused key group",
        "It is the lowest one, so that two runs of a job map alike.",
        *_takes("free[-1:]"),
    ),
    _prekeyed(
        "split-group-never-reused",
        "counts key groups up, and never gives out a freed one",
        "A split that goes frees its key group for the next: a job lives longer than its splits.",
        *_takes('[group for group in free if group > getattr(self, "last", -1)]'),
    ),
    _prekeyed(
        "split-group-not-freed",
        "keeps the key group of a split that is gone",
        "The mapping of a removed split is deleted, and its key group is unused again.",
        Rewritten(
            f"{_SPLITS}.remove", "del self._groups[split]", 'self._groups["removed " + split] = self._groups.pop(split)'
        ),
        Rewritten(f"{_SPLITS}.remove", "heapq.heappush(self._freed, group)", "pass"),
    ),
    _prekeyed(
        "split-groups-shared",
        "lets splits share a key group when all are taken",
        "There are at most as many splits as key groups: IllegalStateException.",
        *_takes("free or [self._range.start]"),
        _NO_TWINS,
    ),
    _prekeyed(
        "split-unknown-mapped",
        "maps a split that was never added when a record names it",
        "A record of an unknown split is a fault of the user's function: IllegalArgumentException.",
        Rewritten(
            f"{_SPLITS}.key_group",
            "return self._groups[split]",
            "return self._groups[split] if split in self._groups else self.add(split)",
        ),
    ),
    _backend(
        "split-state-by-hash",
        "maps the split, but keeps state in the key group of the key's hash",
        "State is bound to the split's key group; the hash's one often belongs to another subtask.",
        Rewritten(_SET_KEY, "set_current_key_and_key_group(key, group)", "set_current_key(key)"),
    ),
    _prekeyed(
        "split-dealt-out",
        "deals splits out evenly when the job is rescaled",
        "A split follows its key group to the subtask that owns it now, where its state is.",
        Rewritten(_REDISTRIBUTE, _IN_ORDER, "place, (split, group) in enumerate(sorted(found.items()))"),
        Rewritten(_REDISTRIBUTE, _OWNER, "place % count"),
        _NO_CHECK,
        *_takes("free"),
    ),
    _prekeyed(
        "split-moved-by-remainder",
        "gives a split to the subtask group % p when the job is rescaled",
        "A split goes where its key group goes, by the ranges of the subtasks: its state is there.",
        Rewritten(_REDISTRIBUTE, f"moved[{_OWNER}]", "moved[group % count]"),
    ),
    _prekeyed(
        "split-freed-last",
        "takes freed key groups again only when there are no others left",
        "A split gets the lowest unused key group, whether a split had it before or not.",
        Rewritten(
            f"{_SPLITS}._lowest_unused", "if self._freed:", "if self._freed and self._untouched > self._range.end:"
        ),
    ),
    _prekeyed(
        "split-mapping-forgotten",
        "loses the mapping when the job is rescaled",
        "The mapping is a part of the snapshot, as the state is.",
        Rewritten(_REDISTRIBUTE, f"moved[{_OWNER}][split] = group", "pass"),
    ),
)
