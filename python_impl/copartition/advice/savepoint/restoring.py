"""Whether an operator's state could be restored: its key groups are whole, its files are there, and can be read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition.advice.savepoint.reports import Restorable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from copartition.advice.savepoint.reports import OperatorReport

_MOST: Final = 1 << 15
_SHOWN: Final = 5
"""Reasons of one kind that are given."""


def is_max_parallelism(number: int) -> bool:
    """Whether Flink may have so many key groups."""
    return 1 <= number <= _MOST


def judge(report: OperatorReport) -> None:
    """Writes into a report whether the operator could be restored, and why not, or why that is not known."""
    if not is_max_parallelism(report.max_parallelism):
        report.reasons = (f"its max parallelism is {report.max_parallelism:,}, and Flink has 1 to {_MOST:,}",)
        report.restorable = Restorable.NO
        return
    against = [*_few(_faults(report)), *_few(_damages(report, fails=True)), *_ranges(report), *_misplaced(report)]
    open_ = [*_few(_damages(report, fails=False)), *_few(_empty(report)), *_few(_unread(report))]
    if report.parallelism is None and not against:
        open_.append("a stream alone does not say which key groups it should have: name the savepoint's folder")
    report.reasons = (*against, *open_)
    report.restorable = Restorable.NO if against else Restorable.UNKNOWN if open_ else Restorable.YES


def worst(each: Iterable[Restorable]) -> Restorable:
    """The worst of several; `YES` of none."""
    order = list(Restorable)
    return max(each, key=order.index, default=Restorable.YES)


def _few(reasons: Iterator[str]) -> Iterator[str]:
    """The first of many, and how many more there are."""
    every = list(dict.fromkeys(reasons))
    yield from every[:_SHOWN]
    if len(every) > _SHOWN:
        yield f"… and {len(every) - _SHOWN:,} more like these"


def _of(subtask: int | None) -> str:
    return "" if subtask is None else f"subtask {subtask}: "


def _faults(report: OperatorReport) -> Iterator[str]:
    for file in (*report.keyed, *report.others):
        if file.fault is not None:
            yield f"{_of(file.subtask)}{file.name}: {file.fault}"


def _damages(report: OperatorReport, *, fails: bool) -> Iterator[str]:
    for damage in report.damage:
        if damage.fails is not fails:
            continue
        group = "" if damage.key_group is None else f", key group {damage.key_group}"
        yield f"{_of(damage.subtask)}{damage.file}, byte {damage.byte:,}{group}: {damage.what}"


def _ranges(report: OperatorReport) -> Iterator[str]:
    """Key groups that no operator has, or that two subtasks have."""
    owned: dict[int, int | None] = {}
    for file in report.keyed:
        if file.key_groups is None or file.form == "raw":
            continue
        if len(file.key_groups) and file.key_groups.end >= report.max_parallelism:
            end = file.key_groups.end
            yield f"{_of(file.subtask)}it has key groups to {end}, and there are {report.max_parallelism:,}"
            continue
        for group in file.key_groups:
            other = owned.setdefault(group, file.subtask)
            if other != file.subtask:
                yield f"subtasks {other} and {file.subtask} both have the key group {group}"
                break


def _misplaced(report: OperatorReport) -> Iterator[str]:
    """Entries that Flink restores where no job looks for them."""
    found = report.entries.misplaced
    if found.count:
        stand = "1 entry stands in another key group than its key's: Flink restores it, and no job finds it"
        if found.count > 1:
            stand = (
                f"{found.count:,} entries stand in other key groups than their keys': Flink restores them, and no job "
                "finds them"
            )
        yield f"{stand}. The keys are damaged, or the max parallelism is not {report.max_parallelism:,}"


def _empty(report: OperatorReport) -> Iterator[str]:
    """Key groups without any state, those of subtasks that had finished left out."""
    if report.parallelism is None or not any(file.form != "raw" for file in report.keyed):
        return
    ranges = [file.key_groups for file in report.keyed if file.key_groups is not None and file.form != "raw"]
    owned = {group for groups in ranges if groups.end < report.max_parallelism for group in groups}
    finished = set(report.finished)
    missing = [
        group
        for group in range(report.max_parallelism)
        if group not in owned and group * report.parallelism // report.max_parallelism not in finished
    ]
    for first, last in _runs(missing):
        yield f"no subtask has state of the key groups {first} to {last}: Flink restores them empty"


def _runs(numbers: list[int]) -> Iterator[tuple[int, int]]:
    """Runs of ascending numbers side by side."""
    first = 0
    for at in range(1, len(numbers) + 1):
        if at == len(numbers) or numbers[at] != numbers[at - 1] + 1:
            yield numbers[first], numbers[at - 1]
            first = at


def _unread(report: OperatorReport) -> Iterator[str]:
    for file in report.keyed:
        if file.unread is not None:
            yield file.unread
    for name in report.foreign:
        yield f"{name} is not known here: Flink needs the class, and what it reads is not looked into"
    for file in report.others:
        if file.is_remote:
            yield f"{file.name}: the file is not on this machine"
