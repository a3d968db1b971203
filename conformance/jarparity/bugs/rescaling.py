"""Rescaling: the model, with the switches of `RescaleRules`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.bugs import key_groups, map_order
from jarparity.bugs.key_hash import key_hash
from jarparity.bugs.rules import NotModelledError, ThrownError

if TYPE_CHECKING:
    from jarparity.answers import JSON
    from jarparity.bugs.rules import Rules


def partitions(max_parallelism: int, parallelism: int, rules: Rules) -> list[JSON]:
    """`createKeyGroupPartitions`."""
    if parallelism > max_parallelism or parallelism < 0:
        raise ThrownError("IllegalArgumentException")
    return [
        key_groups.range_of_operator(max_parallelism, parallelism, index, rules.group) for index in range(parallelism)
    ]


def keyed_state(document: JSON, rules: Rules) -> list[list[JSON]]:
    """`getManagedKeyedStateHandles` for every new subtask."""
    old = partitions(document["maxParallelism"], document["oldParallelism"], rules)
    finished = document.get("finished", ()) if rules.rescale.finished == "left-out" else ()
    reported = [groups for subtask, groups in enumerate(old) if subtask not in finished]
    new = partitions(document["maxParallelism"], document["newParallelism"], rules)
    return [_pieces(groups, reported, rules) for groups in new]


def _pieces(groups: JSON, reported: list[JSON], rules: Rules) -> list[JSON]:
    gap = 1 if rules.rescale.pieces == "neighbours-too" else 0
    met = [
        before
        for before in reported
        if before["start"] <= groups["end"] + gap and groups["start"] <= before["end"] + gap
    ]
    match rules.rescale.pieces:
        case "cut":
            return [_shared(before, groups) for before in met]
        case "first-only":
            return [_shared(before, groups) for before in met[:1]]
        case "whole" | "neighbours-too":
            return met


def _shared(a: JSON, b: JSON) -> JSON:
    return {"start": max(a["start"], b["start"]), "end": min(a["end"], b["end"])}


def restored_keys(document: JSON, rules: Rules) -> list[list[int]]:
    """The places of the keys that every new subtask finds."""
    pieces = keyed_state(document, rules)
    if not pieces:
        return []
    last = {(key["type"], key["value"]): place for place, key in enumerate(document["keys"])}
    found: list[list[int]] = [[] for _ in pieces]
    for place in sorted(last.values()):
        code = key_hash(document["keys"][place], rules)
        group = key_groups.group_of_hash(code, document["maxParallelism"], rules.group)
        for subtask, ranges in enumerate(pieces):
            if any(piece["start"] <= group <= piece["end"] for piece in ranges):
                found[subtask].append(place)
    return found


def in_flight(document: JSON, rules: Rules) -> list[int]:
    """`SubtaskStateMapper.getOldSubtasks`."""
    index, old, new = document["newIndex"], document["oldParallelism"], document["newParallelism"]
    everyone = list(range(old))
    match document["mode"]:
        case "UNSUPPORTED":
            raise ThrownError("UnsupportedOperationException")
        case "FULL":
            return everyone
        case "FIRST" if rules.rescale.first == "all":
            return everyone if index == 0 else []
        case "FIRST":
            return [subtask for subtask in everyone if subtask == index or (index == 0 and subtask >= new)]
        case "RANGE":
            base = rules.rescale.mapper_base
            groups = key_groups.range_of_operator(base, new, index, rules.group)
            ends = [key_groups.operator_of_group(groups[end], base, old, rules.group) for end in ("start", "end")]
            return list(range(ends[0], ends[1] + 1))
        case _:
            return _in_turn(index, old, new, rules)


def _in_turn(index: int, old: int, new: int, rules: Rules) -> list[int]:
    if new == 0:
        raise ThrownError("ArithmeticException")
    if old < 0 and -old // new > 1:
        raise ThrownError("NegativeArraySizeException")
    if rules.rescale.in_turn == "strided":
        return list(range(index, old, new))
    return [subtask for subtask in range(max(old, 0)) if subtask * new // old == index]


_Found = dict[str, dict[str, "JSON"]]


def operator_state(document: JSON, rules: Rules) -> JSON:
    """`RoundRobinOperatorStateRepartitioner.repartitionState`.

    Raises:
        NotModelledError: Releases before and after 2.2 differ (FLINK-38131), and a port says one or the other.
    """
    parallelism = document["oldParallelism"]
    counted = _operator_state(document, rules, parallelism)
    if counted != _operator_state(document, rules, -(-parallelism // 64) * 64):
        raise NotModelledError("lines differ here")
    return counted


def _operator_state(document: JSON, rules: Rules, enough: int) -> JSON:
    """The same; a broadcast state counts as partly reported if fewer than `enough` subtasks have it."""
    subtasks, old, new = document["subtasks"], document["oldParallelism"], document["newParallelism"]
    if new <= 0 or old != len(subtasks):
        raise ThrownError("IllegalArgumentException")
    if new != old or rules.rescale.equal == "split-anew":
        found: list[_Found] = [{} for _ in range(new)]
        _split(subtasks, found, rules)
        _everything(_entries(subtasks, "UNION"), found, rules)
        _copies(_entries(subtasks, "BROADCAST"), found, rules)
        return _answer(found)
    unions = _entries(subtasks, "UNION")
    partly = {
        name: entries
        for name, entries in _entries(subtasks, "BROADCAST").items()
        if len({subtask for subtask, _, _ in entries}) < enough and rules.rescale.unreported == "given"
    }
    if not unions and not partly:
        return [sorted(handles, key=lambda handle: _units(handle["handle"])) for handles in subtasks]
    if any(len({handle["handle"] for handle in handles}) < len(handles) for handles in subtasks):
        raise ThrownError("IllegalStateException")
    found = [{handle["handle"]: dict(handle["states"]) for handle in handles} for handles in subtasks]
    _everything(unions, found, rules)
    _copies(partly, found, rules)
    return _answer(found)


_Entries = dict[str, list[tuple[int, str, "JSON"]]]
"""By the state's name: subtask, file and elements."""


