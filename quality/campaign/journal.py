"""The journal: a folder with a file about the campaign and one for each stage that is done.

Each file is written whole or not at all, and nothing else is known of a run: one that is killed loses no stage that
was done, and counts none twice.
"""

from __future__ import annotations

import json
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Final

from jarparity import whole_file
from jarparity.errors import UserError
from jarparity.originals.store import exclusive
from jarparity.verdicts import Agrees, Differs, Errored
from quality.campaign.plan import Stage

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from jarparity.answers import JSON

SCHEMA: Final = "jarparity-campaign-1"
_ABOUT: Final = "campaign.json"
_LOCK: Final = ".lock"


class JournalError(UserError, RuntimeError):
    """A journal can't be used or written; the message says why, and the fix."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a stage.

    Attributes:
        kind: The stage's kind.
        number: The stage's number.
        about: What it compared, in words.
        inputs: By operation, how many.
        verdicts: By operation, release and verdict, how many comparisons.
        failures: A minimal case of each operation that failed.
        seconds: Wall clock, of the attempt that succeeded.
        attempts: How often it was begun.
        master: Spark's master.
    """

    kind: str
    number: int
    about: str
    inputs: Mapping[str, int]
    verdicts: Mapping[str, Mapping[str, Mapping[str, int]]]
    failures: tuple[JSON, ...]
    seconds: float
    attempts: int = 1
    master: str = ""

    @property
    def stage(self) -> Stage:
        """The stage."""
        return Stage(self.kind, self.number)

    def total(self, *names: str) -> int:
        """How many comparisons had one of these verdicts."""
        return sum(
            of_line.get(name, 0) for lines in self.verdicts.values() for of_line in lines.values() for name in names
        )

    @property
    def compared(self) -> int:
        """How many comparisons were made; what broke or was skipped is none."""
        return self.total(Agrees.name, Differs.name)

    @property
    def red(self) -> int:
        """How many comparisons failed."""
        return self.total(Differs.name, Errored.name)


@dataclass(frozen=True, slots=True)
class Journal:
    """A folder of outcomes.

    Attributes:
        folder: Where.
    """

    folder: Path

    def about(self) -> dict[str, JSON] | None:
        """What the first file says of the campaign; None where no campaign was begun here.

        Raises:
            JournalError: The file is damaged.
        """
        path = self.folder / _ABOUT
        try:
            document = json.loads(path.read_text("utf-8"))
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise JournalError(
                f"{path} can't be read ({error}): remove {self.folder}, or name another --folder"
            ) from None
        if not isinstance(document, dict) or document.get("schema") != SCHEMA:
            raise JournalError(f"{path} is not about a campaign ({SCHEMA}): name another --folder")
        return document

    def begin(self, about: Mapping[str, JSON]) -> None:
        """Writes the first file, or goes on where it says the same already, but for the commit.

        Raises:
            JournalError: It is of another campaign, or can't be written; the message says the fix.
        """
        known = self.about()
        if known is None:
            self._write(_ABOUT, {"schema": SCHEMA, **about})
            return
        anew = "name another --folder to begin anew"
        for field, fix in (
            ("seed", "give --seed {known} to go on with it"),
            ("scale", "give --scale {known} to go on with it"),
            ("port", "give --port {known} to go on with it"),
            ("plan", "go back to the plan.toml of that time to go on with it"),
            ("code", f"check out {known.get('commit') or 'that code'} to go on with it"),
            ("versions", "install those versions to go on with it"),
        ):
            if known.get(field) != (now := about.get(field)):
                was = known.get(field)
                said = "" if field == "plan" else f": {_short(was)}, not {_short(now)}"
                raise JournalError(
                    f"{self.folder} is the journal of a campaign with another {field}{said}; "
                    f"{fix.format(known=was)}, or {anew}"
                )

    def outcomes(self) -> dict[Stage, Outcome]:
        """The outcomes of all stages that are done. A file that was not written whole is of a stage that isn't.

        Raises:
            JournalError: A stage is there twice, or a file is damaged.
        """
        found = {}
        for path in sorted(self.folder.glob("*-*.json")):
            try:
                document = json.loads(path.read_text("utf-8"))
            except ValueError:
                continue
            try:
                outcome = Outcome(**{**document, "failures": tuple(document["failures"])})
            except (TypeError, KeyError) as error:
                raise JournalError(f"{path} is damaged ({error!r}): remove it, and its stage is done again") from None
            if path.name != _name(outcome.stage):
                raise JournalError(f"{path} is about stage {outcome.stage}, which would count twice: remove it")
            found[outcome.stage] = outcome
        return found

    def add(self, outcome: Outcome) -> None:
        """Keeps the outcome of a stage.

        Raises:
            JournalError: It is there already, or can't be written; then nothing of it is kept.
        """
        if outcome.stage in self.outcomes():
            raise JournalError(f"stage {outcome.stage} is done already: it would count twice")
        self._write(_name(outcome.stage), asdict(outcome))

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keeps other processes from this journal as long as the context lasts; a process that is killed lets go.

        Raises:
            JournalError: Another process has it, or the folder can't be written.
        """

        def refuse() -> None:
            raise JournalError(f"another campaign is at work in {self.folder}: wait for it, or name another --folder")

        with ExitStack() as stack:
            with self._writing():
                stack.enter_context(exclusive(self.folder / _LOCK, refuse))
            yield

    def _write(self, name: str, document: Mapping[str, JSON]) -> None:
        text = json.dumps(document, separators=(",", ":"))
        with self._writing():
            whole_file.replace(self.folder / name, f"{text}\n".encode())

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise JournalError(
                f"{self.folder} can't be written ({error.strerror or error}): what was written before is whole; "
                "make room, and start the campaign again, which goes on from there"
            ) from error


def _name(stage: Stage) -> str:
    return f"{stage.kind}-{stage.number:05}.json"


def _short(value: JSON) -> str:
    return ", ".join(f"{k} {v}" for k, v in value.items()) if isinstance(value, dict) else str(value)
