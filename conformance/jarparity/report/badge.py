"""A badge: the endpoint document of shields.io, to be published as a file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from jarparity.report.standing import Standing

if TYPE_CHECKING:
    from collections.abc import Sequence

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
