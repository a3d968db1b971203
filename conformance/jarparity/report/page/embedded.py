"""The data that the page carries: counts of every cell, and as many failing cases as its size allows."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from jarparity import registry
from jarparity.report.results import all_lines, all_operations
from jarparity.report.standing import Standing
from jarparity.verdicts import VERDICTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from jarparity.answers import JSON
    from jarparity.report.results import Result


WIDTH = 72
DEEPEST = 40
"""Spaces before a line; what is nested deeper stands in one, however long."""
SHOWN = 3000
"""Characters of a text that the page has; the file of the result has the whole."""


def laid_out(document: JSON, indent: int = 0) -> str:
    """The document as text, in ASCII: objects and lists that are too long for a line take one for each part."""
    flat = json.dumps(document, ensure_ascii=True, sort_keys=True)
    if len(flat) + indent <= WIDTH or not isinstance(document, dict | list) or not document or indent >= DEEPEST:
        return flat
    inner = " " * (indent + 2)
    if isinstance(document, dict):
        parts = [f"{inner}{json.dumps(k)}: {laid_out(v, indent + 2)}" for k, v in sorted(document.items())]
    else:
        parts = [inner + laid_out(v, indent + 2) for v in document]
    opened, closed = ("{", "}") if isinstance(document, dict) else ("[", "]")
    return opened + "\n" + ",\n".join(parts) + "\n" + " " * indent + closed


def cut(text: str) -> str:
    """At most `SHOWN` characters, and how many there are."""
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…\n({len(text):,} characters in all)"


BYTES = 1_900_000
"""What the data may come to; with styles and script the page stays below 2 MB."""


def embedded(results: Sequence[Result], most: int = BYTES) -> str:
    """The data as JSON that can stand in a `script` element.

    Counts are always whole. Failing cases are taken in turns, the most telling of every operation first, until `most`
    is reached; the page says of each operation how many it has not.
    """
    lines = all_lines(results)
    place = {line: at for at, line in enumerate(lines)}
    operations = all_operations(results)
    data: dict[str, Any] = {
        "verdicts": [verdict.name for verdict in VERDICTS],
        "standings": [{"name": s.value, "symbol": s.symbol, "words": s.words, "verdict": s.verdict} for s in Standing],
        "lines": lines,
        "operations": [_operation(name) for name in operations],
        "ports": [_port(result) for result in results],
        "cells": [[_cell(result, name, place) for name in operations] for result in results],
        "failures": [[[] for _ in operations] for _ in results],
    }
    left = most - len(_in_script(data))
    for port, operation, row in _in_turns(results, operations):
        text = _failure(row, place)
        left -= len(_in_script(text)) + 1
        if left < 0:
            break
        data["failures"][port][operation].append(text)
    return _in_script(data)


def _in_script(document: JSON) -> str:
    """As JSON that ends no script element and begins no comment in it."""
    text = json.dumps(document, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _operation(name: str) -> dict[str, str]:
    known = registry.OPERATIONS.get(name)
    return {"name": name, "summary": known.summary if known else "", "original": known.original if known else ""}


def _port(result: Result) -> dict[str, JSON]:
    document = result.document
    return {
        "label": result.label,
        "language": document["port"]["language"],
        "reference": document["reference"],
        "cutShort": document["cutShort"],
    }


def _cell(result: Result, operation: str, place: Mapping[str, int]) -> dict[str, JSON] | None:
    """Counts of lines that have the same ones stand once: the lines' places, then a number a verdict."""
    if operation not in result.operations:
        return None
    groups: dict[tuple[int, ...], list[int]] = {}
    for line, counts in result.lines(operation).items():
        groups.setdefault(tuple(counts.get(v.name, 0) for v in VERDICTS), []).append(place[line])
    counts = result.operations[operation]
    return {
        "counts": [[on, *numbers] for numbers, on in groups.items()],
        "all": [counts[v.name] for v in VERDICTS],
        "grade": result.grade(operation),
        "inputs": result.document["inputs"].get(operation, 0),
        "reasons": [cut(reason) for reason in result.reasons(operation)],
        "divergences": [
            {name: entry[name] for name in ("divergence", "inside", "failed", "issue", "problem")}
            for entry in result.document["divergences"]
            if entry["operation"] == operation
        ],
    }


def _in_turns(results: Sequence[Result], operations: Sequence[str]) -> Iterator[tuple[int, int, dict[str, Any]]]:
    found = {(p, o): result.failures(name) for p, result in enumerate(results) for o, name in enumerate(operations)}
    for turn in range(max(map(len, found.values()), default=0)):
        for (port, operation), rows in found.items():
            if turn < len(rows):
                yield port, operation, rows[turn]


def _failure(row: Mapping[str, Any], place: Mapping[str, int]) -> dict[str, JSON]:
    """Inputs and answers as text: a browser would round an integer of 64 bits."""
    shown: dict[str, JSON] = {
        "verdict": row["verdict"],
        "id": cut(row["id"]),
        "lines": [place[line] for line in row["lines"] if line in place],
        "reference": row["reference"],
        "input": cut(laid_out(row["input"])),
    }
    shown |= {name: cut(laid_out(_reply(row[name]))) for name in ("expected", "got") if name in row}
    shown |= {name: cut(row[name]) for name in ("reason", "detail", "dissenter", "grade") if row.get(name)}
    shown |= {name: [cut(text) for text in row[name]] for name in ("tags", "looksLike", "lost") if row.get(name)}
    # A command that is cut would show another case, or none.
    shown["command" if len(row["reproduce"]) <= SHOWN else "longCommand"] = (
        row["reproduce"] if len(row["reproduce"]) <= SHOWN else len(row["reproduce"])
    )
    return shown


def _reply(reply: Mapping[str, JSON]) -> JSON:
    """A value as it is; what is none, with its name."""
    return reply["value"] if reply.keys() == {"value"} else reply
