"""A line of NDJSON for each port, operation and line: the matrix for other programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from jarparity.report.results import all_operations
from jarparity.report.standing import Standing
from jarparity.verdicts import VERDICTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jarparity.report.results import Result


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
