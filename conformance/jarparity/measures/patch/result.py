"""What a check of a patch came to, and the exit code."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jarparity.check.outcome import Exit
from jarparity.measures.patch.comparing import STAGES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jarparity.answer_pairs import AnswerPair
    from jarparity.measures.patch.classes import Patch
    from jarparity.measures.patch.comparing import Compared
    from jarparity.measures.patch.own_tests import OwnTests
    from jarparity.measures.patch.program import ProgramRun
    from jarparity.measures.patch.speed import Speed
    from jarparity.original_faults import OriginalFault


@dataclass(frozen=True, slots=True)
class FaultSeen:
    """A fault, over all operations.

    Attributes:
        fault: Which.
        asked: By stage how many inputs were asked of the operations that can show it.
        release: By stage how many of them show it on the release.
        patched: By stage how many still do on the patched line.
        example: An input that still does.
    """

    fault: OriginalFault
    asked: Counter[str]
    release: Counter[str]
    patched: Counter[str]
    example: AnswerPair | None

    @property
    def is_met(self) -> bool:
        """Whether the release showed it at all."""
        return self.release.total() > 0

    @property
    def is_gone(self) -> bool:
        """Whether the patched line never did."""
        return self.patched.total() == 0


@dataclass(frozen=True, slots=True)
class Result:
    """A finished check.

    Attributes:
        patch: What was checked.
        faults: What it is to fix.
        compared: What came of each operation.
        speeds: How fast it is, by operation.
        slower_than: The ratio above which it is too slow; None for no limit.
        programs: What programs said that show the fault.
        tests: What the original's own tests said; None where they didn't run.
        no_tests: Why they didn't run.
        seed: Of all that was drawn.
        seconds: Wall clock.
    """

    patch: Patch
    faults: tuple[OriginalFault, ...]
    compared: tuple[Compared, ...]
    speeds: tuple[Speed, ...] = ()
    slower_than: float | None = None
    programs: tuple[ProgramRun, ...] = ()
    tests: OwnTests | None = None
    no_tests: str = ""
    seed: int = 0
    seconds: float = field(default=0.0, compare=False)

    def seen(self) -> list[FaultSeen]:
        """Each fault, over all operations."""
        return [self._seen(fault) for fault in self.faults]

    def _seen(self, fault: OriginalFault) -> FaultSeen:
        ones = [one for one in self.compared if fault.name in one.faults]
        counts = [one.faults[fault.name] for one in ones]
        asked = Counter({stage: sum(one.asked[stage] for one in ones) for stage in STAGES})
        release, patched = (
            sum((getattr(count, side) for count in counts), Counter[str]()) for side in ("release", "patched")
        )
        return FaultSeen(fault, asked, release, patched, next((c.example for c in counts if c.example), None))

    def too_slow(self) -> Sequence[Speed]:
        """The operations on which the patched line is slower than it may be."""
        limit = self.slower_than
        return [] if limit is None else [speed for speed in self.speeds if speed.is_slower_than(limit)]

    def complaints(self) -> list[str]:
        """Everything that is red, a sentence each."""
        said = [
            f"{seen.fault.name} is still there; inputs that show it: {seen.patched.total():,}"
            for seen in self.seen()
            if not seen.is_gone
        ]
        said += [f"{program.place} still meets the fault" for program in self.programs if program.patched]
        if changed := sum(one.unexpected() for one in self.compared):
            said.append(f"unexpected changes: {changed:,}")
        if failed := 0 if self.tests is None else len(self.tests.failed):
            said.append(f"tests of the original's own that fail with the patch only: {failed:,}")
        said += [f"{speed.operation} is slower: {speed.ratio:.2f} times as long" for speed in self.too_slow()]
        return said

    def doubts(self) -> list[str]:
        """Everything that says nothing of the patch, a sentence each."""
        said = [
            f"nothing that was asked shows {seen.fault.name} on {self.patch.line}: ask more with --draw, or name "
            "another fault"
            for seen in self.seen()
            if not seen.is_met
        ]
        said += [
            f"{program.place} doesn't meet the fault on {self.patch.line}: it shows nothing of the patch"
            for program in self.programs
            if not program.release
        ]
        if not any(one.asked.total() for one in self.compared):
            said.append("nothing was compared")
        over = [one.operation.name for one in self.compared if one.cut_short]
        said += [f"{name}: the time was over before all was asked" for name in over]
        return said

    @property
    def exit_code(self) -> Exit:
        """A change that wasn't expected, and a fault that is still there, are red; what shows nothing is not green."""
        if self.complaints():
            return Exit.DIFFERS
        return Exit.NOTHING_CHECKED if self.doubts() else Exit.OK
