"""Known bugs of keyed state: which value is whose, and what is left after an error or a restore."""

from __future__ import annotations

from typing import Final

from jarparity.bugs.bug import Bug
from jarparity.bugs.rules import Rules, StateRules

_BACKEND: Final = ("flink.state.heap-backend",)
_STATE: Final = "apache/flink:StateTable"


def _bug(tag: str, rules: StateRules, title: str, explanation: str, *by: str) -> Bug:
    return Bug(tag, title, explanation, _BACKEND, Rules(state=rules), by)


BUGS: Final = (
    _bug(
        "state-late-check",
        StateRules(check="late"),
        "takes a key of another operator and fails only when a state is asked",
        "That was so up to Flink 1.16; since 1.17 the key itself is refused (FLINK-29430).",
        "apache/flink:InternalKeyContextImpl.setCurrentKeyGroupIndex",
    ),
    _bug(
        "state-clean-refusal",
        StateRules(refused="unchanged"),
        "keeps the key before when it refuses one",
        "Since FLINK-29430 the new key stands beside the old group then: what is written next is lost.",
        "apache/flink:InternalKeyContextImpl.setCurrentKeyGroupIndex",
    ),
    _bug(
        "state-offset-forgotten",
        StateRules(offset="forgotten"),
        "counts key groups from the start of the range",
        "The first map is that of the range's first key group.",
        f"{_STATE}.getKeyGroupOffset",
    ),
    _bug(
        "state-null-kept",
        StateRules(null="kept"),
        "keeps an entry when a value is updated to null",
        "update(null) clears.",
        "apache/flink:HeapValueState.update",
    ),
    _bug(
        "state-default-stored",
        StateRules(default="stored"),
        "stores the default value when it is read",
        "The default stands in for a missing value; the map stays empty.",
        "apache/flink:HeapValueState.value",
    ),
    _bug(
        "state-namespaces-ignored",
        StateRules(namespaces="ignored"),
        "keeps one value a key for all namespaces",
        "A value belongs to a key and a namespace.",
        f"{_STATE}.put",
    ),
    _bug(
        "state-restored-everything",
        StateRules(restored="everything"),
        "restores all of a snapshot",
        "Only key groups of the new range are read; the others are another subtask's.",
        "apache/flink:HeapRestoreOperation.restore",
    ),
    _bug(
        "state-restored-by-key",
        StateRules(restored="by-key"),
        "puts restored values into the group of their key",
        "They are read into the group that they were written from, right or wrong.",
        "apache/flink:HeapRestoreOperation.readKeyGroupStateData",
    ),
    _bug(
        "state-restored-with-key",
        StateRules(restored_context="kept"),
        "has a current key after a restore",
        "A restored backend is a new one: there is no key until one is set.",
        "apache/flink:InternalKeyContextImpl",
    ),
    _bug(
        "state-group-must-fit",
        StateRules(given_group="must-be-the-keys"),
        "refuses a key group that isn't the key's",
        "setCurrentKeyAndKeyGroup checks the range only: a group may be given that the key doesn't hash to.",
        "apache/flink:AbstractKeyedStateBackend.setCurrentKeyAndKeyGroup",
    ),
    _bug(
        "state-visited-kept",
        StateRules(visited="kept"),
        "goes through the entries, and removes none",
        "The cleanup of expired state removes an entry from the map of the group in which it was found.",
        f"{_STATE}.getStateIncrementalVisitor",
    ),
    _bug(
        "state-rewritten-in-one-group",
        StateRules(rewritten="of-current-group"),
        "rewrites the values of the current key group alone",
        "transformAll goes through the maps of all key groups.",
        f"{_STATE}.transformAll",
    ),
)
