"""What a campaign found: the figures of its journal, kept in the repository, and shown in docs/quality.md."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity import whole_file
from jarparity.answers import canonical
from jarparity.report.tables import Code, Column, Table, number
from jarparity.verdicts import Agrees, Differs, Errored, Skipped
from quality.campaign.plan import KEYS
from quality.campaign.running import compared_by
from quality.pages import markdown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from jarparity.answers import JSON
    from jarparity.report.tables import Block, Cell
    from quality.campaign.journal import Outcome
    from quality.campaign.plan import Plan, Stage

RECORD: Final = Path(__file__).with_name("measured.json")


@dataclass(frozen=True, slots=True)
class OfOperation:
    """The figures of an operation.

    Attributes:
        kind: The kind of work.
        operation: Its name.
        releases: How many answered.
        inputs: How many were drawn, or made.
        verdicts: By verdict how many comparisons.
    """

    kind: str
    operation: str
    releases: int
    inputs: int
    verdicts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class OfKind:
    """The figures of a kind of work.

    Attributes:
        kind: Its name.
        wanted: How many comparisons make it whole.
        compared: How many were made.
        red: How many of them failed, or could not be made.
        inputs: How many inputs there were.
        stages: How many stages were done.
        again: How often a stage was begun again.
        seconds: How long its stages took together.
    """

    kind: str
    wanted: int
    compared: int
    red: int
    inputs: int
    stages: int
    again: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures of a campaign.

    Attributes:
        seed: From which everything was drawn.
        scale: Which part of the whole campaign was planned.
        port: What was compared with the originals.
        commit: The state of the code.
        versions: What ran it.
        masters: Spark's masters.
        kinds: By kind.
        operations: By kind and operation.
        failures: A minimal case of each operation that failed.
    """

    seed: int
    scale: float
    port: str
    commit: str
    versions: Mapping[str, str]
    masters: tuple[str, ...]
    kinds: tuple[OfKind, ...]
    operations: tuple[OfOperation, ...]
    failures: tuple[JSON, ...] = field(default=())

    @classmethod
    def of(cls, plan: Plan, about: Mapping[str, JSON], outcomes: Mapping[Stage, Outcome]) -> Summary:
        """The figures of a journal; of each kind the stages up to the first one that is missing."""
        counted = [outcomes[stage] for stage in plan.counted(compared_by(outcomes))]
        return cls(
            plan.seed,
            plan.scale,
            about["port"],
            about["commit"],
            about["versions"],
            tuple(dict.fromkeys(one.master for one in counted)),
            tuple(
                _of_kind(name, kind.comparisons, [one for one in counted if one.kind == name])
                for name, kind in plan.kinds.items()
            ),
            tuple(_of_operations(counted)),
            _smallest(counted),
        )

    @classmethod
    def read(cls, path: Path) -> Summary:
        """What was kept last.

        Raises:
            OSError: Nothing was.
        """
        document = json.loads(path.read_text("utf-8"))
        made = {
            **document,
            "masters": tuple(document["masters"]),
            "kinds": tuple(OfKind(**row) for row in document["kinds"]),
            "operations": tuple(OfOperation(**row) for row in document["operations"]),
            "failures": tuple(document["failures"]),
        }
        return cls(**made)

    def keep(self, path: Path) -> None:
        """Writes it.

        Raises:
            OSError: It can't be written.
        """
        whole_file.replace(path, f"{json.dumps(asdict(self), indent=1, ensure_ascii=False)}\n".encode())

    @property
    def is_whole(self) -> bool:
        """Whether the whole campaign ran: every kind has what it wants, at full scale."""
        return self.is_done and self.scale >= 1

    @property
    def is_done(self) -> bool:
        """Whether all that was planned ran."""
        return all(one.compared >= one.wanted for one in self.kinds)

    @property
    def red(self) -> int:
        """How many comparisons failed."""
        return sum(one.red for one in self.kinds)

    def text(self) -> str:
        """The section of the page."""
        blocks: list[Block] = [self._sentence(), _kinds(self.kinds), _operations(self.operations)]
        if self.failures:
            blocks.append("A minimal case of each operation that failed:")
            blocks += [Code(canonical(failure)) for failure in self.failures]
        return markdown(*blocks)

    def _sentence(self) -> str:
        whole = "The whole campaign" if self.is_whole else f"A campaign of the scale {self.scale:g}"
        if not self.is_done:
            whole = f"**A part of the campaign** (scale {self.scale:g}, which is not done)"
        differ = f"**{self.red:,} differ**" if self.red else "0 differ"
        versions = ", ".join(f"{name} {version}" for name, version in self.versions.items())
        compared = f"{sum(one.compared for one in self.kinds):,} comparisons of `{self.port}` with the originals"
        minutes = f"{sum(one.seconds for one in self.kinds) / 60:,.0f} minutes"
        masters = " and ".join(f"`{master}`" for master in self.masters) or "nothing"
        return (
            f"{whole}: {compared}, {differ}. Seed {self.seed}, at `{self.commit}`, in {minutes} on {masters} "
            f"({versions}). A comparison is one input on one release; keys are asked in columns, under settings that "
            "are drawn anew for each stage."
        )


