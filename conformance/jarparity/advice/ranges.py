"""How evenly key groups are spread over subtasks, and why one came to the wrong subtask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.advice import counted, span
from jarparity.report.tables import Document, Section, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from jarparity.answers import JSON
    from jarparity.report.tables import Block

DEFAULTS: Final = {"first": 1, "last": 2000}
"""The parallelisms of which it is said how often Flink's default gives uneven ranges."""
_TOLERATED: Final = 1.05
"""How much more work the busy subtasks may have before the ranges count as uneven."""
_SAFE: Final = 1 << 15
"""Old * new parallelism up to which no rescale leaves in-flight records out; beyond, only a power of two is safe."""
_NAMED: Final = 3
"""Parallelisms that fit a range, as far as they are named."""


def balanced(found: JSON, skewed: JSON) -> Document:
    """How even ranges are.

    Args:
        found: The answer on these parallelisms.
        skewed: The answer on those of `DEFAULTS`.
    """
    share = len(skewed["skewed"]) / skewed["of"]
    default = (
        f"Flink's default gives some subtask twice the key groups of another at {share:.0%} of the parallelisms "
        f"{DEFAULTS['first']} to {DEFAULTS['last']}"
    )
    return Document((*_ranges(found), default), {**found, "skewedDefaults": {**DEFAULTS, "share": round(share, 3)}})


def _ranges(found: JSON) -> list[Block]:
    balances = found["balances"]
    maximum = balances[0]["maxParallelism"]
    default = ", which Flink chooses by itself" if found["isDefault"] else ""
    blocks: list[Block] = [Section(f"max parallelism {maximum}{default}", tuple(map(_balance, balances)))]
    uneven = [balance["parallelism"] for balance in balances if balance["ratio"] > _TOLERATED]
    if not uneven:
        blocks.append(_nothing(found))
    else:
        if found["evenMaxParallelisms"]:
            first = f"max parallelism {_joined(found['evenMaxParallelisms'])}: all ranges are even"
        else:
            best, last = found["fairestMaxParallelism"], found["fairestAtMost"]
            first = f"max parallelism {best}: the most even of {maximum} to {last}; none is even for all"
        near = (
            f"with state of max parallelism {maximum}, in place of {wanted}, even at: "
            f"parallelism {_joined(found['evenParallelisms'][str(wanted)])}"
            for wanted in uneven
        )
        kept = "the max parallelism of a job with state can't be changed: Flink refuses to restore it"
        head = f"recommended for {_joined(balance['parallelism'] for balance in balances)}"
        new = found["evenMaxParallelisms"] or [found["fairestMaxParallelism"]]
        blocks.append(Section(head, (first, *_in_flight(new, found), *near, kept)))
    return blocks


def _in_flight(maxima: Sequence[int], found: JSON) -> Iterator[str]:
    """That a rescale may lose in-flight records, where a max parallelism lets it, and one that doesn't."""
    most = max(balance["parallelism"] for balance in found["balances"])
    if any(maximum & (maximum - 1) and most * maximum > _SAFE for maximum in maxima):
        yield (
            "of those that are no power of two: after an unaligned checkpoint, a rescale may lose in-flight records "
            f"where old * new parallelism is above {_SAFE:,} (explain in-flight)"
        )
        if safe := found["powerOfTwo"]:
            more = "all ranges are even" if safe["ratio"] == 1 else f"at most {safe['ratio'] - 1:.1%} more work"
            yield f"max parallelism {safe['maxParallelism']}, a power of two, never loses any: {more}"


def _nothing(found: JSON) -> str:
    """Why nothing is recommended; where there is no room to grow, what gives it."""
    balances = found["balances"]
    maximum, worst = balances[0]["maxParallelism"], max(balance["ratio"] for balance in balances)
    if max(balance["parallelism"] for balance in balances) == maximum:
        larger = [number for number in found["evenMaxParallelisms"] if number > maximum]
        fix = f", such as {_joined(larger)}" if larger else ""
        return (
            f"no room to grow: a job with max parallelism {maximum} can never have more than "
            f"{counted(maximum, 'subtask')}; a new job may get a greater one{fix}"
        )
    if worst == 1:
        return "nothing to recommend: all ranges are even"
    tolerated = f"{_TOLERATED - 1:.0%} are even"
    return f"nothing to recommend: no subtask does more than {worst - 1:.1%} more work than another ({tolerated})"


def _balance(balance: JSON) -> str:
    parallelism, most, fewest = balance["parallelism"], balance["most"], balance["fewest"]
    if most == fewest:
        return f"parallelism {parallelism}: {counted(most, 'key group')} each, even"
    busy = balance["subtasksWithMost"]
    alone = busy == 1
    return (
        f"parallelism {parallelism}: {counted(busy, 'subtask')} {'has' if alone else 'have'} {most} key groups, "
        f"{parallelism - busy} {'has' if parallelism - busy == 1 else 'have'} {fewest}; "
        f"the busy {'one does' if alone else 'ones do'} {balance['ratio'] - 1:.1%} more work"
    )


def _joined(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def misplaced(found: JSON, key: str | None) -> Document:
    """Why a key group came to the wrong subtask.

    Args:
        found: The answer.
        key: Its key as text, if it was given.
    """
    group, maximum, failing = found["keyGroup"], found["maxParallelism"], found["failing"]
    rows = []
    if maximum is None:
        rows.append("--max-parallelism tells which subtasks these are")
    elif not failing:
        rows.append(f"no parallelism cuts {maximum} key groups so: max parallelism {maximum} can't be the job's")
    rows += [
        f"at parallelism {at['parallelism']} that is subtask {at['subtask']}; "
        f"key group {group} belongs to subtask {owner['subtask']}"
        for at, owner in zip(failing[:_NAMED], found["owners"][:_NAMED], strict=False)
    ]
    if len(failing) > _NAMED:
        rows.append(f"… and at {len(failing) - _NAMED} more parallelisms")
    if maximum is not None and not 0 <= group < maximum:
        rows.append(f"there is no key group {group} of {maximum}: the sender counts on another max parallelism")
    blocks: list[Block] = [
        Section(f"key group {group} came to the subtask of key groups {span(found['range'])}", tuple(rows))
    ]
    if found["keyGroupsByType"]:
        types = [(kind, f"key group {at}{_note(kind, found)}") for kind, at in found["keyGroupsByType"].items()]
        none = f"in none of these has it key group {group}: it is another key, or {maximum} is not the max parallelism"
        elsewhere = [] if found["typesOfTheGroup"] else [none]
        blocks.append(Section(f"key {key}, by its Java type", (Table.of(["", ""], types), *elsewhere)))
    causes = (
        Section(f"{place}. {cause['what']}", (cause["fix"], ", ".join(cause["sources"])))
        for place, cause in enumerate(found["causes"], 1)
    )
    return Document((*blocks, Section("usual causes", tuple(causes))), found)


def _note(kind: str, found: JSON) -> str:
    if kind in found["typesOfTheGroup"]:
        return ", the misplaced one"
    return ", in this subtask's range" if kind in found["typesOfTheRange"] else ""
