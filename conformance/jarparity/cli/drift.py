"""`jarparity drift`: where neighbouring lines of the originals disagree with each other."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

import click

from jarparity import catalogue, data
from jarparity.answers import canonical, to_json
from jarparity.check.outcome import Exit
from jarparity.cli import Refused
from jarparity.cli.progress import progress
from jarparity.fixtures.generate import SEED
from jarparity.originals import OriginalsError, locked_lines
from jarparity.originals.store import Store
from jarparity.references import ReferenceUnavailableError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.answers import JSON
    from jarparity.drift.boundaries import Boundary, Comparison
    from jarparity.drift.changes import Change
    from jarparity.drift.recording import Written
    from jarparity.drift.search import Budget, Found
    from jarparity.operations import Operation

_CASES = 300
_EXAMPLES = 50


@click.command(
    epilog="""\b
Examples:
  jarparity drift                                             every operation; writes docs/behaviour-changes.md
  jarparity drift --operation 'kafka.assignor.*'              its sections of the page only
  jarparity drift --operation 'kafka.*' --check               change nothing; 1 if the page would change
  jarparity drift --operation kafka.assignor.sticky --cases 20000 --examples 5000 --dry-run
  jarparity drift --operation 'flink.*' --dry-run --format json"""
)
@click.option("--operation", "patterns", multiple=True, metavar="GLOB", help="Only these operations; repeatable.")
@click.option(
    "--reference", type=click.Choice(["jpype", "gateway"]), default="jpype", show_default=True, help="Which route."
)
@click.option(
    "--seed", type=click.IntRange(min=0), default=SEED, show_default=True, help="Everything drawn follows from it."
)
@click.option(
    "--cases",
    type=click.IntRange(min=1),
    default=_CASES,
    show_default=True,
    help="Generated cases of each operation; those that differ are counted.",
)
@click.option(
    "--examples",
    type=click.IntRange(min=1),
    default=_EXAMPLES,
    show_default=True,
    help="Hypothesis examples for each operation, and for each change without a recorded example.",
)
@click.option(
    "--max-time",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="Give up then; nothing is written.",
)
@click.option("--check", is_flag=True, help="Change nothing; end with 1 if a file would change.")
@click.option("--dry-run", is_flag=True, help="Write no files; only tell.")
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True)
def drift(  # noqa: PLR0913 - one parameter an option
    *,
    patterns: tuple[str, ...],
    reference: str,
    seed: int,
    cases: int,
    examples: int,
    max_time: float | None,
    check: bool,
    dry_run: bool,
    format_: str,
) -> int:
    """Search for inputs on which neighbouring lines of the originals disagree.

    The smallest input of every change goes into docs/behaviour-changes.md, with both answers. A change that
    jarparity/drift/behaviour-changes.json doesn't list, and one that it lists but that isn't found, is an error (1).
    A recorded example (jarparity/vectors/found_changes.json) stays while it shows its change and no step makes it
    smaller; take it out, and another one is looked for. So the same originals and cases give the same bytes anywhere.
    """
    from jarparity.drift.changes import ChangesError, read_changes  # noqa: PLC0415 - brings jsonschema along
    from jarparity.drift.search import Budget, TimeIsOverError  # noqa: PLC0415

    chosen = catalogue.select(patterns)
    if not chosen:
        raise Refused(f"no operation matches {' '.join(patterns)}; `jarparity list` shows all")
    if check and dry_run:
        raise click.UsageError("--check and --dry-run exclude each other: give one")
    if not (check or dry_run or data.in_checkout()):
        raise Refused("the page is made in a checkout; an installed jarparity only has `drift --dry-run`")
    if check and not data.in_checkout():
        raise Refused("--check compares with a checkout's page; use --dry-run")
    if (cases, examples, seed) != (_CASES, _EXAMPLES, SEED) and not dry_run:
        raise click.UsageError("the page is of the default budget and seed; give --dry-run with another one")
    try:
        changes = read_changes()
        deadline = time.monotonic() + max_time if max_time else None
        found = _searched(chosen, reference, changes, Budget(cases, examples, seed, deadline))
    except (ChangesError, OriginalsError, ReferenceUnavailableError, TimeIsOverError) as error:
        raise Refused(str(error)) from error
    written: list[Written] = []
    if not dry_run and not _wrong(found):
        written = _recorded(found, changes, Budget(cases, examples, seed), check=check)
    click.echo(
        json.dumps(_document(found, written), indent=2) if format_ == "json" else _text(found, written, check=check)
    )
    if _wrong(found) or (check and any(file.changed for file in written)):
        return Exit.DIFFERS
    return Exit.OK if any(one.boundaries for one in found) else Exit.NOTHING_CHECKED


def _searched(chosen: Sequence[Operation], route: str, changes: Sequence[Change], budget: Budget) -> list[Found]:
    from hypothesis.configuration import set_hypothesis_home_dir  # noqa: PLC0415 - slow to import

    from jarparity.drift.search import search  # noqa: PLC0415
    from jarparity.references.factory import open_reference  # noqa: PLC0415
    from jarparity.references.golden import GoldenReference  # noqa: PLC0415
    from jarparity.vectors import found_changes  # noqa: PLC0415

    # Its own cache belongs to ours; by default it would make a `.hypothesis` where the user is.
    set_hypothesis_home_dir(Store.default().root / "hypothesis")
    golden = GoldenReference.default()
    wanted = [line for line in locked_lines() if any(operation.has(line) for operation in chosen)]
    with progress("preparing") as prepare:
        live = open_reference(route, lines=wanted, progress=lambda what: prepare(what, 0))
    try:
        with progress("searching", len(chosen)) as step:
            found = []
            for operation in chosen:
                inputs = [vector.case.input for vector in golden.vectors(operation.name)]
                examples = {change: recorded[0] for change, recorded in found_changes.found(operation.name).items()}
                found.append(search(operation, live, inputs, examples, changes, budget, lambda what: step(what, 0)))
                step(operation.name, 1)
            return found
    finally:
        live.close()


def _recorded(found: Sequence[Found], changes: Sequence[Change], budget: Budget, *, check: bool) -> list[Written]:
    from jarparity.drift import page  # noqa: PLC0415
    from jarparity.drift.recording import record  # noqa: PLC0415

    searched = [one for one in found if one.boundaries]
    sections = {one.operation.name: page.section(one, changes, budget) for one in searched}
    return record(data.fixtures().parent, searched, sections, check=check)


def _wrong(found: Sequence[Found]) -> bool:
    return any(one.missing or one.unknown for one in found)


def _text(found: Sequence[Found], written: Sequence[Written], *, check: bool) -> str:
    rows = [row for one in found for row in _rows(one)]
    rows += [f"{file.path.name}: {'would change' if check else 'changed'}" for file in written if file.changed]
    if _wrong(found):
        rows.append("nothing was written: mend jarparity/drift/behaviour-changes.json, or search longer")
    changes = sum(len(one.smallest) for one in found)
    rows.append(f"{changes:,} changes at the boundaries of {len(found):,} operations")
    return "\n".join(rows)


def _rows(one: Found) -> Iterator[str]:
    for boundary in one.boundaries:
        here = [f"{name} {n:,}" for (at, name), n in sorted(one.differing.items(), key=str) if at == boundary]
        here += [
            f"{name} 0"
            for name, c in one.smallest.items()
            if c.boundary == boundary and not one.differing[boundary, name]
        ]
        yield f"{one.operation.name}  {boundary}: {', '.join(here) or 'none found'} in {one.asked[boundary]:,} cases"
        if unknown := one.unknown.get(boundary):
            yield f"UNDOCUMENTED CHANGE {one.operation.name} {boundary}"
            yield from (f"  {name:<10}{text}" for name, text in _shown(unknown))
    for change in one.missing:
        yield f"NOT FOUND {one.operation.name} {change.older} -> {change.newer.version}: {change.id}: {change.sentence}"


def _shown(comparison: Comparison) -> Iterator[tuple[str, str]]:
    yield "input", canonical(comparison.input)
    if comparison.narrowed != comparison.input:
        yield "older's", canonical(comparison.narrowed)
    yield comparison.boundary.older.version, canonical(to_json(comparison.before))
    yield comparison.boundary.newer.version, canonical(to_json(comparison.after))


def _document(found: Sequence[Found], written: Sequence[Written]) -> JSON:
    return {
        "operations": [
            {
                "operation": one.operation.name,
                "boundaries": [_boundary(one, boundary) for boundary in one.boundaries],
                "missing": [change.id for change in one.missing],
            }
            for one in found
        ],
        "files": [{"file": file.path.name, "changed": file.changed} for file in written],
    }


def _boundary(one: Found, boundary: Boundary) -> JSON:
    changes = [
        {"change": name, "differing": one.differing[boundary, name], **_example(shown)}
        for name, shown in one.smallest.items()
        if shown.boundary == boundary
    ]
    unknown = one.unknown.get(boundary)
    return {
        "older": str(boundary.older),
        "newer": str(boundary.newer),
        "cases": one.asked[boundary],
        "changes": changes,
        "undocumented": _example(unknown) if unknown else None,
    }


def _example(shown: Comparison) -> JSON:
    return {
        "input": shown.input,
        "olderInput": shown.narrowed,
        "before": to_json(shown.before),
        "after": to_json(shown.after),
    }