def _of_kind(name: str, wanted: int, outcomes: Iterable[Outcome]) -> OfKind:
    mine = list(outcomes)
    return OfKind(
        name,
        wanted,
        sum(one.compared for one in mine),
        sum(one.red for one in mine),
        sum(map(_inputs, mine)),
        len(mine),
        sum(one.attempts - 1 for one in mine),
        round(sum(one.seconds for one in mine), 1),
    )


def _inputs(outcome: Outcome) -> int:
    """How many inputs a stage had: the same keys are put to each operation that places them."""
    of_operations = outcome.inputs.values()
    return max(of_operations, default=0) if outcome.kind == KEYS else sum(of_operations)


def _of_operations(outcomes: Iterable[Outcome]) -> Iterable[OfOperation]:
    releases: dict[tuple[str, str], set[str]] = defaultdict(set)
    inputs: Counter[tuple[str, str]] = Counter()
    verdicts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for outcome in outcomes:
        for operation, lines in outcome.verdicts.items():
            key = outcome.kind, operation
            inputs[key] += outcome.inputs.get(operation, 0)
            for line, counts in lines.items():
                releases[key].add(line)
                verdicts[key].update(counts)
    return (OfOperation(*key, len(releases[key]), inputs[key], dict(sorted(verdicts[key].items()))) for key in verdicts)


def _smallest(outcomes: Iterable[Outcome]) -> tuple[JSON, ...]:
    """Of each operation's failures the one with the shortest input."""
    found: dict[str, dict[str, JSON]] = {}
    for outcome in outcomes:
        for failure in outcome.failures:
            known = found.setdefault(failure["operation"], failure)
            if len(canonical(failure["input"])) < len(canonical(known["input"])):
                found[failure["operation"]] = failure
    return tuple(found[name] for name in sorted(found))


def _kinds(kinds: Iterable[OfKind]) -> Table:
    columns = ("comparisons", "of", "failed", "inputs", "stages", "begun again", "minutes")
    return Table.of(
        ("", *map(number, columns)),
        (
            (one.kind, one.compared, one.wanted, one.red, one.inputs, one.stages, one.again, f"{one.seconds / 60:.1f}")
            for one in kinds
        ),
    )


def _operations(operations: Iterable[OfOperation]) -> Table:
    columns = ("releases", "inputs", "agree", "differ", "broke", "skipped")
    names = (Agrees.name, Differs.name, Errored.name, Skipped.name)
    rows: list[tuple[Cell, ...]] = [
        (one.kind, one.operation, one.releases, one.inputs, *(one.verdicts.get(name, 0) for name in names))
        for one in operations
    ]
    return Table.of(("", Column("operation", code=True), *map(number, columns)), rows)
