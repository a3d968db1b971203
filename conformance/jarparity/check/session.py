"""A comparison from its beginning to its outcome, as the command line, `run_conformance` and pytest have it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from jarparity.check.outcome import Outcome
from jarparity.check.run import run
from jarparity.check.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from jarparity.check.apart import Apart
    from jarparity.check.plan import Event, Plan, Recordings, Stage
    from jarparity.ports import Port
    from jarparity.references import LiveReference


@dataclass(slots=True)
class Session:
    """A plan, what is asked, and what has been found so far.

    Attributes:
        plan: What is compared.
        port: With what.
        named: How the reproducing command names the port.
        vectors: The recorded cases.
        live: The real JARs, where they are asked.
        unavailable: What was wanted and can't be had, and why.
        filters: By option of `jarparity check` the globs that chose what is compared.
        tally: What has been found so far.
        interrupted: Whether the user stopped it.
        began: `time.monotonic()` value from which its seconds count.
    """

    plan: Plan
    port: Port
    named: tuple[str, ...]
    vectors: Recordings
    live: Sequence[LiveReference] = ()
    unavailable: Mapping[str, str] = field(default_factory=dict)
    filters: Mapping[str, Sequence[str]] = field(default_factory=dict)
    tally: Tally = field(default_factory=Tally)
    interrupted: bool = False
    began: float = field(default_factory=time.monotonic)

    def events(self, seen: Callable[[Stage], None] = lambda _: None, apart: Apart | None = None) -> Iterator[Event]:
        """Compares; what is given has been counted.

        Args:
            seen: Told of each stage before its first event.
            apart: Other processes that compare, where there are any; they have begun with this plan.
        """
        plan, port, vectors = self.plan, self.port, self.vectors
        for event in (
            run(plan, port, vectors, self.live, seen) if apart is None else apart.run(plan, port, vectors, seen)
        ):
            self.tally.add(event)
            yield event

    def to_its_end(self) -> Outcome:
        """Compares everything."""
        for _ in self.events():
            pass
        return self.outcome()

    def outcome(self) -> Outcome:
        """What has been found so far."""
        return Outcome(
            self.tally,
            self.port.info,
            self.named,
            self.plan.budget.seed,
            time.monotonic() - self.began,
            {reference.name: reference.about() for reference in self.live},
            self.unavailable,
            self.interrupted,
            self.plan.required,
            datetime.now(UTC).isoformat(timespec="seconds"),
            self.filters,
        )
