"""`jarparity prove`: an operation on its whole domain."""

from __future__ import annotations

import re
from contextlib import closing
from typing import TYPE_CHECKING

import click

from jarparity import data
from jarparity.check.outcome import Exit
from jarparity.cli import options as opt
from jarparity.cli.commands import Refused, argument, command, flag, many, option
from jarparity.cli.output import progress, show
from jarparity.lines import Line, select
from jarparity.measures.prove import digests, prover
from jarparity.measures.prove.arbiter import Arbiter, model_answers
from jarparity.measures.prove.asking import oracle_answers
from jarparity.measures.prove.digests import DOMAINS, blocks_of, lines_of, varies
from jarparity.measures.prove.prover import Proof
from jarparity.ports.load import DEFAULT, open_port

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from jarparity.domains import Block, Domain
    from jarparity.measures.prove.prover import Finding
    from jarparity.ports import Port


def _domain(operation: str) -> Domain:
    """The domain of an operation that has one."""
    if operation not in DOMAINS:
        raise click.UsageError(f"these can be compared completely: {', '.join(sorted(DOMAINS))}; not {operation}")
    return DOMAINS[operation]


@command()
def prove(
    *,
    domain: Domain = argument("operation", made=_domain),
    reference: str = opt.reference("jpype", "gateway", "golden", default="jpype"),
    lines: tuple[str, ...] = many("--line", metavar="GLOB", help="These releases.  [default: the newest]"),
    blocks: str | None = option("--blocks", metavar="RANGE", help="Only these blocks, by number: 7, 0-15 or 4000-."),
    port: opt.PortChoice = opt.port(),
    record: bool = flag("--record", help="Record the originals' digests of all releases, or with --line of some."),
) -> int:
    """Compare a port with the original on every input of an operation, or on all up to small bounds.

    A few operations have such a domain: `jarparity prove none` names them.

    The domain is cut into blocks, each with a SHA-256 of its answers. With --reference golden the port's digests are
    compared with the recorded ones; a wrong block is searched for its first wrong input, with no JVM. Where the
    recorded digest itself is doubtful, the port is not blamed, and the command ends with 3.

    Examples:
      jarparity prove flink.math.murmur-hash                        against the newest JAR, all 2^32
      jarparity prove flink.math.murmur-hash --reference golden     against recorded digests, no JVM
      jarparity prove flink.math.murmur-hash --port my_port:PORT --blocks 0-15
      jarparity prove flink.key-group.range-of-operator --line 'flink *'
      jarparity prove kafka.assignor.sticky --line 'kafka-clients 2.*' --reference golden
      jarparity prove flink.math.murmur-hash --record               write fixtures/complete from the JARs
      jarparity prove kafka.assignor.sticky --record --line 'kafka-clients 3.9.2'   add a release
    """
    chosen = _blocks(domain, blocks)
    if record:
        return _record(domain, _having(domain, lines), complete=blocks is None, add=bool(lines))
    with closing(port.open()) as opened:
        if reference == "golden":
            own = port.command is None and port.name in (None, DEFAULT)
            return _against_recorded(domain, chosen, opened, lines, own=own)
        having = _having(domain, lines)
        return max(_against_jar(domain, chosen, opened, reference, line) for line in (having if lines else having[-1:]))


def _having(domain: Domain, patterns: tuple[str, ...]) -> list[Line]:
    """The locked lines that match, and have the operation."""
    found = lines_of(domain, opt.chosen_lines(patterns))
    if not found:
        raise Refused(f"none of the releases {' '.join(patterns)} has {domain.operation}")
    return found


def _against_jar(domain: Domain, blocks: Sequence[Block], port: Port, reference: str, line: Line) -> int:
    blocks = _taken(blocks, line)
    answers = prover.port_answers(port, domain, blocks, _as_line(domain, line))
    with opt.opened_reference(reference, [line]) as live:
        originals = prover.original_answers(live, line, domain)
        findings = prover.compare(domain, blocks, answers, originals)
        return _tell(domain, blocks, findings, port, f"{reference} ({line})")


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


def _against_digests(
    domain: Domain, blocks: Sequence[Block], port: Port, recorded: digests.Digests, group: Sequence[Line], *, own: bool
) -> int:
    line = group[-1]
    asked = _as_line(domain, line)
    blocks = _taken(blocks, line)
    answers = prover.port_answers(port, domain, blocks, asked)
    # copartition is no oracle of itself, and the model is one of the newest line.
    oracle = None if own else oracle_answers(open_port(), domain, asked)
    model = model_answers(domain) if str(line) == list(recorded.originals)[-1] else None
    findings = prover.compare_digests(domain, blocks, answers, recorded.of(line), Arbiter(oracle, model))
    return _tell(domain, blocks, findings, port, f"golden digests ({', '.join(map(str, group))})")


def _as_line(domain: Domain, line: Line) -> Line | None:
    """As which line a port is asked: where all lines agree, as none."""
    return line if varies(domain) else None


def _taken(blocks: Sequence[Block], line: Line) -> Sequence[Block]:
    taken = blocks_of(blocks, line)
    if not taken:
        raise Refused(f"{line} can't take the inputs of these blocks: they need {blocks[0].since} or later")
    return taken


def _tell(domain: Domain, blocks: Sequence[Block], findings: Iterable[Finding], port: Port, reference: str) -> int:
    with progress(f"proving {domain.operation}", len(blocks)) as step:
        proof = Proof.of(domain.operation, blocks, findings, step)
    show(proof.document(port.info.name, reference), "text")
    return proof.exit_code


def _record(domain: Domain, lines: Sequence[Line], *, complete: bool, add: bool) -> int:
    if not complete:
        raise click.UsageError("--record covers the whole domain: leave --blocks out")
    path = digests.path_of(data.fixtures(), domain.operation)
    total = sum(len(blocks_of(domain.blocks(), line)) for line in lines)
    with opt.opened_reference("jpype", lines) as live, progress(f"recording {domain.operation}", total) as step:
        recorded = digests.record(domain, lines, live, path, step, add=add)
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
