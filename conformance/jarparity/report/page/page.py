"""The page, made of results."""

from __future__ import annotations

from collections import Counter
from html import escape
from importlib import resources
from string import Template
from typing import TYPE_CHECKING, Final

from jarparity import __version__
from jarparity.check.outcome import Exit
from jarparity.report import look
from jarparity.report.page.embedded import embedded
from jarparity.report.results import all_lines, all_operations
from jarparity.report.standing import Standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.report.results import Result

TITLE: Final = "Conformance report"
_COLUMNS: Final = ("Port", "Standing of operations", "Inputs", "Answered by", "Run")


def page(results: Sequence[Result], title: str = TITLE) -> str:
    """One HTML document; its only parts from elsewhere are the results, and all of them are escaped."""
    lines, operations = all_lines(results), all_operations(results)
    return Template(resources.files(__package__).joinpath("page.html").read_text("utf-8")).substitute(
        policy=look.POLICY,
        title=escape(title),
        subtitle=escape(
            f"{_plural(len(results), 'port')}, {_plural(len(operations), 'operation')}, "
            f"{_plural(len(lines), 'line')} of the originals"
        ),
        css=look.style(__package__, "page.css"),
        ports="\n".join(_ports(results)),
        data=embedded(results),
        script=look.script(__package__, "elements.js", "detail.js", "matrix.js"),
        footer=escape(f"Made by jarparity {__version__} from the results of jarparity check."),
    )


def _ports(results: Sequence[Result]) -> Iterator[str]:
    yield '<div class="scroll" tabindex="0" role="region" aria-label="Table of ports"><table class="ports">'
    yield "<thead><tr>" + "".join(f'<th scope="col">{name}</th>' for name in _COLUMNS) + "</tr></thead><tbody>"
    for place, result in enumerate(results):
        document = result.document
        cells = (_standings(result), f"{sum(document['inputs'].values()):,}", _answered(result), _run(result))
        language = escape(document["port"]["language"])
        yield f'<tr><th scope="row" data-port="{place}"><span class="name">{escape(result.label)}</span>'
        yield f'<span class="quiet">{language}</span></th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'
    yield "</tbody></table></div>"


def _standings(result: Result) -> str:
    counts = Counter(result.standings.values())
    return " ".join(
        f'<span class="standing {standing.value}" title="{escape(standing.words)}">'
        f'<span aria-hidden="true">{standing.symbol}</span> {counts[standing]:,} {standing.value}</span>'
        for standing in Standing
        if counts[standing]
    )


def _answered(result: Result) -> str:
    parts = []
    for name, reference in result.document["references"].items():
        cases, lines = _plural(reference["cases"], "case"), _plural(len(reference["lines"]), "line")
        parts.append(f"{name}: {cases} on {lines}")
    parts += [f"not asked: {name}: {why}" for name, why in result.document["unavailable"].items()]
    return "<br>".join(map(escape, parts)) or "nothing was compared"


def _run(result: Result) -> str:
    document = result.document
    ended = Exit(document["exit"]).name.lower().replace("_", " ")
    parts = [f"exit {document['exit']}: {ended}", f"{document['seconds']:,.1f} s, seed {document['seed']}"]
    parts.append(f"kit {document['kit']}")
    if document["cutShort"]:
        parts.append(f"time was over for {_plural(len(document['cutShort']), 'operation')}")
    parts += [f"known divergence {name}: {problem}" for name, problem in result.stale]
    return "<br>".join(map(escape, parts))


def _plural(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'s' * (count != 1)}"
