"""Faults that a port has beside unknown ones: where such a fault changes an answer, the port gave the changed one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.answers import Error, Value, same
from jarparity.faults.agreeing import Agreements
from jarparity.faults.known import tagged_faults

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from jarparity.faults.agreeing import Seen
    from jarparity.faults.diagnosis import Observation
    from jarparity.faults.fault import Fault

ENOUGH: Final = 5
"""Failing cases that a fault has to explain: more than where it explains all of them."""

_SHARE: Final = 0.9
"""Of the cases whose answers a fault changes so many must be wrong: where the port is right, it lacks the fault."""

_ALONE: Final = 0.6
"""Of those that were wrong so many must have the fault's answer: others may show two faults at once."""

NOTHING: Final = -1
"""Explained by faults that give the port's answer to no failing case."""

_NAMED: Final = 3
"""Faults that are named at most."""

_LOOKED_AT: Final = 300
"""Failing cases that are looked at."""


def partly(observations: Iterable[Observation], agreements: Agreements | None = None) -> list[Fault]:
    """The faults that explain some failures, what explains the most first.

    Where a port with the fault differs from the original, this port is nearly always wrong, too, and most often with
    the same answer. What is left has other causes.

    Args:
        observations: Failing cases, and passing ones if at hand. Crashes and skips say nothing and are passed over.
        agreements: What other diagnoses of these observations have found out; kept there.
    """
    agreements = agreements or Agreements()
    failing: list[tuple[Seen, Seen]] = []
    passing: list[Seen] = []
    for name, document, true, got in observations:
        if isinstance(got, Value | Error):
            if same(true, got):
                passing.append((name, document, true))
            elif len(failing) < _LOOKED_AT:
                failing.append(((name, document, got), (name, document, true)))
    names = {name for (name, _, _), _ in failing}
    possible = [fault for fault in tagged_faults() if names & set(fault.operations)]
    found: list[Fault] = []
    while possible and len(found) < _NAMED and len(failing) >= ENOUGH:
        counts = [(_explained(agreements, found, fault, failing, passing), fault) for fault in possible]
        most, best = max(counts, key=_worth)
        if most < ENOUGH:
            break
        found.append(best)
        agreed = agreements.of_any(found, [given for given, _ in failing])
        failing = [case for case, agrees in zip(failing, agreed, strict=True) if not agrees]
        possible = [fault for count, fault in counts if fault is not best and count != NOTHING]
    return found


def _worth(one: tuple[int, Fault]) -> tuple[int, int, int]:
    """What explains more, then what changes less, then what affects fewer operations."""
    count, fault = one
    return count, -len(fault.changes), -len(fault.operations)


def _explained(
    agreements: Agreements,
    found: Sequence[Fault],
    fault: Fault,
    failing: Sequence[tuple[Seen, Seen]],
    passing: Sequence[Seen],
) -> int:
    """How many failures a fault explains beside those found; 0 if too many answers speak against it; or `NOTHING`."""
    given = [seen for seen, _ in failing]
    agreed = list(agreements.of_any([*found, fault], given))
    count = sum(agreed)
    if not count:
        return NOTHING
    others = [right for (_, right), agrees in zip(failing, agreed, strict=True) if not agrees]
    for unlike, share in ((others, _ALONE), (passing, _SHARE)):
        left = int(count / share) - count
        for agrees in agreements.of([fault], unlike):
            left -= agrees is False
            if left < 0:
                return 0
    return count
