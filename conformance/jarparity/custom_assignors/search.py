"""Groups for a custom assignor: Hypothesis draws them until one shows something wrong, then shrinks it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jarparity.answers import canonical
from jarparity.check.hypothesis_draws import home_in_our_cache

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from jarparity.answers import JSON
    from jarparity.custom_assignors.examine import Examiner, Finding

NAME = "custom"
"""What generated groups call the assignor; the class is the same in all of them."""


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search came to.

    Attributes:
        groups: How many groups were asked before anything was found.
        finding: The smallest one, or None.
        steady: Whether the finding shows each time.
    """

    groups: int
    finding: Finding | None = None
    steady: bool = True


class _FoundError(AssertionError):
    """Tells Hypothesis that an example fails, so that it shrinks it."""


def search(
    examiner: Examiner, settings: Sequence[str], *, examples: int, seed: int, step: Callable[[str, int], None]
) -> Searched:
    """Asks so many groups, fewer if one of them shows something.

    Args:
        examiner: Asks.
        settings: What members are configured with; empty for nothing.
        examples: How many groups, at most.
        seed: Everything that is drawn follows from it.
        step: Told of every group.
    """
    import hypothesis  # noqa: PLC0415 - slow to import
    from hypothesis.errors import Flaky  # noqa: PLC0415

    from jarparity.areas.kafka_assignors.inputs import custom_group_of  # noqa: PLC0415
    from jarparity.strategies import drawn  # noqa: PLC0415

    if not examples:
        return Searched(0)
    findings: list[Finding] = []
    asked = 0

    def ask(document: JSON) -> None:
        nonlocal asked
        if not findings:
            asked += 1
            step(f"{asked:,} groups", 1)
        finding = examiner.examine(document)
        if finding is not None:
            findings.append(finding)
            raise _FoundError

    test = hypothesis.settings(
        max_examples=examples,
        database=None,
        deadline=None,
        phases=(hypothesis.Phase.generate, hypothesis.Phase.shrink),
        report_multiple_bugs=False,
        suppress_health_check=list(hypothesis.HealthCheck),
        verbosity=hypothesis.Verbosity.quiet,
    )(hypothesis.given(drawn(lambda random: custom_group_of(random, NAME, settings)))(ask))
    try:
        with home_in_our_cache():
            hypothesis.seed(seed)(test)()
    except (_FoundError, Flaky) as found:
        smallest = min(findings, key=lambda finding: len(canonical(finding.document)))
        return Searched(asked, smallest, steady=not isinstance(found, Flaky))
    return Searched(asked)
