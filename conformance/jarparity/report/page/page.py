"""The page, made of results."""

from __future__ import annotations

from collections import Counter
from html import escape
from typing import TYPE_CHECKING, Final

from jarparity import __version__
from jarparity.check.outcome import Exit
from jarparity.report import as_html
from jarparity.report.page.embedded import embedded
from jarparity.report.results import all_lines, all_operations
from jarparity.report.standing import Standing
from jarparity.report.tables import Document, Html, Section, Shown, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jarparity.report.results import Result

TITLE: Final = "Conformance report"
_COLUMNS: Final = ("Port", "Operations", "Inputs", "Compared with", "Run")
_SCRIPTS: Final = ("elements.js", "detail.js", "matrix.js")
_MATRIX: Final = """\
<p id="unscripted">The operations are shown by a script, which does not run here; the table above is whole.</p>
<form id="filters" aria-label="Filters" hidden>
<label>Port <select name="port"></select></label>
<label>Line <select name="line"></select></label>
<label>Operation <input name="operation" type="search" placeholder="kafka.assignor.*" autocomplete="off" \
spellcheck="false"></label>
<label class="tick"><input name="differing" type="checkbox"> Only what differs</label>
<label class="tick"><input name="skipped" type="checkbox"> Also what was skipped</label>
<button type="reset">Reset</button>
</form>
<p id="shown" role="status"></p>
<div id="matrix"></div>
<ul id="legend" aria-label="Signs"></ul>"""


def page(results: Sequence[Result], title: str = TITLE) -> str:
    """One HTML document; its only parts from elsewhere are the results, and all of them are escaped."""
    lines, operations = all_lines(results), all_operations(results)
    subtitle = (
        f"{_plural(len(results), 'port')}, {_plural(len(operations), 'operation')}, "
        f"{_plural(len(lines), 'line')} of the originals"
    )
    ports = Table.of(_COLUMNS, (_row(place, result) for place, result in enumerate(results)), "Ports")
    data = f'<script type="application/json" id="data">{embedded(results)}</script>'
    blocks = (
        Section("Ports", (ports,), "ports"),
        Section("Operations", (Html(_MATRIX),), "operations"),
        Html(f'<dialog id="detail" aria-labelledby="detail-title"></dialog>\n{data}'),
    )
    footer = f"Made by jarparity {__version__} from the results of jarparity check."
    return as_html.page(Document(blocks, None, title, subtitle), __package__, scripts=_SCRIPTS, footer=footer)


def _row(place: int, result: Result) -> tuple[Shown | int | str, ...]:
    name = f'<span data-port="{place}"><span class="name">{escape(result.label)}</span></span>'
    language = f'<span class="quiet">{escape(result.document["port"]["language"])}</span>'
    inputs = sum(result.document["inputs"].values())
    return Shown(result.label, html=name + language), _standings(result), inputs, _answered(result), _run(result)


def _standings(result: Result) -> Shown:
    counts = Counter(result.standings.values())
    return Shown(
        "",
        html=" ".join(
            f'<span class="standing {standing.value}" title="{escape(standing.words)}">'
            f'<span aria-hidden="true">{standing.symbol}</span> {counts[standing]:,} {standing.value}</span>'
            for standing in Standing
            if counts[standing]
        ),
    )


def _answered(result: Result) -> str:
    parts = []
    for name, reference in result.document["references"].items():
        cases, lines = _plural(reference["cases"], "case"), _plural(len(reference["lines"]), "line")
        parts.append(f"{name}: {cases} on {lines}")
    parts += [f"not asked: {name}: {why}" for name, why in result.document["unavailable"].items()]
    return "\n".join(parts) or "nothing was compared"


def _run(result: Result) -> str:
    document = result.document
    ended = Exit(document["exit"]).name.lower().replace("_", " ")
    parts = [f"exit {document['exit']}: {ended}", f"{document['seconds']:,.1f} s, seed {document['seed']}"]
    parts.append(f"kit {document['kit']}")
    if document["cutShort"]:
        parts.append(f"time was over for {_plural(len(document['cutShort']), 'operation')}")
    parts += [f"known divergence {name}: {problem}" for name, problem in result.stale]
    return "\n".join(parts)


def _plural(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'s' * (count != 1)}"
