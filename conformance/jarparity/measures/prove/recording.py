"""Recording the digests of a whole domain from the originals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.errors import UserError
from jarparity.lines import Line
from jarparity.measures.prove import digests, prover
from jarparity.measures.prove.domains import blocks_of, varies
from jarparity.originals import read_lock

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from jarparity.domains import Domain
    from jarparity.measures.prove.digests import Digests
    from jarparity.references import LiveReference


class UnequalDigestsError(UserError, ValueError):
    """Lines that share a file answer differently; the message names two."""


def record(  # noqa: PLR0913 - what, of which lines, by whom, to where
    domain: Domain,
    lines: Sequence[Line],
    live: LiveReference,
    path: Path,
    step: Callable[[str, int], None],
    *,
    add: bool,
) -> Digests:
    """Asks the originals everything, and writes the file.

    Args:
        domain: The domain.
        lines: Which lines.
        live: Has them.
        path: The file.
        step: Told of each block.
        add: Whether other lines that the file has are kept.

    Raises:
        UnequalDigestsError: Lines differ, and the operation doesn't vary by line.
    """
    found: dict[str, dict[str, str]] = {}
    if add and varies(domain) and path.exists():
        kept = digests.read(path, domain)
        found = {line: dict(kept.of(Line.parse(line))) for line in kept.originals}
    lock = read_lock()
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
        raise UnequalDigestsError(f"{other} has other digests than {first}: they can't share a file")
    digests.write(path, domain, recorded)
    return recorded
