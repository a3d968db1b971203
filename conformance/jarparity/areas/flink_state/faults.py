"""Known faults of keyed state: which value is whose, and what is left after an error or a restore."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from jarparity.faults.applying import function_of
from jarparity.faults.fault import Fault, Replaced, Rewritten

if TYPE_CHECKING:
    from collections.abc import Callable

_context: Final = partial(
    Fault.of, "flink.state.heap-backend", "apache/flink:InternalKeyContextImpl.setCurrentKeyGroupIndex"
)
_state: Final = partial(Fault.of, "flink.state.heap-backend")

_SET_KEY: Final = "copartition.flink.state.key_context:KeyContext.set_key"
_SET_BOTH: Final = "copartition.flink.state.key_context:KeyContext.set_key_and_group"
_BACKEND: Final = "copartition.flink.state.heap_backend:HeapKeyedStateBackend"
_VALUE: Final = "copartition.flink.state.value_state:ValueState"
_TABLE: Final = "copartition.flink.state.state_table:StateTable"
_INTERSECTION: Final = "copartition.flink.state.snapshot:KeyedStateSnapshot.intersection"
_CONTEXT: Final = "copartition.flink.state.key_context:KeyContext.__init__"
_HULL: Final = "type(key_group_range)(0, max(key_group_range.end, max_parallelism - 1))"
_UNCUT: Final = Replaced(_INTERSECTION, lambda _, snapshot, __: snapshot)
_FITS: Final = """if key_group != key_group_of(key, self.max_parallelism):
            raise illegal_key_group(key_group, self.key_group_range)"""
_STORED: Final = """if found is None and self.default is not None:
            self.update(self.default)
        return self.default if"""


def _keeping_the_key(original: Callable[..., None], context: Any, *arguments: Any) -> None:  # noqa: ANN401 - the port's own
    before = context.key, context.stored_key
    try:
        original(context, *arguments)
    except Exception as error:
        if getattr(error, "kind", "") == "IllegalArgumentException":
            context.key, context.stored_key = before
        raise


def _with_the_key(original: Callable[..., None], history: Any, *arguments: Any) -> None:  # noqa: ANN401 - the port's own
    before = getattr(history, "backend", None)
    original(history, *arguments)
    if before is not None:
        for name in ("key", "stored_key", "key_group"):
            setattr(history.backend._context, name, getattr(before._context, name))  # noqa: SLF001


def _by_key(original: Callable[..., None], backend: Any, snapshot: Any) -> None:  # noqa: ANN401 - the port's own
    group_of, most = function_of("copartition.flink.assignment:key_group"), backend.max_parallelism
    states = {}
    for name, state in snapshot.states.items():
        maps: tuple[dict[Any, Any], ...] = tuple({} for _ in range(most))
        for place, value in (entry for entries in state.maps for entry in entries.items()):
            maps[group_of(place[0] if type(place) is tuple else place, most)][place] = value
        states[name] = replace(state, maps=maps)
    everything = type(snapshot.key_group_range)(0, most - 1)
    original(backend, replace(snapshot, key_group_range=everything, states=states))


_aggregate: Final = partial(Fault.of, "flink.state.keyed-operator", "apache/flink:GroupAggFunction.processElement")
_operator: Final = partial(Fault.of, "flink.state.keyed-operator")

_PROCESS: Final = "copartition.flink.state.group_aggregate:GroupAggregate.process_element"
_SUM: Final = "copartition.flink.state.group_aggregate:CountAndSum"
_OPERATOR: Final = "copartition.flink.state.keyed_operator:KeyedProcessOperator"


FAULTS: Final = (
    _context(
        "state-late-check",
        "takes a key of another operator and fails only when a state is asked",
        "That was so up to Flink 1.16; since 1.17 the key itself is refused (FLINK-29430).",
        Rewritten(_SET_KEY, "if self._checks and not", "if False and not"),
        Rewritten(_SET_BOTH, "if not self._first", "if False and self._first"),
    ),
    _context(
        "state-clean-refusal",
        "keeps the key before when it refuses one",
        "Since FLINK-29430 the new key stands beside the old group then: what is written next is lost.",
        Replaced(_SET_KEY, _keeping_the_key),
        Replaced(_SET_BOTH, _keeping_the_key),
    ),
    _state(
        "apache/flink:StateTable.getKeyGroupOffset",
        "state-offset-forgotten",
        "counts key groups from the start of the range",
        "The first map is that of the range's first key group.",
        Rewritten(f"{_BACKEND}.dump", "setdefault(group,", "setdefault(group - self.key_group_range.start,"),
    ),
    _state(
        "apache/flink:HeapValueState.update",
        "state-null-kept",
        "keeps an entry when a value is updated to null",
        "update(null) clears.",
        Rewritten(f"{_VALUE}.update", "if value is None", "if False"),
        Rewritten(f"{_VALUE}.value", "found is None", "found is self.table"),
        Rewritten(f"{_TABLE}.get", "(key, namespace))", "(key, namespace), self)"),
    ),
    _state(
        "apache/flink:HeapValueState.value",
        "state-default-stored",
        "stores the default value when it is read",
        "The default stands in for a missing value; the map stays empty.",
        Rewritten(f"{_VALUE}.value", "return self.default if", _STORED),
    ),
    _state(
        "apache/flink:StateTable.put",
        "state-namespaces-ignored",
        "keeps one value a key for all namespaces",
        "A value belongs to a key and a namespace.",
        Rewritten(
            f"{_VALUE}.set_current_namespace",
            "self._namespace = stored_namespace(namespace)",
            "from copartition.flink.state.namespaces import VOID; self._namespace = VOID",
        ),
        Rewritten("copartition.flink.state.heap_backend:_check_namespaces", "if not table.mixed", "if False"),
    ),
    _state(
        "apache/flink:HeapRestoreOperation.restore",
        "state-restored-everything",
        "restores all of a snapshot",
        "Only key groups of the new range are read; the others are another subtask's.",
        _UNCUT,
        Rewritten(_CONTEXT, "= key_group_range\n", f"= {_HULL}\n"),
        Rewritten(_CONTEXT, "self.key_group = 0", "self.key_group = min(0, -key_group_range.start)"),
        Rewritten(f"{_BACKEND}.current_key_group", "self._context.key_group", "max(0, self._context.key_group)"),
    ),
    _state(
        "apache/flink:HeapRestoreOperation.readKeyGroupStateData",
        "state-restored-by-key",
        "puts restored values into the group of their key",
        "They are read into the group that they were written from, right or wrong.",
        _UNCUT,
        Replaced(f"{_BACKEND}._read", _by_key),
    ),
    _state(
        "apache/flink:InternalKeyContextImpl",
        "state-restored-with-key",
        "has a current key after a restore",
        "A restored backend is a new one: there is no key until one is set.",
        Replaced("copartition.port.heap_backend:_History._open", _with_the_key),
    ),
    _state(
        "apache/flink:AbstractKeyedStateBackend.setCurrentKeyAndKeyGroup",
        "state-group-must-fit",
        "refuses a key group that isn't the key's",
        "setCurrentKeyAndKeyGroup checks the range only: a group may be given that the key doesn't hash to.",
        Rewritten(_SET_BOTH, "self.key = key\n", f"{_FITS}\n        self.key = key\n"),
    ),
    _state(
        "apache/flink:StateTable.getStateIncrementalVisitor",
        "state-visited-kept",
        "goes through the entries, and removes none",
        "The cleanup of expired state removes an entry from the map of the group in which it was found.",
        Rewritten(f"{_TABLE}.visit", "if is_expired(value)", "if False"),
    ),
    _state(
        "apache/flink:StateTable.transformAll",
        "state-rewritten-in-one-group",
        "rewrites the values of the current key group alone",
        "transformAll goes through the maps of all key groups.",
        Rewritten(
            f"{_TABLE}.transform_all",
            "in self.maps:",
            "in [m for g, m in enumerate(self.maps, self.offset) if g == self._context.key_group]:",
        ),
    ),
    _operator(
        "apache/flink:AbstractStreamOperator.setKeyContextElement1",
        "aggregate-key-not-set",
        "sets the key context for the first element only",
        "Every element sets the current key before the function sees it; without that, all keys share one state.",
        Rewritten(
            f"{_OPERATOR}.process_element",
            "self.backend.set_current_key(",
            "self.backend.current_key is None and self.backend.set_current_key(",
        ),
    ),
    _aggregate(
        "aggregate-not-cleared",
        "keeps an accumulator without records",
        "When the last record is retracted, the state is cleared: else it grows with every key that ever was.",
        Rewritten(_PROCESS, "self._accumulators.clear()", "self._accumulators.update(after)"),
    ),
    _aggregate(
        "aggregate-cleared-at-sum-zero",
        "clears the state when the sum is zero",
        "The number of records decides, not the result: 5 and -5 are two records.",
        Rewritten(_PROCESS, "aggregate.count(after) == 0", "new == 0"),
    ),
    _aggregate(
        "aggregate-retraction-ignored",
        "ignores retractions",
        "-U and -D take a record out of the accumulator.",
        Rewritten(_PROCESS, "else aggregate.retract", "else lambda before, _: before"),
    ),
    _aggregate(
        "aggregate-retraction-added",
        "adds what is retracted",
        "Only +I and +U accumulate; the kind of a record is part of it.",
        Rewritten(_PROCESS, "aggregate.accumulate if accumulates else aggregate.retract", "aggregate.accumulate"),
    ),
    _aggregate(
        "aggregate-unknown-retracted",
        "counts a retraction of a key without state",
        "Such a retraction is dropped: its accumulator was cleared, or another subtask's.",
        Rewritten(_PROCESS, "if known is None and not accumulates", "if False"),
    ),
    _aggregate(
        "aggregate-unchanged-emitted",
        "emits a result that is as before",
        "Without state retention an equal result is not sent again.",
        Rewritten(_PROCESS, "elif old != new", "elif True"),
    ),
    _aggregate(
        "aggregate-update-before",
        "emits -U although it is switched off",
        "The planner says whether -U goes before +U.",
        Rewritten(_PROCESS, "if self._update_before", "if True"),
    ),
    _aggregate(
        "aggregate-deletion-unsaid",
        "emits no -D when a key's last record goes",
        "Downstream has to delete the result, which it would keep for ever.",
        Rewritten(_PROCESS, "if known is not None", "if False"),
    ),
    _operator(
        "apache/flink:SumAggFunction.LongSumAggFunction",
        "aggregate-sum-unbounded",
        "adds without bounds",
        "SUM over BIGINT overflows as Java's long does.",
        Rewritten(f"{_SUM}.accumulate", "int64(accumulator[1] + value)", "accumulator[1] + value"),
        Rewritten(f"{_SUM}.retract", "int64(accumulator[1] - value)", "accumulator[1] - value"),
    ),
    _operator(
        "apache/flink:StateAssignmentOperation.getManagedKeyedStateHandles",
        "aggregate-keys-of-others",
        "takes every key, and restores every key group",
        "A subtask has the keys of its own range; whatever else it keeps is lost with the next rescaling.",
        Rewritten(
            f"{_OPERATOR}.__init__",
            "(max_parallelism, groups,",
            "(max_parallelism, type(groups)(0, int(max_parallelism) - 1),",
        ),
        _UNCUT,
    ),
    _operator(
        "apache/flink:StateAssignmentOperation.reDistributeKeyedStates",
        "aggregate-restored-by-index",
        "restores from the old subtask of its own index",
        "At another parallelism the key groups of a subtask lie in the snapshots of several old ones.",
        _UNCUT,
        Rewritten(f"{_OPERATOR}.__init__", ", restored,", ", [*restored][operator:][:1],"),
    ),
    Fault.of(
        "flink.state.heap-backend",
        "apache/flink:StateTable.getMapForKeyGroup",
        "state-before-range-read",
        "reads the state of a key group before the range from the range's end (a negative index)",
        "A key group outside of the range is refused.",
        Rewritten(f"{_TABLE}.get", "not 0 <= place < len(self.maps)", "not place < len(self.maps)"),
    ),
)
