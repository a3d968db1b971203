"""The page, made of results.

The data that the page carries: counts of every cell, and as many failing cases as its size allows.
"""

from __future__ import annotations

import json
from collections import Counter
from html import escape
from typing import TYPE_CHECKING, Any, Final

from jarparity import __version__, registry
from jarparity.check.outcome import Exit
from jarparity.report import as_html
from jarparity.report.results import Status, all_lines, all_operations
from jarparity.report.tables import Document, Html, Note, Section, Shown, Table
from jarparity.report.text import verdict_word
from jarparity.verdicts import VERDICTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from jarparity.answers import JSON
    from jarparity.report.results import Result
    from jarparity.report.tables import Block


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
        "statuses": [{"name": s.value, "symbol": s.symbol, "words": s.words, "verdict": s.verdict} for s in Status],
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
    shown |= {"cases": row["cases"]} if "cases" in row else {}
    shown |= {name: [cut(text) for text in row[name]] for name in ("tags", "looksLike", "lost") if row.get(name)}
    # A command that is cut would show another case, or none.
    shown["command" if len(row["reproduce"]) <= SHOWN else "longCommand"] = (
        row["reproduce"] if len(row["reproduce"]) <= SHOWN else len(row["reproduce"])
    )
    return shown


def _reply(reply: Mapping[str, JSON]) -> JSON:
    """A value as it is; what is none, with its name."""
    return reply["value"] if reply.keys() == {"value"} else reply


TITLE: Final = "Conformance report"
_NAMED: Final = 3
"""Ports that a heading names."""
_COLUMNS: Final = ("Port", "Operations", "Inputs", "Compared with", "Run")
_SCRIPTS: Final = ("elements.js", "members.js", "detail.js", "matrix.js")
_MATRIX: Final = """\
<p id="unscripted">The operations are shown by a script, which does not run here; the table above is whole.</p>
<form id="filters" aria-label="Filters" hidden>
<label>Port <select name="port"></select></label>
<label>Release <select name="line"></select></label>
<label>Operation <input name="operation" type="search" placeholder="kafka.assignor.*" autocomplete="off" \
spellcheck="false"></label>
<label class="tick"><input name="differing" type="checkbox"> Only what differs</label>
<label class="tick"><input name="skipped" type="checkbox"> Also what was skipped</label>
<button type="reset">Reset</button>
</form>
<p id="shown" role="status"></p>
<ul id="legend" aria-label="Signs"></ul>
<div id="matrix"></div>"""


def page(results: Sequence[Result], title: str = "") -> str:
    """One HTML document; its only parts from elsewhere are the results, and all of them are escaped.

    Args:
        results: Of what.
        title: The heading; by default it names the ports.
    """
    compared = {name for result in results for name, status in result.statuses.items() if status is not Status.SKIPPED}
    lines = {line for result in results for name in compared for line in result.lines(name)}
    parts = [
        *sorted({result.day for result in results} - {""})[-1:],
        _plural(len(results), "port"),
        f"{_plural(len(compared), 'operation')} compared",
        f"{_plural(len(lines), 'release')} of the originals",
    ]
    ports = Table.of(_COLUMNS, (_row(place, result) for place, result in enumerate(results)), "Each port")
    data = f'<script type="application/json" id="data">{embedded(results)}</script>'
    blocks: tuple[Block, ...] = (
        *_verdicts(results),
        Section("Operations", (Html(_MATRIX),), "operations"),
        Section("Ports", (ports,), "ports"),
        Html(f'<dialog id="detail" aria-labelledby="detail-title"></dialog>\n{data}'),
    )
    footer = f"Made by jarparity {__version__} from the results of jarparity check."
    document = Document(blocks, None, title or _subject(results), ", ".join(parts))
    return as_html.page(document, __package__, scripts=_SCRIPTS, footer=footer)


def _subject(results: Sequence[Result]) -> str:
    names = [result.label for result in results]
    of = " and ".join(names) if len(names) <= _NAMED else _plural(len(names), "port")
    return f"Conformance of {of}"


def _verdicts(results: Sequence[Result]) -> Iterator[Note]:
    """A sentence a port on how it did, those that failed first; of many ports, one on all of them."""
    failed = [result for result in results if result.document["exit"]]
    if len(results) > _NAMED:
        words = f"FAIL: {len(failed):,} of {_plural(len(results), 'port')} failed" if failed else "PASS: all ports"
        yield Note(words, "bad" if failed else "good")
        return
    for result in sorted(results, key=lambda one: not one.document["exit"]):
        compared = [status for status in result.statuses.values() if status is not Status.SKIPPED]
        wrong = sum(result.is_failed(name) for name in result.operations)
        stale = f", {_plural(len(result.stale), 'known divergence')} out of date" if result.stale else ""
        words = f"{verdict_word(result.document['exit'])} {result.label} against {result.document['reference']}: "
        words += f"{wrong:,} of {_plural(len(compared), 'operation')} compared failed{stale}"
        yield Note(words, "bad" if result.document["exit"] else "good")


def _row(place: int, result: Result) -> tuple[Shown | int | str, ...]:
    name = f'<span data-port="{place}"><span class="name">{escape(result.label)}</span></span>'
    language = f'<span class="quiet">{escape(result.document["port"]["language"])}</span>'
    inputs = sum(result.document["inputs"].values())
    return Shown(result.label, html=name + language), _statuses(result), inputs, _answered(result), _run(result)


def _statuses(result: Result) -> Shown:
    counts = Counter(result.statuses.values())
    return Shown(
        "",
        html=" ".join(
            f'<span class="status {status.value}" title="{escape(status.words)}">'
            f'<span aria-hidden="true">{status.symbol}</span> {counts[status]:,} {status.value}</span>'
            for status in Status
            if counts[status]
        ),
    )


def _answered(result: Result) -> str:
    parts = []
    for name, reference in result.document["references"].items():
        answers, lines = _plural(reference["cases"], "answer"), _plural(len(reference["lines"]), "release")
        parts.append(f"{name}: {answers} on {lines}")
    parts += [f"not asked: {name}: {why}" for name, why in result.document["unavailable"].items()]
    return "\n".join(parts) or "nothing was compared"


def _run(result: Result) -> str:
    document = result.document
    ended = Exit(document["exit"]).name.lower().replace("_", " ")
    parts = [f"exit {document['exit']}: {ended}", f"{document['seconds']:,.1f} s, seed {document['seed']}"]
    parts.append(f"kit {document['kit']}")
    if document["cutShort"]:
        parts.append(f"the time ran out for {_plural(len(document['cutShort']), 'operation')}")
    parts += [f"known divergence {name}: {problem}" for name, problem in result.stale]
    return "\n".join(parts)


def _plural(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'s' * (count != 1)}"
