"""The forms in which results can be shown."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from jarparity.report.junit import junit
from jarparity.report.markdown import markdown
from jarparity.report.page.page import TITLE, page
from jarparity.report.results import all_operations
from jarparity.report.standing import Standing
from jarparity.verdicts import VERDICTS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from jarparity.report.results import Result


def badge(results: Sequence[Result]) -> str:
    """How many operations agree, of those that were compared; the colour is that of the exit codes."""
    standings = [standing for result in results for standing in result.standings.values()]
    compared = [standing for standing in standings if standing is not Standing.SKIPPED]
    green = sum(standing.is_green for standing in compared)
    unfinished = any(result.document["exit"] not in {0, 1} for result in results)
    if not compared:
        message, colour = "nothing compared", "lightgrey"
    else:
        noun = "operation" if len(compared) == 1 else "operations"
        message = f"{green:,} of {len(compared):,} {noun} agree" + (", not finished" if unfinished else "")
        failed = any(result.document["exit"] for result in results)
        colour = "red" if failed else "yellow" if green < len(compared) else "brightgreen"
    return json.dumps({"schemaVersion": 1, "label": "jarparity", "message": message, "color": colour}) + "\n"


def cells(results: Sequence[Result]) -> str:
    """Every cell of the matrix that was asked."""
    rows = [
        {
            "port": result.document["port"]["name"],
            "version": result.document["port"]["version"],
            "reference": result.document["reference"],
            "operation": operation,
            "line": line,
            "standing": standing.value,
            **{verdict.name: counts.get(verdict.name, 0) for verdict in VERDICTS},
        }
        for operation in all_operations(results)
        for result in results
        for line, counts in result.lines(operation).items()
        if (standing := Standing.of(counts, result.grade(operation))) is not None
    ]
    return "".join(json.dumps(row, ensure_ascii=True) + "\n" for row in rows)


FORMATS: Final[Mapping[str, Callable[[Sequence[Result], str], str]]] = {
    "html": page,
    "markdown": markdown,
    "junit": lambda results, _: junit(results) + "\n",
    "ndjson": lambda results, _: cells(results),
    "badge": lambda results, _: badge(results),
}

TITLED: Final = ("html", "markdown")
"""Those of them that have a heading."""


def rendered(name: str, results: Sequence[Result], title: str | None = None) -> str:
    """The results in one of `FORMATS`."""
    return FORMATS[name](results, title or TITLE)
