"""A failing input made smaller: what no strategy has drawn, and what one has drawn from a seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.check.judging import flaky, grade_of
from jarparity.grades import Grade
from jarparity.lines import Line
from jarparity.references import BridgeError
from jarparity.shrinking import shrunk

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from jarparity.answers import JSON
    from jarparity.check.asking import Comparison
    from jarparity.verdicts import Differs, Errored


def shrink_failure(
    comparison: Comparison,
    failure: Differs | Errored,
    within: Callable[[JSON], bool] | None = None,
    below: Grade = Grade.EXACT,
) -> Differs | Errored:
    """The same kind of failure on the smallest input found from this one, on the newest line of those that it names.

    The input stays `within`, and the grade below `below`.
    """
    line = Line.parse(failure.lines[-1])
    alone = comparison.on(line)

    def fails(document: JSON) -> bool:
        if not (within is None or within(document)) or not comparison.operation.takes(line, document):
            return False
        try:
            found = alone.failure(document)
        except (ValueError, BridgeError):  # the original's side refuses it
            return False
        return found is not None and isinstance(found, type(failure)) and grade_of(found) < below

    def first(documents: Sequence[JSON]) -> JSON:
        return next(filter(fails, documents), None)

    document = shrunk(comparison.operation, failure.case.input, first)
    return alone.failure(document) or flaky(failure)
