"""The command that shows a failure again."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from jarparity.answers import AFTER_OTHERS, GAVE_UP, IN_BATCH, canonical
from jarparity.verdicts import Errored

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jarparity.verdicts import Differs


def reproduce(failure: Differs | Errored, port_options: Sequence[str], *, alone: bool = True) -> str:
    """The command that shows this case again, or its operation where the case alone doesn't show it.

    Args:
        failure: The case.
        port_options: How the port was named.
        alone: Whether the port answers so, too, when the case is asked first.
    """
    asked = failure.reference.split("+")[-1]
    case = failure.case
    which = ["--case", case.id] if asked == "golden" else ["--input", canonical(case.input)]
    if not alone or (isinstance(failure, Errored) and failure.reason.endswith((IN_BATCH, AFTER_OTHERS, GAVE_UP))):
        which = []
    return shlex.join(
        ["jarparity", "check", "--operation", case.operation, "--reference", asked, *which, *port_options]
    )
