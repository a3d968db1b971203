"""`jarparity prove`: an operation on its whole domain."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

import click

from jarparity import data
from jarparity.answers import canonical
from jarparity.check.outcome import Exit
from jarparity.cli import Refused
from jarparity.cli.options import chosen_lines, port_arguments, port_options
from jarparity.cli.progress import progress
from jarparity.lines import Line, select
from jarparity.originals import read_lock
from jarparity.ports.load import DEFAULT, open_port
from jarparity.prove import digests, prover
from jarparity.prove.asking import witness_answers
from jarparity.prove.domains import DOMAINS, blocks_of, lines_of, varies
from jarparity.prove.jury import Jury, model_answers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.answers import JSON
    from jarparity.ports import Port
    from jarparity.prove.blocks import Block
    from jarparity.prove.domains import Domain
    from jarparity.prove.prover import Finding

_WIDTH = 500
"""Characters of an answer that are shown."""


@click.command(
    epilog="""\b
Examples:
  jarparity prove flink.math.murmur-hash                        against the newest JAR, all 2^32
  jarparity prove flink.math.murmur-hash --reference golden     against recorded digests, no JVM
  jarparity prove flink.math.murmur-hash --port my_port:PORT --blocks 0-15
  jarparity prove flink.key-group.range-of-operator --line 'flink *'
  jarparity prove kafka.assignor.sticky --line 'kafka-clients 2.*' --reference golden
  jarparity prove flink.math.murmur-hash --record               write fixtures/complete from the JARs
  jarparity prove kafka.assignor.sticky --record --line 'kafka-clients 3.9.2'   add a line"""
)
@click.argument("operation", type=click.Choice(sorted(DOMAINS)))
@click.option(
    "--reference",
    type=click.Choice(["jpype", "gateway", "golden"]),
    default="jpype",
    show_default=True,
    help="The real JARs, or their recorded digests.",
)
@click.option("--line", "lines", multiple=True, metavar="GLOB", help="These lines.  [default: the newest]")
@click.option("--blocks", metavar="RANGE", help="Only these blocks, by number: 7, 0-15 or 4000-.")
@port_options
@click.option("--record", is_flag=True, help="Record the originals' digests of all lines, or with --line of some.")
def prove(  # noqa: PLR0913 - one parameter an option
    *,
    operation: str,
    reference: str,
    lines: tuple[str, ...],
    blocks: str | None,
    port: str | None,
    port_cmd: str | None,
    port_timeout: float,
    record: bool,
) -> int:
    """Compare a port with the original on every input of an operation, or on all up to small bounds.

    The domain is cut into blocks, each with a SHA-256 of its answers. With --reference golden the port's digests are
    compared with the recorded ones; a wrong block is searched for its first wrong input, with no JVM. Where the
    recorded digest itself is doubtful, the port is not blamed, and the command ends with 3.
    """
    domain = DOMAINS[operation]
    chosen = _blocks(domain, blocks)
    port_arguments(port, port_cmd)
    if record:
        return _record(domain, _having(domain, lines), complete=blocks is None, add=bool(lines))
    opened = open_port(port, port_cmd, timeout=port_timeout)
    try:
        if reference == "golden":
            own = port_cmd is None and port in (None, DEFAULT)
            return _against_recorded(domain, chosen, opened, lines, own=own)
        having = _having(domain, lines)
        return max(_against_jar(domain, chosen, opened, reference, line) for line in (having if lines else having[-1:]))
    except (prover.NoBulkFormError, prover.NotOfferedError) as error:
        raise Refused(str(error)) from None
    finally:
        opened.close()


def _having(domain: Domain, patterns: tuple[str, ...]) -> list[Line]:
    """The locked lines that match, and have the operation."""
    found = lines_of(domain, chosen_lines(patterns))
    if not found:
        raise Refused(f"none of the lines {' '.join(patterns)} has {domain.operation}")
    return found


def _against_jar(domain: Domain, blocks: Sequence[Block], port: Port, reference: str, line: Line) -> int:
    from jarparity.references.factory import open_reference  # noqa: PLC0415 - only where Java is wanted

    blocks = _taken(blocks, line)
    answers = prover.port_answers(port, domain, blocks, _as_line(domain, line))
    with progress("preparing") as prepare:
        live = open_reference(reference, lines=[line], progress=lambda what: prepare(what, 0))
    try:
        originals = prover.original_answers(live, line, domain)
        findings = prover.compare(domain, blocks, answers, originals)
        return _tell(domain, blocks, findings, port, f"{reference} ({line})")
    finally:
        live.close()


def _against_recorded(
    domain: Domain, blocks: Sequence[Block], port: Port, patterns: tuple[str, ...], *, own: bool
) -> int:
    """Compares with the digests of these lines, once for all that agree; of the newest group, where none is named."""
    recorded = digests.read(digests.path_of(data.fixtures(), domain.operation), domain)
    groups = [select(map(Line.parse, names), patterns) for names in recorded.groups]
    if not any(groups):
        raise Refused(
            f"no digests of {' '.join(patterns)} are recorded, but of {', '.join(recorded.originals)}; add them with "
            f"`jarparity prove {domain.operation} --record --line '{patterns[0]}'`, or ask the JAR: --reference jpype"
        )
    wanted = [group for group in groups if group] if patterns else groups[-1:]
    return max(_against_digests(domain, blocks, port, recorded, group, own=own) for group in wanted)


def _against_digests(  # noqa: PLR0913 - what is compared, with what
    domain: Domain, blocks: Sequence[Block], port: Port, recorded: digests.Digests, group: Sequence[Line], *, own: bool
) -> int:
    line = group[-1]
    asked = _as_line(domain, line)
    blocks = _taken(blocks, line)
    answers = prover.port_answers(port, domain, blocks, asked)
    # copartition is no witness of itself, and the model is one of the newest line.
    witness = None if own else witness_answers(open_port(), domain, asked)
    model = model_answers(domain) if str(line) == list(recorded.originals)[-1] else None
    findings = prover.compare_digests(domain, blocks, answers, recorded.of(line), Jury(witness, model))
    return _tell(domain, blocks, findings, port, f"golden digests ({', '.join(map(str, group))})")


def _as_line(domain: Domain, line: Line) -> Line | None:
    """As which line a port is asked: where all lines agree, as none."""
    return line if varies(domain) else None


def _taken(blocks: Sequence[Block], line: Line) -> Sequence[Block]:
    taken = blocks_of(blocks, line)
    if not taken:
        raise Refused(f"{line} can't take the inputs of these blocks: they need {blocks[0].since} or later")
    return taken


def _tell(domain: Domain, blocks: Sequence[Block], findings: Iterator[Finding], port: Port, reference: str) -> int:
    started = time.monotonic()
    wrong: list[prover.Unequal] = []
    doubtful: list[prover.Doubtful] = []
    equal = 0
    with progress(f"proving {domain.operation}", len(blocks)) as step:
        for finding in findings:
            step(finding.block.name, 1)
            match finding:
                case prover.Equal(block):
                    equal += block.rows
                case prover.Unequal():
                    wrong.append(finding)
                case prover.Doubtful():
                    doubtful.append(finding)
    if wrong:
        click.echo(
            f"DIFFERS {domain.operation}: {len(wrong):,} of {len(blocks):,} blocks; first block {wrong[0].block.name}"
        )
        for row in _difference(wrong[0]):
            click.echo(f"  {row}")
    if doubtful:
        click.echo(
            f"DOUBTFUL {domain.operation}: {len(doubtful):,} of {len(blocks):,} blocks; "
            f"first block {doubtful[0].block.name}"
        )
        click.echo(f"  {doubtful[0].reason}")
        click.echo(
            f"  run `jarparity fixtures verify --operation {domain.operation} --every-block`, or ask the original:"
        )
        click.echo(f"  `jarparity prove {domain.operation} --reference jpype`")
    seconds = time.monotonic() - started
    click.echo(f"{port.info.name}: equal on {equal:,} of {sum(b.rows for b in blocks):,} inputs in {seconds:.1f} s")
    click.echo(f"reference: {reference}")
    return Exit.DIFFERS if wrong else Exit.INTERNAL if doubtful else Exit.OK


def _difference(first: prover.Unequal) -> Iterator[str]:
    if first.input is not None:
        yield f"first wrong input  {_shown(first.input)}"
        yield f"port               {_shown(first.got)}"
        yield f"original           {'not known' if first.expected is None else _shown(first.expected)}"
        yield f"wrong in block     {first.wrong:,} of {first.block.rows:,} inputs"
    if first.reason:
        yield first.reason


def _shown(document: JSON) -> str:
    text = canonical(document)
    return text if len(text) <= _WIDTH else f"{text[:_WIDTH]}…"


def _record(domain: Domain, lines: Sequence[Line], *, complete: bool, add: bool) -> int:
    from jarparity.references.factory import open_reference  # noqa: PLC0415 - only to record

    if not complete:
        raise click.UsageError("--record covers the whole domain: leave --blocks out")
    path = digests.path_of(data.fixtures(), domain.operation)
    found: dict[str, dict[str, str]] = {}
    if add and varies(domain) and path.exists():
        kept = digests.read(path, domain)
        found = {line: dict(kept.of(Line.parse(line))) for line in kept.originals}
    with progress("preparing") as prepare:
        live = open_reference("jpype", lines=lines, progress=lambda what: prepare(what, 0))
    lock = read_lock()
    with progress(f"recording {domain.operation}", sum(len(blocks_of(domain.blocks(), li)) for li in lines)) as step:
        # The newest first, and each is written when it is there: a line may take minutes.
        for line in reversed(lines):
            now: dict[str, str] = {}
            answers = prover.original_answers(live, line, domain)
            for block, value in prover.digests_of(blocks_of(domain.blocks(), line), answers):
                step(str(line), 1)
                now[block.name] = value
            found[str(line)] = now
            if varies(domain):
                digests.write(path, domain, digests.Digests.of_lines(domain.operation, lock.lines, found))
    recorded = digests.Digests.of_lines(domain.operation, lock.lines, found)
    if not varies(domain) and len(recorded.groups) > 1:
        (first, *_), (other, *_) = list(recorded.groups)[:2]
        raise Refused(f"{other} has other digests than {first}: they can't share a file")
    digests.write(path, domain, recorded)
    groups = "; ".join(", ".join(names) for names in recorded.groups)
    click.echo(f"recorded digests of {len(domain.blocks()):,} blocks in {path.name}: {groups}")
    return Exit.OK


def _blocks(domain: Domain, text: str | None) -> Sequence[Block]:
    blocks = domain.blocks()
    if text is None:
        return blocks
    match = re.fullmatch(r"(\d+)(-(\d*))?", text)
    if not match:
        raise click.UsageError(f"--blocks {text!r}: write a number, 0-15, or 4000-")
    first = int(match[1])
    last = first if match[2] is None else int(match[3]) if match[3] else len(blocks) - 1
    chosen = blocks[first : last + 1]
    if not chosen:
        raise click.UsageError(f"--blocks {text}: the domain has blocks 0 to {len(blocks) - 1}")
    return chosen
