"""Known ways to get the owners of a dynamic source wrong that balances over all its clusters."""

from __future__ import annotations

from functools import partial
from typing import Final

from jarparity.faults.fault import Fault, Rewritten

_fault: Final = partial(
    Fault.of, "flink.kafka-source.global-owner", "apache/flink-connector-kafka:GlobalSplitOwnerAssigner"
)

_MODULE: Final = "copartition.flink.kafka_source.global_split_owner"
_ID: Final = f"{_MODULE}:dynamic_split_id"
_ASSIGNER: Final = f"{_MODULE}:GlobalSplitOwnerAssigner"
_ASSIGN: Final = f"{_ASSIGNER}.assign_split_owner"
_REFRESH: Final = f"{_ASSIGNER}.on_metadata_refresh"
_BACK: Final = f"{_ASSIGNER}.on_splits_back"

FAULTS: Final = (
    _fault(
        "global-owner-not-counted",
        "doesn't count the split that it has just assigned",
        "The number of known splits says who is next: without it all splits go to one reader.",
        Rewritten(_ASSIGN, "self._known.add(split)", "pass"),
    ),
    _fault(
        "global-owner-ever-after",
        "gives a split to the reader that gave it back whenever it is assigned",
        "Once: then the reader is forgotten.",
        Rewritten(_ASSIGN, "self._preferred.pop(split, None)", "self._preferred.get(split)"),
    ),
    _fault(
        "global-owner-of-no-reader",
        "gives a split back to a reader that is no longer there",
        "After a rescale to fewer readers the split is dealt as a new one.",
        Rewritten(_ASSIGN, " and 0 <= preferred < readers", ""),
    ),
    _fault(
        "global-owner-all-ever-known",
        "counts splits that are gone",
        "A refresh says which splits are active; no others count.",
        Rewritten(_REFRESH, "self._known = set(", "self._known |= set("),
    ),
    _fault(
        "global-owner-remembers-gone",
        "remembers the readers of splits that are gone",
        "A split that comes again is dealt as a new one.",
        Rewritten(_REFRESH, "if split in self._known", "if True"),
    ),
    _fault(
        "global-owner-back-uncounted",
        "doesn't count splits that are given back",
        "After a restore they are the first that the assigner hears of, and count.",
        Rewritten(_BACK, "self._known.update(back)", "pass"),
    ),
    _fault(
        "global-owner-without-cluster",
        "takes splits of one topic in two clusters for one",
        "The id of a split begins with its cluster.",
        Rewritten(_ID, "{cluster}-{partition.topic}", "{partition.topic}"),
    ),
    _fault(
        "global-owner-ids-apart",
        "tells splits apart whose cluster, topic and partition have the same id",
        "Joined by -, the cluster a-b with the topic c has the id of the cluster a with the topic b-c.",
        Rewritten(_ID, "{cluster}-{partition.topic}", "{len(cluster)}-{cluster}-{partition.topic}"),
    ),
)
