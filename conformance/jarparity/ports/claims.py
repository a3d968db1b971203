"""What a port claims, against the catalogue."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from jarparity import registry
from jarparity.ports import PortError

if TYPE_CHECKING:
    from jarparity.ports import PortInfo


def require_known(info: PortInfo) -> None:
    """A misspelt operation would be skipped for ever.

    Raises:
        PortError: The port claims something that is no operation; the message names the nearest.
    """
    for pattern in info.operations:
        if not registry.select([pattern]):
            near = difflib.get_close_matches(pattern, registry.OPERATIONS, n=1)
            hint = f"; did you mean {near[0]}?" if near else "; `jarparity list` shows all"
            raise PortError(f"{info.name} claims {pattern!r}, which is no operation{hint}")
