"""The question `savepoint` of `copartition.advice.questions`: a report as JSON, and what other parallelisms change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition.advice.rescaling import rescale_plan
from copartition.advice.savepoint.documents import serializer_document
from copartition.advice.savepoint.explaining import explain_savepoint
from copartition.flink.assignment import range_of_operator
from copartition.port.flink_values import range_document

if TYPE_CHECKING:
    from collections.abc import Sequence

    from copartition.advice.savepoint.placing import Misplaced
    from copartition.advice.savepoint.reports import Damage, KeyedFile, OperatorReport, SavepointReport
    from copartition.advice.savepoint.tally import Count, Large
    from copartition.port.fields import JSON

SCHEMA: Final = "jarparity-savepoint-1"


def savepoint(path: str, max_parallelism: int | None, parallelisms: Sequence[int], uids: Sequence[str]) -> JSON:
    """What `explain_savepoint` says; each parallelism is looked at as a future one, beside the present.

    Without a parallelism these are the present one, its half and its double.
    """
    try:
        report = explain_savepoint(path, max_parallelism=max_parallelism, uids=uids)
    except OSError as error:
        raise ValueError(f"path {error.filename or path} can't be read: {error.strerror}") from error
    return _document(report, parallelisms)


def _document(report: SavepointReport, parallelisms: Sequence[int]) -> JSON:
    return {
        "schema": SCHEMA,
        "file": str(report.file),
        "size": report.size,
        "kind": "stream" if report.version is None else "metadata",
        "metadataVersion": report.version,
        "checkpointId": None if report.checkpoint_id is None else str(report.checkpoint_id),
        "restorable": report.restorable.value,
        "damage": [_damage(damage) for damage in report.damage],
        "operators": [_operator(operator, parallelisms) for operator in report.operators],
    }


def _damage(damage: Damage) -> JSON:
    return {
        "file": damage.file,
        "byte": damage.byte,
        "operator": damage.operator,
        "subtask": damage.subtask,
        "keyGroup": damage.key_group,
        "what": damage.what,
        "fails": damage.fails,
    }


def _operator(report: OperatorReport, parallelisms: Sequence[int]) -> JSON:
    return {
        "id": report.id,
        "name": report.name,
        "uid": report.uid,
        "parallelism": report.parallelism,
        "maxParallelism": report.max_parallelism,
        "finished": list(report.finished),
        "restorable": report.restorable.value,
        "reasons": list(report.reasons),
        "keyed": _keyed(report, parallelisms) if report.keyed else None,
        "others": [_file(file) for file in report.others],
    }


def _keyed(report: OperatorReport, parallelisms: Sequence[int]) -> JSON:
    entries = report.entries
    groups = [entries.groups.get(group) for group in range(report.max_parallelism)]
    return {
        "keyType": report.key,
        "withoutState": list(report.without_state),
        "states": [
            {
                "name": state.name,
                "kind": state.kind.value,
                "type": serializer_document(state.value),
                "namespaceType": serializer_document(state.namespace),
                **_count(entries.states.get(state.name)),
            }
            for state in report.states.values()
        ],
        **_count(entries.within(0, report.max_parallelism - 1)),
        "keyGroups": {
            "entries": [0 if count is None else count.entries for count in groups],
            "bytes": [0 if count is None else count.size for count in groups],
        },
        "misplaced": _misplaced(entries.misplaced),
        "largest": [_large(large) for large in entries.largest()],
        "files": [_file(file) for file in report.keyed],
        "rescalings": [_rescaling(report, wanted) for wanted in _looked_at(report, parallelisms)],
    }


def _count(count: Count | None) -> dict[str, JSON]:
    return {
        "entries": 0 if count is None else count.entries,
        "pairs": 0 if count is None else count.pairs,
        "bytes": 0 if count is None else count.size,
    }


def _misplaced(found: Misplaced) -> JSON:
    """Entries that no job would find."""
    if not found.count:
        return {"entries": 0, "first": None}
    first = {"state": found.state, "key": found.key, "keyGroup": found.key_group, "belongsTo": found.own}
    return {"entries": found.count, "first": first}


def _large(large: Large) -> JSON:
    return {
        "state": large.state,
        "keyGroup": large.key_group,
        "key": large.key,
        "namespace": large.namespace,
        "pairs": large.pairs,
        "bytes": large.size,
    }


def _file(file: KeyedFile) -> JSON:
    return {
        "subtask": file.subtask,
        "range": None if file.key_groups is None else range_document(file.key_groups),
        "form": file.form,
        "name": file.name,
        "size": None if file.size < 0 else file.size,
        "fault": file.fault,
        "unread": file.unread,
    }


def _looked_at(report: OperatorReport, parallelisms: Sequence[int]) -> list[int]:
    """The parallelisms that were asked about, and the present one; of none, its half and its double, too."""
    now = report.parallelism
    if not now:
        return list(parallelisms)
    if parallelisms:
        return [*([] if now in parallelisms else [now]), *parallelisms]
    return sorted({max(1, now // 2), now, min(2 * now, report.max_parallelism)})


def _rescaling(report: OperatorReport, wanted: int) -> JSON:
    """The future subtasks with what each would have; nothing where there are fewer key groups than subtasks."""
    if wanted > report.max_parallelism:
        return {"parallelism": wanted, "subtasks": None, "moves": None}
    ranges = [range_of_operator(report.max_parallelism, wanted, at) for at in range(wanted)]
    subtasks: list[JSON] = []
    for groups in ranges:
        count = report.entries.within(groups.start, groups.end)
        subtasks.append({"range": range_document(groups), "entries": count.entries, "bytes": count.size})
    return {"parallelism": wanted, "subtasks": subtasks, "moves": _moves(report, wanted)}


def _moves(report: OperatorReport, wanted: int) -> JSON:
    if not report.parallelism:
        return None
    moving = rescale_plan(report.max_parallelism, report.parallelism, wanted).moves
    counts = [report.entries.within(each.key_groups.start, each.key_groups.end) for each in moving]
    return {
        "keyGroups": sum(len(each.key_groups) for each in moving),
        "entries": sum(count.entries for count in counts),
        "bytes": sum(count.size for count in counts),
    }
