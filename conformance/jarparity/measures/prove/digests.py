"""Complete digests: a SHA-256 a block of a whole domain, so that a port proves equality with no JVM.

`fixtures/complete/<operation>.jsonl`: a header, then one line a block, in the domain's order. Where lines may differ,
the header has groups of lines that agree everywhere, and a block a digest for each group.
"""

from __future__ import annotations

import importlib
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from jarparity import registry, whole_file
from jarparity.domains import Domain, SmallScope
from jarparity.errors import UserError
from jarparity.fixtures import reading, sums
from jarparity.fixtures.format import FixtureError, parse_originals
from jarparity.lines import Line
from jarparity.measures.prove import prover
from jarparity.originals import read_lock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from jarparity.answers import JSON
    from jarparity.domains import Block, Domain
    from jarparity.references import LiveReference


_MODULES = (importlib.import_module(area.domains) for area in registry.AREAS if area.domains)
DOMAINS: dict[str, Domain] = {domain.operation: domain for module in _MODULES for domain in module.DOMAINS}


def varies(domain: Domain) -> bool:
    """Whether lines may answer otherwise, and so have digests of their own; else all lines share one."""
    return isinstance(domain, SmallScope)


def blocks_of(blocks: Iterable[Block], line: Line) -> list[Block]:
    """Those blocks whose inputs a line's API carries."""
    return [b for b in blocks if b.since is None or not line < Line(line.family, b.since)]


def lines_of(domain: Domain, lines: Iterable[Line]) -> list[Line]:
    """Those lines that have the domain's operation, oldest first."""
    operation = registry.operation(domain.operation)
    return sorted(line for line in lines if operation.has(line))


SCHEMA = "jarparity-complete-1"

_HEADER_FIELDS = {"schema", "operation", "originals", "order", "blocks"}
_BLOCK_FIELDS = {"block", "rows", "sha256"}
_SHA256 = re.compile("[0-9a-f]{64}")
_AGAIN = "restore the file, or record it again with `jarparity prove OPERATION --record`"


@dataclass(frozen=True, slots=True)
class Digests:
    """The digests of one operation's domain.

    Attributes:
        operation: The operation.
        originals: By line, the JARs' digests: what gave these answers.
        groups: For lines that agree everywhere, oldest first: digest by block name, in the domain's order.
    """

    operation: str
    originals: Mapping[str, Mapping[str, str]]
    groups: Mapping[tuple[str, ...], Mapping[str, str]]

    @classmethod
    def of_lines(
        cls, operation: str, originals: Mapping[str, Mapping[str, str]], found: Mapping[str, Mapping[str, str]]
    ) -> Digests:
        """Puts lines that agree together, oldest first.

        Args:
            operation: The operation.
            originals: By line, the JARs' digests.
            found: By line, digest by block name.
        """
        groups: list[tuple[list[str], Mapping[str, str]]] = []
        lines = sorted(found, key=lambda name: Line.parse(name).age)
        for line in lines:
            agreeing = next((names for names, known in groups if known == found[line]), None)
            if agreeing is None:
                groups.append(([line], found[line]))
            else:
                agreeing.append(line)
        named = {line: originals[line] for line in lines}
        return cls(operation, named, {tuple(names): known for names, known in groups})

    def of(self, line: Line | None = None) -> Mapping[str, str]:
        """Digest by block name of one line; of the newest, where none is named.

        Raises:
            KeyError: The line is not recorded.
        """
        name = list(self.originals)[-1] if line is None else str(line)
        for names, known in self.groups.items():
            if name in names:
                return known
        raise KeyError(name)


def path_of(folder: Path, operation: str) -> Path:
    """Where an operation's digests stand."""
    return folder / "complete" / f"{operation}.jsonl"


def read(path: Path, domain: Domain) -> Digests:
    """Reads and checks a file of digests.

    Raises:
        FixtureError: The file is missing, damaged, or of another domain; file and line are named.
    """
    rows = [_parse(text, f"{path}:{number}") for number, text in enumerate(_lines(path, domain), 1)]
    blocks = domain.blocks()
    groups = _check_header(rows[0] if rows else {}, domain, f"{path}:1")
    found: dict[tuple[str, ...], dict[str, str]] = {names: {} for names in groups}
    for number, (row, block) in enumerate(zip(rows[1:], blocks, strict=False), 2):
        sound = row.keys() == _BLOCK_FIELDS and row["block"] == block.name and type(row["rows"]) is int
        if not (sound and row["rows"] == block.rows):
            raise FixtureError(
                f"{path}:{number}", f"expected block {block.name!r} of {block.rows} rows with its sha256; {_AGAIN}"
            )
        for names, digest in _by_group(row["sha256"], block, groups, f"{path}:{number}"):
            found[names][block.name] = digest
    if len(rows) - 1 != len(blocks):
        raise FixtureError(
            f"{path}:{len(rows)}", f"{len(rows) - 1} blocks where the domain has {len(blocks)}: truncated? {_AGAIN}"
        )
    return Digests(domain.operation, rows[0]["originals"], found)


