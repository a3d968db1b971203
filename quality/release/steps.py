"""The steps of a rehearsal, in their order, what is shown of them, and what is remembered.

What earlier runs found at the same commit is kept in `dist`: steps can be taken one by one, on one day or several.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Final

from jarparity import whole_file
from jarparity.originals.errors import OriginalsError
from jarparity.report.tables import Column, Table
from quality.pages import markdown
from quality.release import auditing, building, licences, locking, provenance, rehearsal, sbom, versions
from quality.release.context import Done, ReleaseContext, StepFailedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


FILE: Final = "rehearsal.json"
_NAMED: Final = 3


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
    run: Callable[[ReleaseContext], Done]


@dataclass(frozen=True, slots=True)
class Taken:
    """A step that was taken.

    Attributes:
        step: Its name.
        done: What it saw, where it found no fault.
        faults: What it found otherwise.
    """

    step: str
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
    Step("ports", "Are the example ports what is recorded of them?", rehearsal.ports),
    Step("fixtures", "Do the originals still answer what is recorded?", rehearsal.fixtures),
    Step("provenance", "Is it signed what the fixtures were made of?", provenance.provenance),
)


def take(step: Step, context: ReleaseContext) -> Taken:
    """Takes a step; a fault of one does not stop the next."""
    try:
        return Taken(step.name, step.run(context))
    except StepFailedError as error:
        return Taken(step.name, None, error.faults)
    except OriginalsError as error:
        return Taken(step.name, None, (str(error),))


def page(steps: Iterable[Step], taken: Iterable[Taken]) -> str:
    """The part of docs/quality.md, in which nothing changes from commit to commit: a row for every step."""
    known = {one.step: one for one in taken}
    rows = ((step.name, step.question, _answer(known.get(step.name))) for step in steps)
    tables = (table for one in known.values() if one.done for table in one.done.tables)
    return markdown(Table.of([Column("step", code=True), "question", "answer"], rows), *tables)


def _answer(taken: Taken | None) -> str:
    match taken:
        case None:
            return "**not taken**"
        case Taken(_, None, faults):
            return f"**no**: {_cell(faults[0])}"
        case Taken(_, Done(answer, _, str(reason))):
            return f"**open**: {_cell(answer)}; {_cell(reason)}"
        case Taken(_, Done(answer)):
            return f"yes: {_cell(answer)}"
        case _:
            raise AssertionError(taken)


def _cell(text: str) -> str:
    return text.splitlines()[0].replace("|", "\\|")


def shown(taken: Taken) -> Iterator[str]:
    """The lines that a run prints about a step."""
    if taken.done is None:
        yield f"FAULT {taken.step}"
        yield from (f"  {fault}" for fault in taken.faults)
    else:
        yield f"{'open ' if taken.done.open else 'ok   '} {taken.step}: {taken.done.answer}"
        if taken.done.open:
            yield f"  {taken.done.open}"


def remembered(context: ReleaseContext) -> list[Taken]:
    """The steps that were taken at this commit, in their order. Of another commit nothing is remembered."""
    try:
        document = json.loads((context.dist / FILE).read_text("utf-8"))
    except FileNotFoundError:
        return []
    known = document["steps"] if document["commit"] == context.commit else {}
    return [
        Taken(step.name, one["done"] and Done(**one["done"]), tuple(one["faults"]))
        for step in STEPS
        if (one := known.get(step.name))
    ]


class Memory:
    """Keeps what a run finds, each step as soon as it is taken: whatever ends the run, the steps before it were taken.

    A checkout with changes is not its commit. From when one is seen, nothing of the run is kept.
    """

    def __init__(self, context: ReleaseContext, warn: Callable[[str], object]) -> None:
        self._context, self._warn, self._keeps = context, warn, True
        self._look()

    def add(self, taken: Taken) -> None:
        """Adds a step that was taken now, in place of what was found before."""
        self._look()
        if self._keeps:
            known = {one.step: one for one in (*remembered(self._context), taken)}
            steps = {name: {"done": one.done and asdict(one.done), "faults": one.faults} for name, one in known.items()}
            document = {"commit": self._context.commit, "steps": steps}
            whole_file.replace(self._context.dist / FILE, json.dumps(document, indent=1).encode())

    def _look(self) -> None:
        """Says it once where the checkout has changes."""
        if self._keeps and (changed := versions.uncommitted(self._context)):
            more = f" and {len(changed) - _NAMED} more" if len(changed) > _NAMED else ""
            self._warn(f"not remembered: {', '.join(changed[:_NAMED])}{more} not committed")
            self._keeps = False
