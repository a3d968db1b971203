"""Reads an operator's state, of which the metadata tells: the streams of its subtasks, and which files are there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition.advice.savepoint.documents import serializer_document
from copartition.advice.savepoint.places import Place, place_of, stream_handles
from copartition.advice.savepoint.reports import Damage, KeyedFile, OperatorReport
from copartition.advice.savepoint.restoring import is_max_parallelism, judge
from copartition.advice.savepoint.streams import StreamCounter
from copartition.advice.savepoint.tally import Entries
from copartition.flink.checkpoint import (
    ChangelogHandle,
    ChangesInFilesHandle,
    ChangesInMemoryHandle,
    IncrementalHandle,
    KeyGroupsHandle,
    SavepointHandle,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from copartition.flink.checkpoint import KeyedHandle, OperatorState, SubtaskState
    from copartition.flink.key_group_range import KeyGroupRangeOffsets

_RAW = "raw keyed state, such as timers beside RocksDB: it has no format of Flink's own"
_FILES = "files of RocksDB or ForSt, which are not looked into"
_CHANGES = "a changelog, which is not looked into"


def read_operator(state: OperatorState, folder: Path, uids: dict[str, str]) -> OperatorReport:
    """What an operator has.

    Args:
        state: What the metadata says of it.
        folder: That of the metadata.
        uids: By operator id, uids that were asked about.
    """
    uid = state.uid or uids.get(state.id)
    report = OperatorReport(state.max_parallelism, Entries(), state.id, state.name or None, uid, state.parallelism)
    if not is_max_parallelism(state.max_parallelism):
        judge(report)
        return report
    subtasks = state.subtasks
    finished = range(state.parallelism) if subtasks is None else [at for at, one in subtasks.items() if one is None]
    report.finished = tuple(sorted(finished))
    there = {at: one for at, one in sorted((subtasks or {}).items()) if one is not None}
    for at, one in there.items():
        _read_subtask(report, at, one, folder)
    with_state = {file.subtask for file in report.keyed if file.form != "raw"}
    if with_state:
        report.without_state = tuple(at for at in range(state.parallelism) if at not in {*with_state, *finished})
    if state.coordinator is not None:
        report.others.append(_other(None, "coordinator", place_of(state.coordinator, folder)))
    judge(report)
    return report


def read_stream(path: Path, max_parallelism: int) -> OperatorReport:
    """What a lone canonical stream has."""
    report = OperatorReport(max_parallelism, Entries())
    place = Place(str(path), path.stat().st_size, path)
    _read_stream(report, None, None, place)
    if report.damage and not report.entries.groups:
        what = (
            f"alone, only a canonical stream of an operator with {max_parallelism:,} key groups can be read: give the "
            "max parallelism that it has, or name the folder of a heap backend's checkpoint"
        )
        report.damage.append(Damage(str(path), 0, what, fails=False))
    judge(report)
    return report


def _read_subtask(report: OperatorReport, at: int, state: SubtaskState, folder: Path) -> None:
    if state.managed_keyed is not None:
        _read_keyed(report, at, state.managed_keyed, folder)
    if isinstance(state.raw_keyed, KeyGroupsHandle | SavepointHandle):
        place = place_of(state.raw_keyed.state, folder)
        groups = state.raw_keyed.groups.key_group_range
        report.keyed.append(
            KeyedFile(at, groups, "raw", place.name, place.size, place.fault, place.is_remote, unread=_RAW)
        )
    others = {
        "operator": (state.managed_operator, state.raw_operator),
        "channels": (*state.input_channels, *state.output_channels),
    }
    for form, parts in others.items():
        for handle in stream_handles(parts):
            report.others.append(_other(at, form, place_of(handle, folder)))


def _other(subtask: int | None, form: str, place: Place) -> KeyedFile:
    return KeyedFile(subtask, None, form, place.name, place.size, place.fault, place.is_remote)


def _read_keyed(report: OperatorReport, at: int, handle: KeyedHandle, folder: Path) -> None:
    match handle:
        case KeyGroupsHandle() | SavepointHandle():
            is_savepoint = isinstance(handle, SavepointHandle)
            _read_stream(report, at, handle.groups, place_of(handle.state, folder), is_savepoint=is_savepoint)
        case IncrementalHandle():
            report.keyed += _unread(at, handle, "incremental", _FILES, folder)
        case _:
            report.keyed += _unread(at, handle, "changelog", _CHANGES, folder)


def _unread(
    at: int,
    handle: IncrementalHandle | ChangelogHandle | ChangesInMemoryHandle | ChangesInFilesHandle,
    form: str,
    why: str,
    folder: Path,
) -> Iterator[KeyedFile]:
    """The files of a handle whose contents are not read; at least one, so that its key groups are known."""
    places = [place_of(each, folder) for each in stream_handles(handle)] or [Place("the metadata", -1, data=b"")]
    for place in places:
        yield KeyedFile(at, handle.range, form, place.name, place.size, place.fault, place.is_remote, why)


def _read_stream(
    report: OperatorReport,
    at: int | None,
    offsets: KeyGroupRangeOffsets | None,
    place: Place,
    *,
    is_savepoint: bool = False,
) -> None:
    groups = None if offsets is None else offsets.key_group_range
    if place.is_remote or place.there < 0:
        unread = "the file is not on this machine" if place.is_remote else None
        report.keyed.append(
            KeyedFile(at, groups, "unknown", place.name, place.size, place.fault, place.is_remote, unread)
        )
        return
    with place.opened() as file:
        counter = StreamCounter(
            file, place.there, report.max_parallelism, report.entries, offsets, is_canonical=is_savepoint
        )
    report.damage += [
        Damage(place.name, place.start + each.byte, each.what, report.id, at, each.key_group, each.fails)
        for each in counter.damage
    ]
    report.foreign += [name for name in counter.foreign if name not in report.foreign]
    form = {True: "canonical", False: "heap", None: "unknown"}[counter.is_canonical]
    report.keyed.append(
        KeyedFile(at, groups, form, place.name, place.size, place.fault, place.is_remote, counter.unread)
    )
    if counter.header is not None:
        report.key = report.key or serializer_document(counter.header.key)
        for state in counter.header.states:
            report.states.setdefault(state.name, state)
