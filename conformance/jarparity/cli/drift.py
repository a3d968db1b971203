"""`jarparity drift`: where neighbouring lines of the originals disagree with each other."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Final

import click

from jarparity import data
from jarparity.check.outcome import Exit
from jarparity.cli import options as opt
from jarparity.cli.commands import Refused, command, flag, number
from jarparity.cli.output import progress, show, write
from jarparity.fixtures.generate import SEED
from jarparity.originals import locked_lines

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from jarparity.lines import Line
    from jarparity.measures.drift.changes import Change
    from jarparity.measures.drift.recording import Written
    from jarparity.measures.drift.search import Budget, Found
    from jarparity.operations import Operation

_CASES: Final = 300
_EXAMPLES: Final = 50


@command()
def drift(
    *,
    operations: opt.Chosen[Operation] = opt.operations(),
    lines: opt.Chosen[Line] = opt.lines("Only between these releases, such as 'kafka-* 4.[34]*'; with --dry-run."),
    reference: str = opt.reference("jpype", "gateway", default="jpype"),
    seed: int = opt.seed(SEED),
    cases: int = opt.draw(_CASES, "Inputs drawn for each operation; those that differ are counted.", least=1),
    max_examples: int = number(
        "--max-examples",
        default=_EXAMPLES,
        help="Examples of the search for each operation, and for each change without a recorded example.",
    ),
    max_time: float | None = opt.max_time(),
    check: bool = flag("--check", help="Change nothing; end with 1 if a file would change."),
    dry_run: bool = flag("--dry-run", help="Write no files, only show what was found."),
    new: Path | None = opt.written(
        "--new",
        "Write the smallest inputs that are not recorded yet, for `fixtures generate --add FILE`.",
        metavar="FILE",
    ),
    form: str = opt.formats(),
) -> int:
    """Search for inputs on which neighbouring releases of the originals disagree.

    The smallest input of every change goes into docs/behaviour-changes.md, with both answers. A change that
    the area's behaviour-changes.json doesn't list, and one that it lists but that isn't found, is an error (1).
    A recorded example (a golden vector) stays while it shows its change and no step makes it
    smaller; take it out, and another one is looked for. So the same originals and cases give the same bytes anywhere.

    Examples:
      jarparity drift                                             every operation; writes docs/behaviour-changes.md
      jarparity drift --operation 'kafka.assignor.*'              its sections of the page only
      jarparity drift --operation 'kafka.*' --check               change nothing; 1 if the page would change
      jarparity drift --line 'kafka-* 4.[34]*' --dry-run          what an upgrade changes, without the page
      jarparity drift --operation kafka.assignor.sticky --draw 20000 --max-examples 5000 --dry-run
      jarparity drift --operation 'flink.*' --dry-run --format json
    """
    from jarparity.measures.drift.changes import read_changes  # noqa: PLC0415 - brings jsonschema along
    from jarparity.measures.drift.search import Budget  # noqa: PLC0415
    from jarparity.measures.drift.shown import document  # noqa: PLC0415

    if check and dry_run:
        raise click.UsageError("--check and --dry-run exclude each other: give one")
    if lines.patterns and not dry_run:
        raise click.UsageError("the page is of all releases; give --dry-run with some of them")
    if not (check or dry_run or data.in_checkout()):
        raise Refused("the page is written in a checkout: `pip install -e .` in a checkout, or --dry-run to look only")
    if check and not data.in_checkout():
        raise Refused("--check compares with a checkout's page; use --dry-run")
    if (cases, max_examples, seed) != (_CASES, _EXAMPLES, SEED) and not dry_run:
        raise click.UsageError("the page is of the default budget and seed; give --dry-run with another one")
    _refuse_gaps(operations, lines)
    changes = read_changes()
    deadline = time.monotonic() + max_time if max_time else None
    found = _searched(operations, lines, reference, changes, Budget(cases, max_examples, seed, deadline))
    if new is not None:
        _write_new(new, found)
    written: list[Written] = []
    wrong = any(one.missing or one.unknown for one in found)
    if not (dry_run or wrong):
        written = _recorded(found, changes, Budget(cases, max_examples, seed), check=check)
    show(document(found, written, check=check), form)
    if wrong or (check and any(file.change for file in written)):
        return Exit.DIFFERS
    return Exit.OK if any(one.boundaries for one in found) else Exit.NOTHING_CHECKED


def _refuse_gaps(chosen: Sequence[Operation], lines: Sequence[Line]) -> None:
    """Refuses releases that are no neighbours: what changed between them is listed of neighbours."""
    from jarparity.measures.drift.boundaries import boundaries  # noqa: PLC0415 - as above

    known = locked_lines()
    for operation in chosen:
        of_all = boundaries(operation, known)
        for boundary in boundaries(operation, lines):
            if boundary not in of_all:
                between = [str(one.newer) for one in of_all if boundary.older.age < one.newer.age < boundary.newer.age]
                raise click.UsageError(
                    f"{boundary.older} and {boundary.newer} are no neighbours: choose those between them, too, such as "
                    f"--line '{between[0]}'"
                )


def _searched(
    chosen: Sequence[Operation], lines: Sequence[Line], route: str, changes: Sequence[Change], budget: Budget
) -> list[Found]:
    from jarparity.measures.drift.recording import examples  # noqa: PLC0415
    from jarparity.measures.drift.search import search  # noqa: PLC0415
    from jarparity.references.golden import GoldenReference  # noqa: PLC0415

    golden = GoldenReference.default()
    wanted = [line for line in lines if any(operation.has(line) for operation in chosen)]
    found = []
    with opt.opened_reference(route, wanted) as live, progress("searching", len(chosen)) as step:
        for operation in chosen:
            cases = [vector.case for vector in golden.vectors(operation.name)]
            inputs = [case.input for case in cases]
            found.append(search(operation, live, inputs, examples(cases), changes, budget, step))
            step(operation.name, 1)
    return found


def _recorded(found: Sequence[Found], changes: Sequence[Change], budget: Budget, *, check: bool) -> list[Written]:
    from jarparity.measures.drift import page  # noqa: PLC0415
    from jarparity.measures.drift.recording import record  # noqa: PLC0415

    searched = [one for one in found if one.boundaries]
    sections = {one.operation.name: page.section(one, changes, budget) for one in searched}
    return [record(data.fixtures().parent, sections, check=check)]


def _write_new(path: Path, found: Sequence[Found]) -> None:
    from jarparity.measures.drift.recording import new_cases  # noqa: PLC0415
    from jarparity.references.golden import GoldenReference  # noqa: PLC0415

    golden = GoldenReference.default()
    recorded = {vector.case.id for one in found for vector in golden.vectors(one.operation.name)}
    rows = [{"operation": c.operation, "id": c.id, "input": c.input} for c in new_cases(found, recorded)]
    write(path, "".join(json.dumps(row) + "\n" for row in rows).encode(), "--new")
