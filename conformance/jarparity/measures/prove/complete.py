"""Verifies `fixtures/complete/`: that the digests are whole, in form, from the locked originals, and say what is true.

Blocks are computed once more: by `copartition`, which needs no JVM, and with a live reference by the JARs, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity import registry
from jarparity.fixtures import sums
from jarparity.fixtures.format import FixtureError
from jarparity.fixtures.problems import Problem, against_lock
from jarparity.lines import Line
from jarparity.measures.prove import digests
from jarparity.measures.prove.asking import oracle_answers
from jarparity.measures.prove.digests import DOMAINS, blocks_of, lines_of, varies
from jarparity.measures.prove.prover import original_answers
from jarparity.ports.load import open_port

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from jarparity.domains import Block, Domain
    from jarparity.fixtures.generate import Originals, Report
    from jarparity.measures.prove.asking import BlockAnswers
    from jarparity.references import LiveReference

COMPLETE: Final = "complete"
"""The folder, inside the fixtures."""

SAMPLE: Final = 64
"""Blocks of a file on numbers that are computed once more, evenly spread; about a second for all files."""

SMALL: Final = 128
"""Of exhaustive small scopes, blocks of at most so many documents are computed again: they cost more than numbers."""

NEWEST_SAMPLE, OLDER_SAMPLE = 8, 2
"""How many of these: for the newest group of lines, and for every other one."""

LIVE_SAMPLE: Final = 4
"""How many blocks each line's JARs are asked."""


def verify(  # noqa: PLR0913 - what is verified, and with what
    folder: Path,
    originals: Originals,
    reference: LiveReference | None = None,
    patterns: Sequence[str] = (),
    report: Report = lambda _what, _steps: None,
    *,
    every_block: bool = False,
) -> tuple[list[Problem], int]:
    """Everything that is wrong with the digests in a folder, and how many blocks were computed once more.

    Args:
        folder: The fixtures, in which `complete/` stands.
        originals: The lock's lines, to which the headers must be equal.
        reference: Asked some blocks, where there is one.
        patterns: Globs of operations; all, where there are none, and then every file must be there; else every one that
            the sums name, for a copy may have none.
        report: Told of each file and how many blocks of it were computed.
        every_block: Compute all blocks, not a sample: about a minute, but an hour of exhaustive small scopes.
    """
    problems = list(_foreign(folder / COMPLETE))
    if patterns:
        chosen = {name for name in DOMAINS if registry.operation(name).matches(patterns)}
        problems += sums.gone(folder / COMPLETE, chosen, "record it again with `jarparity prove OPERATION --record`")
    count = 0
    for name in named(folder, patterns):
        path, domain = digests.path_of(folder, name), DOMAINS[name]
        try:
            recorded = digests.read(path, domain)
        except FixtureError as error:
            problems.append(Problem(error.place, error.what))
            continue
        found = [*_header(path, domain, recorded, originals)]
        done = 0
        for group in recorded.groups:
            line = Line.parse(group[-1])
            blocks = blocks_of(domain.blocks(), line) if every_block else sample(domain, recorded, line)
            found += _by_copartition(path, domain, recorded, line, blocks)
            done += len(blocks)
        if reference is not None:
            found += _by_jars(path, domain, recorded, reference)
        problems += found or sums.problems(
            path.parent, [path], (), f"record it again with `jarparity prove {name} --record`"
        )
        count += done
        report(name, done)
    return problems, count


def named(folder: Path, patterns: Sequence[str] = ()) -> list[str]:
    """The operations whose digests `verify` looks at, each a step of it."""
    if not patterns:
        return [*DOMAINS]
    there = (name for name in DOMAINS if digests.path_of(folder, name).exists())
    return [name for name in there if registry.operation(name).matches(patterns)]


def sample(domain: Domain, recorded: digests.Digests, line: Line) -> list[Block]:
    """Blocks of a domain that are computed once more for a line."""
    blocks = blocks_of(domain.blocks(), line)
    if not varies(domain):
        return _spread(blocks, SAMPLE)
    newest = str(line) == list(recorded.originals)[-1]
    small = [block for block in blocks if block.rows <= SMALL]
    return _spread(small or blocks, NEWEST_SAMPLE if newest else OLDER_SAMPLE)


def _spread(blocks: Sequence[Block], count: int) -> list[Block]:
    """Evenly spread, the first and the last among them."""
    return list(dict.fromkeys(blocks[i * (len(blocks) - 1) // (count - 1)] for i in range(count)))


def _foreign(folder: Path) -> Iterator[Problem]:
    ours = {digests.path_of(folder.parent, name).name for name in DOMAINS}
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.name not in ours | {sums.FILE}:
            yield Problem(str(path), "a foreign file: there are no digests of this name; move it elsewhere")


def _header(path: Path, domain: Domain, recorded: digests.Digests, originals: Originals) -> Iterator[Problem]:
    operation = registry.operation(domain.operation)
    fix = f"record it again with `jarparity prove {operation.name} --record`"
    every = not varies(domain)
    yield from against_lock(f"{path}:1", operation, recorded.originals, originals, all_lines=every, fix=fix)
    newest = lines_of(domain, map(Line.parse, originals))[-1:]
    # A small scope takes minutes a line: a file has the lines that were recorded, but never lacks the newest.
    if not every and newest and str(newest[0]) not in recorded.originals:
        yield Problem(f"{path}:1", f"no answers of {newest[0]}, the newest line; {fix} --line '{newest[0]}'")


def _by_copartition(
    path: Path, domain: Domain, recorded: digests.Digests, line: Line, blocks: Sequence[Block]
) -> Iterator[Problem]:
    port = open_port()
    try:
        fix = (
            f"edited, or copartition is wrong; ask the original with `jarparity prove {domain.operation} "
            f"--reference jpype`, or record it again with --record"
        )
        asked = oracle_answers(port, domain, line if varies(domain) else None)
        who = f"{port.info.name} as {line}" if varies(domain) else port.info.name
        yield from _compared(path, domain, recorded.of(line), blocks, asked, (who, fix))
    finally:
        port.close()


def _by_jars(path: Path, domain: Domain, recorded: digests.Digests, reference: LiveReference) -> Iterator[Problem]:
    for line in lines_of(domain, reference.lines):
        if str(line) not in recorded.originals:
            continue  # `_header` has said so
        fix = (
            f"edited, or made from other originals; record it again with `jarparity prove {domain.operation} --record`"
        )
        blocks = _spread(sample(domain, recorded, line), LIVE_SAMPLE)
        asked = original_answers(reference, line, domain)
        yield from _compared(path, domain, recorded.of(line), blocks, asked, (str(line), fix))


def _compared(  # noqa: PLR0913 - the parts of a comparison
    path: Path,
    domain: Domain,
    recorded: Mapping[str, str],
    blocks: Sequence[Block],
    ask: BlockAnswers,
    blame: tuple[str, str],
) -> Iterator[Problem]:
    numbers = {block.name: number for number, block in enumerate(domain.blocks(), 2)}
    who, fix = blame
    for block in blocks:
        answers = ask(block)
        now = None if answers is None else answers.digest()
        if now != recorded[block.name]:
            says = "gives no answers" if now is None else f"gives {now[:12]}…"
            was = f"recorded {recorded[block.name][:12]}…"
            yield Problem(f"{path}:{numbers[block.name]}", f"block {block.name}: {was}, but {who} {says}: {fix}")
