"""Whether a program is wrong for a case, or for those before it: the smallest failing one is asked of a new process."""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from jarparity.answers import Error, Value, same
from jarparity.lines import Line
from jarparity.ports import PortError
from jarparity.verdicts import Differs

if TYPE_CHECKING:
    from collections.abc import Callable

    from jarparity.answers import Answer
    from jarparity.check.outcome import Outcome
    from jarparity.ports import Port

_SECONDS: Final = 5.0
"""No further program is started after so long: a virtual machine may need a second for each."""


def asked_first(outcome: Outcome, start: Callable[[], Port] | None) -> Outcome:
    """The outcome, with what the program answers to an operation's smallest failing case when that is asked first.

    What broke is passed over: that is looked into at once (`ProcessPort`).

    Args:
        outcome: Of a run.
        start: Starts the program; None where the port is none.
    """
    if start is None or outcome.interrupted:
        return outcome
    found: dict[str, Answer] = {}
    end = time.monotonic() + _SECONDS
    for operation in outcome.failing():
        failure = outcome.tally.smallest[operation]
        if not isinstance(failure, Differs) or time.monotonic() > end:
            continue
        try:
            with closing(start()) as port:
                (reply,) = port.replies(operation, Line.parse(failure.lines[-1]), [failure.case.input])
        except (PortError, KeyboardInterrupt):  # it may hold what a second one needs; the report is there all the same
            break
        if isinstance(reply, Value | Error) and isinstance(failure.got, Value | Error) and not same(reply, failure.got):
            found[operation] = reply
    return replace(outcome, asked_first=found)
