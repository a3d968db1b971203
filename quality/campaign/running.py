"""The run: one stage after the other, each tried again where Spark fails, until the plan is whole."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from jarparity.errors import UserError
from jarparity.references import BridgeError
from jarparity.spark.errors import SparkPipelineError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from quality.campaign.journal import Journal, Outcome
    from quality.campaign.plan import Plan, Stage


class StageFailedError(UserError, RuntimeError):
    """A stage failed as often as it may; the message says why, and how to go on."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """How far a campaign is.

    Attributes:
        share: The part that is done, from 0 to 1: that of the kind that is least done.
        done: How many stages are.
        stages: About how many there are in all; None where a kind has none yet to tell from.
        left: About how many seconds are left, or None as well.
    """

    share: float
    done: int
    stages: int | None
    left: float | None

    @classmethod
    def of(cls, plan: Plan, outcomes: Mapping[Stage, Outcome]) -> Outlook:
        """The outlook from what is done."""
        compared = compared_by(outcomes)
        of_kind = plan.done(compared)
        counted = plan.counted(compared)
        stages, left = float(len(counted)), 0.0
        known = True
        for name, kind in plan.kinds.items():
            rest = max(0, kind.comparisons - of_kind[name])
            mine = [outcomes[stage] for stage in counted if stage.kind == name]
            if rest and not mine:
                known = False
            elif rest:
                stages += -(-rest * len(mine) // of_kind[name])
                left += rest * sum(one.seconds for one in mine) / of_kind[name]
        share = min(min(1.0, of_kind[name] / kind.comparisons) for name, kind in plan.kinds.items())
        return cls(share, len(counted), int(stages) if known else None, left if known else None)

    def __str__(self) -> str:
        of = "" if self.stages is None else f" of about {self.stages:,}"
        left = "" if not self.left else f", about {self.left / 60:,.0f} min left"
        return f"stage {self.done:,}{of}, {self.share:.1%} done{left}"


def run(
    plan: Plan, journal: Journal, ask: Callable[[Stage], Outcome], tries: int, notify: Callable[[str], None]
) -> dict[Stage, Outcome]:
    """Does what the journal lacks, and keeps each stage when it is done.

    Args:
        plan: What there is to do.
        journal: What is done.
        ask: Does a stage.
        tries: How often a stage is begun at most.
        notify: Told of each stage.

    Returns:
        The outcomes of all stages.

    Raises:
        StageFailedError: A stage fails again and again, or compares nothing.
        JournalError: The journal can't be read or written.
    """
    outcomes = journal.outcomes()
    while (stage := plan.next(compared_by(outcomes))) is not None:
        outcome = _tried(stage, ask, tries, notify)
        if not outcome.compared:
            raise StageFailedError(
                f"stage {stage} compared nothing: the port claims none of its operations and releases"
            )
        journal.add(outcome)
        outcomes[stage] = outcome
        red = f"{outcome.red:,} FAILED" if outcome.red else "0 differ"
        notify(f"{stage}: {outcome.compared:,} compared, {red}, {outcome.seconds:.1f} s ({outcome.about})")
        notify(f"  {Outlook.of(plan, outcomes)}")
    return outcomes


def compared_by(outcomes: Mapping[Stage, Outcome]) -> dict[Stage, int]:
    """By stage how many comparisons it made."""
    return {stage: outcome.compared for stage, outcome in outcomes.items()}


def _tried(stage: Stage, ask: Callable[[Stage], Outcome], tries: int, notify: Callable[[str], None]) -> Outcome:
    for attempt in range(1, tries + 1):
        try:
            return replace(ask(stage), attempts=attempt)
        except (SparkPipelineError, BridgeError) as error:
            notify(f"{stage}: attempt {attempt} of {tries} failed: {error}")
            failed = error
    raise StageFailedError(
        f"stage {stage} failed {tries} times, at last: {failed}\nAll stages before it are kept: start the campaign "
        "again, and it goes on with this one"
    )
