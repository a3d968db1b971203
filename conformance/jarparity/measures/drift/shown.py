"""What a search for changes saw, for people and for machines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.answers import canonical, to_json
from jarparity.report.tables import Document, Fields, Section, Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.answer_pairs import AnswerPair, Boundary
    from jarparity.answers import JSON
    from jarparity.measures.drift.recording import Written
    from jarparity.measures.drift.search import Found
    from jarparity.report.tables import Block


def document(found: Sequence[Found], written: Sequence[Written], *, check: bool) -> Document:
    """What was found at each boundary, and which files changed.

    Args:
        found: By operation.
        written: The files; none where anything is wrong.
        check: Whether the files were only compared.
    """
    rows = [(one.operation.name, f"{boundary}", _counts(one, boundary)) for one in found for boundary in one.boundaries]
    blocks: list[Block] = [Table.of([""] * 3, rows), *(block for one in found for block in _wrong(one))]
    verb = "would change" if check else "changed"
    blocks += [f"{file.path.name} {verb}: {file.change}" for file in written if file.change]
    if any(one.missing or one.unknown for one in found):
        blocks.append("nothing was written: correct the behaviour-changes.json of the area, or search longer")
    changes = sum(len(one.smallest) for one in found)
    counts = (f"{n:,} {noun}{'s' * (n != 1)}" for n, noun in ((changes, "change"), (len(found), "operation")))
    blocks.append(" at the boundaries of ".join(counts))
    data = {
        "operations": [
            {
                "operation": one.operation.name,
                "boundaries": [_boundary(one, boundary) for boundary in one.boundaries],
                "missing": [change.id for change in one.missing],
            }
            for one in found
        ],
        "files": [{"file": file.path.name, "changed": bool(file.change)} for file in written],
    }
    return Document(tuple(blocks), data)


def _counts(one: Found, boundary: Boundary) -> str:
    here = [f"{name} {n:,}" for (at, name), n in sorted(one.differing.items(), key=str) if at == boundary]
    here += [
        f"{name} 0" for name, c in one.smallest.items() if c.boundary == boundary and not one.differing[boundary, name]
    ]
    return f"{', '.join(here) or 'none found'} in {one.asked[boundary]:,} cases"


def _wrong(one: Found) -> Iterator[Block]:
    for boundary, unknown in one.unknown.items():
        yield Section(f"UNDOCUMENTED CHANGE {one.operation.name} {boundary}", (Fields.of(_shown(unknown)),))
    for change in one.missing:
        yield f"NOT FOUND {one.operation.name} {change.older} -> {change.newer.version}: {change.id}: {change.sentence}"


def _shown(pair: AnswerPair) -> Iterator[tuple[str, str]]:
    yield "input", canonical(pair.input)
    if pair.narrowed != pair.input:
        yield "older's", canonical(pair.narrowed)
    yield pair.boundary.older.version, canonical(to_json(pair.before))
    yield pair.boundary.newer.version, canonical(to_json(pair.after))


def _boundary(one: Found, boundary: Boundary) -> JSON:
    changes = [
        {"change": name, "differing": one.differing[boundary, name], **_example(shown)}
        for name, shown in one.smallest.items()
        if shown.boundary == boundary
    ]
    unknown = one.unknown.get(boundary)
    return {
        "older": str(boundary.older),
        "newer": str(boundary.newer),
        "cases": one.asked[boundary],
        "changes": changes,
        "undocumented": _example(unknown) if unknown else None,
    }


def _example(shown: AnswerPair) -> JSON:
    return {
        "input": shown.input,
        "olderInput": shown.narrowed,
        "before": to_json(shown.before),
        "after": to_json(shown.after),
    }
