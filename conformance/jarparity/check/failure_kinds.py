"""Kinds of failures: of each kind an operation's report shows one case, and says how many there are."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Final, TypeAlias

from jarparity.answers import Error
from jarparity.verdicts import Differs, Errored

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

Group: TypeAlias = "tuple[type[Differs | Errored], Left | None, str]"
"""The verdict, why the bug that is named doesn't explain it, and the kind."""


class Left(IntEnum):
    """Why a difference is none of the bug that is named."""

    UNEXPLAINED = 1
    """With the bug, the answer would be another one."""
    OLDER = 2
    """It is on older releases only."""


SHOWN: Final = 6
"""Kinds of errors, and reasons why a port broke, that are shown of an operation: those with the most cases."""

_TOLD_APART: Final = 50
"""Kinds that are told apart at most; a port may name as many as it likes."""


def kind_of(failure: Differs | Errored) -> str:
    """The kind of error that the port raised, or the reason why it broke; of a wrong value nothing."""
    if isinstance(failure, Errored):
        return failure.reason
    return failure.got.kind if isinstance(failure.got, Error) else ""


@dataclass(slots=True)
class FailureKinds:
    """An operation's failures by kind.

    Attributes:
        counts: By verdict and kind, and by reference and line, how many cases: what fails on a recorded answer is asked
            of the original itself, too, and is one case.
    """

    counts: dict[tuple[type[Differs | Errored], str], Counter[tuple[str, str]]] = field(default_factory=dict)

    def is_new(self, failure: Differs | Errored) -> bool:
        """Whether no case of its kind was counted, and it will be told apart."""
        return self._key(failure) not in self.counts and len(self.counts) < _TOLD_APART

    def add(self, failure: Differs | Errored, cases: int = 1) -> None:
        """Counts cases."""
        key = self._key(failure)
        if key not in self.counts and len(self.counts) >= _TOLD_APART:
            key = type(failure), ""
        by_line = self.counts.setdefault(key, Counter())
        for line in failure.lines:
            by_line[failure.reference, line] += cases

    def cases(self, verdict: type[Differs | Errored], kinds: Collection[str]) -> int:
        """How many cases have one of these kinds, by the reference and on the line where most have."""
        total = Counter[tuple[str, str]]()
        for (of, kind), by_line in self.counts.items():
            if of is verdict and kind in kinds:
                total.update(by_line)
        return max(total.values(), default=0)

    def answers(self) -> int:
        """How many answers of lines failed in all."""
        return sum(sum(by_line.values()) for by_line in self.counts.values())

    def releases(self, failure: Differs | Errored) -> int:
        """On how many releases a case of this failure's kind was counted."""
        return len({line for _, line in self.counts.get(self._key(failure), ())})

    @staticmethod
    def _key(failure: Differs | Errored) -> tuple[type[Differs | Errored], str]:
        return type(failure), kind_of(failure)

    def of(self, verdict: type[Differs | Errored]) -> list[str]:
        """The kinds with a verdict."""
        return [kind for of, kind in self.counts if of is verdict]


def grouped(
    failures: Sequence[Differs | Errored], left: Sequence[Left | None], *, is_named: bool
) -> dict[Group, list[Differs | Errored]]:
    """Failures by verdict, why the named bug doesn't explain them, and kind.

    What a named bug explains is one group, whatever it raises.

    Args:
        failures: All that are at hand.
        left: Of each, why the named bug doesn't explain it, if it doesn't.
        is_named: Whether a bug is named.
    """
    found: dict[Group, list[Differs | Errored]] = defaultdict(list)
    for failure, why in zip(failures, left, strict=True):
        is_split = why or not is_named or isinstance(failure, Errored)
        found[type(failure), why, kind_of(failure) if is_split else ""].append(failure)
    return found


def counted(groups: Mapping[Group, Sequence[Differs | Errored]], kinds: FailureKinds) -> list[tuple[Group, int]]:
    """The groups that are shown, in order, each with how many cases failed in its way.

    One group of a verdict counts all cases that no other one does: what a named bug explains, else wrong values, else
    the first. Where not all failures were kept, a group whose kind another one has, too, can't be counted apart: it
    has 1.
    """
    found: list[tuple[Group, int]] = []
    are_all = kinds.answers() == len(
        {(id(f), line) for members in groups.values() for f in members for line in f.lines}
    )
    for verdict in (Differs, Errored):
        own = [group for group in groups if group[0] is verdict]
        having = Counter(kind for group in own for kind in set(map(kind_of, groups[group])))
        main = min(own, key=lambda group: (bool(group[2]), group[1] or 0), default=None)
        alone = [group[2] for group in own if group is not main and group[2] and having[group[2]] == 1]
        most = sorted(alone, key=lambda kind: -kinds.cases(verdict, [kind]))[:SHOWN]
        shown = [group for group in own if group is main or group[2] in most or group[2] not in alone]
        if are_all:
            rest = [failure for group in own if group not in shown for failure in groups[group]]
            found += [(group, _cases([*groups[group], *(rest if group is main else ())])) for group in shown]
            continue
        for group in shown:
            if group is main:
                others = [kind for kind in kinds.of(verdict) if kind not in most]
                found.append((group, kinds.cases(verdict, others)))
            else:
                found.append((group, kinds.cases(verdict, [group[2]]) if group[2] in most else 1))
    return found


def _cases(failures: Iterable[Differs | Errored]) -> int:
    """How many cases these are, by the reference and on the line where most are."""
    unique = {id(failure): failure for failure in failures}
    asked = Counter((failure.reference, line) for failure in unique.values() for line in failure.lines)
    return max(asked.values(), default=0)