def _entries(subtasks: list[JSON], mode: str) -> _Entries:
    entries: _Entries = {}
    for subtask, handles in enumerate(subtasks):
        for handle in handles:
            # A JSON object has no order.
            for name, state in sorted(handle["states"].items()):
                if state["mode"] == mode:
                    entries.setdefault(name, []).append((subtask, handle["handle"], state))
    return entries


def _in_order(subtasks: list[JSON], entries: _Entries, rules: Rules) -> list[str]:
    """The states one after the other, as the split goes through them."""
    match rules.rescale.names:
        case "as-met":
            return list(entries)
        case "sorted":
            return sorted(entries)
        case "hash-map":
            # Within a file, too, the names come in the order of a HashMap, which holds those of all modes.
            files = [handle["states"] for handles in subtasks for handle in handles]
            met = [(name, file[name]) for file in files for name in _hash_map(sorted(file, key=_units), "put", rules)]
            split = [name for name, state in met if state["mode"] == "SPLIT_DISTRIBUTE"]
            return _hash_map(split, "computeIfAbsent", rules)


def _hash_map(names: list[str], op: str, rules: Rules) -> list[str]:
    steps = [{"op": op, "key": {"type": "string", "value": name}} for name in names]
    return [key["value"] for key in map_order.order(steps, rules)]


def _split(subtasks: list[JSON], found: list[_Found], rules: Rules) -> None:
    entries = _entries(subtasks, "SPLIT_DISTRIBUTE")
    start = 0
    for name in _in_order(subtasks, entries, rules):
        elements = [
            (place, file, offset)
            for place, (_, file, state) in enumerate(entries[name])
            for offset in state["offsets"] or [None]
        ]
        count = sum(offset is not None for _, _, offset in elements)
        each, odd = divmod(count, len(found))
        at = 0
        for turn in range(len(found)):
            target = found[(start + turn) % len(found)]
            wanted = each + (turn < odd)
            runs: dict[tuple[int, str], list[str]] = {}
            while wanted:
                place, file, offset = elements[at]
                run = runs.setdefault((place, file), [])
                if offset is not None:
                    run.append(offset)
                    wanted -= 1
                at += 1
            for (_, file), offsets in runs.items():
                target.setdefault(file, {})[name] = {"mode": "SPLIT_DISTRIBUTE", "offsets": offsets}
        if rules.rescale.odd == "go-on":
            start = (start + odd) % len(found)


def _everything(entries: _Entries, found: list[_Found], rules: Rules) -> None:
    for subtask, target in enumerate(found):
        for name, all_ in entries.items():
            for before, file, state in all_:
                if rules.rescale.union == "all" or before % len(found) == subtask:
                    target.setdefault(file, {})[name] = state


def _copies(entries: _Entries, found: list[_Found], rules: Rules) -> None:
    for subtask, target in enumerate(found):
        for name, all_ in entries.items():
            match rules.rescale.broadcast:
                case "one-each":
                    chosen = [all_[subtask % len(all_)]]
                case "first":
                    chosen = all_[:1]
                case "all":
                    chosen = all_
            for _, file, state in chosen:
                target.setdefault(file, {})[name] = state


def _answer(found: list[_Found]) -> JSON:
    return [[{"handle": file, "states": states[file]} for file in sorted(states, key=_units)] for states in found]


def _units(text: str) -> bytes:
    return text.encode("utf-16-be", "surrogatepass")
