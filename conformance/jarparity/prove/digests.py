"""Complete digests: a SHA-256 a block of a whole domain, so that a port proves equality with no JVM.

`fixtures/complete/<operation>.jsonl`: a header, then one line a block, in the domain's order.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    import numpy as np

    from jarparity.prove.domains import Domain

SCHEMA = "jarparity-complete-1"


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
        ValueError: The file is missing, damaged, or of another domain; the message names the line.
    """
    if not path.exists():
        raise ValueError(
            f"{path.name}: no digests are recorded; make them with `jarparity prove {domain.operation} --record`"
        )
    lines = path.read_text("utf-8").splitlines()
    rows = [_parse(path, number, line) for number, line in enumerate(lines, 1)]
    if not rows or rows[0].get("schema") != SCHEMA or rows[0].get("operation") != domain.operation:
        raise ValueError(f"{path.name}:1: expected a header with schema {SCHEMA!r} and operation {domain.operation!r}")
    for number, (row, block) in enumerate(zip(rows[1:], domain.blocks(), strict=False), 2):
        if row.get("block") != block.name or row.get("rows") != block.rows or len(str(row.get("sha256"))) != 64:  # noqa: PLR2004
            raise ValueError(
                f"{path.name}:{number}: expected block {block.name!r} of {block.rows} rows with its sha256"
            )
    if len(rows) - 1 != len(domain.blocks()):
        raise ValueError(f"{path.name}: {len(rows) - 1} blocks where the domain has {len(domain.blocks())}: truncated?")
    return Digests(domain.operation, rows[0]["originals"], {row["block"]: row["sha256"] for row in rows[1:]})


def _parse(path: Path, number: int, line: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError as error:
        raise ValueError(f"{path.name}:{number}: not JSON ({error})") from None
    if not isinstance(row, dict):
        raise ValueError(f"{path.name}:{number}: expected an object")  # noqa: TRY004 - a fault of the file, not of a type
    return row


def write(path: Path, domain: Domain, digests: Digests) -> None:
    """Writes the file whole, or not at all."""
    header = {
        "schema": SCHEMA,
        "operation": domain.operation,
        "originals": digests.originals,
        "order": domain.order,
        "blocks": len(digests.blocks),
    }
    rows = [{"block": b.name, "rows": b.rows, "sha256": digests.blocks[b.name]} for b in domain.blocks()]
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    text = "".join(json.dumps(row, separators=(",", ":")) + "\n" for row in (header, *rows))
    temporary.write_text(text, "utf-8", newline="\n")
    temporary.replace(path)
