"""Which known fault a failing port looks like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from jarparity.answers import Error, Value, canonical, same
from jarparity.faults.agreeing import Agreements
from jarparity.faults.known import every_fault
from jarparity.faults.several import several

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from jarparity.answers import JSON, Answer, Reply
    from jarparity.faults.agreeing import Seen
    from jarparity.faults.fault import Fault

Observation: TypeAlias = "tuple[str, JSON, Answer, Reply]"
"""Operation, input, what the original answers, what the port answered."""

ENOUGH: Final = 3
"""Failing cases that have to agree: with fewer, answers agree by accident too often (12 partitions: 1 in 12)."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """A fault that gives the answers that the port gave.

    Attributes:
        fault: The fault.
        agreeing: How many distinct failing inputs it explains; of several faults at once, how many it alone explains.
        beside: The tags of the faults that the port has at the same time.
        explained: How many failing inputs the fault explains, or it and those beside it.
        ties: How many faults explain as many, this one included; 1 for several at once.
    """

    fault: Fault
    agreeing: int
    beside: tuple[str, ...]
    explained: int
    ties: int = 1

    @property
    def tag(self) -> str:
        """The fault's name."""
        return self.fault.tag

    @property
    def title(self) -> str:
        """What the port does."""
        return self.fault.title

    @property
    def sources(self) -> tuple[str, ...]:
        """Where the fault was met."""
        return self.fault.sources


def diagnose(
    observations: Iterable[Observation], limit: int = 3, agreements: Agreements | None = None
) -> list[Diagnosis]:
    """The faults that reproduce what was observed, best first.

    A fault must give the port's answer to at least three failing cases (`ENOUGH`), and no other answer to any case that
    was observed; about some it may say nothing. Where several do, those that explain most come first, then those that
    change the least, then those that affect the fewest operations. Where no fault explains all failures, several at
    once are tried.

    Args:
        observations: Failing cases, and passing ones if at hand. Crashes and skips say nothing and are passed over.
        limit: How many are named at most, but for those that the port has at once.
        agreements: What other diagnoses of these observations have found out; kept there.
    """
    agreements = agreements or Agreements()
    answered: dict[tuple[str, str], tuple[str, JSON, Answer, Answer]] = {}
    for operation, document, expected, got in observations:
        if isinstance(got, Value | Error):
            answered[operation, canonical(document)] = (operation, document, expected, got)
    failing = [(name, document, got) for name, document, true, got in answered.values() if not same(true, got)]
    passing = [(name, document, got) for name, document, true, got in answered.values() if same(true, got)]
    if len(failing) < ENOUGH:
        return []
    names = {name for name, _, _ in failing}
    possible = [fault for fault in every_fault() if names & set(fault.operations)]
    counts = [(fault, _reproduced(agreements, fault, failing, passing)) for fault in possible]
    most = max((count for _, count in counts), default=0)
    if most < len(failing):
        at_once = several([fault for fault in possible if fault.tagged], failing, passing, ENOUGH, agreements)
        if at_once and at_once.explained > most:
            tags = [fault.tag for fault in at_once.faults]
            return [
                Diagnosis(fault, count, tuple(tag for tag in tags if tag != fault.tag), at_once.explained)
                for fault, count in zip(at_once.faults, at_once.alone, strict=True)
            ]
    if most < ENOUGH:
        return []
    best = [fault for fault, count in counts if count == most]
    best.sort(key=lambda fault: (len(fault.changes), len(fault.operations)))
    return [Diagnosis(fault, most, (), most, len(best)) for fault in best[:limit]]


def _reproduced(agreements: Agreements, fault: Fault, failing: Sequence[Seen], passing: Sequence[Seen]) -> int:
    """How many of the failing answers the fault gives; 0 where it gives another one to any case."""
    count = 0
    for agrees in agreements.of([fault], failing):
        if agrees is False:
            return 0
        count += agrees is True
    if count < ENOUGH or any(agrees is False for agrees in agreements.of([fault], passing)):
        return 0
    return count


def unexplained(
    named: Sequence[Fault], observations: Iterable[Observation], agreements: Agreements | None = None
) -> frozenset[str]:
    """The inputs, as canonical JSON, of the failures to which a port with these faults, or with one, answers otherwise.

    Args:
        named: The faults; without any all failures are left.
        observations: As for `diagnose`; crashes, skips and what agrees are passed over.
        agreements: As for `diagnose`.
    """
    failing = [
        (operation, document, got)
        for operation, document, expected, got in observations
        if isinstance(got, Value | Error) and not same(expected, got)
    ]
    if not named:
        return frozenset(canonical(document) for _, document, _ in failing)
    agreed = (agreements or Agreements()).of_any(named, failing)
    return frozenset(canonical(seen[1]) for seen, agrees in zip(failing, agreed, strict=True) if not agrees)
