"""The scenario `lost-records`: a job that loses records in flight when it is rescaled, on Flink and with our fix of it.

The job, and the patch, are those of the finding `flink-lost-in-flight-records`. Which key groups lose theirs, a port
predicts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from jarparity import data
from jarparity.abandoned import temporary_folder
from jarparity.lines import Line
from jarparity.measures.live.scenario import LiveError, Step
from jarparity.measures.patch.classes import compiled
from jarparity.measures.patch.errors import PatchError
from jarparity.measures.patch.program import run_program

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.measures.live.scenario import Oracle
    from jarparity.originals import Originals, Progress

FLINK: Final = Line("flink", "2.3.0")
JARS: Final = Line("flink-live", "2.3.0")
"""What the job needs beside the line's own JARs."""

FINDING: Final = "flink-lost-in-flight-records"
MAX: Final = 195
BEFORE: Final = 187
AFTER: Final = 195
GROUPS: Final = range(119, 126)
"""The job's max parallelism, its two parallelisms, and the key groups of its records: see `Job.java`."""

_OWNER: Final = "flink.key-group.operator-of-group"
_READS: Final = "flink.rescale.in-flight"
_SAID: Final = re.compile(r"^records in flight: (\d+); lost, by key group: \{(.*)\}$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Lost:
    """What a run of the job said.

    Attributes:
        in_flight: How many records were in flight at the checkpoint.
        groups: By key group, how many of them no subtask read.
    """

    in_flight: int
    groups: dict[int, int]

    @property
    def note(self) -> str:
        """For the report."""
        return f"{sum(self.groups.values())} of {self.in_flight} records in flight were lost"


def counted(said: str) -> Lost:
    """Reads the job's count.

    Raises:
        LiveError: It has written something else, or nothing was in flight, which shows nothing.
    """
    found = _SAID.search(said)
    if found is None or found[1] == "0":
        raise LiveError(f"the job had no record in flight, or didn't count them:\n{said}")
    pairs = (each.split("=") for each in found[2].split(", ") if each)
    return Lost(int(found[1]), {int(group): int(records) for group, records in pairs})


@dataclass(frozen=True, slots=True)
class LostRecordsScenario:
    """The job on both.

    Attributes:
        oracle: The port.
        originals: Where JARs and sources are.
        progress: Told what goes on.
    """

    oracle: Oracle
    originals: Originals
    progress: Progress

    def __call__(self) -> Iterator[Step]:
        """On the release, then with the patch."""
        predicted = self.unread()
        release, patched = self._run()
        name = f"max parallelism {MAX}, {BEFORE} to {AFTER}, from an unaligned checkpoint"
        yield Step(f"{name}: key groups that lose records", predicted, [*release.groups], release.note)
        yield Step(f"{name}, with the fix: key groups that lose records", [], [*patched.groups], patched.note)

    def unread(self) -> list[int]:
        """The key groups whose new owner doesn't read what was in flight to the old one.

        Raises:
            NoPredictionError: The port gives no answer.
        """
        before, after = (
            self.oracle.ask_all(
                _OWNER, [{"maxParallelism": MAX, "parallelism": parallelism, "keyGroup": group} for group in GROUPS]
            )
            for parallelism in (BEFORE, AFTER)
        )
        reads = self.oracle.ask_all(
            _READS,
            [
                {"mode": "RANGE", "oldParallelism": BEFORE, "newParallelism": AFTER, "newIndex": subtask}
                for subtask in after
            ],
        )
        return [group for group, old, read in zip(GROUPS, before, reads, strict=True) if old not in read]

    def _run(self) -> tuple[Lost, Lost]:
        place = data.finding(FINDING)
        with temporary_folder("jarparity-lost-records-") as folder:
            try:
                patch = compiled(self.originals, FLINK, place / "fix.patch", (), folder, self.progress)
                self.originals.ensure([JARS], self.progress)
                jars = [*self.originals.jars(FLINK), *self.originals.jars(JARS)]
                self.progress(f"a job on Flink {FLINK.version}, and on the patched one")
                ran = run_program(place / "Job.java", jars, patch.jar, folder)
            except PatchError as broken:
                raise LiveError(str(broken)) from broken
        return counted(ran.said_before), counted(ran.said_after)
