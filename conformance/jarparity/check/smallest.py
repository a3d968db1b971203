"""A failing input asked again, and made small: what no strategy has drawn, and what one has drawn from a seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.cases import Case
from jarparity.catalogue.schema import validate_input
from jarparity.check.judge import judge
from jarparity.check.search import ask, grade_of, unsteady
from jarparity.check.shrink import shrunk
from jarparity.grades import Grade
from jarparity.lines import Line
from jarparity.references import BridgeError
from jarparity.verdicts import Differs, Errored

if TYPE_CHECKING:
    from collections.abc import Callable

    from jarparity.answers import JSON
    from jarparity.operations import Operation
    from jarparity.ports import Port
    from jarparity.references import LiveReference


def made_small(  # noqa: PLR0913 - the parts of a comparison
    operation: Operation,
    port: Port,
    reference: LiveReference,
    failure: Differs | Errored,
    within: Callable[[JSON], bool] | None = None,
    below: Grade = Grade.EXACT,
) -> Differs | Errored:
    """The same kind of failure on the smallest input found from this one, on the newest line of those that it names.

    The input stays `within`, and the grade below `below`.
    """
    line = Line.parse(failure.lines[-1])

    def fails(document: JSON) -> bool:
        if within is not None and not within(document):
            return False
        found = _asked(operation, port, reference, line, document)
        return found is not None and isinstance(found, type(failure)) and grade_of(found) < below

    document = shrunk(failure.case.input, fails)
    return failure_again(operation, port, reference, line, document) or unsteady(failure)


def failure_again(
    operation: Operation, port: Port, reference: LiveReference, line: Line, document: JSON
) -> Differs | Errored | None:
    """The verdict on one input, if the port fails on it."""
    case = Case.generated(operation.name, document, "found")
    (verdict,) = judge(operation, port, ask(reference, operation, [line], [case]), reference.name)
    return verdict if isinstance(verdict, Differs | Errored) else None


def _asked(
    operation: Operation, port: Port, reference: LiveReference, line: Line, document: JSON
) -> Differs | Errored | None:
    """As `failure_again`, of a document that may be no input of the operation, or none of the line."""
    try:
        validate_input(operation, document)
        if operation.takes(line, document):
            return failure_again(operation, port, reference, line, document)
    except (ValueError, BridgeError):  # the schema's or the original's side refuses it
        pass
    return None
