"""Ways to get the key groups of a pre-keyed stream's splits wrong."""

from __future__ import annotations

from typing import Final

from jarparity.bugs.bug import Bug
from jarparity.bugs.rules import PrekeyedRules, Rules

_OPERATIONS: Final = ("flink.prekeyed.mapping",)
_PROPOSAL: Final = "cwiki.apache.org/confluence:184617636"
_BACKEND: Final = "apache/flink:KeyedStateBackend.setCurrentKeyAndKeyGroup"


def _bug(tag: str, rules: PrekeyedRules, title: str, explanation: str, source: str = _PROPOSAL) -> Bug:
    return Bug(tag, title, explanation, _OPERATIONS, Rules(prekeyed=rules), (source,))


BUGS: Final = (
    _bug(
        "split-groups-from-zero",
        PrekeyedRules(take="from-zero"),
        "numbers a subtask's key groups from 0",
        "The backend of a subtask takes only the key groups of its own range.",
        _BACKEND,
    ),
    _bug(
        "split-takes-highest",
        PrekeyedRules(take="highest"),
        "gives a new split the highest unused key group",
        "It is the lowest one, so that two runs of a job map alike.",
    ),
    _bug(
        "split-group-never-reused",
        PrekeyedRules(reuse="never"),
        "counts key groups up, and never gives out a freed one",
        "A split that goes frees its key group for the next: a job lives longer than its splits.",
    ),
    _bug(
        "split-group-not-freed",
        PrekeyedRules(removed="keeps"),
        "keeps the key group of a split that is gone",
        "The mapping of a removed split is deleted, and its key group is unused again.",
    ),
    _bug(
        "split-groups-shared",
        PrekeyedRules(full="shares"),
        "lets splits share a key group when all are taken",
        "There are at most as many splits as key groups: IllegalStateException.",
    ),
    _bug(
        "split-unknown-mapped",
        PrekeyedRules(unknown="mapped"),
        "maps a split that was never added when a record names it",
        "A record of an unknown split is a fault of the user's function: IllegalArgumentException.",
    ),
    _bug(
        "split-state-by-hash",
        PrekeyedRules(state="by-hash"),
        "maps the split, but keeps state in the key group of the key's hash",
        "State is bound to the split's key group; the hash's one often belongs to another subtask.",
        _BACKEND,
    ),
    _bug(
        "split-dealt-out",
        PrekeyedRules(moved="dealt-out"),
        "deals splits out evenly when the job is rescaled",
        "A split follows its key group to the subtask that owns it now, where its state is.",
    ),
    _bug(
        "split-mapping-forgotten",
        PrekeyedRules(moved="forgotten"),
        "loses the mapping when the job is rescaled",
        "The mapping is a part of the snapshot, as the state is.",
    ),
)
