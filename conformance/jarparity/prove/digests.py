"""Complete digests: a SHA-256 a block of a whole domain, so that a port proves equality with no JVM.

`fixtures/complete/<operation>.jsonl`: a header, then one line a block, in the domain's order.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from jarparity import whole_file
from jarparity.fixtures import reading, sums
from jarparity.fixtures.format import FixtureError, parse_originals

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    import numpy as np

    from jarparity.prove.domains import Domain

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
        blocks: Digest by block name, in the domain's order.
    """

    operation: str
    originals: Mapping[str, Mapping[str, str]]
    blocks: Mapping[str, str]


def digest(answers: np.ndarray) -> str:
    """SHA-256 of int32 answers, little-endian."""
    return hashlib.sha256(answers.astype("<i4", copy=False).tobytes()).hexdigest()


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
    _check_header(rows[0] if rows else {}, domain, f"{path}:1")
    for number, (row, block) in enumerate(zip(rows[1:], blocks, strict=False), 2):
        sound = row.keys() == _BLOCK_FIELDS and row["block"] == block.name and type(row["rows"]) is int
        if not (sound and row["rows"] == block.rows):
            raise FixtureError(
                f"{path}:{number}", f"expected block {block.name!r} of {block.rows} rows with its sha256; {_AGAIN}"
            )
        if not (isinstance(row["sha256"], str) and _SHA256.fullmatch(row["sha256"])):
            raise FixtureError(f"{path}:{number}", f"a sha256 is 64 hexadecimal digits in lower case; {_AGAIN}")
    if len(rows) - 1 != len(blocks):
        raise FixtureError(
            f"{path}:{len(rows)}", f"{len(rows) - 1} blocks where the domain has {len(blocks)}: truncated? {_AGAIN}"
        )
    return Digests(domain.operation, rows[0]["originals"], {row["block"]: row["sha256"] for row in rows[1:]})


def _lines(path: Path, domain: Domain) -> list[str]:
    if not path.exists():
        raise FixtureError(
            str(path), f"no digests are recorded; make them with `jarparity prove {domain.operation} --record`"
        )
    text = reading.read_text(path)
    if text and not text.endswith("\n"):
        raise FixtureError(f"{path}:{text.count(chr(10)) + 1}", f"the last line is cut off; {_AGAIN}")
    return text.split("\n")[:-1]


def _check_header(row: dict[str, Any], domain: Domain, place: str) -> None:
    if row.get("schema") != SCHEMA or row.get("operation") != domain.operation:
        raise FixtureError(place, f"expected a header with schema {SCHEMA!r} and operation {domain.operation!r}")
    if row.keys() != _HEADER_FIELDS:
        raise FixtureError(place, f"a header has exactly the fields {', '.join(sorted(_HEADER_FIELDS))}; {_AGAIN}")
    parse_originals(row["originals"], place)
    if not row["originals"]:
        raise FixtureError(place, f"`originals` names no line; {_AGAIN}")
    if row["order"] != domain.order:
        raise FixtureError(place, f"`order` is not the domain's; {_AGAIN}")
    if type(row["blocks"]) is not int or row["blocks"] != len(domain.blocks()):
        raise FixtureError(
            place, f"`blocks` is {row['blocks']!r} where the domain has {len(domain.blocks())}; {_AGAIN}"
        )


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
    header = {
        "schema": SCHEMA,
        "operation": domain.operation,
        "originals": digests.originals,
        "order": domain.order,
        "blocks": len(digests.blocks),
    }
    rows = [{"block": b.name, "rows": b.rows, "sha256": digests.blocks[b.name]} for b in domain.blocks()]
    text = "".join(json.dumps(row, separators=(",", ":")) + "\n" for row in (header, *rows))
    whole_file.replace(path, text.encode())
    sums.record(path)