def _by_group(
    digests: JSON, block: Block, groups: Sequence[tuple[str, ...]], place: str
) -> Iterator[tuple[tuple[str, ...], str]]:
    """A block's digests: one for all lines, or a list with one for each group, null where it can't take the inputs."""
    one_each = digests if isinstance(digests, list) else [digests]
    if len(one_each) != len(groups):
        raise FixtureError(place, f"{len(one_each)} digests where the header has {len(groups)} groups; {_AGAIN}")
    for names, digest in zip(groups, one_each, strict=True):
        if not blocks_of([block], Line.parse(names[0])):
            if digest is not None:
                raise FixtureError(place, f"{names[0]} can't take the inputs of {block.name}: null is due; {_AGAIN}")
        elif isinstance(digest, str) and _SHA256.fullmatch(digest):
            yield names, digest
        else:
            raise FixtureError(place, f"a sha256 is 64 hexadecimal digits in lower case; {_AGAIN}")


def _lines(path: Path, domain: Domain) -> list[str]:
    if not path.exists():
        raise FixtureError(
            str(path), f"no digests are recorded; make them with `jarparity prove {domain.operation} --record`"
        )
    text = reading.read_text(path)
    if text and not text.endswith("\n"):
        raise FixtureError(f"{path}:{text.count(chr(10)) + 1}", f"the last line is cut off; {_AGAIN}")
    return text.split("\n")[:-1]


def _check_header(row: dict[str, Any], domain: Domain, place: str) -> list[tuple[str, ...]]:
    """The groups of lines that agree."""
    if row.get("schema") != SCHEMA or row.get("operation") != domain.operation:
        raise FixtureError(place, f"expected a header with schema {SCHEMA!r} and operation {domain.operation!r}")
    fields = _HEADER_FIELDS | {"groups"} if varies(domain) else _HEADER_FIELDS
    if row.keys() != fields:
        raise FixtureError(place, f"a header has exactly the fields {', '.join(sorted(fields))}; {_AGAIN}")
    parse_originals(row["originals"], place)
    if not row["originals"]:
        raise FixtureError(place, f"`originals` names no line; {_AGAIN}")
    if row["order"] != domain.order:
        raise FixtureError(place, f"`order` is not the domain's; {_AGAIN}")
    if type(row["blocks"]) is not int or row["blocks"] != len(domain.blocks()):
        raise FixtureError(
            place, f"`blocks` is {row['blocks']!r} where the domain has {len(domain.blocks())}; {_AGAIN}"
        )
    if not varies(domain):
        return [tuple(row["originals"])]
    groups = row["groups"]
    if not (isinstance(groups, list) and all(isinstance(names, list) and names for names in groups)):
        raise FixtureError(place, f"`groups` is a list of lists of lines; {_AGAIN}")
    if sorted(name for names in groups for name in names) != sorted(row["originals"]):
        raise FixtureError(place, f"`groups` doesn't have every line of `originals` once; {_AGAIN}")
    return [tuple(names) for names in groups]


def _parse(text: str, place: str) -> dict[str, Any]:
    try:
        row = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FixtureError(place, f"not JSON ({error}); {_AGAIN}") from None
    if not isinstance(row, dict):
        raise FixtureError(place, f"expected an object; {_AGAIN}")
    return row


def write(path: Path, domain: Domain, digests: Digests) -> None:
    """Writes the file whole, or not at all; then its digest."""
    blocks = domain.blocks()
    header: dict[str, JSON] = {
        "schema": SCHEMA,
        "operation": domain.operation,
        "originals": digests.originals,
        "order": domain.order,
        "blocks": len(blocks),
    }
    if varies(domain):
        header["groups"] = [list(names) for names in digests.groups]
    rows: list[dict[str, JSON]] = [header]
    for block in blocks:
        found = [known.get(block.name) for known in digests.groups.values()]
        rows.append({"block": block.name, "rows": block.rows, "sha256": found if varies(domain) else found[0]})
    text = "".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows)
    whole_file.replace(path, text.encode())
    sums.record(path)


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
        kept = read(path, domain)
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
            write(path, domain, Digests.of_lines(domain.operation, lock.lines, found))
    recorded = Digests.of_lines(domain.operation, lock.lines, found)
    if not varies(domain) and len(recorded.groups) > 1:
        (first, *_), (other, *_) = list(recorded.groups)[:2]
        raise UnequalDigestsError(f"{other} has other digests than {first}: they can't share a file")
    write(path, domain, recorded)
    return recorded
