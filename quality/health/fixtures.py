"""`python -m quality health fixtures`: golden vectors are damaged, and reading or `fixtures verify` has to notice."""

from __future__ import annotations

import random
import tempfile
import traceback
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from jarparity import data
from jarparity.cli.output import progress
from jarparity.originals.lock import read_lock
from quality.health import corruptions, damage
from quality.health.damage import DamageOutcome, FindingError, Golden
from quality.health.measured import Row, publish
from quality.state import State

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SEED: Final = 20261121
_WINDOW: Final = 6
"""Cases of a file that is verified whole."""


class Trial(NamedTuple):
    """One damage, drawn from the seed and its number.

    Attributes:
        golden: The file, or a cut-down one.
        kind: The corruption's name.
        damaged: What it becomes.
        sealed: Whether its digest is made anew, too.
    """

    golden: Golden
    kind: str
    damaged: bytes
    sealed: bool


@click.command(
    epilog="\b\nExamples:\n  python -m quality health fixtures\n  python -m quality health fixtures --count 500 --check"
    "\n  python -m quality health fixtures --trial 4711"
)
@click.option("--count", default=10_000, show_default=True, help="How many files are damaged.")
@click.option("--seed", default=SEED, show_default=True, help="Another seed gives other damages.")
@click.option("--trial", type=int, help="Only the one of this number, with all that is reported of it.")
@click.option("--check", is_flag=True, help="Write nothing into docs/quality.md.")
def command(count: int, seed: int, trial: int | None, *, check: bool) -> None:
    """Damage golden vectors in seeded ways: each is refused by name, or provably harmless.

    Half of the files are beside the digests that were recorded; of the other half the digests are made anew, so that
    form, schemas, model and tags have to find it. Then recorded answers and the port are in place of the originals: no
    JAR is asked.
    """
    began, goldens, originals = State.of_checkout(), load(data.fixtures()), read_lock().lines
    numbers = range(count) if trial is None else [trial]
    outcomes: dict[bool, Counter[DamageOutcome]] = {False: Counter(), True: Counter()}
    findings: list[str] = []
    with progress("damage") as report:
        for number in numbers:
            drawn = draw(goldens, seed, number)
            with tempfile.TemporaryDirectory(prefix="jarparity-damage-") as folder:
                try:
                    outcomes[drawn.sealed][judge(drawn, Path(folder), originals)] += 1
                except Exception as error:  # noqa: BLE001 - a crash of the reader is what is looked for
                    what = str(error) if isinstance(error, FindingError) else traceback.format_exc()
                    findings.append(f"trial {number}, {drawn.kind} in {drawn.golden.name}: {what}")
            report(drawn.kind, 1)
    at = str(began.until_now())
    rows = [
        _row("damaged, as they lie", "reading, then `SHA256SUMS`", outcomes[False], at),
        _row(
            "edited, and the digest made anew", "`fixtures verify --schemas`, then with a stand-in", outcomes[True], at
        ),
    ]
    if findings:
        findings.append(f"{len(findings)} findings in {len(numbers):,} damaged files; see one with --trial N")
    click.echo("".join(f"{line}\n" for line in findings), nl=False)
    publish(rows, failed=bool(findings), check=check or trial is not None)


def load(folder: Path) -> list[Golden]:
    """Every file of vectors and digests."""
    paths = [path for path in sorted(folder.rglob("*.jsonl*")) if path.name.endswith((".jsonl", ".jsonl.gz"))]
    return [Golden(path.relative_to(folder).as_posix(), path.read_bytes()) for path in paths]


def draw(goldens: Sequence[Golden], seed: int, number: int) -> Trial:
    """The damage of a number: every file in turn at first, then small ones more often than large ones."""
    source = random.Random(f"{seed} {number}")  # noqa: S311 - reproducible, not secret
    sealed = number % 2 == 1
    usable = [golden for golden in goldens if not (sealed and golden.name.startswith("complete/"))]
    if number // 2 < len(usable):
        golden = usable[number // 2]
    else:
        (golden,) = source.choices(usable, [len(golden.raw) ** -0.5 for golden in usable])
    other = source.choice([one for one in usable if one.operation != golden.operation])
    if sealed:
        golden = golden.cut_down(source.randrange(max(1, golden.text.count(b"\n") - _WINDOW)), _WINDOW)
    while True:
        packed = golden.packed and source.getrandbits(1)
        kinds = corruptions.OF_PACKED if packed else corruptions.OF_TEXT
        kind = source.choice(list(kinds))
        damaged = kinds[kind](source, golden.raw if packed else golden.text, other.text)
        if golden.packed and not packed:
            damaged = damage.repacked(damaged)
        if damaged != golden.raw:
            return Trial(golden, kind, damaged, sealed)


def judge(trial: Trial, folder: Path, originals: Mapping[str, Mapping[str, str]]) -> DamageOutcome:
    """What became of it.

    Raises:
        FindingError: It passed unnoticed, or the wrong place was blamed.
    """
    if trial.sealed:
        return damage.sealed_again(trial.golden, trial.damaged, folder, originals)
    return damage.as_it_lies(trial.golden, trial.damaged, folder)


def _row(about: str, command: str, outcomes: Counter[DamageOutcome], at: str) -> Row:
    kinds = len(corruptions.OF_TEXT) + len(corruptions.OF_PACKED)
    result = "; ".join(f"{outcomes[one]:,} {one.value}" for one in DamageOutcome if outcomes[one])
    return Row("fixtures", about, f"{outcomes.total():,} files by {kinds} kinds of damage; {command}", result, at)
