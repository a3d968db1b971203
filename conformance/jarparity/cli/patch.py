"""`jarparity patch`: what a patch of an original changes."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from jarparity.check.outcome import Exit
from jarparity.child_process.worker import WorkerError
from jarparity.cli import options as opt
from jarparity.cli.commands import Refused, flag, group, many, number, option
from jarparity.cli.output import progress, put, show
from jarparity.domains import ROWS_A_BLOCK
from jarparity.lines import Line
from jarparity.originals import Originals, locked_lines, read_lock
from jarparity.report.as_markdown import as_markdown
from jarparity.report.tables import Section

if TYPE_CHECKING:
    from jarparity.operations import Operation

_DRAWN: Final = 2_000
_SCOPE: Final = 20_000
_PAIRS: Final = 21
_SEED: Final = 20261121
_FILE: Final = click.Path(exists=True, dir_okay=False, path_type=Path)
_FOLDER: Final = click.Path(exists=True, file_okay=False, path_type=Path)


@group()
def patch() -> None:
    """Check a patch of Kafka or Flink: is the fault gone, does anything else change, is it slower?

    Examples:
      jarparity patch check --line 'kafka-clients 4.4.0' --patch my.patch
      jarparity patch faults
    """


@patch.command()
def check(
    *,
    line: Line = option(
        "--line",
        required=True,
        metavar="RELEASE",
        help="What is patched, such as 'kafka-clients 4.4.0'.",
        made=lambda text: _locked(text),
    ),
    diff: Path | None = option(
        "--patch", type=_FILE, help="A unified diff against the release's sources; paths as in a checkout, or a JAR."
    ),
    classes: Path | None = option(
        "--classes", type=_FOLDER, help="Compiled classes in place of a diff, as `javac -d` writes them."
    ),
    faults: tuple[str, ...] = many("--fault", metavar="NAME", help="What it fixes; see `jarparity patch faults`."),
    where: str | None = option(
        "--where", metavar="PREDICATE", help="Inputs whose answers may change, as a known divergence names them."
    ),
    programs: tuple[Path, ...] = many(
        "--program",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="A Java file that ends with 3 where it meets the fault, else with 0.",
    ),
    class_path: tuple[Path, ...] = many(
        "--class-path",
        type=_FILE,
        metavar="JAR",
        help="What compiling and programs take beside the release's JARs.",
    ),
    beside: tuple[Line, ...] = many(
        "--with",
        metavar="SET",
        help="A locked set of JARs for the programs, such as 'flink-live 2.3.0'.",
        made=lambda texts: tuple(map(_set, texts)),
    ),
    operations: opt.Chosen[Operation] = opt.operations(
        "Only these operations; its own tests all run, unless --tests or --no-tests says otherwise.  [default: all]"
    ),
    drawn: int = opt.draw(_DRAWN, "Inputs drawn for each operation, and for each fault."),
    scope: int = number(
        "--scope", 0, default=_SCOPE, help=f"Inputs of each exhaustive small scope, by blocks of {ROWS_A_BLOCK:,}."
    ),
    complete: bool = flag("--complete", help="All inputs of each small scope: minutes, or hours."),
    tests: tuple[str, ...] = many("--tests", metavar="GLOB", help="Only these classes of the original's own tests."),
    no_tests: bool = flag("--no-tests", help="Leave the original's own tests out."),
    pairs: int = number("--pairs", 0, default=_PAIRS, help="Pairs of runs that are timed; 0 for none."),
    max_ratio: float | None = option(
        "--max-ratio",
        type=click.FloatRange(min=0, min_open=True),
        metavar="RATIO",
        help="Fail where the patch is surely slower than so many times the release.",
    ),
    seed: int = opt.seed(_SEED),
    max_time: float | None = opt.max_time(),
    form: str = opt.formats("text", "json", "markdown"),
    output: Path | None = opt.output(),
) -> int:
    """Compare a release with its patched self.

    The patched classes go in front of the release's JARs, and both are asked the same in one JVM: recorded inputs,
    drawn ones, exhaustive small scopes. An answer may change where a fault that was named concerns its input; any
    other change is red, with the smallest input found. Then the original's own tests run on the patched classes, and
    both are timed in pairs. What shows nothing (no input meets the fault) ends with 5.

    Examples:
      jarparity patch check --line 'kafka-clients 4.4.0' --patch fix.patch --fault kafka-assignment-never-ends
      jarparity patch check --line 'flink 2.3.0' --classes target/classes --operation 'flink.rescale.*'
      jarparity patch check --line 'kafka-clients 3.9.2' --patch fix.patch --where 'any(members, topics == "")'
      jarparity patch check --line 'kafka-clients 4.3.1' --patch fix.patch --program Repro.java --format markdown
    """
    from jarparity.abandoned import temporary_folder  # noqa: PLC0415 - not for help
    from jarparity.measures.patch import classes as patched  # noqa: PLC0415
    from jarparity.measures.patch.check import Wanted, open_both  # noqa: PLC0415
    from jarparity.measures.patch.check import check as checked  # noqa: PLC0415
    from jarparity.measures.patch.comparing import Effort  # noqa: PLC0415
    from jarparity.measures.patch.expected import Expected  # noqa: PLC0415
    from jarparity.measures.patch.own_tests import chosen_suite  # noqa: PLC0415
    from jarparity.measures.patch.shown import document  # noqa: PLC0415

    if (diff is None) == (classes is None):
        raise click.UsageError("give either --patch FILE or --classes FOLDER")
    if no_tests and tests:
        raise click.UsageError("--tests and --no-tests exclude each other: give one")
    expected = Expected.of(faults, where)
    having = tuple(operation for operation in operations if operation.has(line))
    if not having:
        raise Refused(f"{line} has none of these operations; `jarparity list` shows who has what")
    suite = None if no_tests else chosen_suite(line, tests)
    if suite is None and tests:
        raise Refused(f"no tests of {line} match {' '.join(tests)}; `jarparity upstream` has those that there are")
    effort = Effort(drawn, None if complete else scope, seed, time.monotonic() + max_time if max_time else None)
    reason = "--no-tests" if no_tests else f"the kit has no tests of {line} or of an older release"
    wanted = Wanted(having, expected, effort, pairs, max_ratio, programs, class_path, beside, suite, reason)
    originals = Originals.default()
    with temporary_folder("jarparity-patch-") as folder, progress(f"patch of {line}") as step:
        if diff is not None:
            made = patched.compiled(originals, line, diff, class_path, folder, step)
        else:
            made = patched.given(originals, line, classes or Path(), folder, step)
        try:
            result = checked(originals, made, wanted, open_both(originals, made, step), folder, step)
        except WorkerError as error:
            raise Refused(f"the original's own tests broke: {error}") from None
    shown = document(result)
    if form == "markdown":
        put(as_markdown([Section(shown.title, shown.blocks)]), output)
    else:
        show(shown, form, output)
    return result.exit_code


@patch.command()
def faults(*, form: str = opt.formats()) -> Exit:
    """List the faults of originals that `check --fault` knows.

    Examples:
      jarparity patch faults
      jarparity patch faults --format json
    """
    from jarparity.original_faults import known_faults  # noqa: PLC0415 - loads the areas
    from jarparity.report.tables import Document, Table  # noqa: PLC0415

    known = known_faults()
    rows = [(fault.name, fault.title, ", ".join(fault.operations)) for fault in known]
    table = Table.of(("fault", "what happens", "operations"), rows)
    show(Document((table,), {"faults": table.records()}), form)
    return Exit.OK


def _set(text: str) -> Line:
    known = read_lock().locked_suites()
    found = next((one for one in known if str(one) == text), None)
    if found is None:
        raise Refused(f"--with: no set {text} is locked; there are {', '.join(map(str, known))}")
    return found


def _locked(text: str) -> Line:
    try:
        line = Line.parse(text)
    except ValueError as error:
        raise click.UsageError(f"--line: {error}") from None
    if line not in (known := locked_lines()):
        of_family = [one for one in known if one.family == line.family] or known
        raise Refused(f"{line} is not locked; there are {', '.join(map(str, of_family))}")
    return line
