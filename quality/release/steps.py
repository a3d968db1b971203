"""The steps of a rehearsal, in their order: each finds its own faults, and stands for itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from jarparity.originals.errors import OriginalsError
from quality.release import auditing, building, licences, locking, provenance, rehearsal, sbom, versions
from quality.release.desk import Done, StepFailedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from quality.release.desk import Desk


@dataclass(frozen=True, slots=True)
class Step:
    """One step.

    Attributes:
        name: As it is called on the command line.
        question: What it answers.
        run: Does it; raises `StepFailedError` where the answer is no.
    """

    name: str
    question: str
    run: Callable[[Desk], Done]


@dataclass(frozen=True, slots=True)
class Taken:
    """A step that was taken.

    Attributes:
        step: Which.
        done: What it saw, where it found no fault.
        faults: What it found otherwise.
    """

    step: Step
    done: Done | None
    faults: tuple[str, ...] = ()


STEPS: Final = (
    Step("version", "Is it one version, and all of it committed?", versions.version),
    Step("build", "Are wheel and sdist the same bytes, wherever they are built?", building.build),
    Step("contents", "Is nothing in the wheel that should not be?", building.contents),
    Step("lock", "Is there a lock, and is it of this `pyproject.toml`?", locking.lock),
    Step("audit", "Is anything known against what is locked?", auditing.audit),
    Step("licences", "Which licences have all that is installed or fetched?", licences.licences),
    Step("sbom", "What is it made of, for machines?", sbom.sbom),
    Step("install", "Does it work where nothing else is?", rehearsal.install),
    Step("commands", "Do the README's two commands work from a fresh clone?", rehearsal.commands),
    Step("ports", "Are the worked ports what is recorded of them?", rehearsal.ports),
    Step("fixtures", "Do the originals still answer what is recorded?", rehearsal.fixtures),
    Step("provenance", "Is it signed what the fixtures were made of?", provenance.provenance),
)


def take(steps: Iterable[Step], desk: Desk, begins: Callable[[Step], None] = lambda _: None) -> Iterator[Taken]:
    """Takes one step after the other; a fault of one does not stop the next. `begins` is told of each."""
    for step in steps:
        begins(step)
        try:
            yield Taken(step, step.run(desk))
        except StepFailedError as error:
            yield Taken(step, None, error.faults)
        except OriginalsError as error:
            yield Taken(step, None, (str(error),))
